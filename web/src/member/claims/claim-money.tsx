import { isPaymentToCome } from '@portico/rules/claims/timeline'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import type { ClaimData } from '../../shared/claim-parts/claim-looks.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './claim-money.module.css'

interface Part {
  readonly id: 'discount' | 'copy' | 'plan' | 'other' | 'you'
  /** Null: not known. */
  readonly cents: number | null
  readonly text?: string
}

/** Who pays which part of the bill, as a picture to look at and as a sum to read (MP-4). */
export function MoneyPicture({ claim }: { readonly claim: ClaimData }) {
  const t = useText()
  const format = useFormat()
  const { billedCents, discountCents, planPaidCents, otherPaidCents, shareCents, addsUp } = claim.figures
  const { paidCents, youOweCents, step } = claim.owed
  if (billedCents === null) return null
  const parts: readonly Part[] = [
    claim.state === 'duplicate'
      ? { id: 'copy', cents: discountCents, text: t('claims.part-copy-text') }
      : { id: 'discount', cents: discountCents, text: t('claims.part-discount-text') },
    { id: 'plan', cents: planPaidCents },
    ...(otherPaidCents ? [{ id: 'other' as const, cents: otherPaidCents }] : []),
    { id: 'you', cents: shareCents },
  ]
  const provider = claim.providerName
  const isToCome = isPaymentToCome(claim.events)
  return (
    <>
      {addsUp === true && billedCents > 0 && <Bar parts={parts} billedCents={billedCents} />}
      <table className={styles.sum}>
        <VisuallyHidden as="caption">{t('claims.picture', { billed: format.money(billedCents) })}</VisuallyHidden>
        <tbody>
          <tr>
            <th scope="row">{provider === null ? t('claims.billed-plain') : t('claims.billed-by', { provider })}</th>
            <td>{format.money(billedCents)}</td>
          </tr>
          {parts.map((part) => (
            <tr key={part.id} data-part={part.id}>
              <th scope="row">
                <span className={styles.mark} data-part={part.id} aria-hidden="true" />
                {t(part.id === 'plan' ? choosePlanText(part.cents ?? 0) : `claims.part-${part.id}`)}
                {part.text !== undefined && part.cents !== null && (
                  <>
                    {' '}
                    <span className={styles.about}>{part.text}</span>
                  </>
                )}
              </th>
              <td>{renderAmount(part)}</td>
            </tr>
          ))}
          {paidCents > 0 && (
            <>
              <tr data-part="paid">
                <th scope="row">{t(step === 'counter' ? 'claims.part-counter' : 'claims.part-accounts')}</th>
                <td>{format.money(-paidCents)}</td>
              </tr>
              <tr data-part="left">
                <th scope="row">{t('claims.part-left')}</th>
                <td>{format.money(youOweCents ?? 0)}</td>
              </tr>
            </>
          )}
        </tbody>
      </table>
    </>
  )

  function choosePlanText(cents: number) {
    if (cents < 0) return 'claims.part-plan-back'
    return isToCome ? 'claims.coming-paid' : 'claims.part-plan'
  }

  function renderAmount({ id, cents }: Part) {
    if (cents === null)
      return (
        <span className={styles.about}>
          {t(claim.state === 'in-progress' ? 'claims.not-known' : 'claims.not-said')}
        </span>
      )
    return id === 'you' ? format.money(cents) : format.money(cents === 0 ? 0 : -cents)
  }
}

const width = 1000

interface BarProps {
  readonly parts: readonly Part[]
  readonly billedCents: number
}

/** Drawn in SVG, which can be sized without inline styles; the table below says the same in words. */
function Bar({ parts, billedCents }: BarProps) {
  const before = (index: number) => parts.slice(0, index).reduce((sum, { cents }) => sum + (cents ?? 0), 0)
  return (
    <svg className={styles.bar} viewBox={`0 0 ${width} 24`} preserveAspectRatio="none" aria-hidden="true">
      {parts.map(({ id, cents }, index) => {
        const from = (before(index) / billedCents) * width
        return cents ? (
          <rect key={id} data-part={id} x={from} width={(cents / billedCents) * width} height={24} />
        ) : null
      })}
    </svg>
  )
}
