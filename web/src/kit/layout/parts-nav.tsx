import type { ReactNode } from 'react'
import { Link } from '../../base/router/link.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './parts-nav.module.css'

interface PartsNavProps {
  readonly label: string
  readonly parts: readonly { readonly to: string; readonly text: ReactNode; readonly isCurrent?: boolean }[]
  readonly className?: string | undefined
}

/** Links to the parts of a staff screen, next to its title. */
export function PartsNav({ label, parts, className }: PartsNavProps) {
  return (
    <nav aria-label={label}>
      <ul className={classes(styles.parts, className)}>
        {parts.map(({ to, text, isCurrent = false }) => (
          <li key={to}>
            <Link to={to} aria-current={isCurrent ? 'page' : undefined} className={styles.part}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
