import { calls } from '@portico/contract/calls'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, signInClient } from '../../../test/client.ts'
import type { SoftPasskey } from '../../../test/passkey.ts'
import { testPortal } from '../../../test/portal.ts'
import { addAuthenticator, addPasskey, appCode } from '../../../test/second-factor.ts'

const portal = testPortal({ STAFF_SECOND_FACTOR: '1' })

const signIn = (loginId: string) => signInClient(portal.origin, loginId)
const page = async (client: Client, path: string) => String((await client.get(path)).body.payload)
const grant = { grant_type: 'password', username: 'CSRREP02', password: 'Welcome1!', client_id: 'portico-test' }

describe('AD-2 RG-4 staff need a second factor', () => {
  test('AD-2 RG-4 a staff sign-in without one leads only to its setup; members are not asked', async () => {
    const staff = await signIn('CSRREP01')
    for (const answer of [
      await make(staff, calls.workspaceQueues, {}),
      await make(staff, calls.accountSecurity, {}),
      await make(staff, calls.unlockAccount, { body: { logonId: 'NOBODY99' } }),
      await make(staff, calls.removeAuthenticator, {}),
    ])
      expect([answer.status, listErrorCodes(answer)]).toEqual([403, ['SECOND-FACTOR-DUE']])
    expect((await make(staff, calls.validateSession, {})).status).toBe(200)
    expect((await staff.takeToken()).status).toBe(400)
    expect(await page(staff, '/msg/')).toMatch(/"factorDue":true/)
    // Staff do not get members' navigation, even before they have set up a second factor.
    expect(await page(staff, '/msg/')).toMatch(/"tabs":\[\]/)
    const member = await signIn('MEMBER01')
    expect((await make(member, calls.accountSecurity, {})).status).toBe(200)
    expect(await page(member, '/')).toMatch(/"factorDue":false/)
  })

  test('AD-2 RG-4 no program gets a token with the password alone', async () => {
    const answer = await make(new Client(portal.origin), calls.memberToken, { body: grant })
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({ error_description: 'invalid_grant_second_factor' }),
    ])
  })

  test('AD-2 RG-4 once the app is set up everything is open, in that session and after the next sign-in with a code', async () => {
    const staff = await signIn('CSRREP02')
    const { secret } = await addAuthenticator(staff)
    expect((await make(staff, calls.workspaceQueues, {})).status).toBe(200)
    const next = new Client(portal.origin)
    expect(listErrorCodes(await next.signIn('CSRREP02'))).toContain('SECOND-FACTOR-REQUIRED')
    expect((await make(next, calls.secondFactor, { body: { code: appCode(secret, 1) } })).status).toBe(200)
    expect((await make(next, calls.workspaceQueues, {})).status).toBe(200)
    // Staff who turn it off must set one up again before anything else.
    expect((await make(next, calls.removeAuthenticator, {})).status).toBe(200)
    for (const client of [staff, next])
      expect(listErrorCodes(await make(client, calls.workspaceQueues, {}))).toEqual(['SECOND-FACTOR-DUE'])
  })

  /** Signs in with a passkey, or uses it for a step-up. */
  async function usePasskey(client: Client, passkey: SoftPasskey, to: 'sign in' | 'prove it') {
    if (to === 'sign in') {
      const { body } = await make(client, calls.passkeySignInOptions, {})
      return make(client, calls.passkeySignIn, { body: { credential: passkey.get(body.payload) } })
    }
    const { passkey: options } = (await make(client, calls.stepUpOptions, {})).body.payload
    if (options === null) throw new Error('There is a passkey.')
    return make(client, calls.stepUp, { body: { credential: passkey.get(options) } })
  }
  const works = async (client: Client) => (await make(client, calls.accountSecurity, {})).status === 200

  test('AD-2 RG-4 a passkey is a second factor: with one the app can be removed, and one can be set up instead of the app', async () => {
    const client = await signIn('ADMIN001')
    const { passkey, passkeyId } = await addPasskey(client)
    expect(await works(client)).toBe(true)
    await addAuthenticator(client)
    const byPasskey = new Client(portal.origin)
    expect((await usePasskey(byPasskey, passkey, 'sign in')).status).toBe(200)
    expect((await make(client, calls.removeAuthenticator, {})).status).toBe(200)
    for (const one of [client, byPasskey]) expect(await works(one)).toBe(true)
    // With the last one gone, a new one must be set up before anything else.
    expect((await make(client, calls.removePasskey, { params: { passkeyId } })).status).toBe(200)
    for (const one of [client, byPasskey]) expect(await works(one)).toBe(false)
    await addAuthenticator(client)
    expect([await works(client), await works(byPasskey)]).toEqual([true, false])
  })

  test('AD-2 RG-4 someone who knows only the password adds no factor to the account’s, and gets in only with one of those', async () => {
    const owner = await signIn('CSRREP03')
    const { passkey } = await addPasskey(owner)
    const byPassword = await signIn('CSRREP03')
    expect(await works(byPassword)).toBe(false)
    expect((await make(byPassword, calls.stepUpOptions, {})).body.payload.password).toBe(false)
    const proof = { body: { password: 'Welcome1!' } }
    expect(listErrorCodes(await make(byPassword, calls.stepUp, proof))).toContain('SECOND-FACTOR-REQUIRED')
    for (const call of [calls.beginAuthenticator, calls.passkeyRegistration])
      expect(listErrorCodes(await make(byPassword, call, {}))).toEqual(['STEP-UP-REQUIRED'])
    // A factor that the owner sets up elsewhere does not let it in either.
    await addAuthenticator(owner)
    expect(await works(byPassword)).toBe(false)
    expect((await usePasskey(byPassword, passkey, 'prove it')).status).toBe(200)
    expect(await works(byPassword)).toBe(true)
  })
})
