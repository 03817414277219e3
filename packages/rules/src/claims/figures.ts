/** Amounts of one adjudication from a payer's file, in whole cents; absent where the file does not say. */
export interface Adjudicated {
  readonly billed?: number
  readonly allowed?: number
  readonly discount?: number
  readonly deductible?: number
  readonly copay?: number
  readonly coinsurance?: number
  readonly notCovered?: number
  /** What the plan pays, to whomever. */
  readonly planPaid?: number
  readonly paidToProvider?: number
  readonly paidToPatient?: number
  /** Paid by another insurer before this plan. */
  readonly priorPayerPaid?: number
  readonly memberLiability?: number
  /** What a spending account paid of the member's share; it lowers what the member owes, not the share. */
  readonly accountPaid?: number
  /** May be part of the member's share, though no code says so: the parts above may not be all. */
  readonly unclear?: number
}

export type AmountKind = Exclude<keyof Adjudicated, 'unclear'>

/** What a claim or one of its lines costs and who pays it, in whole cents; null: the file does not say. */
export interface Figures {
  readonly billed: number | null
  readonly allowed: number | null
  readonly discount: number | null
  readonly planPaid: number | null
  readonly otherPaid: number | null
  readonly deductible: number | null
  readonly copay: number | null
  readonly coinsurance: number | null
  readonly notCovered: number | null
  readonly share: number | null
  /** The part of the share that deductible, copay, coinsurance and noncovered services do not explain. */
  readonly unexplained: number | null
  /** Whether billed = discount + plan paid + other paid + share; null where the file does not say enough to tell. */
  readonly addsUp: boolean | null
}

/**
 * What a claim comes to, from the amounts of one of its levels (MP-4). It guesses nothing: it computes an amount only where the others
 * leave no choice, and returns contradicting amounts as they came, with `addsUp` false.
 */
export function computeFigures(said: Adjudicated): Figures {
  const billed = said.billed ?? null
  const planPaid = said.planPaid ?? sum([said.paidToProvider, said.paidToPatient])
  const otherPaid = said.priorPayerPaid ?? null
  const parts = sum([said.deductible, said.copay, said.coinsurance, said.notCovered]) ?? 0
  const share = computeShare(said, planPaid)
  const rest =
    billed === null || planPaid === null || share === null ? null : billed - planPaid - (otherPaid ?? 0) - share
  // A discount cannot exceed what was billed: the rest that a negative payment leaves is no discount.
  const isPossible = rest !== null && rest >= 0 && rest <= Math.max(0, billed ?? 0)
  const discount = said.discount ?? (isPossible ? rest : null)
  return {
    billed,
    allowed: said.allowed ?? null,
    discount,
    planPaid,
    otherPaid,
    deductible: said.deductible ?? null,
    copay: said.copay ?? null,
    coinsurance: said.coinsurance ?? null,
    notCovered: said.notCovered ?? null,
    share,
    unexplained: share === null ? null : Math.max(0, share - parts),
    addsUp: rest === null || share === null ? null : rest === discount && parts - share <= roundingCents,
  }
}

/** The figures of a whole claim. A share below zero, which a reversing line can cause, is nobody's debt: we treat it as unknown. */
export function figuresOfClaim(said: Adjudicated): Figures {
  const figures = computeFigures(said)
  if (figures.share === null || figures.share >= 0) return figures
  return { ...figures, discount: said.discount ?? null, share: null, unexplained: null, addsUp: null }
}

/** The figures of a duplicate claim, or of one of its lines: nobody pays it again (MP-8). */
export function figuresOfDuplicate(figures: Figures): Figures {
  const { billed, planPaid, otherPaid } = figures
  const nothing = { deductible: 0, copay: 0, coinsurance: 0, notCovered: 0, share: 0, unexplained: 0 }
  if (billed === null) return { ...figures, ...nothing, addsUp: null }
  return { ...figures, ...nothing, discount: billed - (planPaid ?? 0) - (otherPaid ?? 0), addsUp: true }
}

/** How far the parts may be off because files round each part separately. */
export const roundingCents = 5

/** The member's share: as the file gives it, else the sum of its parts, else what no one else pays. */
function computeShare(said: Adjudicated, planPaid: number | null): number | null {
  if (said.memberLiability !== undefined) return readLiability(said, planPaid, said.memberLiability)
  const isUnclear = (said.unclear ?? 0) !== 0
  const parts = isUnclear ? null : sum([said.deductible, said.copay, said.coinsurance, said.notCovered])
  const paid = planPaid === null ? null : planPaid + (said.priorPayerPaid ?? 0)
  // A negative payment, whether a reversal or a wrong sign, says nothing about the share while the care itself is not reversed.
  if (((planPaid ?? 0) < 0 || (said.priorPayerPaid ?? 0) < 0) && (said.allowed ?? said.billed ?? 0) > 0) return parts
  if (isLeftOpen(said)) return null
  if (said.allowed !== undefined && paid !== null) {
    const unpaid = said.allowed - paid
    const notCovered = said.notCovered ?? 0
    // Some payers include noncovered amounts in what they allow; others do not.
    const isMore = notCovered - unpaid > roundingCents || isAllowedApart(said, notCovered)
    const least = notCovered > 0 && isMore ? unpaid + notCovered : unpaid
    // Payments above the allowed amount are interest or a mistake; only a reversal, or a payment alone, takes a share back.
    if ((least < 0 || paid < 0) && said.allowed >= 0) return parts
    return parts !== null && parts - least > roundingCents ? parts : least
  }
  const isSplit = said.deductible !== undefined || said.copay !== undefined || said.coinsurance !== undefined
  if (isSplit || (parts !== null && planPaid === 0)) return parts
  return said.billed === undefined || said.discount === undefined || paid === null
    ? null
    : said.billed - said.discount - paid
}

