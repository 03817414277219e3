import type { ComponentType, ReactNode, SVGProps } from 'react'
import styles from '../../shell/shell/ways.module.css'
import { Card } from '../../ui/card.tsx'

export interface WayCardProps {
  readonly title: string
  /** An icon of the icon set. */
  readonly icon: ComponentType<SVGProps<SVGSVGElement>>
  readonly children: ReactNode
  /** A link at the bottom. */
  readonly action?: ReactNode
}

/** One way to get something done. */
export function WayCard({ title, icon: Icon, children, action }: WayCardProps) {
  return (
    <Card title={title} className={styles.way}>
      <Icon aria-hidden="true" className={styles.icon} />
      {children}
      {action && <p className={styles.action}>{action}</p>}
    </Card>
  )
}
