import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { GatewayWord, PaidBy } from '@portico/rules/premium/payment'

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
  readonly by?: PaidBy | undefined
}

export type NewPayment = Omit<SandboxPayment, 'ref' | 'createdAt' | 'word' | 'by'>

/** A payment method in the sandbox's books, from the time its page opens; a forgotten one can no longer pay. */
export interface SandboxMethod {
  readonly ref: string
  readonly methodId: string
  readonly brandName: string
  readonly language: 'en' | 'es'
  readonly returnTo: string
  readonly state: 'open' | 'saved' | 'expired' | 'forgotten'
  /** Whether payments with it succeed. */
  readonly pays: 'always' | 'never'
}

export type NewMethod = Omit<SandboxMethod, 'ref' | 'state' | 'pays'>

export interface SandboxBook {
  /** The payment with that id, begun if there is none; `word` is its first state. */
  begin(payment: NewPayment, word?: GatewayWord): SandboxPayment
  /** The payment method with that id, begun if there is none. */
  beginMethod(method: NewMethod): SandboxMethod
  findMethod(ref: string): SandboxMethod | undefined
  changeMethod(ref: string, change: Partial<Pick<SandboxMethod, 'state' | 'pays'>>): SandboxMethod
  methods(): readonly SandboxMethod[]
  find(ref: string): SandboxPayment | undefined
  /** `by` left out: as it was. */
  change(ref: string, word: GatewayWord, by?: PaidBy): SandboxPayment
  all(): readonly SandboxPayment[]
}

/** Kept in memory, and in a file if one is named: one line per change, so that a killed process forgets nothing. */
export function createSandboxBook(file: string | null): SandboxBook {
  const payments = new Map<string, SandboxPayment>()
  const byId = new Map<string, string>()
  const methods = new Map<string, SandboxMethod>()
  const keep = (entry: SandboxPayment | SandboxMethod) => {
    if ('methodId' in entry) {
      methods.set(entry.ref, entry)
      byId.set(entry.methodId, entry.ref)
    } else {
      payments.set(entry.ref, entry)
      byId.set(entry.paymentId, entry.ref)
    }
  }
  if (file !== null && existsSync(file)) {
    // A last line that was not completely written is ignored.
    for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) keep(JSON.parse(line))
  }
  const write = <Entry extends SandboxPayment | SandboxMethod>(entry: Entry): Entry => {
    if (file !== null) appendFileSync(file, `${JSON.stringify(entry)}\n`, { flush: true })
    keep(entry)
    return entry
  }
  return {
    begin: (payment, word = { status: 'open', paidCents: 0, refundedCents: 0 }) => {
      const known = payments.get(byId.get(payment.paymentId) ?? '')
      if (known !== undefined) return known
      return write({ ...payment, ref: `sandbox_${randomUUID()}`, createdAt: new Date().toISOString(), word })
    },
    beginMethod: (method) => {
      const known = methods.get(byId.get(method.methodId) ?? '')
      return known ?? write({ ...method, ref: `method_${randomUUID()}`, state: 'open', pays: 'always' })
    },
    findMethod: (ref) => methods.get(ref),
    changeMethod: (ref, change) => {
      const known = methods.get(ref)
      if (known === undefined) throw new Error('There is no such payment method.')
      return write({ ...known, ...change })
    },
    methods: () => [...methods.values()],
    find: (ref) => payments.get(ref),
    change: (ref, word, by) => {
      const known = payments.get(ref)
      if (known === undefined) throw new Error('There is no such payment.')
      return write({ ...known, word, by: by ?? known.by })
    },
    all: () => [...payments.values()],
  }
}
