import type { Call } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { startSimulation } from '@portico/contract/calls/simulation'
import type { Updateable } from 'kysely'
import { expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { createStatement } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { hashSecret } from '../tokens/secrets.ts'
import { sessionProven } from './session-statement.ts'
import { createSessions } from './sessions.ts'

const portal = testPortal()

const findToken = (client: Client) => client.cookies.get('LtpaToken2') ?? ''
const list = (client: Client) => make(client, calls.listClaims, {})
/** A call whose session is proven in its own statement, and one whose session is proven beforehand. */
const asking = { inQuery: list, before: (client: Client) => make(client, calls.overview, {}) }
const ways = ['inQuery', 'before'] as const

/** A member whose session is remembered, because it has answered before. */
async function rememberMember(): Promise<Client> {
  const client = await memberClient(portal.origin, 'MEMBER01')
  for (const ask of [list, list, asking.before]) expect((await ask(client)).status).toBe(200)
  return client
}

function findSession(client: Client) {
  return portal.database.read
    .selectFrom('session')
    .selectAll()
    .where('token_hash', '=', hashSecret(findToken(client)))
    .executeTakeFirstOrThrow()
}

async function change(client: Client, changed: Updateable<Tables['session']>) {
  const { session_id } = await findSession(client)
  await portal.database.read.updateTable('session').set(changed).where('session_id', '=', session_id).execute()
}

async function countReads(client: Client): Promise<number> {
  const { session_id } = await findSession(client)
  const rows = portal.database.read.selectFrom('audit_event').select('event_id')
  return (await rows.where('session_id', '=', session_id).where('action', '=', 'claims.read').execute()).length
}

/** Every call that a remembered cookie can reach; a new one must be tested here before it is trusted. */
const reached = {
  listClaims: (client: Client) => make(client, calls.listClaims, {}),
  searchClaims: (client: Client) => make(client, calls.searchClaims, { body: { q: 'visit' } }),
}

test('SE-4 no other call accepts a remembered cookie', () => {
  const found = Object.entries<Call>(calls).filter(
    ([, { audience, liveness }]) => liveness === 'in-query' && audience.by === 'session',
  )
  expect(found.map(([name]) => name).sort()).toEqual(Object.keys(reached).sort())
})

test.each(Object.entries(reached))('SE-4 SO-4 %s judges a session by its current state', async (_, ask) => {
  const client = await rememberMember()
  expect((await ask(client)).status).toBe(200)
  await change(client, { password_due: true })
  expect(listErrorCodes(await ask(client))).toEqual(['PASSWORD-CHANGE-REQUIRED'])
  await change(client, { password_due: false })
  expect((await ask(client)).status).toBe(200)
  await make(client.copy(), calls.logout, {})
  expect(listErrorCodes(await ask(client))).toEqual(['NO-SESSION'])
})

test.each(ways)('SO-4 %s: a session that was ended elsewhere is refused at once, and nothing is read', async (way) => {
  const client = await rememberMember()
  const reads = await countReads(client)
  await make(client.copy(), calls.logout, {})
  const refused = await asking[way](client)
  expect([refused.status, listErrorCodes(refused)]).toEqual([401, ['NO-SESSION']])
  expect(await countReads(client)).toBe(reads)
})

const changes = [
  [{ last_seen_at: new Date(0) }, 'NO-SESSION'],
  [{ expires_at: new Date(0) }, 'NO-SESSION'],
  [{ password_due: true }, 'PASSWORD-CHANGE-REQUIRED'],
  [{ factor_due: true }, 'SECOND-FACTOR-DUE'],
  [{ role: 'VISITOR' }, 'WRONG-ROLE'],
] as const
test.each(ways.flatMap((way) => changes.map(([changed, code]) => [way, changed, code] as const)))(
  'SE-4 RO-4 %s: a session that has become %j is judged accordingly at once',
  async (way, changed, code) => {
    const client = await rememberMember()
    const before = await findSession(client)
    const reads = await countReads(client)
    await change(client, changed)
    expect(listErrorCodes(await asking[way](client))).toEqual([code])
    expect(await countReads(client)).toBe(reads)
    await change(client, { ...before, scopes: null })
    expect((await asking[way](client)).status).toBe(200)
  },
)

test.each(ways)('RO-4 %s: the owner of a session is read again when it has changed', async (way) => {
  const client = await rememberMember()
  const other = await memberClient(portal.origin, 'MEMBER02')
  const { member_id } = await findSession(other)
  await change(client, { member_id })
  expect((await asking[way](client)).body.payload).toEqual((await asking[way](other)).body.payload)
})

test.each(ways)('CS-1 %s: a simulation is refused as soon as the rep’s own session has ended', async (way) => {
  const rep = new Client(portal.origin)
  await rep.signIn('CSRREP01')
  const own = rep.copy()
  const why = { reason: 'Asked for help with a claim', ticket: 'T-1001' }
  await make(rep, startSimulation, { params: { storeID: '10151', logonID: 'MEMBER01' }, body: why })
  for (let time = 0; time < 2; time++) expect((await asking[way](rep)).status).toBe(200)
  const { actor_session_id } = await findSession(rep)
  await portal.database.read
    .updateTable('session')
    .set({ ended_at: new Date(), ended_reason: 'signed-out' })
    .where('session_id', '=', actor_session_id)
    .execute()
  expect([findToken(own) === findToken(rep), listErrorCodes(await asking[way](rep))]).toEqual([false, ['NO-SESSION']])
})

test('SE-4 a remembered session proves nothing alone: its row must be unchanged and live', async () => {
  const client = await memberClient(portal.origin, 'MEMBER01')
  const sessions = createSessions(portal.database, { idleS: 600, maxS: 3600 })
  const proof = createStatement<unknown, object>(undefined, `select from session where ${sessionProven}`)
  const isProven = async (now: Date, principal = sessions.recall(findToken(client))) =>
    principal !== null &&
    (await portal.database.run(proof, proof.bindValues(sessions.buildProof(principal, now)))).length === 1
  const now = new Date()
  expect(sessions.recall(findToken(client))).toBeNull()
  const found = await sessions.findByToken(findToken(client), now)
  expect(await isProven(now)).toBe(true)
  expect(await isProven(new Date(now.getTime() + 601_000))).toBe(false)
  await change(client, { user_agent: 'another' })
  expect([await isProven(now), await isProven(now, found)]).toEqual([false, true])
  await make(client.copy(), calls.logout, {})
  expect([await isProven(now, found), await sessions.findByToken(findToken(client), now)]).toEqual([false, null])
  expect(sessions.recall(findToken(client))).toBeNull()
})
