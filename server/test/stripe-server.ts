import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'
import { stripeDocument } from './stripe-document.ts'

const Text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(500))
const Metadata = v.record(v.pipe(v.string(), v.maxLength(40)), Text)
const Whole = v.pipe(v.string(), v.regex(/^\d+$/))
const Address = v.pipe(v.string(), v.url(), v.maxLength(5_000))
const Expand = v.optional(v.array(v.pipe(v.string(), v.maxLength(5_000))))
const Currency = v.pipe(v.string(), v.length(3))
const Kind = v.picklist(['card', 'us_bank_account'])

const page = {
  client_reference_id: v.optional(v.pipe(v.string(), v.maxLength(200))),
  metadata: Metadata,
  locale: v.picklist(['auto', 'en', 'es', 'es-419']),
  success_url: Address,
  cancel_url: Address,
  expand: Expand,
}

/** The requests that this server answers; each is also checked against Stripe's own API description (`stripeDocument`). */
const shapes = {
  createSession: v.variant('mode', [
    v.strictObject({
      ...page,
      mode: v.literal('payment'),
      line_items: v.array(
        v.strictObject({
          quantity: Whole,
          price_data: v.strictObject({
            currency: Currency,
            unit_amount: Whole,
            product_data: v.strictObject({ name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(5_000)) }),
          }),
        }),
      ),
      payment_intent_data: v.strictObject({ metadata: Metadata }),
    }),
    v.strictObject({
      ...page,
      mode: v.literal('setup'),
      customer_creation: v.picklist(['always', 'if_required']),
      payment_method_types: v.array(Kind),
      payment_method_options: v.strictObject({
        us_bank_account: v.strictObject({ verification_method: v.picklist(['automatic', 'instant']) }),
      }),
      setup_intent_data: v.strictObject({ metadata: Metadata }),
    }),
  ]),
  createIntent: v.strictObject({
    amount: Whole,
    currency: Currency,
    customer: Text,
    payment_method: Text,
    payment_method_types: v.array(Kind),
    // Without the customer present, it must be confirmed at once.
    off_session: v.literal('true'),
    confirm: v.literal('true'),
    metadata: Metadata,
    expand: Expand,
  }),
  read: v.strictObject({ expand: Expand }),
  list: v.strictObject({
    created: v.optional(v.strictObject({ gte: Whole })),
    limit: Whole,
    starting_after: v.optional(Text),
    expand: Expand,
  }),
}

interface Session {
  readonly id: string
  readonly object: 'checkout.session'
  readonly mode: 'payment' | 'setup'
  readonly created: number
  readonly amount_total: number | null
  readonly metadata: Record<string, string>
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  url: string | null
  customer: string | null
  payment_intent: null | {
    id: string
    status: string
    amount_received: number
    latest_charge: { amount_refunded: number }
  }
  setup_intent: null | { id: string; payment_method: Method }
}

export interface Intent {
  readonly id: string
  readonly object: 'payment_intent'
  readonly created: number
  readonly metadata: Record<string, string>
  status: 'succeeded' | 'processing' | 'requires_payment_method'
  amount_received: number
  latest_charge: { amount_refunded: number } | null
}

export interface Method {
  readonly id: string
  readonly object: 'payment_method'
  customer: string | null
  card?: { brand: string; last4: string }
  us_bank_account?: { bank_name: string; last4: string }
  /** The outcome of payments with it. */
  readonly pays: Intent['status']
}

export interface Dispute {
  readonly id: string
  readonly object: 'dispute'
  readonly created: number
  readonly payment_intent: string
  /** What it has moved: taken, and perhaps given back. */
  readonly balance_transactions: readonly { readonly amount: number }[]
}

export interface StripeServer {
  readonly url: URL
  readonly sessions: Session[]
  readonly intents: Intent[]
  readonly methods: Method[]
  readonly disputes: Dispute[]
  /** Requests that were refused, unchanged. */
  readonly refused: string[]
  /** The number of requests. */
  requests(): number
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly body: object
}

