import { exportTransactions, listTransactions } from '@portico/contract/calls/spending'
import { withPageSize } from '@portico/rules/widgets/item-list'
import { ArrowLeftRight, Download } from 'lucide-react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { FileButton } from '../../kit/forms/file-button.tsx'
import type { TransactionPageData } from '../../shared/spending-parts/spending-types.ts'
import { TransactionList } from '../../shared/spending-parts/transaction-list.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { filtersOn, type SpendingQuery, toFilter, withoutFilters } from './spending-query.ts'
import { TransactionFilters } from './transaction-filters.tsx'
import styles from './transactions.module.css'

export interface TransactionsProps {
  readonly query: SpendingQuery
  readonly onQuery: (query: SpendingQuery) => void
}

/** The accounts' transactions, with filters, sums and a download (MP-11). */
export function Transactions({ query, onQuery }: TransactionsProps) {
  const t = useText()
  const asked = { ...toFilter(query), page: String(query.page), pageSize: `${query.pageSize}` as const }
  const {
    last: page,
    loading,
    failed,
    reload,
  } = useLoaded((signal) => api.call(listTransactions, { query: asked, signal }), { key: JSON.stringify(asked) })
  return (
    <Card title={t('spending.transactions')} action={page !== null && page.total > 0 && <ListFile query={query} />}>
      <TransactionFilters query={query} page={page} onQuery={onQuery} />
      <p role="status" className={styles.found}>
        {loading ? t('spending.loading-list') : page !== null && !failed && t('spending.found', { count: page.total })}
      </p>
      {failed ? (
        <ErrorState onRetry={reload} />
      ) : page === null ? (
        [0, 1, 2, 3].map((line) => <Skeleton key={line} shape="line" />)
      ) : page.total === 0 ? (
        <Empty query={query} onQuery={onQuery} />
      ) : (
        <div aria-busy={loading}>
          <Totals totals={page.totals} />
          {page.total > page.transactions.length && (
            <p className={styles.onPaper}>
              {t('spending.print-part', {
                shown: page.transactions.length,
                total: page.total,
                file: t('spending.csv'),
              })}
            </p>
          )}
          <TransactionList page={page} />
          <Pagination
            page={query.page}
            pageSize={query.pageSize}
            total={page.total}
            onPage={(next) => onQuery({ ...query, page: next })}
            onPageSize={(next) => onQuery(withPageSize(query, next))}
          />
        </div>
      )}
    </Card>
  )
}

function ListFile({ query }: { readonly query: SpendingQuery }) {
  const t = useText()
  return (
    <div className={styles.file}>
      <FileButton
        name="spending.csv"
        icon={<Download aria-hidden="true" />}
        fetchFile={() => api.call(exportTransactions, { query: toFilter(query) })}
      >
        {t('spending.csv')}
      </FileButton>
    </div>
  )
}

function Empty({ query, onQuery }: TransactionsProps) {
  const t = useText()
  const isNarrowed = filtersOn(query) > 0
  return (
    <EmptyState
      icon={<ArrowLeftRight />}
      title={isNarrowed ? t('spending.none-title') : t('spending.list-empty')}
      text={isNarrowed && t('spending.none')}
      action={
        isNarrowed && (
          <Button variant="secondary" onClick={() => onQuery(withoutFilters(query))}>
            {t('spending.filter-clear')}
          </Button>
        )
      }
    />
  )
}

function Totals({ totals }: { readonly totals: TransactionPageData['totals'] }) {
  const t = useText()
  const { money } = useFormat()
  const shown = [
    { label: t('spending.in'), cents: totals.inCents },
    { label: t('spending.out'), cents: totals.outCents === 0 ? 0 : -totals.outCents },
    ...(totals.waitingCents === 0 ? [] : [{ label: t('spending.waiting'), cents: -totals.waitingCents }]),
  ]
  return (
    <dl className={styles.totals}>
      {shown.map(({ label, cents }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{money(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}
