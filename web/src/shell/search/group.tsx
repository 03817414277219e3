import { type ReactNode, type Ref, useId } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import styles from './search-view.module.css'

interface GroupProps {
  readonly title: string
  /** What to say if its search failed; null: it did not. */
  readonly problem: { readonly text: string; readonly onRetry: () => void } | null
  /** Shown between the title and the list. */
  readonly note?: string | undefined
  /** List items, each an `li`; if empty, the group is not shown. */
  readonly children: readonly ReactNode[]
  /** A link to all of the results. */
  readonly more?: ReactNode
  readonly list?: Ref<HTMLUListElement>
}

/** A group of results (MP-28), which loads independently of the others. */
export function Group({ title, problem, note, children, more, list }: GroupProps) {
  const id = useId()
  if (problem === null && children.length === 0) return null
  return (
    <section className={styles.own} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {problem !== null && <ErrorState onRetry={problem.onRetry} text={problem.text} />}
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {children.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
        <ul ref={list} role="list" aria-labelledby={id} className={styles.ownList}>
          {children}
        </ul>
      )}
      {more}
    </section>
  )
}
