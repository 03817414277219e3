import { useText } from '../../base/texts/text.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { StaffPerson } from './types.ts'

/** The most important state of a person; nothing if they are active and have a second factor. */
export function AccountStateBadge({ person }: { readonly person: Pick<StaffPerson, 'state' | 'secondFactor'> }) {
  const t = useText()
  const { state, secondFactor } = person
  if (state === 'ended') return <Badge tone="danger">{t('administration.state.ended')}</Badge>
  if (state === 'invited') return <Badge tone="info">{t('administration.state.invited')}</Badge>
  return secondFactor ? null : <Badge tone="warning">{t('administration.state.no-factor')}</Badge>
}
