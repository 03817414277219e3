import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes } from '../../../test/client.ts'
import { startMail } from '../../../test/mail.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { newApplication } from '../../../test/samples.ts'
import { testGateway } from '../../../test/test-gateway.ts'
import { createEmailService } from '../../mailing/email/service.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'
import { steps } from '../../platform/db/migrations/0290-payers.ts'
import { compare } from '../premium/check.ts'
import { notifyOfPayments } from '../premium/notifying.ts'
import { effectuate } from './effectuate.ts'
import { recordFirstPremium } from './first-premiums.ts'

const gateway = testGateway()
const portal = testPortal({}, { gateway: gateway.port })

const visitor = () => new Client(portal.origin)
const apply = async () => (await make(visitor(), calls.startEnrollment, { body: newApplication() })).body.payload
const pay = (ticket: string, clientPaymentId: string = randomUUID()) =>
  make(visitor(), calls.payFirstPremium, { body: { ticket, market: 'under65', clientPaymentId } })
const state = async (ticket: string) =>
  (await make(visitor(), calls.preEffectuation, { body: { ticket } })).body.payload
const round = (now = new Date()) => {
  const dataKey = dataKeyAt(portal.origin)
  return effectuate({ database: portal.database, dataKey, emails: createEmailService(dataKey) }, now)
}
/** Queued e-mails about failed payments. */
const listQueued = () =>
  portal.database.read.selectFrom('outbox').select('template').where('template', '=', 'application-unpaid').execute()
/** How many are queued after the portal's next round. */
const countTold = async () => {
  const dataKey = dataKeyAt(portal.origin)
  const parts = { database: portal.database, dataKey, emails: createEmailService(dataKey) }
  while ((await notifyOfPayments(parts, new Date())) > 0);
  return (await listQueued()).length
}
const findRef = (paymentId: string) => gateway.sandbox.payments().find((one) => one.paymentId === paymentId)?.ref ?? ''
const night = async () => (await compare(portal.database, gateway.port, new Date())).differences

test('SH-9 the first premium is paid at the gateway, which effectuates coverage', async () => {
  const { ticket, application } = await apply()
  expect(application).toMatchObject({ pays: 'sandbox', payment: null })
  const begun = await pay(ticket)
  expect([begun.status, begun.body.payload]).toMatchObject([
    201,
    { state: 'sent', amountCents: 2_232, accountId: null, url: expect.stringContaining('/pay/') },
  ])
  const { paymentId } = begun.body.payload
  const told = gateway.sandbox.payments().find((one) => one.paymentId === paymentId)
  expect(told?.returnTo).toBe(`${portal.origin}/shop/#/application`)
  // The gateway learns nothing about anyone's plan or name.
  expect(JSON.stringify(told)).not.toMatch(/Ana|Dental|application_number/)
  expect(await state(ticket)).toMatchObject({ state: 'pending', payment: { paymentId, state: 'sent' } })
  gateway.sandbox.settle(findRef(paymentId), 'paid')
  const paid = await state(ticket)
  expect(paid).toMatchObject({ state: 'paid', pays: 'no', payment: { state: 'succeeded', paidCents: 2_232 } })
  await round()
  expect((await state(ticket)).state).toBe('effectuated')
  expect(await night()).toEqual([])
  expect(await listAuditedActions(portal.database, begun)).toEqual(['first-premium.begin done'])
  // It is paid only once: a second request finds the same payment.
  expect((await pay(ticket)).body.payload).toMatchObject({ paymentId, state: 'succeeded' })
})

test('SH-9 the payer of a first premium is its application; a payment that the previous release recorded is found as well', async () => {
  const { ticket } = await apply()
  const { paymentId } = (await pay(ticket)).body.payload
  const readPayers = async () => {
    const { rows } = await sql<{ payer_id: string | null; is_application: boolean }>`
      select payer_id, enrollment_id = payer_id as is_application from premium_payment where payment_id = ${paymentId}
      union all select entry.payer_id, enrollment_id = entry.payer_id from ledger_entry entry
        join premium_payment using (member_id, payment_id) where payment_id = ${paymentId}`.execute(
      portal.database.read,
    )
    return rows.map((row) => row.payer_id && row.is_application)
  }
  expect(await readPayers()).toEqual([true])
  // Simulates the last release, which may run at the same time.
  await sql`update premium_payment set payer_id = null where payment_id = ${paymentId}`.execute(portal.database.read)
  gateway.sandbox.settle(findRef(paymentId), 'paid')
  expect(await state(ticket)).toMatchObject({ state: 'paid', payment: { state: 'succeeded', paidCents: 2_232 } })
  await sql`update ledger_entry set payer_id = null where payment_id = ${paymentId}`.execute(portal.database.read)
  expect(await night()).toEqual([])
  expect(await readPayers()).toEqual([null, null])
  await portal.database.apart(async (db) => {
    for (const step of steps) typeof step === 'string' ? await sql.raw(step).execute(db) : await step(db)
  })
  expect(await readPayers()).toEqual([true, true])
  expect(await night()).toEqual([])
})

