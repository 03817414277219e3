import { dateFormat, moneyFormat } from '../../base/texts/format.ts'
import { useText, useTexts } from '../../base/texts/text.tsx'
import type { YearData } from '../../shared/spending-parts/spending-types.ts'
import { SumsTable } from './sums-table.tsx'
import styles from './year.module.css'

/** Money in and out by month: a picture laid out by the server, and the same as a table; both work without scripts (MP-11). */
export function MonthsChart({ numbers }: { readonly numbers: YearData }) {
  const t = useText()
  const { locale } = useTexts()
  const { chart, months, year, total } = numbers
  const formatName = (month: number, width: 'short' | 'long') =>
    dateFormat(locale, { month: width, timeZone: 'UTC' }).format(new Date(Date.UTC(year, month - 1, 1)))
  const title = t('spending.chart', { year })
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span>{title}</span>
        <span className={styles.legend}>
          {(['in', 'out'] as const).map((side) => (
            <span key={side}>
              <span className={styles.mark} data-side={side} aria-hidden="true" />
              {t(`spending.${side}`)}
            </span>
          ))}
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <section className={styles.scroller} aria-label={title} tabIndex={0}>
        <svg viewBox={`0 0 ${chart.width} ${chart.height}`} className={styles.chart} aria-hidden="true">
          {chart.ticks.map(({ y, cents }) => (
            <g key={cents}>
              <line x1="60" x2={chart.width} y1={y} y2={y} className={styles.tick} />
              <text x="54" y={y + 4} textAnchor="end">
                {moneyFormat(true).format(cents / 100)}
              </text>
            </g>
          ))}
          {chart.bars.map(({ month, side, x, y, width, height }) => (
            <rect
              key={`${month} ${side}`}
              x={x}
              y={y}
              width={width}
              height={height}
              data-side={side}
              className={styles.bar}
            />
          ))}
          {chart.months.map(({ month, x }) => (
            <text key={month} x={x} y={chart.base + 18} textAnchor="middle">
              {formatName(month, 'short')}
            </text>
          ))}
        </svg>
      </section>
      <details className={styles.details}>
        <summary>{t('spending.chart-table')}</summary>
        <SumsTable
          title={title}
          about={t('spending.month')}
          rows={months.map(({ month, ...sums }) => ({ ...sums, key: String(month), name: formatName(month, 'long') }))}
          total={total}
        />
      </details>
    </figure>
  )
}
