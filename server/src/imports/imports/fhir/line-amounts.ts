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

/** Also where the code of a line without a service stands in the service's place. */
function isTotalLine({ revenue, productOrService }: Pick<Item, 'revenue' | 'productOrService'>): boolean {
  const isTotal = (code: string) => /^0{0,3}1$/.test(code)
  const ofRevenue = productOrService?.coding.filter(({ system }) => /revenue|rev_cntr/i.test(system ?? '')) ?? []
  return listCodes(revenue).some(isTotal) || listCodes({ coding: ofRevenue }).some(isTotal)
}

interface Level extends Pick<Item, 'revenue' | 'productOrService'> {
  readonly adjudication: readonly Entry[]
  readonly detail?: readonly Level[]
  readonly subDetail?: readonly Level[]
}

/** Amounts of a line. What it says itself sums up its details, whose amounts count only for what it leaves out. */
export function amountsOfLine({ adjudication, detail, subDetail }: Level): Amounts {
  const own = sumAmounts(adjudication)
  const all = [...(detail ?? []), ...(subDetail ?? [])]
  const single = all.filter((part) => !isTotalLine(part))
  const parts = (single.length > 0 ? single : all).map(amountsOfLine)
  if (parts.length === 0) return own
  return {
    known: mergeLevels([own.known, addLines(parts.map(({ known }) => known))]),
    others: own.others.length > 0 ? own.others : parts.flatMap(({ others }) => others),
  }
}
