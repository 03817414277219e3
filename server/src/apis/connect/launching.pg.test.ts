import { launchApp, listConnectedApps, readAppRequest } from '@portico/contract/calls/apps'
import * as openid from 'openid-client'
import { beforeAll, expect, test } from 'vitest'
import { addApp, agree, authorizeAddress, begin, redirectUri } from '../../../test/apps.ts'
import { make } from '../../../test/call.ts'
import { type Client, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { eventsWith } from '../../../test/rows.ts'

const portal = testPortal()
let member: Client
let parent: Client
let brand: string
beforeAll(async () => {
  member = await signInClient(portal.origin, 'MEMBER01')
  parent = await signInClient(portal.origin, 'FAMILY01')
  const own = portal.database.read.selectFrom('account').select('brand').where('login_id', '=', 'FAMILY01')
  brand = (await own.executeTakeFirstOrThrow()).brand
  await addApp(portal.database, 'launched', { launch_url: 'https://app.example/launch?from=plan' })
  await addApp(portal.database, 'other', { launch_url: 'https://other.example/launch' })
  await addApp(portal.database, 'alone')
  await addApp(portal.database, 'over', { launch_url: 'https://over.example/launch', state: 'ended' })
})

const open = (client: Client, clientId: string, personId: string) =>
  make(client, launchApp, { body: { appId: clientId, personId } })
const listOffered = async (client: Client) => (await make(client, listConnectedApps, {})).body.payload
async function launchFor(
  client: Client,
  firstName: string,
): Promise<{ readonly personId: string; readonly launch: string; readonly iss: string }> {
  const { people } = await listOffered(client)
  const personId = people.find((one) => one.firstName === firstName)?.personId ?? people[0]?.personId ?? ''
  const address = new URL((await open(client, 'launched', personId)).body.payload.to)
  expect([address.origin + address.pathname, address.searchParams.get('from')]).toEqual([
    'https://app.example/launch',
    'plan',
  ])
  return { personId, launch: address.searchParams.get('launch') ?? '', iss: address.searchParams.get('iss') ?? '' }
}

test('OS-34 the portal lists the apps that can be opened, and opens one for a child’s data: its token is only for these data, whatever else the person may share', async () => {
  expect((await listOffered(parent)).offered.map(({ clientId }) => clientId)).toEqual(['launched', 'other'])
  const { personId, launch, iss } = await launchFor(parent, 'Alma')
  expect(iss).toBe(`${portal.origin}/fhir/${brand}/r4`)
  const smart = (await (await fetch(`${iss}/.well-known/smart-configuration`)).json()) as {
    readonly issuer: string
    readonly capabilities: readonly string[]
  }
  expect(smart.capabilities).toEqual(expect.arrayContaining(['launch-ehr', 'context-ehr-patient']))
  const config = await openid.discovery(new URL(smart.issuer), 'launched', undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  })
  const verifier = openid.randomPKCECodeVerifier()
  const address = openid.buildAuthorizationUrl(config, {
    ...{ redirect_uri: redirectUri, scope: 'openid launch patient/*.rs', state: 'own state', aud: iss, launch },
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const requestId = await begin(parent, address)
  const { people } = (await make(parent, readAppRequest, { params: { askId: requestId } })).body.payload
  expect(people.map(({ firstName }) => firstName)).toEqual(['Alma'])
  const back = await agree(parent, requestId, { whose: 'Alma' })
  const tokens = await openid.authorizationCodeGrant(config, back, {
    pkceCodeVerifier: verifier,
    expectedState: 'own state',
  })
  expect(tokens.patient).toBe(personId)
  expect(tokens.scope?.split(' ')).toContain('launch')
  const events = await eventsWith(portal.database, { action: 'app.launch' })
  expect(events).toMatchObject([{ member_id: personId, record_type: 'app', outcome: 'done' }])
  // A launch works for one consent.
  expect(await begin(parent, address)).toBe('')
})

test('OS-34 a launch works only for its person, app and brand', async () => {
  const { launch } = await launchFor(member, '')
  // The app is told about another app, another brand or an invented launch, and no one is asked.
  expect(await begin(member, authorizeAddress(portal.origin, 'other', { launch }))).toBe('')
  expect(await begin(member, authorizeAddress(portal.origin, 'launched', { launch }, 'ms'))).toBe('')
  expect(await begin(member, authorizeAddress(portal.origin, 'launched', { launch: `${launch}x` }))).toBe('')
  // Another person who gets the address learns nothing from it.
  const stranger = await signInClient(portal.origin, 'MEMBER02')
  const requestId = await begin(stranger, authorizeAddress(portal.origin, 'launched', { launch }))
  expect((await make(stranger, readAppRequest, { params: { askId: requestId } })).status).toBe(404)
  const own = await begin(member, authorizeAddress(portal.origin, 'launched', { launch }))
  expect((await make(member, readAppRequest, { params: { askId: own } })).status).toBe(200)
  const secrets = await portal.database.read.selectFrom('app_token').selectAll().where('kind', '=', 'Launch').execute()
  expect(JSON.stringify(secrets)).not.toContain(launch)
})

test.each(['alone', 'over', 'nobody'])('OS-34 %s, which is not offered, is not opened', async (clientId) => {
  const { people } = await listOffered(member)
  expect((await open(member, clientId, people[0]?.personId ?? '')).status).toBe(404)
})

test('OS-34 OS-40 nobody opens an app for data that they may not share', async () => {
  const { people } = await listOffered(parent)
  for (const { personId } of people) expect((await open(member, 'launched', personId)).status).toBe(404)
})
