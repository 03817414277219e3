import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { useNow } from '../../base/use-now.ts'
import { coverageSentence } from './coverage.ts'
import { hourIn, partOfDay } from './greeting.ts'
import styles from './landing-view.module.css'
import type { OverviewData } from './types.ts'

interface GreetingHeaderProps {
  /** The name the member is called by. */
  readonly name: string
  readonly overview: OverviewData | null
}

/** Greets according to the time of day and states the coverage (MP-1). */
export function GreetingHeader({ name, overview }: GreetingHeaderProps) {
  const t = useText()
  const { dateLong } = useFormat()
  const { moment, timeZone } = useNow()
  const coverage = overview && coverageSentence(overview)
  return (
    <header className={styles.header}>
      <h1>{t(`landing.good-${partOfDay(hourIn(moment, timeZone))}`, { name })}</h1>
      {/* Keeps its height while the sentence loads. */}
      <p className={styles.coverage}>
        {coverage && t(`landing.coverage-${coverage.id}`, { day: coverage.day && dateLong(coverage.day) })}
      </p>
    </header>
  )
}
