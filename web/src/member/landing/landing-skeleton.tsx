import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './landing-view.module.css'

/** The cards' shapes while they load; the view says so in words. */
export function LandingSkeleton() {
  return (
    <div className={styles.cards} aria-hidden="true">
      <Card>
        <Skeleton shape="title" />
        <Skeleton shape="block" className={styles.skeletonCard} />
      </Card>
      <Card>
        <Lines count={6} />
      </Card>
      <Card>
        <Lines count={5} />
      </Card>
      <Card>
        <Lines count={6} />
      </Card>
      <Card>
        <Skeleton shape="block" />
      </Card>
    </div>
  )
}

function Lines({ count }: { readonly count: number }) {
  return (
    <>
      <Skeleton shape="title" />
      {Array.from({ length: count }, (_, line) => line).map((line) => (
        <Skeleton key={line} shape="line" />
      ))}
    </>
  )
}
