import type { Adjustment, ClaimPart, Decision, PartLine } from './part.ts'

/** The amounts of a claim or a line, in whole cents; null: the file does not state them. */
export interface Adjusted {
  readonly billed: number | null
  readonly allowed: number | null
  readonly discount: number | null
  readonly paid: number | null
  readonly otherPaid: number | null
  readonly deductible: number | null
  readonly copay: number | null
  readonly coinsurance: number | null
  readonly notCovered: number | null
  readonly share: number | null
  /** What an account of the patient paid toward their share. */
  readonly accountPaid: number | null
}

type Adjusting = Pick<Decision, 'billed' | 'paid' | 'share' | 'adjustments'> & Partial<Pick<Decision, 'status'>>
interface OfClaim {
  readonly decision: Adjusting
  readonly part?: Pick<ClaimPart, 'content'>
  readonly lines?: readonly PartLine[]
}

/**
 * Reasons for a patient's share (CARC): for any care, blood, major medical, physicians billed by a hospital, people with a low-income
 * subsidy. `part` has no name of its own: a Medicaid patient's monthly share or spend-down, and the reduction of psychiatric care.
 */
const shareCodes: Readonly<Record<string, 'deductible' | 'coinsurance' | 'copay' | 'part'>> = {
  '1': 'deductible',
  '66': 'deductible',
  '126': 'deductible',
  '247': 'deductible',
  '2': 'coinsurance',
  '127': 'coinsurance',
  '248': 'coinsurance',
  '3': 'copay',
  '241': 'copay',
  '122': 'part',
  '142': 'part',
  '178': 'part',
}

/** Whether an adjustment is the patient's share under the plan's terms, not care that is not covered. */
function isShareOfCosts({ group, code }: Pick<Adjustment, 'group' | 'code'>): boolean {
  return group === 'PR' && shareCodes[code] !== undefined
}

/** Reasons for a contractual discount (CARC). */
const discountCodes: ReadonlySet<string> = new Set([
  '42',
  '44',
  '45',
  '131',
  'A2',
  '24',
  '59',
  '90',
  '94',
  // Included in the payment for another service.
  '97',
  '234',
  '101',
  '103',
  '102',
  '118',
  '144',
  '161',
  '172',
  '203',
  '215',
  '231',
  '237',
  '253',
  // A code that only reports how care was given: it has no price, or one of a cent.
  '246',
])

function isDiscount({ group, code }: Pick<Adjustment, 'group' | 'code'>): boolean {
  return group === 'CO' && discountCodes.has(code)
}

/** Reasons that leave an amount to another payer, who decides about it: neither a discount nor a statement about what the patient owes. */
const leftCodes: ReadonlySet<string> = new Set(['22', '109', 'B11'])

/**
 * Reasons for holding back a part of a payment after its price was agreed: withheld money, penalties, taxes, sequestration, and a
 * provider's extra earnings.
 */
const heldBackCodes: ReadonlySet<string> = new Set(['104', '105', '144', '161', '237', '253'])

/**
 * Reasons for moving amounts between lines that are paid as one: a line paid above its charge (94, below zero), and a line paid with
 * another.
 */
const bundlingCodes: ReadonlySet<string> = new Set(['94', '97', '234'])

/** Interest that a late payer adds: part of the payment, but of no amount of the claim. */
const interestCode = '225'

/**
 * Whether an adjustment is a payment from the patient's spending account: part of their share. It is below zero if the payer has paid it
 * out with its own money (CLP04) and deducted it from what the patient owes (CLP05).
 */
function isAccount({ code }: Pick<Adjustment, 'code'>): boolean {
  return code === '187'
}

/**
 * Whether the plan has paid an adjustment to the patient or the subscriber instead of the provider, whatever its group code: neither owed
 * nor a reduction.
 */
function isPaidToPatient({ code }: Pick<Adjustment, 'code'>): boolean {
  return code === '100'
}

function isLeftToOthers({ group, code }: Pick<Adjustment, 'group' | 'code'>): boolean {
  return group === 'OA' && leftCodes.has(code)
}

/**
 * The amounts of decisions that count together, from their adjustments (FD-2): those of the claim and of its lines add up. Nobody owes what
 * the provider (CO) or the payer (PI) bears; OA 23 is the effect of another insurance.
 */
export function sumDecisions(claims: readonly OfClaim[]): Adjusted {
  const each = claims.map(amountsOfOne)
  const sum = (key: keyof Adjusted, isWhole: boolean) => {
    const values = each.map((one) => one[key])
    const known = values.filter((value) => value !== null)
    return known.length === 0 || (isWhole && known.length < values.length)
      ? null
      : known.reduce((all, one) => all + one, 0)
  }
  return {
    billed: sum('billed', true),
    allowed: sum('allowed', true),
    discount: sum('discount', false),
    paid: sum('paid', true),
    otherPaid: sum('otherPaid', false),
    deductible: sum('deductible', false),
    copay: sum('copay', false),
    coinsurance: sum('coinsurance', false),
    notCovered: sum('notCovered', false),
    share: sum('share', true),
    accountPaid: sum('accountPaid', false),
  }
}

