import type { PayloadOf } from '@portico/contract/call'
import type { listClaims } from '@portico/contract/calls/claims'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { StateBadge } from '../../shared/claim-parts/state-badge.tsx'
import styles from './recent-claims.module.css'

type ClaimRow = PayloadOf<typeof listClaims>['claims'][number]

/** The newest claims, one per line, with what the member owes. */
export function RecentClaims({ claims, shared }: { readonly claims: readonly ClaimRow[]; readonly shared: boolean }) {
  const t = useText()
  const { money, date } = useFormat()
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
    <ul role="list" aria-label={t('spending.recent-claims')}>
      {claims.map(({ claimId, providerName, category, serviceDate, patient, state, step, youOweCents }) => (
        <li key={claimId} className={styles.claim}>
          <div className={styles.what}>
            <p className={lettering.name}>
              <Link to={links.claim(claimId)}>{providerName ?? t('spending.no-provider')}</Link>
            </p>
            <p className={lettering.small}>
              {t(`claims.kind-${category}`)} · <time dateTime={serviceDate}>{date(serviceDate)}</time>
              {shared && <> · {t('spending.for', { name: patient.firstName })}</>}
            </p>
          </div>
          <p className={styles.owed}>
            <span className={lettering.small}>{t('spending.you-owe')}</span>
            <strong>{youOweCents === null ? t('spending.not-known') : money(youOweCents)}</strong>
            <StateBadge state={state} step={step} />
          </p>
        </li>
      ))}
    </ul>
  )
}
