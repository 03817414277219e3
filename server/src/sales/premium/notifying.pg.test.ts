import { randomUUID } from 'node:crypto'
import { changeNotificationChoices, notificationChoices } from '@portico/contract/calls/notifications'
import * as calls from '@portico/contract/calls/premium'
import { expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { testClient } from '../../../test/signed-in.ts'
import { createEmailService } from '../../mailing/email/service.ts'
import { notifyOfBills, notifyOfPayments } from './notifying.ts'
import { takeWord } from './payment-store.ts'

const portal = testPortal()
const member = testClient(portal, 'MEMBER01')

const parts = () => {
  const dataKey = dataKeyAt(portal.origin)
  return { database: portal.database, dataKey, emails: createEmailService(dataKey) }
}
const listQueued = async () => {
  const rows = await portal.database.read.selectFrom('outbox').select(['template', 'recipient']).execute()
  return rows.map(({ template, recipient }) => `${template} ${recipient}`).sort()
}
const settle = async (status: 'paid' | 'failed') => {
  const [account] = (await make(member, calls.premiumBills, {})).body.payload.accounts
  const body = { billingAccountId: account?.accountId ?? '', amountCents: 500, clientPaymentId: randomUUID() }
  await make(member, calls.payPremium, { body })
  const { member_id: memberId } = await portal.database.read
    .selectFrom('premium_payment')
    .select('member_id')
    .where('payment_id', '=', body.clientPaymentId)
    .executeTakeFirstOrThrow()
  const word = { status, paidCents: status === 'paid' ? 500 : 0, refundedCents: 0 }
  const key = { payerId: memberId, paymentId: body.clientPaymentId }
  await portal.database.transaction((tx) => takeWord(tx, key, { word }, new Date()))
}

test('MP-29 the outcome of a payment is sent once, where the member wants it, and names no plan and no amount', async () => {
  await settle('paid')
  await settle('failed')
  expect(await Promise.all([notifyOfPayments(parts(), new Date()), notifyOfPayments(parts(), new Date())])).toContain(2)
  await notifyOfPayments(parts(), new Date())
  const mine = ['payment-failed member01@mail.example', 'payment-received member01@mail.example']
  expect(await listQueued()).toEqual(mine)
  const chosen = { newMessage: true, language: 'es' as const }
  await make(member, changeNotificationChoices, { body: { ...chosen, paymentMade: false } })
  await settle('paid')
  await settle('failed')
  expect(await notifyOfPayments(parts(), new Date())).toBe(2)
  expect(await listQueued()).toEqual(mine)
  // A choice that a change omits stays the same.
  await make(member, changeNotificationChoices, { body: chosen })
  expect((await make(member, notificationChoices, {})).body.payload).toMatchObject({
    paymentMade: false,
    billDue: true,
  })
})

test('MP-29 a bill is announced once, a week before it is due, to everyone who has to pay it', async () => {
  await portal.database.read.deleteFrom('outbox').execute()
  expect(await notifyOfBills(parts(), new Date())).toBe(0)
  const soon = new Date(Date.now() + 4 * 24 * 3_600_000)
  while ((await notifyOfBills(parts(), soon)) > 0);
  const told = await listQueued()
  expect(told).toContain('premium-due member01@mail.example')
  // No e-mails go to a member who is paid up, to one with automatic payments, or to one whose plan collects the premium.
  expect(told.some((one) => /bxbasic1|memberwy|medshop1/.test(one))).toBe(false)
  while ((await notifyOfBills(parts(), soon)) > 0);
  expect(await listQueued()).toEqual(told)
})

test('MP-29 a member who turned bill e-mails off gets none, and gets the next one after turning them on again', async () => {
  const { read: db } = portal.database
  const soon = new Date(Date.now() + 4 * 24 * 3_600_000)
  const listTold = async (billDue: boolean) => {
    await make(member, changeNotificationChoices, { body: { newMessage: true, language: 'en', billDue } })
    await db.deleteFrom('outbox').execute()
    await db.updateTable('premium_bill').set({ told_on: null }).execute()
    while ((await notifyOfBills(parts(), soon)) > 0);
    return (await listQueued()).filter((one) => one === 'premium-due member01@mail.example')
  }
  expect(await listTold(false)).toEqual([])
  expect(await listTold(true)).toHaveLength(1)
})

test('MP-29 MP-19 no one gets an e-mail about a bill while its payment is under way; if the payment fails, they do', async () => {
  const { read: db } = portal.database
  const soon = new Date(Date.now() + 4 * 24 * 3_600_000)
  const listTold = async () => {
    while ((await notifyOfBills(parts(), soon)) > 0);
    return (await listQueued()).filter((one) => one.startsWith('premium-due member01'))
  }
  await db.deleteFrom('outbox').execute()
  await db.updateTable('premium_bill').set({ told_on: null }).execute()
  const [account] = (await make(member, calls.premiumBills, {})).body.payload.accounts
  const body = { billingAccountId: account?.accountId ?? '', amountCents: 500, clientPaymentId: randomUUID() }
  expect((await make(member, calls.payPremium, { body })).status).toBe(201)
  expect(await listTold()).toEqual([])
  await db
    .updateTable('premium_payment')
    .set({ state: 'expired' })
    .where('payment_id', '=', body.clientPaymentId)
    .execute()
  expect(await listTold()).toEqual(['premium-due member01@mail.example'])
})
