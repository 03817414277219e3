import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startImport } from '../../test/import-process.ts'
import { freshDatabase } from '../../test/portal.ts'
import { type ServerProcess, startServer } from '../../test/server-process.ts'
import { createDatabase, type Database, type Reader } from '../db/database.ts'
import { openEmbedded, openPostgres } from '../db/engine.ts'

const synthea = join(import.meta.dirname, '../../test/fhir/synthea.ndjson.gz')
const onPostgres = process.env.PORTICO_TEST_ENGINE === 'postgres'
/** `IMPORT_KILLS=20` runs all of IM-4. */
const kills = Number(process.env.IMPORT_KILLS ?? 2)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-process-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A database with the demo people that processes can open. */
async function place(name: string): Promise<Record<string, string>> {
  const DATA_DIR = join(folder, name)
  if (onPostgres) return { DATA_DIR, DATABASE_URL: await freshDatabase({ seeded: true }) }
  cpSync(inject('seeded'), DATA_DIR, { recursive: true })
  return { DATA_DIR }
}

async function opened<T>(at: Record<string, string>, work: (database: Database) => Promise<T>): Promise<T> {
  const { DATABASE_URL: url, DATA_DIR: dataDir = '' } = at
  const database = createDatabase(url ? openPostgres({ url, poolSize: 1 }) : await openEmbedded({ dataDir }))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const imported = [
  ...['member', 'coverage', 'product', 'coverage_source', 'claim', 'claim_line', 'claim_version', 'prescription'],
  ...[
    'dispense',
    'care_team',
    'related_person',
    'record_version',
    'import_patient',
    'import_party',
    'import_medication',
  ],
]

/** The content of the record's tables, except which run imported it and which ids members were given. */
function contentOf(at: Record<string, string>): Promise<Record<string, string>> {
  return opened(at, async (database) => {
    const content: Record<string, string> = {}
    for (const table of imported) {
      const row = sql`(to_jsonb(t) - array['run_id', 'imported_at', 'member_id'])::text || coalesce(m.member_number, '')`
      const joined =
        table.startsWith('import_') && table !== 'import_patient' ? sql`false` : sql`m.member_id = t.member_id`
      const { rows } = await sql<{
        digest: string
      }>`select count(*) || ' ' || coalesce(md5(string_agg(${row}, '' order by ${row})), '')
        as digest from ${sql.table(table)} t left join member m on ${joined}`.execute(database.read)
      content[table] = rows[0]?.digest ?? ''
    }
    return content
  })
}

const argv = ['fhir', synthea, '--brand', 'neb', '--assign-numbers']

describe('IM-4 kill -9', () => {
  test(`IM-4 killed ${kills} times at any moment, the same command makes what one clean run makes`, async () => {
    const [clean, killed] = [await place('clean'), await place('killed')]
    const began = Date.now()
    expect((await startImport(clean, ...argv).ended).code).toBe(0)
    const tookMs = Date.now() - began
    for (let times = 0; times < kills; times++) {
      const { child, ended } = startImport(killed, ...argv)
      await sleep(tookMs * (0.15 + 0.8 * Math.random()))
      child.kill('SIGKILL')
      await ended
    }
    const { code, line } = await startImport(killed, ...argv).ended
    expect([code, JSON.parse(line).read]).toEqual([0, 539])
    expect(await contentOf(killed)).toEqual(await contentOf(clean))
  }, 240_000)

  test.runIf(onPostgres)('IM-4 readers never see half of a claim', async () => {
    const at = await place('readers')
    await opened(at, async (database) => {
      const { child, ended } = startImport(at, ...argv)
      let [looks, halves] = [0, 0]
      while (child.exitCode === null) {
        const { rows } = await sql<{ halves: number }>`select count(*)::int as halves from claim c
          where (facts->>'lines')::int <> (select count(*) from claim_line l where l.member_id = c.member_id and l.claim_id = c.claim_id)
            or not exists (select from claim_version v where v.member_id = c.member_id and v.claim_id = c.claim_id)`.execute(
          database.read,
        )
        looks += 1
        halves += rows[0]?.halves ?? 0
      }
      expect((await ended).code).toBe(0)
      expect([looks > 3, halves]).toEqual([true, 0])
    })
  })

  test.runIf(onPostgres)('IM-4 what is read in several statements is of one moment', async () => {
    const at = await place('snapshot')
    const other = new pg.Client({ connectionString: at.DATABASE_URL })
    await other.connect()
    await opened(at, async (reader) => {
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
      expect(after).toEqual(before)
      expect(await count(reader.read)).toEqual({ all: 0 })
    })
    await other.end()
  })
})

describe.skipIf(onPostgres)('IM-1 while a server holds the embedded database', () => {
  let at: Record<string, string>
  let server: ServerProcess
  beforeAll(async () => {
    at = await place('held')
    server = await startServer({ ...at, DEMO: '1' })
  })
  afterAll(() => server?.kill())

  test('IM-1 the command hands its files to the server, and tells the same as if it had read them itself', async () => {
    const bad = join(folder, 'bad.ndjson')
    writeFileSync(bad, `{"resourceType":"Patient","id":"cut\n${gunzipSync(readFileSync(synthea)).toString()}`)
    const [rejects, report] = [join(folder, 'handed-rejects.ndjson'), join(folder, 'handed-report.json')]
    const run = startImport(
      at,
      'fhir',
      bad,
      '--brand',
      'neb',
      '--assign-numbers',
      '--rejects',
      rejects,
      '--report',
      report,
    )
    const { code, line } = await run.ended
    expect([code, JSON.parse(line)]).toEqual([1, { read: 540, created: 517, updated: 0, unchanged: 22, rejected: 1 }])
    expect(run.said()).toMatch(/bad\.ndjson:1: is not JSON/)
    expect(JSON.parse(readFileSync(rejects, 'utf8')).rejected).toMatchObject({ line: 1 })
    expect(JSON.parse(readFileSync(report, 'utf8')).members).toHaveLength(20)
    expect((await fetch(`${server.origin}/health/ready`)).status).toBe(200)
    expect(statSync(join(at.DATA_DIR ?? '', 'import.sock')).mode & 0o777).toBe(0o600)
  }, 60_000)

  test('IM-1 Ctrl-C ends it cleanly, and the same command goes on', async () => {
    const bad = join(folder, 'bad-again.ndjson')
    writeFileSync(bad, `no JSON\n${gunzipSync(readFileSync(synthea)).toString()}`)
    const again = ['fhir', bad, '--brand', 'wi', '--assign-numbers']
    const run = startImport(at, ...again)
    // Wait until it has begun.
    await expect.poll(() => run.said(), { timeout: 20_000 }).toMatch(/bad-again\.ndjson:1/)
    run.child.kill('SIGINT')
    const { code, line } = await run.ended
    expect([code, line]).toEqual([2, ''])
    expect(run.said()).toMatch(/The import stopped: it was asked to.*run the same command again/)
    const { code: next, line: counts } = await startImport(at, ...again).ended
    expect([next, JSON.parse(counts)]).toEqual([1, expect.objectContaining({ read: 540, rejected: 1 })])
  }, 60_000)

  test('IM-1 a kind, a brand or a folder that is not there is said before anything is read', async () => {
    for (const [wrong, why] of [
      [['fihr', synthea], /Name what to import: .*fhir\|.*members/],
      [['fhir', synthea, '--brand', 'nowhere'], /There is no brand nowhere/],
      [['fhir', join(folder, 'none.ndjson')], /nothing to read/],
      [['members', synthea, '--rejects', synthea], /another name/],
    ] as const) {
      const run = startImport(at, ...wrong)
      expect((await run.ended).code).toBe(2)
      expect(run.said()).toMatch(why)
    }
  })
})
