import type { ContentState } from '@portico/rules/content/states'
import { useText } from '../../base/texts/text.tsx'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'

const tones: Readonly<Record<ContentState, BadgeProps['tone']>> = {
  draft: 'neutral',
  submitted: 'warning',
  returned: 'danger',
  scheduled: 'info',
  live: 'success',
  ended: 'neutral',
  undone: 'neutral',
}

export function ContentStateBadge({ state }: { readonly state: ContentState }) {
  const t = useText()
  return <Badge tone={tones[state]}>{t(`content.state.${state}`)}</Badge>
}
