import { ArrowLeft } from 'lucide-react'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Composer, type ComposerHandle } from './composer.tsx'
import { Entries } from './entries.tsx'
import { Meanwhile } from './meanwhile.tsx'
import { MemberCard } from './member-card.tsx'
import { ThreadActions } from './thread-actions.tsx'
import { threadFileCalls } from './thread-file-calls.ts'
import styles from './thread-pane.module.css'
import { TransferDialog } from './transfer-dialog.tsx'
import type { OpenedThread, Queues } from './types.ts'
import { useDue } from './use-due.ts'
import { useGoesOn } from './use-goes-on.ts'
import { type Others, type Presence, usePresence } from './use-presence.ts'
import { type ThreadState, useThread } from './use-thread.ts'
import { useWork, type WorkActions } from './use-work.ts'

/** What keyboard shortcuts can do with the open conversation. */
export interface ThreadPaneHandle {
  write(mode: 'reply' | 'note'): void
  take(): void
  resolve(): void
}

interface ThreadPaneProps {
  readonly ref: Ref<ThreadPaneHandle>
  readonly threadId: string
  readonly queues: Queues | null
  readonly threadAddress: (threadId: string) => string
  /** Called after a change: counts and lists are out of date. */
  readonly onChanged: () => void
  readonly onClose: () => void
  /** Opens the next conversation and announces the given words there; null: this is the last one. */
  readonly onNext: ((words: string) => void) | null
  /** The announcement when this one was opened. */
  readonly told: string
}

/** A conversation with all its actions, and the member next to it (MC-6). */
export function ThreadPane(props: ThreadPaneProps) {
  const { threadId, onClose } = props
  const t = useText()
  const state = useThread(threadId)
  const presence = usePresence(threadId)
  const isOld = useFollowing(state, presence.version)
  const { thread, problem } = state
  if (problem === 'missing') {
    const back = <BackButton onClick={onClose} />
    return <EmptyState title={t('workspace.missing.title')} text={t('workspace.missing.text')} action={back} />
  }
  if (thread === null) return problem === 'failed' ? <ErrorState onRetry={state.retry} /> : <ThreadSkeleton />
  return <Conversation {...props} state={state} thread={thread} presence={presence} isOld={isOld} />
}

interface ConversationProps extends ThreadPaneProps {
  readonly state: ThreadState
  readonly thread: OpenedThread
  readonly presence: Presence
  /** Whether the version shown is an old one. */
  readonly isOld: boolean
}

function Conversation({
  ref,
  threadId,
  queues,
  threadAddress,
  onChanged,
  onClose,
  onNext,
  told,
  state,
  thread,
  presence,
  isOld,
}: ConversationProps) {
  const t = useText()
  const files = useMemo(() => threadFileCalls(threadId), [threadId])
  const composer = useRef<ComposerHandle>(null)
  const heading = useOpenedHeading()
  const [said, setSaid] = useState(told)
  const [goesOn] = useGoesOn()
  const work = useWork(state, { onChanged, say: setSaid })
  const me = queues?.me.accountId ?? null

  useImperativeHandle(ref, () => ({
    write: (mode) => composer.current?.write(mode),
    take: () => me !== null && work.assign(thread.assignee?.accountId === me ? null : me),
    resolve: () => work.setState(thread.state === 'resolved' ? 'open' : 'resolved'),
  }))

  /** Undo does not cover actions that end here, such as a move to another topic. */
  const finish = (words: string) => {
    setSaid(words)
    work.forgetUndo()
    state.reload()
    onChanged()
  }
  const goOn = (words: string, mode: 'reply' | 'note') => {
    if (mode === 'reply' && goesOn.next === 'yes' && onNext) {
      onChanged()
      onNext(words)
      return
    }
    state.forgetChanges()
    finish(words)
  }
  return (
    <article className={styles.thread} aria-labelledby="workspace-thread">
      <div className={styles.columns}>
        <div className={styles.main}>
          <div className={styles.head}>
            <ThreadTitle heading={heading} thread={thread} onClose={onClose} />
            <ThreadDetails thread={thread} onMoved={() => finish(t('workspace.transferred'))} />
            <ThreadActions thread={thread} me={me} work={work} />
            <ThreadNotices said={said} work={work} state={state} others={presence.others} isOld={isOld} />
          </div>
          <Entries key={thread.threadId} thread={thread} files={files} loadEarlier={state.loadEarlier} />
          <Composer
            ref={composer}
            thread={thread}
            files={files}
            warned={presence.others.length > 0 || isOld}
            version={state.seenVersion}
            onBegun={state.see}
            onText={presence.writes}
            onLeave={() => heading.current?.focus()}
            onSent={goOn}
            onConflict={() => state.reload(true)}
          />
        </div>
        <MemberCard thread={thread} threadAddress={threadAddress} />
      </div>
    </article>
  )
}

