import type { GatewayWord } from '@portico/rules/premium/payment'
import type Stripe from 'stripe'
import * as v from 'valibot'
import {
  type BookedPayment,
  GATEWAY_WAIT_MS,
  type Gateway,
  GatewayError,
  type GatewayNotice,
  type OpenPayment,
  type PaymentToOpen,
} from './port.ts'

export interface StripeSettings {
  readonly secretKey: string
  /** Proves that notices come from Stripe. */
  readonly webhookSecret: string
  /** Another place than Stripe's own, for tests. */
  readonly api: URL | null
}

type Session = Stripe.Checkout.Session

/** Whose payment it is, as we wrote it on everything that Stripe makes of it. */
const Names = v.object({
  payment_id: v.pipe(v.string(), v.uuid()),
  member_id: v.pipe(v.string(), v.uuid()),
})
const expand = ['payment_intent.latest_charge']

/** Stripe's hosted Checkout: the member pays on Stripe's page, and nothing of their card comes here. */
export function createStripeGateway(settings: StripeSettings): Gateway {
  // Loaded when it is first needed: it is large, and most starts need it late.
  let made: Promise<Stripe> | null = null
  const stripe = () => {
    made ??= load(settings)
    return made
  }

  return {
    name: 'stripe',
    open: (payment) => said(async () => (await stripe()).checkout.sessions.create(...newSession(payment))),
    look: (ref) => said(async () => (await stripe()).checkout.sessions.retrieve(ref, { expand })),
    close: async (ref) => {
      const client = await stripe()
      try {
        return openPayment(await client.checkout.sessions.expire(ref, { expand }))
      } catch {
        // One that was paid cannot be closed: its own state says what it is.
        return said(() => client.checkout.sessions.retrieve(ref, { expand }))
      }
    },
    readNotice: async (body, header) => {
      const client = await stripe()
      try {
        const signature = header('stripe-signature') ?? ''
        return noticeOf(client.webhooks.constructEvent(body, signature, settings.webhookSecret))
      } catch {
        return null
      }
    },
    books: async function* (since) {
      const client = await stripe()
      const created = { gte: Math.floor(since.getTime() / 1000) }
      const list = client.checkout.sessions.list({ created, limit: 100, expand: ['data.payment_intent.latest_charge'] })
      try {
        for await (const session of list) yield bookedPayment(session)
      } catch (cause) {
        throw asGatewayError(cause)
      }
    },
  }
}

async function load({ secretKey, api }: StripeSettings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  return new StripeClient(secretKey, {
    timeout: GATEWAY_WAIT_MS,
    // Tried again by us, which survives the end of this process.
    maxNetworkRetries: 0,
    telemetry: false,
    ...(api && {
      host: api.hostname,
      port: Number(api.port || (api.protocol === 'https:' ? 443 : 80)),
      protocol: api.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

function newSession(payment: PaymentToOpen): [Stripe.Checkout.SessionCreateParams, Stripe.RequestOptions] {
  const { paymentId, memberId, amountCents, brandName, language, returnTo } = payment
  const metadata = { payment_id: paymentId, member_id: memberId }
  const product = language === 'es' ? `Prima, ${brandName}` : `Premium, ${brandName}`
  return [
    {
      mode: 'payment',
      client_reference_id: paymentId,
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: amountCents, product_data: { name: product } } },
      ],
      metadata,
      payment_intent_data: { metadata },
      locale: language,
      success_url: returnTo,
      cancel_url: returnTo,
      expand,
    },
    { idempotencyKey: paymentId },
  ]
}

async function said(asking: () => Promise<Session>): Promise<OpenPayment> {
  try {
    return openPayment(await asking())
  } catch (cause) {
    throw asGatewayError(cause)
  }
}

/** What Stripe refused it did not do; of anything else nobody knows. */
function asGatewayError(cause: unknown): GatewayError {
  const { type = '', statusCode = 0 } = cause as { type?: string; statusCode?: number }
  const refused = statusCode >= 400 && statusCode < 500 && statusCode !== 409 && statusCode !== 429
  return new GatewayError(refused ? 'refused' : 'unknown', `Stripe did not do it (${type || 'no answer'}).`, { cause })
}

function openPayment(session: Session): OpenPayment {
  if (typeof session.id !== 'string' || session.object !== 'checkout.session') {
    throw new GatewayError('unknown', 'What Stripe answered is no payment.')
  }
  return { ref: session.id, url: session.url ?? null, word: wordOf(session) }
}

function wordOf(session: Session): GatewayWord {
  const { status, payment_status: paid, amount_total: total, payment_intent: intent } = session
  const nothing = { paidCents: 0, refundedCents: 0 }
  if (status === 'expired') return { status: 'expired', ...nothing }
  if (status !== 'complete') return { status: 'open', ...nothing }
  const details = typeof intent === 'object' ? intent : null
  if (paid === 'paid') {
    const charge = details?.latest_charge
    const refundedCents = typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0
    return { status: 'paid', paidCents: details?.amount_received || (total ?? 0), refundedCents }
  }
  const isOver = details?.status === 'canceled' || details?.status === 'requires_payment_method'
  return { status: isOver ? 'failed' : 'pending', ...nothing }
}

function bookedPayment(session: Session): BookedPayment {
  const names = v.safeParse(Names, session.metadata)
  const { payment_id: paymentId = null, member_id: memberId = null } = names.success ? names.output : {}
  return { ref: session.id, paymentId, memberId, word: wordOf(session) }
}

function noticeOf(event: Stripe.Event): GatewayNotice | 'ignored' {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return named(event.data.object.metadata, event.data.object.id, wordOf(event.data.object))
    case 'checkout.session.async_payment_failed':
      return named(event.data.object.metadata, event.data.object.id, {
        status: 'failed',
        paidCents: 0,
        refundedCents: 0,
      })
    case 'charge.refunded': {
      const { metadata, amount_captured: paidCents, amount_refunded: refundedCents } = event.data.object
      return named(metadata, null, { status: 'paid', paidCents, refundedCents })
    }
    default:
      return 'ignored'
  }
}

function named(metadata: unknown, ref: string | null, word: GatewayWord): GatewayNotice | 'ignored' {
  const names = v.safeParse(Names, metadata)
  if (!names.success) return 'ignored'
  return { paymentId: names.output.payment_id, memberId: names.output.member_id, ref, word }
}
