import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { listErrorCodes, listErrors, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { addProvider, startProvider } from '../../../test/provisioned.ts'
import { testClient } from '../../../test/signed-in.ts'
import { createAllowance, perMinute } from './allowance.ts'

const portal = testPortal()
/** An administrator for every brand, and one for some brands. */
const nora = testClient(portal, 'ADMIN001')
const leo = testClient(portal, 'ADMIN002')

const makeToken = (client: typeof leo, name: string, brand = 'hmbcbs') =>
  make(client, calls.makeScimToken, { body: { name, brand, audience: 'staff', invites: true } })
const overview = async (client: typeof leo) => (await make(client, calls.readProvisioning, {})).body.payload
const findRequest = async (name: string) =>
  (await make(nora, calls.searchStaff, { body: {} })).body.payload.requests.find((one) => one.name === name)
const decide = async (client: typeof leo, name: string, confirm = true) => {
  const params = { requestId: (await findRequest(name))?.requestId ?? '' }
  return make(client, calls.decideStaffRequest, { params, body: { confirm } })
}
const statusBy = async (secret: string, brand = 'hmbcbs') =>
  (await startProvider(portal.origin, brand, secret)('GET', '/Users')).status

describe('OS-69 tokens of identity providers', () => {
  test('OS-67 a group later gets no brands that the maker of an older token does not administer', async () => {
    const { secret, tokenId } = (await makeToken(leo, 'Older one', 'ms')).body.payload
    expect((await decide(nora, 'Older one')).status).toBe(200)
    const { body: group } = await startProvider(portal.origin, 'ms', secret)('POST', '/Groups', {
      displayName: 'Later',
    })
    const give = (brands: string[]) =>
      make(nora, calls.changeScimGroup, { params: { groupId: group.id }, body: { entitlements: ['answer'], brands } })
    for (const brands of [['ALL'], ['ms', 'ndbcbs']]) {
      const refused = await give(brands)
      expect(listErrorCodes(refused)).toContain('CONFLICT')
    }
    expect((await give(['ms'])).status).toBe(200)
    expect((await make(leo, calls.endScimToken, { params: { tokenId } })).status).toBe(200)
    expect((await give(['ms', 'ndbcbs'])).status).toBe(200)
    await decide(nora, 'Later', false)
  })

  test('OS-69 a token is shown once, works for its brand once a second administrator confirms it, until it is ended', async () => {
    const made = await makeToken(leo, 'Entra one')
    const { secret, tokenId, outcome } = made.body.payload
    expect([made.status, outcome]).toEqual([201, 'waiting'])
    expect(await statusBy(secret)).toBe(401)
    expect(await findRequest('Entra one')).toMatchObject({ kind: 'scim-token', loginId: '', brands: ['hmbcbs'] })
    expect(listErrorCodes(await decide(leo, 'Entra one'))).toEqual(['CONFLICT'])
    expect((await decide(nora, 'Entra one')).status).toBe(200)
    expect([await statusBy(secret), await statusBy(secret, 'ndbcbs'), await statusBy(secret, 'nowhere')]).toEqual([
      ...[200, 401, 401],
    ])
    const shown = await overview(leo)
    expect(shown.tokens.find((one) => one.tokenId === tokenId)).toMatchObject({ state: 'active', name: 'Entra one' })
    expect(shown.tokens.find((one) => one.tokenId === tokenId)?.usedAt).not.toBeNull()
    const { rows } = await sql`select to_jsonb(scim_token)::text as all from scim_token`.execute(portal.database.read)
    expect(JSON.stringify([shown, rows, portal.log])).not.toContain(secret)
    expect((await make(leo, calls.endScimToken, { params: { tokenId } })).status).toBe(200)
    expect(await statusBy(secret)).toBe(401)
  })

  test('OS-69 two tokens overlap so that one can replace the other, a third waits; a dropped one never works', async () => {
    const [first, second] = [await makeToken(leo, 'Rotate one', 'ms'), await makeToken(leo, 'Rotate two', 'ms')]
    expect(listErrorCodes(await makeToken(leo, 'Rotate three', 'ms'))).toEqual(['CONFLICT'])
    await decide(nora, 'Rotate one')
    expect((await decide(nora, 'Rotate two', false)).status).toBe(200)
    expect([await statusBy(first.body.payload.secret, 'ms'), await statusBy(second.body.payload.secret, 'ms')]).toEqual(
      [...[200, 401]],
    )
    expect((await makeToken(leo, 'Rotate four', 'ms')).status).toBe(201)
  })

  test('OS-69 an administrator cannot make, see or end tokens of other brands, and staff without the right cannot at all', async () => {
    expect((await makeToken(leo, 'Elsewhere', 'ndbcbs')).status).toBe(400)
    expect((await makeToken(leo, 'Everywhere', 'ALL')).status).toBe(400)
    const { tokenId } = (await makeToken(nora, 'Of another', 'ndbcbs')).body.payload
    expect((await overview(leo)).tokens.map(({ name }) => name)).not.toContain('Of another')
    expect((await make(leo, calls.endScimToken, { params: { tokenId } })).status).toBe(404)
    const rep = await signInClient(portal.origin, 'CSRREP01')
    expect(listErrorCodes(await make(rep, calls.readProvisioning, {}))).toEqual(['WRONG-ROLE'])
    expect(listErrorCodes(await makeToken(rep, 'Mine'))).toEqual(['WRONG-ROLE'])
  })

  test('OS-69 a token for all brands keeps the people of each brand at its own address', async () => {
    const { secret } = await addProvider(portal.database, 'ALL')
    const [one, other] = [
      startProvider(portal.origin, 'hmbcbs', secret),
      startProvider(portal.origin, 'ndbcbs', secret),
    ]
    const { body } = await one('POST', '/Users', { userName: 'everywhere@plan.example' })
    expect((await one('GET', `/Users/${body.id}`)).status).toBe(200)
    expect((await other('GET', `/Users/${body.id}`)).status).toBe(404)
    expect(await statusBy(secret, 'nowhere')).toBe(404)
  })

  test('OS-69 each token has its own limit of requests a minute', () => {
    let now = 0
    const take = createAllowance(() => now)
    for (let one = 0; one < perMinute; one += 1) take('a')
    expect(() => take('a')).toThrow('Too many requests')
    expect(() => take('b')).not.toThrow()
    now = 60_001
    expect(() => take('a')).not.toThrow()
  })
})

describe('OS-67 what groups mean', () => {
  test('OS-67 fewer rights count at once, more wait; no one grants brands that are not theirs; the overview says whom a change affects', async () => {
    const { secret } = await addProvider(portal.database, 'hmbcbs')
    const provider = startProvider(portal.origin, 'hmbcbs', secret)
    const { body: user } = await provider('POST', '/Users', { userName: 'meant@plan.example' })
    const { body: group } = await provider('POST', '/Groups', { displayName: 'Meant', members: [{ value: user.id }] })
    const params = { groupId: group.id }
    const change = (client: typeof leo, entitlements: 'audit'[], brands: string[]) =>
      make(client, calls.changeScimGroup, { params, body: { entitlements, brands } })
    expect(listErrors(await change(leo, ['audit'], ['ndbcbs']))[0]).toBe(400)
    expect((await change(leo, ['audit'], ['hmbcbs'])).body.payload.outcome).toBe('waiting')
    const request = await findRequest('Meant')
    expect(request).toMatchObject({ kind: 'scim-group', entitlements: ['audit'], own: false })
    // Sent again, also several times at once, it is the same request.
    const again = await Promise.all([1, 2, 3].map(() => change(leo, ['audit'], ['hmbcbs'])))
    expect(again.map(({ body }) => body.payload.outcome)).toEqual(['waiting', 'waiting', 'waiting'])
    expect((await findRequest('Meant'))?.requestId).toBe(request?.requestId)
    expect((await decide(nora, 'Meant')).status).toBe(200)
    const shown = (await overview(leo)).groups.find(({ groupId }) => groupId === group.id)
    expect(shown).toEqual({
      ...{ groupId: group.id, name: 'Meant', brand: 'hmbcbs', people: 1, names: ['meant@plan.example'] },
      ...{ entitlements: ['audit'], brands: ['hmbcbs'] },
    })
    const listGiven = async () =>
      (
        await sql<{
          entitlements: string[]
        }>`select entitlements from account where login_id = 'MEANT@PLAN.EXAMPLE'`.execute(portal.database.read)
      ).rows[0]?.entitlements
    expect(await listGiven()).toEqual(['audit'])
    expect((await change(leo, [], ['hmbcbs'])).body.payload.outcome).toBe('done')
    expect(await listGiven()).toEqual([])
    await change(leo, ['audit'], ['hmbcbs'])
    expect((await decide(nora, 'Meant', false)).status).toBe(200)
    expect(await listGiven()).toEqual([])
    const { groupId } = await addProvider(portal.database, 'ndbcbs')
    expect(
      (await make(leo, calls.changeScimGroup, { params: { groupId }, body: { entitlements: [], brands: [] } })).status,
    ).toBe(404)
  })

  test('OS-71 the log shows a provider’s requests and why some failed, without what was sent', async () => {
    const { secret } = await addProvider(portal.database, 'hmbcbs')
    const provider = startProvider(portal.origin, 'hmbcbs', secret)
    await provider('POST', '/Users', { userName: 'not a name of anyone' })
    const { calls: lately } = await overview(leo)
    expect(lately[0]).toMatchObject({ token: 'Sample provider', method: 'POST', what: 'User', status: 400 })
    expect(lately[0]?.detail).toBe('userName is not as it must be.')
    expect(JSON.stringify(lately)).not.toContain('not a name of anyone')
  })
})
