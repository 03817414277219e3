/**
 * A payment on its way through a gateway. `created`: written down, the gateway not asked yet; `sent`: it has a page at the gateway
 * where the member can pay; `pending`: the member has paid, and the money is on its way; `unknown`: the gateway was asked and has
 * not said what became of it. The rest is final but for what the gateway itself corrects.
 */
export const paymentStates = ['created', 'sent', 'pending', 'unknown', 'succeeded', 'failed', 'expired'] as const
export type PaymentState = (typeof paymentStates)[number]

/** What a gateway says of a payment. */
export interface GatewayWord {
  readonly status: 'open' | 'pending' | 'paid' | 'failed' | 'expired'
  /** What was really paid, and what of it went back so far; its word counts, not what we asked for. */
  readonly paidCents: number
  readonly refundedCents: number
}

export interface PaymentStanding {
  readonly state: PaymentState
  readonly paidCents: number
  readonly refundedCents: number
}

const states = { open: 'sent', pending: 'pending', paid: 'succeeded', failed: 'failed', expired: 'expired' } as const

/** The later a state comes in the life of a payment, the higher: what is heard late or again never takes it back. */
const ranks: Readonly<Record<PaymentState, number>> = {
  created: 0,
  unknown: 1,
  sent: 2,
  pending: 3,
  expired: 4,
  failed: 5,
  succeeded: 6,
}

/** A payment after a word of its gateway: the same whatever the order in which words come, and however often. */
export function afterWord(payment: PaymentStanding, word: GatewayWord): PaymentStanding {
  const said = states[word.status]
  return {
    state: ranks[said] > ranks[payment.state] ? said : payment.state,
    paidCents: Math.max(payment.paidCents, said === 'succeeded' ? word.paidCents : 0),
    refundedCents: Math.max(payment.refundedCents, said === 'succeeded' ? word.refundedCents : 0),
  }
}

/** Whether money may still move: nothing else is begun for the same account until it is settled. */
export function isUnderWay(state: PaymentState): boolean {
  return ranks[state] < ranks.expired
}

/** The least that is paid at a time, and the most: a larger debt is paid in parts. */
export const paymentLimits = { leastCents: 100, mostCents: 2_500_000 } as const

export type AmountProblem = 'not-known' | 'nothing-owed' | 'too-little' | 'too-much'

/** Why an amount cannot be paid now; null: it can. The last cents of a debt may be less than the least. */
export function amountProblem(amountCents: number, owedCents: number | null): AmountProblem | null {
  if (owedCents === null) return 'not-known'
  if (owedCents <= 0) return 'nothing-owed'
  if (amountCents < Math.min(paymentLimits.leastCents, owedCents)) return 'too-little'
  return amountCents > Math.min(owedCents, paymentLimits.mostCents) ? 'too-much' : null
}

const minute = 60_000

/** How long after so many looks the gateway is asked again what became of a payment: soon at first, then ever more seldom. */
export function lookAgainMs(looks: number): number {
  return Math.min(60 * minute, 5_000 * 2 ** Math.min(looks, 12))
}

/** How long a payment page is waited for, before the gateway is asked to close it. */
export const PAGE_LIVES_MS = 60 * minute
