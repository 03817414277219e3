import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { useQuoteFor } from '../../shared/shop-parts/quote-for.ts'
import styles from './shop.module.css'

/** The person for whom an agent looks for plans here, their present plans, and the way back to the agent's work (AG-6). */
export function QuoteLine() {
  const t = useText()
  const format = useFormat()
  const [{ firstName, lastName, plans, coverageEnds }] = useQuoteFor()
  if (!useArea('proposals')) return null
  return (
    <p className={styles.row}>
      {firstName !== '' && <strong>{t('proposal.looking-for', { name: `${firstName} ${lastName}` })}</strong>}
      {plans !== '' && (
        <span>
          {coverageEnds === ''
            ? t('proposal.now', { plans })
            : t('proposal.now-until', { plans, day: format.date(coverageEnds) })}
        </span>
      )}
      <Link to={links.producer()}>{t('proposal.to-work')}</Link>
    </p>
  )
}
