import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { useQuoteFor } from '../../shared/shop-parts/quote-for.ts'
import styles from './shop.module.css'

/** For whom an agent looks for plans here, and the way back to their work (AG-6). */
export function QuoteLine() {
  const t = useText()
  const [{ firstName, lastName }] = useQuoteFor()
  if (!useArea('proposals')) return null
  return (
    <p className={styles.row}>
      {firstName !== '' && <strong>{t('proposal.looking-for', { name: `${firstName} ${lastName}` })}</strong>}
      <Link to={links.producer()}>{t('proposal.to-work')}</Link>
    </p>
  )
}
