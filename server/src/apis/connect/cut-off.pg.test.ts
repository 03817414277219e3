import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addApp, agree, authorizeAddress, begin, redirectUri, verifier } from '../../../test/apps.ts'
import { type Client, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()
let member: Client

beforeAll(async () => {
  member = await signInClient(portal.origin, 'MEMBER01')
  await addApp(portal.database, 'app')
})

/** Runs work while the database refuses to store a kind of token, as if the server died at that moment. */
async function without<T>(kind: string, work: () => Promise<T>): Promise<T> {
  const { read } = portal.database
  await sql`alter table app_token add constraint cut_off check (kind <> ${sql.lit(kind)}) not valid`.execute(read)
  try {
    return await work()
  } finally {
    await sql`alter table app_token drop constraint cut_off`.execute(read)
  }
}

type Answer = { readonly status: number; readonly body: Readonly<Record<string, string>> }

async function ask(form: Readonly<Record<string, string>>): Promise<Answer> {
  const body = new URLSearchParams({ client_id: 'app', ...form })
  const answer = await fetch(`${portal.origin}/connect/hmbcbs/token`, { method: 'POST', body })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

const trade = (code: string) =>
  ask({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier })
const refresh = (token = '') => ask({ grant_type: 'refresh_token', refresh_token: token })

async function read(token = ''): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${portal.origin}/fhir/hmbcbs/r4/Nothing/1`, { headers })).status
}

const toCode = (back: URL) => back.searchParams.get('code') ?? ''
const askAgain = async () => toCode(await agree(member, await begin(member, authorizeAddress(portal.origin, 'app'))))

async function grants() {
  const all = portal.database.read.selectFrom('app_grant').select(['ended_reason', 'grant_id']).orderBy('began_at')
  return (await all.execute()).map(({ ended_reason }) => ended_reason)
}

test('OS-31 cut off between the grant and its code, nothing can be read, and asking again continues with the same grant', async () => {
  const requestId = await begin(member, authorizeAddress(portal.origin, 'app'))
  const back = await without('AuthorizationCode', () => agree(member, requestId))
  expect(toCode(back)).toBe('')
  expect(await grants()).toEqual([null])
  const { body } = await trade(await askAgain())
  expect(await read(body.access_token)).toBe(404)
  expect(await grants()).toEqual([null])
})

test.each(['AccessToken', 'RefreshToken'])(
  'OS-31 cut off between a code and its tokens (%s), no token is half stored, the code is spent, and asking again works',
  async (kind) => {
    const code = await askAgain()
    const before = (await grants()).length
    const cut = await without(kind, () => trade(code))
    expect(cut.status).toBe(500)
    expect(cut.body.access_token).toBeUndefined()
    expect((await trade(code)).body.error).toBe('invalid_grant')
    // A token sent twice may be stolen.
    expect((await grants()).at(before - 1)).toBe('reused')
    const { body } = await trade(await askAgain())
    expect(await read(body.access_token)).toBe(404)
  },
)

test('OS-31 cut off while tokens are refreshed, the refresh token can be tried again', async () => {
  const first = (await trade(await askAgain())).body
  for (const kind of ['AccessToken', 'RefreshToken']) {
    const cut = await without(kind, () => refresh(first.refresh_token))
    expect([cut.status, cut.body.access_token]).toEqual([500, undefined])
  }
  const { status, body } = await refresh(first.refresh_token)
  expect(status).toBe(200)
  expect(await read(body.access_token)).toBe(404)
})
