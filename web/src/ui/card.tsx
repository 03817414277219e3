import { type ReactNode, useId } from 'react'
import styles from './card.module.css'
import { classes } from './classes.ts'

export interface CardProps {
  readonly title?: ReactNode
  /** 2 by default. */
  readonly headingLevel?: 2 | 3
  /** Shown at the end of the title's line: a link or a badge. */
  readonly action?: ReactNode
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** One idea on a raised surface; with a title, it is a region named after it. */
export function Card({ title, headingLevel = 2, action, children, className }: CardProps) {
  const id = useId()
  if (title === undefined) return <div className={classes(styles.card, className)}>{children}</div>
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <section className={classes(styles.card, className)} aria-labelledby={id}>
      <div className={styles.head}>
        <Heading id={id} className={styles.title}>
          {title}
        </Heading>
        {action}
      </div>
      {children}
    </section>
  )
}
