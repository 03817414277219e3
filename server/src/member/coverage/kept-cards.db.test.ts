import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listEvents } from '../../../test/rows.ts'
import { actForMember, viewMirela } from '../../../test/signed-in.ts'
import { endSessionsAt } from '../../identity/sessions/session-store.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'

const portal = testPortal({ ACCESS_TOKEN_S: '3600' })
const day = 24 * 60 * 60 * 1000

const keep = (client: Client, keptId: string = randomUUID()) => make(client, calls.keepCards, { body: { keptId } })

/** Keeps the cards and returns their id. */
async function keepAs(client: Client): Promise<string> {
  const keptId = randomUUID()
  expect((await keep(client, keptId)).status).toBe(200)
  return keptId
}

/** What the server tells a phone; by default a phone whose session is over. */
async function look(keptId: string, client = new Client(portal.origin)) {
  return (await make(client, calls.keptCards, { params: { keptId } })).body.payload
}

const gone = { mayShow: false, isDue: false }
const there = { mayShow: true, isDue: false }

async function setDays(brand: string, days: string | null): Promise<void> {
  await sql`delete from app_config where key = 'KEPT_CARD_DAYS'`.execute(portal.database.read)
  if (days === null) return
  await sql`insert into app_config (application, brand, key, string_value, secure)
    values ('PORTAL', ${brand}, 'KEPT_CARD_DAYS', ${days}, false)`.execute(portal.database.read)
}

