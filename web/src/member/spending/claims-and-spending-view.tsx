import { listClaims } from '@portico/contract/calls/claims'
import { listTransactions, spendingSummary } from '@portico/contract/calls/spending'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { SpendingLoading } from '../../shared/spending-parts/spending-loading.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'

/** Left out of the preload list on every page; loaded together with its data. */
const together = createPart(async () => (await import('./together.tsx')).Together)

/** Claims and spending combined (MP-10, HD-4): what is owed, what can pay it, and the latest activity. */
function ClaimsAndSpending() {
  const t = useText()
  const { value, failed, loading, reload } = useLoaded(async (signal) => {
    const [summary, owed, claims, moves] = await Promise.all([
      api.call(spendingSummary, { signal }),
      api.call(listClaims, { query: { owe: 'true' }, signal }),
      api.call(listClaims, { signal }),
      api.call(listTransactions, { signal }),
      together.load(),
    ])
    return { summary, owed, claims, moves }
  })
  return (
    <Page
      title={t('spending.combined-title')}
      about={t('spending.combined-about')}
      status={loading && t('spending.loading')}
    >
      {failed ? (
        <FailedCard onRetry={reload} />
      ) : value === null ? (
        <SpendingLoading />
      ) : (
        <LazyPart part={together} props={value} renderFailed={(retry) => <FailedCard onRetry={retry} />} />
      )}
    </Page>
  )
}

export const view: View = { title: 'spending.combined-title', Component: ClaimsAndSpending }
