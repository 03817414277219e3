import { join, resolve } from 'node:path'
import { calls } from '@portico/contract/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../test/call.ts'
import { Client, listErrorCodes, memberClient } from '../../test/client.ts'
import { testPortal } from '../../test/portal.ts'
import { loadDemoRates } from '../demo/demo/rates.ts'

const portal = testPortal({ TRUST_PROXY: '1' })
const root = resolve(import.meta.dirname, '../../..')
beforeAll(() => loadDemoRates(portal.database, join(root, 'demo/rates'), new Date()))

/** Each test has its own addresses and people, because used budgets recover slowly. */
const addresses = Array.from({ length: 20 }, (_, at) => `10.7.0.${at + 1}`)
const takeAddress = () => addresses.pop() ?? ''

type Ask = (client: Client, from: string) => ReturnType<typeof searchPrices> | ReturnType<typeof searchFinder>
const searchPrices = (client: Client, from: string) =>
  make(client, calls.findServices, { body: { search: 'mri of the knee' } }, { 'x-forwarded-for': from })
const searchFinder = (client: Client, from: string) =>
  make(
    client,
    calls.findProviders,
    { body: { brand: 'hmbcbs', text: 'knee pain', place: '15222' } },
    { 'x-forwarded-for': from },
  )

/** Sends six requests at a time until one is refused, but not forever; returns the refusal, and about how many were answered before. */
async function askUntilRefused(ask: () => ReturnType<Ask>) {
  for (let answered = 0; answered < 3000; answered += 6) {
    const answers = await Promise.all(Array.from({ length: 6 }, ask))
    const refused = answers.find(({ status }) => status !== 200)
    if (refused !== undefined) return { refused, answered }
  }
  throw new Error('Nothing was refused.')
}

/**
 * Sends 20 requests at once, and right after them the same request for somebody else. Returns how many of the 20 are done when the
 * other is answered, the fewest of three tries. On a busy machine, requests may arrive so slowly that each is done before the next
 * arrives, and nothing waits.
 */
async function countFewestDoneBefore(...asks: Parameters<typeof countDoneBefore>) {
  const counts = [await countDoneBefore(...asks), await countDoneBefore(...asks), await countDoneBefore(...asks)]
  return Math.min(...counts)
}

/** The same for a single try. */
async function countDoneBefore(ask: () => ReturnType<Ask>, other: () => ReturnType<Ask>) {
  let done = 0
  const asked = Array.from({ length: 20 }, async () => {
    const { status } = await ask()
    done += 1
    return status
  })
  expect((await other()).status).toBe(200)
  const before = done
  expect(await Promise.all(asked)).toEqual(asked.map(() => 200))
  return before
}

const signIn = (loginId: string) => memberClient(portal.origin, loginId)

describe('HT-2 RO-4 each person has one budget for heavy work', () => {
  test.each<[string, Ask, string, string]>([
    ['MP-26 searches of prices', searchPrices, 'MEMBER01', 'FAMILY01'],
    ['MP-22 searches of the finder', searchFinder, 'FAMILY02', 'DENTAL01'],
  ])(
    '%s by a member use up that member’s own budget, and nobody else’s at the same address',
    async (_, ask, ...people) => {
      const [one, other] = await Promise.all([signIn(people[0]), signIn(people[1])])
      const from = takeAddress()
      // Simulates a pause: cached reads stay cached.
      expect([(await ask(one, from)).status, (await ask(other, from)).status]).toEqual([200, 200])
      expect(
        await countFewestDoneBefore(
          () => ask(one.copy(), from),
          () => ask(other, from),
        ),
      ).toBeLessThan(15)
      const { refused } = await askUntilRefused(() => ask(one, from))
      expect([refused.status, listErrorCodes(refused)]).toEqual([429, ['TOO-MANY-REQUESTS']])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      // From elsewhere, it is still the same person.
      expect((await askUntilRefused(() => ask(one, takeAddress()))).refused.status).toBe(429)
      expect((await ask(other, from)).status).toBe(200)
      expect((await make(one, calls.overview, {})).status).toBe(200)
    },
  )

  test('MP-22 MP-26 a member’s searches in the finder count toward their price searches', async () => {
    const one = await signIn('MEMBER02')
    const from = takeAddress()
    const { answered } = await askUntilRefused(() => searchFinder(one, from))
    expect((await askUntilRefused(() => searchPrices(one, from))).answered).toBeLessThan(answered / 2)
  })

  test('MP-22 a visitor’s searches use up the budget of their address, and nobody else’s', async () => {
    const visitor = new Client(portal.origin)
    const [from, elsewhere] = [takeAddress(), takeAddress()]
    const { refused } = await askUntilRefused(() => searchFinder(visitor, from))
    expect([refused.status, listErrorCodes(refused)]).toEqual([429, ['TOO-MANY-REQUESTS']])
    expect((await searchFinder(visitor, elsewhere)).status).toBe(200)
    // Someone signed in at that address has their own budget.
    expect((await searchFinder(await signIn('FAMILY01'), from)).status).toBe(200)
  })
})
