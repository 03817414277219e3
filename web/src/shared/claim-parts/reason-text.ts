import { useText } from '../../base/texts/text.tsx'
import type { ClaimData } from './claim-looks.ts'

/** Returns a function that explains a reason in plain words, or in the plan's own, or says what to do (MP-8). */
export function useReasonText(): (reason: ClaimData['reasons'][number]) => string {
  const t = useText()
  return ({ code, text, words }) => words ?? text ?? t('claims.reason-unknown', { code })
}
