import { readProvider, recordShown } from '@portico/contract/calls/finder'
import { formatPhone } from '@portico/rules/validation/phone'
import { ArrowLeft, CircleDollarSign, Flag, Navigation, Printer } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText, useTexts } from '../../base/texts/text.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { NumberLink } from '../../kit/phone/number-link.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { focusOn } from '../../ui/focus.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Badges, Corrections, fullName, postalAddress, SaveButton } from './entry-item.tsx'
import styles from './finder.module.css'
import { PrimaryChoices } from './primary-choices.tsx'
import { ReportDialog } from './report-dialog.tsx'
import type { EntryData, FinderPerson } from './types.ts'
import { useVisitCosts, VisitPrice } from './visits.tsx'

interface ProfileProps extends FinderPerson {
  readonly providerId: string
  readonly place: string
  readonly onBack: () => void
}

/** Everything the directory says about a provider, and as of when (MP-23, MP-25). */
export function ProviderProfile({ providerId, place, mine, isMember, onMine, onBack }: ProfileProps) {
  const t = useText()
  const { brand } = usePage()
  const { value, failed, reload } = useLoaded(
    (signal) => api.call(readProvider, { body: { brand: brand.code, providerIds: [providerId], place }, signal }),
    { key: providerId },
  )
  const [first] = value?.entries ?? []
  return (
    <div className={styles.profile}>
      <Button variant="quiet" className={styles.back} icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
        {t('finder.back')}
      </Button>
      {failed ? (
        <FailedCard onRetry={reload} />
      ) : first === undefined || value === null ? (
        <Card>
          <Skeleton shape="title" />
          <Skeleton shape="line" />
          <Skeleton shape="line" />
        </Card>
      ) : (
        <>
          <Head first={first} entries={value.entries} mine={mine} isMember={isMember} onMine={onMine} />
          <ul aria-label={t('finder.places')} className={styles.places}>
            {value.entries.map((entry) => (
              <li key={entry.place}>
                <Place entry={entry} />
              </li>
            ))}
          </ul>
          {value.more > 0 && <p className={styles.small}>{t('finder.more-places', { count: value.more })}</p>}
          {isMember && <Shown providerId={providerId} />}
          {!isMember && <p className={styles.small}>{t('finder.sign-in-to-save')}</p>}
        </>
      )}
    </div>
  )
}

interface HeadProps extends Pick<ProfileProps, 'mine' | 'isMember' | 'onMine'> {
  readonly first: EntryData
  readonly entries: readonly EntryData[]
}

