import type { Call } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { readByLogin } from '../../../test/accounts.ts'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { addPasskey, signIn } from '../../../test/second-factor.ts'
import { actForMember } from '../../../test/signed-in.ts'
import { audit } from '../../platform/audit/store.ts'

const portal = testPortal()

const run = (query: ReturnType<typeof sql>) => query.execute(portal.database.read)

const agents = {
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  computer:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
}

async function signInFrom(userAgent: string, loginId: string): Promise<Client> {
  const client = new Client(portal.origin)
  await make(client, calls.userLogin, { body: { userId: loginId, password: 'Welcome1!' } }, { 'user-agent': userAgent })
  return client
}

const listDevices = async (client: Client) => (await make(client, calls.listDevices, {})).body.payload.devices
const readHistory = async (client: Client, before?: string) =>
  (await make(client, calls.accessHistory, before === undefined ? {} : { query: { before } })).body.payload
const listKinds = async (client: Client) => (await readHistory(client)).events.map(({ kind }) => kind)

describe('RG-3 signed-in devices', () => {
  test('RG-3 each with browser and system, since when, how, and whether it is the current one', async () => {
    const began = Date.now()
    const phone = await signInFrom(agents.phone, 'MEMBER01')
    const computer = await signInFrom(agents.computer, 'MEMBER01')
    const program = await signInFrom('curl/8.5.0', 'MEMBER01')
    const devices = await listDevices(computer)
    expect(devices).toHaveLength(3)
    expect(devices[0]).toMatchObject({ kind: 'computer', browser: 'Chrome', system: 'Windows', current: true })
    expect(devices.slice(1)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'phone',
          browser: 'Safari',
          system: 'iOS',
          method: 'password',
          current: false,
        }),
        expect.objectContaining({ kind: 'program', browser: null, system: null, current: false }),
      ]),
    )
    for (const { signedInAt, lastActiveAt } of devices) {
      expect(Date.parse(signedInAt)).toBeGreaterThanOrEqual(began)
      expect(Date.parse(lastActiveAt)).toBeGreaterThanOrEqual(Date.parse(signedInAt))
    }
    await make(program, calls.logout, {})
    expect(await listDevices(phone)).toHaveLength(2)
    await run(sql`update session set last_seen_at = now() - interval '1 day' where user_agent like '%Chrome%'`)
    expect(await listDevices(phone)).toHaveLength(1)
  })

  test('RG-3 SI-14 a device signed out from elsewhere is out at its next call, with all its tokens', async () => {
    const here = await signInFrom(agents.computer, 'MEMBER02')
    const there = await signInFrom(agents.phone, 'MEMBER02')
    await there.takeToken()
    const sessionId = (await listDevices(here)).find(({ current }) => !current)?.sessionId ?? ''
    const refresh = there.copy()
    const answer = await make(here, calls.endDevice, { params: { sessionId } })
    expect([answer.status, answer.body.payload]).toEqual([200, { ended: 1 }])
    expect(listErrorCodes(await make(there, calls.getUserInfo, {}))).toEqual(['NO-SESSION'])
    expect(listErrorCodes(await make(there, calls.listMessages, {}))).toEqual(['NO-SESSION'])
    expect((await refresh.takeToken()).status).toBe(400)
    expect(listErrorCodes(await make(here, calls.endDevice, { params: { sessionId } }))).toEqual(['NOT-FOUND'])
    expect((await make(here, calls.getUserInfo, {})).status).toBe(200)
    const row = await portal.database.read
      .selectFrom('session')
      .select('ended_reason')
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow()
    expect(row.ended_reason).toBe('signed-out-elsewhere')
  })

  test('RG-3 all others at once, and nobody else', async () => {
    const stranger = await signIn(portal.origin, 'MEMBERND')
    const here = await signIn(portal.origin, 'MEMBERDE')
    const others = [await signIn(portal.origin, 'MEMBERDE'), await signIn(portal.origin, 'MEMBERDE')]
    expect((await make(here, calls.endOtherDevices, {})).body.payload).toEqual({ ended: 2 })
    for (const other of others) expect((await make(other, calls.validateSession, {})).status).toBe(401)
    for (const one of [here, stranger]) expect((await make(one, calls.validateSession, {})).status).toBe(200)
    expect((await make(here, calls.endOtherDevices, {})).body.payload).toEqual({ ended: 0 })
  })

  test('RO-4 RG-3 staff and agents have devices, too', async () => {
    for (const login of ['AGENT001', 'INTERNAL1', 'PROSPECT1'])
      expect(await listDevices(await signIn(portal.origin, login))).toHaveLength(1)
  })
})

