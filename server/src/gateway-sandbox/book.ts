import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { GatewayWord } from '@portico/rules/premium/payment'

/** A payment in the books of the sandbox gateway. */
export interface SandboxPayment {
  readonly ref: string
  readonly paymentId: string
  readonly memberId: string
  readonly amountCents: number
  readonly brandName: string
  readonly language: 'en' | 'es'
  readonly returnTo: string
  readonly createdAt: string
  readonly word: GatewayWord
}

export type NewPayment = Omit<SandboxPayment, 'ref' | 'createdAt' | 'word'>

export interface SandboxBook {
  /** The payment of that id, begun where there is none. */
  begin(payment: NewPayment): SandboxPayment
  find(ref: string): SandboxPayment | undefined
  change(ref: string, word: GatewayWord): SandboxPayment
  all(): readonly SandboxPayment[]
}

/** Kept in memory, and in a file where one is named: a line a change, so that a killed process forgets nothing. */
export function createSandboxBook(file: string | null): SandboxBook {
  const payments = new Map<string, SandboxPayment>()
  const byId = new Map<string, string>()
  const keep = (payment: SandboxPayment) => {
    payments.set(payment.ref, payment)
    byId.set(payment.paymentId, payment.ref)
  }
  if (file !== null && existsSync(file)) {
    // A line that was not written whole is as if it had never been.
    for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) keep(JSON.parse(line))
  }
  const write = (payment: SandboxPayment) => {
    if (file !== null) appendFileSync(file, `${JSON.stringify(payment)}\n`, { flush: true })
    keep(payment)
    return payment
  }
  return {
    begin: (payment) => {
      const known = payments.get(byId.get(payment.paymentId) ?? '')
      if (known !== undefined) return known
      const word = { status: 'open', paidCents: 0, refundedCents: 0 } as const
      return write({ ...payment, ref: `sandbox_${randomUUID()}`, createdAt: new Date().toISOString(), word })
    },
    find: (ref) => payments.get(ref),
    change: (ref, word) => {
      const known = payments.get(ref)
      if (known === undefined) throw new Error('There is no such payment.')
      return write({ ...known, word })
    },
    all: () => [...payments.values()],
  }
}
