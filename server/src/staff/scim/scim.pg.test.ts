import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { producerSchema, userSchema } from '@portico/rules/scim/names'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, memberClient, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { addProvider, type ScimAnswer, startProvider } from '../../../test/provisioned.ts'
import { eventsWith } from '../../../test/rows.ts'
import { testClient } from '../../../test/signed-in.ts'
import { hashSecret } from '../../identity/tokens/secrets.ts'

const portal = testPortal()
const nora = testClient(portal, 'ADMIN001')
const leo = testClient(portal, 'ADMIN002')
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const password = 'Kestrel-47-Ridge'

type Provider = ReturnType<typeof startProvider>
let invites: Provider
let provider: Provider
let agents: Provider
let elsewhere: Provider

beforeAll(async () => {
  const start = async (brand: string, how?: Parameters<typeof addProvider>[2]) =>
    startProvider(portal.origin, brand, (await addProvider(portal.database, brand, how)).secret)
  invites = await start('hmbcbs', { invites: true })
  provider = await start('hmbcbs')
  agents = await start('hmbcbs', { audience: 'agents' })
  elsewhere = await start('ndbcbs')
})

let made = 0
/** A name that nobody has had. */
const newName = () => {
  made += 1
  return `SCIM${String(made).padStart(4, '0')}`
}
const person = (userName: string, more: object = {}) => ({
  schemas: [userSchema],
  userName,
  name: { givenName: 'Tia', familyName: 'Provided' },
  emails: [{ value: `${userName.toLowerCase()}@plan.example`, type: 'work', primary: true }],
  active: true,
  ...more,
})
const patch = (...Operations: object[]) => ({ schemas: [patchOp], Operations })
const findAccount = (loginId: string) =>
  portal.database.read.selectFrom('account').selectAll().where('login_id', '=', loginId).executeTakeFirst()
const toRefusal = ({ status, body }: ScimAnswer) => [status, body.scimType ?? null]
/** Gives a group a meaning, as two administrators do. */
async function giveMeaning(groupId: string, entitlements: string[], brands: string[] = ['hmbcbs']): Promise<void> {
  const body = { entitlements: entitlements as never[], brands }
  const asked = await make(leo, calls.changeScimGroup, { params: { groupId }, body })
  expect([asked.status, asked.body.payload.outcome]).toEqual([200, 'waiting'])
  const { requests } = (await make(nora, calls.searchStaff, { body: { text: '' } })).body.payload
  const request = requests.filter(({ kind }) => kind === 'scim-group').at(-1)
  const params = { requestId: request?.requestId ?? '' }
  expect(listErrorCodes(await make(leo, calls.decideStaffRequest, { params, body: { confirm: true } }))).toEqual([
    'CONFLICT',
  ])
  expect((await make(nora, calls.decideStaffRequest, { params, body: { confirm: true } })).status).toBe(200)
}
/** Chooses a password with the link, and signs in. */
async function getIn(loginId: string): Promise<Client> {
  const account = await findAccount(loginId)
  const changed = await portal.database.read
    .updateTable('recovery_ticket')
    .set({ ticket_hash: hashSecret(`ticket ${loginId}`) })
    .where('account_id', '=', account?.account_id ?? '')
    .executeTakeFirst()
  expect(changed.numUpdatedRows).toBe(1n)
  const body = { ticket: `ticket ${loginId}`, newPassword: password }
  expect((await make(new Client(portal.origin), calls.resetPassword, { body })).status).toBe(200)
  return signInClient(portal.origin, loginId, password)
}

