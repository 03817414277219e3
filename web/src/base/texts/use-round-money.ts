import { moneyFormat } from './format.ts'
import { useTexts } from './text.tsx'

/** Writes whole US cents, without the cents if there are none: `$1,500`, `$855.40`. */
export function useRoundMoney(): (cents: number) => string {
  const format = moneyFormat(useTexts().locale, true)
  return (cents) => format.format(cents / 100)
}
