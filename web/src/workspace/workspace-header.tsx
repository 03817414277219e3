import { worksOnContent } from '@portico/rules/staff/entitlements'
import type { ReactNode } from 'react'
import { usePage } from '../page-state.tsx'
import { Link } from '../router/link.tsx'
import { links } from '../router/links.ts'
import { useText } from '../texts/text.tsx'
import styles from './workspace-header.module.css'

interface WorkspaceHeaderProps {
  readonly current: 'workspace' | 'leads' | 'figures'
  /** Stands beside the title. */
  readonly children?: ReactNode
}

/** Title of the workspace and the way to its parts, and to the canned replies for those who write or approve them. */
export function WorkspaceHeader({ current, children }: WorkspaceHeaderProps) {
  const t = useText()
  const { session } = usePage()
  const parts = [
    { name: 'workspace', to: links.workspace() },
    { name: 'leads', to: links.workspace('leads') },
    { name: 'figures', to: links.workspace('figures') },
    ...(worksOnContent(session?.entitlements ?? [])
      ? [{ name: 'replies', to: links.content(undefined, 'replies') } as const]
      : []),
  ] as const
  return (
    <div className={styles.header}>
      <h1 className={styles.title}>{t(current === 'workspace' ? 'workspace.title' : `workspace.${current}.title`)}</h1>
      {children}
      <nav aria-label={t('workspace.parts')}>
        <ul className={styles.parts}>
          {parts.map(({ name, to }) => (
            <li key={name}>
              <Link to={to} aria-current={name === current ? 'page' : undefined} className={styles.part}>
                {t(`workspace.part.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
