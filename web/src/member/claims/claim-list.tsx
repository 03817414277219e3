import { Link } from '../../base/router/link.tsx'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { type ClaimPageData, type ClaimRow, categoryIcons } from '../../shared/claim-parts/claim-looks.ts'
import { StateBadge } from '../../shared/claim-parts/state-badge.tsx'
import { useSlices } from '../../ui/slices.ts'
import styles from './claim-list.module.css'
import { type ClaimListQuery, claimAddress } from './list-query.ts'

interface ClaimListProps {
  readonly page: ClaimPageData
  readonly query: ClaimListQuery
  /** All rows at once, for printing. */
  readonly whole: boolean
}

/** Claims, one per line: who, what, when, what it cost and what the member owes (MP-3). */
export function ClaimList({ page, query, whole }: ClaimListProps) {
  const t = useText()
  const claims = useSlices(page.claims, page.claims[0]?.claimId ?? '', whole)
  const shared = page.people.length > 1
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
    <ul className={styles.list} role="list" aria-label={t('claims.list')}>
      {claims.map((claim) => (
        <Line key={claim.claimId} claim={claim} shared={shared} to={claimAddress(claim.claimId, query)} />
      ))}
    </ul>
  )
}

function Line({ claim, shared, to }: { readonly claim: ClaimRow; readonly shared: boolean; readonly to: string }) {
  const t = useText()
  const format = useFormat()
  const Icon = categoryIcons[claim.category]
  const amount = (cents: number | null) =>
    cents === null ? <span className={styles.unknown}>{t('claims.not-known')}</span> : format.money(cents)
  return (
    <li className={styles.claim}>
      <span className={styles.icon} aria-hidden="true">
        <Icon />
      </span>
      <div className={styles.what}>
        <p className={styles.provider}>
          <Link to={to}>{claim.providerName ?? t('claims.no-provider')}</Link>
        </p>
        <p className={lettering.small}>
          {t(`claims.kind-${claim.category}`)} ·{' '}
          <time dateTime={claim.serviceDate}>{format.date(claim.serviceDate)}</time>
          {shared && <> · {t('claims.for', { name: claim.patient.firstName })}</>}
        </p>
      </div>
      <dl className={styles.amounts}>
        <div>
          <dt>{t('claims.billed')}</dt>
          <dd>{amount(claim.billedCents)}</dd>
        </div>
        <div className={styles.owed}>
          <dt>{t('claims.you-owe')}</dt>
          <dd>
            {amount(claim.youOweCents)}
            {claim.paidCents > 0 && claim.shareCents !== null && (
              <span className={styles.paid}>
                {t(claim.step === 'counter' ? 'claims.paid-at-counter' : 'claims.paid-of-share', {
                  paid: format.money(claim.paidCents),
                  share: format.money(claim.shareCents),
                })}
              </span>
            )}
          </dd>
        </div>
      </dl>
      <p className={styles.state}>
        <StateBadge state={claim.state} step={claim.step} />
      </p>
    </li>
  )
}