function amountsOfOne({ decision, part, lines = part?.content.lines ?? [] }: OfClaim): Adjusted {
  const isLine = lines.length === 1 && part === undefined
  const said = isLine
    ? decision.adjustments
    : [...decision.adjustments, ...lines.flatMap(({ adjustments }) => adjustments)]
  const isInterest = ({ group, code }: Adjustment) => group !== 'PR' && code === interestCode
  const fromAccount = said.filter(isAccount).reduce((sum, { cents }) => sum + cents, 0)
  const all = said.filter((one) => !isInterest(one) && !isPaidToPatient(one) && !(isAccount(one) && fromAccount < 0))
  const interest = said.filter(isInterest).reduce((sum, { cents }) => sum - cents, 0)
  const toPatient = sumPaidToPatient(said)
  const paid = decision.paid === null ? null : decision.paid - interest + Math.min(fromAccount, 0) + toPatient.all
  const total = (matches: (one: Adjustment) => boolean) => {
    const some = all.filter(matches)
    return some.length === 0 ? null : some.reduce((sum, { cents }) => sum + cents, 0)
  }
  const isPatient = ({ group }: Adjustment) => group === 'PR'
  // The code lists require OA; some payers write CO or PI.
  const isOther = ({ group, code }: Adjustment) => group !== 'PR' && code === '23'
  const isBorne = (one: Adjustment) => !isPatient(one) && !isOther(one) && !isLeftToOthers(one) && !isAccount(one)
  const borne = total(isBorne)
  // Only a contract determines the price; then amounts that the payer bears are not part of it either.
  const hasContract = all.some(({ group, code }) => group === 'CO' || (group === 'OA' && bundlingCodes.has(code)))
  // If the unpaid part is only the patient's share, or paid by another insurance, the price is the billed amount.
  const isWholePrice =
    all.length > 0 &&
    all.every((one) => isShareOfCosts(one) || isOther(one)) &&
    decision.billed !== null &&
    decision.billed === (paid ?? 0) + all.reduce((sum, { cents }) => sum + cents, 0)
  // A claim that is passed on to another payer leaves it to that payer what the patient owes.
  const isSentOn = decision.status === '23' && (decision.share ?? 0) === 0
  // Some payers do not count their payment to the patient in CLP05, whatever its group code.
  const isCounted = decision.share !== (total(isPatient) ?? 0)
  const share = decision.share === null || !isCounted ? decision.share : decision.share - toPatient.inShare
  const stated = isSentOn ? null : fromAccount < 0 ? total(isPatient) : (share ?? total(isPatient))
  return {
    billed: decision.billed,
    allowed: computeAllowed(
      decision,
      lines,
      hasContract ? (total((one) => isBorne(one) && !heldBackCodes.has(one.code)) ?? 0) : isWholePrice ? 0 : null,
    ),
    discount: borne,
    paid,
    otherPaid: total(isOther),
    deductible: total((one) => isPatient(one) && shareCodes[one.code] === 'deductible'),
    copay: total((one) => isPatient(one) && shareCodes[one.code] === 'copay'),
    coinsurance: total((one) => isPatient(one) && shareCodes[one.code] === 'coinsurance'),
    notCovered: total((one) => isPatient(one) && shareCodes[one.code] === undefined && !isAccount(one)),
    accountPaid: fromAccount === 0 ? null : Math.abs(fromAccount),
    // A payment states everything that it does not pay: without a patient's part, the patient owes nothing.
    share:
      stated ??
      (!isSentOn &&
      decision.billed !== null &&
      paid !== null &&
      decision.billed === paid + (borne ?? 0) + (total(isOther) ?? 0)
        ? 0
        : null),
  }
}

/** What the patient or the subscriber was paid, and how much of it CLP05 includes as owed to the provider. */
export function sumPaidToPatient(adjustments: readonly Adjustment[]): {
  readonly all: number
  readonly inShare: number
} {
  const sum = (some: readonly Adjustment[]) => some.reduce((total, { cents }) => total + cents, 0)
  const paid = adjustments.filter(isPaidToPatient)
  return { all: sum(paid), inShare: sum(paid.filter(({ group }) => group === 'PR')) }
}

/** The sum of what is neither paid nor a discount nor a patient's share. */
export function sumLost(adjustments: readonly Adjustment[]): number {
  return adjustments.reduce(
    (sum, one) =>
      isDiscount(one) ||
      isAccount(one) ||
      isPaidToPatient(one) ||
      isShareOfCosts(one) ||
      (one.group === 'OA' && !isLeftToOthers(one))
        ? sum
        : sum + one.cents,
    0,
  )
}

/** Whether nothing is paid because nothing is covered: payers seldom say so in CLP02, and X298 to X300 have no place for it. */
export function isAllLost({
  decision,
  part,
}: {
  readonly decision: Decision
  readonly part: Pick<ClaimPart, 'content'>
}): boolean {
  const all = [...decision.adjustments, ...part.content.lines.flatMap(({ adjustments }) => adjustments)]
  const [lost, discount] = [sumLost(all), all.reduce((sum, one) => (isDiscount(one) ? sum + one.cents : sum), 0)]
  return decision.paid === 0 && lost > 0 && lost + discount >= (decision.billed ?? 0)
}

/** Whether the share that a decision states (CLP05) equals its adjustments; true if either is missing. */
export function isShareExplained({ content: { decision, lines } }: Pick<ClaimPart, 'content'>): boolean {
  if (decision === null || decision.share === null || decision.status === '22') return true
  const all = [...decision.adjustments, ...lines.flatMap(({ adjustments }) => adjustments)]
  const shares = all.filter(({ group }) => group === 'PR')
  return all.length === 0 || shares.reduce((sum, { cents }) => sum + cents, 0) === decision.share
}

/** The sum of the lines' B6 if all have it, else the billed amount less the contractual discount. */
function computeAllowed({ billed }: Adjusting, lines: readonly PartLine[], contract: number | null): number | null {
  if (lines.length > 0 && lines.every(({ allowed }) => allowed !== null))
    return lines.reduce((sum, { allowed }) => sum + (allowed ?? 0), 0)
  return billed === null || contract === null ? null : billed - contract
}
