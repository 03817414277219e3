import { agencyFigures } from '@portico/contract/calls/agency-admin'
import { api } from '../base/api/api.ts'
import { useLoaded } from '../base/api/use-loaded.ts'
import { dateFormat } from '../base/texts/format.ts'
import { useText, useTexts } from '../base/texts/text.tsx'
import lettering from '../kit/layout/lettering.module.css'
import { BarChart } from '../ui/bar-chart.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './producer.module.css'
import type { AgencyFigures } from './types.ts'

const load = (signal: AbortSignal) => api.call(agencyFigures, { signal })

const kinds = ['leads', 'sent', 'opened', 'applications', 'inEffect'] as const
const drawn: readonly string[] = ['sent', 'opened', 'applications']

/** The agency's last twelve months, as a chart and a table (AG-7). */
export function FiguresPart() {
  const { value, failed, reload } = useLoaded(load)
  if (value === null) return failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />
  return <Shown {...value} />
}

function Shown({ months }: AgencyFigures) {
  const t = useText()
  const { locale } = useTexts()
  const format = dateFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  return (
    <>
      <p className={`${lettering.key} ${styles.opened}`}>{t('producer.figures.text')}</p>
      <BarChart
        title={t('producer.figures.chart')}
        empty={t('producer.figures.none')}
        rowHeading={t('producer.figures.month')}
        labels={months.map(({ month }) => format.format(new Date(`${month}-01T00:00:00Z`)))}
        series={kinds.map((kind) => ({
          name: t(`producer.figures.${kind}`),
          values: months.map((month) => month[kind]),
          tableOnly: !drawn.includes(kind),
        }))}
      />
    </>
  )
}
