import { calls } from '@portico/contract/calls'
import { afterEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, Client, listErrorCodes, signInClient } from '../../../test/client.ts'
import { cheapPasswords } from '../../../test/passwords.ts'
import { testPortal } from '../../../test/portal.ts'
import { undoChanges } from '../../../test/samples.ts'
import { addAuthenticator, appCode, undoSecondFactors } from '../../../test/second-factor.ts'

const password = 'Welcome1!'
const fresh = 'Kestrel-47-Ridge'

/** Holds sign-ins at the moment when their password was found correct, until the test releases them. */
const atTheDoor = { holds: 0, arrived: 0, letGo: () => {}, gone: Promise.resolve() }

function holdNext(count: number): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(atTheDoor, { holds: count, arrived: 0, letGo: resolve, gone: promise })
}

const real = cheapPasswords()
const portal = testPortal(
  {},
  {
    passwords: {
      ...real,
      matches: async (stored, given) => {
        const matched = await real.matches(stored, given)
        if (matched && atTheDoor.arrived < atTheDoor.holds) {
          atTheDoor.arrived++
          await atTheDoor.gone
        }
        return matched
      },
    },
  },
)
afterEach(async () => {
  atTheDoor.letGo()
  await undoSecondFactors(portal.database)
  await undoChanges(portal.database)
})

const requestToken = (loginId: string) => {
  const form = { grant_type: 'password', username: loginId, password, client_id: 'portico-test' }
  return new Client(portal.origin).send('POST', '/api/oauth/token', { form })
}
const change = (client: Client, newPassword = fresh, currentPassword = password) =>
  make(client, calls.changePassword, { body: { newPassword, currentPassword } })
const isLive = async (client: Client) => (await make(client, calls.validateSession, {})).status === 200

const signInAs = (loginId: string) => signInClient(portal.origin, loginId)

/** Starts sign-ins, and lets them continue only after `meanwhile`. */
async function overtake<T extends readonly Promise<unknown>[]>(start: () => T, meanwhile: () => Promise<unknown>) {
  holdNext(start.length || 1)
  const begun = start()
  atTheDoor.holds = begun.length
  await expect.poll(() => atTheDoor.arrived, { interval: 2 }).toBe(begun.length)
  await meanwhile()
  atTheDoor.letGo()
  return begun
}

describe('SI-14 RG-2 a sign-in with the old password during its change', () => {
  test('SI-14 RG-2 SI-13 opens no session and gives no token after the change, and counts as a wrong password', async () => {
    const owner = await signInAs('MEMBER01')
    const browser = new Client(portal.origin)
    const answers = Promise.all(
      await overtake(
        () => [browser.signIn('MEMBER01'), requestToken('MEMBER01')] as const,
        async () => expect((await change(owner)).status).toBe(200),
      ),
    )
    const [signIn, token] = await answers
    expect([signIn.status, listErrorCodes(signIn)]).toEqual([401, ['GEN-NOMATCH']])
    expect(token).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'invalid_grant_incorrect_creds' },
    })
    expect(await isLive(browser)).toBe(false)
    expect(await isLive(owner)).toBe(true)
    const { rows } = await events(signIn)
    expect(rows).toEqual([{ action: 'sign-in GEN-NOMATCH', outcome: 'refused' }])
  })

  test('SI-14 RG-2 however the two meet, no session with the old password is left', async () => {
    const owner = await signInAs('MEMBER02')
    let word = password
    for (let round = 0; round < 20; round++) {
      const [old, next] = [word, `Kestrel-${round}-Ridge`]
      const browsers = Array.from({ length: 3 }, () => new Client(portal.origin))
      let changing: Promise<Answer> | undefined
      const answers = await overtake(
        () => browsers.map((browser) => browser.signIn('MEMBER02', old)),
        async () => {
          changing = change(owner, next, old)
          await new Promise((resolve) => setTimeout(resolve, round))
        },
      )
      await Promise.all(answers)
      expect((await changing)?.status).toBe(200)
      for (const browser of browsers) expect(await isLive(browser)).toBe(false)
      expect(await isLive(owner)).toBe(true)
      word = next
    }
  })

  test('RG-4 RG-2 nor can it be completed with a code', async () => {
    const owner = await signInAs('MEMBERND')
    const { secret } = await addAuthenticator(owner)
    const browser = new Client(portal.origin)
    const [answer] = await overtake(
      () => [browser.signIn('MEMBERND')] as const,
      async () => expect((await change(owner)).status).toBe(200),
    )
    await answer
    const code = { body: { code: appCode(secret), rememberDevice: false } }
    expect(listErrorCodes(await make(browser, calls.secondFactor, code))).toEqual(['CHALLENGE-EXPIRED'])
    expect(await isLive(browser)).toBe(false)
  })
})

async function events({ headers }: Answer) {
  const rows = await portal.database.read
    .selectFrom('audit_event')
    .select(['action', 'outcome'])
    .where('request_id', '=', headers.get('x-request-id') ?? '')
    .execute()
  return { rows }
}
