import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, basic, Client, listErrorCodes } from '../../../test/client.ts'
import { readCookies } from '../../../test/cookies.ts'
import { testPortal } from '../../../test/portal.ts'
import { tablesHolding } from '../../../test/rows.ts'
import { addAuthenticator, appCode, signIn } from '../../../test/second-factor.ts'
import { setSettings } from '../../../test/settings.ts'

const portal = testPortal()

const run = (query: ReturnType<typeof sql>) => query.execute(portal.database.read)

/** Status, codes, and the field of the first error. */
const summarize = (answer: Answer) => [answer.status, listErrorCodes(answer), answer.body.errors?.[0]?.field]

/** A browser in which someone with an authenticator app has entered the correct password. */
async function halfway(loginId: string, browser = new Client(portal.origin)): Promise<Client> {
  const answer = await browser.signIn(loginId)
  expect(listErrorCodes(answer)).toEqual(['SECOND-FACTOR-REQUIRED', 'REMEMBER-DEVICE'])
  return browser
}

const sendCode = (browser: Client, code: string, rememberDevice = false) =>
  make(browser, calls.secondFactor, { body: { code, rememberDevice } })

const isSignedIn = async (browser: Client) => (await make(browser, calls.validateSession, {})).status === 200

describe('RG-4 setting up an authenticator app', () => {
  test('RG-4 no code is required before the first one is confirmed; then there are ten recovery codes', async () => {
    const member = await signIn(portal.origin, 'MEMBER01')
    const { body } = await make(member, calls.beginAuthenticator, {})
    const { secret, address } = body.payload
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(new URL(address).protocol).toBe('otpauth:')
    expect(decodeURIComponent(address)).toContain('MEMBER01')
    expect(new URL(address).searchParams.get('secret')).toBe(secret)
    expect((await signIn(portal.origin, 'MEMBER01')).cookies.has('LtpaToken2')).toBe(true)

    const wrong = await make(member, calls.confirmAuthenticator, { body: { code: '000000' } })
    expect(summarize(wrong)).toEqual([400, ['CODE-WRONG'], 'code'])
    const late = await make(member, calls.confirmAuthenticator, { body: { code: appCode(secret, -2) } })
    expect(summarize(late)).toEqual([400, ['CODE-WRONG'], 'code'])

    const right = await make(member, calls.confirmAuthenticator, { body: { code: appCode(secret) } })
    const { recoveryCodes } = right.body.payload
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    await halfway('MEMBER01')

    // An account has one app; to set up another, remove this one first.
    expect(listErrorCodes(await make(member, calls.beginAuthenticator, {}))).toEqual(['CONFLICT'])
    const again = await make(member, calls.confirmAuthenticator, { body: { code: appCode(secret, 1) } })
    expect(listErrorCodes(again)).toEqual(['CONFLICT'])
  })

  test('SI-14 RG-4 neither the secret nor a recovery code is in the database or the log', async () => {
    const { secret, recoveryCodes } = await addAuthenticator(await signIn(portal.origin, 'MEMBERND'))
    const bare = (recoveryCodes[0] ?? '').replaceAll('-', '')
    for (const text of [secret, recoveryCodes[0] ?? '', bare])
      expect(await tablesHolding(portal.database, text)).toEqual([])
    expect(portal.log.join('\n')).not.toContain(secret)
    const row = await portal.database.read.selectFrom('authenticator').selectAll().executeTakeFirstOrThrow()
    expect(row.secret.length).toBeGreaterThan(20)
  })

  test('RG-4 a setup begun more than an hour ago must start over', async () => {
    const member = await signIn(portal.origin, 'MEMBERDE')
    const { body } = await make(member, calls.beginAuthenticator, {})
    await run(sql`update authenticator set created_at = now() - interval '61 minutes' where confirmed_at is null`)
    const answer = await make(member, calls.confirmAuthenticator, { body: { code: appCode(body.payload.secret) } })
    expect([answer.status, listErrorCodes(answer)]).toEqual([409, ['CONFLICT']])
  })

  test('RG-4 a brand may turn it off: nobody can set it up, but those who have it are still asked', async () => {
    const member = await signIn(portal.origin, 'MEMBERID')
    const { secret } = await addAuthenticator(member)
    await setSettings(portal.database, 'idh', { AUTHENTICATOR: false })
    const overview = await make(member, calls.accountSecurity, {})
    expect(overview.body.payload.offered).toEqual({ passkeys: true, authenticator: false, rememberDevice: true })
    expect((await sendCode(await halfway('MEMBERID'), appCode(secret))).status).toBe(200)
    await make(member, calls.removeAuthenticator, {})
    expect(listErrorCodes(await make(member, calls.beginAuthenticator, {}))).toEqual(['NOT-FOUND'])
  })
})

