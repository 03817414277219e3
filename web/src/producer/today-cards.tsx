import { agencyClients } from '@portico/contract/calls/clients'
import { agencyLeads } from '@portico/contract/calls/leads'
import { easternParts } from '@portico/rules/time/eastern'
import { useCallback, useState } from 'react'
import { api } from '../base/api/api.ts'
import { useLoaded } from '../base/api/use-loaded.ts'
import { usePage } from '../base/page-state.tsx'
import { Link } from '../base/router/link.tsx'
import { links } from '../base/router/links.ts'
import { useFormat } from '../base/texts/format.ts'
import { useMomentFormat } from '../base/texts/moment.tsx'
import { useText } from '../base/texts/text.tsx'
import { useNow } from '../base/use-now.ts'
import lettering from '../kit/layout/lettering.module.css'
import { NumberLink } from '../kit/phone/number-link.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ClientDialog } from './client-dialog.tsx'
import { AgencyLead } from './leads.tsx'
import { More } from './more.tsx'
import styles from './producer.module.css'
import { QuoteButton } from './quote-button.tsx'
import { type Agency, toPerson } from './types.ts'

const shownLeads = 5

/**
 * Today's follow-ups, the leads due first, and clients whose plan ends within 60 days (AG-4), depending on the viewer's
 * entitlements.
 */
export function TodayCards({ agency }: { readonly agency: Agency }) {
  const [hasLeads, hasClients] = [agency.entitlements.includes('leads'), agency.entitlements.includes('clients')]
  const load = useCallback((signal: AbortSignal) => loadToday(hasLeads, hasClients, signal), [hasLeads, hasClients])
  const { value: fresh, last, failed, reload } = useLoaded(load)
  const value = fresh ?? (failed ? null : last)
  if (!hasLeads && !hasClients) return null
  if (value === null) return failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />
  return (
    <>
      <FollowUps today={value} onChanged={reload} />
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
      ...(dueLeads?.leads ?? []).map((one) => ({ id: one.leadId, lead: one, client: null, one })),
      ...(dueClients?.clients ?? []).map((one) => ({ id: one.clientId, lead: null, client: one, one })),
    ],
    agents: dueClients?.agents ?? null,
    due: (dueLeads?.total ?? 0) + (dueClients?.total ?? 0),
    renewals: ending?.clients ?? [],
    ending: ending?.total ?? 0,
  }
}

interface FollowUpsProps extends TodayProps {
  /** Called after an action about somebody is saved. */
  readonly onChanged: () => void
}

/** The people to call today: each opens here, to write down the conversation and the next day. */
function FollowUps({ today, onChanged }: FollowUpsProps) {
  const t = useText()
  const format = useFormat()
  const day = easternParts(new Date(usePage().now)).day
  const { followUps, agents } = today
  const [openedId, setOpenedId] = useState('')
  const [said, setSaid] = useState('')
  const opened = followUps.find(({ id }) => id === openedId)
  const onClose = () => setOpenedId('')
  const onSaved = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) => {
    onClose()
    setSaid(t('leads.saved', { name: `${firstName} ${lastName}` }))
    onChanged()
  }
  return (
    <Card title={t('producer.follow-ups.title')}>
      <p role="status" className={styles.said}>
        {said}
      </p>
      {followUps.length === 0 && <p className={lettering.key}>{t('producer.follow-ups.none')}</p>}
      <ul className={styles.plain}>
        {followUps.map(({ id, one: { firstName, lastName, followUpOn, phone } }) => (
          <li key={id} className={styles.line}>
            <Button
              variant="quiet"
              aria-label={t('leads.open', { name: `${firstName} ${lastName}` })}
              onClick={() => setOpenedId(id)}
            >
              {firstName} {lastName}
            </Button>
            <span className={lettering.key}>
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
      {opened?.lead && <AgencyLead key={openedId} lead={opened.lead} onSaved={onSaved} onClose={onClose} />}
      {opened?.client && (
        <ClientDialog key={openedId} client={opened.client} agents={agents} onSaved={onSaved} onClose={onClose} />
      )}
    </Card>
  )
}

/** The leads due first; overdue ones say so, as in the full list. */
export function Leads({ today }: { readonly today: Pick<TodayProps['today'], 'leads'> }) {
  const t = useText()
  const moments = useMomentFormat()
  const { moment: now } = useNow()
  return (
    <Card
      title={t('producer.leads.title')}
      action={<Link to={links.producer('leads')}>{t('producer.leads.all')}</Link>}
    >
      {today.leads.length === 0 && <p className={lettering.key}>{t('leads.none.title')}</p>}
      <ul className={styles.plain}>
        {today.leads.slice(0, shownLeads).map(({ leadId, firstName, lastName, dueAt }) => (
          <li key={leadId} className={styles.line}>
            <span>
              {firstName} {lastName}
            </span>
            <span className={lettering.key}>
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
      {renewals.length === 0 && <p className={lettering.key}>{t('producer.renewals.none')}</p>}
      <ul className={styles.plain}>
        {renewals.map((client) => (
          <li key={client.clientId} className={styles.line}>
            <div className={styles.renewal}>
              <p>
                {client.firstName} {client.lastName}
              </p>
              <p className={lettering.key}>{client.plans.join(', ')}</p>
              {client.coverageEnds !== null && (
                <p className={lettering.key}>{t('producer.ends', { day: format.date(client.coverageEnds) })}</p>
              )}
            </div>
            {mayQuote && <QuoteButton market="under65" person={toPerson(client)} zipCode={null} />}
          </li>
        ))}
      </ul>
      <More shown={renewals.length} total={today.ending} onMore={null} />
    </Card>
  )
}
