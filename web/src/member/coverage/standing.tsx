import { useText } from '../../base/texts/text.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { PlanData } from './types.ts'

const tones = {
  active: 'success',
  upcoming: 'info',
  pending: 'warning',
  unknown: 'neutral',
  ended: 'neutral',
} as const

/** The state of a coverage, in a word (HT-4). */
export function Standing({ standing }: Pick<PlanData, 'standing'>) {
  const t = useText()
  return <Badge tone={tones[standing]}>{t(`coverage.standing-${standing}`)}</Badge>
}
