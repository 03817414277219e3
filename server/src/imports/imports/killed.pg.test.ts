import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startImport } from '../../../test/import-process.ts'
import { openTestDatabase } from '../../../test/portal.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import { runJob } from './job.ts'

const synthea = join(import.meta.dirname, '../../../test/fhir/synthea.ndjson.gz')
/** `IMPORT_KILLS=20` runs all of IM-4. */
const kills = Number(process.env.IMPORT_KILLS ?? 2)

let clean: Awaited<ReturnType<typeof openTestDatabase>>
let killed: typeof clean
beforeAll(async () => {
  clean = await openTestDatabase({ seeded: true })
  killed = await openTestDatabase({ seeded: true })
})
afterAll(async () => {
  await clean?.remove()
  await killed?.remove()
})

const imported = [
  ...['member', 'coverage', 'product', 'coverage_source', 'claim', 'claim_line', 'claim_version', 'prescription'],
  ...['dispense', 'care_team', 'related_person', 'record_version'],
  ...['import_patient', 'import_party', 'import_medication'],
]

/** The content of the record's tables, except run ids and the ids given to members. */
async function snapshotContent({ read }: Database): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for (const table of imported) {
    const row = sql`(to_jsonb(t) - array['run_id', 'imported_at', 'member_id'])::text || coalesce(m.member_number, '')`
    const joined =
      table.startsWith('import_') && table !== 'import_patient' ? sql`false` : sql`m.member_id = t.member_id`
    const { rows } = await sql<{
      digest: string
    }>`select count(*) || ' ' || coalesce(md5(string_agg(${row}, '' order by ${row})), '')
      as digest from ${sql.table(table)} t left join member m on ${joined}`.execute(read)
    content[table] = rows[0]?.digest ?? ''
  }
  return content
}

/** Polls the database until the import has ended, or until a time, for claims without everything that belongs to them. */
async function lookUntil(ended: Promise<unknown>, untilMs = Number.POSITIVE_INFINITY) {
  let [looks, halves, over] = [0, 0, false]
  void ended.then(() => {
    over = true
  })
  while (!over && Date.now() < untilMs) {
    const { rows } = await sql<{ halves: number }>`select count(*)::int as halves from claim c
      where (facts->>'lines')::int <> (select count(*) from claim_line l where l.member_id = c.member_id and l.claim_id = c.claim_id)
        or not exists (select from claim_version v where v.member_id = c.member_id and v.claim_id = c.claim_id)`.execute(
      killed.database.read,
    )
    looks += 1
    halves += rows[0]?.halves ?? 0
    await sleep(5)
  }
  return { looks, halves }
}

const runs = async () =>
  (await killed.database.read.selectFrom('import_run').select('run_id').where('brand', '=', 'neb').execute()).length

test(`IM-4 killed ${kills} times at any moment, the same command gives the result of one clean run, and readers never see half of a claim`, async () => {
  const job = { kind: 'fhir', files: [synthea], brand: 'neb', dryRun: false, assignNumbers: true }
  const reports = { bytes: () => undefined, progress: () => undefined, reject: () => undefined }
  const began = Date.now()
  expect(await runJob(clean.database, new Set(['neb']), job, reports)).toMatchObject({ read: 917, rejected: 0 })
  const tookMs = Date.now() - began

  const argv = ['fhir', synthea, '--brand', 'neb', '--assign-numbers']
  let [cutOff, looks, halves] = [0, 0, 0]
  for (let times = 0; times < kills; times++) {
    const { child, ended } = startImport(killed.environment, ...argv)
    await expect.poll(runs, { interval: 5 }).toBe(times + 1)
    const seen = await lookUntil(ended, Date.now() + (0.6 * tookMs * (times + Math.random())) / kills)
    child.kill('SIGKILL')
    if ((await ended).code === null) cutOff += 1
    looks += seen.looks
    halves += seen.halves
  }
  expect(cutOff).toBeGreaterThan(0)
  const { ended } = startImport(killed.environment, ...argv)
  const seen = await lookUntil(ended)
  const { code, line } = await ended
  expect([code, JSON.parse(line).read]).toEqual([0, 917])
  expect([looks + seen.looks > 3, halves + seen.halves]).toEqual([true, 0])
  expect(await snapshotContent(killed.database)).toEqual(await snapshotContent(clean.database))
})

test('IM-4 data read in several statements is from one moment', async () => {
  const reader = clean.database
  const other = new pg.Client({ connectionString: clean.environment.DATABASE_URL })
  await other.connect()
  onTestFinished(() => other.end())
  const count = (db: Reader) =>
    db
      .selectFrom('claim')
      .select((eb) => eb.fn.countAll<number>().as('all'))
      .executeTakeFirstOrThrow()
  const [before, after] = await reader.snapshot(async (tx) => {
    const first = await count(tx)
    await other.query('delete from claim')
    return [first, await count(tx)]
  })
  expect(before.all).toBeGreaterThan(0)
  expect(after).toEqual(before)
  expect(await count(reader.read)).toEqual({ all: 0 })
})
