import { ReceiptText } from 'lucide-react'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { useMay } from '../../session/acting/use-may.ts'
import type { Message } from '../conversation/types.ts'
import styles from './mention.module.css'

/** The claims that a conversation is about, each with a link (MP-9). */
export function ClaimLinks({ claims }: { readonly claims: Message['claims'] }) {
  const t = useText()
  const format = useFormat()
  const ready = useArea('claim-mention')
  const maySee = useMay('claims')
  if (!ready || !maySee) return null
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
    <ul className={styles.list} role="list" aria-label={t('claim-mention.list')}>
      {claims.map(({ claimId, claimNumber, providerName, serviceDate, appeal }) => (
        <li key={claimId}>
          <ReceiptText aria-hidden="true" />
          <span>
            {t(appeal ? 'claim-mention.appeal' : 'claim-mention.question')}:{' '}
            <Link to={links.claim(claimId)}>
              {t('claim-mention.about', {
                provider: providerName ?? t('claim-mention.no-provider'),
                day: format.date(serviceDate),
                number: claimNumber,
              })}
            </Link>
          </span>
        </li>
      ))}
    </ul>
  )
}
