import type { Call } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal({ TRUST_PROXY: '1' })

/** Asks until refused, up to a limit. */
async function askUntilRefused(ask: () => Promise<{ readonly status: number }>, most: number): Promise<number> {
  for (let asked = 0; asked < most; asked += 1) if ((await ask()).status === 429) return asked
  return most
}

test('HT-2 RO-4 a member who asks for too much in a row is refused, and learns when to try again; others are not', async () => {
  const member = await memberClient(portal.origin, 'MEMBER02')
  const ask = (client: Client) => make(client, calls.searchFormulary, { body: { q: 'zz' } })
  expect(await askUntilRefused(() => ask(member), 1000)).toBeLessThan(1000)
  const refused = await askAgain(() => make(member, calls.findServices, { body: { search: 'x' } }))
  expect([refused.status, listErrorCodes(refused)]).toEqual([429, ['TOO-MANY-REQUESTS']])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect((await make(member, calls.overview, {})).status).toBe(200)
  expect((await ask(await memberClient(portal.origin, 'FAMILY01'))).status).toBe(200)

  /** On a slow machine, another turn may have come back meanwhile. */
  async function askAgain(one: () => ReturnType<typeof ask> | ReturnType<typeof make>) {
    let answer = await one()
    for (let times = 0; times < 1000 && answer.status !== 429; times += 1) answer = await one()
    return answer
  }
})

test.each<[string, (client: Client) => Promise<{ readonly status: number }>]>([
  ['searches of drugs', (client) => make(client, calls.searchFormulary, { body: { q: 'qqqqzz' } })],
  ['pictures of ID cards', readCard],
])('HT-2 RO-4 whoever asks for many %s at once makes nobody else wait for them', async (_, ask) => {
  const [member, other] = [await memberClient(portal.origin, 'MEMBER01'), await memberClient(portal.origin, 'FAMILY01')]
  // As after a pause: neither has used up anything, and first-time reads are done.
  expect([(await ask(member)).status, (await ask(other)).status]).toEqual([200, 200])
  let done = 0
  const asked = Array.from({ length: 20 }, async () => {
    const { status } = await ask(member.copy())
    done += 1
    return status
  })
  await Promise.race(asked)
  expect((await ask(other)).status).toBe(200)
  const before = done
  expect((await make(other, calls.overview, {})).status).toBe(200)
  expect(await Promise.all(asked)).toEqual(asked.map(() => 200))
  expect(before).toBeLessThan(15)
})

async function readCard(client: Client) {
  const [card] = (await make(client, calls.benefits, {})).body.payload.cards
  return make(client, calls.idCardFile, { params: { cardId: card?.cardId ?? '' }, query: { format: 'png' } })
}

test('HT-2 MP-22 a visitor is counted by their address', async () => {
  const visitor = new Client(portal.origin)
  const ask = (from: string) =>
    make(visitor, calls.suggestProviders, { body: { brand: 'hmbcbs', text: 'x' } }, { 'x-forwarded-for': from })
  expect(await askUntilRefused(() => ask('10.1.1.1'), 10_000)).toBeLessThan(10_000)
  expect((await ask('10.1.1.2')).status).toBe(200)
})

test('HT-2 every call that takes noticeable work may answer that it was too much', () => {
  const silent = Object.entries<Call>(calls).filter(
    ([, { heavy, errors }]) => heavy === true && !errors.includes('TOO-MANY-REQUESTS'),
  )
  expect(silent.map(([name]) => name)).toEqual([])
})
