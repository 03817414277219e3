import type { AccessScope } from '@portico/rules/people/access'
import { useText } from '../../base/texts/text.tsx'
import { Badge } from '../../ui/badge.tsx'
import styles from './people.module.css'

/** The scopes that were given, in a few words each. */
export function ScopeList({ scopes }: { readonly scopes: readonly AccessScope[] }) {
  const t = useText()
  return (
    <ul className={styles.scopes} aria-label={t('people.field.scopes')}>
      {scopes.map((scope) => (
        <li key={scope}>
          <Badge tone="neutral">{t(`people.short.${scope}`)}</Badge>
        </li>
      ))}
    </ul>
  )
}
