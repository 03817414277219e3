import { worksOnContent } from '@portico/rules/staff/entitlements'
import { usePage } from '../page-state.tsx'
import { Link } from '../router/link.tsx'
import { links } from '../router/links.ts'
import { useText } from '../texts/text.tsx'
import styles from './administration.module.css'

const needs = { people: 'administer', accounts: 'administer', log: 'audit', running: 'administer' } as const
export type Part = keyof typeof needs

/** The parts that someone with these entitlements has. */
export function partsOf(entitlements: readonly string[]): readonly Part[] {
  return (Object.keys(needs) as Part[]).filter((part) => entitlements.includes(needs[part]))
}

/** Title and the way to the parts, and to settings and texts, which have views of their own. */
export function Parts({ parts, current }: { readonly parts: readonly Part[]; readonly current: Part | null }) {
  const t = useText()
  const entitlements = usePage().session?.entitlements ?? []
  const beside = [
    ...(entitlements.includes('administer') ? [{ name: 'settings', to: links.settings() } as const] : []),
    ...(worksOnContent(entitlements) ? [{ name: 'content', to: links.content() } as const] : []),
  ]
  return (
    <div className={styles.header}>
      <h1 className={styles.title}>
        {t(current === null ? 'administration.title' : `administration.${current}.title`)}
      </h1>
      <nav aria-label={t('administration.parts')}>
        <ul className={styles.parts}>
          {parts.map((part) => (
            <li key={part}>
              <Link
                to={links.administration(part)}
                aria-current={part === current ? 'page' : undefined}
                className={styles.part}
              >
                {t(`administration.part.${part}`)}
              </Link>
            </li>
          ))}
          {beside.map(({ name, to }) => (
            <li key={name}>
              <Link to={to} className={styles.part}>
                {t(`administration.part.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
