import { allowApp, readAppRequest } from '@portico/contract/calls/apps'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addApp, agree, authorizeAddress, begin, redirectUri, verifier } from '../../../test/apps.ts'
import { make } from '../../../test/call.ts'
import { type Client, signInClient } from '../../../test/client.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { createEmailService } from '../../mailing/email/service.ts'
import { tidyGrants } from './tidy-job.ts'

const portal = testPortal()
let tomas: Client
let brand: string

beforeAll(async () => {
  tomas = await signInClient(portal.origin, 'FAMILY01')
  const own = portal.database.read.selectFrom('account').select('brand').where('login_id', '=', 'FAMILY01')
  brand = (await own.executeTakeFirstOrThrow()).brand
  await addApp(portal.database, 'app')
})

async function tokenFor(whose: string | undefined, by = tomas): Promise<string> {
  const requestId = await begin(by, authorizeAddress(portal.origin, 'app', {}, brand))
  const code =
    (
      await agree(by, requestId, { ...(whose !== undefined && { whose }), sensitive: true, lasts: 'open' })
    ).searchParams.get('code') ?? ''
  const form = { grant_type: 'authorization_code', client_id: 'app', code, redirect_uri: redirectUri }
  const body = new URLSearchParams({ ...form, code_verifier: verifier })
  const answer = await fetch(`${portal.origin}/connect/${brand}/token`, { method: 'POST', body })
  return ((await answer.json()) as { readonly access_token: string }).access_token
}

