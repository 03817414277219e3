import { addLines, mergeLevels } from '@portico/rules/claims/figures'
import { type Amounts, type Entry, sumAmounts } from './amounts.ts'
import { listCodes } from './codes.ts'
import type { ExplanationOfBenefit, Item } from './shapes.ts'

/** Lines of a claim as billed, followed by those that the payer has added. */
export function listLines(eob: ExplanationOfBenefit): readonly Item[] {
  const totals = listTotalLines(eob)
  return [...eob.item, ...eob.addItem].filter((item) => !totals.includes(item))
}

/** Lines with revenue code 0001, which repeat the sum of all others; a single line is never a total. */
export function listTotalLines(eob: ExplanationOfBenefit): readonly Item[] {
  const totals = eob.item.filter(isTotalLine)
  return totals.length < eob.item.length ? totals : []
}

/** Also if a line without a service has the revenue code in place of the service. */
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

/** The amounts of a line. Its own amounts already include those of its details, which count only for amounts that the line leaves out. */
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
