import { useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { PremiumData } from './types.ts'

/** Why there are no bills here, and what to do. */
export function NoBills({ premium: { state, why } }: { readonly premium: PremiumData }) {
  const t = useText()
  const reason = why ?? (state === 'none' ? 'none' : 'not-loaded')
  return (
    <Card>
      <EmptyState
        title={t(`premium.${reason}-title`)}
        text={t(`premium.${reason}`)}
        action={why === null && <PhoneLink />}
      />
    </Card>
  )
}
