import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, signInClient } from '../../../test/client.ts'
import { dataKeyAt, testPharmacy, testPortal } from '../../../test/portal.ts'
import { signNotice } from '../../../test/samples.ts'
import { actForMember } from '../../../test/signed-in.ts'
import { createEmailService } from '../../mailing/email/service.ts'
import { isSigned } from '../../platform/http/signature.ts'
import { handOverDue } from './pharmacy-job.ts'
import { runSandboxPharmacy } from './sandbox-pharmacy.ts'
import { webhookPharmacy } from './webhook.ts'

const portal = testPortal()
const hourMs = 3_600_000
const secret = testPharmacy.PHARMACY_SECRET

/** The pharmacy at the other end: records what it receives and answers as told. */
let pharmacy: Server
let answers: (number | 'hang-up' | 'slow')[] = []
const received: {
  readonly key: string
  readonly order: { orderId: string; kind: string }
  readonly signed: boolean
}[] = []
beforeAll(async () => {
  pharmacy = createServer((request, reply) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      const header = (name: string) => String(request.headers[name])
      const signed = { sentAt: header('portico-sent-at'), text, signature: header('portico-signature') }
      received.push({
        key: header('idempotency-key'),
        order: JSON.parse(text),
        signed: isSigned(secret, signed, new Date()),
      })
      const answer = answers.shift() ?? 200
      if (answer === 'hang-up') request.socket.destroy()
      else if (answer !== 'slow') reply.writeHead(answer).end('nonsense'.repeat(10_000))
    })
  })
  await new Promise<void>((resolve) => pharmacy.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  pharmacy.closeAllConnections()
  return new Promise((resolve) => pharmacy.close(resolve))
})
afterEach(async () => {
  answers = []
  received.length = 0
  await sql`delete from medicine_order`.execute(portal.database.read)
  await sql`delete from outbox`.execute(portal.database.read)
})

const signIn = (loginId: string) => signInClient(portal.origin, loginId)
const emails = () => createEmailService(dataKeyAt(portal.origin))
const handOver = (now = new Date(), waitMs = 10_000) => {
  const { port } = pharmacy.address() as AddressInfo
  const adapter = webhookPharmacy({ url: `http://127.0.0.1:${port}/orders`, secret, waitMs })
  const logger = { info: () => {}, warn: () => {} }
  return handOverDue({ database: portal.database, emails: emails(), port: adapter, logger }, now)
}
const findMedicine = async (client: Client, name: string) => {
  const { medicines } = (await make(client, calls.listMedicines, {})).body.payload
  const found = medicines.find((one) => one.name.startsWith(name))
  if (found === undefined) throw new Error(`There is no ${name}.`)
  return found
}
const placeOrder = (
  client: Client,
  medicineId: string,
  orderId: string = randomUUID(),
  pharmacyName = 'Corner Pharmacy',
) => make(client, calls.orderMedicine, { body: { orderId, medicineId, pharmacyName } })
const readOrders = async (client: Client) => (await make(client, calls.listMedicines, {})).body.payload.orders
const notify = (notice: object, at?: Date) =>
  make(new Client(portal.origin), calls.pharmacyNotice, { body: signNotice(notice, at) })
const mails = async () =>
  (await portal.database.read.selectFrom('outbox').select(['template', 'recipient']).execute()).map(
    (one) => one.template,
  )

async function orderMedicine(name = 'Metformin') {
  const client = await signIn('MEMBER01')
  const { medicineId } = await findMedicine(client, name)
  const { order } = (await placeOrder(client, medicineId)).body.payload
  return { client, medicineId, order }
}

