import { randomUUID } from 'node:crypto'
import { computeReturned } from '@portico/rules/premium/payment'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stripeDocument } from '../../../test/stripe-document.ts'
import { type Method, type StripeServer, startStripeServer } from '../../../test/stripe-server.ts'
import { type Gateway, GatewayError, type MethodToSave, type PaymentToOpen, type SavedMethod } from './port.ts'
import { createStripeGateway } from './stripe.ts'

const secretKey = 'sk_test_of_the_tests'
const webhookSecret = 'whsec_of_the_tests'
let server: StripeServer
let gateway: Gateway
beforeAll(async () => {
  server = await startStripeServer(secretKey)
  gateway = createStripeGateway({ secretKey, webhookSecret, api: server.url })
})
afterAll(() => server?.close())

const payment = (): PaymentToOpen => ({
  paymentId: randomUUID(),
  memberId: randomUUID(),
  amountCents: 21_240,
  brandName: 'Blue Plan',
  language: 'es',
  returnTo: 'https://secure.plan.example/login/#/ebill?payment=1',
})
const findSession = (ref: string) => {
  const found = server.sessions.find(({ id }) => id === ref)
  if (found === undefined) throw new Error('There is no such session.')
  return found
}
const pay = (ref: string, refunded = 0) =>
  Object.assign(findSession(ref), {
    status: 'complete',
    payment_status: 'paid',
    url: null,
    payment_intent: {
      id: 'pi_1',
      status: 'succeeded',
      amount_received: 21_240,
      latest_charge: { amount_refunded: refunded },
    },
  })
const signer = new Stripe(secretKey)
const notice = (type: string, object: object, secret = webhookSecret) => {
  const payload = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } })
  const header = signer.webhooks.generateTestHeaderString({ payload, secret })
  return gateway.readNotice(Buffer.from(payload), (name) => (name === 'stripe-signature' ? header : undefined))
}

test('MP-19 Stripe: a payment opens on Stripe’s page, once for each id, and Stripe accepts every request', async () => {
  const wanted = payment()
  const opened = await gateway.open(wanted)
  expect(opened).toMatchObject({
    url: expect.stringContaining('https://checkout.stripe.com/'),
    word: { status: 'open' },
  })
  expect(await gateway.open(wanted)).toEqual(opened)
  expect(server.sessions).toHaveLength(1)
  expect(findSession(opened.ref)).toMatchObject({ amount_total: 21_240, metadata: { payment_id: wanted.paymentId } })
  // A different payment under the same id is refused, and nothing is started.
  const other = gateway.open({ ...wanted, amountCents: 1 })
  await expect(other).rejects.toMatchObject({ kind: 'refused' })
  expect(server.refused).toEqual([])
})

test('MP-19 Stripe: a payment’s outcome is reported in our terms, refunds included', async () => {
  const { ref } = await gateway.open(payment())
  pay(ref, 1_000)
  expect((await gateway.readPayment(ref)).word).toEqual({ status: 'paid', paidCents: 21_240, refundedCents: 1_000 })
  // A paid page cannot be closed; the answer says that it is paid.
  expect((await gateway.close(ref)).word.status).toBe('paid')
  const bank = (await gateway.open(payment())).ref
  Object.assign(findSession(bank), {
    status: 'complete',
    payment_intent: { id: 'pi', status: 'processing', amount_received: 0 },
  })
  expect((await gateway.readPayment(bank)).word.status).toBe('pending')
  Object.assign(findSession(bank), {
    payment_intent: { id: 'pi', status: 'requires_payment_method', amount_received: 0 },
  })
  expect((await gateway.readPayment(bank)).word.status).toBe('failed')
  const left = (await gateway.open(payment())).ref
  expect((await gateway.close(left)).word.status).toBe('expired')
  expect(server.refused).toEqual([])
})