test('SH-9 one payment at a time, whoever starts it; after a failed one, another can start', async () => {
  const { ticket } = await apply()
  const answers = await Promise.all([pay(ticket), pay(ticket), pay(ticket)])
  expect(new Set(answers.map(({ body }) => body.payload.paymentId)).size).toBe(1)
  const first = answers[0]?.body.payload.paymentId ?? ''
  gateway.sandbox.settle(findRef(first), 'failed')
  expect(await state(ticket)).toMatchObject({ state: 'pending', pays: 'sandbox', payment: { state: 'failed' } })
  expect((await pay(ticket, first)).body.payload).toMatchObject({ paymentId: first, state: 'failed' })
  const second = (await pay(ticket)).body.payload.paymentId
  expect(second).not.toBe(first)
  gateway.sandbox.settle(findRef(second), 'paid')
  expect((await state(ticket)).state).toBe('paid')
})

test('SH-9 MP-29 the applicant gets one e-mail when the bank rejects the first premium days later, and can pay again', async () => {
  const before = await countTold()
  const { ticket, application } = await apply()
  const { paymentId } = (await pay(ticket)).body.payload
  gateway.sandbox.settle(findRef(paymentId), 'pending')
  expect((await state(ticket)).payment?.state).toBe('pending')
  expect(await countTold()).toBe(before)
  gateway.sandbox.settle(findRef(paymentId), 'failed')
  expect(await state(ticket)).toMatchObject({ state: 'pending', pays: 'sandbox', payment: { state: 'failed' } })
  await Promise.all([countTold(), countTold()])
  expect(await countTold()).toBe(before + 1)
  const again = (await pay(ticket)).body.payload.paymentId
  gateway.sandbox.settle(findRef(again), 'paid')
  expect((await state(ticket)).state).toBe('paid')
  expect(await countTold()).toBe(before + 1)
  const mail = await startMail(portal)
  const letter = () =>
    mail.smtp.received.find(
      ({ subject, text }) => subject?.includes('did not go through') && text?.includes(application.applicationNumber),
    )
  await expect.poll(letter).toBeDefined()
  // The e-mail names neither the plan, nor anyone, nor the amount.
  expect(letter()?.text).not.toMatch(/Ana|Dental|22\.32/)
  await mail.close()
})

test('SH-9 no failure is reported for a first premium that was meanwhile paid another way or is past its last day', async () => {
  const fail = async () => {
    const { ticket, application } = await apply()
    const { paymentId } = (await pay(ticket)).body.payload
    gateway.sandbox.settle(findRef(paymentId), 'failed')
    return { ticket, application }
  }
  const paid = await fail()
  const { applicationNumber, payBy } = paid.application
  const byBill = { brand: 'hmbcbs', applicationNumber, cents: 2_232, paidOn: payBy }
  await portal.database.transaction((tx) => recordFirstPremium(tx, byBill, new Date()))
  const over = await fail()
  for (const { ticket } of [paid, over]) expect((await state(ticket)).payment?.state).toBe('failed')
  await portal.database.read
    .updateTable('shop_application')
    .set({ pay_by: isoDayAfter(easternDay(new Date()), -1) })
    .where('application_number', '=', over.application.applicationNumber)
    .execute()
  const before = (await listQueued()).length
  expect(await countTold()).toBe(before)
})

test('SH-9 a payment started in time may finish later, and none starts after the last day', async () => {
  const slow = await apply()
  const { paymentId } = (await pay(slow.ticket)).body.payload
  const never = await apply()
  const late = new Date(Date.parse(isoDayAfter(slow.application.payBy, 2)))
  await round(late)
  expect([(await state(slow.ticket)).state, (await state(never.ticket)).state]).toEqual(['pending', 'withdrawn'])
  expect((await pay(never.ticket)).status).toBe(409)
  gateway.sandbox.settle(findRef(paymentId), 'paid')
  expect((await state(slow.ticket)).state).toBe('paid')
})

test('SH-9 the nightly comparison names a premium that was paid twice, so that it can be refunded', async () => {
  const { ticket, application } = await apply()
  const { paymentId } = (await pay(ticket)).body.payload
  const { applicationNumber, payBy: paidOn } = application
  const byBill = { brand: 'hmbcbs', applicationNumber, cents: 2_232, paidOn }
  await portal.database.transaction((tx) => recordFirstPremium(tx, byBill, new Date()))
  gateway.sandbox.settle(findRef(paymentId), 'paid')
  expect((await state(ticket)).state).toBe('paid')
  expect(await night()).toMatchObject([{ kind: 'not-posted', paymentId, cents: 2_232 }])
})

test('SH-9 without its link, nobody can pay for an application or learn of one', async () => {
  const answer = await pay('nobody-has-this-one')
  expect([answer.status, listErrorCodes(answer)]).toEqual([401, ['CHALLENGE-EXPIRED']])
})
