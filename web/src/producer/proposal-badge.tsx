import type { ProposalState } from '@portico/rules/agencies/proposal'
import { useText } from '../base/texts/text.tsx'
import { Badge } from '../ui/badge.tsx'

const tones = { draft: 'neutral', sent: 'info', opened: 'info', applied: 'success', over: 'warning' } as const

/** The state of a proposal. */
export function ProposalBadge({ state }: { readonly state: ProposalState }) {
  const t = useText()
  return <Badge tone={tones[state]}>{t(`producer.proposal.${state}`)}</Badge>
}
