import { checkAppHosts, decideApp, listApps } from '@portico/contract/calls/apps'
import { sql } from 'kysely'
import * as oauth from 'oauth4webapi'
import { beforeAll, describe, expect, test } from 'vitest'
import { addApp, agree, authorizeAddress, begin } from '../../../test/apps.ts'
import { make } from '../../../test/call.ts'
import { type Client, signInClient } from '../../../test/client.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { createEmailService } from '../../mailing/email/service.ts'
import { sealedColumns } from '../../platform/sealed-columns.ts'
import { tidyGrants } from './tidy-job.ts'

const portal = testPortal({ SANDBOX_BRANDS: 'ms' })
const overHttp = { [oauth.allowInsecureRequests]: true }
let member: Client
let admin: Client

beforeAll(async () => {
  member = await signInClient(portal.origin, 'MEMBER01')
  admin = await signInClient(portal.origin, 'ADMIN001')
})

const beginAsking = (clientId: string, brand?: string) =>
  begin(member, authorizeAddress(portal.origin, clientId, {}, brand))
const metadata = {
  client_name: 'Year in Numbers',
  redirect_uris: ['https://app.example/callback'],
  contacts: ['dev@app.example'],
  token_endpoint_auth_method: 'none',
}

async function registerBy(body: object): Promise<{ readonly status: number; readonly body: Record<string, string> }> {
  const headers = { 'content-type': 'application/json' }
  const address = `${portal.origin}/connect/ms/apps`
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

describe('OS-36 registering', () => {
  test('a program registers by RFC 7591; the app works in the sandbox at once, and with real data once it was checked', async () => {
    const issuer = new URL(`${portal.origin}/connect/ms`)
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, overHttp))
    const answer = await oauth.dynamicClientRegistrationRequest(server, metadata, overHttp)
    const { client_id: clientId } = await oauth.processDynamicClientRegistrationResponse(answer)
    expect(await beginAsking(clientId, 'ms')).toMatch(/^[\w-]{20,}$/)
    expect(await beginAsking(clientId)).toBe('')

    const waiting = (await make(admin, listApps, {})).body.payload.apps[0]
    expect(waiting).toMatchObject({ clientId, state: 'waiting', people: 0, attestation: null })
    const decide = (state: 'listed' | 'refused' | 'ended', reason = '') =>
      make(admin, decideApp, { params: { appId: clientId }, body: { state, reason } })
    expect((await decide('refused')).status).toBe(400)
    // Staff see whose addresses these are before they decide.
    expect(waiting?.hosts).toBeNull()
    const checked = await make(admin, checkAppHosts, { params: { appId: clientId } })
    expect(checked.body.payload.apps.find((one) => one.clientId === clientId)?.hosts?.found).toEqual([
      { host: 'app.example', proof: 'none' },
    ])
    expect((await decide('listed')).status).toBe(200)
    expect(await agree(member, await beginAsking(clientId))).toMatchObject({ host: 'app.example' })
    expect((await make(admin, listApps, {})).body.payload.apps.find((one) => one.clientId === clientId)?.people).toBe(1)
    await decide('ended', 'It sends data elsewhere.')
    expect(await beginAsking(clientId)).toBe('')
    expect(await beginAsking(clientId, 'ms')).toBe('')
    expect((await decide('listed')).status).toBe(404)
    const left = portal.database.read.selectFrom('app_grant').select('ended_reason').where('client_id', '=', clientId)
    expect(await left.execute()).toEqual([{ ended_reason: 'app-ended' }])
  })

  test.each([
    ['no name', { client_name: '' }, 'invalid_client_metadata'],
    ['a script as address', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['a fragment', { redirect_uris: ['https://app.example/#x'] }, 'invalid_redirect_uri'],
    ['a wildcard', { redirect_uris: ['https://*.app.example/'] }, 'invalid_redirect_uri'],
    ['a script as site', { client_uri: 'javascript:alert(1)' }, 'invalid_client_metadata'],
    ['keys that are secret', { jwks: { keys: [{ kty: 'RSA', d: 'secret' }] } }, 'invalid_client_metadata'],
    [
      'keys by an address that is not https',
      { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'http://10.0.0.1/' },
      'invalid_client_metadata',
    ],
    ['no contact', { contacts: [] }, 'invalid_client_metadata'],
    ['another way of granting', { grant_types: ['password'] }, 'invalid_client_metadata'],
  ])('refuses %s', async (_what, more, error) => {
    expect(await registerBy({ ...metadata, ...more })).toMatchObject({ status: 400, body: { error } })
  })

  test('OS-36 the maker gets an e-mail about each decision, once, with the reason', async () => {
    const { body } = await registerBy({ ...metadata, contacts: ['maker@app.example'] })
    const decide = (state: 'listed' | 'refused' | 'ended', reason = '') =>
      make(admin, decideApp, { params: { appId: body.client_id ?? '' }, body: { state, reason } })
    const refuse = () => decide('refused', 'The address does not answer.')
    await Promise.all([refuse(), refuse(), refuse()])
    await refuse()
    await decide('listed')
    await decide('ended', 'It sells what it reads.')
    expect((await decide('ended', 'It sells what it reads.')).status).toBe(404)
    const { rows } = await sql<{
      email_id: string
      template: string
      sealed_values: Buffer
      for_member_id: string | null
    }>`
      select * from outbox where recipient = 'maker@app.example' order by created_at, email_id`.execute(
      portal.database.read,
    )
    const key = dataKeyAt(portal.origin)
    const told = rows.map(({ email_id, template, sealed_values }) => {
      const { appName, reason } = JSON.parse(
        key.open(sealed_values, sealedColumns.outbox.nameSeal(email_id)).toString(),
      )
      return [template, appName, reason]
    })
    expect(told).toEqual([
      ['app-refused', 'Year in Numbers', 'The address does not answer.'],
      ['app-approved', 'Year in Numbers', undefined],
      ['app-stopped', 'Year in Numbers', 'It sells what it reads.'],
    ])
    expect(rows.map(({ for_member_id }) => for_member_id)).toEqual([null, null, null])
  })

  test('OS-37 with an attestation, and a secret that is shown once', async () => {
    const attestation = { sells: true, keepsMonths: null, deletes: false, hipaa: false }
    const { body } = await registerBy({ ...metadata, token_endpoint_auth_method: 'client_secret_basic', attestation })
    const { client_id: clientId, client_secret: secret } = body
    expect(secret).toMatch(/^[\w-]{43}$/)
    const { apps } = (await make(admin, listApps, {})).body.payload
    const authMethod = 'client_secret_basic'
    expect(apps.find((one) => one.clientId === clientId)).toMatchObject({ attestation, authMethod })
    expect(JSON.stringify(await portal.database.read.selectFrom('app').selectAll().execute())).not.toContain(secret)
  })

  test('invisible characters in a name are not kept: they could make one app look like another', async () => {
    const { body } = await registerBy({
      ...metadata,
      client_name: 'Year\u202e\u200b\nin Numbers',
      organization: '\u2066Ours',
    })
    const app = portal.database.read.selectFrom('app').select(['name', 'maker'])
    const kept = await app.where('client_id', '=', body.client_id ?? '').executeTakeFirst()
    expect(kept).toEqual({ name: 'Year in Numbers', maker: 'Ours' })
    expect(body.client_name).toBe('Year in Numbers')
  })

  test('OS-43 one address may register only so many apps an hour', async () => {
    const statuses: number[] = []
    while (statuses.length < 30 && statuses.at(-1) !== 429) statuses.push((await registerBy(metadata)).status)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('OS-39 grants that expire', () => {
  test('a person is told 30 days before, once, and at the end', async () => {
    await addApp(portal.database, 'months')
    await agree(member, await beginAsking('months'))
    const grant = await portal.database.read
      .selectFrom('app_grant')
      .selectAll()
      .where('client_id', '=', 'months')
      .executeTakeFirstOrThrow()
    const parts = { database: portal.database, emails: createEmailService(dataKeyAt(portal.origin)) }
    const ends = grant.ends_at?.getTime() ?? 0
    const listSent = async () =>
      (await portal.database.read.selectFrom('outbox').select('template').orderBy('created_at').execute())
        .map(({ template }) => template)
        .filter((template) => template.startsWith('app-'))
    const before = (await listSent()).length
    const day = 24 * 60 * 60_000
    for (const days of [-31, -29, -28, 1]) await tidyGrants(parts, new Date(ends + days * day))
    expect((await listSent()).slice(before)).toEqual(['app-ending', 'app-ended'])
    const after = portal.database.read
      .selectFrom('app_grant')
      .select('ended_reason')
      .where('grant_id', '=', grant.grant_id)
    expect(await after.executeTakeFirst()).toEqual({ ended_reason: 'over' })
  })
})
