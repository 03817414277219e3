import type { AccessScope } from '@portico/rules/people/access'
import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import styles from '../../kit/forms/screen.module.css'
import lettering from '../../kit/layout/lettering.module.css'
import { ScopeList } from './scope-list.tsx'

interface PersonItemProps {
  readonly name: string
  /** Why one of the two sees the other's information. */
  readonly about: string
  readonly scopes: readonly AccessScope[]
  /** The last day; null: there is none. */
  readonly ends: string | null
  /** The last day of all these scopes, if plan and ID card stay visible after it; null if there is none. */
  readonly until?: string | null
  /** What can be done about it. */
  readonly children?: ReactNode
}

/** Someone who sees the member's information, or whose information the member sees. */
export function PersonItem({ name, about, scopes, ends, until = null, children }: PersonItemProps) {
  const t = useText()
  const format = useFormat()
  return (
    <li className={styles.item}>
      <span className={styles.icon}>
        <UserRound aria-hidden="true" />
      </span>
      <div>
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
        <p className={lettering.small}>{about}</p>
        <ScopeList scopes={scopes} />
        {ends !== null && (
          <p className={lettering.small}>
            {until === null || until === ends
              ? t('people.until', { date: format.dateLong(ends) })
              : t('people.untilTeen', { date: format.dateLong(until), ends: format.dateLong(ends) })}
          </p>
        )}
      </div>
      {children}
    </li>
  )
}
