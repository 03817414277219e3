import type { ElementType, ReactNode } from 'react'
import styles from './visually-hidden.module.css'

interface VisuallyHiddenProps {
  /** `span` by default. */
  readonly as?: 'p' | 'h2' | 'label' | 'legend' | 'caption'
  readonly id?: string
  readonly role?: 'status'
  /** For a label: the id of its field. */
  readonly htmlFor?: string
  readonly children: ReactNode
}

/** Text for screen readers only. */
export function VisuallyHidden({ as, ...props }: VisuallyHiddenProps) {
  const Part: ElementType = as ?? 'span'
  return <Part {...props} className={styles.hidden} />
}
