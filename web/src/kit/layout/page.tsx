import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import styles from './page.module.css'

interface PageProps {
  readonly title: ReactNode
  /** What the page is about, below the title. */
  readonly about?: ReactNode
  /** A paragraph below what the page is about. */
  readonly more?: ReactNode
  /** The way back, above the title. */
  readonly back?: ReactNode
  /** Next to the title. */
  readonly tools?: ReactNode
  /** Announced on a line that keeps its space when empty; left out: there is no such line. */
  readonly status?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** The frame of a view: its title, what it is about, and its parts below. */
export function Page({ title, about, more, back, tools, status, className, children }: PageProps) {
  const isApart = Boolean(about) && status === undefined
  return (
    <div className={classes(styles.page, className)}>
      {back}
      <div className={classes(styles.head, isApart && styles.apart)}>
        <div className={styles.words}>
          <h1>{title}</h1>
          {about && <p className={styles.about}>{about}</p>}
          {more && <p>{more}</p>}
        </div>
        {tools}
      </div>
      {status !== undefined && (
        <p role="status" className={styles.status}>
          {status}
        </p>
      )}
      {children}
    </div>
  )
}
