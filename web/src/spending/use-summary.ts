import { spendingSummary } from '@portico/contract/calls/spending'
import { api } from '../api/api.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { usePage } from '../page-state.tsx'
import type { SummaryData } from '../spending-parts/spending-types.ts'

/** The accounts in a plan year, '' for the current one; server-rendered data is shown as it is. */
export function useSummary(year: string) {
  const { view } = usePage()
  const rendered = view.name === 'spending' && year === '' ? view.summary : null
  return useLoaded<SummaryData>((signal) => api.call(spendingSummary, { query: year === '' ? {} : { year }, signal }), {
    key: year,
    known: rendered,
  })
}
