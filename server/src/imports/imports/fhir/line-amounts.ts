import { addLines, mergeLevels } from '@portico/rules/claims/figures'
import { type Amounts, type Entry, sumAmounts } from './amounts.ts'
import { listCodes } from './codes.ts'
import type { ExplanationOfBenefit, Item } from './shapes.ts'

/** Lines of a claim as billed, and then those that the payer has added. */
export function listLines(eob: ExplanationOfBenefit): readonly Item[] {
  const totals = listTotalLines(eob)
  return [...eob.item, ...eob.addItem].filter((item) => !totals.includes(item))
}

/** Lines of the revenue code 0001, which repeat the sum of all others; alone, one totals nothing. */
export function listTotalLines(eob: ExplanationOfBenefit): readonly Item[] {
  const totals = eob.item.filter(isTotalLine)
  return totals.length < eob.item.length ? totals : []
}

function isTotalLine({ revenue }: Item): boolean {
  return listCodes(revenue).some((code) => /^0{0,3}1$/.test(code))
}

interface Level {
  readonly adjudication: readonly Entry[]
  readonly detail?: readonly Level[]
  readonly subDetail?: readonly Level[]
}

/** Amounts of a line. What it says itself sums up its details, whose amounts count only for what it leaves out. */
export function amountsOfLine({ adjudication, detail, subDetail }: Level): Amounts {
  const own = sumAmounts(adjudication)
  const parts = [...(detail ?? []), ...(subDetail ?? [])].map(amountsOfLine)
  if (parts.length === 0) return own
  return {
    known: mergeLevels([own.known, addLines(parts.map(({ known }) => known))]),
    others: own.others.length > 0 ? own.others : parts.flatMap(({ others }) => others),
  }
}
