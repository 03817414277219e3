import { Card } from './card.tsx'
import { Skeleton } from './skeleton.tsx'

/** A card that is loading: a title and some lines. */
export function CardSkeleton() {
  return (
    <Card>
      <Skeleton shape="title" />
      <Skeleton shape="line" />
      <Skeleton shape="line" />
      <Skeleton shape="line" />
    </Card>
  )
}
