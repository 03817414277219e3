import type { MethodKind } from './autopay.ts'

/**
 * A payment on its way through a gateway. `created`: recorded, the gateway not asked yet; `sent`: it has a page at the gateway
 * where the member can pay; `pending`: the member has paid, and the money is on its way; `unknown`: we asked the gateway, and it
 * has not told us what became of the payment. The rest are final, except where the gateway itself corrects them.
 */
export const paymentStates = ['created', 'sent', 'pending', 'unknown', 'succeeded', 'failed', 'expired'] as const
export type PaymentState = (typeof paymentStates)[number]

/** Money that the payer's bank took back, because the payer disputed a payment or their account did not cover a debit. */
export interface Dispute {
  readonly withdrawnCents: number
  /** How much of it came back after we won the dispute. */
  readonly reinstatedCents: number
}

/** Disputes by the gateway's ids. */
export type Disputes = Readonly<Record<string, Dispute>>

/** What someone paid with, as they recognize it: `Visa` or a bank's name, and the last four digits. */
export interface PaidBy {
  readonly kind: MethodKind
  readonly label: string | null
  readonly lastFour: string | null
}

/** What a gateway reports about a payment. */
export interface GatewayWord {
  readonly status: 'open' | 'pending' | 'paid' | 'failed' | 'expired'
  /** What was really paid, and how much of it has been refunded; the gateway's figures count, not what we asked for. */
  readonly paidCents: number
  readonly refundedCents: number
  /** Absent: the report says nothing about disputes. */
  readonly disputes?: Disputes | undefined
}

export interface PaymentStanding {
  readonly state: PaymentState
  readonly paidCents: number
  readonly refundedCents: number
  readonly disputes: Disputes
}

const states = { open: 'sent', pending: 'pending', paid: 'succeeded', failed: 'failed', expired: 'expired' } as const

/** The later a state comes in a payment's life, the higher its rank: late and repeated reports never set a payment back. */
const ranks: Readonly<Record<PaymentState, number>> = {
  created: 0,
  unknown: 1,
  sent: 2,
  pending: 3,
  expired: 4,
  failed: 5,
  succeeded: 6,
}

/** A payment after a report from its gateway: the result does not depend on the order of the reports, or on repeats. */
export function afterWord(payment: PaymentStanding, word: GatewayWord): PaymentStanding {
  const said = states[word.status]
  return {
    state: ranks[said] > ranks[payment.state] ? said : payment.state,
    paidCents: Math.max(payment.paidCents, said === 'succeeded' ? word.paidCents : 0),
    refundedCents: Math.max(payment.refundedCents, said === 'succeeded' ? word.refundedCents : 0),
    disputes: said === 'succeeded' ? mergeDisputes(payment.disputes, word.disputes ?? {}) : payment.disputes,
  }
}

function mergeDisputes(known: Disputes, told: Disputes): Disputes {
  const merged = Object.entries(told).map(([id, { withdrawnCents, reinstatedCents }]) => {
    const before = known[id]
    return [
      id,
      {
        withdrawnCents: Math.max(before?.withdrawnCents ?? 0, withdrawnCents),
        reinstatedCents: Math.max(before?.reinstatedCents ?? 0, reinstatedCents),
      },
    ] as const
  })
  return { ...known, ...Object.fromEntries(merged) }
}

/** How much of a disputed amount came back: never more than is known to have been taken, whichever is reported first. */
export function computeReinstated({ withdrawnCents, reinstatedCents }: Dispute): number {
  return Math.min(withdrawnCents, reinstatedCents)
}

/** The amount that disputes have taken from a payment. */
export function sumDisputed(disputes: Disputes): number {
  return Object.values(disputes).reduce((sum, one) => sum + one.withdrawnCents - computeReinstated(one), 0)
}

/** How much of a payment went back, in refunds and disputes. */
export function computeReturned({
  refundedCents,
  disputes = {},
}: Pick<GatewayWord, 'refundedCents' | 'disputes'>): number {
  return refundedCents + sumDisputed(disputes)
}

/** Whether money may still move: until this is settled, no other payment is started for the same account. */
export function isUnderWay(state: PaymentState): boolean {
  return ranks[state] < ranks.expired
}

/** The least and the most that can be paid at once: a larger debt takes several payments. */
export const paymentLimits = { minCents: 100, maxCents: 2_500_000 } as const

export type AmountProblem = 'not-known' | 'nothing-owed' | 'too-little' | 'too-much'

/** Why an amount cannot be paid now; null: it can. The last cents of a debt may be below the minimum. */
export function amountProblem(amountCents: number, owedCents: number | null): AmountProblem | null {
  if (owedCents === null) return 'not-known'
  if (owedCents <= 0) return 'nothing-owed'
  if (amountCents < Math.min(paymentLimits.minCents, owedCents)) return 'too-little'
  return amountCents > Math.min(owedCents, paymentLimits.maxCents) ? 'too-much' : null
}

const minute = 60_000

/** How long to wait, after this many checks, before we ask the gateway again about a payment: briefly at first, then longer each time. */
export function computePollDelayMs(looks: number): number {
  return Math.min(60 * minute, 5_000 * 2 ** Math.min(looks, 12))
}

/** How long a payment page lives before we ask the gateway to close it. */
export const PAGE_LIVES_MS = 60 * minute
