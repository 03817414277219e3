import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StripeServer, startStripeServer } from '../../test/stripe-server.ts'
import { type Gateway, GatewayError, type PaymentToOpen } from './port.ts'
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
  ...{ paymentId: randomUUID(), memberId: randomUUID(), amountCents: 21_240, brandName: 'Blue Plan', language: 'es' },
  returnTo: 'https://secure.plan.example/login/#/ebill?payment=1',
})
const sessionOf = (ref: string) => {
  const found = server.sessions.find(({ id }) => id === ref)
  if (found === undefined) throw new Error('There is no such session.')
  return found
}
const pay = (ref: string, refunded = 0) =>
  Object.assign(sessionOf(ref), {
    ...{ status: 'complete', payment_status: 'paid', url: null },
    payment_intent: {
      ...{ id: 'pi_1', status: 'succeeded', amount_received: 21_240 },
      latest_charge: { amount_refunded: refunded },
    },
  })
const signer = new Stripe(secretKey)
const notice = (type: string, object: object, secret = webhookSecret) => {
  const payload = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } })
  const header = signer.webhooks.generateTestHeaderString({ payload, secret })
  return gateway.readNotice(Buffer.from(payload), (name) => (name === 'stripe-signature' ? header : undefined))
}

test('MP-19 Stripe: a payment opens on Stripe’s page, once for each id, and every request is one that Stripe takes', async () => {
  const wanted = payment()
  const opened = await gateway.open(wanted)
  expect(opened).toMatchObject({
    url: expect.stringContaining('https://checkout.stripe.com/'),
    word: { status: 'open' },
  })
  expect(await gateway.open(wanted)).toEqual(opened)
  expect(server.sessions).toHaveLength(1)
  expect(sessionOf(opened.ref)).toMatchObject({ amount_total: 21_240, metadata: { payment_id: wanted.paymentId } })
  // The same id for something else is refused, and nothing is begun.
  const other = gateway.open({ ...wanted, amountCents: 1 })
  await expect(other).rejects.toMatchObject({ kind: 'refused' })
  expect(server.refused).toEqual([])
})

test('MP-19 Stripe: what became of a payment is told in our words, refunds too', async () => {
  const { ref } = await gateway.open(payment())
  pay(ref, 1_000)
  expect((await gateway.look(ref)).word).toEqual({ status: 'paid', paidCents: 21_240, refundedCents: 1_000 })
  // One that is paid cannot be closed, and says so.
  expect((await gateway.close(ref)).word.status).toBe('paid')
  const bank = (await gateway.open(payment())).ref
  Object.assign(sessionOf(bank), {
    status: 'complete',
    payment_intent: { id: 'pi', status: 'processing', amount_received: 0 },
  })
  expect((await gateway.look(bank)).word.status).toBe('pending')
  Object.assign(sessionOf(bank), {
    payment_intent: { id: 'pi', status: 'requires_payment_method', amount_received: 0 },
  })
  expect((await gateway.look(bank)).word.status).toBe('failed')
  const left = (await gateway.open(payment())).ref
  expect((await gateway.close(left)).word.status).toBe('expired')
  expect(server.refused).toEqual([])
})

test('MP-19 Stripe: notices count only with Stripe’s signature over the very bytes', async () => {
  const wanted = payment()
  const { ref } = await gateway.open(wanted)
  pay(ref)
  const told = { paymentId: wanted.paymentId, memberId: wanted.memberId }
  expect(await notice('checkout.session.completed', sessionOf(ref))).toEqual({
    ...told,
    ref,
    word: { status: 'paid', paidCents: 21_240, refundedCents: 0 },
  })
  expect(await notice('checkout.session.async_payment_failed', sessionOf(ref))).toMatchObject({
    word: { status: 'failed' },
  })
  const charge = { metadata: sessionOf(ref).metadata, amount_captured: 21_240, amount_refunded: 500 }
  expect(await notice('charge.refunded', charge)).toMatchObject({ ...told, word: { refundedCents: 500 } })
  expect(await notice('customer.created', {})).toBe('ignored')
  expect(await notice('checkout.session.completed', { ...sessionOf(ref), metadata: {} })).toBe('ignored')
  expect(await notice('checkout.session.completed', sessionOf(ref), 'whsec_another')).toBeNull()
  expect(await gateway.readNotice(Buffer.from('{}'), () => undefined)).toBeNull()
})

test('MP-19 Stripe: its books are read page by page, others’ payments among them', async () => {
  server.sessions.push({ ...sessionOf(server.sessions[0]?.id ?? ''), id: 'cs_other', metadata: {} })
  const booked = []
  for await (const one of gateway.books(new Date(Date.now() - 60_000))) booked.push(one)
  expect(booked.map(({ ref }) => ref)).toEqual(server.sessions.map(({ id }) => id))
  expect(booked.at(-1)).toMatchObject({ paymentId: null })
  expect(server.refused).toEqual([])
})

test('MP-19 Stripe: what it refuses was not done, and of what it does not answer nobody knows', async () => {
  const locked = createStripeGateway({ secretKey: 'sk_wrong', webhookSecret, api: server.url })
  await expect(locked.open(payment())).rejects.toMatchObject({ kind: 'refused' })
  const away = createStripeGateway({ secretKey, webhookSecret, api: new URL('http://127.0.0.1:9') })
  const failure = away.open(payment())
  await expect(failure).rejects.toBeInstanceOf(GatewayError)
  await expect(failure).rejects.toMatchObject({ kind: 'unknown' })
})
