import { moneyFormat } from './format.ts'

/** Writes whole US cents, without the cents if there are none: `$1,500`, `$855.40`. */
export function useRoundMoney(): (cents: number) => string {
  return (cents) => moneyFormat(true).format(cents / 100)
}
