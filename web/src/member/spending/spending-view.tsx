import { Printer } from 'lucide-react'
import { useNavigate, useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { AccountCards } from '../../shared/spending-parts/accounts.tsx'
import { NoAccounts } from '../../shared/spending-parts/no-accounts.tsx'
import { Payable } from '../../shared/spending-parts/payable.tsx'
import { SpendingLoading } from '../../shared/spending-parts/spending-loading.tsx'
import type { SummaryData } from '../../shared/spending-parts/spending-types.ts'
import { Button } from '../../ui/button.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { Select } from '../../ui/select.tsx'
import { readSpendingQuery, type SpendingQuery, spendingAddress } from './spending-query.ts'
import styles from './spending-view.module.css'
import { useSummary } from './use-summary.ts'
import { Year } from './year.tsx'

/** Below everything else, and loaded after it. */
const belowYear = createPart(async () => (await import('./below-year.tsx')).BelowYear)

/** Spending accounts: their balance, how long it lasts, what they may pay, and their transactions (MP-10, MP-11). */
function Spending() {
  const t = useText()
  const navigate = useNavigate()
  const query = readSpendingQuery(useRoute().params)
  const { last: summary, failed, loading, reload } = useSummary(query.year)
  const show = (next: SpendingQuery) => navigate(spendingAddress(next), { quiet: true, replace: true })
  return (
    <Page
      title={t('spending.title')}
      about={t('spending.about')}
      status={loading && t('spending.loading')}
      className={styles.page}
      tools={
        summary?.state === 'loaded' && (
          <div className={styles.tools}>
            <YearSelect summary={summary} onYear={(year) => show({ ...query, year, page: 1 })} />
            <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
              {t('spending.print')}
            </Button>
          </div>
        )
      }
    >
      {failed ? (
        <FailedCard onRetry={reload} />
      ) : summary === null ? (
        <SpendingLoading />
      ) : summary.state === 'loaded' ? (
        <div aria-busy={loading} className={styles.parts}>
          <AccountCards accounts={summary.accounts} />
          <Payable summary={summary} />
          <Year year={query.year} />
          <LazyPart
            part={belowYear}
            props={{ hasOutlook: query.year === '', transactions: { query, onQuery: show } }}
            renderFailed={(retry) => <FailedCard onRetry={retry} />}
          />
        </div>
      ) : (
        <div className={styles.parts}>
          <NoAccounts state={summary.state} />
          <LazyPart part={belowYear} props={{ hasOutlook: true, transactions: null }} />
        </div>
      )}
    </Page>
  )
}

interface YearSelectProps {
  readonly summary: SummaryData
  readonly onYear: (year: string) => void
}

function YearSelect({ summary, onYear }: YearSelectProps) {
  const t = useText()
  if (summary.years.length < 2) return null
  return (
    <Select label={t('spending.year')} value={String(summary.year)} onValue={onYear}>
      <Options of={summary.years} text={(year) => year} />
    </Select>
  )
}

export const view: View = { title: 'spending.title', Component: Spending }
