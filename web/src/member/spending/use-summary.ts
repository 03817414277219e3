import { spendingSummary } from '@portico/contract/calls/spending'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import type { SummaryData } from '../../shared/spending-parts/spending-types.ts'

/** The accounts in a plan year, '' for the current one; server-rendered data is shown as it is. */
export function useSummary(year: string) {
  const { view } = usePage()
  const rendered = view.name === 'spending' && year === '' ? view.summary : null
  return useLoaded<SummaryData>((signal) => api.call(spendingSummary, { query: year === '' ? {} : { year }, signal }), {
    key: year,
    known: rendered,
  })
}
