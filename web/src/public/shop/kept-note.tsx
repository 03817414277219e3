import type { Market } from '@portico/rules/shop/lines'
import { usePage } from '../../base/page-state.tsx'
import { useNavigation } from '../../base/router/navigation.ts'
import { shopLinks } from '../../base/router/shop-links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { TextField } from '../../ui/text-field.tsx'
import styles from './shop.module.css'
import type { KeptDraft } from './use-apply-draft.ts'

interface KeptNoteProps {
  readonly market: Market
  readonly kept: KeptDraft | null
  readonly failed: boolean
}

/** Where the typed values are kept; someone without an account gets a link for another device. */
export function KeptNote({ market, kept, failed }: KeptNoteProps) {
  const t = useText()
  const { brand, session } = usePage()
  const { href } = useNavigation()
  const { dateLong } = useFormat()
  if (failed) {
    return (
      <p role="status" className={lettering.small}>
        {t('apply.kept.failed')}
      </p>
    )
  }
  if (kept === null) return null
  const until = dateLong(kept.until)
  return (
    <div className={styles.tight}>
      <p role="status" className={lettering.small}>
        {t(session === null ? 'apply.kept' : 'apply.kept.account', { until })}
      </p>
      {session === null && (
        <details className={styles.more}>
          <summary>{t('apply.kept.elsewhere')}</summary>
          <TextField
            label={t('shop.keep.copy')}
            hint={t('apply.kept.link', { until })}
            value={new URL(href(shopLinks.ticket(market, brand.code, 'continue', kept.ticket)), location.href).href}
            readOnly
          />
        </details>
      )}
    </div>
  )
}
