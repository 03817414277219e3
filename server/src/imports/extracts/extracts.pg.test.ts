import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal } from '../../../test/portal.ts'
import { extracted } from './declared.ts'
import { runExtract } from './run-extract.ts'

const portal = testPortal()
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-extracts-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (...args: string[]) => runExtract(args, { ...portal.environment, EXTRACT_DIR: folder })
const query = (text: ReturnType<typeof sql>) => text.execute(portal.database.read)

interface Manifest {
  readonly kind: string
  readonly columns: readonly string[]
  readonly rows: number
  readonly parts: readonly { readonly name: string; readonly rows: number }[]
}
type Row = Readonly<Record<string, unknown>>

/** The newest extract of a table. */
function readNewest(table: string): { readonly manifest: Manifest; readonly rows: readonly Row[] } {
  const at = join(folder, 'extracts', table)
  const newest = join(at, readdirSync(at).sort().at(-1) ?? '')
  const manifest = JSON.parse(readFileSync(join(newest, 'manifest.json'), 'utf8')) as Manifest
  const rows = manifest.parts.flatMap(({ name }) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Row),
  )
  return { manifest, rows }
}

test('OP-12 every declared table and column exists in the database, and none holds a secret', async () => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by table_name`.execute(portal.database.read)
  const known = new Map(rows.map(({ name, columns }) => [name, new Set(columns)]))
  const all = Object.entries(extracted).flatMap(([name, { key, columns, freeText = [] }]) =>
    [...key, ...columns, ...freeText].map((column) => ({ name, column })),
  )
  expect(all.filter(({ name, column }) => !known.get(name)?.has(column))).toEqual([])
  expect(all.filter(({ column }) => /hash|secret|password|sealed|ticket|address|url/.test(column))).toEqual([])
})

test('OP-12 the first extract has every row once, free text only on request, and one audit event per table', async () => {
  expect((await run()).code).toBe(0)
  for (const table of ['member', 'claim', 'claim_line', 'message', 'premium_bill', 'account']) {
    const { manifest, rows } = readNewest(table)
    const { rows: counts } = await query(sql`select count(*)::int as n from ${sql.table(table)}`)
    expect([table, manifest.kind, manifest.rows, rows.length]).toEqual([
      table,
      'full',
      ...Array(2).fill((counts[0] as { n: number }).n),
    ])
    const key = extracted[table]?.key ?? []
    expect(new Set(rows.map((row) => JSON.stringify(key.map((name) => row[name])))).size).toBe(rows.length)
  }
  const [message] = readNewest('message').rows
  expect(message).not.toHaveProperty('body')
  expect(message?.sent_at).toMatch(/^\d{4}-\d\d-\d\dT.*\+00:00$/)
  const { rows: events } = await query(sql`select record_id from audit_event where action like 'extract %'`)
  expect(events).toHaveLength(Object.keys(extracted).length)
  expect((await run('--table', 'message', '--free-text')).code).toBe(0)
  expect(readNewest('message').rows[0]).toHaveProperty('body')
})

test('OP-12 the next extract has what changed since, with a day of overlap, and tables without change times whole', async () => {
  expect((await run()).code).toBe(0)
  await query(sql`update claim set imported_at = now() - interval '40 days'`)
  await query(
    sql`update claim set imported_at = now() - interval '2 hours' where claim_id in (select claim_id from claim limit 3)`,
  )
  expect((await run()).code).toBe(0)
  expect(readNewest('claim').manifest).toMatchObject({ kind: 'changes', rows: 3 })
  const { rows: lines } = await query(
    sql`select 1 from claim_line natural join claim where imported_at > now() - interval '1 day'`,
  )
  expect(readNewest('claim_line').manifest).toMatchObject({ kind: 'changes', rows: lines.length })
  expect(readNewest('member').manifest.kind).toBe('full')
})

test('OP-12 an interrupted extract resumes after its last part, without losing or repeating a row', async () => {
  const environment = { ...portal.environment, EXTRACT_DIR: folder }
  const before = readNewest('member').manifest.rows
  const failing = { ...environment, EXTRACT_DIR: resolve(import.meta.dirname, 'extract.ts') }
  expect(await runExtract(['--table', 'member'], failing)).toMatchObject({ code: 2 })
  let looks = 0
  const signal = {
    get aborted() {
      looks += 1
      return looks > 2
    },
  } as AbortSignal
  expect(await runExtract(['--table', 'member'], environment, { signal, max: 4 })).toMatchObject({ code: 1 })
  expect(await runExtract(['--table', 'member'], environment, { max: 5 })).toMatchObject({
    code: 0,
  })
  const { manifest, rows } = readNewest('member')
  expect(manifest.parts.slice(0, 3).map((part) => part.rows)).toEqual([4, 4, 5])
  expect(new Set(rows.map((row) => row.member_id)).size).toBe(before)
  expect(rows).toHaveLength(before)
})

test('OP-12 the command names what it lacks', async () => {
  expect(await runExtract([], portal.environment)).toMatchObject({
    code: 2,
    said: expect.stringContaining('EXTRACT_DIR'),
  })
  expect(await run('--table', 'outbox')).toMatchObject({
    code: 2,
    said: expect.stringContaining('no extract of outbox'),
  })
})

test('OP-12 the document lists every extracted table', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../../../docs/extracts.md'), 'utf8')
  expect(Object.keys(extracted).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
