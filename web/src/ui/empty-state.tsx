import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  readonly title: ReactNode
  readonly text: ReactNode
  readonly action?: ReactNode
  /** An icon of the icon set; an inbox by default. */
  readonly icon?: ReactNode
}

/** Says why there is nothing to show, and what to do next. */
export function EmptyState({ title, text, action, icon }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.icon} aria-hidden="true">
        {icon ?? <Inbox />}
      </span>
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{text}</p>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
