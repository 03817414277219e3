import type { Disputes, GatewayWord, PaidBy } from '@portico/rules/premium/payment'
import type Stripe from 'stripe'
import * as v from 'valibot'
import {
  type BookedPayment,
  GATEWAY_WAIT_MS,
  type Gateway,
  GatewayError,
  type GatewayNotice,
  type MethodToSave,
  type OpenPayment,
  type OpenSetup,
  type PaymentToOpen,
  type PaymentToTake,
  type TakenPayment,
} from './port.ts'

export interface StripeSettings {
  readonly secretKey: string
  /** Proves that notices come from Stripe. */
  readonly webhookSecret: string
  /** Replaces Stripe's address in tests. */
  readonly api: URL | null
}

type Session = Stripe.Checkout.Session

/** Version of Stripe's API that we use; `stripe.test.ts` checks every request against its published description. */
const apiVersion = '2022-11-15'

/** Fields named differently in the later version that Stripe's types describe. */
interface OfVersion {
  readonly payment_method_types: readonly ('card' | 'us_bank_account')[]
}

/** The payment's owner, as we wrote it into the metadata of all its Stripe objects. */
const Names = v.object({
  payment_id: v.pipe(v.string(), v.uuid()),
  member_id: v.pipe(v.string(), v.uuid()),
})
const expand = ['payment_intent.latest_charge']

/** Stripe's hosted Checkout: the member pays on Stripe's page, and card data never reaches us. */
export function createStripeGateway(settings: StripeSettings): Gateway {
  // Loaded on first use: it is large, and most servers need it late.
  let made: Promise<Stripe> | null = null
  const stripe = () => {
    made ??= load(settings)
    return made
  }

  return {
    name: 'stripe',
    open: (payment) => toOpenPayment(async () => (await stripe()).checkout.sessions.create(...newSession(payment))),
    take: async (payment) => {
      const client = await stripe()
      try {
        if (Date.now() - payment.begunAt.getTime() > keysLiveMs) return await findPayment(client, payment)
        return toTakenPayment(await client.paymentIntents.create(...newIntent(payment)))
      } catch (cause) {
        const declined = (cause as { payment_intent?: Stripe.PaymentIntent }).payment_intent
        if (declined !== undefined) return toTakenPayment(declined)
        throw asGatewayError(cause)
      }
    },
    beginSetup: (method) => setupSaid(async () => (await stripe()).checkout.sessions.create(...newSetup(method))),
    readSetup: async (ref, how) => {
      const { sessions } = (await stripe()).checkout
      // A used page cannot be closed; its state says so.
      if (how === 'close') await sessions.expire(ref).catch(() => undefined)
      return setupSaid(() => sessions.retrieve(ref, { expand: setupExpand }))
    },
    forget: async (ref) => {
      const { paymentMethods } = await stripe()
      try {
        await paymentMethods.detach(ref)
      } catch (cause) {
        // A method that no longer has a customer cannot be detached again.
        const known = await paymentMethods.retrieve(ref).catch(() => null)
        if (known === null || known.customer !== null) throw asGatewayError(cause)
      }
    },
    readPayment: (ref) =>
      isIntent(ref)
        ? intentSaid(async () => (await stripe()).paymentIntents.retrieve(ref, { expand: intentExpand }))
        : toOpenPayment(async () => (await stripe()).checkout.sessions.retrieve(ref, { expand })),
    close: async (ref) => {
      const client = await stripe()
      if (isIntent(ref)) return intentSaid(() => client.paymentIntents.retrieve(ref, { expand: intentExpand }))
      try {
        return openPayment(await client.checkout.sessions.expire(ref, { expand }))
      } catch {
        // A paid page cannot be closed; its state says so.
        return toOpenPayment(() => client.checkout.sessions.retrieve(ref, { expand }))
      }
    },
    readNotice: async (body, header) => {
      const client = await stripe()
      const signature = header('stripe-signature') ?? ''
      let event: Stripe.Event
      try {
        event = client.webhooks.constructEvent(body, signature, settings.webhookSecret)
      } catch {
        return null
      }
      if (isOfDispute(event)) return disputeNotice(client, event.data.object)
      const notice = toNotice(event)
      if (notice === 'ignored' || notice.word.status !== 'paid' || notice.ref === null) return notice
      return { ...notice, by: await findPaidBy(client, notice.ref) }
    },
    books: async function* (since) {
      yield* listBooks(await stripe(), since)
    },
  }
}

