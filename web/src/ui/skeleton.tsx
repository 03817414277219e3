import { classes } from './classes.ts'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  /** `line` of text, `title`, `block` (a card's worth), `circle`. */
  readonly shape: 'line' | 'title' | 'block' | 'circle'
  readonly className?: string | undefined
}

/** A gray shape where something is loading; the view says so in words elsewhere. */
export function Skeleton({ shape, className }: SkeletonProps) {
  return <span className={classes(styles.shape, styles[shape], className)} aria-hidden="true" />
}