test('MP-19 Stripe: notices count only with Stripe’s signature over their exact bytes', async () => {
  const wanted = payment()
  const { ref } = await gateway.open(wanted)
  pay(ref)
  const told = { paymentId: wanted.paymentId, memberId: wanted.memberId }
  expect(await notice('checkout.session.completed', findSession(ref))).toEqual({
    ...told,
    ref,
    word: { status: 'paid', paidCents: 21_240, refundedCents: 0 },
  })
  expect(await notice('checkout.session.async_payment_failed', findSession(ref))).toMatchObject({
    word: { status: 'failed' },
  })
  const charge = { metadata: findSession(ref).metadata, amount_captured: 21_240, amount_refunded: 500 }
  expect(await notice('charge.refunded', charge)).toMatchObject({ ...told, word: { refundedCents: 500 } })
  expect(await notice('customer.created', {})).toBe('ignored')
  expect(await notice('checkout.session.completed', { ...findSession(ref), metadata: {} })).toBe('ignored')
  expect(await notice('checkout.session.completed', findSession(ref), 'whsec_another')).toBeNull()
  expect(await gateway.readNotice(Buffer.from('{}'), () => undefined)).toBeNull()
})

test('MP-19 Stripe: a dispute, and a debit that the bank returns, takes its amount back; an inquiry moves nothing', async () => {
  const metadata = { payment_id: randomUUID(), member_id: randomUUID() }
  server.intents.push({
    id: 'pi_disputed',
    object: 'payment_intent',
    created: Math.floor(Date.now() / 1000),
    metadata,
    status: 'succeeded',
    amount_received: 21_240,
    latest_charge: { amount_refunded: 0 },
  })
  const dispute = (amounts: readonly number[], intent: string | null = 'pi_disputed') => ({
    id: 'dp_1',
    object: 'dispute',
    payment_intent: intent,
    balance_transactions: amounts.map((amount) => ({ amount })),
  })
  const word = (withdrawnCents: number, reinstatedCents: number) => ({
    paymentId: metadata.payment_id,
    memberId: metadata.member_id,
    word: {
      status: 'paid',
      paidCents: 21_240,
      refundedCents: 0,
      disputes: { dp_1: { withdrawnCents, reinstatedCents } },
    },
  })
  expect(await notice('charge.dispute.created', dispute([-21_240]))).toMatchObject(word(21_240, 0))
  expect(await notice('charge.dispute.funds_withdrawn', dispute([-21_240]))).toMatchObject(word(21_240, 0))
  expect(await notice('charge.dispute.closed', dispute([-21_240, 21_240]))).toMatchObject(word(21_240, 21_240))
  expect(await notice('charge.dispute.created', dispute([]))).toMatchObject(word(0, 0))
  expect(await notice('charge.dispute.created', dispute([-100], null))).toBe('ignored')
  expect(await notice('charge.dispute.created', dispute([-100]), 'whsec_another')).toBeNull()
  // A notice is not lost when Stripe cannot be asked about it: Stripe sends it again.
  await expect(notice('charge.dispute.created', dispute([-100], 'pi_gone'))).rejects.toBeInstanceOf(GatewayError)
  server.intents.pop()
  expect(server.refused).toEqual([])
})

test('MP-19 Stripe: its books take disputes into account', async () => {
  const { ref } = await gateway.open(payment())
  pay(ref)
  Object.assign(findSession(ref).payment_intent ?? {}, { id: 'pi_page' })
  const created = Math.floor(Date.now() / 1000)
  const dispute = (id: string, amount: number) =>
    ({ id, object: 'dispute', created, payment_intent: 'pi_page', balance_transactions: [{ amount }] }) as const
  server.disputes.push(dispute('dp_a', -100), dispute('dp_b', -200), { ...dispute('dp_c', -1), payment_intent: 'pi_x' })
  const booked = []
  for await (const one of gateway.books(new Date(Date.now() - 60_000))) booked.push(one)
  const mine = booked.find((one) => one.ref === ref)
  expect(mine && computeReturned(mine.word)).toBe(300)
  server.sessions.splice(server.sessions.indexOf(findSession(ref)), 1)
  expect(server.refused).toEqual([])
})

