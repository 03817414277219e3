import { calls } from '@portico/contract/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../test/call.ts'
import { Client, codesOf } from '../../test/client.ts'
import { type Portal, startPortal } from '../../test/portal.ts'
import { addAuthenticator, appCode } from '../../test/second-factor.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ STAFF_SECOND_FACTOR: '1' })
})
afterAll(() => portal?.close())

async function signedIn(loginId: string): Promise<Client> {
  const client = new Client(portal.origin)
  expect((await client.signIn(loginId)).status).toBe(200)
  return client
}
const page = async (client: Client, path: string) => String((await client.get(path)).body.payload)
const grant = { grant_type: 'password', username: 'CSRREP02', password: 'Welcome1!', client_id: 'portico-test' }

describe('AD-2 RG-4 staff need a second factor', () => {
  test('AD-2 RG-4 a sign-in of staff without one leads to its set-up and to nothing else; members are not asked', async () => {
    const staff = await signedIn('CSRREP01')
    for (const answer of [
      await make(staff, calls.workspaceQueues, {}),
      await make(staff, calls.accountSecurity, {}),
      await make(staff, calls.unlockAccount, { body: { logonId: 'NOBODY99' } }),
      await make(staff, calls.removeAuthenticator, {}),
    ])
      expect([answer.status, codesOf(answer)]).toEqual([403, ['SECOND-FACTOR-DUE']])
    expect((await make(staff, calls.validateSession, {})).status).toBe(200)
    expect((await staff.takeToken()).status).toBe(400)
    expect(await page(staff, '/msg/')).toMatch(/"factorDue":true/)
    // Staff do not get members' navigation, even before they have set up a second factor.
    expect(await page(staff, '/msg/')).toMatch(/"tabs":\[\]/)
    const member = await signedIn('MEMBER01')
    expect((await make(member, calls.accountSecurity, {})).status).toBe(200)
    expect(await page(member, '/')).toMatch(/"factorDue":false/)
  })

  test('AD-2 RG-4 no program gets a token by the password alone', async () => {
    const answer = await make(new Client(portal.origin), calls.memberToken, { body: grant })
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({ error_description: 'invalid_grant_second_factor' }),
    ])
  })

  test('AD-2 RG-4 once the app is set up all is open, in that session and after the next sign-in with a code', async () => {
    const staff = await signedIn('CSRREP02')
    const { secret } = await addAuthenticator(staff)
    expect((await make(staff, calls.workspaceQueues, {})).status).toBe(200)
    const next = new Client(portal.origin)
    expect(codesOf(await next.signIn('CSRREP02'))).toContain('SECOND-FACTOR-REQUIRED')
    expect((await make(next, calls.secondFactor, { body: { code: appCode(secret, 1) } })).status).toBe(200)
    expect((await make(next, calls.workspaceQueues, {})).status).toBe(200)
    // Staff who turn it off have to set one up again before anything else.
    expect((await make(next, calls.removeAuthenticator, {})).status).toBe(200)
    for (const client of [staff, next])
      expect(codesOf(await make(client, calls.workspaceQueues, {}))).toEqual(['SECOND-FACTOR-DUE'])
  })
})