describe('RG-4 sign-in and access history', () => {
  test('RG-4 successful and failed sign-ins, sign-outs and changes, newest first, never another person’s', async () => {
    await new Client(portal.origin).signIn('MEMBERWY', 'Wrong-1A')
    const other = await signInFrom(agents.phone, 'MEMBERWY')
    await make(other, calls.logout, {})
    const client = await signInFrom(agents.computer, 'MEMBERWY')
    await make(client, calls.stepUp, { body: { password: 'Wrong-1A' } })
    await make(client, calls.stepUp, { body: { password: 'Welcome1!' } })
    await addPasskey(client)
    await signIn(portal.origin, 'MEMBERID')
    await make(client, calls.updatePerson, { params: { storeID: '10151' }, body: { nickName: 'Wy' } })
    await make(client, calls.getUserInfo, {})

    const { events, next } = await readHistory(client)
    expect(next).toBeNull()
    expect(events.map(({ kind }) => kind)).toEqual([
      'profile-changed',
      'passkey-added',
      'confirmed',
      'confirm-refused',
      'signed-in',
      'signed-out',
      'signed-in',
      'sign-in-refused',
    ])
    expect(events[4]).toMatchObject({
      method: 'password',
      device: { kind: 'computer', browser: 'Chrome', system: 'Windows' },
      address: '127.0.0.1',
    })
    // An attempt without a user agent is shown by its address alone.
    expect(events[7]).toMatchObject({ method: null, device: null, address: '127.0.0.1' })
    expect(JSON.stringify(events)).not.toMatch(/GEN-|\.change|\.add/)
  })

  test('RG-4 it continues page by page, without repeats or gaps', async () => {
    const client = await signIn(portal.origin, 'MEMBERMN')
    for (let count = 0; count < 44; count++) {
      await make(client, calls.updatePerson, { params: { storeID: '10151' }, body: { nickName: `N${count}` } })
    }
    const seen: string[] = []
    const pages: number[] = []
    for (let before: string | null | undefined; before !== null; ) {
      const page = await readHistory(client, before)
      seen.push(...page.events.map(({ eventId }) => eventId))
      pages.push(page.events.length)
      before = page.next
    }
    expect(pages).toEqual([20, 20, 5])
    expect(new Set(seen).size).toBe(45)
    for (const before of ['x', '2026-11-20T00:00:00.000Z', `_${uuidv7()}`, "'; drop table audit_event"]) {
      const answer = await make(client, calls.accessHistory, { query: { before } })
      expect([answer.status, listErrorCodes(answer)]).toEqual([400, ['FIELD-INVALID']])
    }
  })

  test('CS-1 RG-4 the person sees that staff used their account and what they viewed, once per session, without staff’s login ID', async () => {
    const client = await signIn(portal.origin, 'MEMBERID')
    const actions = [
      'simulation.start',
      'overview.read',
      'messages.list',
      'messages.list',
      'message.read',
      'claims.read',
    ]
    const all = [...actions, 'person-state.change', 'messages.list', 'message.send', 'simulation.end']
    await actFor(
      'MEMBERID',
      all.map((action) => ({ action })),
    )

    const { events } = await readHistory(client)
    expect(events.slice(0, 7).map(({ kind }) => kind)).toEqual([
      'staff-ended',
      'staff-changed',
      'staff-viewed',
      'staff-viewed-messages',
      'staff-viewed-overview',
      'staff-began',
      'signed-in',
    ])
    for (const { device, address, person } of events.slice(0, 6))
      expect([device, address, person]).toEqual([null, null, 'Carl'])
    expect(JSON.stringify(events)).not.toContain('CSRREP01')
    // The rep's own history does not show it.
    expect(await listKinds(await signIn(portal.origin, 'CSRREP01'))).toEqual(['signed-in'])
  })

  test.each([
    ['attachment.view', 'staff-viewed-messages'],
    ['attachment.download', 'staff-viewed-messages'],
    ...[
      ...['claim.eob', 'claims.export', 'spending.export', 'drugs.search', 'cost.search', 'finder.print'],
      ...['form.document', 'letter.contact-card'],
    ].map((action) => [action, 'staff-viewed']),
    ['finder.send', 'staff-changed'],
  ])('CS-1 RG-4 for staff, %s is shown as %s', async (action, kind) => {
    const client = await signIn(portal.origin, 'MEMBERMN')
    await actFor('MEMBERMN', [{ action }])
    const { events } = await readHistory(client)
    expect(events.slice(0, 2)).toMatchObject([
      { kind, person: 'Carl' },
      { kind: 'signed-in', person: null },
    ])
  })

  test('CS-1 RG-3 RG-4 a mere read of a member’s data is never shown as a change', async () => {
    const reads = Object.values<Call>(calls).filter(
      (call) =>
        (!call.changes || call.onlyReads) && call.audience.by !== 'anyone' && call.audience.roles.includes('MEMBER'),
    )
    const actions = new Set(reads.flatMap(({ audit }) => [audit ?? []].flat().flatMap(({ action }) => action)))
    expect(actions).toContain('cost.kept')
    const told: [string, string | undefined][] = []
    for (const action of actions) {
      await portal.database.read.deleteFrom('sign_in_limit').execute()
      const client = await signIn(portal.origin, 'MEMBERWY')
      await actFor('MEMBERWY', [{ action }])
      told.push([action, (await listKinds(client))[0]])
    }
    expect(told.filter(([, kind]) => !kind?.startsWith('staff-viewed'))).toEqual([])
  })

  test('MC-6 RG-4 a patient sees that staff opened their claim or form, in anyone’s conversation', async () => {
    const { member_id: memberId } = await readAccount('MEMBERMN')
    const { account_id: accountId } = await readAccount('CSRREP01')
    const origin = { address: '10.1.2.3', requestId: uuidv7() }
    for (const action of ['workspace.claim', 'workspace.form']) {
      const client = await signIn(portal.origin, 'MEMBERMN')
      const rep = { accountId, loginId: 'CSRREP01', sessionId: uuidv7(), memberId: null, actor: null }
      await portal.database.transaction((tx) => audit(tx, rep, { action, memberId }, { origin, now: new Date() }))
      const { events } = await readHistory(client)
      expect(events.slice(0, 2)).toMatchObject([{ kind: 'staff-viewed', person: 'Carl' }, { kind: 'signed-in' }])
    }
  })

  test('CS-1 RG-4 a refused action of staff is not shown as done, and hides no later one', async () => {
    const rep = await actForMember(portal.origin, 'MEMBERWV')
    const refused = await make(rep, calls.updateProfile, { body: { nickName: 'Rep' } })
    expect(refused.status).toBe(403)
    const sessionId = uuidv7()
    await actFor('MEMBERWV', [{ action: 'claims.read', outcome: 'refused' }], sessionId)
    const client = await signIn(portal.origin, 'MEMBERWV')
    expect((await listKinds(client)).slice(0, 2)).toEqual(['signed-in', 'staff-began'])
    await actFor('MEMBERWV', [{ action: 'claims.read' }], sessionId)
    expect((await listKinds(client)).slice(0, 3)).toEqual(['staff-viewed', 'signed-in', 'staff-began'])
  })

  test('CS-1 RG-4 the person sees who in customer service acted for them, and why', async () => {
    const rep = await signIn(portal.origin, 'CSRREP01')
    const params = { storeID: '10151', logonID: 'MEMBERDE' } as const
    const body = { reason: 'Asked for a copy of the ID card', ticket: 'T-1001' }
    expect((await make(rep, calls.startSimulation, { params, body })).status).toBe(200)
    const { events } = await readHistory(await signIn(portal.origin, 'MEMBERDE'))
    const told = events.slice(0, 2).map(({ kind, person, reason }) => ({ kind, person, reason }))
    expect(told).toEqual([
      { kind: 'signed-in', person: null, reason: null },
      { kind: 'staff-began', person: 'Carl', reason: body.reason },
    ])
    expect(JSON.stringify(events)).not.toMatch(/Repp|T-1001/)
  })

  /** A customer service rep's actions in one session of acting for someone. */
  async function actFor(
    loginId: string,
    events: readonly { readonly action: string; readonly outcome?: 'refused' }[],
    sessionId = uuidv7(),
  ): Promise<void> {
    const { account_id: accountId, member_id: memberId } = await readAccount(loginId)
    const rep = await readAccount('CSRREP01')
    const actor = { accountId, loginId, sessionId, memberId, actor: { accountId: rep.account_id, loginId: 'CSRREP01' } }
    const origin = { address: '10.1.2.3', requestId: uuidv7() }
    for (const event of events)
      await portal.database.transaction((tx) =>
        audit(tx, actor, { ...event, recordType: 'member', recordId: memberId }, { origin, now: new Date() }),
      )
  }

  async function readAccount(loginId: string) {
    return readByLogin(portal.database.read, loginId)
  }
})
