import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, Client, listErrorCodes } from '../../../test/client.ts'
import { SoftPasskey } from '../../../test/passkey.ts'
import { testPortal } from '../../../test/portal.ts'
import { addAuthenticator, addPasskey, appCode, signIn } from '../../../test/second-factor.ts'
import { setSettings } from '../../../test/settings.ts'

const portal = testPortal({ TRUST_PROXY: '1' })

const run = (query: ReturnType<typeof sql>) => query.execute(portal.database.read)
const summarize = (answer: Answer) => [answer.status, listErrorCodes(answer), answer.body.errors?.[0]?.field]

type Tampering = Parameters<SoftPasskey['get']>[1]

/** Signs in with a passkey in a separate browser. */
async function signInWith(passkey: SoftPasskey, tampering: Tampering = {}, browser = new Client(portal.origin)) {
  const { body } = await make(browser, calls.passkeySignInOptions, {})
  const credential = passkey.get(body.payload, tampering)
  return { browser, credential, answer: await make(browser, calls.passkeySignIn, { body: { credential } }) }
}

const outcome = async (attempt: ReturnType<typeof signInWith>) => {
  const { answer } = await attempt
  return answer.status === 200 ? 'signed in' : listErrorCodes(answer).join()
}

describe('RG-4 passkeys of a signed-in person', () => {
  test('RG-4 one is created for this host, can be found without a login ID, and always verifies the person', async () => {
    const member = await signIn(portal.origin, 'MEMBER01')
    const { body } = await make(member, calls.passkeyRegistration, {})
    expect(body.payload).toMatchObject({
      rp: { id: '127.0.0.1', name: expect.stringMatching(/./) },
      user: { name: 'MEMBER01', displayName: 'Mayte Escobar' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    })
    await addPasskey(member, '  My phone ')
    const overview = await make(member, calls.accountSecurity, {})
    const [passkey] = overview.body.payload.passkeys
    expect(passkey).toMatchObject({ name: 'My phone', lastUsedAt: null })
    // The browser learns which passkeys it already has, so that it does not create a second one.
    const again = await make(member, calls.passkeyRegistration, {})
    expect(again.body.payload.excludeCredentials).toHaveLength(1)

    const params = { passkeyId: passkey?.passkeyId ?? '' }
    expect((await make(member, calls.renamePasskey, { params, body: { name: 'Old phone' } })).status).toBe(200)
    const nameless = await make(member, calls.renamePasskey, { params, body: { name: '   ' } })
    expect(summarize(nameless)).toEqual([400, ['FIELD-INVALID'], 'name'])
    expect((await make(member, calls.removePasskey, { params })).status).toBe(200)
    expect(listErrorCodes(await make(member, calls.removePasskey, { params }))).toEqual(['NOT-FOUND'])
    expect((await make(member, calls.accountSecurity, {})).body.payload.passkeys).toEqual([])
  })

  test('RG-4 a passkey that the browser did not create for this page, session and challenge is refused', async () => {
    const member = await signIn(portal.origin, 'MEMBER02')
    const other = await signIn(portal.origin, 'MEMBER02')
    const add = async (tampering: Tampering, by = member) => {
      const { body } = await make(member, calls.passkeyRegistration, {})
      const credential = new SoftPasskey(portal.origin).create(body.payload, tampering)
      return summarize(await make(by, calls.addPasskey, { body: { name: 'Odd', credential } }))
    }
    const unknown = [400, ['PASSKEY-UNKNOWN'], 'credential']
    const expired = [400, ['CHALLENGE-EXPIRED'], 'credential']
    expect(await add({ origin: 'https://evil.example' })).toEqual(unknown)
    expect(await add({ host: 'evil.example' })).toEqual(unknown)
    expect(await add({ unverified: true })).toEqual(unknown)
    expect(await add({ challenge: 'AAAA' })).toEqual(expired)
    expect(await add({}, other)).toEqual(expired)

    const { body } = await make(member, calls.passkeyRegistration, {})
    const credential = new SoftPasskey(portal.origin).create(body.payload)
    expect((await make(member, calls.addPasskey, { body: { name: 'Right', credential } })).status).toBe(201)
    expect(summarize(await make(member, calls.addPasskey, { body: { name: 'Again', credential } }))).toEqual(expired)

    const late = await make(member, calls.passkeyRegistration, {})
    await run(sql`update sign_in_challenge set expires_at = now() - interval '1 second'`)
    const made = new SoftPasskey(portal.origin).create(late.body.payload)
    expect(summarize(await make(member, calls.addPasskey, { body: { name: 'Late', credential: made } }))).toEqual(
      expired,
    )
  })

  test('RG-4 a person can have ten, counting those begun earlier', async () => {
    const member = await signIn(portal.origin, 'MEMBERDE')
    for (let count = 1; count <= 8; count++) await addPasskey(member, `Key ${count}`)
    const begun = await Promise.all(Array.from({ length: 4 }, () => make(member, calls.passkeyRegistration, {})))
    const added = await Promise.all(
      begun.map(({ body }) => {
        const credential = new SoftPasskey(portal.origin).create(body.payload)
        return make(member, calls.addPasskey, { body: { name: 'One more', credential } })
      }),
    )
    expect(added.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
    const overview = await make(member, calls.accountSecurity, {})
    expect(overview.body.payload.passkeys).toHaveLength(10)
    expect(listErrorCodes(await make(member, calls.passkeyRegistration, {}))).toEqual(['CONFLICT'])
  })
})

test('SI-13 RG-4 an address may request sign-in options only so often, and no more are stored', async () => {
  const from = { 'x-forwarded-for': '198.51.100.14' }
  const ask = (headers: Record<string, string>) =>
    make(new Client(portal.origin), calls.passkeySignInOptions, {}, headers)
  await run(sql`insert into sign_in_limit (kind, key, failures, first_failure_at, last_failure_at)
    values ('passkey-address', '198.51.100.14', 298, now(), now())`)
  expect([(await ask(from)).status, (await ask(from)).status]).toEqual([200, 200])
  const readStored = () => portal.database.read.selectFrom('sign_in_challenge').select('purpose').execute()
  const before = await readStored()
  const refused = await ask(from)
  expect([refused.status, listErrorCodes(refused)]).toEqual([429, ['TOO-MANY-REQUESTS']])
  expect(refused.headers.get('set-cookie')).toBeNull()
  expect(await readStored()).toHaveLength(before.length)
  expect((await ask({})).status).toBe(200)
})

describe('SI-1 RG-4 signing in with a passkey', () => {
  test('SI-3 SI-9 RG-4 it takes no login ID and no password, counts as two factors, and opens a session with its own method', async () => {
    const member = await signIn(portal.origin, 'MEMBER01')
    await addAuthenticator(member)
    const { passkey } = await addPasskey(member)
    const { browser, answer } = await signInWith(passkey)
    expect(answer.status).toBe(200)
    expect(answer.body.payload).toMatchObject({ shoppingBrand: 'hmbcbs', userAlias: 'Mayte' })
    const { body } = await make(browser, calls.listDevices, {})
    expect(body.payload.devices.find(({ current }) => current)?.method).toBe('passkey')
    expect((await browser.takeToken()).status).toBe(200)
    const overview = await make(member, calls.accountSecurity, {})
    expect(overview.body.payload.passkeys[0]?.lastUsedAt).toEqual(expect.any(String))
  })

  test('RG-4 an answer works once, for its challenge, its page and the browser that asked', async () => {
    const { passkey } = await addPasskey(await signIn(portal.origin, 'MEMBERND'))
    const { browser, credential, answer } = await signInWith(passkey)
    expect(answer.status).toBe(200)
    expect(listErrorCodes(await make(browser, calls.passkeySignIn, { body: { credential } }))).toEqual([
      'CHALLENGE-EXPIRED',
    ])

    const asking = new Client(portal.origin)
    const { body } = await make(asking, calls.passkeySignInOptions, {})
    const stolen = passkey.get(body.payload)
    const thief = new Client(portal.origin)
    await make(thief, calls.passkeySignInOptions, {})
    expect(listErrorCodes(await make(thief, calls.passkeySignIn, { body: { credential: stolen } }))).toEqual([
      'CHALLENGE-EXPIRED',
    ])
    expect((await make(asking, calls.passkeySignIn, { body: { credential: stolen } })).status).toBe(200)

    expect(await outcome(signInWith(passkey, { origin: 'https://evil.example' }))).toBe('PASSKEY-UNKNOWN')
    expect(await outcome(signInWith(passkey, { host: 'evil.example' }))).toBe('PASSKEY-UNKNOWN')
    expect(await outcome(signInWith(passkey, { unverified: true }))).toBe('PASSKEY-UNKNOWN')
    expect(await outcome(signInWith(passkey, { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }))).toBe('PASSKEY-UNKNOWN')
    expect(await outcome(signInWith(new SoftPasskey(portal.origin)))).toBe('PASSKEY-UNKNOWN')
    expect(await outcome(signInWith(passkey, { counter: 100 }))).toBe('signed in')
    // A counter that does not grow indicates a copy.
    expect(await outcome(signInWith(passkey, { counter: 100 }))).toBe('PASSKEY-UNKNOWN')
    expect(await outcome(signInWith(passkey, { counter: 99 }))).toBe('PASSKEY-UNKNOWN')
    expect(await outcome(signInWith(passkey, { counter: 101 }))).toBe('signed in')
  })

  test('RG-4 several tabs of one browser may each have asked', async () => {
    const { passkey } = await addPasskey(await signIn(portal.origin, 'MEMBERND'))
    const browser = new Client(portal.origin)
    const { body } = await make(browser, calls.passkeySignInOptions, {})
    await make(browser, calls.passkeySignInOptions, {})
    const credential = passkey.get(body.payload)
    expect((await make(browser, calls.passkeySignIn, { body: { credential } })).status).toBe(200)
  })

  test('RG-4 a passkey works only on the host where it was created', async () => {
    const member = new Client(portal.origin)
    member.host = 'secure.ndbcbs.localhost:8080'
    await member.signIn('MEMBERND')
    const { passkey } = await addPasskey(member)
    const there = new Client(portal.origin)
    there.host = member.host
    expect(await outcome(signInWith(passkey, {}, there))).toBe('signed in')
    const elsewhere = new Client(portal.origin)
    elsewhere.host = 'secure.highmark.localhost:8080'
    const origin = `http://${elsewhere.host}`
    expect(await outcome(signInWith(passkey, { origin }, elsewhere))).toBe('PASSKEY-UNKNOWN')
  })

  test('ER-1 ER-6 SI-13 a locked account lets its passkey in, a closed one and one without a record do not', async () => {
    const { passkey } = await addPasskey(await signIn(portal.origin, 'MEMBERMN'))
    const lock = (failures: number) =>
      run(sql`update sign_in_limit set failures = ${failures}, last_failure_at = now(),
        locked_until = now() + interval '1 hour' where key like 'MEMBERMN%'`)
    await lock(20)
    expect(listErrorCodes(await new Client(portal.origin).signIn('MEMBERMN'))).toEqual(['GEN-SUSPEND'])
    expect(await outcome(signInWith(passkey))).toBe('signed in')
    await lock(100)
    expect(await outcome(signInWith(passkey))).toBe('GEN-SUSPEND')
    await run(sql`delete from sign_in_limit where key like 'MEMBERMN%'`)
    await run(sql`update account set directory_out_of_step = true where login_id = 'MEMBERMN'`)
    expect(await outcome(signInWith(passkey))).toBe('UPD-LDAP')
  })

  test('SI-7 RG-4 a due password must be changed all the same', async () => {
    const { passkey } = await addPasskey(await signIn(portal.origin, 'MEMBERWY'))
    await run(sql`update account set temporary_password = true where login_id = 'MEMBERWY'`)
    const { browser, answer } = await signInWith(passkey)
    expect(answer.body.payload).toMatchObject({ tempPasswordFlag: '1' })
    expect(listErrorCodes(await make(browser, calls.getUserInfo, {}))).toEqual(['PASSWORD-CHANGE-REQUIRED'])
  })

  test('RG-4 a brand may turn passkeys off: none is created, none signs in, and the page does not offer them', async () => {
    const member = new Client(portal.origin)
    member.host = 'secure.idh.localhost:8080'
    await member.signIn('MEMBERID')
    const { passkey } = await addPasskey(member)
    const offers = async () => {
      const stranger = new Client(portal.origin)
      stranger.host = member.host
      const { body } = await stranger.get<string>('/login/', { headers: { accept: 'text/html' } })
      return body.payload.includes('"passkeys":true')
    }
    expect(await offers()).toBe(true)
    const asked = new Client(portal.origin)
    asked.host = member.host
    const { body } = await make(asked, calls.passkeySignInOptions, {})
    await setSettings(portal.database, 'idh', { PASSKEYS: false })
    expect(await offers()).toBe(false)
    expect(listErrorCodes(await make(asked, calls.passkeySignInOptions, {}))).toEqual(['NOT-FOUND'])
    const credential = passkey.get(body.payload)
    expect(listErrorCodes(await make(asked, calls.passkeySignIn, { body: { credential } }))).toEqual(['NOT-FOUND'])
    expect(listErrorCodes(await make(member, calls.passkeyRegistration, {}))).toEqual(['NOT-FOUND'])
  })
})

describe('RG-4 step-up', () => {
  /** A browser whose last proof is eleven minutes old. */
  async function stale(loginId: string): Promise<Client> {
    const client = await signIn(portal.origin, loginId)
    await age(client)
    return client
  }
  const age = async (client: Client) => {
    const { body } = await make(client, calls.listDevices, {})
    const id = body.payload.devices.find(({ current }) => current)?.sessionId ?? ''
    await run(sql`update session set authenticated_at = now() - interval '11 minutes' where session_id = ${id}`)
  }
  const needsProof = async (client: Client) =>
    listErrorCodes(await make(client, calls.passkeyRegistration, {})).includes('STEP-UP-REQUIRED')

  test('RG-4 every change of second factors requires a proof from the last ten minutes', async () => {
    const client = await stale('BXBASIC1')
    const params = { passkeyId: '0197f7a0-0000-7000-8000-000000000009' }
    const answers = [
      await make(client, calls.beginAuthenticator, {}),
      await make(client, calls.confirmAuthenticator, { body: { code: '000000' } }),
      await make(client, calls.removeAuthenticator, {}),
      await make(client, calls.renewRecoveryCodes, {}),
      await make(client, calls.passkeyRegistration, {}),
      await make(client, calls.removePasskey, { params }),
    ]
    for (const answer of answers) expect([answer.status, listErrorCodes(answer)]).toEqual([403, ['STEP-UP-REQUIRED']])
    // Signing out other devices requires no fresh proof.
    expect((await make(client, calls.endOtherDevices, {})).status).toBe(200)
  })

  test('RG-4 SI-13 the password is such a proof; a wrong one is shown at its field and counted', async () => {
    const client = await stale('BXBASIC1')
    const { body } = await make(client, calls.stepUpOptions, {})
    expect(body.payload).toMatchObject({ password: true, code: false, passkey: null, provider: null })
    const wrong = await make(client, calls.stepUp, { body: { password: 'Wrong-1A' } })
    expect(summarize(wrong)).toEqual([400, ['GEN-NOMATCH'], 'password'])
    expect(await needsProof(client)).toBe(true)
    expect((await make(client, calls.stepUp, { body: { password: 'Welcome1!' } })).status).toBe(200)
    expect(await needsProof(client)).toBe(false)
    for (const nothing of [{}, { password: 'Welcome1!', code: '123456' }])
      expect(listErrorCodes(await make(client, calls.stepUp, { body: nothing }))).toEqual(['BAD-REQUEST'])
  })

  test('RG-4 a person with an authenticator app proves their identity with a code, not with the password alone', async () => {
    const client = await signIn(portal.origin, 'BXPLUS01')
    const { secret, recoveryCodes } = await addAuthenticator(client)
    await age(client)
    const { body } = await make(client, calls.stepUpOptions, {})
    expect(body.payload).toMatchObject({ password: false, code: true, passkey: null, provider: null })
    const password = await make(client, calls.stepUp, { body: { password: 'Welcome1!' } })
    expect(summarize(password)).toEqual([400, ['SECOND-FACTOR-REQUIRED'], 'password'])
    expect(summarize(await make(client, calls.stepUp, { body: { code: '000000' } }))).toEqual([
      400,
      ['CODE-WRONG'],
      'code',
    ])
    expect(await needsProof(client)).toBe(true)
    expect((await make(client, calls.stepUp, { body: { code: appCode(secret) } })).status).toBe(200)
    expect(await needsProof(client)).toBe(false)
    await age(client)
    expect((await make(client, calls.stepUp, { body: { code: recoveryCodes[0] ?? '' } })).status).toBe(200)
    expect(await needsProof(client)).toBe(false)
  })

  test("RG-4 one's own passkey is a proof, another person's is not", async () => {
    const client = await signIn(portal.origin, 'DENTAL01')
    const { passkey } = await addPasskey(client)
    const other = await addPasskey(await signIn(portal.origin, 'TWOGROUPS'))
    await age(client)
    const prove = async (by: SoftPasskey) => {
      const { body } = await make(client, calls.stepUpOptions, {})
      const { passkey: options } = body.payload
      expect(options?.allowCredentials).toHaveLength(1)
      if (options === null) throw new Error('There is a passkey.')
      return make(client, calls.stepUp, { body: { credential: by.get(options) } })
    }
    expect(summarize(await prove(other.passkey))).toEqual([400, ['PASSKEY-UNKNOWN'], 'credential'])
    expect(await needsProof(client)).toBe(true)
    expect((await prove(passkey)).status).toBe(200)
    expect(await needsProof(client)).toBe(false)
  })

  test('RG-4 a brand may turn it off', async () => {
    const client = await stale('MEMBERWV')
    expect(await needsProof(client)).toBe(true)
    await setSettings(portal.database, 'ms', { STEP_UP: false })
    expect(await needsProof(client)).toBe(false)
  })
})
