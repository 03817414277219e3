import type { PayloadOf } from '@portico/contract/call'
import { yearReports } from '@portico/contract/calls/reports'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './administration.module.css'

type Reports = PayloadOf<typeof yearReports>

const load = (signal: AbortSignal) => api.call(yearReports, { signal })

/** The year's reports (OS-80): for CMS, and for the public. */
export function YearReports() {
  const { value, failed, reload } = useLoaded(load)
  if (value === null) return failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />
  return (
    <div className={styles.cards}>
      <Transfers transfers={value.transfers} />
      {value.authorizations.map((one) => (
        <Authorizations key={`${one.brand} ${one.year}`} of={one} />
      ))}
      <Addresses hasFigures={value.authorizations.length > 0} />
    </div>
  )
}

function Transfers({ transfers }: Pick<Reports, 'transfers'>) {
  const t = useText()
  return (
    <Card title={t('administration.reports.transfers')}>
      <p className={lettering.key}>{t('administration.reports.transfers-about')}</p>
      {transfers.length === 0 && <p>{t('administration.reports.transfers-none')}</p>}
      <ul className={styles.plain}>
        {transfers.map(({ brand, name, year, members, again, apps }) => (
          <li key={`${brand} ${year}`}>
            <p className={lettering.name}>{t('administration.reports.of', { name, year: `${year}` })}</p>
            <p className={lettering.key}>{t('administration.reports.transfer', { members, again, apps })}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Authorizations({ of }: { readonly of: Reports['authorizations'][number] }) {
  const t = useText()
  const format = useMomentFormat()
  const { brand, name, year, shares, times, unsaid, newest, countedAt } = of
  return (
    <Card title={t('administration.reports.of', { name, year: `${year}` })}>
      <ul className={styles.plain}>
        {shares.map(({ name: share, count, of: all, percent }) => (
          <li key={share}>
            {t(`administration.reports.${share}`)}:{' '}
            {percent === null
              ? t('administration.reports.no-request')
              : t('administration.reports.share', { percent: format.number(percent), count, of: all })}
          </li>
        ))}
        {times.map(({ name: time, hours }) => (
          <li key={time}>
            {t(`administration.reports.${time}`)}:{' '}
            {hours === null
              ? t('administration.reports.unknown')
              : t('administration.reports.hours', { hours: format.number(hours) })}
          </li>
        ))}
      </ul>
      {unsaid > 0 && <p className={lettering.key}>{t('administration.reports.unsaid', { count: unsaid })}</p>}
      <p className={lettering.key}>
        {t('administration.reports.age', {
          newest: format.dateTime(newest),
          counted: format.dateTime(countedAt),
        })}
      </p>
      <p>
        <a href={`/prior-authorization/${brand}`}>{t('administration.reports.public')}</a>
      </p>
    </Card>
  )
}

function Addresses({ hasFigures }: { readonly hasFigures: boolean }) {
  const t = useText()
  return (
    <Card title={t('administration.reports.addresses')}>
      {!hasFigures && <p>{t('administration.reports.figures-none')}</p>}
      <p className={lettering.key}>{t('administration.reports.addresses-about')}</p>
      <p>
        <a href="/fhir/endpoints.csv">{t('administration.reports.endpoints')}</a>
      </p>
    </Card>
  )
}
