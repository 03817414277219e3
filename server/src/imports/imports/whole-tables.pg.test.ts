import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { listWhollyRead, recordStatements } from '../../../test/statement-plans.ts'
import { enrollment } from '../../../test/x12.ts'
import { memberTables } from '../../platform/db/distribution.ts'
import { listFamilies } from './x12/claims/family-store.ts'

const portal = testPortal()
const samples = resolve(import.meta.dirname, '../../../../docs/samples')
const synthea = resolve(import.meta.dirname, '../../../test/fhir/synthea.ndjson.gz')
const csvFiles = readdirSync(samples).filter((name) => name.endsWith('.csv') && !name.startsWith('plans.'))
const files: readonly (readonly [kind: string, path: string])[] = [
  ...['enrollment.834', 'claim.837', 'payment.835'].map((name) => ['x12', join(samples, name)] as const),
  ...[join(samples, 'fhir.ndjson'), synthea].map((path) => ['fhir', path] as const),
  ...csvFiles.map((name) => [name.replace('.csv', ''), join(samples, name)] as const),
]
const large = [...memberTables, 'x12_member', 'x12_before', 'x12_claim_part', 'fhir_waiting']

test('IM-5 FD-1 FD-2 no import reads all members’ records to find those that its files are about', async () => {
  const sent = await recordStatements(async () => {
    for (const [kind, path] of files) await importFiles(portal.database, [path], { kind, brand: 'hmbcbs' })
  })
  // Partial indexes of waiting rows, which are few or read a piece at a time.
  expect(await listWhollyRead(portal.environment.DATABASE_URL, sent, large)).toEqual([
    'fhir_waiting by fhir_waiting_arrived',
    'x12_claim_part by x12_claim_part_waiting',
  ])
  expect(sent.size).toBeGreaterThan(100)
})

test('FD-2 FD-3 IM-5 the patients of claims are found without reading the other members of the brand', async () => {
  await sql`insert into member (member_id, brand, member_number, first_name, last_name, date_of_birth, relationship_code, contract_number)
    select md5('plan' || n)::uuid, 'hmbcbs', 'PLAN' || n, 'Ask', 'Of ' || n, '1980-01-01', '18', 'OF' || n / 4
    from generate_series(1, 30000) n`.execute(portal.database.read)
  await sql`analyze member`.execute(portal.database.read)
  const [text = ''] = [
    ...(await recordStatements(() =>
      portal.database.transaction((tx) => listFamilies(tx, 'hmbcbs', ['PLAN17', 'OF9', 'NOBODY1'])),
    )),
  ].filter((one) => one.includes('contract_number'))
  const planner = new pg.Client({ connectionString: portal.environment.DATABASE_URL })
  await planner.connect()
  const numbers = [...Array(10).keys()].map((at) => `PLAN${at * 2_500 + 1}`)
  const values = Array.from(text.matchAll(/\$\d+(::text\[\])?/g), ([, many]) =>
    many === undefined ? 'hmbcbs' : numbers,
  )
  const { rows } = await planner.query(`explain (analyze, format json) ${text}`, values)
  await planner.end()
  const said = JSON.stringify(rows)
  const read = Array.from(said.matchAll(/"(?:Actual Rows|Rows Removed by Filter)":(\d+)/g), ([, count]) =>
    Number(count),
  )
  expect(said).toContain('"Relation Name":"member"')
  expect(Math.max(...read)).toBeLessThan(1_000)
})

test('IM-5 FD-1 a first load has the database analyze the tables that it fills, without waiting for autovacuum', async () => {
  const members = Array.from({ length: 2_600 }, (_, at) => [
    ...[
      'INS*Y*18*021*28*A***FT',
      `REF*0F*LOOK${at}`,
      `REF*23*9930000${String(at).padStart(4, '0')}`,
      'DTP*356*D8*20260101',
    ],
    ...['NM1*IL*1*SAMPLE*ROBIN', 'N3*2210 ELM AVE', 'N4*FARGO*ND*58102', 'DMG*D8*19810101*M'],
    ...['HD*021**HLT*GOLD*IND', 'DTP*348*D8*20260101'],
  ])
  await sql`update pg_class set relpages = 0, reltuples = -1 where relname = 'coverage_source'`.execute(
    portal.database.read,
  )
  const { counts, rejected } = await importFiles(
    portal.database,
    { 'all.834': enrollment(members.flat(), { sent: '20261128*0300' }) },
    { kind: 'x12', brand: 'hmbcbs' },
  )
  expect(rejected).toEqual([])
  expect(counts).toMatchObject({ created: 2_600, rejected: 0 })
  const { rows } = await sql<{
    reltuples: number
  }>`select reltuples from pg_class where relname = 'coverage_source'`.execute(portal.database.read)
  expect(rows[0]?.reltuples).toBeGreaterThan(1_900)
})
