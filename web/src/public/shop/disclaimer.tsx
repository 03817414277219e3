import type { Market } from '@portico/rules/shop/lines'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import styles from './shop.module.css'

/** The disclaimer required by law in Medicare shops (42 CFR 422.2267), and that no plan is favored (SH-11). */
export function Disclaimer({ market }: { readonly market: Market }) {
  const t = useText()
  const { brand } = usePage()
  if (market !== 'medicare') return <p className={`${lettering.small} ${styles.notes}`}>{t('shop.estimate')}</p>
  return (
    <aside className={`${styles.tight} ${styles.notes}`} aria-label={t('shop.medicare.notes')}>
      {(['not-all', 'not-government', 'stars', 'contract'] as const).map((note) => (
        <p key={note} className={lettering.small}>
          {t(`shop.medicare.${note}`, { brand: brand.name })}
        </p>
      ))}
    </aside>
  )
}
