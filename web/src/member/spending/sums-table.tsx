import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import styles from './year.module.css'

interface Sums {
  readonly inCents: number
  readonly outCents: number
}

export interface SumsTableProps {
  readonly title: string
  /** Follows the title for screen readers, and is the heading of the first column. */
  readonly about: string
  readonly rows: readonly (Sums & { readonly key: string; readonly name: string })[]
  readonly total: Sums
}

/** Money in and out for several rows, with their total. */
export function SumsTable({ title, about, rows, total }: SumsTableProps) {
  const t = useText()
  const { money } = useFormat()
  const amounts = ({ inCents, outCents }: Sums) => (
    <>
      <td>{money(inCents)}</td>
      <td>{money(outCents === 0 ? 0 : -outCents)}</td>
    </>
  )
  return (
    <table className={styles.sums}>
      <caption className={styles.title}>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{about}</th>
          <th scope="col">{t('spending.in')}</th>
          <th scope="col">{t('spending.out')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, ...sums }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {amounts(sums)}
          </tr>
        ))}
      </tbody>
      <tfoot className={styles.total}>
        <tr>
          <th scope="row">{t('spending.total')}</th>
          {amounts(total)}
        </tr>
      </tfoot>
    </table>
  )
}
