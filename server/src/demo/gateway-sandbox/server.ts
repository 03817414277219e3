import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { GatewayWord, PaidBy } from '@portico/rules/premium/payment'
import * as v from 'valibot'
import { sandboxSignature } from '../../platform/gateway/sandbox.ts'
import { createSandboxBook, type SandboxMethod, type SandboxPayment } from './book.ts'
import { sandboxMethodPage, sandboxPage } from './page.ts'

const New = v.object({
  paymentId: v.pipe(v.string(), v.uuid()),
  memberId: v.pipe(v.string(), v.uuid()),
  amountCents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000)),
  brandName: v.pipe(v.string(), v.maxLength(200)),
  language: v.picklist(['en', 'es']),
  returnTo: v.pipe(v.string(), v.url(), v.maxLength(2_000)),
})

const Taken = v.object({
  paymentId: v.pipe(v.string(), v.uuid()),
  memberId: v.pipe(v.string(), v.uuid()),
  amountCents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000)),
  methodRef: v.string(),
})
const NewMethod = v.object({
  methodId: v.pipe(v.string(), v.uuid()),
  brandName: v.pipe(v.string(), v.maxLength(200)),
  language: v.picklist(['en', 'es']),
  returnTo: v.pipe(v.string(), v.url(), v.maxLength(2_000)),
})

export interface Sandbox {
  /** The sandbox's address. */
  readonly url: string
  /** An action on the payment page, or later by the bank; the portal is notified as from the page. */
  settle(ref: string, how: 'paid' | 'pending' | 'failed'): void
  refund(ref: string, cents: number): void
  payments(): readonly SandboxPayment[]
  /** An action on the page that stores a card, by the portal's id. */
  keepMethod(methodId: string, pays: SandboxMethod['pays']): void
  methods(): readonly SandboxMethod[]
  close(): Promise<void>
}

interface SandboxOptions {
  readonly secret: string
  readonly port?: number
  /** The address that changes are reported to; null for none. */
  readonly tell: string | null
  /** Where the books are kept; null: in memory. */
  readonly file?: string | null
  /** How long a payment by bank takes, in ms. */
  readonly bankMs?: number
}

const pageSize = 100
const testCard: PaidBy = { kind: 'card', label: 'Test card', lastFour: '4242' }
const testBank: PaidBy = { kind: 'bank', label: 'Test bank', lastFour: '6789' }
const maxBody = 16_384

