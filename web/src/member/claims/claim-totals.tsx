import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import type { ClaimPageData } from '../../shared/claim-parts/claim-looks.ts'
import styles from './claims-view.module.css'

/** The sums of the claims found, and what they leave out (MP-3). */
export function ClaimTotals({ totals }: { readonly totals: ClaimPageData['totals'] }) {
  const t = useText()
  const format = useFormat()
  const {
    billedCents,
    discountCents,
    planPaidCents,
    otherPaidCents,
    shareCents,
    youOweCents,
    openCents,
    unknown,
    odd,
  } = totals
  const shown = [
    { label: t('claims.total-billed'), cents: billedCents },
    { label: t('claims.part-discount'), cents: discountCents },
    { label: t('claims.total-paid'), cents: planPaidCents },
    ...(otherPaidCents === 0 ? [] : [{ label: t('claims.part-other'), cents: otherPaidCents }]),
    { label: t('claims.part-you'), cents: shareCents },
    ...(openCents === 0
      ? []
      : [{ label: t(openCents > 0 ? 'claims.total-open' : 'claims.total-over'), cents: openCents }]),
    { label: t('claims.total-owe'), cents: youOweCents },
  ]
  return (
    <section aria-label={t('claims.totals')} className={styles.totals}>
      <dl>
        {shown.map(({ label, cents }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{format.money(cents)}</dd>
          </div>
        ))}
      </dl>
      {unknown > 0 && <p className={styles.unknown}>{t('claims.total-unknown', { count: unknown })}</p>}
      {odd > 0 && <p className={styles.unknown}>{t('claims.total-odd', { count: odd })}</p>}
    </section>
  )
}