describe('MP-16 asking for a refill', () => {
  test('MP-16 requested, sent, accepted, ready: each from a real event, with a receipt', async () => {
    const { client, order } = await orderMedicine()
    expect(order).toMatchObject({ state: 'requested', kind: 'refill', sentAt: null, unconfirmed: false })
    expect(order.receipt).toMatch(/^RX-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    expect(order.pharmacyAddress).toBe('120 Example Street, Harrisburg, PA 17101')
    expect(await handOver()).toBe(1)
    expect(received).toMatchObject([
      {
        key: order.orderId,
        signed: true,
        order: {
          kind: 'refill',
          drug: { name: 'Metformin 500 mg tablets', rxnorm: '861007' },
          patient: { memberNumber: '99406232200', lastName: 'Escobar' },
        },
      },
    ])
    expect((await readOrders(client))[0]).toMatchObject({ state: 'sent', receipt: order.receipt })
    expect(await handOver()).toBe(0)
    expect((await notify({ orderId: order.orderId, sequence: 1, state: 'accepted' })).body.payload.known).toBe(true)
    expect((await readOrders(client))[0]?.state).toBe('accepted')
    expect(await mails()).toEqual([])
    await notify({ orderId: order.orderId, sequence: 2, state: 'ready' })
    expect((await readOrders(client))[0]?.state).toBe('ready')
    expect(await mails()).toEqual(['order-news'])
  })

  test('MP-16 MP-15 a medicine without a name cannot be requested: no pharmacy could tell what it is', async () => {
    const client = await signIn('MEMBER01')
    const { medicineId } = await findMedicine(client, 'Metformin')
    const rename = (to: string, from: string) =>
      sql`with written as (update prescription set name = ${to} where name = ${from})
        update dispense set name = ${to} where name = ${from}`.execute(portal.database.read)
    await rename('', 'Metformin 500 mg tablets')
    expect((await findMedicine(client, '')).medicineId).toBe(medicineId)
    expect((await placeOrder(client, medicineId)).status).toBe(404)
    await rename('Metformin 500 mg tablets', '')
    expect((await placeOrder(client, medicineId)).status).toBe(200)
  })

  test('MP-16 repeated, late and misordered notices lead to the last state, and notify once', async () => {
    const { client, order } = await orderMedicine()
    const { orderId } = order
    // The notice comes before our own try is recorded.
    await notify({ orderId, sequence: 3, state: 'refused', reason: 'too-soon' })
    await notify({ orderId, sequence: 1, state: 'accepted' })
    await notify({ orderId, sequence: 3, state: 'refused', reason: 'too-soon' })
    await notify({ orderId, sequence: 2, state: 'ready' })
    expect((await readOrders(client))[0]).toMatchObject({ state: 'refused', reason: 'too-soon' })
    expect(await mails()).toEqual(['order-news'])
    expect(await handOver()).toBe(0)
    const events = await portal.database.read
      .selectFrom('audit_event')
      .select(['action', 'actor_login_id', 'address'])
      .where('record_type', '=', 'medicine-order')
      .where('record_id', '=', orderId)
      .where('action', 'like', 'medicine-order.%')
      .execute()
    expect(events).toEqual([{ action: 'medicine-order.refused', actor_login_id: null, address: '127.0.0.1' }])
  })

  test('MP-16 an unsigned, outdated or impossible notice is refused and changes nothing', async () => {
    const { client, order } = await orderMedicine()
    const { orderId } = order
    const good = signNotice({ orderId, sequence: 1, state: 'ready' })
    const send = (body: typeof good) => make(new Client(portal.origin), calls.pharmacyNotice, { body })
    for (const wrong of [
      { ...good, signature: '0'.repeat(64) },
      { ...good, notice: good.notice.replace('ready', 'refused') },
      signNotice({ orderId, sequence: 1, state: 'ready' }, new Date(Date.now() - 2 * hourMs)),
      signNotice({ orderId, sequence: 0, state: 'ready' }),
      signNotice({ orderId, sequence: 1, state: 'on its way' }),
    ]) {
      const answer = await send(wrong)
      expect(answer.status).toBe(400)
    }
    expect((await readOrders(client))[0]?.state).toBe('requested')
    expect((await notify({ orderId: randomUUID(), sequence: 1, state: 'ready' })).body.payload.known).toBe(false)
  })

  test('MP-16 a pharmacy that is down or answers nonsense is asked again with the same key; a final refusal is reported', async () => {
    const { client, order } = await orderMedicine()
    answers = ['hang-up', 503, 302, 200]
    let now = new Date()
    for (let round = 0; round < 4; round++) {
      expect(await handOver(now)).toBe(1)
      expect(await handOver(now)).toBe(0)
      now = new Date(now.getTime() + 10 * 60_000)
    }
    expect(received.map(({ key }) => key)).toEqual(Array(4).fill(order.orderId))
    expect((await readOrders(client))[0]?.state).toBe('sent')
    await sql`delete from medicine_order`.execute(portal.database.read)
    answers = [422]
    const again = await orderMedicine()
    await handOver()
    expect((await readOrders(again.client))[0]).toMatchObject({ state: 'refused', reason: 'other' })
    expect(await mails()).toEqual(['order-news'])
  })

  test('MP-16 a pharmacy that does not answer in time is asked again with the same key', async () => {
    const { client, order } = await orderMedicine()
    answers = ['slow', 200]
    await handOver(new Date(), 300)
    expect((await readOrders(client))[0]?.state).toBe('requested')
    await handOver(new Date(Date.now() + 10 * 60_000))
    expect((await readOrders(client))[0]?.state).toBe('sent')
    expect(received.map(({ key }) => key)).toEqual([order.orderId, order.orderId])
  })

  test('MP-16 after a kill between the pharmacy’s acceptance and our record of it, the request is sent again with the same key', async () => {
    const { client, order } = await orderMedicine()
    await handOver()
    // The state it was in when the process died.
    await sql`update medicine_order set state = 'requested', sent_at = null, next_try_at = now() + interval '1 minute'`.execute(
      portal.database.read,
    )
    expect(await handOver(new Date(Date.now() + 2 * 60_000))).toBe(1)
    expect(received.map(({ key }) => key)).toEqual([order.orderId, order.orderId])
    expect(await readOrders(client)).toHaveLength(1)
  })

  test('MP-16 a request without news for a day counts as not confirmed; one that cannot be handed over is finally given up', async () => {
    const { client } = await orderMedicine()
    await handOver()
    await sql`update medicine_order set requested_at = now() - interval '25 hours'`.execute(portal.database.read)
    expect((await readOrders(client))[0]).toMatchObject({ state: 'sent', unconfirmed: true })
    answers = [503]
    await sql`update medicine_order set state = 'requested', next_try_at = now(), requested_at = now() - interval '4 days'`.execute(
      portal.database.read,
    )
    await handOver(new Date(Date.now() + 1000))
    expect((await readOrders(client))[0]).toMatchObject({ state: 'refused', reason: 'not-sent', unconfirmed: false })
  })

  test('MP-16 accepted, and no news for two weeks: said to be not confirmed, and a new request is let through', async () => {
    const { client, medicineId, order } = await orderMedicine()
    await handOver()
    await notify({ orderId: order.orderId, sequence: 1, state: 'accepted' })
    const quiet = (days: number) =>
      sql`update medicine_order set changed_at = now() - ${days} * interval '1 day'`.execute(portal.database.read)
    await quiet(1)
    expect((await readOrders(client))[0]).toMatchObject({ state: 'accepted', unconfirmed: false })
    expect((await placeOrder(client, medicineId)).body.payload.repeated).toBe(true)
    await quiet(15)
    const [shown] = await readOrders(client)
    expect(shown).toMatchObject({ receipt: order.receipt, unconfirmed: true, lapsed: true })
    const { repeated, order: next } = (await placeOrder(client, medicineId)).body.payload
    expect([repeated, next.state, next.orderId === order.orderId]).toEqual([false, 'requested', false])
    // From now on, the new request is the one that counts.
    expect((await placeOrder(client, medicineId)).body.payload.order.orderId).toBe(next.orderId)
  })

  test('MP-16 accepted, and filled since: done, though the pharmacy never said so', async () => {
    const { client, medicineId, order } = await orderMedicine()
    await handOver()
    await notify({ orderId: order.orderId, sequence: 1, state: 'accepted' })
    const [last] = (await findMedicine(client, 'Metformin')).fills
    await sql`update medicine_order set requested_at = ${last?.day}::date - interval '2 days'`.execute(
      portal.database.read,
    )
    expect(await readOrders(client)).toEqual([])
    expect((await placeOrder(client, medicineId)).body.payload.repeated).toBe(false)
  })

  test('MP-16 pressed twice, or asked for again while one is open, it is one request', async () => {
    const client = await signIn('MEMBER01')
    const { medicineId } = await findMedicine(client, 'Metformin')
    const orderId = randomUUID()
    const both = await Promise.all([placeOrder(client, medicineId, orderId), placeOrder(client, medicineId, orderId)])
    expect(new Set(both.map(({ body }) => body.payload.order.receipt)).size).toBe(1)
    const more = await placeOrder(client, medicineId)
    expect([more.body.payload.repeated, more.body.payload.order.orderId]).toEqual([
      true,
      both[0]?.body.payload.order.orderId,
    ])
    expect(await readOrders(client)).toHaveLength(1)
  })

  test('MP-16 without refills a new prescription is asked for; the sandbox’s doctor wants to see the patient', async () => {
    const { client, order } = await orderMedicine('Albuterol')
    expect(order.kind).toBe('renewal')
    await handOver()
    for (const minutes of [1, 2, 3])
      await runSandboxPharmacy(portal.database, emails(), new Date(Date.now() + minutes * 60_000))
    expect((await readOrders(client))[0]).toMatchObject({ state: 'refused', reason: 'needs-visit' })
  })
})

describe('MP-16 what cannot be asked for', () => {
  test('MP-16 another’s medicine, one from before, or at a pharmacy that is no longer the one shown', async () => {
    const client = await signIn('MEMBER01')
    const others = await findMedicine(await signIn('MEMBER02'), 'Metformin')
    expect((await placeOrder(client, others.medicineId)).status).toBe(404)
    expect((await placeOrder(client, (await findMedicine(client, 'Amoxicillin')).medicineId)).status).toBe(404)
    const metformin = await findMedicine(client, 'Metformin')
    const elsewhere = await placeOrder(client, metformin.medicineId, randomUUID(), 'Other Pharmacy')
    expect([elsewhere.status, listErrorCodes(elsewhere)]).toEqual([409, ['CONFLICT']])
    expect(await readOrders(client)).toEqual([])
  })

  test('MP-16 CS-1 a rep who acts for the member sees requests and makes none', async () => {
    const { order } = await orderMedicine()
    const rep = await actForMember(portal.origin, 'MEMBER01')
    const { mayOrder, orders } = (await make(rep, calls.listMedicines, {})).body.payload
    expect([mayOrder, orders.map(({ receipt }) => receipt)]).toEqual([false, [order.receipt]])
    const refused = await placeOrder(rep, (await findMedicine(rep, 'Sitagliptin')).medicineId)
    expect([refused.status, listErrorCodes(refused)]).toEqual([403, ['SIMULATION-BLOCKED']])
  })

  test('MP-14 MP-16 a request for a sensitive medicine is seen by nobody else', async () => {
    const client = await signIn('MEMBER01')
    const sertraline = await findMedicine(client, 'Sertraline')
    await placeOrder(client, sertraline.medicineId, randomUUID(), 'Union Mail Pharmacy')
    expect(await readOrders(client)).toHaveLength(1)
    const rep = await actForMember(portal.origin, 'MEMBER01')
    expect(await readOrders(rep)).toEqual([])
  })

  test('MP-29 a member who wants no e-mail gets none', async () => {
    const { client, order } = await orderMedicine()
    const choices = { newMessage: true, orderNews: false, language: 'en' as const }
    expect((await make(client, calls.changeNotificationChoices, { body: choices })).body.payload.orderNews).toBe(false)
    await notify({ orderId: order.orderId, sequence: 1, state: 'ready' })
    expect(await mails()).toEqual([])
    await sql`delete from notification_choice`.execute(portal.database.read)
  })
})
