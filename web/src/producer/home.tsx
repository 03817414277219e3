import { brokerView } from '@portico/rules/agencies/selling'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { EndingCard } from './ending-card.tsx'
import styles from './producer.module.css'
import { SellingCard } from './selling-card.tsx'
import { TodayCards } from './today-cards.tsx'
import type { PartProps } from './types.ts'
import { useCredentials } from './use-credentials.ts'

/** What a producer has to do, and what they need to sell (AG-4). */
export function Home({ agency, choices }: PartProps) {
  const { value, failed, reload } = useCredentials()
  if (value === null) return failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />
  return (
    <div className={styles.home}>
      <TodayCards agency={agency} />
      <SellingCard selling={value.selling} lines={brokerView(choices.preference).lines} />
      <EndingCard {...value} />
    </div>
  )
}
