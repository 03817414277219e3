import { exportAudit, searchAudit } from '@portico/contract/calls/oversight'
import { Download } from 'lucide-react'
import { type FormEvent, useCallback, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { saveAnswer } from '../../base/api/save-file.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './administration.module.css'
import { Chain } from './chain.tsx'

const texts = ['person', 'member', 'record', 'action'] as const
const days = ['from', 'to'] as const
type Filters = Readonly<Partial<Record<(typeof texts)[number] | (typeof days)[number], string>>>

/** The audit log (AD-4), searched by person, member, record, action and day. The search itself is audited too. */
export function AuditLog() {
  const t = useText()
  const [typed, setTyped] = useState<Filters>({})
  const [asked, setAsked] = useState<Filters & { readonly before?: string }>({})
  const load = useCallback((signal: AbortSignal) => api.call(searchAudit, { body: asked, signal }), [asked])
  const { value, last, failed, reload } = useLoaded(load, { key: JSON.stringify(asked) })
  const shown = value ?? last
  const exporting = useAction({}, 'administration.failed')
  const keepGiven = () => Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== ''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(keepGiven())
  }
  const save = () =>
    exporting.run(async () => {
      const { before: _before, ...filters } = asked
      saveAnswer(await api.call(exportAudit, { body: filters }), `${t('administration.log.file')}.csv`)
    })
  return (
    <>
      <Chain />
      <form method="post" className={styles.filters} onSubmit={submit}>
        {texts.map((name) => (
          <TextField
            key={name}
            label={t(`administration.log.${name}`)}
            value={typed[name] ?? ''}
            onValue={(text) => setTyped({ ...typed, [name]: text })}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
        {days.map((name) => (
          <TextField
            key={name}
            type="date"
            label={t(`administration.log.${name}`)}
            value={typed[name] ?? ''}
            onValue={(text) => setTyped({ ...typed, [name]: text })}
          />
        ))}
        <div className={styles.buttons}>
          <Button type="submit">{t('administration.search')}</Button>
          <Button variant="secondary" busy={exporting.busy} icon={<Download aria-hidden="true" />} onClick={save}>
            {t('administration.log.export')}
          </Button>
        </div>
      </form>
      <Problem text={exporting.problem} />
      {failed && <ErrorState onRetry={reload} />}
      {shown === null && !failed && <Skeleton shape="block" />}
      {shown?.events.length === 0 && (
        <EmptyState title={t('administration.log.none')} text={t('administration.log.none-text')} />
      )}
      <ol className={styles.rows}>
        {shown?.events.map((event) => (
          <Event key={event.eventId} event={event} />
        ))}
      </ol>
      {shown !== null && (
        <div className={styles.buttons}>
          {asked.before !== undefined && (
            <Button variant="quiet" onClick={() => setAsked(keepGiven())}>
              {t('administration.log.newest')}
            </Button>
          )}
          {shown.next !== null && (
            <Button variant="secondary" onClick={() => setAsked({ ...asked, before: shown.next ?? '' })}>
              {t('administration.log.older')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

type Found = NonNullable<
  ReturnType<typeof useLoaded<Awaited<ReturnType<typeof api.call<typeof searchAudit>>>>>['value']
>

function Event({ event }: { readonly event: Found['events'][number] }) {
  const t = useText()
  const format = useMomentFormat()
  const { by, as, at, action, outcome, memberNumber, recordType, recordId, address, seq, times } = event
  return (
    <li className={styles.event}>
      <div>
        <p className={styles.name}>
          {by ?? t('administration.log.nobody')}
          {as !== null && <span className={styles.explained}>{t('administration.log.as', { as })}</span>}
        </p>
        <p className={styles.muted}>{format.dateTime(at)}</p>
      </div>
      <div>
        <p className={styles.badges}>
          <code className={styles.code}>{action}</code>
          {outcome !== 'done' && <Badge tone="warning">{t(`administration.outcome.${outcome}`)}</Badge>}
          {times !== null && <Badge tone="neutral">{t('administration.log.times', { count: times })}</Badge>}
        </p>
        <p className={styles.muted}>
          {recordType} {recordId !== null && <code className={styles.code}>{recordId}</code>}
        </p>
      </div>
      <p className={styles.small}>
        {memberNumber === null ? '' : t('administration.accounts.number', { number: memberNumber })}
        <span className={styles.explained}>{address}</span>
      </p>
      <p className={styles.muted}>
        {seq === null ? t('administration.log.unsealed') : t('administration.log.seq', { seq: format.number(seq) })}
      </p>
    </li>
  )
}
