import { exportYear, spendingYear } from '@portico/contract/calls/spending'
import { Download } from 'lucide-react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { FileButton } from '../../kit/forms/file-button.tsx'
import type { YearData } from '../../shared/spending-parts/spending-types.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MonthsChart } from './months-chart.tsx'
import { SumsTable } from './sums-table.tsx'
import styles from './year.module.css'

/** A year in numbers: by month, kind and person, to read and for taxes (MP-11). */
export function Year({ year }: { readonly year: string }) {
  const t = useText()
  const { view } = usePage()
  const {
    last: numbers,
    failed,
    reload,
  } = useLoaded<YearData>((signal) => api.call(spendingYear, { query: year === '' ? {} : { year }, signal }), {
    key: year,
    known: view.name === 'spending' && year === '' ? view.numbers : null,
  })
  const shown = numbers?.year ?? year
  return (
    <Card title={t('spending.numbers', { year: shown })} action={numbers !== null && <YearFile year={numbers.year} />}>
      {failed ? (
        <ErrorState onRetry={reload} />
      ) : numbers === null ? (
        <Skeleton shape="line" />
      ) : numbers.total.count === 0 ? (
        <p>{t('spending.year-empty', { year: numbers.year })}</p>
      ) : (
        <Numbers numbers={numbers} />
      )}
    </Card>
  )
}

function YearFile({ year }: { readonly year: number }) {
  const t = useText()
  return (
    <div className={styles.file}>
      <FileButton
        name={`spending-${year}.csv`}
        icon={<Download aria-hidden="true" />}
        fetchFile={() => api.call(exportYear, { query: { year: String(year) } })}
      >
        {t('spending.year-csv')}
      </FileButton>
    </div>
  )
}

function Numbers({ numbers }: { readonly numbers: YearData }) {
  const t = useText()
  const { total, kinds, people, year } = numbers
  const kindRows = kinds.map(({ kind, ...sums }) => ({ ...sums, key: kind, name: t(`spending.kind-${kind}`) }))
  const personRows = people.map(({ person, ...sums }) => ({
    ...sums,
    key: person?.memberId ?? '',
    name: person === null ? t('spending.no-person') : `${person.firstName} ${person.lastName}`,
  }))
  return (
    <>
      <MonthsChart numbers={numbers} />
      <div className={styles.tables}>
        <SumsTable title={t('spending.by-kind')} about={String(year)} rows={kindRows} total={total} />
        <SumsTable title={t('spending.by-person')} about={String(year)} rows={personRows} total={total} />
        <Taxes numbers={numbers} />
      </div>
    </>
  )
}

function Taxes({ numbers }: { readonly numbers: YearData }) {
  const t = useText()
  const { money } = useFormat()
  const { employeeCents, employerCents, otherCents } = numbers.paidIn
  const rows = [
    { label: t('spending.tax-employee'), cents: employeeCents },
    { label: t('spending.tax-employer'), cents: employerCents },
    ...(otherCents === null ? [] : [{ label: t('spending.tax-other'), cents: otherCents }]),
  ]
  return (
    <div>
      <h3 className={styles.title}>{t('spending.tax-title')}</h3>
      <dl className={styles.taxes}>
        {rows.map(({ label, cents }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{cents === null ? t('spending.tax-none') : money(cents)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.text}>{t('spending.tax-text')}</p>
    </div>
  )
}
