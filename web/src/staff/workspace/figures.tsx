import { workspaceFigures, workspaceQueues } from '@portico/contract/calls/workspace'
import { everyBrand } from '@portico/rules/brand/every'
import { ageNames } from '@portico/rules/workspace/work'
import { useCallback, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { BarChart } from '../../ui/bar-chart.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './figures.module.css'
import { sumCounts } from './use-queues.ts'
import { WorkspaceHeader } from './workspace-header.tsx'

const spans = ['7', '14', '30'] as const

/** How many messages come in, how long people wait, how soon they are answered: by brand and day (MC-6). */
export function DeskFigures() {
  const t = useText()
  const [days, setDays] = useState<(typeof spans)[number]>('14')
  const [brand, setBrand] = useState<string>(everyBrand)
  const load = useCallback((signal: AbortSignal) => loadFigures(days, signal), [days])
  const { last, failed, reload } = useLoaded(load, { key: days })
  const value = failed ? null : last

  return (
    <div className={styles.view}>
      <WorkspaceHeader current="figures" />
      <div className={styles.choices}>
        <Select label={t('workspace.brand')} value={brand} onValue={setBrand}>
          <option value={everyBrand}>{t('workspace.brand.all')}</option>
          <Options of={value?.queues.brands} value={({ code }) => code} text={({ name }) => name} />
        </Select>
        <Select
          label={t('workspace.figures.span')}
          value={days}
          onValue={(value) => setDays(spans.find((span) => span === value) ?? days)}
        >
          <Options of={spans} text={(span) => t('workspace.figures.days', { count: Number(span) })} />
        </Select>
      </div>
      {failed && <ErrorState onRetry={reload} />}
      {!failed && value === null && <Skeleton shape="block" />}
      {value !== null && <Charts figures={value} brand={brand} />}
    </div>
  )
}

type Figures = Awaited<ReturnType<typeof loadFigures>>

async function loadFigures(days: (typeof spans)[number], signal: AbortSignal) {
  const [figures, queues] = await Promise.all([
    api.call(workspaceFigures, { query: { days }, signal }),
    api.call(workspaceQueues, { signal }),
  ])
  return { ...figures, queues }
}

/** The figures of a brand or of all of them, and those of each rep. */
function Charts({ figures, brand }: { readonly figures: Figures; readonly brand: string }) {
  const t = useText()
  const format = useFormat()
  const labels = figures.days.map((day) => format.dayAndMonth(day))
  const of = (day: string) => figures.figures.find((one) => one.day === day && one.brand === brand)
  const series = (name: 'received' | 'answered' | 'late' | 'medianMinutes') =>
    figures.days.map((day) => of(day)?.[name] ?? null)
  const countWaiting = (age: (typeof ageNames)[number]) =>
    sumCounts(figures.queues, 'open', (queue) => queue.age === age && (brand === everyBrand || queue.brand === brand))
  const total = (name: 'received' | 'answered' | 'late') =>
    series(name).reduce<number>((sum, count) => sum + (count ?? 0), 0)
  return (
    <>
      <p role="status" className={styles.sum}>
        {t('workspace.figures.sum', {
          received: total('received'),
          answered: total('answered'),
          late: total('late'),
        })}
      </p>
      <div className={styles.charts}>
        <BarChart
          title={t('workspace.figures.volume')}
          rowHeading={t('workspace.figures.day')}
          labels={labels}
          series={[
            { name: t('workspace.figures.received'), values: series('received') },
            { name: t('workspace.figures.answered'), values: series('answered') },
          ]}
        />
        <BarChart
          title={t('workspace.figures.response')}
          rowHeading={t('workspace.figures.day')}
          labels={labels}
          series={[{ name: t('workspace.figures.minutes'), values: series('medianMinutes') }]}
        />
        <BarChart
          title={t('workspace.figures.late')}
          rowHeading={t('workspace.figures.day')}
          labels={labels}
          series={[{ name: t('workspace.figures.late-answers'), values: series('late') }]}
        />
        <BarChart
          title={t('workspace.figures.waiting')}
          rowHeading={t('workspace.age')}
          labels={ageNames.map((age) => t(`workspace.age.${age}`))}
          series={[{ name: t('workspace.figures.conversations'), values: ageNames.map(countWaiting) }]}
        />
        {figures.reps !== null && figures.reps.length > 0 && <RepsChart reps={figures.reps} />}
      </div>
    </>
  )
}

function RepsChart({ reps }: { readonly reps: NonNullable<Figures['reps']> }) {
  const t = useText()
  return (
    <BarChart
      title={t('workspace.figures.reps')}
      rowHeading={t('workspace.figures.rep')}
      labels={reps.map(({ name }) => name)}
      series={[
        { name: t('workspace.figures.answered'), values: reps.map(({ answered }) => answered) },
        { name: t('workspace.figures.late-answers'), values: reps.map(({ late }) => late) },
        { name: t('workspace.figures.open'), values: reps.map(({ open }) => open) },
        {
          name: t('workspace.figures.minutes'),
          values: reps.map(({ medianMinutes }) => medianMinutes),
          tableOnly: true,
        },
      ]}
    />
  )
}
