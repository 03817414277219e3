import { claimCategories } from '@portico/rules/claims/category'
import { claimStates } from '@portico/rules/claims/state'
import { type RefObject, useState } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { DayFilter } from '../../kit/forms/day-filter.tsx'
import { Options } from '../../kit/forms/options.tsx'
import type { ClaimPageData } from '../../shared/claim-parts/claim-looks.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './filters.module.css'
import { type ClaimListQuery, type ClaimSorting, filtersOn, sortings } from './list-query.ts'

export interface FiltersProps {
  readonly query: ClaimListQuery
  readonly people: ClaimPageData['people']
  readonly providers: ClaimPageData['providers']
  /** '' for any; not in the query, because it reveals health information. */
  readonly provider: string
  readonly onQuery: (query: ClaimListQuery) => void
  readonly onProvider: (provider: string) => void
  readonly onClear: () => void
  /** The element that opens and closes the filters. */
  readonly summary: RefObject<HTMLElement | null>
}

/** Filters and sorts the list (MP-3); every choice takes effect at once. */
export function ClaimFilters(props: FiltersProps) {
  const { query, people, providers, provider, onQuery, onProvider, onClear, summary } = props
  const t = useText()
  const change = (part: Partial<ClaimListQuery>) => onQuery({ ...query, ...part, page: 1 })
  const on = filtersOn(query) + (provider === '' ? 0 : 1)
  // Only the initial state: closing the filters later would take the focus away from someone who clears one.
  const [opened] = useState(on > 0)
  return (
    <details className={styles.filters} open={opened || undefined}>
      <summary ref={summary} className={styles.summary}>
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
        <Select label={t('claims.provider')} value={provider} onValue={onProvider}>
          <option value="">{t('claims.any-provider')}</option>
          <Options of={providers} text={(one) => one} />
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
          <Button variant="quiet" onClick={onClear}>
            {t('claims.filter-clear')}
          </Button>
        )}
      </div>
    </details>
  )
}
