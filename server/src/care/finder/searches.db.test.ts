import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PayloadOf } from '@portico/contract/call'
import { findProviders } from '@portico/contract/calls/finder'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { loadDemoDirectory } from '../../demo/demo/directory.ts'

const portal = testPortal()
const root = join(import.meta.dirname, '../../../..')

interface Search {
  readonly text: string
  readonly place: string
  readonly language: 'en' | 'es'
  readonly brand: string
  readonly miles: number
  /** `care:` with kinds of care, one of which must match, or `name:` with the beginning of a name. */
  readonly expects: string
}
const searches = JSON.parse(readFileSync(join(root, 'server/test/finder/searches.json'), 'utf8')) as readonly Search[]
const answers = new Map<Search, PayloadOf<typeof findProviders>>()

beforeAll(async () => {
  // Replaces the few entries that every test starts with.
  for (const table of ['term', 'entry', 'seat', 'word', 'network', 'generation'])
    await sql`delete from ${sql.table(`directory_${table}`)}`.execute(portal.database.read)
  const brands = new Set(['hmbcbs', 'ms', 'de', 'ndbcbs', 'wybcbs', 'mincr', 'idh'])
  await loadDemoDirectory(portal.database, join(root, 'demo/directory'), { brands, now: new Date() })
  for (const search of searches) answers.set(search, await searchAs(search))
})

async function searchAs({ text, place, language, brand, miles }: Search) {
  const client = new Client(portal.origin)
  client.cookies.set('language', language)
  return (await make(client, findProviders, { body: { brand, text, place, miles } })).body.payload
}

test('MP-22 of 200 searches as people type them, nine in ten have the expected result among the first three', () => {
  expect(searches.length).toBeGreaterThanOrEqual(200)
  const missed: string[] = []
  for (const [search, { entries }] of answers) {
    const found = entries.slice(0, 3)
    const [by, ...wanted] = search.expects.split(/[:|]/)
    const holds = found.some(({ name, specialties }) =>
      by === 'care' ? specialties.some(({ id }) => wanted.includes(id)) : name.startsWith(wanted[0] ?? '?'),
    )
    if (!holds)
      missed.push(`${search.text} (${search.place}): ${found.map(({ name }) => name).join('; ') || 'nothing'}`)
  }
  if (process.env.SEARCHES_TOLD) process.stdout.write(`${missed.join('\n')}\n`)
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(searches.length / 10)
})

/** The answers of both engines, as last recorded: `SEARCHES_WRITTEN=1` records them again after a change of the order. */
const answersFile = join(root, 'server/test/finder/answers.json')

test('MP-22 both engines answer each of the searches with the same providers in the same order', () => {
  const told: Record<string, string> = {}
  for (const [search, { total, entries, understood, widen }] of answers) {
    const said = [
      total,
      understood.map(({ id }) => id),
      entries.map(({ providerId, place }) => [providerId, place]),
      widen,
    ]
    const digest = createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 12)
    told[`${search.text} | ${search.place} | ${search.brand}`] = `${total} ${digest}`
  }
  if (process.env.SEARCHES_WRITTEN) writeFileSync(answersFile, `${JSON.stringify(told, null, 2)}\n`)
  expect(told).toEqual(JSON.parse(readFileSync(answersFile, 'utf8')))
})
