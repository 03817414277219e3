import { roundingCents } from '@portico/rules/claims/figures'
import { type Entry, sumAmounts } from './amounts.ts'
import { hasCode, listCodes } from './codes.ts'
import type { Adjudication, Concept, ExplanationOfBenefit } from './shapes.ts'

/**
 * X12's group codes say who bears an amount that is not covered: the provider by contract (CO) or the payer (PI). Nobody bills the patient
 * for it, so it counts as a discount if no discount is stated. A total has no reason: if it equals the sum of the lines' amounts, theirs
 * replace it.
 */
export function settleBorne(given: ExplanationOfBenefit): ExplanationOfBenefit {
  const eob = settleUnowed(given)
  const lines = [...eob.item, ...eob.addItem]
  const ofLines = lines.flatMap(listNotCovered)
  if (![...ofLines, ...eob.adjudication].some(isBorne)) return eob
  const sum = ofLines.reduce((all, { amount = 0 }) => all + amount, 0)
  const isSum = ({ category, amount }: Pick<Adjudication, 'category' | 'amount'>) =>
    hasCode(category, 'noncovered') && amount === sum && ofLines.some(isBorne)
  const settle = <Given extends Adjudicated>(line: Given): Given => ({
    ...line,
    adjudication: line.adjudication.map(markBorne),
    ...(line.detail && { detail: line.detail.map(settle) }),
    ...(line.subDetail && { subDetail: line.subDetail.map(settle) }),
  })
  return {
    ...eob,
    item: eob.item.map(settle),
    addItem: eob.addItem.map(settle),
    adjudication: eob.adjudication.flatMap((one) => (isSum(one) ? ofLines : [one])).map(markBorne),
    total: eob.total.flatMap((one) => (isSum(one) ? joinParts(ofLines) : [one])),
  }
}

/** The sums of those amounts that others bear, and of those that they do not. */
function joinParts(parts: readonly Adjudication[]) {
  return [parts.filter(isBorne), parts.filter((one) => !isBorne(one))].flatMap(([first, ...more]) => {
    if (first === undefined) return []
    const amount = more.reduce((sum, one) => sum + (one.amount ?? 0), first.amount ?? 0)
    return markBorne({ ...first, amount })
  })
}

interface Adjudicated {
  readonly adjudication: readonly Adjudication[]
  readonly detail?: readonly Adjudicated[]
  readonly subDetail?: readonly Adjudicated[]
}

/** A line's amounts that are not covered, or else its details'. */
function listNotCovered({ adjudication, detail = [], subDetail = [] }: Adjudicated): readonly Adjudication[] {
  const own = adjudication.filter(({ category, amount }) => amount !== undefined && hasCode(category, 'noncovered'))
  return own.length > 0 ? own : [...detail, ...subDetail].flatMap(listNotCovered)
}

function markBorne<Given extends Pick<Adjudication, 'category' | 'reason'>>(one: Given) {
  return isBorne(one) ? { ...one, meaning: 'discount?' as const } : one
}

function isBorne({ category, reason }: Pick<Adjudication, 'category' | 'reason'>): boolean {
  return (
    listCodes(category).every((code) => code === 'noncovered') && hasCode(category, 'noncovered') && isOthers(reason)
  )
}

/** Whether the group code of a reason says that somebody other than the patient bears the amount. */
function isOthers(reason: Concept | undefined): boolean {
  const groups = listCodes(reason).flatMap((code) => /^(co|pi|pr|oa|cr)(?:[-: ]*[a-z]?\d{1,3})?$/.exec(code)?.[1] ?? [])
  return groups.length > 0 && groups.every((group) => group === 'co' || group === 'pi')
}

/**
 * The same without a reason, if a level states the member's liability, and it is no more than the other parts of the share: then somebody
 * else bears what is not covered. Returns the same object if there is nothing of the kind.
 */
function settleUnowed(eob: ExplanationOfBenefit): ExplanationOfBenefit {
  const settleLine = <Given extends { readonly adjudication: readonly Adjudication[] }>(line: Given): Given => {
    const adjudication = markUnowed(line.adjudication)
    return adjudication === line.adjudication ? line : { ...line, adjudication }
  }
  const settled = {
    ...eob,
    item: eob.item.map(settleLine),
    addItem: eob.addItem.map(settleLine),
    adjudication: markUnowed(eob.adjudication),
    total: markUnowed(eob.total),
  }
  const isSame = (one: readonly unknown[], other: readonly unknown[]) => one.every((part, at) => part === other[at])
  const parts = ['item', 'addItem', 'adjudication', 'total'] as const
  return parts.every((part) => isSame(settled[part], eob[part])) ? eob : (settled as ExplanationOfBenefit)
}

/** A level's amounts, those that are not covered marked as a discount if others bear them. */
function markUnowed<Given extends Entry>(entries: readonly Given[]): readonly Given[] {
  const isUncovered = ({ category }: Entry) => hasCode(category, 'noncovered')
  if (!entries.some(isUncovered)) return entries
  const { known } = sumAmounts(entries)
  const { notCovered = 0, memberLiability, deductible = 0, copay = 0, coinsurance = 0, billed, discount } = known
  const isOwed =
    memberLiability === undefined || Math.abs(deductible + copay + coinsurance - memberLiability) > roundingCents
  if (notCovered === 0 || isOwed) return entries
  const paid =
    (known.planPaid ?? (known.paidToProvider ?? 0) + (known.paidToPatient ?? 0)) + (known.priorPayerPaid ?? 0)
  const rest = (billed ?? memberLiability + paid + notCovered) - paid - memberLiability
  // Beside a stated discount, it must be the rest of the bill.
  const isRest = Math.abs(rest - (discount ?? 0) - notCovered) <= roundingCents
  const isPart =
    discount === undefined && Math.sign(rest) === Math.sign(notCovered) && Math.abs(rest) >= Math.abs(notCovered)
  if (!isRest && !isPart) return entries
  const meaning = discount === undefined ? ('discount?' as const) : ('discount' as const)
  return entries.map((one) => (isUncovered(one) ? { ...one, meaning } : one))
}
