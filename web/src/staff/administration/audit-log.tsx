import { exportAudit, searchAudit } from '@portico/contract/calls/oversight'
import { Download } from 'lucide-react'
import { type FormEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { saveAnswer } from '../../base/api/save-file.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useKeptState } from '../../base/storage/use-kept-state.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './administration.module.css'
import { AuditEvent } from './audit-event.tsx'
import { Chain } from './chain.tsx'

const texts = ['person', 'member', 'record', 'action'] as const
const days = ['from', 'to'] as const
type Field = (typeof texts)[number] | (typeof days)[number]
type Fields = Readonly<Record<Field, string>>
const nothing: Fields = { person: '', member: '', record: '', action: '', from: '', to: '' }
/** The search's parameters, with the place to continue from. */
type Asked = Readonly<Partial<Record<Field | 'before', string>>>

const keepGiven = (fields: Fields): Asked =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ''))

/** The audit log (AD-4), searched by person, member, record, action and day. The search itself is audited too. */
export function AuditLog() {
  const t = useText()
  const [kept, keep] = useKeptState('audit', nothing)
  const [before, setBefore] = useState<string | null>(null)
  const asked = useMemo(() => ({ ...keepGiven(kept), ...(before !== null && { before }) }), [kept, before])
  const load = useCallback((signal: AbortSignal) => api.call(searchAudit, { body: asked, signal }), [asked])
  const { value, last, failed, reload } = useLoaded(load, { key: JSON.stringify(asked) })
  const shown = value ?? last
  const exporting = useAction({}, 'administration.failed')
  const search = (fields: Fields) => {
    setBefore(null)
    keep(fields)
    reload()
  }
  const save = () =>
    exporting.run(async () => {
      saveAnswer(await api.call(exportAudit, { body: keepGiven(kept) }), `${t('administration.log.file')}.csv`)
    })
  return (
    <>
      <Chain />
      <LogSearch kept={kept} onSearch={search}>
        <Button variant="secondary" busy={exporting.busy} icon={<Download aria-hidden="true" />} onClick={save}>
          {t('administration.log.export')}
        </Button>
      </LogSearch>
      <Problem text={exporting.problem} />
      {failed && <ErrorState onRetry={reload} />}
      {shown === null && !failed && <Skeleton shape="block" />}
      {shown?.events.length === 0 && (
        <EmptyState title={t('administration.log.none')} text={t('administration.log.none-text')} />
      )}
      <ol className={styles.rows}>
        {shown?.events.map((event) => (
          <AuditEvent key={event.eventId} event={event} />
        ))}
      </ol>
      {shown !== null && (
        <div className={styles.buttons}>
          {before !== null && (
            <Button variant="quiet" onClick={() => setBefore(null)}>
              {t('administration.log.newest')}
            </Button>
          )}
          {shown.next !== null && (
            <Button variant="secondary" onClick={() => setBefore(shown.next)}>
              {t('administration.log.older')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

interface LogSearchProps {
  /** The last search. */
  readonly kept: Fields
  readonly onSearch: (fields: Fields) => void
  /** Further buttons. */
  readonly children: ReactNode
}

function LogSearch({ kept, onSearch, children }: LogSearchProps) {
  const t = useText()
  const [changed, setChanged] = useState<Partial<Fields>>({})
  const typed = { ...kept, ...changed }
  const [wrong, setWrong] = useState(false)
  const last = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isBackwards = typed.from !== '' && typed.to !== '' && typed.from > typed.to
    setWrong(isBackwards)
    if (isBackwards) last.current?.focus()
    else onSearch(typed)
  }
  return (
    <form method="post" className={styles.filters} onSubmit={submit}>
      {texts.map((name) => (
        <TextField
          key={name}
          label={t(`administration.log.${name}`)}
          value={typed[name]}
          onValue={(text) => setChanged({ ...changed, [name]: text })}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
      ))}
      {days.map((name) => (
        <TextField
          key={name}
          type="date"
          ref={name === 'to' ? last : undefined}
          error={name === 'to' && wrong ? t('administration.log.order') : undefined}
          label={t(`administration.log.${name}`)}
          value={typed[name]}
          onValue={(text) => {
            setChanged({ ...changed, [name]: text })
            setWrong(false)
          }}
        />
      ))}
      <div className={styles.buttons}>
        <Button type="submit">{t('administration.search')}</Button>
        {children}
      </div>
    </form>
  )
}