/** Payments, refunds and disputes since a moment. */
async function* listBooks(client: Stripe, since: Date): AsyncGenerator<BookedPayment> {
  const gte = Math.floor(since.getTime() / 1000)
  try {
    // Disputes of those payments are no older than the payments.
    const disputes = new Map<string, Disputes>()
    for await (const one of client.disputes.list({ created: { gte }, limit: 100 })) {
      const intent = toId(one.payment_intent)
      if (intent !== null) disputes.set(intent, { ...disputes.get(intent), ...toDisputes(one) })
    }
    const addDisputes = (word: GatewayWord, intent: string | null) => ({
      ...word,
      disputes: disputes.get(intent ?? ''),
    })
    // Created only now: a list sends its request at once, and its failure would go unhandled if the previous list fails first.
    const sessions = client.checkout.sessions.list({ limit: 100, expand: ['data.payment_intent.latest_charge'] })
    for await (const session of sessions) {
      // The newest sessions come first.
      if (session.created < gte) break
      if (session.mode !== 'setup')
        yield toBookedPayment(session.id, session, addDisputes(toWord(session), toId(session.payment_intent)))
    }
    // Payments made on a page were already listed, with their pages.
    const intents = client.paymentIntents.list({ created: { gte }, limit: 100, expand: ['data.latest_charge'] })
    for await (const intent of intents)
      if (isAutomatic(intent)) yield toBookedPayment(intent.id, intent, addDisputes(intentWord(intent), intent.id))
  } catch (cause) {
    throw asGatewayError(cause)
  }
}

