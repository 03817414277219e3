import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { readByLogin } from '../../../test/accounts.ts'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, listErrors, memberClient, signInClient } from '../../../test/client.ts'
import { readCookies } from '../../../test/cookies.ts'
import { isAwaited } from '../../../test/gate.ts'
import { cheapPasswords } from '../../../test/passwords.ts'
import { testPortal } from '../../../test/portal.ts'
import { listEvents } from '../../../test/rows.ts'
import { everyCall, readRecords, undoChanges } from '../../../test/samples.ts'
import { setSettings } from '../../../test/settings.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { createLimits } from '../../platform/limits/limits.ts'
import { createSessions } from '../sessions/sessions.ts'
import { createPasswordCheck } from './password-check.ts'

const password = 'Welcome1!'
const fresh = 'Kestrel-47-Ridge'

const portal = testPortal()
afterEach(() => undoChanges(portal.database))

const signIn = (loginId: string, word = password) => signInClient(portal.origin, loginId, word)

const change = (client: Client, newPassword: string, currentPassword?: string) =>
  make(client, calls.changePassword, {
    body: { newPassword, ...(currentPassword !== undefined && { currentPassword }) },
  })

const readAccount = (loginId: string) => readByLogin(portal.database.read, loginId)

/** The highest count of consecutive failures for any login ID or pair. */
async function failures(): Promise<number> {
  const { rows } = await sql<{ most: number | null }>`
    select max(failures)::int as most from sign_in_limit where kind in ('login', 'pair') and key like '%MEMBER01%'`.execute(
    portal.database.read,
  )
  return rows[0]?.most ?? 0
}

describe('VA-4 the rule service', () => {
  const strength = async (client: Client, name = 'changePassword') => {
    const { status, body } = await client.get(`/rbsmbl/x-services/passwordStrength?function=${name}`)
    return status === 200 ? body.payload : status
  }

  test('VA-4 tells the tier by function and brand', async () => {
    const anyone = new Client(portal.origin)
    const usual = { minLength: 8, upper: true, lower: true, digit: true, special: true, history: 5 }
    for (const name of ['changePassword', 'forgottenPassword']) expect(await strength(anyone, name)).toEqual(usual)
    // Someone who registers has no earlier passwords.
    expect(await strength(anyone, 'register')).toEqual({ ...usual, history: 0 })
    expect(await strength(anyone, 'other')).toBe(400)

    await setSettings(portal.database, 'idh', { PASSWORD_MIN_LENGTH: '12', PASSWORD_SPECIAL: false })
    anyone.cookies.set('brand', 'idh')
    expect(await strength(anyone)).toEqual({ ...usual, minLength: 12, special: false })
    const member = await signIn('MEMBERID')
    expect(listErrors(await change(member, 'Kestrel-47', password))).toEqual([400, 'newPassword password.short'])
    expect((await change(member, 'Kestrel47Ridge', password)).status).toBe(200)
  })
})

describe.each(['FORCED01', 'TEMPPW01'])('SI-7 %s, whose password is due', (loginId) => {
  const allowed = ['validateSession', 'changePassword', 'logout', 'ltpaLogout']

  test('SI-7 may make public calls and the few it needs, and no other', async () => {
    const client = await signIn(loginId)
    const own = await readRecords(await memberClient(portal.origin, 'MEMBER02'))
    const seen: string[] = []
    for (const { name, call, sample } of everyCall) {
      if (call.audience.by !== 'session' || !call.audience.roles.includes('MEMBER')) continue
      if (call.whilePasswordDue === 'allowed') {
        seen.push(name)
        continue
      }
      const answer = await make(client, call, sample.right(own), sample.headers)
      expect([name, answer.status, listErrorCodes(answer)]).toEqual([name, 403, ['PASSWORD-CHANGE-REQUIRED']])
    }
    expect(seen.filter((name) => !allowed.includes(name))).toEqual([])
    const { status, body } = await make(client, calls.validateSession, {})
    expect([status, body.payload.logonId]).toEqual([200, loginId])
    expect((await make(client, calls.logout, {})).status).toBe(200)
  })

  test('SI-7 gets no access token, by cookie or by password', async () => {
    const client = await signIn(loginId)
    expect((await client.takeToken()).status).toBe(400)
    expect(client.bearer).toBeUndefined()
    const form = { grant_type: 'password', username: loginId, password, client_id: 'portico-test' }
    const { status, body } = await new Client(portal.origin).send('POST', '/api/oauth/token', { form })
    expect([status, body]).toMatchObject([400, { error: 'invalid_grant' }])
  })

  test('SI-7 gets pages without anything of the person in them', async () => {
    const client = await signIn(loginId)
    const { first_name, last_name } = await readAccount(loginId)
    for (const path of ['/', '/mbr/', '/msg/', '/login/']) {
      const { body } = await client.get(path, { headers: { accept: 'text/html' } })
      const html = String(body.payload)
      expect(html).toContain('"passwordDue":true')
      expect(html).toContain('"session":null')
      for (const personal of [first_name, last_name, loginId]) expect(html).not.toContain(personal)
    }
  })

  test('SI-7 SI-14 chooses a new one without giving the current one again, and continues under a new id', async () => {
    const client = await signIn(loginId)
    const before = client.copy()
    const began = Date.now()
    const answer = await change(client, fresh)
    expect(answer.status).toBe(200)
    const cookies = readCookies(answer)
    for (const name of ['LtpaToken2', 'oAuthToken', 'ObSSOCookie']) {
      expect(cookies[name]?.value).toMatch(/^[\w-]{43}$/)
      expect(cookies[name]?.value).not.toBe(before.cookies.get(name))
    }
    expect((await make(before, calls.validateSession, {})).status).toBe(401)
    expect((await client.takeToken()).status).toBe(200)
    const { body } = await make(client, calls.getUserInfo, {})
    expect(body.payload).toMatchObject({ logonId: loginId, temporaryPassword: false })
    const account = await readAccount(loginId)
    expect(account).toMatchObject({ temporary_password: false, security_strength_enforcement: 'NONE' })
    expect(account.password_changed_at.getTime()).toBeGreaterThanOrEqual(began)
    expect((await new Client(portal.origin).signIn(loginId)).status).toBe(401)
    const again = await signIn(loginId, fresh)
    expect((await make(again, calls.getUserInfo, {})).status).toBe(200)
    await sql`update account set ${loginId === 'TEMPPW01' ? sql`temporary_password = true` : sql`security_strength_enforcement = 'FORCED'`}
      where login_id = ${loginId}`.execute(portal.database.read)
  })
})

