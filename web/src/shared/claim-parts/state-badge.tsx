import type { OwedStep } from '@portico/rules/claims/owed'
import { useText } from '../../base/texts/text.tsx'
import { Badge } from '../../ui/badge.tsx'
import { type ClaimData, stateTones } from './claim-looks.ts'

interface StateBadgeProps {
  readonly state: ClaimData['state']
  readonly step: OwedStep
}

/** The state of a claim and, once it is decided, whether anything is left to pay. */
export function StateBadge({ state, step }: StateBadgeProps) {
  const t = useText()
  if (state !== 'paid' || step === 'unknown')
    return <Badge tone={stateTones[state]}>{t(`claims.state-${state}`)}</Badge>
  if (step === 'bill') return <Badge tone="info">{t('claims.state-paid-bill')}</Badge>
  return <Badge tone="success">{t('claims.state-paid-done')}</Badge>
}
