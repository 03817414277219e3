import type { Call } from '@portico/contract/call'
import { AskedDay, AskedMoment, ListPlace } from '@portico/contract/fields'
import { beforeAll, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, memberClient, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { everyCall, type Records, readRecords } from '../../../test/samples.ts'

const portal = testPortal({ ACCESS_TOKEN_S: '3600' })
let own: Records
beforeAll(async () => {
  own = await readRecords(await memberClient(portal.origin, 'MEMBER01'))
})

const id = '00000000-0000-4000-8000-000000000000'
const noDays = ['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30']
const noPlaces = noDays.flatMap((day) => [`${day}T00:00:00.000Z_${id}`, `${day}T00:00:00.000Z ${id}`])
const wrongFor = new Map<unknown, readonly string[]>([
  [AskedDay, noDays],
  [AskedMoment, noDays.map((day) => `${day}T00:00:00.000Z`)],
  [ListPlace, noPlaces],
])

type Part = 'query' | 'body'
/** The days, times and places that a call accepts. */
function listFields(call: Call) {
  return (['query', 'body'] as const).flatMap((part: Part) => {
    const schema = call[part]
    if (schema === undefined || !('entries' in schema)) return []
    const entries: Record<string, { readonly wrapped?: unknown }> = schema.entries as never
    return Object.entries(entries).flatMap(([field, entry]) => {
      const values = wrongFor.get(entry.wrapped ?? entry)
      return values === undefined ? [] : [{ part, field, values }]
    })
  })
}

const roles = { MEMBER: 'MEMBER01', INTERNAL: 'CSRREP01', AGENT: 'AGENT001' } as const
const clients = new Map<string, Promise<Client>>()
async function clientFor({ call, sample }: (typeof everyCall)[number]): Promise<Client> {
  const { audience } = call
  const role = Object.keys(roles).find((one) => audience.by !== 'anyone' && audience.roles.includes(one as 'MEMBER'))
  const login = sample.as ?? roles[(role ?? 'MEMBER') as keyof typeof roles]
  const known = clients.get(login) ?? signInClient(portal.origin, login)
  clients.set(login, known)
  const client = (await known).copy()
  await client.takeToken()
  return client
}

const takers = everyCall.filter(({ call }) => listFields(call).length > 0)

test('HT-1 many calls take days, moments or places', () => expect(takers.length).toBeGreaterThan(15))

test.each(takers)('HT-1 MC-5 $name refuses days that do not exist, and never fails', async (one) => {
  const client = await clientFor(one)
  for (const { part, field, values } of listFields(one.call)) {
    for (const value of values) {
      const right = one.sample.right(own) as Record<string, object | undefined>
      const sent = { ...right, [part]: { ...right[part], [field]: value } }
      const { status } = await make(client, one.call, sent as never, one.sample.headers)
      expect([field, value, status]).toEqual([field, value, 400])
    }
  }
})
