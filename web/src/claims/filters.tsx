import { claimCategories } from '@portico/rules/claims/category'
import { claimStates } from '@portico/rules/claims/state'
import { formatDate, parseDate } from '@portico/rules/validation/date'
import { useEffect, useState } from 'react'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Select } from '../ui/select.tsx'
import { useNow } from '../use-now.ts'
import type { ClaimPageData } from './claim-looks.ts'
import styles from './filters.module.css'
import { filtersOn, type ListQuery, type Sorting, sortings, start } from './list-query.ts'

export interface FiltersProps {
  readonly query: ListQuery
  readonly people: ClaimPageData['people']
  readonly onQuery: (query: ListQuery) => void
}

/** What narrows and orders the list (MP-3); every choice counts at once. */
export function Filters({ query, people, onQuery }: FiltersProps) {
  const t = useText()
  const change = (part: Partial<ListQuery>) => onQuery({ ...query, ...part, page: 1 })
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
            {people.map((one) => (
              <option key={one.memberId} value={one.memberId}>
                {one.firstName} {one.lastName}
              </option>
            ))}
          </Select>
        )}
        <Select
          label={t('claims.kind')}
          value={query.kind}
          onValue={(kind) => change({ kind: kind as ListQuery['kind'] })}
        >
          <option value="">{t('claims.any-kind')}</option>
          {claimCategories.map((one) => (
            <option key={one} value={one}>
              {t(`claims.kind-${one}`)}
            </option>
          ))}
        </Select>
        <Select
          label={t('claims.state')}
          value={query.state}
          onValue={(state) => change({ state: state as ListQuery['state'] })}
        >
          <option value="">{t('claims.any-state')}</option>
          {claimStates.map((one) => (
            <option key={one} value={one}>
              {t(`claims.state-${one}`)}
            </option>
          ))}
        </Select>
        <Select
          label={t('claims.sort')}
          value={query.sorting}
          onValue={(sorting) => change({ sorting: sorting as Sorting })}
        >
          {sortings.map((one) => (
            <option key={one} value={one}>
              {t(`claims.sort-${one}`)}
            </option>
          ))}
        </Select>
        <Day label={t('claims.from')} value={query.from} onDay={(from) => change({ from })} />
        <Day label={t('claims.to')} value={query.to} onDay={(to) => change({ to })} />
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

interface DayProps {
  readonly label: string
  /** `yyyy-mm-dd`, '' for none. */
  readonly value: string
  readonly onDay: (day: string) => void
}

/** A day that counts once it is whole; one that is wrong is told when the field is left. */
function Day({ label, value, onDay }: DayProps) {
  const t = useText()
  const { moment } = useNow()
  const [text, setText] = useState(() => shown(value))
  const [wrong, setWrong] = useState(false)
  useEffect(() => setText(shown(value)), [value])
  const read = (typed: string) => {
    const [year = 0, month = 0, day = 0] = moment.slice(0, 10).split('-').map(Number)
    const date = parseDate(typed, { year, month, day })
    return date && [date.year, date.month, date.day].map((part) => String(part).padStart(2, '0')).join('-')
  }
  return (
    <DateField
      label={label}
      value={text}
      error={wrong ? t('claims.date-wrong') : undefined}
      onValue={setText}
      onBlur={() => {
        const day = text.trim() === '' ? '' : read(text.trim())
        setWrong(day === null)
        if (day !== null && day !== value) onDay(day)
      }}
    />
  )
}

function shown(value: string): string {
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number)
  return value === '' ? '' : formatDate({ year, month, day })
}