describe('VA-4 RG-2 a new password', () => {
  test('AG-1 an agent continues to work for the agency that they chose', async () => {
    const client = await signIn('AGENT001')
    const chosen = { agencyId: '2001', region: 'WPA', remember: false }
    expect((await make(client, calls.chooseAgency, { body: chosen })).status).toBe(200)
    expect((await change(client, fresh, password)).status).toBe(200)
    const { body } = await make(client, calls.getUserInfo, {})
    expect(body.payload).toMatchObject({ selectedAgency: '2001', selectedRegion: 'WPA' })
  })

  test('VA-4 is refused with the code of each rule', async () => {
    const client = await signIn('MEMBER01')
    const mistakes = [
      ['', 'password.weak'],
      ['Abc1!', 'password.weak'],
      ['kestrel-47-ridge', 'password.weak'],
      ['KESTREL-47-RIDGE', 'password.weak'],
      ['Kestrel-Ridge', 'password.weak'],
      ['Kestrel47Ridge', 'password.no-special'],
      ['Kestrel-47<Ridge', 'password.forbidden-character'],
      ['My-member01-9', 'password.holds-login-id'],
      ['Password1!', 'password.common'],
      [password, 'password.common'],
    ] as const
    for (const [word, code] of mistakes)
      expect(listErrors(await change(client, word, password)), word).toEqual([400, `newPassword ${code}`])
    expect((await client.takeToken()).status).toBe(200)
  })

  test('RG-2 requires the current one from whoever is signed in, and all mistakes are shown at once', async () => {
    const client = await signIn('MEMBER01')
    expect(listErrors(await change(client, fresh))).toEqual([400, 'currentPassword field.required'])
    expect(listErrors(await change(client, 'x', ''))).toEqual([
      400,
      'currentPassword field.required',
      'newPassword password.weak',
    ])
    expect(listErrors(await change(client, fresh, 'Wrong-1word'))).toEqual([400, 'currentPassword GEN-NOMATCH'])
    expect((await make(client, calls.validateSession, {})).status).toBe(200)
    expect((await readAccount('MEMBER01')).password_hash).not.toBeNull()
    await signIn('MEMBER01')
  })

  test('VA-4 the last five cannot be used again, nor the current one; older ones can', async () => {
    const client = await signIn('MEMBER01')
    const words = Array.from({ length: 7 }, (_, index) => `Kestrel-${index}-Ridge`)
    let present = password
    for (const word of words) {
      expect((await change(client, word, present)).status, word).toBe(200)
      present = word
    }
    for (const word of words.slice(1))
      expect(listErrors(await change(client, word, present)), word).toEqual([400, 'newPassword password.reused'])
    expect((await change(client, words[0] ?? '', present)).status).toBe(200)
    const { rows } = await sql`select * from password_history`.execute(portal.database.read)
    expect(rows).toHaveLength(5)
  })

  test('SI-14 ends every other session with its tokens, and the audit log records it', async () => {
    const others = await Promise.all(['MEMBER01', 'MEMBER01'].map((loginId) => signIn(loginId)))
    for (const other of others) await other.takeToken()
    const stranger = await signIn('MEMBER02')
    const client = await signIn('MEMBER01')
    const answer = await change(client, fresh, password)
    expect(answer.status).toBe(200)
    for (const other of others) {
      expect((await make(other, calls.listMessages, {})).status).toBe(401)
      expect((await make(other, calls.validateSession, {})).status).toBe(401)
      expect((await other.copy().takeToken()).status).toBe(400)
    }
    expect((await make(stranger, calls.validateSession, {})).status).toBe(200)
    expect((await make(client, calls.validateSession, {})).status).toBe(200)
    const { rows } = await sql<{ ended_reason: string; count: number }>`
      select ended_reason, count(*)::int as count from session
      where account_id = ${(await readAccount('MEMBER01')).account_id} and ended_reason = 'password-changed' group by 1
    `.execute(portal.database.read)
    expect(rows[0]?.count).toBeGreaterThanOrEqual(3)
    expect(await listEvents(portal.database, answer)).toMatchObject([
      { action: 'password.change', actor_login_id: 'MEMBER01', record_type: 'account', outcome: 'done' },
    ])
    expect(portal.log.join('\n')).not.toContain(fresh)
  })

  test('SO-2 signing out during the change leaves the password as it is', async () => {
    const client = await signIn('MEMBER01')
    const { account_id: accountId, password_hash: before } = await readAccount('MEMBER01')
    const { changing } = await portal.database.transaction(async (tx) => {
      // The change reaches the account's row and waits there until the person is signed out.
      await lockAccount(tx, accountId)
      const changing = change(client.copy(), fresh, password)
      await expect.poll(() => isAwaited(tx)).toBe(true)
      expect((await make(client, calls.logout, {})).status).toBe(200)
      return { changing }
    })
    const answer = await changing
    expect([answer.status, listErrorCodes(answer)]).toEqual([401, ['NO-SESSION']])
    expect((await readAccount('MEMBER01')).password_hash).toBe(before)
  })

  test('SO-2 RG-2 of a concurrent change and sign-out, the answer says whether the password is the new one', async () => {
    const client = await signIn('MEMBER01')
    const { password_hash: before } = await readAccount('MEMBER01')
    const [changed] = await Promise.all([change(client.copy(), fresh, password), make(client, calls.logout, {})])
    const { password_hash: after } = await readAccount('MEMBER01')
    if (changed.status === 200) await signIn('MEMBER01', fresh)
    else expect([changed.status, listErrorCodes(changed), after]).toEqual([401, ['NO-SESSION'], before])
    expect((await make(client, calls.validateSession, {})).status).toBe(401)
  })

  test('RG-2 sent twice at once, it happens once', async () => {
    const client = await signIn('MEMBER01')
    // The same while the first change is under way and may replace the password before another change reads it.
    const answers = await Promise.all(
      [0, 0, 8, 16].map(async (afterMs) => {
        await setTimeout(afterMs)
        return change(client.copy(), fresh, password)
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(['CONFLICT', 'NO-SESSION']).toContain(listErrorCodes(answer)[0])
    const { rows } = await sql`select * from password_history`.execute(portal.database.read)
    expect(rows).toHaveLength(1)
    expect(await failures()).toBe(0)
    await signIn('MEMBER01', fresh)
  })

  test('RG-2 SI-13 the old password is no wrong one for a request made before the change; otherwise it is', async () => {
    const { database, origin } = portal
    const client = await signIn('MEMBER01')
    const sessions = createSessions(database, { idleS: 1200, maxS: 43_200 })
    const before = await sessions.findByToken(client.cookies.get('LtpaToken2') ?? '', new Date())
    expect((await change(client, fresh, password)).status).toBe(200)
    const after = await sessions.findByToken(client.cookies.get('LtpaToken2') ?? '', new Date())
    const check = createPasswordCheck({
      database,
      passwords: cheapPasswords(),
      limits: createLimits(database),
      directories: { matches: async () => false },
    })
    const confirm = (principal: Principal | null) => {
      if (principal === null) throw new Error(`No session at ${origin}.`)
      const given = { password, field: 'currentPassword', action: 'password.change' }
      return check.confirm(principal, given, {
        now: new Date(),
        origin: { address: '127.0.0.1', requestId: randomUUID() },
      })
    }
    await expect(confirm(before)).rejects.toMatchObject({ code: 'NO-SESSION' })
    expect(await failures()).toBe(0)
    await expect(confirm(after)).rejects.toMatchObject({ code: 'FIELD-INVALID', fields: [{ code: 'GEN-NOMATCH' }] })
    expect(await failures()).toBe(1)
  })
})
