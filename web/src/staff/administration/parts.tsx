import { worksOnContent } from '@portico/rules/staff/entitlements'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { PartsNav } from '../../kit/layout/parts-nav.tsx'
import styles from './administration.module.css'

const needs = {
  people: 'administer',
  accounts: 'administer',
  provisioning: 'administer',
  apps: 'administer',
  connections: 'administer',
  ownbrands: 'administer',
  data: 'administer',
  log: 'audit',
  running: 'administer',
  reports: 'administer',
} as const
export type AdministrationPart = keyof typeof needs

/** The parts that someone with these entitlements has. */
export function listParts(entitlements: readonly string[]): readonly AdministrationPart[] {
  return (Object.keys(needs) as AdministrationPart[]).filter((part) => entitlements.includes(needs[part]))
}

/** Whether an address names a part, whether or not the viewer may see it. */
export function isPart(name: string): boolean {
  return Object.hasOwn(needs, name)
}

/** The title with links to the parts, and to settings and texts, which have their own views. */
export function Parts({
  parts,
  current,
}: {
  readonly parts: readonly AdministrationPart[]
  readonly current: AdministrationPart | null
}) {
  const t = useText()
  const entitlements = usePage().session?.entitlements ?? []
  const own = parts.map((name) => ({ name, to: links.administration(name) }))
  const beside = [
    ...(entitlements.includes('administer') ? [{ name: 'settings', to: links.settings() } as const] : []),
    ...(worksOnContent(entitlements) ? [{ name: 'content', to: links.content() } as const] : []),
  ]
  return (
    <div className={styles.header}>
      <h1 className={styles.title}>
        {t(current === null ? 'administration.title' : `administration.${current}.title`)}
      </h1>
      <PartsNav
        label={t('administration.parts')}
        parts={[...own, ...beside].map(({ name, to }) => ({
          to,
          text: t(`administration.part.${name}`),
          isCurrent: name === current,
        }))}
      />
    </div>
  )
}