describe('OS-66 people whom an identity provider manages', () => {
  test('OS-66 a created person is invited, reads back as sent, keeps the account when renamed, and is found by indexed attributes', async () => {
    const userName = newName()
    const created = await invites('POST', '/Users', person(userName.toLowerCase(), { externalId: 'x-1', title: 'Rep' }))
    const { id, meta } = created.body
    expect([created.status, created.headers.get('location'), created.headers.get('etag')]).toEqual([
      ...[201, `${portal.origin}/scim/hmbcbs/v2/Users/${id}`, 'W/"1"'],
    ])
    expect(created.headers.get('content-type')).toMatch(/^application\/scim\+json/)
    expect(created.body).toMatchObject({
      userName: userName.toLowerCase(),
      externalId: 'x-1',
      active: true,
      groups: [],
    })
    expect(created.body.title).toBeUndefined()
    const account = await findAccount(userName)
    expect(account).toMatchObject({ role: 'INTERNAL', brand: 'hmbcbs', first_name: 'Tia', entitlements: [] })
    await getIn(userName)

    for (const filter of [
      `userName eq "${userName}"`,
      'externalId eq "x-1" and active eq true',
      `emails[type eq "work"].value eq "${userName}@PLAN.example"`,
      `id eq "${id}" or userName sw "nobody"`,
      `not (active eq false) and userName sw "${userName}"`,
    ]) {
      const found = await provider('GET', `/Users?filter=${encodeURIComponent(filter)}&attributes=userName`)
      expect([filter, found.status, found.body.totalResults]).toEqual([filter, 200, 1])
      expect(found.body.Resources).toEqual([{ schemas: [userSchema], id, userName: userName.toLowerCase() }])
    }
    const none = await provider('GET', '/Users?filter=userName%20eq%20%22nobody99%22')
    expect([none.status, none.body.totalResults, none.body.Resources]).toEqual([200, 0, []])

    const newer = newName()
    const renamed = await invites('PUT', `/Users/${id}`, person(newer), { 'if-match': meta.version })
    expect([renamed.status, renamed.headers.get('etag'), renamed.body.userName]).toEqual([200, 'W/"2"', newer])
    expect((await findAccount(newer))?.account_id).toBe(account?.account_id)
    expect(toRefusal(await invites('PUT', `/Users/${id}`, person(userName), { 'if-match': 'W/"1"' }))).toEqual([
      412,
      null,
    ])
    expect((await provider('GET', `/Users/${id}`, undefined, { 'if-none-match': 'W/"2"' })).status).toBe(304)
    expect(toRefusal(await invites('PUT', `/Users/${id}`, person('MEMBER01')))).toEqual([409, 'uniqueness'])
  })

  test('OS-66 startIndex and count walk through everyone once', async () => {
    for (let one = 0; one < 3; one += 1) await provider('POST', '/Users', person(newName()))
    const all = (await provider('GET', '/Users?count=200')).body
    const ids: string[] = []
    for (let at = 1; at <= all.totalResults; at += 2)
      ids.push(
        ...(await provider('GET', `/Users?startIndex=${at}&count=2`)).body.Resources.map(
          (one: { id: string }) => one.id,
        ),
      )
    expect(ids).toEqual(all.Resources.map((one: { id: string }) => one.id))
    const none = await provider('GET', '/Users?count=0&startIndex=-5')
    expect([none.body.totalResults, none.body.startIndex, none.body.itemsPerPage]).toEqual([all.totalResults, 1, 0])
  })

  test('OS-66 the same create twice at the same moment gives one account and one 409', async () => {
    for (const api of [provider, agents]) {
      const userName = newName()
      const answers = await Promise.all([1, 2].map(() => api('POST', '/Users', person(userName))))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
      expect(answers.find(({ status }) => status === 409)?.body.scimType).toBe('uniqueness')
    }
  })

  test('OS-66 a person deleted and created again has the earlier account, under a new id', async () => {
    const userName = newName()
    const first = await provider('POST', '/Users', person(userName))
    const account = await findAccount(userName)
    expect((await provider('DELETE', `/Users/${first.body.id}`)).status).toBe(204)
    expect((await findAccount(userName))?.ended_at).not.toBeNull()
    expect(toRefusal(await provider('GET', `/Users/${first.body.id}`))).toEqual([404, null])
    expect(toRefusal(await provider('DELETE', `/Users/${first.body.id}`))).toEqual([404, null])
    const again = await provider('POST', '/Users', person(userName))
    expect(again.status).toBe(201)
    expect(again.body.id).not.toBe(first.body.id)
    expect(await findAccount(userName)).toMatchObject({ account_id: account?.account_id, ended_at: null })
  })

  test('OS-66 people of another brand, agents, and accounts made in the portal are never seen nor taken over', async () => {
    const userName = newName()
    const { body } = await provider('POST', '/Users', person(userName))
    for (const api of [elsewhere, agents]) {
      expect(toRefusal(await api('GET', `/Users/${body.id}`))).toEqual([404, null])
      expect(
        toRefusal(await api('PATCH', `/Users/${body.id}`, patch({ op: 'replace', path: 'active', value: false }))),
      ).toEqual([404, null])
      expect(toRefusal(await api('DELETE', `/Users/${body.id}`))).toEqual([404, null])
      expect((await api('GET', `/Users?filter=userName%20eq%20%22${userName}%22`)).body.totalResults).toBe(0)
      expect(toRefusal(await api('POST', '/Users', person(userName)))).toEqual([409, 'uniqueness'])
    }
    for (const known of ['CSRREP01', 'MEMBER01', 'AGENT001'])
      expect(toRefusal(await provider('POST', '/Users', person(known)))).toEqual([409, 'uniqueness'])
    const there = startProvider(portal.origin, 'ndbcbs', 'x'.repeat(43))
    expect((await there('GET', '/Users')).status).toBe(401)
  })

  test('OS-66 anyone whose access an administrator has ended stays out, whatever the provider says', async () => {
    const userName = newName()
    const { body } = await provider('POST', '/Users', person(userName))
    const params = { accountId: (await findAccount(userName))?.account_id ?? '' }
    expect((await make(nora, calls.endStaff, { params })).status).toBe(200)
    expect(
      toRefusal(await provider('PATCH', `/Users/${body.id}`, patch({ op: 'replace', value: { active: true } })))[0],
    ).toBe(409)
    await provider('PATCH', `/Users/${body.id}`, patch({ op: 'replace', value: { active: false } }))
    expect(
      toRefusal(await provider('PATCH', `/Users/${body.id}`, patch({ op: 'replace', value: { active: true } })))[0],
    ).toBe(409)
    expect((await provider('GET', `/Users/${body.id}`)).body.active).toBe(false)
    expect((await provider('DELETE', `/Users/${body.id}`)).status).toBe(204)
    expect(toRefusal(await provider('POST', '/Users', person(userName)))[0]).toBe(409)
  })

  test('OS-66 values that an account cannot have are refused, with the reason', async () => {
    for (const wrong of [
      person('not valid'),
      person('ab'.repeat(51)),
      person(newName(), { name: { givenName: '<b>' } }),
      person(newName(), { emails: 'nobody' }),
      person(newName(), { [producerSchema]: { npn: '1' } }),
      { active: true },
      [],
    ])
      expect((await provider('POST', '/Users', wrong)).status).toBe(400)
    expect(toRefusal(await invites('POST', '/Users', person('tia.newman@plan.example')))).toEqual([400, 'invalidValue'])
    expect((await provider('POST', '/Users', person('tia.newman@plan.example', { emails: [] }))).status).toBe(201)
  })
})

