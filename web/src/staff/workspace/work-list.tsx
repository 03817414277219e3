import { useRef } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { Choosing } from './use-choosing.ts'
import type { WorkList as List } from './use-list.ts'
import { WorkLine } from './work-line.tsx'
import styles from './work-list.module.css'

/** Id of a conversation's line, where the focus goes when it is closed. */
export function lineId(threadId: string): string {
  return `work-${threadId}`
}

interface WorkListProps {
  readonly list: List
  readonly search: string
  readonly openId: string | null
  readonly workspaceAddress: (threadId: string) => string
  readonly brandName: (code: string) => string
  readonly choosing: Choosing
}

/** Conversations in a queue or a search, those due first on top. */
export function WorkList({ list, search, openId, workspaceAddress, brandName, choosing }: WorkListProps) {
  const t = useText()
  const shown = useRef<HTMLUListElement>(null)
  const { lines, failed, loading, more } = list
  const isSearch = search !== ''
  return (
    <div className={styles.frame} aria-busy={loading || undefined} data-work-list>
      <VisuallyHidden as="p" role="status">
        {loading && t('workspace.loading')}
        {lines !== null && isSearch && t('workspace.found', { count: lines.length })}
      </VisuallyHidden>
      {failed && <ErrorState onRetry={list.reload} />}
      {!failed && lines === null && (
        <div className={styles.skeleton}>
          {Array.from({ length: 8 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a skeleton are all alike
            <Skeleton key={at} shape="line" />
          ))}
        </div>
      )}
      {lines?.length === 0 && !failed && (
        <EmptyState
          title={t(isSearch ? 'workspace.found.none' : 'workspace.empty.title')}
          text={t(isSearch ? 'workspace.found.none-text' : 'workspace.empty.text')}
        />
      )}
      {lines !== null && lines.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
        <ul ref={shown} className={styles.list} role="list" aria-label={t('workspace.list')}>
          {lines.map((line) => (
            <WorkLine
              key={line.threadId}
              id={lineId(line.threadId)}
              line={line}
              brandName={brandName(line.brand)}
              to={workspaceAddress(line.threadId)}
              open={line.threadId === openId}
              chosen={choosing.on ? choosing.chosen.includes(line) : null}
              onChoose={() => choosing.toggle(line.threadId)}
            />
          ))}
        </ul>
      )}
      {more && !isSearch && (
        <div className={styles.more}>
          <MoreButton list={shown} busy={loading} onMore={list.loadMore}>
            {t('workspace.more')}
          </MoreButton>
        </div>
      )}
      {more && isSearch && <p className={styles.note}>{t('workspace.found.more')}</p>}
    </div>
  )
}
