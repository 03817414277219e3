import { Spoken } from '../../base/texts/spoken.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useRoundMoney } from '../../base/texts/use-round-money.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './benefits-card.module.css'
import type { BenefitData, SideData } from './types.ts'

interface BenefitsTableProps {
  readonly benefits: readonly BenefitData[]
  readonly caption: string
}

/** Benefits, in and out of network side by side; on a phone one below the other, each with its own label. */
export function BenefitsTable({ benefits, caption }: BenefitsTableProps) {
  const t = useText()
  const sections = [...Map.groupBy(benefits, ({ section }) => section).values()]
  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('coverage.service')}</th>
          <th scope="col">{t('coverage.you-pay-in')}</th>
          <th scope="col">{t('coverage.you-pay-out')}</th>
        </tr>
      </thead>
      {sections.map((rows) => (
        <tbody key={rows[0]?.section}>
          {rows[0]?.section && (
            <tr className={styles.section}>
              <th scope="rowgroup" colSpan={3}>
                <Spoken language={rows[0].sectionSpoken}>{rows[0].section}</Spoken>
              </th>
            </tr>
          )}
          {rows.map((row) => (
            <tr key={row.service}>
              <th scope="row">
                <span>
                  <Spoken language={row.spoken}>{row.service}</Spoken>
                </span>
                <Notes row={row} />
              </th>
              <td>
                <span className={styles.network}>{t('coverage.in')}</span>
                <Side side={row.in} />
              </td>
              <td>
                <span className={styles.network}>{t('coverage.out')}</span>
                <Side side={row.out} />
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** Limits that apply in both networks, and the plan's own words. */
function Notes({ row }: { readonly row: BenefitData }) {
  const t = useText()
  const sides = [row.in, row.out].filter((side) => side !== null)
  const [before, after] = t('coverage.limit', { limit: '|' }).split('|')
  return (
    <span className={styles.notes}>
      {sides.flatMap(({ limit, words }, at) => {
        const isSaid = (own: string | null, name: 'limit' | 'words') =>
          own === null || sides.slice(0, at).some((side) => side[name] === own)
        return [
          isSaid(limit, 'limit') ? null : (
            <span key={`limit ${limit}`}>
              {before}
              <Spoken language={row.spoken}>{limit}</Spoken>
              {after}
            </span>
          ),
          isSaid(words, 'words') ? null : (
            <span key={words}>
              <Spoken language={row.spoken}>{words}</Spoken>
            </span>
          ),
        ]
      })}
    </span>
  )
}

function Side({ side }: { readonly side: SideData | null }) {
  const t = useText()
  const money = useRoundMoney()
  const price = side === null ? t('coverage.not-said') : formatPrice(side)
  return (
    <span>
      <span className={styles.price} data-covered={side?.covered ?? undefined}>
        {price}
      </span>
      {side !== null && side.covered !== false && (
        <span className={styles.notes}>
          {side.deductibleApplies !== null && (
            <span>{t(side.deductibleApplies ? 'coverage.after-deductible' : 'coverage.no-deductible')}</span>
          )}
          {side.priorAuthorization && <span className={styles.approval}>{t('coverage.approval')}</span>}
        </span>
      )}
    </span>
  )

  function formatPrice({ covered, copayCents, coinsurance: percent }: SideData): string {
    if (covered === false) return t('coverage.not-covered')
    if (copayCents !== null && copayCents > 0) {
      const amount = money(copayCents)
      return percent ? t('coverage.copay-and-percent', { amount, percent }) : t('coverage.copay', { amount })
    }
    if (percent !== null && percent > 0) return t('coverage.percent', { percent })
    if (copayCents === 0 || percent === 0) return t('coverage.free')
    return t(covered ? 'coverage.covered' : 'coverage.not-said')
  }
}
