import { benefits } from '@portico/contract/calls/coverage'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CardUses } from './card-uses.tsx'

/** The same for the member's own card of a plan, if the page knows only the plan's name. */
export function OwnCardUses({ planName }: { readonly planName: string }) {
  const { value, failed, reload } = useLoaded((signal, background) => api.call(benefits, { signal, background }))
  if (failed) return <ErrorState onRetry={reload} />
  if (value === null) return <Skeleton shape="line" />
  const own = value.cards.filter((card) => card.own)
  const card = own.find((one) => one.planName === planName) ?? own[0]
  if (card === undefined) return null
  return <CardUses cardId={card.cardId} days={value.keepDays} wallets={value.wallets} />
}