describe('OS-67 groups, and what they mean', () => {
  test('OS-67 an unmapped group grants nothing; a mapping grants what two administrators confirmed, and leaving it takes effect with the next call', async () => {
    const userName = newName()
    const { body: user } = await invites('POST', '/Users', person(userName))
    const members = [{ value: user.id }]
    const { body: group } = await invites('POST', '/Groups', { displayName: `Desk ${userName}`, members })
    expect((await findAccount(userName))?.entitlements).toEqual([])
    expect((await provider('GET', `/Users/${user.id}`)).body.groups).toMatchObject([{ value: group.id }])
    await giveMeaning(group.id, ['answer', 'simulate'])
    expect(await findAccount(userName)).toMatchObject({ entitlements: ['answer', 'simulate'], actor_type: 'CSR/DAS' })

    const rep = await getIn(userName)
    expect((await make(rep, calls.workspaceQueues, {})).status).toBe(200)
    await rep.takeToken()
    const begun = await make(rep, calls.startSimulation, {
      params: { storeID: '10151', logonID: 'MEMBER01' },
      body: { reason: 'Asked for help with a claim', ticket: 'T-1001' },
    })
    expect(begun.status).toBe(200)

    const left = patch({ op: 'Remove', path: 'members', value: [{ value: user.id }] })
    expect((await invites('PATCH', `/Groups/${group.id}`, left)).status).toBe(200)
    expect((await make(rep, calls.workspaceQueues, {})).status).not.toBe(200)
    const { rows } = await sql<{ reason: string }>`select ended_reason as reason from session
      where actor_login_id = ${userName} and method = 'simulation'`.execute(portal.database.read)
    expect(rows).toEqual([{ reason: 'simulation-ended' }])
    const { rows: audited } = await sql<{
      by: string
      action: string
    }>`select actor_login_id as by, action from audit_event
      where record_id = ${user.id} or record_id = ${group.id} or action like 'staff.rights -answer%'
      order by event_id desc limit 3`.execute(portal.database.read)
    expect(audited).toContainEqual({ by: 'SCIM Sample provider', action: 'staff.rights -answer -simulate -hmbcbs' })
    expect(audited).toContainEqual({ by: 'SCIM Sample provider', action: 'scim.group.change' })
  })

  test('OS-67 active false and DELETE end sessions and tokens in the same transaction; coming back restores what the groups grant', async () => {
    const userName = newName()
    const { body: user } = await invites('POST', '/Users', person(userName))
    const { body: group } = await invites('POST', '/Groups', {
      displayName: `Audit ${userName}`,
      members: [{ value: user.id }],
    })
    await giveMeaning(group.id, ['audit'])
    const client = await getIn(userName)
    await client.takeToken()
    const set = (active: unknown) =>
      invites('PATCH', `/Users/${user.id}`, patch({ op: 'Replace', path: 'active', value: active }))
    expect((await set('False')).body.active).toBe(false)
    expect((await make(client, calls.validateSession, {})).status).toBe(401)
    expect((await provider('GET', `/Users?filter=userName%20eq%20%22${userName}%22`)).body.Resources[0].active).toBe(
      false,
    )
    const { rows } = await sql`select from session join account on account.account_id = session.account_id
      where account.login_id = ${userName} and session.ended_at is null`.execute(portal.database.read)
    expect(rows).toEqual([])
    expect(await findAccount(userName)).toMatchObject({ entitlements: [] })
    expect((await set(true)).body.active).toBe(true)
    expect(await findAccount(userName)).toMatchObject({ entitlements: ['audit'], ended_at: null })
    expect((await signInClient(portal.origin, userName, password)).cookies.size).toBeGreaterThan(0)
    expect((await invites('DELETE', `/Groups/${group.id}`)).status).toBe(204)
    expect(await findAccount(userName)).toMatchObject({ entitlements: [] })
  })

  test.each(['active false', 'DELETE'] as const)(
    'OS-67 MC-6 %s gives back the conversation that they had taken and tells whoever has it open, with the provider as actor',
    async (how) => {
      const userName = newName()
      const { body: user } = await provider('POST', '/Users', person(userName))
      const members = [{ value: user.id }]
      const { body: group } = await provider('POST', '/Groups', { displayName: `Desk ${userName}`, members })
      await giveMeaning(group.id, ['answer'])
      const { account_id: accountId = '' } = (await findAccount(userName)) ?? {}
      const rep = await signInClient(portal.origin, 'CSRREP02')
      const member = await memberClient(portal.origin, 'MEMBER01')
      const topic = { categoryId: 'claims', subCategoryId: 'claim-status', subject: 'A question' }
      const message = { ...topic, clientMessageId: randomUUID(), text: 'How is it?' }
      const { threadId } = (await make(member, calls.addMessage, { body: message })).body.payload
      const look = async () => (await make(rep, calls.workspaceThread, { params: { threadId } })).body.payload
      const params = { threadId }
      const body = { accountId, version: (await look()).version }
      expect((await make(rep, calls.assignThread, { params, body })).status).toBe(200)
      const { assignee, version } = await look()
      expect(assignee).not.toBeNull()
      const left = await (how === 'DELETE'
        ? provider('DELETE', `/Users/${user.id}`)
        : provider('PATCH', `/Users/${user.id}`, patch({ op: 'Replace', path: 'active', value: 'False' })))
      expect([200, 204]).toContain(left.status)
      expect(await look()).toMatchObject({ assignee: null, version: version + 1 })
      const released = { action: 'workspace.release', request_id: left.headers.get('x-request-id') ?? '' }
      const events = await eventsWith(portal.database, released)
      expect(events).toMatchObject([{ actor_account_id: null, actor_login_id: expect.stringMatching(/^SCIM /) }])
    },
  )

  test('OS-67 the last administrator of every brand is not removed, by user or by group', async () => {
    const userName = newName()
    const { body: user } = await provider('POST', '/Users', person(userName))
    const { body: group } = await provider('POST', '/Groups', {
      displayName: `Admins ${userName}`,
      members: [{ value: user.id }],
    })
    await sql`update scim_group set entitlements = '["administer"]', brands = '["ALL"]' where group_id = ${group.id}`.execute(
      portal.database.read,
    )
    await provider('PUT', `/Groups/${group.id}`, { displayName: 'Admins', members: [] })
    await provider('PUT', `/Groups/${group.id}`, { displayName: 'Admins', members: [{ value: user.id }] })
    await sql`update account set temporary_password = false where login_id = ${userName}`.execute(portal.database.read)
    const others = sql`role = 'INTERNAL' and login_id <> ${userName} and locked_at is null and ended_at is null
      and entitlements @> '["administer"]'`
    await sql`update account set locked_at = '2001-01-01' where ${others}`.execute(portal.database.read)
    const refusals = [
      await provider('PATCH', `/Users/${user.id}`, patch({ op: 'replace', path: 'active', value: false })),
      await provider('DELETE', `/Users/${user.id}`),
      await provider('PATCH', `/Groups/${group.id}`, patch({ op: 'remove', path: `members[value eq "${user.id}"]` })),
      await provider('DELETE', `/Groups/${group.id}`),
    ]
    await sql`update account set locked_at = null where locked_at = '2001-01-01'`.execute(portal.database.read)
    for (const answer of refusals) {
      expect(answer.status).toBe(409)
      expect(answer.body.detail).toMatch(/another administrator/)
    }
    expect((await provider('GET', `/Groups/${group.id}`)).body.members).toHaveLength(1)
    expect((await provider('DELETE', `/Users/${user.id}`)).status).toBe(204)
  })

  test('OS-67 group names are unique, and members are people of the same provider only', async () => {
    const { body: mine } = await provider('POST', '/Users', person(newName()))
    const { body: theirs } = await elsewhere('POST', '/Users', person(newName()))
    const displayName = `Only ${mine.id}`
    const { body: group } = await provider('POST', '/Groups', { displayName, members: [{ value: mine.id }] })
    expect(toRefusal(await provider('POST', '/Groups', { displayName: displayName.toUpperCase() }))).toEqual([
      409,
      'uniqueness',
    ])
    const add = (value: string) => patch({ op: 'add', path: 'members', value: [{ value }] })
    expect(toRefusal(await provider('PATCH', `/Groups/${group.id}`, add(theirs.id)))).toEqual([400, 'invalidValue'])
    expect(toRefusal(await elsewhere('PATCH', `/Groups/${group.id}`, add(theirs.id)))).toEqual([404, null])
    const filter = `?filter=${encodeURIComponent(`displayName eq "${displayName}" and members eq "${mine.id}"`)}`
    const found = await provider('GET', `/Groups${filter}&excludedAttributes=members`)
    expect([found.body.totalResults, found.body.Resources[0].members]).toEqual([1, undefined])
  })
})

