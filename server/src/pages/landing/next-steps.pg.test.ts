import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { appealDeadline } from '@portico/rules/claims/appeal'
import { CLIENT_NUMBER_COOKIE, GROUP_NUMBER_COOKIE } from '@portico/rules/tabs/group'
import { afterEach, describe, expect, test } from 'vitest'
import { readByLogin } from '../../../test/accounts.ts'
import { make } from '../../../test/call.ts'
import { type Client, memberClient } from '../../../test/client.ts'
import { seededOn, testPortal } from '../../../test/portal.ts'
import { newInvitation } from '../../../test/samples.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'

const portal = testPortal()
const today = easternDay(new Date())
afterEach(async () => {
  await portal.database.read.deleteFrom('medicine_order').execute()
  await portal.database.read.deleteFrom('person_access').where('email', 'like', 'member01@%').execute()
  await portal.database.read.deleteFrom('sign_in_limit').execute()
})

const readSteps = async (client: Client) => (await make(client, calls.nextSteps, {})).body.payload.steps
const readKind = async <Kind extends string>(client: Client, kind: Kind) =>
  (await readSteps(client)).filter((step) => step.kind === kind)

/** A claim of a member's, changed to one that the plan denied some days ago. */
async function denyOne(client: Client, daysAgo: number): Promise<string> {
  const { claims } = (await make(client, calls.listClaims, { query: {} })).body.payload
  const claimId = claims.find(({ state }) => state === 'paid')?.claimId ?? ''
  const decided = isoDayAfter(today, -daysAgo)
  await portal.database.read
    .updateTable('claim')
    .set({ state: 'denied', processed_on: decided })
    .where('claim_id', '=', claimId)
    .execute()
  return claimId
}

describe('MP-1 a member’s first page shows what waits for them', () => {
  test('MP-1 MP-8 a denial with its last day to appeal, until it is appealed or too late', async () => {
    const client = await memberClient(portal.origin, 'MEMBER02')
    const claimId = await denyOne(client, 178)
    const about = { kind: 'denial', claimId, whose: null }
    const appealBy = appealDeadline(isoDayAfter(today, -178), 'commercial')
    expect(await readKind(client, 'denial')).toContainEqual(
      expect.objectContaining({ ...about, appealBy, daysLeft: 3 }),
    )
    await denyAt(claimId, 181)
    expect((await readKind(client, 'denial')).filter((step) => 'claimId' in step && step.claimId === claimId)).toEqual(
      [],
    )
  })

  test('MP-1 MP-16 a refill that is ready: where to pick it up, and what the last one cost', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    const { medicines } = (await make(client, calls.listMedicines, {})).body.payload
    const medicine = medicines.find(({ name }) => name.startsWith('Metformin'))
    const pharmacyName = medicine?.fills[0]?.pharmacyName ?? ''
    await make(client, calls.orderMedicine, {
      body: { orderId: randomUUID(), medicineId: medicine?.medicineId ?? '', pharmacyName },
    })
    expect(await readKind(client, 'refill')).toEqual([])
    await portal.database.read.updateTable('medicine_order').set({ state: 'ready' }).execute()
    expect(await readKind(client, 'refill')).toEqual([
      expect.objectContaining({
        ...{ whose: null, drug: medicine?.name, pharmacyName, pharmacyPhone: null },
        pharmacyAddress: medicine?.fills[0]?.pharmacyAddress,
        lastCents: medicine?.fills.find(({ youCents }) => youCents !== null)?.youCents ?? null,
      }),
    ])
  })

  test('MP-1 MP-18 the first payment of another group, which has no grace period, and what is overdue there, with the last day to pay it', async () => {
    const client = await memberClient(portal.origin, 'TWOGROUPS')
    const first = { kind: 'payment', planName: 'Individual Dental', stage: 'first', amountCents: 3_410, lastDay: null }
    expect(await readKind(client, 'payment')).toEqual([
      expect.objectContaining({ ...first, dueOn: isoDayAfter(seededOn, 10) }),
    ])
    const [payment] = (await readKind(client, 'payment')).flatMap((step) => (step.kind === 'payment' ? step : []))
    const due = (day: string) =>
      portal.database.read
        .updateTable('premium_bill')
        .set({ due_on: day })
        .where('account_id', '=', payment?.accountId ?? '')
        .execute()
    await due(isoDayAfter(today, -4))
    expect(await readKind(client, 'payment')).toMatchObject([{ stage: 'first', lastDay: null }])
    const isPending = (pending: boolean) =>
      portal.database.read.updateTable('product').set({ pending }).where('group_number', '=', '1005520').execute()
    await isPending(false)
    expect(await readKind(client, 'payment')).toMatchObject([
      { stage: 'late', overdueCents: 3_410, lastDay: isoDayAfter(today, 27) },
    ])
    await due(isoDayAfter(today, 10))
    expect(await readKind(client, 'payment')).toEqual([])
    await isPending(true)
    // The selected group's payment has its own card.
    client.cookies.set(CLIENT_NUMBER_COOKIE, '1005')
    client.cookies.set(GROUP_NUMBER_COOKIE, '1005520')
    expect(await readKind(client, 'payment')).toEqual([])
  })

  test('MP-1 RG-3 an invitation waits for the address that it was sent to, and for no one else', async () => {
    const owner = await memberClient(portal.origin, 'MEMBER02')
    const { email } = await readByLogin(portal.database.read, 'MEMBER01')
    const sent = await make(owner, calls.invitePerson, {
      body: { ...newInvitation(), email: `${email}`.toUpperCase() },
    })
    expect(sent.status).toBe(200)
    const invited = await memberClient(portal.origin, 'MEMBER01')
    expect(await readKind(invited, 'invitation')).toMatchObject([
      { firstName: sent.body.payload.given.length > 0 ? expect.any(String) : '' },
    ])
    expect(await readKind(owner, 'invitation')).toEqual([])
    await portal.database.read
      .updateTable('person_access')
      .set({ answer_by: new Date(0) })
      .where('state', '=', 'invited')
      .execute()
    expect(await readKind(invited, 'invitation')).toEqual([])
  })

  test('MP-1 MC-3 a draft by its day and without its words, and none for someone who acts for the member', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    const draft = { clientMessageId: randomUUID(), baseVersion: 0, subject: 'About my bill', text: 'I would like' }
    expect((await make(client, calls.saveDraft, { body: draft })).status).toBe(200)
    const steps = await readKind(client, 'draft')
    expect(steps).toContainEqual(expect.objectContaining({ draftId: draft.clientMessageId }))
    expect(JSON.stringify(steps)).not.toMatch(/my bill|I would like/)
  })
})

async function denyAt(claimId: string, daysAgo: number): Promise<void> {
  await portal.database.read
    .updateTable('claim')
    .set({ processed_on: isoDayAfter(today, -daysAgo) })
    .where('claim_id', '=', claimId)
    .execute()
}
