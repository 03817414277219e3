import { agencyClients } from '@portico/contract/calls/clients'
import { agencyLeads } from '@portico/contract/calls/leads'
import { easternParts } from '@portico/rules/time/eastern'
import { useCallback } from 'react'
import { api } from '../base/api/api.ts'
import { useLoaded } from '../base/api/use-loaded.ts'
import { usePage } from '../base/page-state.tsx'
import { Link } from '../base/router/link.tsx'
import { links } from '../base/router/links.ts'
import { useFormat } from '../base/texts/format.ts'
import { useMomentFormat } from '../base/texts/moment.tsx'
import { useText } from '../base/texts/text.tsx'
import { useNow } from '../base/use-now.ts'
import { NumberLink } from '../kit/phone/number-link.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { More } from './more.tsx'
import styles from './producer.module.css'
import { QuoteButton } from './quote-button.tsx'
import type { Agency } from './types.ts'

const shownLeads = 5

/**
 * Today's follow-ups, the leads due first, and clients whose plan ends within 60 days (AG-4), depending on the viewer's
 * entitlements.
 */
export function TodayCards({ agency }: { readonly agency: Agency }) {
  const [hasLeads, hasClients] = [agency.entitlements.includes('leads'), agency.entitlements.includes('clients')]
  const load = useCallback((signal: AbortSignal) => loadToday(hasLeads, hasClients, signal), [hasLeads, hasClients])
  const { value, failed, reload } = useLoaded(load)
  if (!hasLeads && !hasClients) return null
  if (value === null) return failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />
  return (
    <>
      <FollowUps today={value} />
      {hasLeads && <Leads today={value} />}
      {hasClients && <Renewals today={value} mayQuote={agency.entitlements.includes('quote')} />}
    </>
  )
}

interface TodayProps {
  readonly today: Awaited<ReturnType<typeof loadToday>>
}

async function loadToday(hasLeads: boolean, hasClients: boolean, signal: AbortSignal) {
  const [leads, dueLeads, dueClients, ending] = await Promise.all([
    hasLeads ? api.call(agencyLeads, { query: {}, signal }) : null,
    hasLeads ? api.call(agencyLeads, { query: { view: 'follow-ups' }, signal }) : null,
    hasClients ? api.call(agencyClients, { query: { view: 'follow-ups' }, signal }) : null,
    hasClients ? api.call(agencyClients, { query: { view: 'ending' }, signal }) : null,
  ])
  return {
    leads: leads?.leads ?? [],
    followUps: [
      ...(dueLeads?.leads ?? []).map(({ leadId: id, ...one }) => ({ id, part: 'leads', ...one })),
      ...(dueClients?.clients ?? []).map(({ clientId: id, ...one }) => ({ id, part: 'clients', ...one })),
    ],
    due: (dueLeads?.total ?? 0) + (dueClients?.total ?? 0),
    renewals: ending?.clients ?? [],
    ending: ending?.total ?? 0,
  }
}

function FollowUps({ today }: TodayProps) {
  const t = useText()
  const format = useFormat()
  const day = easternParts(new Date(usePage().now)).day
  const { followUps } = today
  return (
    <Card title={t('producer.follow-ups.title')}>
      {followUps.length === 0 && <p className={styles.muted}>{t('producer.follow-ups.none')}</p>}
      <ul className={styles.plain}>
        {followUps.map(({ id, part, firstName, lastName, followUpOn, phone }) => (
          <li key={id} className={styles.line}>
            <Link to={links.producer(part)}>
              {firstName} {lastName}
            </Link>
            <span className={styles.muted}>
              {phone !== null && (
                <>
                  <NumberLink number={phone} />,{' '}
                </>
              )}
              {followUpOn !== null && (followUpOn === day ? t('format.today') : format.date(followUpOn))}
            </span>
          </li>
        ))}
      </ul>
      <More shown={followUps.length} total={today.due} onMore={null} />
    </Card>
  )
}

/** The leads due first; those that should have been answered by now say so, as in the list of all of them. */
export function Leads({ today }: { readonly today: Pick<TodayProps['today'], 'leads'> }) {
  const t = useText()
  const moments = useMomentFormat()
  const { moment: now } = useNow()
  return (
    <Card
      title={t('producer.leads.title')}
      action={<Link to={links.producer('leads')}>{t('producer.leads.all')}</Link>}
    >
      {today.leads.length === 0 && <p className={styles.muted}>{t('leads.none.title')}</p>}
      <ul className={styles.plain}>
        {today.leads.slice(0, shownLeads).map(({ leadId, firstName, lastName, dueAt }) => (
          <li key={leadId} className={styles.line}>
            <span>
              {firstName} {lastName}
            </span>
            <span className={styles.muted}>
              {Date.parse(dueAt) < Date.parse(now) && <Badge tone="danger">{t('leads.late')}</Badge>}{' '}
              {t('leads.due', { at: moments.dateTime(dueAt) })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface RenewalsProps extends TodayProps {
  readonly mayQuote: boolean
}

function Renewals({ today, mayQuote }: RenewalsProps) {
  const t = useText()
  const format = useFormat()
  const { renewals } = today
  return (
    <Card title={t('producer.renewals.title')}>
      {renewals.length === 0 && <p className={styles.muted}>{t('producer.renewals.none')}</p>}
      <ul className={styles.plain}>
        {renewals.map(({ clientId, firstName, lastName, email, plans, coverageEnds }) => (
          <li key={clientId} className={styles.line}>
            <span>
              {firstName} {lastName}
              <span className={styles.muted}> {plans.join(', ')}</span>
            </span>
            {coverageEnds !== null && (
              <span className={styles.muted}>{t('producer.ends', { day: format.date(coverageEnds) })}</span>
            )}
            {mayQuote && (
              <QuoteButton
                market="under65"
                person={{ clientId, firstName, lastName, email: email ?? '' }}
                zipCode={null}
              />
            )}
          </li>
        ))}
      </ul>
      <More shown={renewals.length} total={today.ending} onMore={null} />
    </Card>
  )
}