describe('OS-66 agents and their agencies', () => {
  test('OS-66 an agency’s people come and go without manual entry, each with what the agency may do', async () => {
    const userName = newName()
    const npn = `7${String(Date.now()).slice(-8)}`
    const agencies = [{ agencyId: '2001', region: '', entitlements: ['quote', 'clients'] }]
    const { rows } = await sql<{ region: string }>`select region from agency_region
      where agency_id = '2001' and brand = 'hmbcbs' limit 1`.execute(portal.database.read)
    agencies[0] = { ...agencies[0], region: rows[0]?.region ?? '' } as (typeof agencies)[number]
    const listPlaces = async (accountId: string) =>
      (
        await sql`select agency_id, entitlements from agency_agent where account_id = ${accountId}`.execute(
          portal.database.read,
        )
      ).rows
    const sent = person(userName, { schemas: [userSchema, producerSchema], [producerSchema]: { npn, agencies } })
    const { status, body } = await agents('POST', '/Users', sent)
    expect([status, body[producerSchema]]).toEqual([
      201,
      { npn, agencies: [{ ...agencies[0], entitlements: ['clients', 'quote'] }] },
    ])
    const account = await findAccount(userName)
    expect(account).toMatchObject({ role: 'AGENT', npn, brand: 'hmbcbs', entitlements: [] })
    const id = account?.account_id ?? ''
    expect(await listPlaces(id)).toEqual([{ agency_id: '2001', entitlements: ['clients', 'quote'] }])
    const set = (...operations: object[]) => agents('PATCH', `/Users/${body.id}`, patch(...operations))
    await set({ op: 'replace', path: 'active', value: false })
    expect(await listPlaces(id)).toEqual([])
    await set({ op: 'replace', path: 'active', value: true })
    expect(await listPlaces(id)).toHaveLength(1)
    await set({ op: 'remove', path: `${producerSchema}:agencies[agencyId eq "2001"]` })
    expect(await listPlaces(id)).toEqual([])
    const of = (agency: object) => set({ op: 'add', path: `${producerSchema}:agencies`, value: [agency] })
    for (const wrong of [
      { agencyId: '3001', region: 'x' },
      { agencyId: '2001', region: 'nowhere' },
      { agencyId: '2001' },
    ])
      expect(toRefusal(await of(wrong))).toEqual([400, 'invalidValue'])
    expect(toRefusal(await agents('POST', '/Users', person(newName(), { [producerSchema]: { npn } })))).toEqual([
      409,
      'uniqueness',
    ])
    expect((await agents('DELETE', `/Users/${body.id}`)).status).toBe(204)
    expect((await findAccount(userName))?.ended_at).not.toBeNull()
  })
})

