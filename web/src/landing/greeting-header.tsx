import { useFormat } from '../texts/format.ts'
import { useText } from '../texts/text.tsx'
import { useNow } from '../use-now.ts'
import { coverageState } from './coverage.ts'
import { dayIn, hourIn, partOfDay } from './greeting.ts'
import styles from './landing-view.module.css'
import type { OverviewData } from './types.ts'

interface GreetingHeaderProps {
  /** What the member is called. */
  readonly name: string
  readonly overview: OverviewData | null
}

/** Greets by the time of day and says where the coverage stands (MP-1). */
export function GreetingHeader({ name, overview }: GreetingHeaderProps) {
  const t = useText()
  const { dateLong } = useFormat()
  const { moment, timeZone } = useNow()
  const today = dayIn(moment, timeZone)
  const coverage = overview && coverageState({ begin: overview.coverageBegin, end: overview.coverageEnd, today })
  return (
    <header className={styles.header}>
      <h1>{t(`landing.good-${partOfDay(hourIn(moment, timeZone))}`, { name })}</h1>
      {/* The line keeps its height while the sentence is loaded. */}
      <p className={styles.coverage}>
        {coverage && t(`landing.coverage-${coverage.state}`, { day: coverage.day && dateLong(coverage.day) })}
      </p>
    </header>
  )
}
