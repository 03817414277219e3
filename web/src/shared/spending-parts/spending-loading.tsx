import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './accounts.module.css'

/** Shaped like the accounts being loaded. */
export function SpendingLoading() {
  return (
    <div className={styles.accounts}>
      {[0, 1].map((card) => (
        <Card key={card}>
          <Skeleton shape="title" />
          <Skeleton shape="line" />
          <Skeleton shape="line" />
          <Skeleton shape="line" />
        </Card>
      ))}
    </div>
  )
}
