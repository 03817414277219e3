import { type SellingLine, sellingLines } from '@portico/rules/agencies/selling'
import { useText } from '../base/texts/text.tsx'
import lettering from '../kit/layout/lettering.module.css'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import styles from './producer.module.css'
import type { Credentials } from './types.ts'

interface SellingCardProps extends Pick<Credentials, 'selling'> {
  /** Lines to show; left out: all. */
  readonly lines?: readonly SellingLine[]
}

/** What is missing to sell in the chosen region, by line of business (AG-4). */
export function SellingCard({ selling, lines = sellingLines }: SellingCardProps) {
  const t = useText()
  if (selling === null)
    return (
      <Card title={t('producer.selling.title', { state: t('producer.unknown') })}>
        <p className={lettering.key}>{t('producer.selling.unknown')}</p>
      </Card>
    )
  return (
    <Card title={t('producer.selling.title', { state: selling.state })}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('producer.selling.line')}</th>
            <th scope="col">{t('producer.selling.missing')}</th>
          </tr>
        </thead>
        <tbody>
          {selling.lines
            .filter(({ line }) => lines.includes(line))
            .map(({ line, missing }) => (
              <tr key={line}>
                <th scope="row">{t(`producer.line.${line}`)}</th>
                <td>
                  {missing.length === 0 ? (
                    <Badge tone="success">{t('producer.selling.ready')}</Badge>
                  ) : (
                    missing.map((need) => t(`producer.need.${need}`)).join(', ')
                  )}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </Card>
  )
}