/** Loads what has changed once the page has the focus; returns whether the version shown is an old one. */
function useFollowing({ thread, follow }: ThreadState, newest: number | null): boolean {
  const isOld = thread !== null && newest !== null && newest > thread.version
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new version must run it again
  useEffect(() => {
    if (!isOld) return
    if (document.hasFocus()) follow()
    else addEventListener('focus', follow, { once: true })
    return () => removeEventListener('focus', follow)
  }, [isOld, newest, follow])
  return isOld
}

/** On opening, the focus moves to the heading, which names the conversation and the member; the actions follow right after it. */
function useOpenedHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

function BackButton({ onClick }: { readonly onClick: () => void }) {
  const t = useText()
  return (
    <Button
      variant="quiet"
      icon={<ArrowLeft aria-hidden="true" className={styles.back} />}
      onClick={onClick}
      className={styles.backButton}
    >
      <span className={styles.backText}>{t('workspace.back')}</span>
    </Button>
  )
}

function ThreadSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton shape="title" />
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </div>
  )
}

interface ThreadTitleProps {
  readonly heading: RefObject<HTMLHeadingElement | null>
  readonly thread: OpenedThread
  readonly onClose: () => void
}

function ThreadTitle({ heading, thread, onClose }: ThreadTitleProps) {
  return (
    <div className={styles.title}>
      <BackButton onClick={onClose} />
      <h2
        ref={heading}
        id="workspace-thread"
        tabIndex={-1}
        aria-describedby="workspace-details"
        className={styles.subject}
      >
        <bdi>{thread.subject}</bdi>
      </h2>
    </div>
  )
}

interface ThreadDetailsProps {
  readonly thread: OpenedThread
  /** Called when it has been moved to another topic. */
  readonly onMoved: () => void
}

/** When an answer is due, who writes, and the topic, which can be changed. */
function ThreadDetails({ thread, onMoved }: ThreadDetailsProps) {
  const t = useText()
  const due = useDue()(thread.dueAt)
  const [isMoving, setMoving] = useState(false)
  return (
    <>
      <div className={styles.about}>
        <p id="workspace-details" className={styles.details}>
          {due && <span className={due.overdue ? styles.overdue : undefined}>{due.text} · </span>}
          {thread.memberName} · {thread.category}, {thread.subCategory} · {t(`workspace.state.${thread.state}`)}
        </p>
        <button
          type="button"
          className={styles.move}
          aria-label={t('workspace.transfer')}
          onClick={() => setMoving(true)}
        >
          {t('workspace.transfer.short')}
        </button>
      </div>
      {isMoving && (
        <TransferDialog
          thread={thread}
          onClose={() => setMoving(false)}
          onMoved={() => {
            setMoving(false)
            onMoved()
          }}
        />
      )}
    </>
  )
}

interface ThreadNoticesProps {
  readonly said: string
  readonly work: WorkActions
  readonly state: ThreadState
  readonly others: Others
  readonly isOld: boolean
}

/** The outcome of this person's last action, and what others are doing here. */
function ThreadNotices({ said, work, state, others, isOld }: ThreadNoticesProps) {
  const t = useText()
  return (
    <>
      <p role="status" className={styles.said}>
        {said}
        {said !== '' && work.undo && (
          <button type="button" className={styles.undo} onClick={work.undo}>
            {t('workspace.undo')}
          </button>
        )}
      </p>
      {work.failed && (
        <Alert tone="danger" role="alert">
          <p>{t('workspace.failed')}</p>
        </Alert>
      )}
      <Meanwhile
        others={others}
        changes={state.changes}
        isOld={isOld}
        onShow={() => state.reload(true)}
        onForget={() => {
          state.see()
          state.forgetChanges()
        }}
      />
    </>
  )
}