/** The share as the file gives it, or with what an account paid of it, if the file states only the rest. */
function readLiability(said: Adjudicated, planPaid: number | null, liability: number): number {
  const whole = liability + (said.accountPaid ?? 0)
  const parts = sum([said.deductible, said.copay, said.coinsurance, said.notCovered])
  const unpaid =
    said.allowed === undefined || planPaid === null ? null : said.allowed - planPaid - (said.priorPayerPaid ?? 0)
  const expected = parts ?? unpaid
  const isRest = (said.accountPaid ?? 0) > roundingCents && expected !== null
  return isRest && Math.abs(expected - whole) <= roundingCents ? whole : liability
}

/** Whether nothing is allowed and the file does not say who bears the bill: the provider or the patient. */
function isLeftOpen(said: Adjudicated): boolean {
  const parts = [said.deductible, said.copay, said.coinsurance, said.notCovered, said.memberLiability]
  if (said.allowed !== 0 || parts.some((part) => part !== undefined)) return false
  const paid = sum([said.planPaid ?? sum([said.paidToProvider, said.paidToPatient]) ?? 0, said.priorPayerPaid])
  return paid === 0 && (said.billed ?? 0) > (said.discount ?? 0)
}

/** Whether the noncovered amount is certainly outside the allowed amount: CARIN's allowed is billed less noncovered less discount. */
function isAllowedApart({ billed, discount, allowed }: Adjudicated, notCovered: number): boolean {
  if (billed === undefined || discount === undefined || allowed === undefined) return false
  return Math.abs(billed - notCovered - discount - allowed) <= roundingCents
}

function sum(amounts: readonly (number | undefined)[]): number | null {
  const known = amounts.filter((amount) => amount !== undefined)
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0)
}

/**
 * Merges the amounts of a claim's levels, most reliable level first: an amount at an earlier level stands for the whole claim. What the
 * plan pays comes from a single level, since payers name it in different ways.
 */
export function mergeLevels(levels: readonly Adjudicated[]): Adjudicated {
  const paying = levels.find((level) => payments.some((kind) => level[kind] !== undefined))
  const shown = levels.map((level) => (level === paying ? level : withoutPayments(level)))
  const merged: Adjudicated = Object.assign({}, ...shown.reverse())
  // What is unclear at one level is so for the parts of the share that this level states.
  const splitting = levels.find((level) =>
    [...partsOfShare, 'unclear' as const].some((kind) => level[kind] !== undefined),
  )
  const { unclear: _, ...clear } = merged
  return splitting?.unclear === undefined ? clear : { ...clear, unclear: splitting.unclear }
}

const payments = ['planPaid', 'paidToProvider', 'paidToPatient'] as const

function withoutPayments({ planPaid: _, paidToProvider: __, paidToPatient: ___, ...rest }: Adjudicated): Adjudicated {
  return rest
}

/** Adds up the amounts of several lines; a kind counts only if every line that has amounts states it, or certainly has none of it. */
export function addLines(lines: readonly Adjudicated[]): Adjudicated {
  const clear = lines.map(({ unclear: _, ...line }): Adjudicated => line)
  const speaking = clear.filter((line) => Object.keys(line).length > 0)
  const kinds = new Set(speaking.flatMap((line) => Object.keys(line) as AmountKind[]))
  const unclear = sum(lines.map((line) => line.unclear))
  const isOpen = speaking.some(isLeftOpen) && !speaking.every(isLeftOpen)
  const added = [...kinds].filter(
    // A sum of allowed amounts would imply a share that misses the open lines.
    (kind) =>
      !(kind === 'allowed' && isOpen) && speaking.every((line) => line[kind] !== undefined || isWithout(line, kind)),
  )
  const sums = added.map((kind) => [kind, speaking.reduce((sum, line) => sum + (line[kind] ?? 0), 0)] as const)
  return { ...Object.fromEntries(sums), ...(unclear !== null && { unclear }) }
}

const partsOfShare: ReadonlySet<AmountKind> = new Set(['deductible', 'copay', 'coinsurance', 'notCovered'])

/** Whether a line certainly has none of a part of the share, because its other parts already add up. */
function isWithout(line: Adjudicated, kind: AmountKind): boolean {
  if (!partsOfShare.has(kind)) return false
  const { unexplained, addsUp } = computeFigures(line)
  return unexplained === 0 && addsUp === true
}
