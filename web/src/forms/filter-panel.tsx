import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import styles from './filter-panel.module.css'

interface FilterPanelProps {
  readonly title: string
  /** How many filters are on, in words; null where none is, which leaves the panel folded. */
  readonly on: string | null
  readonly clear: string
  readonly onClear: () => void
  readonly children: ReactNode
  readonly className?: string
}

/** What narrows and orders a list, folded until something is chosen; every choice counts at once. */
export function FilterPanel({ title, on, clear, onClear, children, className }: FilterPanelProps) {
  return (
    <details className={classes(styles.panel, className)} open={on !== null || undefined}>
      <summary className={styles.title}>
        {title}
        {on !== null && <span className={styles.on}> · {on}</span>}
      </summary>
      <div className={styles.fields}>
        {children}
        {on !== null && (
          <Button variant="quiet" onClick={onClear}>
            {clear}
          </Button>
        )}
      </div>
    </details>
  )
}