describe('OS-68 the conversations of Entra and Okta', () => {
  test('OS-68 Entra asks before it creates, patches in its own way, and reads groups without members', async () => {
    const userName = `${newName()}@plan.example`
    const search = () => provider('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)
    expect((await search()).body).toMatchObject({ totalResults: 0, Resources: [] })
    const { status, body: user } = await provider('POST', '/Users', {
      schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName,
      active: true,
      emails: [{ primary: true, type: 'work', value: 'tia@plan.example' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Tia Provided', familyName: 'Provided', givenName: 'Tia' },
      roles: [],
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Service' },
    })
    expect(status).toBe(201)
    const changed = await provider(
      'PATCH',
      `/Users/${user.id}`,
      patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'tia.n@plan.example' },
        { op: 'Replace', path: 'name.familyName', value: 'Newly' },
        { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Fargo' },
      ),
    )
    expect([changed.status, changed.body.emails[0].value, changed.body.name.familyName]).toEqual([
      200,
      'tia.n@plan.example',
      'Newly',
    ])
    const { body: group } = await provider('POST', '/Groups', {
      schemas: [
        'urn:ietf:params:scim:schemas:core:2.0:Group',
        'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
      ],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: `Entra ${userName}`,
      meta: { resourceType: 'Group' },
    })
    const add = patch({ op: 'Add', path: 'members', value: [{ value: user.id }] })
    expect((await provider('PATCH', `/Groups/${group.id}`, add)).status).toBe(200)
    const read = await provider('GET', `/Groups/${group.id}?excludedAttributes=members`)
    expect([read.body.displayName, read.body.members]).toEqual([`Entra ${userName}`, undefined])
    const disabled = await provider(
      'PATCH',
      `/Users/${user.id}`,
      patch({ op: 'Replace', path: 'active', value: 'False' }),
    )
    expect([disabled.status, (await search()).body.Resources[0].active]).toEqual([200, false])
    expect((await provider('DELETE', `/Users/${user.id}`)).status).toBe(204)
    expect((await search()).body.totalResults).toBe(0)
    expect((await provider('DELETE', `/Groups/${group.id}`)).status).toBe(204)
  })

  test('OS-68 Okta searches with a page, puts whole users, deactivates without a path, and pushes groups', async () => {
    const userName = `${newName()}@plan.example`
    const search = `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}&startIndex=1&count=100`
    expect((await provider('GET', search)).body).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0 })
    const sent = {
      schemas: [userSchema],
      userName,
      name: { givenName: 'Bo', familyName: 'Lee' },
      emails: [{ primary: true, value: 'bo@plan.example', type: 'work' }],
      displayName: 'Bo Lee',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    }
    const { status, body: user } = await provider('POST', '/Users', sent)
    expect([status, user.password]).toEqual([201, undefined])
    const put = await provider('PUT', `/Users/${user.id}`, { ...user, name: { givenName: 'Bo', familyName: 'Long' } })
    expect([put.status, put.body.name.familyName, put.body.id]).toEqual([200, 'Long', user.id])
    const { body: group } = await provider('POST', '/Groups', { displayName: `Okta ${userName}`, members: [] })
    const pushed = await provider(
      'PATCH',
      `/Groups/${group.id}`,
      patch(
        { op: 'replace', value: { id: group.id, displayName: `Pushed ${userName}` } },
        { op: 'replace', path: 'members', value: [{ value: user.id, display: userName }] },
      ),
    )
    expect([pushed.status, pushed.body.displayName, pushed.body.members.length]).toEqual([200, `Pushed ${userName}`, 1])
    const off = await provider('PATCH', `/Users/${user.id}`, patch({ op: 'replace', value: { active: false } }))
    expect([off.status, off.body.active]).toEqual([200, false])
    expect((await provider('PUT', `/Users/${user.id}`, { ...sent, active: true })).body.active).toBe(true)
  })

  test('OS-66 the API’s own documents describe what it can do', async () => {
    const config = await agents('GET', '/ServiceProviderConfig')
    expect(config.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      etag: { supported: true },
    })
    const types = await agents('GET', '/ResourceTypes')
    expect(types.body.Resources.map(({ id }: { id: string }) => id)).toEqual(['User', 'Group'])
    expect((await agents('GET', `/Schemas/${producerSchema}`)).body.name).toBe('Producer')
    expect((await provider('GET', `/Schemas/${producerSchema}`)).status).toBe(404)
    expect((await provider('GET', '/Schemas?filter=x%20pr')).status).toBe(403)
    expect((await provider('POST', '/Bulk', {})).status).toBe(501)
    expect((await provider('GET', '/Nothing')).status).toBe(404)
  })
})

