import { RotateCw } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { usePage } from '../../base/page-state.tsx'
import { useNavigate, useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { focusOn } from '../../ui/focus.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { AssignBar } from './assign-bar.tsx'
import { DeskFigures } from './figures.tsx'
import { readFilter, workspaceAddress } from './filter.ts'
import { StaffLeads } from './leads.tsx'
import { QueueBar } from './queue-bar.tsx'
import { ScannerNotice } from './scanner-notice.tsx'
import { ThreadSearchBox } from './search-box.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { ThreadPane, type ThreadPaneHandle } from './thread-pane.tsx'
import { useChoosing } from './use-choosing.ts'
import { listKey, useList } from './use-list.ts'
import { useQueues } from './use-queues.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useStale } from './use-stale.ts'
import { lineId, WorkList } from './work-list.tsx'
import styles from './workspace.module.css'
import { WorkspaceHeader } from './workspace-header.tsx'

/** Queues, the list and the open conversation: side by side if there is room, otherwise one at a time (MC-6). */
function Queues() {
  const t = useText()
  const navigate = useNavigate()
  const { segments, params } = useRoute()
  const threadId = segments[1] ?? null
  const filter = readFilter(params)
  const [search, setSearch] = useState('')
  const counts = useQueues(listKey(filter, search))
  const list = useList(filter, search)
  const [helping, setHelping] = useState(false)
  const searchField = useRef<HTMLInputElement>(null)
  const pane = useRef<ThreadPaneHandle>(null)
  const [marked, setMarked] = useState<string | null>(null)

  const lines = list.lines ?? []
  const choosing = useChoosing(lines, listKey(filter, search))
  const at = lines.findIndex((line) => line.threadId === (marked ?? threadId))
  const mark = (id: string) => {
    setMarked(id)
    document.getElementById(lineId(id))?.focus()
  }
  /** How many lines there were when the next one was asked for: the list goes on with the first that is new. */
  const wanted = useRef<number | null>(null)
  const move = (by: number) => {
    if (at + by >= lines.length && list.more && search === '') {
      wanted.current = lines.length
      list.loadMore()
      return
    }
    const next = lines[Math.min(Math.max(at + by, 0), lines.length - 1)]
    if (next) mark(next.threadId)
  }
  const goOn = useEffectEvent(() => {
    const next = wanted.current === null ? undefined : lines[wanted.current]
    if (next === undefined) return
    wanted.current = null
    mark(next.threadId)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new page of the list must run it again
  useEffect(() => goOn(), [lines.length])
  const opened = lines.findIndex((line) => line.threadId === threadId)
  const following = opened < 0 ? null : (lines[opened + 1]?.threadId ?? null)
  const [told, setTold] = useState({ threadId: '', words: '' })
  const openThread = (id: string | null) => navigate(workspaceAddress(filter, id), { quiet: true })
  const shortcuts = useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    r: () => pane.current?.write('reply'),
    n: () => pane.current?.write('note'),
    a: () => pane.current?.take(),
    e: () => pane.current?.resolve(),
    x: () => {
      const id = marked ?? threadId
      choosing.start()
      if (id !== null) choosing.toggle(id)
    },
    '/': () => searchField.current?.focus(),
    '?': () => setHelping(true),
  })

  const reloadAll = () => {
    counts.reload()
    list.reload()
  }
  useFocusOnReturn(threadId)
  // The counts refresh by themselves; the list waits until someone asks, so that it does not move just before a click.
  const isStale = useStale(counts, filter) && search === ''

  return (
    <div className={styles.view} data-open={threadId !== null || undefined} data-fills-window>
      <WorkspaceHeader current="workspace">
        <ScannerNotice state={counts.queues?.scanner ?? 'ready'} />
        <button
          type="button"
          className={styles.textButton}
          aria-pressed={choosing.on}
          onClick={choosing.on ? choosing.stop : choosing.start}
        >
          {t('workspace.several')}
        </button>
        <button type="button" className={styles.textButton} onClick={() => setHelping(true)}>
          {t('workspace.shortcuts')}
        </button>
      </WorkspaceHeader>
      {/* Always there, so that what appears in it is announced. */}
      <div role="status" className={styles.stale}>
        {isStale && (
          <Button variant="secondary" icon={<RotateCw aria-hidden="true" />} onClick={reloadAll}>
            {t('workspace.stale')}
          </Button>
        )}
      </div>
      <div className={styles.panel}>
        <div className={styles.bar}>
          <ThreadSearchBox ref={searchField} value={search} onSearch={setSearch} />
          {search === '' && <QueueBar filter={filter} counts={counts} threadId={threadId} />}
        </div>
        <section className={styles.side} aria-labelledby={listHeadingId}>
          <VisuallyHidden as="h2" id={listHeadingId}>
            {t('workspace.queues')}
          </VisuallyHidden>
          {choosing.on && (
            <AssignBar
              choosing={choosing}
              listed={lines.length}
              me={counts.queues?.me.accountId ?? null}
              onDone={reloadAll}
            />
          )}
          <WorkList
            list={list}
            choosing={choosing}
            search={search}
            openId={threadId}
            workspaceAddress={(id) => workspaceAddress(filter, id)}
            brandName={(code) => counts.queues?.brands.find((brand) => brand.code === code)?.name ?? code}
          />
        </section>
        <div className={styles.pane}>
          {threadId === null ? (
            <EmptyState title={t('workspace.none.title')} text={t('workspace.none.text')} />
          ) : (
            <ThreadPane
              key={threadId}
              ref={pane}
              threadId={threadId}
              queues={counts.queues}
              threadAddress={(id) => workspaceAddress(filter, id)}
              onChanged={reloadAll}
              onClose={() => openThread(null)}
              told={told.threadId === threadId ? told.words : ''}
              onNext={
                following === null
                  ? null
                  : (words) => {
                      setTold({ threadId: following, words })
                      setMarked(following)
                      openThread(following)
                    }
              }
            />
          )}
        </div>
      </div>
      <ShortcutsDialog open={helping} onClose={() => setHelping(false)} on={shortcuts.on} onSwitch={shortcuts.setOn} />
    </div>
  )
}

const listHeadingId = 'workspace-queue'

/** When a conversation closes, the focus moves to its line, or to the list's heading if the list does not have it. */
function useFocusOnReturn(threadId: string | null) {
  const last = useRef(threadId)
  useEffect(() => {
    const closed = threadId === null ? last.current : null
    last.current = threadId
    if (closed === null) return
    const line = document.getElementById(lineId(closed))
    if (line) line.focus()
    else focusOn(document.getElementById(listHeadingId))
  }, [threadId])
}

/** The workspace's parts: a part is named in the segment where a conversation's id would be. */
function Workspace() {
  const t = useText()
  const { session } = usePage()
  const part = useRoute().segments[1]
  if (!session?.entitlements.includes('answer')) {
    return (
      <div className={styles.view}>
        <h1>{t('workspace.title')}</h1>
        <EmptyState title={t('workspace.closed.title')} text={t('workspace.closed.text')} />
      </div>
    )
  }
  if (part === 'figures') return <DeskFigures />
  return part === 'leads' ? <StaffLeads /> : <Queues />
}

export const view: View = { title: 'workspace.title', Component: Workspace }