describe('SI-1 RG-4 signing in with a code', () => {
  let secret: string
  let recoveryCodes: readonly string[]
  beforeAll(async () => {
    ;({ secret, recoveryCodes } = await addAuthenticator(await signIn(portal.origin, 'MEMBER02')))
  })

  test('SI-2 RG-4 each of the three login calls asks for it, only after the correct password, and opens no session', async () => {
    const ways: ((browser: Client, password: string) => Promise<Answer>)[] = [
      (browser, password) => browser.signIn('MEMBER02', password),
      (browser, password) => make(browser, calls.userLogin, { body: { userId: 'MEMBER02', password } }),
      (browser, password) =>
        make(
          browser,
          calls.ltpaLogin,
          { params: { storeID: '10151' } },
          { authorization: basic('MEMBER02', password) },
        ),
    ]
    for (const way of ways) {
      const browser = new Client(portal.origin)
      const wrong = await way(browser, 'Wrong-1A')
      expect([listErrorCodes(wrong), readCookies(wrong)]).toEqual([['GEN-NOMATCH'], {}])
      const answer = await way(browser, 'Welcome1!')
      expect([answer.status, listErrorCodes(answer)]).toEqual([401, ['SECOND-FACTOR-REQUIRED', 'REMEMBER-DEVICE']])
      const { signInChallenge, ...others } = readCookies(answer)
      expect(others).toEqual({})
      expect(signInChallenge?.attributes).toMatchObject({ httponly: '', samesite: 'Lax', path: '/', 'max-age': '600' })
      expect(await isSignedIn(browser)).toBe(false)
    }
  })

  test('SI-3 SI-9 RG-4 the correct code opens a session like a sign-in, and ends the half-done one', async () => {
    const browser = await halfway('MEMBER02')
    const answer = await sendCode(browser, appCode(secret))
    expect(answer.status).toBe(200)
    expect(answer.body.payload).toMatchObject({ shoppingBrand: 'hmbcbs', tempPasswordFlag: '0' })
    expect([...browser.cookies.keys()]).toEqual(expect.arrayContaining(['LtpaToken2', 'oAuthToken', 'sessionToken']))
    expect(browser.cookies.has('signInChallenge')).toBe(false)
    expect(await isSignedIn(browser)).toBe(true)
    const { body } = await make(browser, calls.listDevices, {})
    expect(body.payload.devices.find(({ current }) => current)?.method).toBe('second-factor')
  })

  test('RG-4 a code works once, a step early or late, never two', async () => {
    const first = await halfway('MEMBER02')
    const second = await halfway('MEMBER02')
    const code = appCode(secret, 1)
    const answers = await Promise.all([sendCode(first, code), sendCode(second, code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    await run(sql`delete from sign_in_limit where kind = 'second-factor'`)
    for (const used of [code, appCode(secret), appCode(secret, 3), appCode(secret, -3)])
      expect(listErrorCodes(await sendCode(await halfway('MEMBER02'), used))).toEqual(['CODE-WRONG'])
    await run(sql`update authenticator set last_step = last_step - 1`)
    expect((await sendCode(await halfway('MEMBER02'), code)).status).toBe(200)
  })

  test('RG-4 a recovery code replaces the app, however it is typed, once; new ones invalidate the old', async () => {
    const typed = ` ${(recoveryCodes[0] ?? '').toLowerCase().replaceAll('-', ' ')} `
    expect((await sendCode(await halfway('MEMBER02'), typed)).status).toBe(200)
    expect(listErrorCodes(await sendCode(await halfway('MEMBER02'), typed))).toEqual(['CODE-WRONG'])

    const browser = await halfway('MEMBER02')
    expect((await sendCode(browser, recoveryCodes[1] ?? '')).status).toBe(200)
    const countCodesLeft = async () => (await make(browser, calls.accountSecurity, {})).body.payload.recoveryCodesLeft
    expect(await countCodesLeft()).toBe(8)
    const { body } = await make(browser, calls.renewRecoveryCodes, {})
    expect(await countCodesLeft()).toBe(10)
    expect(listErrorCodes(await sendCode(await halfway('MEMBER02'), recoveryCodes[2] ?? ''))).toEqual(['CODE-WRONG'])
    expect((await sendCode(await halfway('MEMBER02'), body.payload.recoveryCodes[2] ?? '')).status).toBe(200)
    const others = await addAuthenticator(await signIn(portal.origin, 'MEMBERMN'))
    expect(listErrorCodes(await sendCode(await halfway('MEMBER02'), others.recoveryCodes[0] ?? ''))).toEqual([
      'CODE-WRONG',
    ])
  })

  test('SI-11 RG-4 the password grant has no step for a code: invalid_grant_second_factor', async () => {
    const form = { grant_type: 'password', username: 'MEMBER02', password: 'Welcome1!', client_id: 'portico-test' }
    const answer = await new Client(portal.origin).send('POST', '/api/oauth/token', { form })
    const body = { error: 'invalid_grant', error_description: 'invalid_grant_second_factor' }
    expect([answer.status, answer.body, readCookies(answer)]).toEqual([400, body, {}])
  })
})

describe('SI-13 RG-4 a half-done sign-in', () => {
  let secret: string
  beforeAll(async () => {
    ;({ secret } = await addAuthenticator(await signIn(portal.origin, 'MEMBERWY')))
  })

  test('SI-13 it ends after ten minutes, in another browser, and once used', async () => {
    expect(listErrorCodes(await sendCode(new Client(portal.origin), appCode(secret)))).toEqual(['CHALLENGE-EXPIRED'])
    const late = await halfway('MEMBERWY')
    await run(sql`update sign_in_challenge set expires_at = now() - interval '1 second'`)
    expect(listErrorCodes(await sendCode(late, appCode(secret)))).toEqual(['CHALLENGE-EXPIRED'])

    const browser = await halfway('MEMBERWY')
    const stolen = browser.copy()
    expect((await sendCode(browser, appCode(secret))).status).toBe(200)
    expect(listErrorCodes(await sendCode(stolen, appCode(secret, 1)))).toEqual(['CHALLENGE-EXPIRED'])
    expect(await isSignedIn(stolen)).toBe(false)
  })

  test('SI-14 RG-4 it ends when the password with which it began is changed', async () => {
    const owner = await signIn(portal.origin, 'TWOGROUPS')
    const { secret: own } = await addAuthenticator(owner)
    const browser = await halfway('TWOGROUPS')
    const body = { currentPassword: 'Welcome1!', newPassword: 'Kestrel-47-Ridge' }
    expect((await make(owner, calls.changePassword, { body })).status).toBe(200)
    expect(listErrorCodes(await sendCode(browser, appCode(own)))).toEqual(['CHALLENGE-EXPIRED'])
    expect(await isSignedIn(browser)).toBe(false)
    expect(await isSignedIn(owner)).toBe(true)
  })

  test('SI-13 RG-4 it continues by the cookie that no other host can set, if there is one', async () => {
    const browser = new Client(portal.origin)
    browser.host = 'secure.highmark.example'
    await halfway('MEMBER02', browser)
    const begun = browser.cookies.get('__Host-signInChallenge') ?? ''
    expect(begun).not.toBe('')
    const other = new Client(portal.origin)
    other.host = browser.host
    other.cookies.set('signInChallenge', begun)
    expect(summarize(await sendCode(other, '000000'))).toEqual([401, ['CHALLENGE-EXPIRED'], undefined])
    expect(summarize(await sendCode(browser, '000000'))[1]).toEqual(['CODE-WRONG'])
  })

  test('SI-13 after five wrong codes it ends, and the account is not let in for a while, from anywhere', async () => {
    const browser = await halfway('MEMBERWY')
    for (let attempt = 1; attempt <= 5; attempt++)
      expect(listErrorCodes(await sendCode(browser, '000000'))).toEqual(['CODE-WRONG'])
    expect(listErrorCodes(await sendCode(browser, appCode(secret, 1)))).toEqual(['CHALLENGE-EXPIRED'])
    const locked = await sendCode(await halfway('MEMBERWY'), appCode(secret, 1))
    expect([locked.status, listErrorCodes(locked)]).toEqual([429, ['TOO-MANY-REQUESTS']])
    await run(sql`update sign_in_limit set locked_until = now() - interval '1 second' where kind = 'second-factor'`)
    expect((await sendCode(await halfway('MEMBERWY'), appCode(secret, 1))).status).toBe(200)
  })

  test('SI-13 every outcome is in the audit log, with the account', async () => {
    const { rows } = await sql<{ action: string; outcome: string }>`
      select distinct action, outcome from audit_event
      join account on account.account_id::text = record_id where login_id = 'MEMBERWY' and action like 'sign-in%'
    `.execute(portal.database.read)
    expect(rows).toEqual(
      expect.arrayContaining([
        { action: 'sign-in', outcome: 'done' },
        { action: 'sign-in SECOND-FACTOR-REQUIRED', outcome: 'refused' },
        { action: 'sign-in CODE-WRONG', outcome: 'refused' },
        { action: 'sign-in TOO-MANY-REQUESTS', outcome: 'refused' },
      ]),
    )
  })

  test('SI-7 RG-4 a due password must be changed all the same', async () => {
    await run(sql`update account set temporary_password = true where login_id = 'MEMBERWY'`)
    await run(sql`update authenticator set last_step = null`)
    const browser = await halfway('MEMBERWY')
    const answer = await sendCode(browser, appCode(secret))
    expect(answer.body.payload).toMatchObject({ tempPasswordFlag: '1' })
    expect(listErrorCodes(await make(browser, calls.getUserInfo, {}))).toEqual(['PASSWORD-CHANGE-REQUIRED'])
  })
})

describe('RG-4 remembered devices', () => {
  let secret: string
  let member: Client
  let browser: Client
  beforeAll(async () => {
    member = await signIn(portal.origin, 'MEMBERWV')
    ;({ secret } = await addAuthenticator(member))
    browser = await halfway('MEMBERWV')
  })
  const devices = async () => (await make(member, calls.accountSecurity, {})).body.payload.rememberedDevices

  test('RG-4 a remembered browser is not asked for a code for 30 days, only for the password', async () => {
    const answer = await sendCode(browser, appCode(secret), true)
    expect(readCookies(answer).trustedDevice?.attributes).toMatchObject({
      httponly: '',
      'max-age': String(30 * 86_400),
    })
    await make(browser, calls.logout, {})
    expect((await browser.signIn('MEMBERWV', 'Wrong-1A')).status).toBe(401)
    expect((await browser.signIn('MEMBERWV')).status).toBe(200)
    expect(await devices()).toHaveLength(1)
    await halfway('MEMBERWV')

    await run(sql`update trusted_device set expires_at = now() - interval '1 second'`)
    await halfway('MEMBERWV', browser)
    expect(await devices()).toEqual([])
    await run(sql`update trusted_device set expires_at = now() + interval '1 day'`)
  })

  test('RG-4 people who share a browser are each remembered in it; the trust in one never lets another in', async () => {
    const other = await addAuthenticator(await signIn(portal.origin, 'BXBASIC1'))
    await halfway('BXBASIC1', browser)
    expect((await sendCode(browser, appCode(other.secret), true)).status).toBe(200)
    expect((await browser.signIn('BXBASIC1')).status).toBe(200)
    expect((await browser.signIn('MEMBERWV')).status).toBe(200)
  })

  test('RG-4 only its owner can forget a remembered device; removing the app forgets them all', async () => {
    const [device] = await devices()
    const params = { deviceId: device?.deviceId ?? '' }
    const stranger = await signIn(portal.origin, 'BXPLUS01')
    expect(listErrorCodes(await make(stranger, calls.forgetDevice, { params }))).toEqual(['NOT-FOUND'])
    expect((await make(member, calls.forgetDevice, { params })).status).toBe(200)
    expect(listErrorCodes(await make(member, calls.forgetDevice, { params }))).toEqual(['NOT-FOUND'])
    await halfway('MEMBERWV', browser)

    expect((await sendCode(browser, appCode(secret, 1), true)).status).toBe(200)
    expect((await make(member, calls.removeAuthenticator, {})).body.payload).toEqual({ removed: true })
    expect(await devices()).toEqual([])
    const fresh = await new Client(portal.origin).signIn('MEMBERWV')
    expect(fresh.status).toBe(200)
    const overview = await make(member, calls.accountSecurity, {})
    expect(overview.body.payload).toMatchObject({ authenticatorSince: null, recoveryCodesLeft: 0 })
    expect(listErrorCodes(await make(member, calls.renewRecoveryCodes, {}))).toEqual(['CONFLICT'])
  })

  test('RG-4 SI-14 a new password forgets them all: whoever knows it is asked for a code', async () => {
    const owner = await signIn(portal.origin, 'DENTAL01')
    const { secret: own } = await addAuthenticator(owner)
    const remembered = await halfway('DENTAL01')
    await sendCode(remembered, appCode(own), true)
    const change = { currentPassword: 'Welcome1!', newPassword: 'Changed-2-day!' }
    expect((await make(owner, calls.changePassword, { body: change })).status).toBe(200)
    const answer = await remembered.signIn('DENTAL01', change.newPassword)
    expect(listErrorCodes(answer)).toEqual(['SECOND-FACTOR-REQUIRED', 'REMEMBER-DEVICE'])
  })

  test('RG-4 if the brand does not remember devices, none is remembered, and earlier ones are asked', async () => {
    const owner = await signIn(portal.origin, 'MEDICAIDND')
    const { secret: own } = await addAuthenticator(owner)
    const remembered = await halfway('MEDICAIDND')
    await sendCode(remembered, appCode(own), true)
    await setSettings(portal.database, 'ndbcbs', { REMEMBER_DEVICE: false })
    const asked = await remembered.signIn('MEDICAIDND')
    expect(listErrorCodes(asked)).toEqual(['SECOND-FACTOR-REQUIRED'])
    const answer = await sendCode(remembered, appCode(own, 1), true)
    expect([answer.status, readCookies(answer).trustedDevice]).toEqual([200, undefined])
  })
})
