import { useId } from 'react'
import { useFormat } from '../base/texts/format.ts'
import { useText } from '../base/texts/text.tsx'
import styles from './bar-chart.module.css'
import { classes } from './classes.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface BarChartProps {
  readonly title: string
  /** One for each position on the axis, e.g. days. */
  readonly labels: readonly string[]
  /** Heading of the labels in the table. */
  readonly rowHeading: string
  /** Columns of the table in order; at most three of them are drawn. */
  readonly series: readonly BarSeries[]
  /** Shown instead of the drawing if nothing was counted; left out: empty axes are drawn. */
  readonly empty?: string | undefined
}

interface BarSeries {
  readonly name: string
  /** One for each label; null if there is none. */
  readonly values: readonly (number | null)[]
  readonly tableOnly?: boolean
}

const [width, height, head, foot, side] = [560, 216, 12, 28, 48]

/** Bars over days or classes, with the same numbers in a table below. */
export function BarChart({ empty, ...chart }: BarChartProps) {
  const { title, labels, series } = chart
  const id = useId()
  const drawn = series.filter(({ tableOnly = false }) => !tableOnly)
  const isEmpty = empty !== undefined && drawn.every(({ values }) => values.every((value) => (value ?? 0) === 0))
  return (
    <figure className={styles.chart} aria-labelledby={id}>
      <figcaption id={id} className={styles.title}>
        {title}
      </figcaption>
      {isEmpty ? (
        <p className={styles.legend}>{empty}</p>
      ) : (
        <>
          {drawn.length > 1 && <Legend series={drawn} />}
          <Drawing labels={labels} series={drawn} />
        </>
      )}
      <Numbers {...chart} />
    </figure>
  )
}

function Legend({ series }: Pick<BarChartProps, 'series'>) {
  return (
    <ul className={styles.legend} aria-hidden="true">
      {series.map(({ name }, at) => (
        <li key={name}>
          <span className={styles.swatch} data-series={at} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function Drawing({ labels, series }: Pick<BarChartProps, 'labels' | 'series'>) {
  const format = useFormat()
  const max = niceMax(Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const step = (width - side) / Math.max(1, labels.length)
  const bar = (step * 0.7) / series.length
  const y = (value: number) => (height - foot - head) * (1 - value / max) + head
  const every = Math.ceil(labels.length / 8)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={styles.drawing} aria-hidden="true">
      {[0, max / 2, max].map((value) => (
        <g key={value}>
          <line x1={side} x2={width} y1={y(value)} y2={y(value)} className={styles.grid} />
          <text x={side - 6} y={y(value) + 4} textAnchor="end" className={styles.label}>
            {format.number(value)}
          </text>
        </g>
      ))}
      {labels.map((label, place) => (
        <g key={label}>
          {series.map(({ name, values }, at) => (
            <rect
              key={name}
              x={side + place * step + step * 0.15 + at * bar}
              y={y(values[place] ?? 0)}
              width={bar}
              height={y(0) - y(values[place] ?? 0)}
              className={styles.bar}
              data-series={at}
            />
          ))}
          {place % every === 0 && (
            <text
              x={side + place * step + step / 2}
              y={height - 6}
              textAnchor="middle"
              className={classes(styles.label, place % (2 * every) !== 0 && styles.spare)}
            >
              {label}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

/** The table, for everyone who wants the numbers, and for screen readers in place of the drawing. */
function Numbers({ title, labels, rowHeading, series }: Omit<BarChartProps, 'empty'>) {
  const t = useText()
  const format = useFormat()
  return (
    <details className={styles.numbers}>
      <summary>{t('ui.chartTable')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <section className={styles.scroll} aria-label={title} tabIndex={0}>
        <table className={styles.table}>
          <caption>
            <VisuallyHidden>{title}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">{rowHeading}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, place) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {series.map(({ name, values }) => {
                  const value = values[place] ?? null
                  return <td key={name}>{value === null ? t('ui.chartNothing') : format.number(value)}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

/** The next even number with one leading digit, so that half of it is easy to read. */
function niceMax(value: number): number {
  const scale = 10 ** Math.floor(Math.log10(value))
  return [2, 4, 6, 8, 10, 20].map((part) => part * scale).find((part) => part >= value) ?? value
}
