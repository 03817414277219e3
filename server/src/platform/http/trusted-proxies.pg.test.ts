import { calls } from '@portico/contract/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, basic, Client, listErrorCodes } from '../../../test/client.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

const stranger = '198.51.100.66'
const home = '203.0.113.10'

let oneHop: Portal
let inNetwork: Portal
beforeAll(async () => {
  oneHop = await startPortal({ TRUST_PROXY: '1' })
  inNetwork = await startPortal({ TRUST_PROXY: '192.0.2.0/24,127.0.0.1' })
})
afterAll(() => Promise.all([oneHop?.close(), inNetwork?.close()]))
beforeEach(async () => {
  for (const { database } of [oneHop, inNetwork]) await database.read.deleteFrom('sign_in_limit').execute()
})

const attempt = (portal: Portal, forwarded: string | undefined, loginId = 'MEMBER01', password = 'Wrong-pass1') =>
  make(
    new Client(portal.origin),
    calls.login,
    { body: {} },
    { 'x-forwarded-for': forwarded, authorization: basic(loginId, password) },
  )

async function readAddress(portal: Portal, answer: Answer): Promise<string> {
  const { address } = await portal.database.read
    .selectFrom('audit_event')
    .select('address')
    .where('request_id', '=', answer.headers.get('x-request-id') ?? '')
    .executeTakeFirstOrThrow()
  return address
}

describe('SI-13 behind a load balancer that appends the caller’s address', () => {
  test('SI-13 a client gets no new attempts by naming new addresses', async () => {
    const now = new Date()
    const full = { kind: 'address', key: stranger, failures: 100, first_failure_at: now, last_failure_at: now } as const
    await oneHop.database.read.insertInto('sign_in_limit').values(full).execute()
    expect(listErrorCodes(await attempt(oneHop, `10.9.8.7, ${stranger}`, 'GUESS001'))).toEqual(['GEN-NOMATCH'])
    const refused = await attempt(oneHop, `10.9.8.6, ${stranger}`, 'GUESS002')
    expect([refused.status, await readAddress(oneHop, refused)]).toEqual([429, stranger])
  })

  test('SI-13 naming a victim’s address does not get past the lock that others caused', async () => {
    expect((await attempt(oneHop, home, 'MEMBER01', 'Welcome1!')).status).toBe(200)
    for (let from = 1; from <= 5; from++)
      for (let time = 0; time < 4; time++) await attempt(oneHop, `${home}, 198.51.100.${from}`)
    expect(listErrorCodes(await attempt(oneHop, `${home}, ${stranger}`))).toEqual(['GEN-SUSPEND'])
    expect(listErrorCodes(await attempt(oneHop, home))).toEqual(['GEN-NOMATCH'])
  })

  test.each(['x'.repeat(5000), 'unknown', '203.0.113.10, é'])(
    'SI-13 text that is no address does not count as one (%#)',
    async (forwarded) => {
      const answer = await attempt(oneHop, forwarded)
      expect([answer.status, listErrorCodes(answer)]).toEqual([401, ['GEN-NOMATCH']])
      expect(await readAddress(oneHop, answer)).toBe('127.0.0.1')
    },
  )

  test('SI-13 with networks, the first address that is not a load balancer’s is the client', async () => {
    for (const [forwarded, client] of [
      [`10.9.8.7, ${stranger}, 192.0.2.9`, stranger],
      [`${home}, ${stranger}:4711`, stranger],
      [undefined, '127.0.0.1'],
    ] as const)
      expect(await readAddress(inNetwork, await attempt(inNetwork, forwarded, 'GUESS001'))).toBe(client)
  })
})
