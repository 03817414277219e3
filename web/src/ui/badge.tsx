import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classes } from './classes.ts'

export interface BadgeProps {
  /** `brand` is filled with the brand's color, for counts; the others are statuses. */
  readonly tone: 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'danger'
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** A word or a count in a pill. */
export function Badge({ tone, children, className }: BadgeProps) {
  return <span className={classes(styles.badge, styles[tone], className)}>{children}</span>
}