/** Stands in for Stripe's API as far as the adapter uses it: checks each request and keeps its data in memory. */
export async function startStripeServer(secretKey: string): Promise<StripeServer> {
  const sessions: Session[] = []
  const intents: Intent[] = []
  const methods: Method[] = []
  const disputes: Dispute[] = []
  const byKey = new Map<string, { readonly body: string; readonly answer: Answer }>()
  const refused: string[] = []
  const document = stripeDocument()
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    void answer(request).then(
      ({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    sessions,
    intents,
    methods,
    disputes,
    refused,
    requests: () => requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, search } = new URL(request.url ?? '', 'http://stripe.example')
    const { authorization, 'idempotency-key': key = '', 'content-type': type = '' } = request.headers
    const version = String(request.headers['stripe-version'])
    if (authorization !== `Bearer ${secretKey}`) return buildFailure(401, 'invalid_request_error', 'key')
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const text = Buffer.concat(parts).toString()
    if (text !== '' && !type.startsWith('application/x-www-form-urlencoded')) return refuse(`type ${type}`)
    const { method = 'GET' } = request
    const sent = parseForm(method === 'GET' ? search.slice(1) : text)
    const problem = document({ method, path: pathname, version, sent })
    if (problem !== null) return refuse(problem)
    const [, kind = '', id, does = ''] =
      /^\/v1\/(checkout\/sessions|payment_intents|payment_methods|disputes)(?:\/(\w+))?(?:\/(\w+))?$/.exec(pathname) ??
      []
    const route = [method, kind, id === undefined ? '' : '{id}', does].filter((part) => part !== '').join(' ')
    if (route === 'POST checkout/sessions') return once(String(key), text, () => createSession(sent))
    if (route === 'POST payment_intents') return once(String(key), text, () => createIntent(sent))
    if (route === 'GET checkout/sessions') return list(sessions, sent)
    if (route === 'GET payment_intents') return list(intents, sent)
    if (route === 'GET disputes') return list(disputes, sent)
    const parsed = v.safeParse(shapes.read, sent)
    if (!parsed.success) return refuse(`${pathname}: ${parsed.issues[0].message}`)
    const all: readonly { readonly id: string }[] =
      { 'checkout/sessions': sessions, payment_intents: intents }[kind] ?? methods
    const found = all.find((one) => one.id === id)
    if (found === undefined) return buildFailure(404, 'invalid_request_error', 'no such record')
    if (route === 'POST checkout/sessions {id} expire') return expire(found as Session)
    if (route === 'POST payment_methods {id} detach') return detach(found as Method)
    return does === '' && method === 'GET' ? { status: 200, body: found } : refuse(`${method} ${pathname}`)
  }

  /** The same key gets the same answer again; for a different request it is refused. */
  function once(key: string, body: string, does: () => Answer): Answer {
    const known = byKey.get(key)
    if (key === '' || (known !== undefined && known.body !== body)) return buildFailure(400, 'idempotency_error', key)
    if (known !== undefined) return known.answer
    const answered = does()
    byKey.set(key, { body, answer: answered })
    return answered
  }

  function createSession(sent: unknown): Answer {
    const parsed = v.safeParse(shapes.createSession, sent)
    if (!parsed.success) return refuse(`session: ${v.getDotPath(parsed.issues[0])} ${parsed.issues[0].message}`)
    const { output } = parsed
    const items = output.mode === 'payment' ? output.line_items : null
    const total = items?.reduce((sum, one) => sum + Number(one.quantity) * Number(one.price_data.unit_amount), 0)
    const session: Session = {
      id: `cs_test_${sessions.length + 1}`,
      object: 'checkout.session',
      mode: output.mode,
      created: now(),
      amount_total: total ?? null,
      metadata: output.metadata,
      customer: null,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      setup_intent: null,
      url: 'https://checkout.stripe.com/c/pay/test',
    }
    sessions.push(session)
    return { status: 200, body: session }
  }

  function createIntent(sent: unknown): Answer {
    const parsed = v.safeParse(shapes.createIntent, sent)
    if (!parsed.success) return refuse(`intent: ${v.getDotPath(parsed.issues[0])} ${parsed.issues[0].message}`)
    const { amount, payment_method: by, customer, metadata } = parsed.output
    const method = methods.find(({ id }) => id === by)
    if (method === undefined || method.customer !== customer)
      return buildFailure(400, 'invalid_request_error', 'method')
    const paid = method.pays === 'succeeded'
    const intent: Intent = {
      id: `pi_test_${intents.length + 1}`,
      object: 'payment_intent',
      created: now(),
      metadata,
      status: method.pays,
      amount_received: paid ? Number(amount) : 0,
      latest_charge: paid ? { amount_refunded: 0 } : null,
    }
    intents.push(intent)
    if (method.pays !== 'requires_payment_method') return { status: 200, body: intent }
    const error = { type: 'card_error', code: 'card_declined', message: 'declined', payment_intent: intent }
    return { status: 402, body: { error } }
  }

  function expire(session: Session): Answer {
    if (session.status !== 'open') return buildFailure(400, 'invalid_request_error', 'not open')
    Object.assign(session, { status: 'expired', url: null })
    return { status: 200, body: session }
  }

  function detach(method: Method): Answer {
    if (method.customer === null) return buildFailure(400, 'invalid_request_error', 'not attached')
    method.customer = null
    return { status: 200, body: method }
  }

  /** Newest first, as Stripe lists them. */
  function list(kept: readonly { readonly id: string; readonly created: number }[], sent: unknown): Answer {
    const parsed = v.safeParse(shapes.list, sent)
    if (!parsed.success) return refuse(`list: ${v.getDotPath(parsed.issues[0])} ${parsed.issues[0].message}`)
    const { created, limit, starting_after: after } = parsed.output
    const all = kept.filter((one) => one.created >= Number(created?.gte ?? 0)).toReversed()
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
    // Small pages, so that there are several.
    const data = all.slice(from, from + Math.min(2, Number(limit)))
    return { status: 200, body: { object: 'list', data, has_more: from + data.length < all.length } }
  }

  function refuse(why: string): Answer {
    refused.push(why)
    return buildFailure(400, 'invalid_request_error', why)
  }
}

const now = () => Math.floor(Date.now() / 1000)

function buildFailure(status: number, type: string, message: string): Answer {
  return { status, body: { error: { type, message } } }
}

/** `a[b][0]=c` as `{ a: { b: ['c'] } }`. */
function parseForm(text: string): unknown {
  const root: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    let place = root
    for (const part of path.slice(0, -1)) {
      place[part] ??= {}
      place = place[part] as Record<string, unknown>
    }
    place[path.at(-1) ?? ''] = value
  }
  return listsIn(root)
}

function listsIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [name, listsIn(one)] as const)
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at))
  return isList ? entries.map(([, one]) => one) : Object.fromEntries(entries)
}