describe('MP-12 ID cards kept on a phone', () => {
  test('MP-12 the member gets both sides of each card in both languages, through the day that the plan sets; all of it is audited', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    const { cards: shown, keepDays } = (await make(client, calls.benefits, {})).body.payload
    expect(keepDays).toBe(30)
    const keptId = randomUUID()
    const answer = await keep(client, keptId)
    const { keptAt, until, cards, phone } = answer.body.payload
    expect(Date.parse(until) - Date.parse(keptAt)).toBe(30 * day)
    expect(phone).toMatch(/\d{3}-\d{4}$/)
    for (const language of ['en', 'es'] as const) {
      const own = cards.filter((one) => one.language === language)
      expect(own.map(({ name }) => name)).toEqual(shown.map(({ firstName }) => firstName))
      for (const [index, one] of own.entries()) {
        const card = shown[index]
        expect(one.facts.map(({ value }) => value)).toContain(card?.memberNumber)
        expect(one.facts.map(({ value }) => value)).toContain(`${card?.firstName} ${card?.lastName}`)
        for (const side of [one.front, one.back]) expect(side).toMatch(/^<svg [\s\S]*<\/svg>$/)
      }
    }
    expect(cards.find(({ language }) => language === 'es')?.title).toMatch(/^Tarjeta/)

    const events = await listEvents(portal.database, answer)
    const reads = shown.map(({ cardId }) => ({ action: 'id-card.read', record_type: 'id-card', record_id: cardId }))
    expect(events).toHaveLength(1 + reads.length)
    expect(events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'kept-card.add', record_type: 'kept-card', record_id: keptId }),
        ...reads.map((one) => expect.objectContaining(one)),
      ]),
    )
    const again = await keep(client, keptId)
    const renewed = await listEvents(portal.database, again)
    expect(renewed.map(({ action }) => action)).toContain('kept-card.renew')

    const dropped = await make(client, calls.dropCards, { params: { keptId } })
    expect(await listEvents(portal.database, dropped)).toMatchObject([
      { action: 'kept-card.remove', record_id: keptId },
    ])
    expect(await look(keptId)).toEqual(gone)
    expect(await listEvents(portal.database, await make(client, calls.dropCards, { params: { keptId } }))).toEqual([])
  })

  test('MP-12 MP-14 a phone may show a child’s card through the day before the child turns 18', async () => {
    const { read } = portal.database
    const jonas = read.updateTable('member').where('first_name', '=', 'Jonas').where('brand', '=', 'hmbcbs')
    const { born } = await jonas
      .set({ first_name: 'Jonas' })
      .returning('date_of_birth as born')
      .executeTakeFirstOrThrow()
    const today = easternDay(new Date())
    const tomorrow = isoDayAfter(today, 1).replace(/^\d+/, (year) => String(Number(year) - 18))
    await jonas.set({ date_of_birth: tomorrow }).execute()
    const { cards } = (await keep(await memberClient(portal.origin, 'FAMILY01'))).body.payload
    await jonas.set({ date_of_birth: born }).execute()
    const listEnds = (name: string) => [...new Set(cards.filter((one) => one.name === name).map(({ ends }) => ends))]
    expect(listEnds('Jonas')).toEqual([today])
    expect(listEnds('Tomas')).not.toContain(today)
    expect(listEnds('Tomas')).not.toEqual([])
    const own = (await keep(await memberClient(portal.origin, 'FAMILY01'))).body.payload.cards
    expect(own.filter(({ name, ends }) => name === 'Jonas' && (ends === null || ends === today))).toEqual([])
  })

  test('MP-12 SE-4 a session that times out keeps the card; a sign-out does not', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    const keptId = await keepAs(client)
    expect(await look(keptId, client)).toEqual(there)
    await make(client, calls.logout, { query: { cause: 'inactivity' } })
    expect(await look(keptId)).toEqual(there)

    const back = await memberClient(portal.origin, 'MEMBER01')
    // The new session has a different end: the phone must bind its cards to this session.
    expect(await look(keptId, back)).toEqual({ mayShow: true, isDue: true })
    await keep(back, keptId)
    expect(await look(keptId, back)).toEqual(there)
    await make(back, calls.logout, {})
    expect(await look(keptId)).toEqual(gone)
  })

  test('MP-12 RG-3 ending all other sessions ends what other phones keep, also where the session had timed out', async () => {
    const phone = await memberClient(portal.origin, 'MEMBER02')
    const lost = await keepAs(phone)
    await make(phone, calls.logout, { query: { cause: 'inactivity' } })
    const computer = await memberClient(portal.origin, 'MEMBER02')
    const own = await keepAs(computer)
    expect((await make(computer, calls.listDevices, {})).body.payload).toMatchObject({
      devices: [{}],
      keptElsewhere: true,
    })
    await make(computer, calls.endOtherDevices, {})
    expect((await make(computer, calls.listDevices, {})).body.payload.keptElsewhere).toBe(false)
    expect([await look(lost), await look(own)]).toEqual([gone, there])
  })

  test('MP-12 RG-3 a device that is signed out from elsewhere, a new password and a closed account end it', async () => {
    const phone = await memberClient(portal.origin, 'MEMBERMN')
    const kept = await keepAs(phone)
    const computer = await memberClient(portal.origin, 'MEMBERMN')
    const { devices } = (await make(computer, calls.listDevices, {})).body.payload
    const sessionId = devices.find(({ current }) => !current)?.sessionId ?? ''
    await make(computer, calls.endDevice, { params: { sessionId } })
    expect(await look(kept)).toEqual(gone)

    const own = await keepAs(computer)
    const body = { currentPassword: 'Welcome1!', newPassword: 'Another-2B' }
    expect((await make(computer, calls.changePassword, { body })).status).toBe(200)
    expect(await look(own)).toEqual(gone)

    const last = await keepAs(computer)
    expect((await make(computer, calls.closeAccount, { body: { password: 'Another-2B' } })).status).toBe(200)
    expect(await look(last)).toEqual(gone)
    const { rows } = await sql`select from kept_card where kept_id = ${last}`.execute(portal.database.read)
    expect(rows).toEqual([])
  })

  test('MP-12 while somebody else is signed in it may not be shown, nor can they drop it or take its place', async () => {
    const owner = await memberClient(portal.origin, 'MEMBER01')
    const keptId = await keepAs(owner)
    const other = await memberClient(portal.origin, 'FAMILY01')
    expect(await look(keptId, other)).toEqual(gone)
    expect(await look(keptId, await memberClient(portal.origin, 'CSRREP01'))).toEqual(gone)
    await make(other, calls.dropCards, { params: { keptId } })
    const taken = await keep(other, keptId)
    expect([taken.status, listErrorCodes(taken)]).toEqual([409, ['CONFLICT']])
    expect(await look(keptId, owner)).toEqual(there)
  })

  test('MP-12 CS-1 RG-3 nobody keeps the cards of someone they act for or look at, and their own stay', async () => {
    const rep = await actForMember(portal.origin, 'MEMBER01')
    expect((await make(rep, calls.benefits, {})).body.payload.keepDays).toBe(0)
    expect((await keep(rep)).status).toBe(403)
    const own = await memberClient(portal.origin, 'FAMILY01')
    const keptId = await keepAs(own)
    const viewer = await viewMirela(portal, ['coverage'])
    expect((await make(viewer, calls.benefits, {})).body.payload.keepDays).toBe(0)
    expect((await keep(viewer)).status).toBe(403)
    expect(await look(keptId, viewer)).toEqual(there)
  })

  test('MP-12 it is due after a day, over after its days, and a brand may set the days or offer none', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    const keptId = await keepAs(client)
    await sql`update kept_card set kept_at = kept_at - interval '1 day' where kept_id = ${keptId}`.execute(
      portal.database.read,
    )
    expect(await look(keptId, client)).toEqual({ mayShow: true, isDue: true })
    await sql`update kept_card set expires_at = kept_at where kept_id = ${keptId}`.execute(portal.database.read)
    expect(await look(keptId, client)).toEqual(gone)

    await setDays('HMBCBS', '3')
    const { keptAt, until } = (await keep(client)).body.payload
    expect(Date.parse(until) - Date.parse(keptAt)).toBe(3 * day)
    await setDays('HMBCBS', '0')
    expect((await make(client, calls.benefits, {})).body.payload.keepDays).toBe(0)
    expect((await keep(client)).status).toBe(404)
    await setDays('HMBCBS', null)
  })

  test('MP-12 phones keep it no longer than the brand says now', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    const keptId = await keepAs(client)
    await sql`update kept_card set kept_at = kept_at - interval '4 days' where kept_id = ${keptId}`.execute(
      portal.database.read,
    )
    await setDays('HMBCBS', '5')
    expect(await look(keptId)).toEqual(there)
    await setDays('HMBCBS', '3')
    expect([await look(keptId), await look(keptId, client)]).toEqual([gone, gone])
    await setDays('HMBCBS', '0')
    expect(await look(await keepAs(await memberClient(portal.origin, 'MEMBERND')))).toEqual(there)
    expect(await look(keptId)).toEqual(gone)
    await setDays('HMBCBS', null)
    expect(await look(keptId)).toEqual(there)
  })

  test('MP-12 MP-14 a phone keeps the cards that Coverage shows and no others: children’s, but not another adult’s', async () => {
    const client = await memberClient(portal.origin, 'FAMILY01')
    const shown = (await make(client, calls.benefits, {})).body.payload.cards
    const kept = (await keep(client)).body.payload.cards.filter(({ language }) => language === 'en')
    expect(kept.map(({ name }) => name)).toEqual(shown.map(({ firstName }) => firstName))
    const { rows: older } = await sql<{ first_name: string }>`
      select other.first_name from member own join member other on other.contract_number = own.contract_number
      where own.member_number = ${shown[0]?.memberNumber ?? ''} and own.first_name = ${shown[0]?.firstName ?? ''}
        and other.member_id <> own.member_id and other.date_of_birth < current_date - interval '18 years'
    `.execute(portal.database.read)
    expect(older.length).toBeGreaterThan(0)
    for (const { first_name: name } of older) expect(kept.map((one) => one.name)).not.toContain(name)
    expect(kept.length).toBeGreaterThan(1)
  })

  test('MP-12 OP-7 a withdrawn brand leaves nothing, also where the session had timed out', async () => {
    const left = await memberClient(portal.origin, 'MEMBERND')
    const keptId = await keepAs(left)
    await make(left, calls.logout, { query: { cause: 'inactivity' } })
    const other = await keepAs(await memberClient(portal.origin, 'MEMBER01'))
    const { brand } = await portal.database.read
      .selectFrom('kept_card')
      .select('brand')
      .where('kept_id', '=', keptId)
      .executeTakeFirstOrThrow()
    await portal.database.transaction((tx) => endSessionsAt(tx, [brand], new Date()))
    expect([await look(keptId), await look(other)]).toEqual([gone, there])
  })

  test('MP-12 CS-1 people who act for a member, or look at their information, end nothing that the member keeps', async () => {
    const owner = await memberClient(portal.origin, 'MEMBER01')
    const keptId = await keepAs(owner)
    const rep = await actForMember(portal.origin, 'MEMBER01')
    expect((await make(rep, calls.dropCards, { params: { keptId } })).status).toBe(403)
    expect(await look(keptId, rep)).toEqual(gone)
    const viewer = await viewMirela(portal, ['coverage'])
    await make(viewer, calls.dropCards, { params: { keptId } })
    await make(new Client(portal.origin), calls.dropCards, { params: { keptId } })
    expect(await look(keptId, owner)).toEqual(there)
  })

  test('MP-12 a sign-out at the same moment leaves nothing kept', async () => {
    for (let round = 0; round < 5; round += 1) {
      const client = await memberClient(portal.origin, 'MEMBER01')
      const keptId = randomUUID()
      await Promise.all([keep(client, keptId), make(client.copy(), calls.logout, {})])
      expect(await look(keptId)).toEqual(gone)
    }
  })

  test('MP-12 an account keeps them on ten phones at most, the newest', async () => {
    const client = await memberClient(portal.origin, 'HSAFAM01')
    const ids: string[] = []
    for (let phone = 0; phone < 12; phone += 1) ids.push(await keepAs(client))
    const told = await Promise.all(ids.map(async (id) => (await look(id)).mayShow))
    expect(told).toEqual(ids.map((_, index) => index >= 2))
  })
})
