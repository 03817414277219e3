import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'

/** Stands in for cards that could not be loaded. */
export function FailedCard({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Card>
      <ErrorState onRetry={onRetry} />
    </Card>
  )
}
