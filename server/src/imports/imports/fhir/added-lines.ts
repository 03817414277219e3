import { computeFigures } from '@portico/rules/claims/figures'
import { hasCode, isCalled } from './codes.ts'
import { amountsOfLine } from './line-amounts.ts'
import type { AddedItem, Adjudication, ExplanationOfBenefit } from './shapes.ts'

type BilledItem = ExplanationOfBenefit['item'][number]
type Detail = BilledItem['detail'][number]
type Line = BilledItem | Detail

/**
 * Makes each charge of a claim count once. Lines added by the payer may replace the lines of the bill, or details of one, that they name.
 * Files also name a line just to say what they add to. So added lines replace a line only if nothing on the bill's line is paid or owed and
 * they repeat its charge (or, where the bill's line has nothing but its charge, state none). The replaced line keeps its description and
 * loses its amounts.
 */
export function settleAdded(eob: ExplanationOfBenefit): ExplanationOfBenefit {
  if (eob.addItem.every(({ itemSequence }) => itemSequence.length === 0)) return eob
  const taken = new Set<Line>()
  const given = new Map<AddedItem, Adjudication>()
  const groups = Map.groupBy(eob.addItem, ({ itemSequence, detailSequence }) => `${itemSequence} ${detailSequence}`)
  for (const added of groups.values()) {
    const named = findNamed(eob, added[0] as AddedItem)
    const charge = sumCharges(named)
    if (charge === null || named.some((line) => taken.has(line) || isSettled(line))) continue
    const own = added.flatMap((one) => amountsOfLine(one).known.billed ?? [])
    const isSaid = own.length === added.length && own.reduce((sum, one) => sum + one, 0) === charge
    if (!isSaid && (own.length > 0 || added.length > 1 || named.some(isDecided))) continue
    for (const line of named) taken.add(line)
    if (!isSaid) given.set(added[0] as AddedItem, buildCharge(charge))
  }
  const strip = <Given extends Line>(line: Given): Given => (taken.has(line) ? withoutAmounts(line) : line)
  return {
    ...eob,
    item: eob.item.map((one) => {
      const own = strip(one)
      return own === one ? { ...one, detail: one.detail.map(strip) } : { ...own, net: undefined, detail: [] }
    }),
    addItem: eob.addItem.map((one) => {
      const charge = given.get(one)
      return charge === undefined ? one : { ...one, adjudication: [...one.adjudication, charge] }
    }),
  }
}

function findNamed({ item }: ExplanationOfBenefit, { itemSequence, detailSequence }: AddedItem): readonly Line[] {
  const isAmong = ({ sequence }: Line, said: AddedItem['itemSequence']) =>
    sequence !== undefined && said.includes(sequence)
  const lines = item.filter((one) => isAmong(one, itemSequence))
  if (detailSequence.length === 0) return lines
  return lines.flatMap(({ detail }) => detail.filter((one) => isAmong(one, detailSequence)))
}

/** The sum of the charges of some lines; null if one has no charge, or if there are no lines. */
function sumCharges(lines: readonly Line[]): number | null {
  const charges = lines.flatMap((line) => amountsOfLine(line).known.billed ?? [])
  if (charges.length < lines.length || lines.length === 0) return null
  return charges.reduce((sum, one) => sum + one, 0)
}

/** Whether a line has any decision besides its charge. */
function isDecided({ adjudication }: Line): boolean {
  return adjudication.some((one) => one.reason !== undefined || !hasCode(one.category, 'submitted'))
}

/** Whether any amount of a line is paid or owed. */
function isSettled(line: Line): boolean {
  const { planPaid, otherPaid, share } = computeFigures(amountsOfLine(line).known)
  return [planPaid, otherPaid, share].some((one) => (one ?? 0) !== 0)
}

/** Removes the amounts and the denial of a line whose charge another line has. */
function withoutAmounts<Given extends Line>(line: Given): Given {
  const adjudication = line.adjudication
    .filter(({ category, reason }) => !isCalled(reason, ['denied']) && !hasCode(category, 'line_prcsg_ind_cd'))
    .map((one) => ({ ...one, amount: undefined }))
  return { ...line, adjudication }
}

function buildCharge(amount: number): Adjudication {
  const category = { coding: [{ system: undefined, code: 'submitted', display: undefined }], text: undefined }
  return { extension: [], category, reason: undefined, amount, value: undefined }
}