test('MP-19 Stripe: its books are read page by page back to the requested moment, including others’ payments', async () => {
  const known = findSession(server.sessions[0]?.id ?? '')
  server.sessions.push({ ...known, id: 'cs_other', metadata: {} })
  const ids = server.sessions.map(({ id }) => id).toReversed()
  const old = { ...known, id: 'cs_old', created: known.created - 3_600 }
  server.sessions.unshift({ ...old, id: 'cs_older' }, old)
  const booked = []
  for await (const one of gateway.books(new Date(Date.now() - 60_000))) booked.push(one)
  expect(booked.map(({ ref }) => ref)).toEqual(ids)
  expect(booked[0]).toMatchObject({ paymentId: null })
  expect(server.refused).toEqual([])
})

test('MP-19 Stripe: a request that Stripe’s description of its API does not allow is refused', async () => {
  const check = stripeDocument()
  const sent = { success_url: 'https://plan.example/', mode: 'payment', line_items: [{ quantity: '1' }] }
  const request = { method: 'POST', path: '/v1/checkout/sessions', version: '2022-11-15', sent }
  expect(check(request)).toBeNull()
  const wrong = [
    { ...request, version: '2026-10-28.endive' },
    { ...request, path: '/v1/checkout/session' },
    { ...request, method: 'DELETE' },
    { ...request, sent: { ...sent, success_url: undefined } },
    { ...request, sent: { ...sent, mode: 'pay' } },
    { ...request, sent: { ...sent, allowed_payment_method_types: ['card'] } },
    { ...request, sent: { ...sent, line_items: [{ quantity: 'one' }] } },
    { ...request, sent: { ...sent, line_items: [{ quantity: '1', price_data: { currency: 'usd', cents: '1' } }] } },
    { ...request, method: 'GET', sent: { created: { gte: '1' } } },
  ]
  for (const one of wrong) expect(check(one), JSON.stringify(one)).not.toBeNull()
})

test('MP-19 Stripe: a refused request had no effect, and the outcome of an unanswered one is unknown', async () => {
  const locked = createStripeGateway({ secretKey: 'sk_wrong', webhookSecret, api: server.url })
  await expect(locked.open(payment())).rejects.toMatchObject({ kind: 'refused' })
  const away = createStripeGateway({ secretKey, webhookSecret, api: new URL('http://127.0.0.1:9') })
  const failure = away.open(payment())
  await expect(failure).rejects.toBeInstanceOf(GatewayError)
  await expect(failure).rejects.toMatchObject({ kind: 'unknown' })
})

const toKeep = (): MethodToSave => ({
  methodId: randomUUID(),
  memberId: randomUUID(),
  brandName: 'Blue Plan',
  language: 'en',
  returnTo: 'https://secure.plan.example/login/#/ebill?method=1',
})
let kept = 0
/** Simulates someone entering a card or an account on Stripe's page. */
const enter = (ref: string, entered: Partial<Method> = {}) => {
  kept += 1
  const method: Method = {
    id: `pm_${kept}`,
    object: 'payment_method',
    customer: `cus_${kept}`,
    pays: 'succeeded',
    ...(entered.us_bank_account === undefined && { card: { brand: 'american_express', last4: '0005' } }),
    ...entered,
  }
  server.methods.push(method)
  const setup_intent = { id: `seti_${kept}`, payment_method: method }
  Object.assign(findSession(ref), { status: 'complete', url: null, customer: method.customer, setup_intent })
}
const keep = async (entered: Partial<Method> = {}) => {
  const { ref } = await gateway.beginSetup(toKeep())
  enter(ref, entered)
  const { method } = await gateway.readSetup(ref, 'look')
  if (method === null) throw new Error('Nothing was kept.')
  return method
}
const take = (method: SavedMethod, paymentId: string = randomUUID(), begunAt = new Date()) =>
  gateway.take({ paymentId, memberId: randomUUID(), amountCents: 5_000, method, begunAt })

