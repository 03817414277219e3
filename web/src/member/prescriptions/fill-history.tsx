import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { type Translate, useText } from '../../base/texts/text.tsx'
import styles from './medicine-card.module.css'
import type { FillData, MedicineData } from './types.ts'
import { unitWords } from './unit-words.ts'

/** The amount of a fill; null if unknown. */
export function amountWords({ quantity, quantityUnit, daysSupply }: FillData, t: Translate): string | null {
  const days = daysSupply === null ? null : t('prescriptions.days', { days: daysSupply })
  if (quantity === null) return days
  const parts = { amount: quantity, unit: quantityUnit === null ? '' : unitWords(quantityUnit, quantity, t) }
  return days === null
    ? t('prescriptions.amount', parts).trim()
    : t('prescriptions.amount-days', { ...parts, days }).replace(' ,', ',')
}

/** Every known fill with its cost and claim. */
export function FillHistory({ medicine: { name, fills } }: { readonly medicine: MedicineData }) {
  const t = useText()
  const { date, money } = useFormat()
  const unknown = t('prescriptions.unknown')
  const cost = (cents: number | null, isOpen: boolean) =>
    isOpen ? t('prescriptions.cost-open') : cents === null ? unknown : money(cents)
  const column = {
    day: t('prescriptions.history-day'),
    amount: t('prescriptions.history-amount'),
    pharmacy: t('prescriptions.history-pharmacy'),
    you: t('prescriptions.history-you'),
    plan: t('prescriptions.history-plan'),
    claim: t('prescriptions.history-claim'),
  }
  return (
    <details className={styles.history}>
      <summary>{t('prescriptions.history')}</summary>
      <table className={styles.table} aria-label={t('prescriptions.history-of', { name })}>
        <thead>
          <tr>
            {Object.values(column).map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fills.map((fill, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a drug may be filled twice on a day, and the list never changes
            <tr key={`${fill.day} ${index}`}>
              <th scope="row" data-label={column.day}>
                {date(fill.day)}
              </th>
              <td data-label={column.amount}>{amountWords(fill, t) ?? unknown}</td>
              <td data-label={column.pharmacy}>{fill.pharmacyName ?? unknown}</td>
              <td data-label={column.you}>{cost(fill.youCents, fill.isOpen)}</td>
              <td data-label={column.plan}>{cost(fill.planCents, fill.isOpen)}</td>
              <td data-label={column.claim}>
                {fill.claimId === null ? (
                  unknown
                ) : (
                  <Link
                    to={links.claim(fill.claimId)}
                    aria-label={t('prescriptions.history-claim-of', { day: date(fill.day) })}
                  >
                    {t('prescriptions.history-open')}
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
