import { randomUUID } from 'node:crypto'
import { keepMethod, premiumMethod } from '@portico/contract/calls/autopay'
import { listPeople, startViewing } from '@portico/contract/calls/people'
import * as calls from '@portico/contract/calls/premium'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { listErrorCodes, listErrors, signInClient } from '../../../test/client.ts'
import { sandboxSecret, testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { actForMember, testClient } from '../../../test/signed-in.ts'
import { testGateway } from '../../../test/test-gateway.ts'
import { createSandboxGateway, sandboxSignature } from '../../platform/gateway/sandbox.ts'
import { checkLedger, compare } from './check.ts'
import { noticePath } from './notices.ts'
import { createPayments } from './payments.ts'
import { pollPayments } from './polling.ts'

const gateway = testGateway()
const portal = testPortal({}, { gateway: gateway.port })
const member = testClient(portal, 'MEMBER01')
beforeEach(async () => {
  gateway.fault = 'none'
  await portal.database.read.deleteFrom('ledger_entry').execute()
  await portal.database.read.deleteFrom('premium_payment').execute()
  await portal.database.read.deleteFrom('premium_method').execute()
})

const account = async (client = member) => {
  const [found] = (await make(client, calls.premiumBills, {})).body.payload.accounts
  if (found === undefined) throw new Error('There is no account.')
  return found
}
const begin = async (amountCents = 21_240, clientPaymentId: string = randomUUID(), client = member) => {
  const billingAccountId = (await account()).accountId
  return make(client, calls.payPremium, { body: { billingAccountId, amountCents, clientPaymentId } })
}
const read = async (paymentId: string) =>
  (await make(member, calls.premiumPayment, { params: { paymentId } })).body.payload
const atGateway = (paymentId: string) => {
  const found = gateway.sandbox.payments().find((one) => one.paymentId === paymentId)
  if (found === undefined) throw new Error('The gateway knows nothing of it.')
  return found
}
const entries = () =>
  portal.database.read
    .selectFrom('ledger_entry')
    .select(['entry', 'debit', 'credit', 'amount_cents'])
    .orderBy('at')
    .orderBy('entry')
    .execute()
const tell = (paymentId: string, word: object, secret = sandboxSecret) => {
  const { ref, memberId } = atGateway(paymentId)
  const body = JSON.stringify({ ref, paymentId, memberId, url: null, word })
  return member.send('POST', noticePath, {
    raw: body,
    headers: { origin: undefined, appid: undefined, 'x-sandbox-signature': sandboxSignature(secret, body) },
  })
}
const recheck = (now = new Date(Date.now() + 10 * 60_000)) => {
  const { database, gateway } = portal
  const payments = createPayments({ database, gateway, findBrandName: () => 'Plan', logger: { warn: () => undefined } })
  return pollPayments({ database, payments }, now)
}

describe('MP-19 a payment', () => {
  test('MP-19 is made at the gateway, and counts once the gateway confirms it; the balance goes down and there is a receipt', async () => {
    const begun = await begin(10_000)
    expect([begun.status, begun.body.payload.state]).toEqual([201, 'sent'])
    expect(await listAuditedActions(portal.database, begun)).toEqual(['premium-payment.begin done'])
    const { paymentId, url } = begun.body.payload
    expect(url).toContain('/pay/')
    expect((await account()).balanceCents).toBe(21_240)
    expect(await entries()).toEqual([])
    gateway.sandbox.settle(atGateway(paymentId).ref, 'paid')
    expect(await read(paymentId)).toMatchObject({ state: 'succeeded', paidCents: 10_000, url: null })
    expect(await entries()).toEqual([
      { entry: 'paid:10000', debit: 'gateway', credit: 'premium', amount_cents: 10_000 },
    ])
    expect(await account()).toMatchObject({ balanceCents: 11_240, paidHereCents: 10_000 })
    const receipt = await make(member, calls.premiumReceipt, { params: { moveId: paymentId }, query: {} })
    expect([receipt.status, receipt.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    // After a refund the amount is owed again.
    gateway.sandbox.refund(atGateway(paymentId).ref, 2_500)
    await tell(paymentId, atGateway(paymentId).word)
    expect(await account()).toMatchObject({ balanceCents: 13_740, payments: [{ refundedCents: 2_500 }] })
  })

  test('MP-19 repeated presses make one payment; another is refused while it is under way', async () => {
    const id = randomUUID()
    const presses = await Promise.all(Array.from({ length: 8 }, () => begin(5_000, id)))
    expect(presses.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(new Set(presses.map(({ body }) => body.payload.url)).size).toBe(1)
    expect(gateway.sandbox.payments().filter(({ paymentId }) => paymentId === id)).toHaveLength(1)
    const other = await begin(5_000)
    expect([other.status, listErrorCodes(other)]).toEqual([409, ['CONFLICT']])
    const both = await make(member, calls.cancelPremiumPayment, { params: { paymentId: id } })
    expect(both.body.payload.state).toBe('expired')
    expect((await begin(5_000)).status).toBe(201)
  })

  test('MP-19 wrong amounts are refused with the reason, and no payment starts', async () => {
    expect(listErrors(await begin(21_241))).toEqual([400, 'amountCents payment.too-much'])
    expect(listErrors(await begin(99))).toEqual([400, 'amountCents payment.too-little'])
    expect((await begin(-5)).status).toBe(400)
    expect((await begin(100.5)).status).toBe(400)
    const unknown = await signInClient(portal.origin, 'DENTAL01')
    const body = {
      billingAccountId: (await account(unknown)).accountId,
      amountCents: 500,
      clientPaymentId: randomUUID(),
    }
    expect(listErrors(await make(unknown, calls.payPremium, { body }))).toEqual([400, 'amountCents payment.not-known'])
    expect((await make(member, calls.payPremium, { body })).status).toBe(404)
    expect(await portal.database.read.selectFrom('premium_payment').select('payment_id').execute()).toEqual([])
  })

  test('MP-19 CS-1 RG-3 neither a rep who acts for the member nor a person with shared access can pay', async () => {
    const rep = await actForMember(portal.origin, 'MEMBER01')
    expect(listErrorCodes(await begin(1_000, randomUUID(), rep))).toEqual(['SIMULATION-BLOCKED'])
    const caregiver = await signInClient(portal.origin, 'CAREGIV1')
    const { held } = (await make(caregiver, listPeople, {})).body.payload
    await make(caregiver, startViewing, { body: { personId: held[0]?.personId ?? '' } })
    expect(listErrorCodes(await begin(1_000, randomUUID(), caregiver))).toEqual(['ACCESS-NOT-GIVEN'])
    const spouse = await signInClient(portal.origin, 'FAMILY02')
    expect((await begin(1_000, randomUUID(), spouse)).status).toBe(404)
  })
})

/** A card that is stored at the gateway and always or never pays. */
async function keepCard(pays: 'always' | 'never'): Promise<string> {
  const { methodId } = (await make(member, keepMethod, { body: { clientMethodId: randomUUID() } })).body.payload
  gateway.sandbox.keepMethod(methodId, pays)
  await make(member, premiumMethod, { params: { methodId } })
  return methodId
}

describe('MP-19 a payment with a saved payment method', () => {
  const pay = async (methodId: string, clientPaymentId: string = randomUUID()) => {
    const billingAccountId = (await account()).accountId
    return make(member, calls.payPremium, {
      body: { billingAccountId, amountCents: 21_240, clientPaymentId, methodId },
    })
  }

  test('MP-18 MP-19 is taken at once, once per id, and its receipt names bill, period and card', async () => {
    const [methodId, id] = [await keepCard('always'), randomUUID()]
    const presses = await Promise.all(Array.from({ length: 6 }, () => pay(methodId, id)))
    expect(presses.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect(gateway.sandbox.payments().filter(({ paymentId }) => paymentId === id)).toHaveLength(1)
    const [bill] = (await account()).bills
    expect(await read(id)).toMatchObject({ state: 'succeeded', saved: true, automatic: false, url: null })
    const paidBy = { kind: 'card', label: 'Test card', lastFour: '4242' }
    const { billNumber = '', periodFrom, periodTo, dueOn } = bill ?? {}
    const paidFor = [{ billNumber, periodFrom, periodTo, dueOn, cents: 21_240 }]
    expect(await account()).toMatchObject({ balanceCents: 0, payments: [{ paidBy, paidFor }] })
    const receipt = await make(member, calls.premiumReceipt, { params: { moveId: id }, query: {} })
    const text = await readPdf(receipt.bytes)
    for (const part of ['Test card ending in 4242', billNumber, '$212.40']) expect(text).toContain(part)
    const spanish = await make(member, calls.premiumReceipt, { params: { moveId: id }, query: { language: 'es' } })
    expect(await readPdf(spanish.bytes)).toContain('Test card que termina en 4242')
  })

  test('MP-19 a declined payment is reported, and another may follow; a removed payment method cannot pay', async () => {
    const declined = await pay(await keepCard('never'))
    expect(await read(declined.body.payload.paymentId)).toMatchObject({ state: 'failed', paidCents: 0 })
    expect((await account()).balanceCents).toBe(21_240)
    expect(listErrorCodes(await pay(randomUUID()))).toEqual(['NOT-FOUND'])
    const methodId = await keepCard('always')
    const changeMethods = (change: { readonly state?: 'removed' | 'saved'; readonly gateway?: string }) =>
      portal.database.read.updateTable('premium_method').set(change).execute()
    await changeMethods({ state: 'removed' })
    expect(listErrorCodes(await pay(methodId))).toEqual(['CONFLICT'])
    // Nor can a card that is stored at a former gateway.
    await changeMethods({ state: 'saved', gateway: 'another' })
    expect(listErrorCodes(await pay(methodId))).toEqual(['CONFLICT'])
  })

  test('MP-19 a payment whose answer was lost is not taken twice, and cannot be canceled while its outcome is unknown', async () => {
    const methodId = await keepCard('always')
    gateway.fault = 'lost'
    const { paymentId } = (await pay(methodId)).body.payload
    expect((await make(member, calls.cancelPremiumPayment, { params: { paymentId } })).status).toBe(503)
    gateway.fault = 'none'
    await recheck()
    expect(await read(paymentId)).toMatchObject({ state: 'succeeded', paidCents: 21_240 })
    expect(gateway.sandbox.payments().filter((one) => one.paymentId === paymentId)).toHaveLength(1)
  })

  test('MP-18 a payment made on the gateway’s page names its payment method, too', async () => {
    const { paymentId } = (await begin(10_000)).body.payload
    gateway.sandbox.settle(atGateway(paymentId).ref, 'paid')
    expect(await read(paymentId)).toMatchObject({ paidBy: { kind: 'card', lastFour: '4242' }, saved: false })
  })
})

async function readPdf(bytes: Buffer): Promise<string> {
  return (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text
}

describe('MP-19 when things go wrong', () => {
  test.each(['down', 'lost', 'nonsense', 'broken'] as const)(
    'MP-19 with a gateway that is %s, a payment is reported, kept, asked about again and never repeated',
    async (how) => {
      gateway.fault = how
      const begun = await begin(5_000)
      const { paymentId } = begun.body.payload
      expect([begun.status, begun.body.payload.state, begun.body.payload.url]).toEqual([201, 'unknown', null])
      expect((await begin(5_000)).status).toBe(409)
      expect((await make(member, calls.cancelPremiumPayment, { params: { paymentId } })).status).toBe(503)
      gateway.fault = 'none'
      await recheck()
      expect(await read(paymentId)).toMatchObject({ state: 'sent' })
      expect(gateway.sandbox.payments().filter((one) => one.paymentId === paymentId)).toHaveLength(1)
      gateway.sandbox.settle(atGateway(paymentId).ref, 'paid')
      gateway.fault = how
      expect(await read(paymentId)).toMatchObject({ state: 'sent' })
      gateway.fault = 'none'
      await recheck()
      expect((await entries()).map(({ amount_cents: cents }) => cents)).toEqual([5_000])
    },
  )

  test('MP-19 the portal does not wait for a slow gateway; a payment that it made anyway is found, and never repeated', async () => {
    gateway.fault = 'down'
    const { paymentId } = (await begin(5_000)).body.payload
    gateway.fault = 'slow'
    const impatient = createSandboxGateway({ url: async () => gateway.url, secret: sandboxSecret, waitMs: 1_200 })
    const { database } = portal
    const logger = { warn: () => undefined }
    const payments = createPayments({ database, gateway: impatient, findBrandName: () => 'Plan', logger })
    const kept = database.read.selectFrom('premium_payment').selectAll().where('payment_id', '=', paymentId)
    expect(await payments.ask(await kept.executeTakeFirstOrThrow(), new Date())).toBeNull()
    expect((await kept.executeTakeFirstOrThrow()).state).toBe('unknown')
    expect(atGateway(paymentId).word.status).toBe('open')
    gateway.fault = 'none'
    await recheck()
    expect(await read(paymentId)).toMatchObject({ state: 'sent' })
    expect(gateway.sandbox.payments().filter((one) => one.paymentId === paymentId)).toHaveLength(1)
  })

  test('MP-19 notices that come late, twice and out of order count once; forged ones and other payments’ do not count', async () => {
    const { paymentId } = (await begin(5_000)).body.payload
    const paid = { status: 'paid', paidCents: 5_000, refundedCents: 0 }
    expect((await tell(paymentId, paid, 'another secret')).status).toBe(400)
    expect(await entries()).toEqual([])
    const words = [
      { ...paid, refundedCents: 1_000 },
      paid,
      { ...paid, status: 'open' },
      paid,
      { ...paid, status: 'failed' },
    ]
    const answers = await Promise.all([...words, ...words].map((word) => tell(paymentId, word)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await account()).toMatchObject({ balanceCents: 17_240, payments: [{ state: 'succeeded' }] })
    const sums = (await entries()).map(({ debit, amount_cents: cents }) => (debit === 'gateway' ? cents : -cents))
    expect(sums.reduce((sum, cents) => sum + cents, 0)).toBe(4_000)
    const huge = await member.send('POST', noticePath, { raw: 'x'.repeat(300_000) })
    expect(huge.status).toBe(413)
  })

  test('MP-19 a debit that the bank returns after it succeeded is owed again, and a won dispute is not', async () => {
    const { paymentId } = (await begin(10_000)).body.payload
    gateway.sandbox.settle(atGateway(paymentId).ref, 'paid')
    await tell(paymentId, atGateway(paymentId).word)
    const word = (withdrawnCents: number, reinstatedCents: number) => ({
      status: 'paid',
      paidCents: 10_000,
      refundedCents: 0,
      disputes: { dp_1: { withdrawnCents, reinstatedCents } },
    })
    expect((await account()).balanceCents).toBe(11_240)
    for (const one of [word(10_000, 0), word(10_000, 0), word(0, 0)]) await tell(paymentId, one)
    expect(await account()).toMatchObject({
      balanceCents: 21_240,
      payments: [{ refundedCents: 0, takenBackCents: 10_000 }],
    })
    for (const one of [word(10_000, 10_000), word(10_000, 0)]) await tell(paymentId, one)
    expect(await account()).toMatchObject({ balanceCents: 11_240, payments: [{ refundedCents: 0, takenBackCents: 0 }] })
    expect(await entries()).toEqual([
      { entry: 'paid:10000', debit: 'gateway', credit: 'premium', amount_cents: 10_000 },
      { entry: 'disputed:dp_1:10000', debit: 'premium', credit: 'gateway', amount_cents: 10_000 },
      { entry: 'reinstated:dp_1:10000', debit: 'gateway', credit: 'premium', amount_cents: 10_000 },
    ])
  })

  test('MP-19 a gateway page that the member never returns from expires after a while, unless it was paid', async () => {
    const left = (await begin(5_000)).body.payload.paymentId
    await recheck(new Date(Date.now() + 3 * 3_600_000))
    expect(await read(left)).toMatchObject({ state: 'expired' })
    expect(atGateway(left).word.status).toBe('expired')
  })

  test('MP-19 the ledger accepts no unbalanced entry, and none twice', async () => {
    const { paymentId } = (await begin(5_000)).body.payload
    const { memberId } = atGateway(paymentId)
    const entry = { member_id: memberId, payment_id: paymentId, entry: 'paid:1', at: new Date() }
    const insert = (row: object) =>
      portal.database.read
        .insertInto('ledger_entry')
        .values({ ...entry, debit: 'gateway', credit: 'premium', amount_cents: 1, ...row })
        .execute()
    await expect(insert({ credit: 'gateway' })).rejects.toThrow(/ledger_entry/)
    await expect(insert({ amount_cents: 0 })).rejects.toThrow(/ledger_entry/)
    await expect(insert({ payment_id: randomUUID() })).rejects.toThrow(/ledger_entry/)
    await insert({})
    await expect(insert({})).rejects.toThrow(/ledger_entry/)
  })
})

describe('MP-19 the nightly comparison', () => {
  test('MP-19 names each difference, adopts what the gateway knows better, and runs once a night', async () => {
    const { database } = portal
    const { paymentId } = (await begin(5_000)).body.payload
    gateway.sandbox.settle(atGateway(paymentId).ref, 'paid')
    // Paid at the gateway, without a notice to us.
    expect(
      (await compare(database, gateway.port, new Date())).differences.filter((one) => one.paymentId === paymentId),
    ).toEqual([])
    expect(await entries()).toHaveLength(1)
    // Our books say more than the gateway's.
    const { memberId } = atGateway(paymentId)
    const more = { entry: 'paid:7', debit: 'gateway', credit: 'premium', amount_cents: 7, at: new Date() } as const
    await database.read
      .insertInto('ledger_entry')
      .values({ ...more, member_id: memberId, payment_id: paymentId })
      .execute()
    const { differences } = await compare(database, gateway.port, new Date())
    expect(differences).toContainEqual({ kind: 'amount', paymentId, ref: atGateway(paymentId).ref, cents: 7 })
    // Ten days later the plan has still not posted a payment, and one was not settled after a day.
    const later = await compare(database, gateway.port, new Date(Date.now() + 11 * 24 * 3_600_000))
    expect(later.differences.map(({ kind }) => kind)).toContain('not-posted')
    expect(await checkLedger(database, gateway.port, new Date())).toBe(true)
    expect(await checkLedger(database, gateway.port, new Date())).toBe(false)
    const [kept] = await database.read.selectFrom('ledger_check').selectAll().execute()
    expect(kept?.differences.some(({ kind }) => kind === 'amount')).toBe(true)
  })
})
