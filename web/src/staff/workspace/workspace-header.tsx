import { worksOnContent } from '@portico/rules/staff/entitlements'
import type { ReactNode } from 'react'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { PartsNav } from '../../kit/layout/parts-nav.tsx'
import styles from './workspace-header.module.css'

interface WorkspaceHeaderProps {
  readonly current: 'workspace' | 'leads' | 'figures'
  /** Shown next to the title. */
  readonly children?: ReactNode
}

/** The workspace's title and links to its parts, and to the canned replies for people who write or approve them. */
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
      <PartsNav
        label={t('workspace.parts')}
        parts={parts.map(({ name, to }) => ({ to, text: t(`workspace.part.${name}`), isCurrent: name === current }))}
        className={styles.parts}
      />
    </div>
  )
}
