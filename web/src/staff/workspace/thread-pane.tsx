import { ArrowLeft } from 'lucide-react'
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
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
import type { Queues } from './types.ts'
import { useDue } from './use-due.ts'
import { useGoesOn } from './use-goes-on.ts'
import { usePresence } from './use-presence.ts'
import { useThread } from './use-thread.ts'
import { useWork } from './use-work.ts'

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
  /** Opens the conversation after this one, with what to say there; null: it is the last one. */
  readonly onNext: ((words: string) => void) | null
  /** What was said as this one was opened. */
  readonly told: string
}

/** A conversation with all its actions, and the member next to it (MC-6). */
export function ThreadPane({
  ref,
  threadId,
  queues,
  threadAddress,
  onChanged,
  onClose,
  onNext,
  told,
}: ThreadPaneProps) {
  const t = useText()
  const state = useThread(threadId)
  const { thread, problem } = state
  const presence = usePresence(threadId)
  const files = useMemo(() => threadFileCalls(threadId), [threadId])
  const isOld = thread !== null && presence.version !== null && presence.version > thread.version
  const { follow } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new version must run it again
  useEffect(() => {
    if (isOld && document.hasFocus()) follow()
  }, [isOld, presence.version, follow])
  const composer = useRef<ComposerHandle>(null)
  const [said, setSaid] = useState(told)
  const [isMoving, setMoving] = useState(false)
  const [goesOn] = useGoesOn()
  const work = useWork(state, { onChanged, say: setSaid })
  const due = useDue()(thread?.dueAt ?? null)
  const me = queues?.me.accountId ?? null

  // On opening, the focus moves to the heading, which names the conversation and the member; the actions follow right after it.
  const heading = useRef<HTMLHeadingElement>(null)
  const isLoaded = thread !== null
  useEffect(() => {
    if (isLoaded) heading.current?.focus({ preventScroll: true })
  }, [isLoaded])

  useImperativeHandle(ref, () => ({
    write: (mode) => composer.current?.write(mode),
    take: () => {
      if (me !== null && thread) work.assign(thread.assignee?.accountId === me ? null : me)
    },
    resolve: () => {
      if (thread) work.setState(thread.state === 'resolved' ? 'open' : 'resolved')
    },
  }))

  const back = (
    <Button
      variant="quiet"
      icon={<ArrowLeft aria-hidden="true" className={styles.back} />}
      onClick={onClose}
      className={styles.backButton}
    >
      <span className={styles.backText}>{t('workspace.back')}</span>
    </Button>
  )
  if (problem === 'missing')
    return <EmptyState title={t('workspace.missing.title')} text={t('workspace.missing.text')} action={back} />
  if (thread === null) {
    return problem === 'failed' ? (
      <ErrorState onRetry={state.retry} />
    ) : (
      <div className={styles.skeleton}>
        <Skeleton shape="title" />
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
    )
  }
  return (
    <article className={styles.thread} aria-labelledby="workspace-thread">
      <div className={styles.columns}>
        <div className={styles.main}>
          <div className={styles.head}>
            <div className={styles.title}>
              {back}
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
            <ThreadActions thread={thread} me={me} work={work} />
            {isMoving && (
              <TransferDialog
                thread={thread}
                onClose={() => setMoving(false)}
                onMoved={() => {
                  setMoving(false)
                  work.forgetUndo()
                  setSaid(t('workspace.transferred'))
                  state.reload()
                  onChanged()
                }}
              />
            )}
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
              others={presence.others}
              changes={state.changes}
              isOld={isOld}
              onShow={() => state.reload(true)}
              onForget={() => {
                state.see()
                state.forgetChanges()
              }}
            />
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
            onSent={(words, mode) => {
              if (mode === 'reply' && goesOn.next === 'yes' && onNext) {
                onChanged()
                onNext(words)
                return
              }
              setSaid(words)
              work.forgetUndo()
              state.forgetChanges()
              state.reload()
              onChanged()
            }}
            onConflict={() => state.reload(true)}
          />
        </div>
        <MemberCard thread={thread} threadAddress={threadAddress} />
      </div>
    </article>
  )
}