async function load({ secretKey, api }: StripeSettings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  return new StripeClient(secretKey, {
    // The library can send any version, but has types only for its newest.
    apiVersion: apiVersion as Stripe.LatestApiVersion,
    timeout: GATEWAY_WAIT_MS,
    // We retry ourselves, which also works after this process has ended.
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

async function toOpenPayment(asking: () => Promise<Session>): Promise<OpenPayment> {
  try {
    return openPayment(await asking())
  } catch (cause) {
    throw asGatewayError(cause)
  }
}

/** Refused requests had no effect; after any other failure the outcome is unknown. */
function asGatewayError(cause: unknown): GatewayError {
  const { type = '', statusCode = 0 } = cause as { type?: string; statusCode?: number }
  const refused = statusCode >= 400 && statusCode < 500 && statusCode !== 409 && statusCode !== 429
  return new GatewayError(refused ? 'refused' : 'unknown', `Stripe did not do it (${type || 'no answer'}).`, { cause })
}

function openPayment(session: Session): OpenPayment {
  if (typeof session.id !== 'string' || session.object !== 'checkout.session') {
    throw new GatewayError('unknown', 'What Stripe answered is no payment.')
  }
  return { ref: session.id, url: session.url ?? null, word: toWord(session), by: toPaidBy(session.payment_intent) }
}

function toWord(session: Session): GatewayWord {
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

/** A notice does not say what the payment was made with; if Stripe cannot be asked, the payment counts all the same. */
async function findPaidBy(client: Stripe, ref: string): Promise<PaidBy | undefined> {
  try {
    if (isIntent(ref)) return toPaidBy(await client.paymentIntents.retrieve(ref, { expand: intentExpand }))
    return toPaidBy((await client.checkout.sessions.retrieve(ref, { expand })).payment_intent)
  } catch {
    return undefined
  }
}

/** What a payment was made with, if its charge is included. */
function toPaidBy(intent: string | Stripe.PaymentIntent | null): PaidBy | undefined {
  const charge = typeof intent === 'object' ? intent?.latest_charge : null
  const details = typeof charge === 'object' ? charge?.payment_method_details : null
  if (details?.us_bank_account) {
    return { kind: 'bank', label: details.us_bank_account.bank_name, lastFour: details.us_bank_account.last4 }
  }
  if (!details?.card) return undefined
  const { brand, last4: lastFour } = details.card
  return { kind: 'card', label: brand === null ? null : formatName(brand), lastFour }
}

function toBookedPayment(ref: string, { metadata }: { readonly metadata: unknown }, word: GatewayWord): BookedPayment {
  const names = v.safeParse(Names, metadata)
  const { payment_id: paymentId = null, member_id: memberId = null } = names.success ? names.output : {}
  return { ref, paymentId, memberId, word }
}

/** Stripe forgets an idempotency key after a day; older payments are searched for, and never taken again. */
const keysLiveMs = 20 * 3_600_000
const intentExpand = ['latest_charge']
const setupExpand = ['setup_intent.payment_method']
const isIntent = (ref: string) => ref.startsWith('pi_')
/** Marks automatic payments, which have no page. */
const automatic = 'automatic'
const isAutomatic = ({ metadata }: Stripe.PaymentIntent) => metadata[automatic] === 'yes'

function newIntent(payment: PaymentToTake): [Stripe.PaymentIntentCreateParams & OfVersion, Stripe.RequestOptions] {
  const { paymentId, memberId, amountCents, method } = payment
  return [
    {
      amount: amountCents,
      currency: 'usd',
      customer: method.customerRef,
      payment_method: method.ref,
      payment_method_types: [typeOf[method.kind]],
      off_session: true,
      confirm: true,
      metadata: { payment_id: paymentId, member_id: memberId, [automatic]: 'yes' },
      expand: intentExpand,
    },
    { idempotencyKey: paymentId },
  ]
}

const typeOf = { card: 'card', bank: 'us_bank_account' } as const

async function findPayment(client: Stripe, { paymentId, begunAt }: PaymentToTake): Promise<TakenPayment> {
  const created = { gte: Math.floor(begunAt.getTime() / 1000) - 3_600 }
  for await (const intent of client.paymentIntents.list({ created, limit: 100, expand: ['data.latest_charge'] }))
    if (intent.metadata.payment_id === paymentId) return toTakenPayment(intent)
  return { ref: null, url: null, word: { status: 'expired', paidCents: 0, refundedCents: 0 } }
}

async function intentSaid(asking: () => Promise<Stripe.PaymentIntent>): Promise<OpenPayment> {
  try {
    return toTakenPayment(await asking())
  } catch (cause) {
    throw asGatewayError(cause)
  }
}

function toTakenPayment(intent: Stripe.PaymentIntent): TakenPayment & { readonly ref: string } {
  if (typeof intent.id !== 'string' || intent.object !== 'payment_intent') {
    throw new GatewayError('unknown', 'What Stripe answered is no payment.')
  }
  return { ref: intent.id, url: null, word: intentWord(intent), by: toPaidBy(intent) }
}

/** An automatic payment's payer is not there to take another step: unless it is under way, it has failed. */
function intentWord({ status, amount_received: paidCents, latest_charge: charge }: Stripe.PaymentIntent): GatewayWord {
  if (status === 'succeeded') {
    const refundedCents = typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0
    return { status: 'paid', paidCents, refundedCents }
  }
  return { status: status === 'processing' ? 'pending' : 'failed', paidCents: 0, refundedCents: 0 }
}

function newSetup(method: MethodToSave): [Stripe.Checkout.SessionCreateParams & OfVersion, Stripe.RequestOptions] {
  const { methodId, memberId, language, returnTo } = method
  const metadata = { method_id: methodId, member_id: memberId }
  return [
    {
      mode: 'setup',
      client_reference_id: methodId,
      customer_creation: 'always',
      payment_method_types: [typeOf.card, typeOf.bank],
      // Only instant verification: by the time small test deposits appear on an account statement, the page is closed.
      payment_method_options: { us_bank_account: { verification_method: 'instant' } },
      metadata,
      setup_intent_data: { metadata },
      locale: language,
      success_url: returnTo,
      cancel_url: returnTo,
      expand: setupExpand,
    },
    { idempotencyKey: methodId },
  ]
}

async function setupSaid(asking: () => Promise<Session>): Promise<OpenSetup> {
  try {
    return openSetup(await asking())
  } catch (cause) {
    throw cause instanceof GatewayError ? cause : asGatewayError(cause)
  }
}

function openSetup(session: Session): OpenSetup {
  if (typeof session.id !== 'string' || session.object !== 'checkout.session') {
    throw new GatewayError('unknown', 'What Stripe answered is no page.')
  }
  const { id: ref, url, status, customer, setup_intent: intent } = session
  const method = typeof intent === 'object' ? intent?.payment_method : null
  if (status !== 'complete') {
    const state = status === 'expired' ? 'expired' : 'open'
    return { ref, url: state === 'open' ? (url ?? null) : null, state, method: null }
  }
  const customerRef = typeof customer === 'string' ? customer : (customer?.id ?? null)
  if (typeof method !== 'object' || method === null || customerRef === null) {
    throw new GatewayError('unknown', 'Stripe does not say what was kept.')
  }
  return { ref, url: null, state: 'saved', method: { ...toSavedMethod(method), customerRef } }
}

function toSavedMethod({ id: ref, card, us_bank_account: bank }: Stripe.PaymentMethod) {
  if (bank) return { ref, kind: 'bank', label: bank.bank_name, lastFour: bank.last4 } as const
  return { ref, kind: 'card', label: card ? formatName(card.brand) : null, lastFour: card?.last4 ?? null } as const
}

/** Turns `visa` into `Visa`. */
function formatName(brand: string): string {
  return brand.replace(/(^|_)([a-z])/g, (_, gap: string, letter: string) => (gap && ' ') + letter.toUpperCase())
}

type DisputeEvent = Extract<Stripe.Event, { type: `charge.dispute.${string}` }>

function isOfDispute(event: Stripe.Event): event is DisputeEvent {
  return event.type.startsWith('charge.dispute.')
}

/** A dispute lacks its payment's metadata, so Stripe is asked for it. A returned debit counts as a dispute, too. */
async function disputeNotice(client: Stripe, dispute: Stripe.Dispute): Promise<GatewayNotice | 'ignored'> {
  const intentId = toId(dispute.payment_intent)
  if (intentId === null) return 'ignored'
  try {
    const intent = await client.paymentIntents.retrieve(intentId, { expand: intentExpand })
    return toNamedNotice(intent.metadata, null, { ...intentWord(intent), disputes: toDisputes(dispute) })
  } catch (cause) {
    throw asGatewayError(cause)
  }
}

/** Counts only money that Stripe has moved: an inquiry moves none, and a won dispute moves it back. */
function toDisputes({ id, balance_transactions: moves }: Stripe.Dispute): Disputes {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)
  const amounts = (moves ?? []).map(({ amount }) => amount)
  return {
    [id]: {
      withdrawnCents: sum(amounts.filter((one) => one < 0).map(Math.abs)),
      reinstatedCents: sum(amounts.filter((one) => one > 0)),
    },
  }
}

function toId(object: string | { readonly id: string } | null): string | null {
  return typeof object === 'string' ? object : (object?.id ?? null)
}

function toNotice(event: Stripe.Event): GatewayNotice | 'ignored' {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return toNamedNotice(event.data.object.metadata, event.data.object.id, toWord(event.data.object))
    case 'checkout.session.async_payment_failed':
      return toNamedNotice(event.data.object.metadata, event.data.object.id, {
        status: 'failed',
        paidCents: 0,
        refundedCents: 0,
      })
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed': {
      const intent = event.data.object
      // Page payments are reported by their pages, on which people can retry.
      return isAutomatic(intent) ? toNamedNotice(intent.metadata, intent.id, intentWord(intent)) : 'ignored'
    }
    case 'charge.refunded': {
      const { metadata, amount_captured: paidCents, amount_refunded: refundedCents } = event.data.object
      return toNamedNotice(metadata, null, { status: 'paid', paidCents, refundedCents })
    }
    default:
      return 'ignored'
  }
}

function toNamedNotice(metadata: unknown, ref: string | null, word: GatewayWord): GatewayNotice | 'ignored' {
  const names = v.safeParse(Names, metadata)
  if (!names.success) return 'ignored'
  return { paymentId: names.output.payment_id, memberId: names.output.member_id, ref, word }
}
