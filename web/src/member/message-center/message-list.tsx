import type { ListPreference } from '@portico/rules/messages/list-order'
import { withPageSize } from '@portico/rules/widgets/item-list'
import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { track } from '../../base/analytics/track.ts'
import { usePage } from '../../base/page-state.tsx'
import { useNavigate } from '../../base/router/navigation.ts'
import { useText } from '../../base/texts/text.tsx'
import type { MailPage } from '../../shared/conversation/types.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { isFocusLost } from '../../ui/focus.ts'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { EmptyFolder } from './empty-folder.tsx'
import { listHeadingId, rowId } from './line-ids.ts'
import { rememberList } from './list-preference.ts'
import { listSortings, type MailListQuery, mailboxAddress, queryKey, sortings } from './list-query.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { MessageLine } from './message-line.tsx'
import styles from './message-list.module.css'
import type { Changes } from './use-changes.ts'
import type { Mailbox } from './use-mailbox.ts'
import { useSelection, withSelected } from './use-selection.ts'

const mailSearch = createPart(async () => (await import('./mail-search.tsx')).MailSearch)
const bulk = createPart(async () => (await import('./bulk.tsx')).Bulk)

interface MessageListProps {
  readonly query: MailListQuery
  readonly preferred: ListPreference
  readonly mailbox: Mailbox
  readonly openId: string | null
  /** The conversation of the open message, once it is known. */
  readonly openThread: string | null
  readonly changes: Changes
}

/** One page of a folder, with sorting and pagination (MC-2, MN-5). */
export function MessageList({ query, preferred, mailbox, openId, openThread, changes }: MessageListProps) {
  const t = useText()
  const navigate = useNavigate()
  const { page, failed, loading, reload } = mailbox
  const state = usePage()
  // A representative cannot mark or delete messages (CS-1).
  const selectable = !state.session?.simulation
  const { searching } = query
  // While a folder loads, the bar is that of a folder with messages, so that nothing in it disappears and returns.
  const mayHold = page?.total ?? (failed ? 0 : 2)
  const { heading, turn } = useTopOfPage(loading)
  const selection = useSelection(page, queryKey(query))
  const { selected, select, clear } = selection
  const toAddress = (messageId: string) => mailboxAddress(query, messageId, preferred)
  const show = (next: MailListQuery) => navigate(mailboxAddress(next, openId, preferred), { quiet: true })
  const choose = (next: MailListQuery) => {
    rememberList(state, next)
    show(next)
  }

  return (
    <section className={styles.section} aria-labelledby={listHeadingId} aria-busy={loading || undefined}>
      <div className={styles.bar}>
        {selectable && !searching && mayHold > 0 && (
          <SelectAll rows={page?.messages ?? []} selected={selected} onSelect={select} />
        )}
        <h2 ref={heading} id={listHeadingId} tabIndex={-1} className={styles.heading}>
          {t(`message-center.${query.folder}`)}
        </h2>
        <SearchButton searching={searching} onPress={() => show({ ...query, searching: !searching })} />
        {mayHold > 1 && !searching && <MailSorting query={query} onChange={choose} />}
      </div>
      {searching && query.folder !== 'drafts' && (
        <LazyPart
          part={mailSearch}
          props={{
            folder: query.folder,
            openId,
            mailboxAddress: toAddress,
            onClose: () => show({ ...query, searching: false }),
          }}
        />
      )}
      {selectable && (selected.size > 0 || changes.notice !== null) && page !== null && (
        <LazyPart part={bulk} props={{ folder: query.folder, rows: page.messages, selected, onDone: clear, changes }} />
      )}
      {failed && <ErrorState title={t('message-center.list-failed')} onRetry={reload} />}
      {!failed && page === null && <ListSkeleton />}
      {!failed && !searching && page !== null && page.total === 0 && <EmptyFolder folder={query.folder} />}
      {!failed && !searching && page !== null && page.total > 0 && (
        <>
          <Lines
            rows={page.messages}
            folder={query.folder}
            toAddress={toAddress}
            openThread={openThread}
            selection={selectable ? selection : null}
          />
          <div className={styles.paging}>
            <Pagination
              page={query.page}
              pageSize={query.pageSize}
              total={page.total}
              onPage={(next) => {
                turn()
                show({ ...query, page: next })
              }}
              onPageSize={(pageSize) => choose(withPageSize(query, pageSize))}
            />
          </div>
        </>
      )}
    </section>
  )
}

interface LinesProps extends Pick<MessageListProps, 'openThread'> {
  readonly rows: MailPage['messages']
  readonly folder: MailListQuery['folder']
  readonly toAddress: (messageId: string) => string
  /** Null: none can be selected. */
  readonly selection: ReturnType<typeof useSelection> | null
}

function Lines({ rows, folder, toAddress, openThread, selection }: LinesProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
    <ul className={styles.list} role="list" aria-labelledby={listHeadingId}>
      {rows.map((row) => (
        <MessageLine
          key={row.threadId}
          id={rowId(row.threadId)}
          row={row}
          folder={folder}
          to={toAddress(row.messageId)}
          open={row.threadId === openThread}
          selected={selection === null ? null : selection.selected.has(row.threadId)}
          onSelect={(chosen) => selection?.select(withSelected(selection.selected, row.threadId, chosen))}
        />
      ))}
    </ul>
  )
}

interface SearchButtonProps {
  readonly searching: boolean
  readonly onPress: () => void
}

/** When the search closes, the focus moves to the button that opened it. */
function SearchButton({ searching, onPress }: SearchButtonProps) {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  const was = useRef(searching)
  useEffect(() => {
    if (was.current && !searching && isFocusLost()) button.current?.focus()
    was.current = searching
  }, [searching])
  return (
    <button
      ref={button}
      type="button"
      className={styles.search}
      aria-label={t('message-center.search')}
      aria-expanded={searching}
      onClick={onPress}
    >
      <Search aria-hidden="true" />
    </button>
  )
}

/** When another page is loaded, the focus moves to the top of the list. */
function useTopOfPage(loading: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const turned = useRef(false)
  useEffect(() => {
    if (loading || !turned.current) return
    turned.current = false
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [loading])
  const turn = () => {
    turned.current = true
  }
  return { heading, turn }
}

interface SelectAllProps {
  readonly rows: MailPage['messages']
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
}

function SelectAll({ rows, selected, onSelect }: SelectAllProps) {
  const t = useText()
  const all = rows.length > 0 && rows.every(({ threadId }) => selected.has(threadId))
  const some = selected.size > 0 && !all
  return (
    <Checkbox
      ref={(box) => {
        if (box) box.indeterminate = some
      }}
      label={t('message-center.select-all')}
      labelHidden
      className={styles.all}
      checked={all}
      disabled={rows.length === 0}
      onValue={(checked) => {
        if (checked) track({ event: 'select-all' })
        onSelect(new Set(checked ? rows.map(({ threadId }) => threadId) : []))
      }}
    />
  )
}

interface SortingProps {
  readonly query: MailListQuery
  readonly onChange: (query: MailListQuery) => void
}

function MailSorting({ query, onChange }: SortingProps) {
  const t = useText()
  return (
    <select
      className={styles.sorting}
      aria-label={t('message-center.sort')}
      value={query.sorting}
      onChange={(event) => {
        const sorting = sortings.find((one) => one === event.target.value) ?? query.sorting
        track({ event: 'sort' })
        onChange({ ...query, sorting, page: 1 })
      }}
    >
      {listSortings(query.folder).map((sorting) => (
        <option key={sorting} value={sorting}>
          {t(`message-center.sort-${sorting}`)}
        </option>
      ))}
    </select>
  )
}
