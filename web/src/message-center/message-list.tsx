import type { ListPreference } from '@portico/rules/messages/list-order'
import { useId } from 'react'
import { track } from '../analytics/track.ts'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { useNavigate } from '../router/navigation.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { rememberList } from './list-preference.ts'
import { addressOf, type ListQuery, sortings, sortingsOf, withPageSize } from './list-query.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { MessageLine } from './message-line.tsx'
import styles from './message-list.module.css'
import type { Mailbox } from './use-mailbox.ts'

/** Id of a message's line, where reading goes on when the message is closed. */
export function rowId(messageId: string): string {
  return `message-${messageId}`
}

interface MessageListProps {
  readonly query: ListQuery
  readonly preferred: ListPreference
  readonly mailbox: Mailbox
  readonly openId: string | null
}

/** One page of a folder with its order and its other pages (MC-2, MN-5). */
export function MessageList({ query, preferred, mailbox, openId }: MessageListProps) {
  const t = useText()
  const navigate = useNavigate()
  const headingId = useId()
  const { page, failed, loading, reload } = mailbox
  const state = usePage()
  const show = (next: ListQuery) => navigate(addressOf(next, openId, preferred), { quiet: true })
  const choose = (next: ListQuery) => {
    rememberList(state, next)
    show(next)
  }

  return (
    <section className={styles.section} aria-labelledby={headingId} aria-busy={loading || undefined}>
      <div className={styles.bar}>
        <h2 id={headingId} className={styles.heading}>
          {t(`message-center.${query.folder}`)}
        </h2>
        {page !== null && page.total > 1 && <Sorting query={query} onChange={choose} />}
      </div>
      {failed && <ErrorState title={t('message-center.list-failed')} onRetry={reload} />}
      {!failed && page === null && <ListSkeleton />}
      {!failed && page !== null && page.total === 0 && (
        <EmptyState
          title={t(`message-center.${query.folder}-empty-title`)}
          text={t(`message-center.${query.folder}-empty`)}
        />
      )}
      {!failed && page !== null && page.total > 0 && (
        <>
          {/* biome-ignore lint/a11y/noRedundantRoles: without its marks a list is no list to some screen readers */}
          <ul className={styles.list} role="list" aria-labelledby={headingId}>
            {page.messages.map((row) => (
              <MessageLine
                key={row.messageId}
                id={rowId(row.messageId)}
                row={row}
                folder={query.folder}
                to={addressOf(query, row.messageId, preferred)}
                open={row.messageId === openId}
              />
            ))}
          </ul>
          <div className={styles.paging}>
            <Pagination
              page={query.page}
              pageSize={query.pageSize}
              total={page.total}
              onPage={(next) => show({ ...query, page: next })}
              onPageSize={(pageSize) => choose(withPageSize(query, pageSize))}
            />
          </div>
        </>
      )}
    </section>
  )
}

interface SortingProps {
  readonly query: ListQuery
  readonly onChange: (query: ListQuery) => void
}

function Sorting({ query, onChange }: SortingProps) {
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
      {sortingsOf(query.folder).map((sorting) => (
        <option key={sorting} value={sorting}>
          {t(`message-center.sort-${sorting}`)}
        </option>
      ))}
    </select>
  )
}
