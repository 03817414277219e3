import { AppWindow } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from '../../kit/forms/screen.module.css'
import lettering from '../../kit/layout/lettering.module.css'
import { AppMaker, type AppView } from './attestation.tsx'

interface AppItemProps {
  readonly app: AppView
  /** Further information, below the maker's name. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** An app in a list: its name, its maker, and the actions for it. */
export function AppItem({ app, children, action }: AppItemProps) {
  return (
    <li className={styles.item}>
      <span className={styles.icon}>
        <AppWindow aria-hidden="true" />
      </span>
      <div>
        <p className={styles.name}>
          <bdi>{app.name}</bdi>
        </p>
        <p className={lettering.small}>
          <AppMaker app={app} />
        </p>
        {children}
      </div>
      {action}
    </li>
  )
}