/** A gateway that moves no money, for the demo and for tests: the API, the payment page, and signed notices. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { secret, port = 0, tell, file = null, bankMs = 20_000 } = options
  const book = createSandboxBook(file)
  const stopping = new AbortController()
  const server = createServer((request, response) => {
    answer(request, response).catch(() => send(response, 500, { error: 'unexpected' }))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    settle,
    refund: (ref, cents) => {
      const payment = book.find(ref)
      if (payment !== undefined) change(ref, { ...payment.word, refundedCents: payment.word.refundedCents + cents })
    },
    payments: () => book.all(),
    keepMethod: (methodId, pays) => {
      const method = book.methods().find((one) => one.methodId === methodId)
      if (method?.state === 'open') book.changeMethod(method.ref, { state: 'saved', pays })
    },
    methods: () => book.methods(),
    close: () => {
      stopping.abort()
      return closeServer(server)
    },
  }

  function settle(ref: string, how: 'paid' | 'pending' | 'failed'): void {
    const payment = book.find(ref)
    if (payment === undefined || !['open', 'pending'].includes(payment.word.status)) return
    const by = payment.by ?? (how === 'pending' ? testBank : testCard)
    change(ref, { status: how, paidCents: how === 'paid' ? payment.amountCents : 0, refundedCents: 0 }, by)
    if (how !== 'pending') return
    setTimeout(() => settle(ref, 'paid'), bankMs).unref()
  }

  function change(ref: string, word: GatewayWord, by?: PaidBy): void {
    void notify(book.change(ref, word, by))
  }

  /** Notifies the portal, again and again until it confirms. */
  async function notify(payment: SandboxPayment): Promise<void> {
    if (tell === null) return
    const body = JSON.stringify({ ...toReport(payment), noticeId: randomUUID() })
    for (let tries = 0; tries < 8 && !stopping.signal.aborted; tries += 1) {
      try {
        const headers = { 'content-type': 'application/json', 'x-sandbox-signature': sandboxSignature(secret, body) }
        const heard = await fetch(tell, { method: 'POST', headers, body, signal: AbortSignal.timeout(5_000) })
        if (heard.ok) return
      } catch {
        // The next round tries again.
      }
      await pause(500 * 2 ** tries, undefined, { ref: false })
    }
  }

  function toReport(payment: SandboxPayment) {
    const { ref, paymentId, memberId, word, by } = payment
    return { ref, paymentId, memberId, word, by, url: word.status === 'open' ? `${url}/pay/${ref}` : null }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const [, part, ref = '', does = ''] =
      /^\/(pay|keep|v1\/payments|v1\/methods)(?:\/([\w-]+))?(?:\/(close|forget))?$/.exec(pathname) ?? []
    if (part === 'pay') return pay(request, response, ref)
    if (part === 'keep') return keepCard(request, response, ref)
    if (request.headers.authorization !== `Bearer ${secret}`) return send(response, 401, { error: 'key' })
    if (part === undefined) return send(response, 404, { error: 'path' })
    if (part === 'v1/methods') return method(request, response, { ref, does })
    if (ref === 'taken') return take(request, response)
    if (ref === '' && request.method === 'POST') {
      const parsed = v.safeParse(New, JSON.parse(await readBody(request)))
      if (!parsed.success) return send(response, 422, { error: 'payment' })
      return send(response, 200, toReport(book.begin(parsed.output)))
    }
    if (ref === '') return send(response, 200, listPayments(searchParams))
    const payment = book.find(ref)
    if (payment === undefined) return send(response, 404, { error: 'payment' })
    const closes = does === 'close' && payment.word.status === 'open'
    const now = closes ? book.change(ref, { ...payment.word, status: 'expired' }) : payment
    send(response, 200, toReport(now))
  }

  /** Makes a payment with a stored card: it succeeds or is declined at once. */
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parsed = v.safeParse(Taken, JSON.parse(await readBody(request)))
    if (!parsed.success) return send(response, 422, { error: 'payment' })
    const { methodRef, ...payment } = parsed.output
    const by = book.findMethod(methodRef)
    if (by === undefined) return send(response, 404, { error: 'method' })
    const pays = by.state === 'saved' && by.pays === 'always'
    const word = {
      status: pays ? 'paid' : 'failed',
      paidCents: pays ? payment.amountCents : 0,
      refundedCents: 0,
    } as const
    const { brandName, language, returnTo } = by
    send(response, 200, toReport(book.begin({ ...payment, brandName, language, returnTo }, word)))
  }

  async function method(
    request: IncomingMessage,
    response: ServerResponse,
    { ref, does }: { readonly ref: string; readonly does: string },
  ): Promise<void> {
    if (ref === '') {
      const parsed = v.safeParse(NewMethod, JSON.parse(await readBody(request)))
      if (!parsed.success) return send(response, 422, { error: 'method' })
      return send(response, 200, methodAnswer(book.beginMethod(parsed.output)))
    }
    const known = book.findMethod(ref)
    if (known === undefined) return send(response, 404, { error: 'method' })
    if (does === 'close' && known.state === 'open')
      return send(response, 200, methodAnswer(book.changeMethod(ref, { state: 'expired' })))
    if (does === 'forget') return send(response, 200, methodAnswer(book.changeMethod(ref, { state: 'forgotten' })))
    send(response, 200, methodAnswer(known))
  }

  function methodAnswer({ ref, state, pays }: SandboxMethod) {
    const kept = { ref, customerRef: `customer_${ref}`, kind: 'card', label: 'Test card' } as const
    return {
      ref,
      url: state === 'open' ? `${url}/keep/${ref}` : null,
      state: state === 'forgotten' ? 'expired' : state,
      method: state === 'saved' ? { ...kept, lastFour: pays === 'always' ? '4242' : '0002' } : null,
    }
  }

  async function keepCard(request: IncomingMessage, response: ServerResponse, ref: string): Promise<void> {
    const known = book.findMethod(ref)
    if (known === undefined) return send(response, 404, { error: 'method' })
    if (request.method !== 'POST') return sendPage(response, sandboxMethodPage(known))
    const how = new URLSearchParams(await readBody(request)).get('how')
    if (known.state === 'open' && (how === 'always' || how === 'never'))
      book.changeMethod(ref, { state: 'saved', pays: how })
    response.writeHead(303, { location: known.returnTo }).end()
  }

  function listPayments(query: URLSearchParams) {
    const since = query.get('since') ?? ''
    const wanted = book.all().filter(({ createdAt }) => createdAt >= since)
    const from = wanted.findIndex(({ ref }) => ref === query.get('after')) + 1
    const page = wanted.slice(from, from + pageSize)
    const next = from + pageSize < wanted.length ? (page.at(-1)?.ref ?? null) : null
    return { payments: page.map(toReport), next }
  }

  async function pay(request: IncomingMessage, response: ServerResponse, ref: string): Promise<void> {
    const payment = book.find(ref)
    if (payment === undefined) return send(response, 404, { error: 'payment' })
    if (request.method !== 'POST') return sendPage(response, sandboxPage(payment))
    const how = new URLSearchParams(await readBody(request)).get('how') ?? 'back'
    if (how === 'paid' || how === 'pending' || how === 'failed') settle(ref, how)
    response.writeHead(303, { location: payment.returnTo }).end()
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function sendPage(response: ServerResponse, html: string): void {
  const type = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
  response.writeHead(200, type).end(html)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBody) throw new Error('Too large.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
