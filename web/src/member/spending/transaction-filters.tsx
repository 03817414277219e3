import { transactionKinds } from '@portico/rules/spending/accounts'
import { useText } from '../../base/texts/text.tsx'
import { DayFilter } from '../../kit/forms/day-filter.tsx'
import { Options } from '../../kit/forms/options.tsx'
import type { TransactionPageData } from '../../shared/spending-parts/spending-types.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { filtersOn, type SpendingQuery, type SpendingSorting, sortings, withoutFilters } from './spending-query.ts'
import styles from './transactions.module.css'

export interface TransactionFiltersProps {
  readonly query: SpendingQuery
  /** Null before the first answer. */
  readonly page: TransactionPageData | null
  readonly onQuery: (query: SpendingQuery) => void
}

/** Filters and sorts the list; every choice takes effect at once and is in the address. */
export function TransactionFilters({ query, page, onQuery }: TransactionFiltersProps) {
  const t = useText()
  const change = (part: Partial<SpendingQuery>) => onQuery({ ...query, ...part, page: 1 })
  const on = filtersOn(query)
  const people = page?.people ?? []
  return (
    <details className={styles.filters} open={on > 0 || undefined}>
      <summary className={styles.summary}>
        {t('spending.filter')}
        {on > 0 && <span className={styles.on}> · {t('spending.filter-active', { count: on })}</span>}
      </summary>
      <div className={styles.fields}>
        <Select label={t('spending.account')} value={query.account} onValue={(account) => change({ account })}>
          <option value="">{t('spending.any-account')}</option>
          <Options
            of={page?.accounts}
            value={({ accountId }) => accountId}
            text={({ accountType, planYear, ending }) =>
              `${t(`spending.short-${accountType}`)} ${planYear} (${ending})`
            }
          />
        </Select>
        <Select
          label={t('spending.kind')}
          value={query.kind}
          onValue={(kind) => change({ kind: kind as SpendingQuery['kind'] })}
        >
          <option value="">{t('spending.any-kind')}</option>
          <Options of={transactionKinds} text={(one) => t(`spending.kind-${one}`)} />
        </Select>
        {people.length > 1 && (
          <Select label={t('spending.person')} value={query.person} onValue={(person) => change({ person })}>
            <option value="">{t('spending.anyone')}</option>
            <Options of={people} value={(one) => one.memberId} text={(one) => `${one.firstName} ${one.lastName}`} />
          </Select>
        )}
        <Select
          label={t('spending.sort')}
          value={query.sorting}
          onValue={(sorting) => change({ sorting: sorting as SpendingSorting })}
        >
          <Options of={sortings} text={(one) => t(`spending.sort-${one}`)} />
        </Select>
        <DayFilter
          label={t('spending.from-day')}
          value={query.from}
          wrong={t('spending.date-wrong')}
          onDay={(from) => change({ from })}
        />
        <DayFilter
          label={t('spending.to-day')}
          value={query.to}
          wrong={t('spending.date-wrong')}
          onDay={(to) => change({ to })}
        />
        {on > 0 && (
          <Button variant="quiet" onClick={() => onQuery(withoutFilters(query))}>
            {t('spending.filter-clear')}
          </Button>
        )}
      </div>
    </details>
  )
}