function Head({ first, entries, mine, isMember, onMine }: HeadProps) {
  const t = useText()
  const format = useMomentFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  const [reporting, setReporting] = useState(false)
  const [said, setSaid] = useState('')
  const visit = useVisitCosts(entries.slice(0, 1), isMember).get(first.npi ?? '')
  useLayoutEffect(() => {
    focusOn(heading.current)
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  const formatAddress = (place: string) => {
    const entry = entries.length > 1 ? entries.find((one) => one.place === place) : undefined
    return entry && `${postalAddress(entry)} · `
  }
  const own = mine?.reports.filter(({ providerId }) => providerId === first.providerId) ?? []
  return (
    <Card>
      <h2 ref={heading} tabIndex={-1} className={styles.profileName}>
        {fullName(first)}
      </h2>
      <p className={styles.care}>
        {first.specialties.map((one) => one.name).join(', ') || first.specialtyName || t(`finder.kind-${first.kind}`)}
      </p>
      <Badges entry={first} mine={mine} />
      {visit !== undefined && <VisitPrice visit={visit} />}
      {!first.verified && (
        <Alert tone="warning">
          <p>{t('finder.unverified-long')}</p>
        </Alert>
      )}
      <div className={styles.profileTools}>
        {isMember && mine !== null && <SaveButton entry={first} mine={mine} onMine={onMine} />}
        {isMember && first.npi !== null && (
          <ButtonLink
            to={links.careCost({ provider: first.npi })}
            variant="secondary"
            icon={<CircleDollarSign aria-hidden="true" />}
          >
            {t('finder.price')}
          </ButtonLink>
        )}
        {isMember && mine !== null && <PrimaryChoices entries={entries} mine={mine} onMine={onMine} onDone={setSaid} />}
        <Button variant="quiet" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          {t('finder.print')}
        </Button>
        {isMember && (
          <Button variant="quiet" icon={<Flag aria-hidden="true" />} onClick={() => setReporting(true)}>
            {t('finder.wrong')}
          </Button>
        )}
      </div>
      <p role="status">{said}</p>
      {own.map((report) => (
        <p key={report.reportedAt} className={styles.small}>
          {formatAddress(report.place)}
          {t(`finder.report-${report.kind}`)}:{' '}
          {report.outcome === null
            ? t('finder.report-open', { day: format.date(report.dueOn) })
            : t(`finder.report-${report.outcome}`)}
        </p>
      ))}
      <ReportDialog
        open={reporting}
        entries={entries}
        onClose={() => setReporting(false)}
        onDone={(dueOn) => {
          setReporting(false)
          setSaid(t('finder.report-done', { day: format.dateLong(dueOn) }))
        }}
      />
    </Card>
  )
}

function Place({ entry }: { readonly entry: EntryData }) {
  const { t, language } = useTexts()
  const format = useMomentFormat()
  const names = new Intl.DisplayNames([language], { type: 'language' })
  const formatKnown = (is: boolean | null) => (is === null ? null : t(is ? 'finder.yes' : 'finder.no'))
  const rows = [
    ['finder.languages', entry.languages.map((one) => names.of(one) ?? one).join(', ')],
    ['finder.hours', entry.hours],
    ['finder.affiliations', entry.affiliations.join(', ')],
    ['finder.rating', entry.rating === null ? null : t('finder.rating-of', { rating: entry.rating })],
    ['finder.telehealth', formatKnown(entry.telehealth)],
    ['finder.wheelchair', formatKnown(entry.wheelchair)],
    ['finder.saturday', formatKnown(entry.saturday)],
  ] as const
  return (
    <Card title={[entry.city, entry.state].filter(Boolean).join(', ')} headingLevel={3}>
      {entry.corrected.length > 0 && (
        <Alert tone="info">
          <Corrections entry={entry} />
        </Alert>
      )}
      <dl className={styles.facts}>
        <dt>{t('finder.address')}</dt>
        <dd>
          {postalAddress(entry)}
          {entry.miles !== null && <span className={styles.muted}> · {t('finder.away', { miles: entry.miles })}</span>}
          {!entry.exact && <span className={styles.small}> {t('finder.approximate')}</span>}
          <br />
          <a
            href={`https://www.openstreetmap.org/directions?to=${entry.lat}%2C${entry.lon}`}
            target="_blank"
            rel="noreferrer"
            className={styles.directions}
          >
            <Navigation aria-hidden="true" /> {t('finder.directions')}{' '}
            <span className={styles.small}>({t('finder.directions-note')})</span>
          </a>
        </dd>
        <dt>{t('finder.phone')}</dt>
        <dd>{entry.phone === null ? t('finder.unknown') : <NumberLink number={entry.phone} />}</dd>
        {entry.website !== null && (
          <>
            <dt>{t('finder.website')}</dt>
            <dd>
              <a href={entry.website} target="_blank" rel="noreferrer">
                {new URL(entry.website).hostname}
              </a>
            </dd>
          </>
        )}
        <dt>{t('finder.networks')}</dt>
        <dd>{entry.networks.map(({ name }) => name).join(', ') || t('finder.network-unknown')}</dd>
        <dt>{t('finder.new-patients')}</dt>
        <dd>{formatKnown(entry.accepting) ?? t('finder.unknown')}</dd>
        {rows.map(([label, text]) =>
          text === null || text === '' ? null : (
            <div key={label} className={styles.fact}>
              <dt>{t(label)}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
        <dt>{t('finder.confirmed')}</dt>
        <dd>{entry.verifiedOn === null ? t('finder.unknown') : format.dateLong(entry.verifiedOn)}</dd>
      </dl>
    </Card>
  )
}

/** The directory data that the member has been shown and when, including this time: by law, they can rely on it. */
function Shown({ providerId }: { readonly providerId: string }) {
  const t = useText()
  const format = useMomentFormat()
  const { value } = useLoaded((signal) => api.call(recordShown, { body: { providerId }, signal, background: true }), {
    key: providerId,
  })
  if (value === null || value.shown.length === 0) return null
  return (
    <Card title={t('finder.shown')}>
      <p className={styles.small}>{t('finder.shown-about')}</p>
      <ul className={styles.shown}>
        {value.shown.map(({ shownAt, entries }) => (
          <li key={shownAt}>
            <strong>{format.dateTime(shownAt)}</strong>
            {entries.map(({ address, phone, networks }) => (
              <p key={`${address} ${phone}`}>
                {[
                  address,
                  phone === null ? null : formatPhone(phone),
                  networks.length > 0
                    ? t('finder.shown-networks', { names: networks.join(', ') })
                    : t('finder.shown-no-network'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {value.total > value.shown.length && (
        <p className={styles.small}>{t('finder.shown-more', { shown: value.shown.length, total: value.total })}</p>
      )}
    </Card>
  )
}
