import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../base/router/link.tsx'
import styles from './back-link.module.css'

interface BackLinkProps {
  readonly to: string
  readonly children: ReactNode
}

/** Leads from one item back to the list that it is in. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <p className={styles.back}>
      <Link to={to}>
        <ArrowLeft aria-hidden="true" className={styles.arrow} />
        {children}
      </Link>
    </p>
  )
}
