import { useText } from '../texts/text.tsx'

/** Claim adjustment reason codes (X12) that have words of ours. */
export const explainedReasons = [
  '1',
  '2',
  '3',
  '4',
  '11',
  '16',
  '18',
  '22',
  '23',
  '24',
  '26',
  '27',
  '29',
  '31',
  '35',
  '39',
  '40',
  '45',
  '49',
  '50',
  '51',
  '55',
  '59',
  '96',
  '97',
  '109',
  '119',
  '151',
  '167',
  '170',
  '192',
  '197',
  '198',
  '204',
  '227',
  '242',
  '252',
  '272',
  '288',
] as const

/** Returns a function that puts a reason of a plan's file into plain words (MP-8). */
export function useReasonText(): (reason: { readonly code: string; readonly text: string | null }) => string {
  const t = useText()
  return ({ code, text }) => {
    const known = explainedReasons.find((one) => one === code)
    if (known !== undefined) return t(`claims.reason-${known}`)
    return text ?? t('claims.reason-unknown', { code })
  }
}
