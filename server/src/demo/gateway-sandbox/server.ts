import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { GatewayWord, PaidBy } from '@portico/rules/premium/payment'
import * as v from 'valibot'
import { sandboxSignature } from '../../platform/gateway/sandbox.ts'
import { createSandboxBook, type SandboxMethod, type SandboxPayment } from './book.ts'
import { readBody, send, sendPage } from './http.ts'
import { answerMethod, keepCard, takePayment } from './methods.ts'
import { sandboxPage } from './page.ts'
import { listPayments, toReport } from './reports.ts'

const New = v.object({
  paymentId: v.pipe(v.string(), v.uuid()),
  memberId: v.pipe(v.string(), v.uuid()),
  amountCents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000)),
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

const testCard: PaidBy = { kind: 'card', label: 'Test card', lastFour: '4242' }
const testBank: PaidBy = { kind: 'bank', label: 'Test bank', lastFour: '6789' }

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
    const report = toReport(book.change(ref, word, by), url)
    if (tell !== null) void notify({ tell, secret, stopping: stopping.signal }, report)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const [, part, ref = '', does = ''] =
      /^\/(pay|keep|v1\/payments|v1\/methods)(?:\/([\w-]+))?(?:\/(close|forget))?$/.exec(pathname) ?? []
    if (part === 'pay') return pay(request, response, ref)
    if (part === 'keep') return keepCard(book, request, response, ref)
    if (request.headers.authorization !== `Bearer ${secret}`) return send(response, 401, { error: 'key' })
    if (part === undefined) return send(response, 404, { error: 'path' })
    if (part === 'v1/methods') return answerMethod({ book, url }, request, response, { ref, does })
    if (ref === 'taken') return takePayment({ book, url }, request, response)
    if (ref === '' && request.method === 'POST') {
      const parsed = v.safeParse(New, JSON.parse(await readBody(request)))
      if (!parsed.success) return send(response, 422, { error: 'payment' })
      return send(response, 200, toReport(book.begin(parsed.output), url))
    }
    if (ref === '') return send(response, 200, listPayments(book, url, searchParams))
    const payment = book.find(ref)
    if (payment === undefined) return send(response, 404, { error: 'payment' })
    const closes = does === 'close' && payment.word.status === 'open'
    const now = closes ? book.change(ref, { ...payment.word, status: 'expired' }) : payment
    send(response, 200, toReport(now, url))
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

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** Notifies the portal, again and again until it confirms. */
async function notify(
  { tell, secret, stopping }: { readonly tell: string; readonly secret: string; readonly stopping: AbortSignal },
  report: object,
): Promise<void> {
  const body = JSON.stringify({ ...report, noticeId: randomUUID() })
  for (let tries = 0; tries < 8 && !stopping.aborted; tries += 1) {
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
