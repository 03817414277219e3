import * as calls from '@portico/contract/calls/connections'
import { validateSession } from '@portico/contract/calls/identity'
import { producerSchema, userSchema } from '@portico/rules/scim/names'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, signInClient } from '../../../test/client.ts'
import { countWaiting, isAwaited } from '../../../test/gate.ts'
import { type OddProvider, startOddProvider, switchOn } from '../../../test/odd-provider.ts'
import { testPortal } from '../../../test/portal.ts'
import { addProvider, startProvider } from '../../../test/provisioned.ts'

const portal = testPortal()
const audiences = ['staff', 'agents'] as const
type Audience = (typeof audiences)[number]
let provider: OddProvider
const kept = {} as Record<Audience, { connectionId: string; scim: ReturnType<typeof startProvider> }>

beforeAll(async () => {
  provider = await startOddProvider()
  const admin = await signInClient(portal.origin, 'ADMIN001')
  for (const audience of audiences) {
    const settings = {
      ...{ kind: 'oidc' as const, nameClaim: 'preferred_username', groupsClaim: '', trustsFactor: false },
      ...{ factorValues: [], issuer: provider.issuer, clientId: 'portico' },
    }
    const body = { name: audience, brand: 'hmbcbs', audience, domains: [], settings }
    const made = await make(admin, calls.makeConnection, { body })
    const connectionId = made.body.payload.connections.find(({ name }) => name === audience)?.connectionId ?? ''
    await switchOn(portal.database, connectionId)
    const { secret } = await addProvider(portal.database, 'hmbcbs', { audience })
    kept[audience] = { connectionId, scim: startProvider(portal.origin, 'hmbcbs', secret) }
  }
})
afterAll(() => provider.close())

let made = 0
/** A person whom the provider manages, and how they sign in. */
async function provide(audience: Audience) {
  made += 1
  const { connectionId, scim } = kept[audience]
  const userName = `race.${made}@plan.example`
  const agent = { [producerSchema]: { npn: String(7_000_000 + made), agencies: [] } }
  const sent = { schemas: [userSchema], userName, active: true, ...(audience === 'agents' && agent) }
  const created = await scim('POST', '/Users', sent)
  expect(created.status).toBe(201)
  const account = await portal.database.read
    .selectFrom('scim_user')
    .select('account_id')
    .where('user_id', '=', created.body.id)
    .executeTakeFirstOrThrow()
  const signIn = async (sub: string, name = userName) => {
    const client = new Client(portal.origin)
    const to = new URL((await client.get(`/sso/${connectionId}/start`)).headers.get('location') ?? '')
    const { nonce = '', state = '' } = Object.fromEntries(to.searchParams)
    const token = await new SignJWT({ iss: provider.issuer, aud: 'portico', sub, nonce, preferred_username: name })
      .setProtectedHeader({ alg: 'RS256', kid: provider.kid })
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(provider.privateKey)
    provider.answerWith(() => token)
    const answer = await client.get(`/sso/${connectionId}/answer?${new URLSearchParams({ code: 'a-code', state })}`)
    return { client, status: answer.status, works: (await make(client, validateSession, {})).status === 200 }
  }
  const end = {
    'active false': () =>
      scim('PATCH', `/Users/${created.body.id}`, { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] }),
    DELETE: () => scim('DELETE', `/Users/${created.body.id}`),
  }
  return { accountId: account.account_id, userId: created.body.id, scim, sent, signIn, end }
}

async function countSessions(accountId: string): Promise<number> {
  const open = await portal.database.read
    .selectFrom('session')
    .select('session_id')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute()
  return open.length
}

/** Starts calls that compete for one account, each once the previous one waits for it. */
async function meetAt<T extends readonly (() => Promise<unknown>)[]>(accountId: string, starts: T) {
  let begun: Promise<unknown>[] = []
  await portal.database.transaction(async (tx) => {
    await sql`select from account where account_id = ${accountId} for update`.execute(tx)
    begun = []
    for (const start of starts) {
      begun.push(start())
      await expect.poll(() => countWaiting(tx)).toBe(begun.length)
    }
  })
  return Promise.all(begun) as Promise<{ [At in keyof T]: Awaited<ReturnType<T[At]>> }>
}

describe('OS-67 deprovisioning at the moment of a sign-in', () => {
  test.each(
    audiences.flatMap((audience) =>
      (['active false', 'DELETE'] as const).flatMap((by) =>
        ([true, false] as const).map((first) => [audience, by, first ? 'first' : 'last', first] as const),
      ),
    ),
  )('OS-67 deprovisioning %s by %s, which comes %s, leaves no session', async (audience, by, _when, isFirst) => {
    const { accountId, signIn, end } = await provide(audience)
    expect((await signIn(accountId)).works).toBe(true)
    const both = isFirst ? ([end[by], () => signIn(accountId)] as const) : ([() => signIn(accountId), end[by]] as const)
    await meetAt(accountId, both)
    expect(await countSessions(accountId)).toBe(0)
    expect((await signIn(accountId)).works).toBe(false)
  })

  test.each(audiences)(
    'OS-61 OS-67 deprovisioning %s before their first sign-in has linked them does not link the next person with their name',
    async (audience) => {
      const { accountId, scim, sent, signIn, end } = await provide(audience)
      const { connectionId } = kept[audience]
      const before = `before ${accountId}`
      let coming: ReturnType<typeof signIn> | undefined
      let following: Promise<unknown> | undefined
      const undone = new Error('undone')
      await portal.database
        .transaction(async (tx) => {
          await tx
            .insertInto('identity_link')
            .values({ connection_id: connectionId, account_id: accountId, created_at: new Date() })
            .execute()
          coming = signIn(before)
          await expect.poll(() => isAwaited(tx)).toBe(true)
          following = end.DELETE().then(() => scim('POST', '/Users', sent))
          // Either it waits, too, or it has finished.
          await Promise.race([following, expect.poll(() => countWaiting(tx)).toBe(2)])
          throw undone
        })
        .catch((error: unknown) => {
          if (error !== undone) throw error
        })
      await Promise.all([coming, following])
      expect(await countSessions(accountId)).toBe(0)
      expect((await signIn(before, 'another name')).works).toBe(false)
      expect((await signIn(`after ${accountId}`)).works).toBe(true)
    },
  )

  test.each(audiences)(
    'OS-66 deprovisioning and creating %s at the same moment creates no account twice and deletes none twice',
    async (audience) => {
      for (let round = 0; round < 6; round += 1) {
        const { accountId, userId, scim, sent, end } = await provide(audience)
        const answers = await Promise.all([
          end.DELETE(),
          scim('POST', '/Users', sent),
          end['active false'](),
          scim('POST', '/Users', sent),
          end.DELETE(),
        ])
        for (const { status } of answers) expect([200, 201, 204, 404, 409]).toContain(status)
        expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
        expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1)
        const { rows } = await sql<{ kept: number; ended: boolean }>`
        select (select count(*)::int from scim_user u where u.account_id = a.account_id and deleted_at is null) as kept,
          ended_at is not null as ended from account a where account_id = ${accountId}`.execute(portal.database.read)
        expect(rows).toEqual([rows[0]?.kept === 1 ? { kept: 1, ended: false } : { kept: 0, ended: true }])
        expect((await scim('GET', `/Users/${userId}`)).status).toBe(404)
      }
    },
  )
})
