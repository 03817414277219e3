import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './alert.module.css'
import { classes } from './classes.ts'

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert } as const

export interface AlertProps {
  readonly tone: keyof typeof icons
  readonly title?: ReactNode
  readonly children?: ReactNode
  /** `alert` is announced at once, `status` at the next pause; neither is for a notice that is there from the start. */
  readonly role?: 'alert' | 'status' | undefined
  readonly className?: string | undefined
}

/** A notice in the flow of the page; the icon's shape conveys the same as the color. */
export function Alert({ tone, title, children, role, className }: AlertProps) {
  const Icon = icons[tone]
  return (
    <div className={classes(styles.alert, styles[tone], className)} role={role}>
      <Icon aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  )
}
