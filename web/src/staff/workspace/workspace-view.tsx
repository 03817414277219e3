import { RotateCw } from 'lucide-react'
import { type ComponentProps, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
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
import { type QueueFilter, readFilter, workspaceAddress } from './filter.ts'
import { StaffLeads } from './leads.tsx'
import { QueueBar } from './queue-bar.tsx'
import { ScannerNotice } from './scanner-notice.tsx'
import { ThreadSearchBox } from './search-box.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { ThreadPane, type ThreadPaneHandle } from './thread-pane.tsx'
import { type Choosing, useChoosing } from './use-choosing.ts'
import { type WorkList as List, listKey, useList } from './use-list.ts'
import { type QueueCounts, useQueues } from './use-queues.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useStale } from './use-stale.ts'
import { lineId, WorkList } from './work-list.tsx'
import styles from './workspace.module.css'
import { WorkspaceHeader } from './workspace-header.tsx'

/** Queues, the list and the open conversation: side by side if there is room, otherwise one at a time (MC-6). */
function Queues() {
  const t = useText()
  const { segments, params } = useRoute()
  const threadId = segments[1] ?? null
  const filter = readFilter(params)
  const [search, setSearch] = useState('')
  const counts = useQueues(listKey(filter, search))
  const { queues } = counts
  const list = useList(filter, search)
  const [helping, setHelping] = useState(false)
  const searchField = useRef<HTMLInputElement>(null)
  const pane = useRef<ThreadPaneHandle>(null)

  const lines = list.lines ?? []
  const choosing = useChoosing(lines, listKey(filter, search))
  const { marked, setMarked, move } = useMarked(list, threadId, search === '')
  const shortcuts = useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    r: () => pane.current?.write('reply'),
    n: () => pane.current?.write('note'),
    a: () => pane.current?.take(),
    e: () => pane.current?.resolve(),
    x: () => {
      choosing.start()
      if (marked !== null) choosing.toggle(marked)
    },
    '/': () => searchField.current?.focus(),
    '?': () => setHelping(true),
  })

  const reloadAll = () => {
    counts.reload()
    list.reload()
  }
  useFocusOnReturn(threadId)

  return (
    <div className={styles.view} data-open={threadId !== null || undefined} data-fills-window>
      <DeskHeader scanner={queues?.scanner ?? 'ready'} choosing={choosing} onHelp={() => setHelping(true)} />
      <StaleNotice counts={counts} filter={filter} search={search} onReload={reloadAll} />
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
            <AssignBar choosing={choosing} listed={lines.length} me={queues?.me.accountId ?? null} onDone={reloadAll} />
          )}
          <WorkList
            list={list}
            choosing={choosing}
            search={search}
            openId={threadId}
            workspaceAddress={(id) => workspaceAddress(filter, id)}
            brandName={(code) => queues?.brands.find((brand) => brand.code === code)?.name ?? code}
          />
        </section>
        <div className={styles.pane}>
          <Opened {...{ threadId, filter, lines, queues }} ref={pane} onChanged={reloadAll} onNext={setMarked} />
        </div>
      </div>
      <ShortcutsDialog open={helping} onClose={() => setHelping(false)} on={shortcuts.on} onSwitch={shortcuts.setOn} />
    </div>
  )
}

const listHeadingId = 'workspace-queue'

interface DeskHeaderProps {
  readonly scanner: ComponentProps<typeof ScannerNotice>['state']
  readonly choosing: Choosing
  readonly onHelp: () => void
}

function DeskHeader({ scanner, choosing, onHelp }: DeskHeaderProps) {
  const t = useText()
  return (
    <WorkspaceHeader current="workspace">
      <ScannerNotice state={scanner} />
      <button
        type="button"
        className={styles.textButton}
        aria-pressed={choosing.on}
        onClick={choosing.on ? choosing.stop : choosing.start}
      >
        {t('workspace.several')}
      </button>
      <button type="button" className={styles.textButton} onClick={onHelp}>
        {t('workspace.shortcuts')}
      </button>
    </WorkspaceHeader>
  )
}

interface OpenedProps {
  readonly ref: Ref<ThreadPaneHandle>
  readonly threadId: string | null
  readonly filter: QueueFilter
  /** The lines of the list beside it, to find the next one. */
  readonly lines: NonNullable<List['lines']>
  readonly queues: QueueCounts['queues']
  readonly onChanged: () => void
  /** Called with the conversation that opens after a reply. */
  readonly onNext: (threadId: string) => void
}

/** The open conversation, and the way to the next one in the list. */
function Opened({ ref, threadId, filter, lines, queues, onChanged, onNext }: OpenedProps) {
  const t = useText()
  const navigate = useNavigate()
  const [told, setTold] = useState({ threadId: '', words: '' })
  if (threadId === null) return <EmptyState title={t('workspace.none.title')} text={t('workspace.none.text')} />
  const open = (id: string | null) => navigate(workspaceAddress(filter, id), { quiet: true })
  const at = lines.findIndex((line) => line.threadId === threadId)
  const following = at < 0 ? null : (lines[at + 1]?.threadId ?? null)
  const goOn = (next: string, words: string) => {
    setTold({ threadId: next, words })
    onNext(next)
    open(next)
  }
  return (
    <ThreadPane
      key={threadId}
      ref={ref}
      threadId={threadId}
      queues={queues}
      threadAddress={(id) => workspaceAddress(filter, id)}
      onChanged={onChanged}
      onClose={() => open(null)}
      told={told.threadId === threadId ? told.words : ''}
      onNext={following === null ? null : (words) => goOn(following, words)}
    />
  )
}

/** The line with the keyboard marker: the open one, until the keys have moved to another. */
function useMarked(list: List, openId: string | null, isQueue: boolean) {
  const [marked, setMarked] = useState<string | null>(null)
  const lines = list.lines ?? []
  const at = lines.findIndex((line) => line.threadId === (marked ?? openId))
  const mark = (id: string) => {
    setMarked(id)
    document.getElementById(lineId(id))?.focus()
  }
  /** How many lines there were when more were requested: the marker moves to the first new one. */
  const wanted = useRef<number | null>(null)
  const move = (by: number) => {
    if (at + by >= lines.length && list.more && isQueue) {
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
  return { marked: marked ?? openId, setMarked, move }
}

interface StaleNoticeProps {
  readonly counts: QueueCounts
  readonly filter: QueueFilter
  readonly search: string
  readonly onReload: () => void
}

/** The counts refresh by themselves; the list waits for a request, so that it does not move just before a click. */
function StaleNotice({ counts, filter, search, onReload }: StaleNoticeProps) {
  const t = useText()
  const isStale = useStale(counts, filter) && search === ''
  return (
    // Always there, so that what appears in it is announced.
    <div role="status" className={styles.stale}>
      {isStale && (
        <Button variant="secondary" icon={<RotateCw aria-hidden="true" />} onClick={onReload}>
          {t('workspace.stale')}
        </Button>
      )}
    </div>
  )
}

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
