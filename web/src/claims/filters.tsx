import { claimCategories } from '@portico/rules/claims/category'
import { claimStates } from '@portico/rules/claims/state'
import type { ClaimPageData } from '../claim-parts/claim-looks.ts'
import { DayFilter } from '../forms/day-filter.tsx'
import { Options } from '../forms/options.tsx'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Select } from '../ui/select.tsx'
import styles from './filters.module.css'
import { type ClaimListQuery, type ClaimSorting, filtersOn, sortings, start } from './list-query.ts'

export interface FiltersProps {
  readonly query: ClaimListQuery
  readonly people: ClaimPageData['people']
  readonly onQuery: (query: ClaimListQuery) => void
}

/** Filters and sorts the list (MP-3); every choice takes effect at once. */
export function ClaimFilters({ query, people, onQuery }: FiltersProps) {
  const t = useText()
  const change = (part: Partial<ClaimListQuery>) => onQuery({ ...query, ...part, page: 1 })
  const on = filtersOn(query)
  return (
    <details className={styles.filters} open={on > 0 || undefined}>
      <summary className={styles.summary}>
        {t('claims.filter')}
        {on > 0 && <span className={styles.on}> · {t('claims.filter-active', { count: on })}</span>}
      </summary>
      <div className={styles.fields}>
        {people.length > 1 && (
          <Select label={t('claims.who')} value={query.who} onValue={(who) => change({ who })}>
            <option value="">{t('claims.everybody')}</option>
            <Options of={people} value={(one) => one.memberId} text={(one) => `${one.firstName} ${one.lastName}`} />
          </Select>
        )}
        <Select
          label={t('claims.kind')}
          value={query.kind}
          onValue={(kind) => change({ kind: kind as ClaimListQuery['kind'] })}
        >
          <option value="">{t('claims.any-kind')}</option>
          <Options of={claimCategories} text={(one) => t(`claims.kind-${one}`)} />
        </Select>
        <Select
          label={t('claims.state')}
          value={query.state}
          onValue={(state) => change({ state: state as ClaimListQuery['state'] })}
        >
          <option value="">{t('claims.any-state')}</option>
          <Options of={claimStates} text={(one) => t(`claims.state-${one}`)} />
        </Select>
        <Select
          label={t('claims.sort')}
          value={query.sorting}
          onValue={(sorting) => change({ sorting: sorting as ClaimSorting })}
        >
          <Options of={sortings} text={(one) => t(`claims.sort-${one}`)} />
        </Select>
        <DayFilter
          label={t('claims.from')}
          value={query.from}
          wrong={t('claims.date-wrong')}
          onDay={(from) => change({ from })}
        />
        <DayFilter
          label={t('claims.to')}
          value={query.to}
          wrong={t('claims.date-wrong')}
          onDay={(to) => change({ to })}
        />
        <Checkbox
          className={styles.owe}
          label={t('claims.owe')}
          checked={query.owe}
          onValue={(owe) => change({ owe })}
        />
        {on > 0 && (
          <Button
            variant="quiet"
            onClick={() => onQuery({ ...start, sorting: query.sorting, pageSize: query.pageSize })}
          >
            {t('claims.filter-clear')}
          </Button>
        )}
      </div>
    </details>
  )
}