async function read(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${portal.origin}/fhir/${brand}/r4/Nothing/1`, { headers })).status
}

const findGrant = async (name: string) => {
  const { rows } = await sql<{ whose: string; sensitive: boolean; ends_at: Date | null; ended_reason: string | null }>`
    select g.whose, g.sensitive, g.ends_at, g.ended_reason from app_grant g join member m on m.member_id = g.member_id
    where m.first_name = ${name} order by g.began_at desc limit 1`.execute(portal.database.read)
  return rows[0]
}
const parts = () => ({ database: portal.database, emails: createEmailService(dataKeyAt(portal.origin)) })

test('OS-40 OS-41 a child’s data goes to an app until the child turns 14, without sensitive data', async () => {
  const token = await tokenFor('Alma')
  expect(await read(token)).toBe(404)
  const grant = await findGrant('Alma')
  expect(grant).toMatchObject({ whose: 'child', sensitive: false })
  expect(grant?.ends_at).not.toBeNull()
  await sql`update member set date_of_birth = current_date - interval '15 years' where first_name = 'Alma'`.execute(
    portal.database.read,
  )
  expect(await read(token)).toBe(401)
  await tidyGrants(parts(), new Date())
  expect(await findGrant('Alma')).toMatchObject({ ended_reason: 'access-ended' })
})

test('OS-40 another’s data goes to an app only by the scope for apps, and ends with it', async () => {
  const scopes = (given: readonly string[]) =>
    sql`update person_access set scopes = ${JSON.stringify(given)}
      where member_id in (select member_id from member where first_name = 'Mirela')`.execute(portal.database.read)
  await scopes(['coverage', 'claims'])
  await expect(tokenFor('Mirela')).rejects.toThrow('FIELD-INVALID')
  await scopes(['coverage', 'claims', 'apps'])
  const token = await tokenFor('Mirela')
  expect(await read(token)).toBe(404)
  expect(await findGrant('Mirela')).toMatchObject({ whose: 'shared', sensitive: false })
  const told = portal.database.read.selectFrom('outbox').select('recipient').where('template', '=', 'app-connected')
  expect(new Set((await told.execute()).map(({ recipient }) => recipient)).size).toBeGreaterThan(1)
  await scopes(['coverage', 'claims'])
  expect(await read(token)).toBe(401)
})

test('OS-40 RG-3 a child under 14 with their own login ID lets no app read, unless the login is a guardian’s', async () => {
  const { read } = portal.database
  const ines = await read
    .updateTable('member')
    .set({ date_of_birth: `${new Date().getFullYear() - 13}-12-31` })
    .where('first_name', '=', 'Ines')
    .returning(['member_id', 'chip'])
    .executeTakeFirstOrThrow()
  const account = read.updateTable('account').where('login_id', '=', 'NORECORD1')
  await account.set({ member_id: ines.member_id }).execute()
  const child = await signInClient(portal.origin, 'NORECORD1')
  const listAsked = async () => {
    const askId = await begin(child, authorizeAddress(portal.origin, 'app', {}, brand))
    return { askId, people: (await make(child, readAppRequest, { params: { askId } })).body.payload.people }
  }
  const { askId, people } = await listAsked()
  expect(people).toEqual([])
  const body = { personId: ines.member_id, parts: [], sensitive: true, lasts: 'open' as const }
  expect((await make(child, allowApp, { params: { askId }, body })).status).toBe(404)
  await read.updateTable('member').set({ chip: true }).where('member_id', '=', ines.member_id).execute()
  expect((await listAsked()).people).toMatchObject([{ firstName: expect.any(String), whose: 'own' }])
  const back = { chip: ines.chip, date_of_birth: '2012-06-14' }
  await read.updateTable('member').set(back).where('member_id', '=', ines.member_id).execute()
  await account.set({ member_id: null }).execute()
})

describe('OS-40 grants from a child’s own account', () => {
  /** Moves the account holder's 14th birthday by some days before or after today. */
  const turn = (days: number) =>
    sql`update member set date_of_birth = ((now() at time zone 'America/New_York')::date + ${days}::int - interval '14 years')::date
      where first_name = 'Ines'`.execute(portal.database.read)
  const setChip = (chip: boolean) =>
    sql`update member set chip = ${chip}, guardian_verified_on = ${chip ? sql`current_date` : null}
      where first_name = 'Ines'`.execute(portal.database.read)
  let child: Client

  beforeAll(async () => {
    const { read } = portal.database
    const ines = read.selectFrom('member').select('member_id').where('first_name', '=', 'Ines')
    await read.updateTable('account').set({ member_id: ines }).where('login_id', '=', 'NORECORD1').execute()
    child = await signInClient(portal.origin, 'NORECORD1')
  })
  afterAll(async () => {
    await setChip(false)
    await sql`update member set date_of_birth = '2012-06-14' where first_name = 'Ines'`.execute(portal.database.read)
    await sql`update account set member_id = null where login_id = 'NORECORD1'`.execute(portal.database.read)
  })

  test('OS-40 ER-4 a guardian by the account of a young child: until the child is 14', async () => {
    await setChip(true)
    await turn(1)
    const token = await tokenFor(undefined, child)
    expect(await read(token)).toBe(404)
    const { ends_at } = (await findGrant('Ines')) ?? {}
    expect(ends_at?.getTime()).toBeGreaterThan(Date.now())
    expect(ends_at?.getTime()).toBeLessThan(Date.now() + 48 * 3_600_000)
    await turn(0)
    // As if given yesterday.
    await sql`update app_grant set changed_at = changed_at - interval '1 day', ends_at = null`.execute(
      portal.database.read,
    )
    expect(await read(token)).toBe(401)
    await tidyGrants(parts(), new Date())
    expect(await findGrant('Ines')).toMatchObject({ ended_reason: 'access-ended' })
  })

  test('OS-40 a young child’s grant, from before this was the parent’s decision: nothing from now on, and not at 14 either', async () => {
    await setChip(false)
    await turn(0)
    const [kept, early] = [await tokenFor(undefined, child), await tokenFor(undefined, child)]
    expect([await read(kept), await read(early)]).toEqual([404, 404])
    await tidyGrants(parts(), new Date())
    expect(await findGrant('Ines')).toMatchObject({ ended_reason: null })
    await turn(1)
    expect([await read(kept), await read(early)]).toEqual([401, 401])
    await tidyGrants(parts(), new Date())
    expect(await findGrant('Ines')).toMatchObject({ ended_reason: 'access-ended' })
    await turn(0)
    expect(await read(early)).toBe(401)
  })
})
