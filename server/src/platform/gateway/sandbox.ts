import { createHmac, timingSafeEqual } from 'node:crypto'
import { methodKinds } from '@portico/rules/premium/autopay'
import * as v from 'valibot'
import { GATEWAY_WAIT_MS, type Gateway, GatewayError, type OpenPayment } from './port.ts'

const Amount = v.pipe(v.number(), v.integer(), v.minValue(0))
const Word = v.object({
  status: v.picklist(['open', 'pending', 'paid', 'failed', 'expired']),
  paidCents: Amount,
  refundedCents: Amount,
  disputes: v.optional(v.record(v.string(), v.object({ withdrawnCents: Amount, reinstatedCents: Amount }))),
})
const By = v.object({
  kind: v.picklist(methodKinds),
  label: v.nullable(v.string()),
  lastFour: v.nullable(v.string()),
})
const Booked = v.object({
  ref: v.string(),
  paymentId: v.pipe(v.string(), v.uuid()),
  memberId: v.pipe(v.string(), v.uuid()),
  url: v.nullable(v.string()),
  word: Word,
  by: v.optional(By),
})
const Setup = v.object({
  ref: v.string(),
  url: v.nullable(v.string()),
  state: v.picklist(['open', 'saved', 'expired']),
  method: v.nullable(
    v.object({
      ref: v.string(),
      customerRef: v.string(),
      ...By.entries,
    }),
  ),
})
const Page = v.object({ payments: v.array(Booked), next: v.nullable(v.string()) })

/** Proves that a notice's sender has the secret. */
export function sandboxSignature(secret: string, body: Buffer | string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

/** The demo's gateway: a separate server that moves no money. */
export function createSandboxGateway(options: {
  /** Called before each request for the gateway's address. */
  readonly url: () => Promise<string>
  readonly secret: string
  readonly waitMs?: number
}): Gateway {
  const { url, secret, waitMs = GATEWAY_WAIT_MS } = options

  return {
    name: 'sandbox',
    open: (payment) => paymentAt('POST', '/v1/payments', payment),
    readPayment: (ref) => paymentAt('GET', `/v1/payments/${encodeURIComponent(ref)}`),
    close: (ref) => paymentAt('POST', `/v1/payments/${encodeURIComponent(ref)}/close`, {}),
    take: async ({ method, begunAt: _, ...payment }) => ({
      ...(await paymentAt('POST', '/v1/payments/taken', { ...payment, methodRef: method.ref })),
      url: null,
    }),
    beginSetup: (method) => ask(Setup, 'POST', '/v1/methods', method),
    readSetup: (ref, how) => {
      const path = `/v1/methods/${encodeURIComponent(ref)}`
      return how === 'close' ? ask(Setup, 'POST', `${path}/close`, {}) : ask(Setup, 'GET', path)
    },
    forget: async (ref) => {
      await ask(v.object({}), 'POST', `/v1/methods/${encodeURIComponent(ref)}/forget`, {})
    },
    readNotice: async (body, header) => {
      const [given, wanted] = [header('x-sandbox-signature') ?? '', sandboxSignature(secret, body)].map((text) =>
        Buffer.from(text),
      ) as [Buffer, Buffer]
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
      const parsed = v.safeParse(Booked, JSON.parse(body.toString()))
      return parsed.success ? parsed.output : 'ignored'
    },
    books: async function* (since) {
      let after = ''
      for (;;) {
        const query = new URLSearchParams({ since: since.toISOString(), after })
        const page = await ask(Page, 'GET', `/v1/payments?${query}`)
        yield* page.payments
        if (page.next === null) return
        after = page.next
      }
    },
  }

  async function paymentAt(method: string, path: string, sent?: object): Promise<OpenPayment> {
    const { ref, url: page, word, by } = await ask(Booked, method, path, sent)
    return { ref, url: page, word, by }
  }

  async function ask<S extends v.GenericSchema>(
    schema: S,
    method: string,
    path: string,
    sent?: object,
  ): Promise<v.InferOutput<S>> {
    try {
      const answer = await fetch((await url()) + path, {
        method,
        headers: { authorization: `Bearer ${secret}`, ...(sent && { 'content-type': 'application/json' }) },
        ...(sent && { body: JSON.stringify(sent) }),
        signal: AbortSignal.timeout(waitMs),
      })
      if (answer.status >= 400 && answer.status < 500) {
        throw new GatewayError('refused', `The sandbox gateway answered ${answer.status}.`)
      }
      if (!answer.ok) throw new GatewayError('unknown', `The sandbox gateway answered ${answer.status}.`)
      return v.parse(schema, await answer.json())
    } catch (cause) {
      if (cause instanceof GatewayError) throw cause
      throw new GatewayError('unknown', 'The sandbox gateway could not be asked.', { cause })
    }
  }
}
