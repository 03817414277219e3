import type { PremiumAccountData } from './types.ts'

/** A limit with room for a bill somewhat larger than the largest known one, rounded to tens of dollars. */
export function suggestLimit({ balanceCents, bills }: Pick<PremiumAccountData, 'balanceCents' | 'bills'>): number {
  const largest = Math.max(0, balanceCents ?? 0, ...bills.map(({ amountCents }) => amountCents))
  return Math.max(100_00, Math.ceil((largest * 1.2) / 10_00) * 10_00)
}
