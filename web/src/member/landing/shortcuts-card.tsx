import type { Tab } from '@portico/rules/tabs/types'
import { CircleDollarSign, ClipboardPlus } from 'lucide-react'
import { useActsForPerson } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { useMay } from '../../session/acting/use-may.ts'
import { TabIcon } from '../../shared/landscape/tab-icon.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './shortcuts-card.module.css'

/** Links to what the member's coverage includes, named like the tabs (MP-1). */
export function ShortcutsCard({ tabs }: { readonly tabs: readonly Tab[] }) {
  const t = useText()
  const acts = useActsForPerson()
  const mayClaims = useMay('claims')
  return (
    <Card title={t('landing.shortcuts-title')} className={styles.card}>
      <ul className={styles.list}>
        {tabs.map((tab) => (
          <li key={tab.id}>
            <Link to={tab.url} target={tab.linkTarget} className={styles.shortcut}>
              <TabIcon tab={tab} />
              {tab.label}
            </Link>
          </li>
        ))}
        {mayClaims && tabs.some(({ id }) => id === 'navFindDoctor') && (
          <li>
            <Link to={links.careCost()} className={styles.shortcut}>
              <CircleDollarSign aria-hidden="true" />
              {t('landing.care-cost')}
            </Link>
          </li>
        )}
        {!acts && (
          <li>
            <Link to={links.screen('health-record')} className={styles.shortcut}>
              <ClipboardPlus aria-hidden="true" />
              {t('landing.health-record')}
            </Link>
          </li>
        )}
      </ul>
    </Card>
  )
}