test('MP-18 Stripe: a payment method is entered on Stripe’s page, once for each id; we learn its name and four digits', async () => {
  const wanted = toKeep()
  const opened = await gateway.beginSetup(wanted)
  expect(opened).toMatchObject({ url: expect.stringContaining('https://checkout'), state: 'open', method: null })
  expect(await gateway.beginSetup(wanted)).toEqual(opened)
  enter(opened.ref)
  const method = { ref: 'pm_1', customerRef: 'cus_1', kind: 'card', label: 'American Express', lastFour: '0005' }
  expect(await gateway.readSetup(opened.ref, 'look')).toEqual({ ref: opened.ref, url: null, state: 'saved', method })
  // A used page cannot be closed.
  expect((await gateway.readSetup(opened.ref, 'close')).state).toBe('saved')
  expect(await keep({ us_bank_account: { bank_name: 'First Bank', last4: '6789' } })).toMatchObject({
    kind: 'bank',
    label: 'First Bank',
    lastFour: '6789',
  })
  const left = await gateway.beginSetup(toKeep())
  expect(await gateway.readSetup(left.ref, 'close')).toMatchObject({ state: 'expired', url: null })
  expect(server.refused).toEqual([])
})

test('MP-18 MP-19 Stripe: a payment with a stored method is taken once for each id, and a declined one has failed', async () => {
  const method = await keep()
  const paymentId = randomUUID()
  const taken = await gateway.take({
    paymentId,
    memberId: paymentId,
    amountCents: 5_000,
    method,
    begunAt: new Date(),
  })
  expect(taken.word).toEqual({ status: 'paid', paidCents: 5_000, refundedCents: 0 })
  const again = { paymentId, memberId: paymentId, amountCents: 5_000, method, begunAt: new Date() }
  expect(await gateway.take(again)).toEqual(taken)
  expect(server.intents.filter(({ metadata }) => metadata.payment_id === paymentId)).toHaveLength(1)
  expect(await gateway.readPayment(taken.ref ?? '')).toEqual(taken)
  expect(await gateway.close(taken.ref ?? '')).toEqual(taken)
  const declined = await take(await keep({ pays: 'requires_payment_method' }))
  expect(declined).toMatchObject({ ref: expect.stringMatching(/^pi_/), word: { status: 'failed', paidCents: 0 } })
  const bank = await take(await keep({ us_bank_account: { bank_name: 'B', last4: '1' }, pays: 'processing' }))
  expect(bank.word.status).toBe('pending')
  expect(server.refused).toEqual([])
})

test('MP-19 Stripe: after a day, when Stripe has forgotten the key, a payment is searched for and never taken again', async () => {
  const method = await keep()
  const [known, old] = [randomUUID(), new Date(Date.now() - 30 * 3_600_000)]
  const taken = await take(method, known)
  const before = server.intents.length
  expect(await take(method, known, old)).toEqual(taken)
  expect(await take(method, randomUUID(), old)).toMatchObject({ ref: null, word: { status: 'expired' } })
  expect(server.intents).toHaveLength(before)
})

test('MP-18 Stripe: a removed method is forgotten there, whether asked once or twice', async () => {
  const method = await keep()
  await gateway.forget(method.ref)
  expect(server.methods.find(({ id }) => id === method.ref)?.customer).toBeNull()
  await gateway.forget(method.ref)
  await expect(gateway.forget('pm_of_nobody')).rejects.toMatchObject({ kind: 'refused' })
  await expect(take(method)).rejects.toMatchObject({ kind: 'refused' })
})

test('MP-19 Stripe: its books list automatic payments, each once, and no pages without a payment', async () => {
  const taken = await take(await keep())
  const booked = []
  for await (const one of gateway.books(new Date(Date.now() - 60_000))) booked.push(one)
  const setups = server.sessions.filter(({ mode }) => mode === 'setup').map(({ id }) => id)
  expect(booked.filter(({ ref }) => setups.includes(ref))).toEqual([])
  expect(booked.filter(({ ref }) => ref === taken.ref)).toEqual([
    { ref: taken.ref, paymentId: expect.any(String), memberId: expect.any(String), word: taken.word },
  ])
  // A page's payments are reported by the page, automatic ones by their own notices.
  const intent = server.intents.at(-1) as object
  expect(await notice('payment_intent.succeeded', intent)).toMatchObject({ ref: taken.ref, word: { status: 'paid' } })
  const ofPage = { ...intent, metadata: { payment_id: randomUUID(), member_id: randomUUID() } }
  expect(await notice('payment_intent.payment_failed', ofPage)).toBe('ignored')
})
