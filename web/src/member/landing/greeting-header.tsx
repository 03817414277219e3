import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { useNow } from '../../base/use-now.ts'
import { useViewedName } from '../../session/acting/use-viewed-name.ts'
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
  const viewed = useViewedName()
  return (
    <header className={styles.header}>
      <h1>
        {viewed === null
          ? t(`landing.good-${partOfDay(hourIn(moment, timeZone))}`, { name })
          : t('landing.home-of', { name: viewed })}
      </h1>
      {/* Keeps its height while the sentence loads. */}
      <p className={styles.coverage}>
        {coverage &&
          (viewed === null
            ? t(`landing.coverage-${coverage.id}`, { day: coverage.day && dateLong(coverage.day) })
            : t(`landing.coverage-of-${coverage.id}`, { name: viewed, day: coverage.day && dateLong(coverage.day) }))}
      </p>
    </header>
  )
}
