import { bestTimes } from '@portico/rules/messages/best-times'
import { NotebookPen, Phone } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import type { FileCalls } from '../../shared/attachments/file-calls.ts'
import { messageFiles } from '../../shared/attachments/part.ts'
import { EarlierButton, EarlierStatus } from '../../shared/conversation/earlier-messages.tsx'
import { type LoadedEarlier, useEarlier } from '../../shared/conversation/use-earlier.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'
import styles from './entries.module.css'
import type { OpenedThread } from './types.ts'

type Entry = OpenedThread['entries'][number]

interface EntriesProps {
  readonly thread: OpenedThread
  readonly files: FileCalls
  readonly loadEarlier: () => Promise<LoadedEarlier | null>
}

/** The messages and the staff's notes, oldest first. */
export function Entries({ thread, files, loadEarlier }: EntriesProps) {
  const t = useText()
  const list = useRef<HTMLOListElement>(null)
  const newest = thread.entries.at(-1)?.entryId
  // If the conversation has its own scroll area, it shows the newest entry, until the reader scrolls elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new newest entry must run it again
  useEffect(() => {
    const box = list.current
    const last = box?.lastElementChild
    if (!box || !(last instanceof HTMLElement)) return
    const size = new ResizeObserver(() => {
      box.scrollTop = last.offsetTop - box.offsetTop
    })
    size.observe(box)
    const leave = () => size.disconnect()
    for (const move of ['wheel', 'pointerdown', 'keydown'] as const) box.addEventListener(move, leave, { once: true })
    return leave
  }, [newest])
  const earlier = useEarlier(loadEarlier, list)
  return (
    <>
      <EarlierStatus step={earlier.step} />
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <ol ref={list} role="list" tabIndex={0} className={styles.entries} aria-label={t('workspace.conversation')}>
        {thread.earlier && <EarlierButton count={thread.earlier.count} state={earlier} />}
        {thread.entries.map((entry) => (
          <EntryItem key={entry.entryId} entry={entry} files={files} />
        ))}
      </ol>
    </>
  )
}

function EntryItem({ entry, files }: { readonly entry: Entry; readonly files: FileCalls }) {
  const t = useText()
  const { kind, from, at, text, read, callBack, onBehalf, attachments } = entry
  return (
    <li className={styles.entry} data-kind={kind}>
      <p className={styles.head}>
        {kind === 'note' && (
          <span className={styles.noteMark}>
            <NotebookPen aria-hidden="true" />
            {t('workspace.note.mark')}
          </span>
        )}
        <span className={styles.who}>{from}</span>
        {onBehalf && <span>{t('workspace.on-behalf')}</span>}
        <MomentText at={at} />
        {read !== null && <span>{t(read ? 'workspace.read' : 'workspace.unread')}</span>}
      </p>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {attachments.length > 0 && <LazyPart part={messageFiles} props={{ files: attachments, calls: files }} />}
      {callBack && <CallBack {...callBack} />}
    </li>
  )
}

/** If the member gave no number for this, the one on file is called. */
function CallBack({ phoneNumber, bestTime }: NonNullable<Entry['callBack']>) {
  const t = useText()
  const time = bestTimes.find((one) => one === bestTime)
  const number =
    phoneNumber === null ? t('workspace.call-back.on-file') : t('workspace.call-back', { phone: phoneNumber })
  return (
    <p className={styles.callBack}>
      <Phone aria-hidden="true" />
      {number}
      {time && `, ${t(`workspace.call-back.time.${time}`)}`}
    </p>
  )
}
