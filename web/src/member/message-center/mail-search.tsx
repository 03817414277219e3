import type { PayloadOf } from '@portico/contract/call'
import { searchMessages } from '@portico/contract/calls/messages'
import { limits } from '@portico/rules/limits'
import type { MessageFolder } from '@portico/rules/messages/folders'
import { Search, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLeaving } from '../../base/api/use-leaving.ts'
import { QuietLink } from '../../base/router/quiet-link.tsx'
import { MarkedParts } from '../../base/texts/marked-parts.tsx'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { type Translate, useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { SafetyHelp } from '../../shared/safety/safety-help.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toFoundId } from './line-ids.ts'
import styles from './mail-search.module.css'

type Results = PayloadOf<typeof searchMessages>

export interface MailSearchProps {
  readonly folder: MessageFolder
  readonly openId: string | null
  /** Address of a message of the results. */
  readonly mailboxAddress: (messageId: string) => string
  readonly onClose: () => void
}

/**
 * Search in the messages of the folder, or of all folders (MC-2). The words are only in memory, never in an address or in storage.
 */
export function MailSearch({ folder, openId, mailboxAddress, onClose }: MailSearchProps) {
  const t = useText()
  const ready = useArea('mailbox')
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [words, setWords] = useState('')
  const [everywhere, setEverywhere] = useState(false)
  const [missing, setMissing] = useState(false)
  const { results, ask, askAgain, askMore } = useFound(folder)
  useEffect(() => {
    if (ready) box.current?.focus()
  }, [ready])
  if (!ready) return null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(words.trim() === '')
    if (words.trim() === '') box.current?.focus()
    else ask(words.trim(), everywhere)
  }
  return (
    <search aria-label={t('message-center.search')}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          ref={box}
          label={t('message-center.search')}
          autoComplete="off"
          maxLength={limits.search.max}
          value={words}
          error={missing ? t('mailbox.search-missing') : undefined}
          onValue={(value) => {
            setMissing(false)
            setWords(value)
          }}
        />
        <label className={styles.scope}>
          <input type="checkbox" checked={everywhere} onChange={(event) => setEverywhere(event.target.checked)} />
          {t('mailbox.search-everywhere')}
        </label>
        <div className={styles.buttons}>
          <Button type="submit" icon={<Search aria-hidden="true" />}>
            {t('mailbox.search-submit')}
          </Button>
          <Button variant="quiet" icon={<X aria-hidden="true" />} onClick={onClose}>
            {t('mailbox.search-close')}
          </Button>
        </div>
      </form>
      <SafetyHelp text={words} />
      <p role="status" className={styles.status}>
        {results !== null && results !== 'failed' && formatStatus(results, t)}
      </p>
      {results === 'failed' && <ErrorState onRetry={askAgain} />}
      {results !== null && results !== 'failed' && (
        <>
          {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
          <ul ref={list} role="list" aria-label={t('mailbox.search-results')}>
            {results.messages.map((row) => (
              <Found key={row.messageId} row={row} to={mailboxAddress(row.messageId)} open={row.messageId === openId} />
            ))}
          </ul>
          {results.next !== null && (
            <MoreButton list={list} className={styles.more} onMore={() => askMore(results)}>
              {t('mailbox.search-more')}
            </MoreButton>
          )}
        </>
      )}
    </search>
  )
}

/** The matches in a folder, or in all folders: the newest first, and older ones on request. */
function useFound(folder: MessageFolder) {
  const leaving = useLeaving()
  const asking = useRef<AbortController>(null)
  const [results, setResults] = useState<Results | 'failed' | null>(null)
  const [asked, setAsked] = useState({ search: '', everywhere: false })
  const ask = async (search: string, everywhere: boolean, before: Results | null = null) => {
    setAsked({ search, everywhere })
    // An earlier search, answered later, must not replace this one.
    asking.current?.abort()
    asking.current = new AbortController()
    const signal = AbortSignal.any([leaving(), asking.current.signal])
    try {
      const more = { ...(!everywhere && { folder }), ...(before?.next && { before: before.next }) }
      const found = await api.call(searchMessages, { body: { search, ...more }, signal, loading: true })
      setResults({ ...found, messages: [...(before?.messages ?? []), ...found.messages] })
    } catch {
      if (!signal.aborted) setResults('failed')
    }
  }
  return {
    results,
    ask,
    askAgain: () => ask(asked.search, asked.everywhere),
    askMore: (before: Results) => ask(asked.search, asked.everywhere, before),
  }
}

/** How many were found; while there are older ones, only that those shown are the newest. */
export function formatStatus({ messages, alike, next }: Results, t: Translate): string {
  const count = messages.length
  if (count === 0) return t('mailbox.search-none')
  if (next !== null) return t(alike ? 'mailbox.search-alike-newest' : 'mailbox.search-newest', { count })
  return t(alike ? 'mailbox.search-alike' : 'mailbox.search-found', { count })
}

function Found({
  row,
  to,
  open,
}: {
  readonly row: Results['messages'][number]
  readonly to: string
  readonly open: boolean
}) {
  const t = useText()
  return (
    <li>
      <QuietLink
        id={toFoundId(row.messageId)}
        to={to}
        className={styles.found}
        aria-current={open ? 'true' : undefined}
      >
        <span className={styles.subject}>
          <MarkedParts parts={row.markedSubject} />
        </span>
        <span className={lettering.small}>
          {t(`message-center.${row.folder}`)} · {row.from} · <MomentText at={row.sentAt} short />
        </span>
        <span className={lettering.small}>
          <MarkedParts parts={row.markedExcerpt} />
        </span>
      </QuietLink>
    </li>
  )
}
