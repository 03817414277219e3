import type { PayloadOf } from '@portico/contract/call'
import { checkAppHosts, decideApp, listApps } from '@portico/contract/calls/apps'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './administration.module.css'

type Apps = PayloadOf<typeof listApps>
type App = Apps['apps'][number]
type Decision = 'listed' | 'refused' | 'ended'

const load = (signal: AbortSignal) => api.call(listApps, { signal })
const tones = { waiting: 'warning', listed: 'success', refused: 'neutral', ended: 'danger' } as const

/** The registered apps, and the plan's decision about each (OS-36). */
export function RegisteredApps() {
  const t = useText()
  const { value, failed, failure, reload, change } = useLoaded(load)
  if (value === null) {
    return failed ? <ErrorState onRetry={reload} text={t(toText(failure))} /> : <Skeleton shape="block" />
  }
  if (value.apps.length === 0) {
    return (
      <EmptyState
        title={t('administration.apps.none')}
        text={t('administration.apps.none-text')}
        action={<a href="/developers/">{t('administration.apps.none-link')}</a>}
      />
    )
  }
  return (
    <div className={styles.cards}>
      {value.apps.map((app) => (
        <AppCard key={app.clientId} app={app} onApps={(apps) => change(() => apps)} />
      ))}
    </div>
  )
}

function toText(failure: unknown) {
  const isOfAll = failure instanceof Error && 'code' in failure && failure.code === 'WRONG-ROLE'
  return isOfAll ? 'administration.apps.ofAll' : 'shell.failed'
}

interface AppProps {
  readonly app: App
  readonly onApps: (apps: Apps) => void
}

function AppCard({ app, onApps }: AppProps) {
  const t = useText()
  const format = useFormat()
  const { attestation, state } = app
  const said = attestation && [
    t(attestation.sells ? 'administration.apps.sells' : 'administration.apps.sellsNot'),
    t(attestation.deletes ? 'administration.apps.deletes' : 'administration.apps.deletesNot'),
    t(attestation.hipaa ? 'administration.apps.hipaa' : 'administration.apps.hipaaNot'),
  ]
  return (
    <Card
      title={<bdi>{app.name}</bdi>}
      action={<Badge tone={tones[state]}>{t(`administration.apps.state.${state}`)}</Badge>}
    >
      <p>
        <bdi>{[app.maker, app.contactEmail].filter(Boolean).join(', ')}</bdi>
      </p>
      <p className={lettering.key}>
        {t('administration.apps.since', { date: format.date(app.registeredAt), people: app.people })}
      </p>
      <ul className={styles.plain}>
        {[app.homeUrl, app.policyUrl, app.launchUrl, ...app.redirectUris].map(
          (address) =>
            address !== null && (
              <li key={address}>
                <bdi>{address}</bdi>
              </li>
            ),
        )}
      </ul>
      <Hosts hosts={app.hosts} />
      {app.organization !== null && (
        <p>
          {t(`administration.apps.of.${app.organization.kind}`, {
            name: app.organization.name,
            numbers: [app.organization.naic ?? '', ...app.organization.npis].filter(Boolean).slice(0, 20).join(', '),
          })}
        </p>
      )}
      <p>{said === null ? t('administration.apps.saysNothing') : said.join(' ')}</p>
      {app.reason !== null && <p>{t('administration.apps.because', { reason: app.reason })}</p>}
      {state !== 'ended' && <Decisions app={app} onApps={onApps} />}
    </Card>
  )
}

/** What an administrator can do about an app, with a reason. */
function Decisions({ app, onApps }: AppProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const action = useAction({ 'field.required': 'administration.apps.needsReason' })
  const decide = (state: Decision) =>
    action.run(async () => {
      onApps(await api.call(decideApp, { params: { appId: app.clientId }, body: { state, reason } }))
      setReason('')
    })
  const check = () => action.run(async () => onApps(await api.call(checkAppHosts, { params: { appId: app.clientId } })))
  const { state } = app
  return (
    <div className={styles.plain}>
      <TextField
        id={`reason-${app.clientId}`}
        label={t('administration.apps.reason')}
        value={reason}
        maxLength={300}
        onValue={setReason}
      />
      <Problem text={action.problem} />
      <div className={styles.buttons}>
        {state !== 'listed' && (
          <Button busy={action.busy} onClick={() => decide('listed')}>
            {t('administration.apps.list')}
          </Button>
        )}
        {state === 'waiting' && (
          <Button variant="secondary" busy={action.busy} onClick={() => decide('refused')}>
            {t('administration.apps.refuse')}
          </Button>
        )}
        <Button variant="secondary" busy={action.busy} onClick={check}>
          {t('administration.apps.check')}
        </Button>
        <Button variant="danger" busy={action.busy} onClick={() => decide('ended')}>
          {t('administration.apps.end')}
        </Button>
      </div>
    </div>
  )
}

/** Whether the hosts that an app names belong to its maker, as of the last check. */
function Hosts({ hosts }: Pick<App, 'hosts'>) {
  const t = useText()
  const format = useFormat()
  if (hosts === null) return null
  const { checkedAt, found } = hosts
  if (found.length === 0) return <p role="status">{t('administration.apps.hosts.none')}</p>
  return (
    <div role="status">
      <p>{t('administration.apps.checked', { date: format.date(checkedAt) })}</p>
      <ul className={styles.plain}>
        {found.map(({ host, proof }) => (
          <li key={host}>{t(`administration.apps.host.${proof}`, { host })}</li>
        ))}
      </ul>
    </div>
  )
}
