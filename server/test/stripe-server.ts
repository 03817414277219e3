import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'

const Text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(500))
const Metadata = v.record(v.pipe(v.string(), v.maxLength(40)), Text)
const Whole = v.pipe(v.string(), v.regex(/^\d+$/))
const Address = v.pipe(v.string(), v.url(), v.maxLength(5_000))
const Expand = v.optional(v.array(v.pipe(v.string(), v.maxLength(5_000))))

/**
 * What requests may say, after Stripe's published description of its API (the operations PostCheckoutSessions, GetCheckoutSessions,
 * GetCheckoutSessionsSession and PostCheckoutSessionsSessionExpire); anything else in a request is refused, as Stripe refuses it.
 */
const shapes = {
  create: v.strictObject({
    mode: v.picklist(['payment', 'setup', 'subscription']),
    client_reference_id: v.optional(v.pipe(v.string(), v.maxLength(200))),
    line_items: v.array(
      v.strictObject({
        quantity: Whole,
        price_data: v.strictObject({
          currency: v.pipe(v.string(), v.length(3)),
          unit_amount: Whole,
          product_data: v.strictObject({ name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(5_000)) }),
        }),
      }),
    ),
    metadata: Metadata,
    payment_intent_data: v.strictObject({ metadata: Metadata }),
    locale: v.picklist(['auto', 'en', 'es', 'es-419']),
    success_url: Address,
    cancel_url: Address,
    expand: Expand,
  }),
  read: v.strictObject({ expand: Expand }),
  list: v.strictObject({
    created: v.strictObject({ gte: Whole }),
    limit: Whole,
    starting_after: v.optional(Text),
    expand: Expand,
  }),
}

interface Session {
  readonly id: string
  readonly object: 'checkout.session'
  readonly created: number
  readonly amount_total: number
  readonly metadata: Record<string, string>
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  url: string | null
  payment_intent: null | {
    id: string
    status: string
    amount_received: number
    latest_charge: { amount_refunded: number }
  }
}

export interface StripeServer {
  readonly url: URL
  readonly sessions: Session[]
  /** What was refused, as it came. */
  readonly refused: string[]
  /** How many requests came. */
  requests(): number
  close(): Promise<void>
}

/** Stands for Stripe's API, as far as the adapter uses it: checks each request and keeps sessions in memory. */
export async function startStripeServer(secretKey: string): Promise<StripeServer> {
  const sessions: Session[] = []
  const byKey = new Map<string, { readonly body: string; readonly session: Session }>()
  const refused: string[] = []
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
    refused,
    requests: () => requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function answer(request: IncomingMessage) {
    const { pathname, search } = new URL(request.url ?? '', 'http://stripe.example')
    const { authorization, 'idempotency-key': key, 'content-type': type = '' } = request.headers
    if (authorization !== `Bearer ${secretKey}`) return failed(401, 'invalid_request_error', 'key')
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const text = Buffer.concat(parts).toString()
    if (text !== '' && !type.startsWith('application/x-www-form-urlencoded')) return refuse(`type ${type}`)
    const [, id, expire] = /^\/v1\/checkout\/sessions(?:\/([\w-]+))?(\/expire)?$/.exec(pathname) ?? []
    if (!pathname.startsWith('/v1/checkout/sessions')) return refuse(pathname)
    const sent = formOf(request.method === 'GET' ? search.slice(1) : text)
    if (id === undefined && request.method === 'POST') return create(sent, text, String(key ?? ''))
    if (id === undefined) return list(sent)
    const parsed = v.safeParse(shapes.read, sent)
    if (!parsed.success) return refuse(`${pathname}: ${parsed.issues[0].message}`)
    const session = sessions.find((one) => one.id === id)
    if (session === undefined) return failed(404, 'invalid_request_error', 'no such session')
    if (expire === undefined) return { status: 200, body: session }
    if (session.status !== 'open') return failed(400, 'invalid_request_error', 'not open')
    Object.assign(session, { status: 'expired', url: null })
    return { status: 200, body: session }
  }

  function create(sent: unknown, body: string, key: string) {
    const parsed = v.safeParse(shapes.create, sent)
    if (!parsed.success) return refuse(`create: ${v.getDotPath(parsed.issues[0])} ${parsed.issues[0].message}`)
    const known = byKey.get(key)
    if (key === '' || (known !== undefined && known.body !== body)) return failed(400, 'idempotency_error', key)
    if (known !== undefined) return { status: 200, body: known.session }
    const { line_items: items, metadata } = parsed.output
    const total = items.reduce((sum, one) => sum + Number(one.quantity) * Number(one.price_data.unit_amount), 0)
    const session: Session = {
      ...{ id: `cs_test_${sessions.length + 1}`, object: 'checkout.session' },
      ...{ created: Math.floor(Date.now() / 1000), amount_total: total, metadata },
      ...{ status: 'open', payment_status: 'unpaid', payment_intent: null },
      url: 'https://checkout.stripe.com/c/pay/test',
    }
    sessions.push(session)
    byKey.set(key, { body, session })
    return { status: 200, body: session }
  }

  function list(sent: unknown) {
    const parsed = v.safeParse(shapes.list, sent)
    if (!parsed.success) return refuse(`list: ${v.getDotPath(parsed.issues[0])} ${parsed.issues[0].message}`)
    const { limit, starting_after: after } = parsed.output
    const from = after === undefined ? 0 : sessions.findIndex(({ id }) => id === after) + 1
    // Small pages, so that there are several.
    const data = sessions.slice(from, from + Math.min(2, Number(limit)))
    const more = from + data.length < sessions.length
    return { status: 200, body: { object: 'list', url: '/v1/checkout/sessions', data, has_more: more } }
  }

  function refuse(why: string) {
    refused.push(why)
    return failed(400, 'invalid_request_error', why)
  }
}

function failed(status: number, type: string, message: string) {
  return { status, body: { error: { type, message } } }
}

/** `a[b][0]=c` as `{ a: { b: ['c'] } }`. */
function formOf(text: string): unknown {
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