describe('OS-70 bad input', () => {
  test.each([
    ['GET', '/Users?filter=*', undefined, 400],
    ['GET', '/Users?filter=)(', undefined, 400],
    ['GET', '/Users?filter=password%20eq%20%22x%22', undefined, 400],
    ['GET', '/Users?filter=userName%20co%20%22x%22', undefined, 400],
    ['GET', `/Users?filter=${'('.repeat(8_000)}`, undefined, 400],
    ['GET', '/Users?count=many', undefined, 400],
    ['GET', '/Users?filter=a&filter=b', undefined, 400],
    ['GET', '/Users/__proto__', undefined, 404],
    ['GET', '/Users/%00', undefined, 404],
    ['POST', '/Users', '{"userName":', 400],
    ['POST', '/Users', '{"__proto__":{"admin":true},"userName":"PROTO001"}', 400],
    ['POST', '/Users', '['.repeat(20_000), 400],
    ['POST', '/Users', `"${'x'.repeat(1_100_000)}"`, 413],
  ])('OS-70 %s %.60s is refused', async (method, path, body, status) => {
    const answer = await provider(method, path, body)
    expect(answer.status).toBe(status)
    expect(answer.body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
    expect(JSON.stringify(answer.body)).not.toContain('PROTO001')
  })

  test('OS-70 no patch and no filter makes the API fail', async () => {
    const { body: user } = await provider('POST', '/Users', person(newName()))
    const { body: group } = await provider('POST', '/Groups', { displayName: `Fuzz ${user.id}` })
    const paths = [
      'active',
      'emails',
      'name',
      'userName',
      'displayName',
      'members',
      '__proto__.x',
      'emails[type eq "work"].value',
      'members[value eq "x"]',
    ]
    const operation = fc.record(
      {
        op: fc.constantFrom('add', 'Replace', 'remove'),
        path: fc.oneof(fc.constantFrom(...paths), fc.string()),
        value: fc.jsonValue(),
      },
      { requiredKeys: ['op'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 4 }), fc.string(), async (operations, filter) => {
        const answers = [
          await provider('PATCH', `/Users/${user.id}`, patch(...operations)),
          await provider('PATCH', `/Groups/${group.id}`, patch(...operations)),
          await provider('GET', `/Users?filter=${encodeURIComponent(filter)}`),
        ]
        for (const { status } of answers) expect(status).toBeLessThan(500)
      }),
      { numRuns: 60 },
    )
  })
})
