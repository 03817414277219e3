import { agencyFigures } from '@portico/contract/calls/agency-admin'
import { api } from '../api/api.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { dateFormat } from '../texts/format.ts'
import { locales, useText, useTexts } from '../texts/text.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './figures.module.css'
import producer from './producer.module.css'
import type { AgencyFigures } from './types.ts'

const load = (signal: AbortSignal) => api.call(agencyFigures, { signal })

/** What is drawn, in the order of the chart's bars, and what the table tells besides. */
const drawn = ['sent', 'opened', 'applications'] as const
const told = ['leads', ...drawn, 'inEffect'] as const

/** What the agency did in the last twelve months: a picture laid out by the server, and the same as a table (AG-7). */
export function Figures() {
  const { value, failed, reload } = useLoaded(load)
  if (value === null) return failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />
  return <Shown {...value} />
}

function Shown({ months, chart }: AgencyFigures) {
  const t = useText()
  const { language } = useTexts()
  const locale = locales[language]
  const nameOf = (at: number, options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${months[at]?.month}-01T00:00:00Z`))
  const title = t('producer.figures.chart')
  return (
    <>
      <p className={`${producer.muted} ${producer.opened}`}>{t('producer.figures.text')}</p>
      <Card>
        <figure className={styles.figure}>
          <figcaption className={styles.caption}>
            <span>{title}</span>
            <span className={styles.legend}>
              {drawn.map((kind, at) => (
                <span key={kind}>
                  <span className={styles.mark} data-series={at} aria-hidden="true" />
                  {t(`producer.figures.${kind}`)}
                </span>
              ))}
            </span>
          </figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section className={styles.scroller} aria-label={title} tabIndex={0}>
            <svg viewBox={`0 0 ${chart.width} ${chart.height}`} className={styles.chart} aria-hidden="true">
              {chart.ticks.map(({ y, count }) => (
                <g key={count}>
                  <line x1="40" x2={chart.width} y1={y} y2={y} className={styles.tick} />
                  <text x="34" y={y + 4} textAnchor="end">
                    {count}
                  </text>
                </g>
              ))}
              {chart.bars.map(({ place, series, x, y, width, height }) => (
                <rect
                  key={`${place} ${series}`}
                  {...{ x, y, width, height }}
                  data-series={series}
                  className={styles.bar}
                />
              ))}
              {chart.places.map(({ place, x }) => (
                <text key={place} x={x} y={chart.base + 18} textAnchor="middle">
                  {nameOf(place, { month: 'short' })}
                </text>
              ))}
            </svg>
          </section>
        </figure>
      </Card>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroller} aria-label={t('producer.figures.table')} tabIndex={0}>
        <table className={styles.numbers}>
          <caption className={styles.title}>{t('producer.figures.table')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('producer.figures.month')}</th>
              {told.map((kind) => (
                <th key={kind} scope="col">
                  {t(`producer.figures.${kind}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((month, at) => (
              <tr key={month.month}>
                <th scope="row">{nameOf(at, { month: 'long', year: 'numeric' })}</th>
                {told.map((kind) => (
                  <td key={kind}>{month[kind]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
