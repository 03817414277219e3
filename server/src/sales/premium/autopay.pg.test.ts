import { randomUUID } from 'node:crypto'
import * as calls from '@portico/contract/calls/autopay'
import { overview } from '@portico/contract/calls/member'
import { changeNotificationChoices } from '@portico/contract/calls/notifications'
import { premiumBills } from '@portico/contract/calls/premium'
import { beforeEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { listErrorCodes, listErrors, signInClient } from '../../../test/client.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { actForMember, testClient } from '../../../test/signed-in.ts'
import { testGateway } from '../../../test/test-gateway.ts'
import { createEmailService } from '../../mailing/email/service.ts'
import { runAutopay } from './autopay.ts'
import { compare } from './check.ts'
import { createMethods } from './methods.ts'
import { notifyOfBills, notifyOfPayments } from './notifying.ts'
import { takeWord } from './payment-store.ts'
import { createPayments } from './payments.ts'
import { pollPayments } from './polling.ts'

const gateway = testGateway()
const portal = testPortal({}, { gateway: gateway.port })
const member = testClient(portal, 'MEMBER01')
beforeEach(async () => {
  gateway.fault = 'none'
  for (const table of ['outbox', 'ledger_entry', 'premium_payment', 'premium_autopay', 'premium_method'] as const)
    await portal.database.read.deleteFrom(table).execute()
})

const bills = async (client = member) => (await make(client, premiumBills, {})).body.payload
const account = async () => {
  const [found] = (await bills()).accounts
  if (found === undefined) throw new Error('There is no account.')
  return found
}
const keep = async (clientMethodId: string = randomUUID(), client = member) =>
  make(client, calls.keepMethod, { body: { clientMethodId } })
const read = async (methodId: string) => make(member, calls.premiumMethod, { params: { methodId } })
/** A stored card that always or never pays. */
const card = async (pays: 'always' | 'never' = 'always') => {
  const { methodId } = (await keep()).body.payload
  gateway.sandbox.keepMethod(methodId, pays)
  await read(methodId)
  return methodId
}
const set = async (methodId: string, maxCents = 30_000, client = member) => {
  const { accountId: billingAccountId, autopayFirst } = await account()
  return make(client, calls.setAutopay, { body: { billingAccountId, methodId, maxCents, first: agree(autopayFirst) } })
}
/** What the page shows the member before they agree. */
const agree = ({ on = null, cents = null }: { readonly on?: string | null; readonly cents?: number | null } = {}) =>
  on === null || cents === null ? null : { on, cents }
const parts = () => {
  const { database, gateway } = portal
  return { database, gateway, findBrandName: () => 'Plan', logger: { warn: () => undefined } }
}
const emails = () => createEmailService(dataKeyAt(portal.origin))
const dayMs = 24 * 3_600_000
/** The nth day after the due date, at noon. */
const computeDay = async (n: number) => {
  const { dueOn } = await account()
  return new Date(Date.parse(`${dueOn}T17:00:00Z`) + n * dayMs)
}
/** What the portal's jobs do on a day: record due payments, take them and send notices. */
const round = async (now: Date, looks = 1) => {
  await runAutopay({ database: portal.database, gateway: portal.gateway.name, emails: emails() }, now)
  for (let look = 0; look < looks; look += 1)
    await pollPayments({ database: portal.database, payments: createPayments(parts()) }, now)
  const dataKey = dataKeyAt(portal.origin)
  await notifyOfPayments({ database: portal.database, dataKey, emails: emails() }, now)
}
/** Another test covers the confirmations of choices. */
const copies: readonly string[] = ['autopay-agreed', 'autopay-stopped']
const listQueued = async () => {
  const rows = await portal.database.read.selectFrom('outbox').select(['template', 'recipient']).execute()
  return rows
    .filter(({ recipient }) => recipient.startsWith('member01@'))
    .map(({ template }) => template)
    .filter((template) => !copies.includes(template))
    .sort()
}
const payments = () => portal.database.read.selectFrom('premium_payment').selectAll().orderBy('auto_try').execute()

describe('MP-18 ways to pay', () => {
  test('MP-18 a payment method is entered at the gateway once per id, and removed there, too', async () => {
    const id = randomUUID()
    const presses = await Promise.all(Array.from({ length: 6 }, () => keep(id)))
    expect(new Set(presses.map(({ body }) => body.payload.url)).size).toBe(1)
    const noted = await Promise.all(presses.map((press) => listAuditedActions(portal.database, press)))
    expect(noted.flat()).toEqual(['premium-method.keep done'])
    expect(gateway.sandbox.methods().filter(({ methodId }) => methodId === id)).toHaveLength(1)
    expect((await read(id)).body.payload).toMatchObject({ state: 'open', lastFour: null })
    gateway.sandbox.keepMethod(id, 'always')
    const saved = { state: 'saved', kind: 'card', label: 'Test card', lastFour: '4242', url: null }
    expect((await read(id)).body.payload).toEqual({ methodId: id, ...saved })
    expect((await bills()).methods).toEqual([expect.objectContaining({ methodId: id, lastFour: '4242' })])
    const removed = await make(member, calls.removeMethod, { params: { methodId: id } })
    expect(removed.body.payload).toEqual({
      methodId: id,
      state: 'removed',
      kind: null,
      label: null,
      lastFour: null,
      url: null,
    })
    expect(gateway.sandbox.methods().find(({ methodId }) => methodId === id)?.state).toBe('forgotten')
    expect((await bills()).methods).toEqual([])
  })

  test('MP-18 at most five are kept, and only the payer can keep one', async () => {
    for (let n = 0; n < 5; n += 1) expect((await keep()).status).toBe(201)
    expect(listErrorCodes(await keep())).toEqual(['CONFLICT'])
    const spouse = await signInClient(portal.origin, 'FAMILY02')
    expect((await keep(randomUUID(), spouse)).status).toBe(404)
    const rep = await actForMember(portal.origin, 'MEMBER01')
    expect(listErrorCodes(await keep(randomUUID(), rep))).toEqual(['SIMULATION-BLOCKED'])
    const [method] = (await bills(rep)).methods
    expect(listErrorCodes(await set(method?.methodId ?? '', 500, rep))).toEqual(['SIMULATION-BLOCKED'])
    const { accountId: billingAccountId } = await account()
    expect(listErrorCodes(await make(rep, calls.endAutopay, { params: { billingAccountId } }))).toEqual([
      'SIMULATION-BLOCKED',
    ])
  })

  test.each(['down', 'lost', 'nonsense', 'broken'] as const)(
    'MP-18 with a gateway that is %s, a payment method is asked about again, kept once and finally removed',
    async (how) => {
      gateway.fault = how
      const { methodId, state } = (await keep()).body.payload
      expect(state).toBe('created')
      gateway.fault = 'none'
      const methods = createMethods(parts())
      await methods.pollDue(new Date(Date.now() + 10 * 60_000))
      expect(gateway.sandbox.methods().filter((one) => one.methodId === methodId)).toHaveLength(1)
      gateway.sandbox.keepMethod(methodId, 'always')
      gateway.fault = how
      expect((await make(member, calls.removeMethod, { params: { methodId } })).body.payload.state).toBe('removing')
      expect((await bills()).methods).toEqual([])
      gateway.fault = 'none'
      await methods.pollDue(new Date(Date.now() + 20 * 60_000))
      expect((await read(methodId)).body.payload).toMatchObject({ state: 'removed', lastFour: null })
      expect(gateway.sandbox.methods().find((one) => one.methodId === methodId)?.state).toBe('forgotten')
    },
  )

  test('MP-18 a gateway page that the member never returns from expires after a while', async () => {
    const { methodId } = (await keep()).body.payload
    await createMethods(parts()).pollDue(new Date(Date.now() + 3 * 3_600_000))
    expect((await read(methodId)).body.payload.state).toBe('expired')
    gateway.sandbox.keepMethod(methodId, 'always')
    expect((await read(methodId)).body.payload.state).toBe('expired')
  })
})

describe('MP-18 automatic payment', () => {
  test('MP-18 MP-29 turning it on or off sends the person a copy of what they agreed to, whichever e-mails they turned off', async () => {
    await make(member, changeNotificationChoices, {
      body: { newMessage: false, billDue: false, paymentMade: false, language: 'es' },
    })
    await set(await card())
    const { accountId: billingAccountId } = await account()
    await make(member, calls.endAutopay, { params: { billingAccountId } })
    // Ending automatic payments that are not on sends no e-mail.
    await make(member, calls.endAutopay, { params: { billingAccountId } })
    const sent = await portal.database.read.selectFrom('outbox').select(['template', 'language']).execute()
    expect(sent.map(({ template, language }) => [template, language]).sort()).toEqual([
      ['autopay-agreed', 'es'],
      ['autopay-stopped', 'es'],
    ])
    await portal.database.read.deleteFrom('notification_choice').execute()
  })

  test('MP-18 MP-29 agreeing to the same several times at once, or again, sends one copy', async () => {
    const methodId = await card()
    const { accountId: billingAccountId, autopayFirst } = await account()
    const agreeTo = (maxCents: number) =>
      make(member, calls.setAutopay, { body: { billingAccountId, methodId, maxCents, first: agree(autopayFirst) } })
    const together = await Promise.all([agreeTo(30_000), agreeTo(30_000), agreeTo(30_000)])
    expect([...together, await agreeTo(30_000)].map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const count = async () =>
      (await portal.database.read.selectFrom('outbox').select('template').execute()).filter(
        ({ template }) => template === 'autopay-agreed',
      ).length
    expect(await count()).toBe(1)
    await agreeTo(40_000)
    expect([(await account()).autopay?.maxCents, await count()]).toEqual([40_000, 2])
  })

  test('MP-18 MP-29 the member agrees to the first payment as shown; the request is refused if that payment has changed', async () => {
    const methodId = await card()
    const { accountId: billingAccountId, autopayFirst } = await account()
    const day = (await computeDay(-3)).toISOString().slice(0, 10)
    expect(autopayFirst).toEqual({ state: 'wait', on: day, cents: 21_240 })
    const agreeTo = (first: { on: string; cents: number } | null) =>
      make(member, calls.setAutopay, { body: { billingAccountId, methodId, maxCents: 30_000, first } })
    const next = (await computeDay(-2)).toISOString().slice(0, 10)
    for (const other of [null, { on: day, cents: 21_241 }, { on: next, cents: 21_240 }]) {
      const refused = await agreeTo(other)
      expect(listErrors(refused)).toEqual([400, 'first autopay.first-changed'])
      expect((await account()).autopay).toBeNull()
    }
    expect((await agreeTo({ on: day, cents: 21_240 })).status).toBe(200)
    expect((await account()).autopay).toMatchObject({ state: 'wait', nextOn: day, nextCents: 21_240 })
    gateway.fault = 'down'
    await round(await computeDay(-3))
    // While a payment is under way, the page promises no other.
    expect((await account()).autopayFirst).toEqual({ state: 'under-way', on: null, cents: null })
    expect((await agreeTo({ on: day, cents: 21_240 })).status).toBe(400)
    expect((await agreeTo(null)).status).toBe(200)
  })

  test('MP-18 MP-19 it sends a reminder, then takes what is owed once, however many servers and rounds run', async () => {
    const on = await set(await card())
    expect([on.status, await listAuditedActions(portal.database, on)]).toEqual([200, ['premium-autopay.set done']])
    expect((await account()).autopay).toMatchObject({ state: 'wait', maxCents: 30_000, nextCents: 21_240 })
    await round(await computeDay(-9))
    expect(await listQueued()).toEqual([])
    await round(await computeDay(-7))
    await round(await computeDay(-6))
    expect(await listQueued()).toEqual(['autopay-soon'])
    while ((await notifyOfBills({ database: portal.database, emails: emails() }, await computeDay(-5))) > 0);
    expect(await listQueued()).toEqual(['autopay-soon'])
    expect(await payments()).toEqual([])
    const day = await computeDay(-3)
    await Promise.all([round(day), round(day), round(day)])
    const [made] = await payments()
    expect(await payments()).toHaveLength(1)
    expect(made).toMatchObject({ state: 'succeeded', amount_cents: 21_240, paid_cents: 21_240, auto_try: 1 })
    expect(await account()).toMatchObject({
      balanceCents: 0,
      autopay: { state: 'none' },
      payments: [{ automatic: true }],
    })
    await round(new Date(day.getTime() + 6 * dayMs))
    expect(await payments()).toHaveLength(1)
    expect(await listQueued()).toEqual(['autopay-soon', 'payment-received'])
    const night = await compare(portal.database, portal.gateway, new Date())
    expect([night.ledgerCents, night.differences.filter(({ paymentId }) => paymentId === made?.payment_id)]).toEqual([
      21_240,
      [],
    ])
  })

  test('MP-1 MP-18 the landing page does not ask for a payment that is automatic or under way', async () => {
    const next = async () => (await make(member, overview, {})).body.payload.nextPayment
    const methodId = await card()
    expect(await next()).toMatchObject({ amountCents: 21_240, autoPay: false })
    await set(methodId)
    expect(await next()).toMatchObject({ amountCents: 21_240, autoPay: true })
    await set(methodId, 21_239)
    expect(await next()).toMatchObject({ autoPay: false })
    await set(methodId)
    gateway.fault = 'down'
    await round(await computeDay(-3))
    expect(await payments()).toHaveLength(1)
    expect(await next()).toBeNull()
    // Until it is settled, it has not failed, and nothing more is announced.
    const open = { state: 'under-way', nextOn: null, nextCents: null, failedOn: null }
    expect((await account()).autopay).toMatchObject(open)
    await portal.database.read.updateTable('premium_payment').set({ state: 'failed' }).execute()
    expect((await account()).autopay).toMatchObject({ state: 'wait', failedOn: expect.any(String) })
    expect(await next()).toMatchObject({ amountCents: 21_240, autoPay: true })
  })

  test('MP-18 a declined payment is reported and tried twice more, then the member has to pay', async () => {
    await set(await card('never'))
    for (const n of [-3, -2, -1, 0, 1, 2, 3, 4, 5, 9]) await round(await computeDay(n))
    expect((await payments()).map(({ state, auto_try: nth }) => `${state} ${nth}`)).toEqual([
      'failed 1',
      'failed 2',
      'failed 3',
    ])
    expect(await listQueued()).toEqual(['autopay-failed', 'autopay-failed', 'autopay-failed'])
    expect((await account()).autopay).toMatchObject({ state: 'given-up', nextOn: null, failedOn: expect.any(String) })
    expect(await portal.database.read.selectFrom('ledger_entry').selectAll().execute()).toEqual([])
  })

  describe('MP-18 MP-19 a debit that the bank returns', () => {
    /** Takes a payment automatically, and makes the bank take it back some days later. */
    const payAndTakeBack = async (days: number) => {
      const methodId = await card()
      await set(methodId)
      const day = await computeDay(-3)
      await round(day)
      const [made] = await payments()
      if (made === undefined) throw new Error('Nothing was taken.')
      const at = new Date(day.getTime() + days * dayMs)
      const tell = (withdrawnCents: number, reinstatedCents: number) => {
        const key = { payerId: made.member_id, paymentId: made.payment_id }
        const disputes = { dp_1: { withdrawnCents, reinstatedCents } }
        const word = { status: 'paid', paidCents: 21_240, refundedCents: 0, disputes } as const
        return portal.database.transaction((tx) => takeWord(tx, key, { word }, at))
      }
      await tell(21_240, 0)
      await tell(21_240, 0)
      return { methodId, made, at, tell }
    }
    const listActions = async (paymentId: string) => {
      const rows = await portal.database.read
        .selectFrom('audit_event')
        .select('action')
        .where('record_id', '=', paymentId)
        .orderBy('at')
        .execute()
      return rows.map(({ action }) => action)
    }

    test('is owed again and reported once without an amount, and nothing is taken until the member agrees again', async () => {
      await make(member, changeNotificationChoices, {
        body: { newMessage: false, billDue: false, paymentMade: false, language: 'en' },
      })
      const { methodId, made, at } = await payAndTakeBack(4)
      for (const n of [0, 1, 5, 9, 40]) await round(new Date(at.getTime() + n * dayMs))
      expect(await payments()).toHaveLength(1)
      const day = at.toISOString().slice(0, 10)
      expect(await account()).toMatchObject({
        balanceCents: 21_240,
        autopay: { state: 'paused', takenBackOn: day, nextOn: null, nextCents: null },
        payments: [{ state: 'succeeded', refundedCents: 0, takenBackCents: 21_240, takenBackOn: day }],
      })
      expect((await make(member, overview, {})).body.payload.nextPayment).toMatchObject({ autoPay: false })
      // Sent whatever e-mails they want: coverage may end because of it.
      expect(await listQueued()).toEqual(['payment-taken-back'])
      expect(await listActions(made.payment_id)).toEqual([
        'premium-payment.automatic',
        'premium-payment.succeeded',
        'premium-payment.taken-back',
      ])
      await portal.database.read.deleteFrom('notification_choice').execute()
      await portal.database.read
        .updateTable('premium_autopay')
        .set({ checked_on: null, confirmed_at: new Date(at.getTime() + 41 * dayMs) })
        .execute()
      expect((await account()).autopay).toMatchObject({ methodId, takenBackOn: null })
    })

    test('and then gives back is no longer owed, and automatic payment continues', async () => {
      const { made, at, tell } = await payAndTakeBack(4)
      await tell(21_240, 21_240)
      expect(await account()).toMatchObject({ balanceCents: 0, autopay: { state: 'none', takenBackOn: null } })
      await round(at)
      expect(await listQueued()).toEqual(['payment-received'])
      expect(await listActions(made.payment_id)).toContain('premium-payment.reinstated')
    })

    test('after the plan has posted the payment is owed again until the plan has posted the return, too', async () => {
      const { made, at } = await payAndTakeBack(4)
      const post = async (kind: 'payment' | 'returned', paymentId: string | null) =>
        portal.database.read
          .insertInto('premium_move')
          .values({
            member_id: made.member_id,
            account_id: made.account_id ?? '',
            move_id: randomUUID(),
            vendor_id: randomUUID(),
            state: 'posted',
            moved_on: at.toISOString().slice(0, 10),
            kind,
            way: null,
            amount_cents: kind === 'payment' ? 21_240 : -21_240,
            note: null,
            payment_id: paymentId,
            run_id: randomUUID(),
            imported_at: at,
          })
          .execute()
      await post('payment', made.payment_id)
      expect((await account()).paidHereCents).toBe(-21_240)
      await post('returned', null)
      expect((await account()).paidHereCents).toBe(0)
      await portal.database.read
        .deleteFrom('premium_move')
        .where('moved_on', '=', at.toISOString().slice(0, 10))
        .execute()
    })
  })

  test('MP-18 an amount above the limit is never taken, and is reported once', async () => {
    await set(await card(), 21_239)
    expect((await account()).autopay?.state).toBe('over-limit')
    for (const n of [-3, -2, 0]) await round(await computeDay(n))
    expect([await payments(), await listQueued()]).toEqual([[], ['autopay-failed']])
  })

  test('MP-18 it can be changed and turned off, and ends when its card is removed', async () => {
    const [one, other] = [await card(), await card()]
    await set(one)
    await set(other, 25_000)
    expect((await account()).autopay).toMatchObject({ methodId: other, maxCents: 25_000 })
    await make(member, calls.removeMethod, { params: { methodId: other } })
    expect((await account()).autopay).toBeNull()
    await set(one)
    const { accountId: billingAccountId } = await account()
    expect((await make(member, calls.endAutopay, { params: { billingAccountId } })).body.payload).toEqual({ on: false })
    await round(await computeDay(-3))
    expect(await payments()).toEqual([])
  })

  test('MP-18 MP-19 invalid limits, cards that are not kept and other people’s cards are refused', async () => {
    const methodId = await card()
    expect(listErrors(await set(methodId, 99))).toEqual([400, 'maxCents autopay.too-little'])
    expect(listErrors(await set(methodId, 2_500_001))).toEqual([400, 'maxCents autopay.too-much'])
    expect((await set(randomUUID())).status).toBe(404)
    const open = (await keep()).body.payload.methodId
    expect(listErrorCodes(await set(open))).toEqual(['CONFLICT'])
    expect((await account()).autopay).toBeNull()
  })

  test.each(['down', 'lost', 'nonsense', 'broken'] as const)(
    'MP-19 taken while the gateway is %s, a payment is asked about again, never repeated, and its card stays until it is settled',
    async (how) => {
      const methodId = await card()
      await set(methodId)
      const day = await computeDay(-3)
      gateway.fault = how
      await round(day)
      expect((await payments()).map(({ state }) => state)).toEqual(['unknown'])
      expect(listErrorCodes(await make(member, calls.removeMethod, { params: { methodId } }))).toEqual(['CONFLICT'])
      gateway.fault = 'none'
      await round(new Date(day.getTime() + 3_600_000))
      const [made] = await payments()
      expect(made).toMatchObject({ state: 'succeeded', paid_cents: 21_240 })
      expect(gateway.sandbox.payments().filter(({ paymentId }) => paymentId === made?.payment_id)).toHaveLength(1)
      const entries = await portal.database.read.selectFrom('ledger_entry').select('amount_cents').execute()
      expect(entries).toEqual([{ amount_cents: 21_240 }])
    },
  )
})
