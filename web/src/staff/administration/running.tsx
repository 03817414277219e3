import type { PayloadOf } from '@portico/contract/call'
import { takeBackImport, whatRuns } from '@portico/contract/calls/oversight'
import { importKinds } from '@portico/contract/import-kinds'
import { type ReactNode, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './administration.module.css'
import { Feeds } from './feeds.tsx'
import { Originals } from './originals.tsx'
import { PriceFiles } from './price-files.tsx'

type What = PayloadOf<typeof whatRuns>

const lookPause = 15_000
const load = (signal: AbortSignal, background: boolean) => api.call(whatRuns, { signal, background })

/** The running system (AD-5), refreshed while the page is visible. Problems are marked. */
export function Running() {
  const { value, failed, reload } = useLoaded(load, { lookPause })
  if (value === null) return failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />
  return (
    <div className={styles.cards}>
      <Instances what={value} />
      <Database what={value} />
      <Waiting what={value} />
      <Payments what={value} />
      <Feeds feeds={value.feeds} onDone={reload} />
      <Originals originals={value.originals} />
      <Imports what={value} onChange={reload} />
      <PriceFiles files={value.prices} onDone={reload} />
    </div>
  )
}

interface PartProps {
  readonly what: What
}

function Instances({ what: { instances, version } }: PartProps) {
  const t = useText()
  const format = useMomentFormat()
  return (
    <Card title={t('administration.running.instances')}>
      {instances.length === 0 && <p className={lettering.key}>{t('administration.running.no-instances')}</p>}
      <ul className={styles.plain}>
        {instances.map((one) => (
          <li key={one.instanceId}>
            <p className={styles.badges}>
              <span className={lettering.name}>
                {one.host} · {one.pid}
              </span>
              {one.own && <Badge tone="info">{t('administration.running.own')}</Badge>}
              {one.stale && <Badge tone="danger">{t('administration.running.silent')}</Badge>}
              {one.version !== version && <Badge tone="warning">{one.version}</Badge>}
            </p>
            <p className={lettering.key}>
              {t('administration.running.instance', {
                since: format.dateTime(one.startedAt),
                seen: format.time(one.seenAt),
                count: one.streams,
              })}
            </p>
          </li>
        ))}
      </ul>
      <p className={lettering.key}>{t('administration.running.version', { version })}</p>
    </Card>
  )
}

function Database({ what: { database } }: PartProps) {
  const t = useText()
  const format = useMomentFormat()
  const { connections, engine, version, bytes, migration } = database
  const megabytes = format.number(Math.round(bytes / 1_000_000))
  return (
    <Card title={t('administration.running.database')}>
      <p>{t(`administration.running.engine.${engine}`, { version })}</p>
      <p className={lettering.key}>{t('administration.running.size', { megabytes, migration })}</p>
      <p className={lettering.key}>
        {t('administration.running.connections', {
          open: connections.open,
          idle: connections.idle,
          waiting: connections.waiting,
        })}
      </p>
    </Card>
  )
}

function Waiting({ what: { outbox, scans, sealing } }: PartProps) {
  const t = useText()
  const format = useMomentFormat()
  const line = (
    name: 'outbox' | 'scans' | 'sealing',
    { waiting, oldest, stale }: What['scans'],
    more: ReactNode = null,
  ) => (
    <li key={name}>
      <p className={styles.badges}>
        <span className={lettering.name}>{t(`administration.running.${name}`)}</span>
        {stale && <Badge tone="danger">{t('administration.running.late')}</Badge>}
        {more}
      </p>
      <p className={lettering.key}>
        {t('administration.running.waiting', { count: waiting })}
        {oldest !== null && ` ${t('administration.running.oldest', { at: format.dateTime(oldest) })}`}
      </p>
    </li>
  )
  return (
    <Card title={t('administration.running.queues')}>
      <ul className={styles.plain}>
        {line(
          'outbox',
          outbox,
          outbox.dead > 0 && <Badge tone="warning">{t('administration.running.dead', { count: outbox.dead })}</Badge>,
        )}
        {line('scans', scans)}
        {line('sealing', sealing)}
      </ul>
    </Card>
  )
}

/** Payments of premiums: those without news, and each difference between the ledger and the gateway (MP-19). */
function Payments({ what: { payments } }: PartProps) {
  const t = useText()
  const format = useMomentFormat()
  const { waiting, oldest, stale, checked } = payments
  return (
    <Card title={t('administration.running.payments')}>
      <p className={styles.badges}>
        {t('administration.running.waiting', { count: waiting })}
        {oldest !== null && ` ${t('administration.running.oldest', { at: format.dateTime(oldest) })}`}
        {stale && <Badge tone="danger">{t('administration.running.late')}</Badge>}
      </p>
      {checked === null ? (
        <p className={lettering.key}>{t('administration.running.unchecked')}</p>
      ) : (
        <>
          <p className={lettering.key}>
            {t('administration.running.checked', {
              at: format.dateTime(checked.at),
              gateway: checked.gateway,
              count: checked.payments,
              ledger: format.money(checked.ledgerCents),
              booked: format.money(checked.gatewayCents),
            })}
          </p>
          {checked.bankCents !== null && checked.bankThrough !== null && (
            <p className={lettering.key}>
              {t('administration.running.bank', {
                bank: format.money(checked.bankCents),
                day: format.dateLong(checked.bankThrough),
              })}
            </p>
          )}
          {checked.differences.length === 0 && <Badge tone="success">{t('administration.running.agrees')}</Badge>}
          <ul className={styles.plain}>
            {checked.differences.map(({ kind, paymentId, ref, cents }) => (
              <li key={`${kind} ${paymentId} ${ref}`}>
                <Badge tone="danger">{t(`administration.running.difference.${kind}`)}</Badge> {format.money(cents)}{' '}
                <span className={lettering.key}>
                  {paymentId} {ref}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

const tones = { running: 'info', done: 'success', failed: 'danger' } as const

function Imports({ what: { imports }, onChange }: PartProps & { readonly onChange: () => void }) {
  const t = useText()
  const format = useMomentFormat()
  const [said, setSaid] = useState('')
  const formatRun = ({ kind, brand }: What['imports'][number]) => {
    const known = importKinds.find((one) => one === kind)
    return [known ? t(`administration.import.${known}`) : kind, brand].filter((part) => part !== null).join(', ')
  }
  return (
    <Card title={t('administration.running.imports')} className={styles.wide}>
      <p role="status" className={styles.said}>
        {said}
      </p>
      {imports.length === 0 && <p className={lettering.key}>{t('administration.running.no-imports')}</p>}
      <ul className={styles.plain}>
        {imports.map((run) => (
          <li key={run.runId}>
            <p className={styles.badges}>
              <span className={lettering.name}>{formatRun(run)}</span>
              <Badge tone={tones[run.state]}>{t(`administration.running.state.${run.state}`)}</Badge>
              {run.stale && <Badge tone="danger">{t('administration.running.late')}</Badge>}
            </p>
            <p className={lettering.key}>
              {t('administration.running.import', {
                at: format.dateTime(run.startedAt),
                read: format.number(run.read),
                rejected: format.number(run.rejected),
              })}
              {run.removed > 0 && ` · ${t('administration.running.removed', { count: format.number(run.removed) })}`}
            </p>
            {run.mayTakeBack && (
              <TakeBack
                run={run}
                name={formatRun(run)}
                onDone={() => {
                  setSaid(t('administration.running.taken-back', { name: formatRun(run) }))
                  onChange()
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Restores what a run has replaced: one press, and for a directory another one reverses it. */
function TakeBack({
  run: { runId },
  name,
  onDone,
}: {
  readonly run: What['imports'][number]
  readonly name: string
  readonly onDone: () => void
}) {
  const t = useText()
  const action = useAction({}, 'administration.failed')
  const press = () =>
    action.run(async () => {
      await api.call(takeBackImport, { body: { runId } })
      onDone()
    })
  return (
    <div className={styles.buttons}>
      <Button
        variant="secondary"
        busy={action.busy}
        aria-label={t('administration.running.take-back-named', { name })}
        onClick={press}
      >
        {t('administration.running.take-back')}
      </Button>
      <Problem text={action.problem} />
    </div>
  )
}
