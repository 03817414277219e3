import { listClaims } from '@portico/contract/calls/claims'
import { listTransactions, spendingSummary } from '@portico/contract/calls/spending'
import { api } from '../api/api.ts'
import { useLoaded } from '../api/use-loaded.ts'
import type { View } from '../router/view.ts'
import { SpendingLoading } from '../spending-parts/spending-loading.tsx'
import { useText } from '../texts/text.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { createPart, LazyPart } from '../ui/lazy-part.tsx'
import styles from './spending-view.module.css'

/** Named in no list that every page carries; fetched while its data is. */
const together = createPart(async () => (await import('./together.tsx')).Together)

/** Claims and spending as one (MP-10, HD-4): what is owed, what can pay it, and what happened last. */
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
    <div className={styles.view}>
      <h1>{t('spending.combined-title')}</h1>
      <p className={styles.about}>{t('spending.combined-about')}</p>
      <p role="status" className={styles.status}>
        {loading && t('spending.loading')}
      </p>
      {failed ? (
        <Card>
          <ErrorState onRetry={reload} />
        </Card>
      ) : value === null ? (
        <SpendingLoading />
      ) : (
        <LazyPart part={together} props={value} />
      )}
    </div>
  )
}

export const view: View = { title: 'spending.combined-title', Component: ClaimsAndSpending }
