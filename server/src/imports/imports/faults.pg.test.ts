import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startImport } from '../../../test/import-process.ts'
import { freshDatabase, openTestDatabase } from '../../../test/portal.ts'
import type { Database } from '../../platform/db/database.ts'
import { runJob } from './job.ts'
import type { RejectedRecord } from './machine.ts'

const synthea = join(import.meta.dirname, '../../../test/fhir/synthea.ndjson.gz')

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let database: Database
let folder: string
beforeAll(async () => {
  opened = await openTestDatabase({ seeded: true })
  database = opened.database
  folder = mkdtempSync(join(tmpdir(), 'portico-faults-'))
})
afterAll(async () => {
  await opened?.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function take(files: readonly string[], kind = 'fhir') {
  const rejected: RejectedRecord[] = []
  const job = { kind, files, brand: 'wi', dryRun: false, assignNumbers: false }
  const counts = await runJob(database, new Set(['wi']), job, {
    bytes: () => {},
    progress: () => {},
    reject: (one) => void rejected.push(one),
  })
  return { counts, rejected }
}

function load(...resources: readonly object[]) {
  const path = join(folder, 'some.ndjson')
  writeFileSync(path, resources.map((one) => `${JSON.stringify(one)}\n`).join(''))
  return take([path])
}

const patient = (id: string, more: object = {}) => ({
  resourceType: 'Patient',
  id,
  identifier: [{ type: { coding: [{ code: 'MB' }] }, value: `33${id.replace(/\D/g, '').padStart(9, '0')}` }],
  name: [{ family: 'Sample', given: ['Robin'] }],
  birthDate: '1980-02-29',
  ...more,
})
const claim = (id: string, of: string, more: object = {}) => ({
  resourceType: 'ExplanationOfBenefit',
  id,
  status: 'active',
  use: 'claim',
  patient: { reference: `Patient/${of}` },
  billablePeriod: { start: '2026-03-02' },
  ...more,
})
const readClaims = (id: string) =>
  database.read
    .selectFrom('claim')
    .select(['state', 'provider_name', 'service_from'])
    .where('resource_id', '=', id)
    .execute()

describe('IM-3 bad input', () => {
  test.each([
    ['a reference that is a number', claim('w1', 'p1', { patient: 5 }), 'patient'],
    ['lines that are no list', claim('w2', 'p1', { item: {} }), 'item'],
    [
      'an amount that is no number',
      claim('w3', 'p1', { total: [{ amount: { value: '12,50' } }] }),
      'total.0.amount.value',
    ],
  ])('IM-3 %s is reported with its path, and the rest is imported', async (_, wrong, path) => {
    const { rejected, counts } = await load(patient('p1'), wrong, claim('right', 'p1'))
    expect(rejected).toMatchObject([{ line: 2, path }])
    expect(counts).toMatchObject({ read: 3, rejected: 1 })
  })

  test('IM-2 a version without a number or time counts in the order of the files', async () => {
    const at = (day: string) => claim('v1', 'p1', { meta: { versionId: 'draft-b' }, billablePeriod: { start: day } })
    await load(patient('p1'), at('2026-03-10'))
    await load(at('2026-03-05'))
    expect((await readClaims('v1'))[0]?.service_from).toBe('2026-03-05')
  })

  test('IM-3 the same Patient twice is one member, with the later data', async () => {
    const buildName = (given: string) => ({ name: [{ family: 'Twice', given: [given] }] })
    const { rejected, counts } = await load(patient('p2', buildName('Kim')), patient('p2', buildName('Kimberly')))
    expect([rejected, counts]).toMatchObject([[], { read: 2, created: 1, updated: 1 }])
    const rows = await database.read
      .selectFrom('member')
      .select('first_name')
      .where('last_name', '=', 'Twice')
      .execute()
    expect(rows).toEqual([{ first_name: 'Kimberly' }])
  })

  test('IM-3 circular references end', async () => {
    const prior = (other: string) => ({
      related: [
        { claim: { reference: `ExplanationOfBenefit/${other}` }, relationship: { coding: [{ code: 'prior' }] } },
      ],
    })
    const role = { resourceType: 'PractitionerRole', id: 'role', organization: { reference: 'PractitionerRole/role' } }
    const provider = { provider: { reference: 'PractitionerRole/role' } }
    const { rejected } = await load(
      ...[patient('p3'), role, claim('r1', 'p3', { ...prior('r2'), ...provider }), claim('r2', 'p3', prior('r1'))],
      claim('r3', 'p3', prior('r3')),
    )
    expect(rejected).toEqual([])
    for (const id of ['r1', 'r2', 'r3']) expect((await readClaims(id))[0]?.state).not.toBe('replaced')
    expect((await readClaims('r1'))[0]?.provider_name).toBeNull()
  })
})

/** A compressed file of `megabytes` MB, all compressed alike. */
function packFile(name: string, part: string, megabytes: number, end: string, level: number): string {
  const path = join(folder, name)
  const megabyte = gzipSync(part.repeat(1_000_000), { level })
  writeFileSync(path, Buffer.concat([...Array.from({ length: megabytes }, () => megabyte), gzipSync(end)]))
  return path
}

// Opening a new embedded database alone briefly takes a gigabyte; the code that reads the files is the same.
describe.runIf(process.platform === 'linux')('IM-5 memory stays flat', () => {
  /** Imports in a separate process; returns its exit code, its counts and its peak memory, in MB. */
  async function watchImport(...argv: readonly string[]) {
    const DATABASE_URL = await freshDatabase({ seeded: true })
    const run = startImport({ DATABASE_URL, DATA_DIR: folder }, ...argv, '--brand', 'wi')
    let peak = 0
    const look = setInterval(() => {
      try {
        const status = readFileSync(`/proc/${run.child.pid}/status`, 'utf8')
        peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? peak)
      } catch {
        // The process has ended.
      }
    }, 20)
    const { code, line } = await run.ended
    clearInterval(look)
    return { code, counts: line === '' ? null : JSON.parse(line), megabytes: peak / 1024, said: run.readErrors() }
  }
  /** The memory of an almost empty import on this machine. */
  let least = 0
  beforeAll(async () => {
    const path = join(folder, 'one.csv')
    writeFileSync(path, 'member_number,first_name,last_name,date_of_birth\n33000000900,Robin,Sample,1980-02-29\n')
    least = (await watchImport('members', path)).megabytes
  })
  /**
   * Above that, less than twice the size of the file, as garbage is collected late on a busy machine: an import that kept the lines would
   * take three times its size.
   */
  const expectFlat = (megabytes: number, read: number) => expect(megabytes - least).toBeLessThan(2 * read)

  test('IM-5 a file of 200 MB', async () => {
    const path = join(folder, 'large.ndjson')
    const long = { processNote: [{ number: 1, text: 'x'.repeat(3_900) }], disposition: 'y'.repeat(3_900) }
    function* all() {
      yield `${JSON.stringify(patient('p1'))}\n`
      for (let at = 0; at < 25_000; at++) yield `${JSON.stringify(claim(`m${at % 400}`, 'p1', long))}\n`
    }
    await pipeline(Readable.from(all()), createWriteStream(path))
    const { code, counts, megabytes } = await watchImport('fhir', path)
    expect([code, counts.created, counts.unchanged]).toEqual([0, 401, 24_600])
    expectFlat(megabytes, 200)
  })

  test('IM-3 IM-5 IM-6 a row of 200 MB', async () => {
    const header = 'member_number,first_name,last_name,date_of_birth\n'
    const path = packFile('row.csv.gz', 'z', 200, `\n33000000901,Robin,Sample,1980-02-29\n`, 1)
    const good = join(folder, 'good.csv')
    writeFileSync(good, `${header}33000000902,Robin,Sample,1980-02-29\n`)
    const { code, counts, megabytes } = await watchImport('members', path, good)
    expect([code, counts]).toEqual([1, { read: 2, created: 1, updated: 0, unchanged: 0, rejected: 1, skipped: 0 }])
    expectFlat(megabytes, 200)
  })

  test('IM-3 IM-5 a gzip bomb', async () => {
    const path = packFile('bomb.ndjson.gz', '0', 400, '', 9)
    const { code, said, megabytes } = await watchImport('fhir', path, synthea, '--assign-numbers')
    expect(code).toBe(1)
    expect(said).toMatch(/bomb\.ndjson\.gz:0: the file unpacks to more than 200 times its size/)
    expectFlat(megabytes, 400)
  })
})

describe('IM-4 faults mid-run', () => {
  const argv = ['fhir', synthea, '--brand', 'neb', '--assign-numbers']

  test('IM-4 a database that goes away stops the run with advice, and the same command resumes it', async () => {
    const DATABASE_URL = await freshDatabase({ seeded: true })
    const run = startImport({ DATABASE_URL, DATA_DIR: folder }, ...argv)
    const name = new URL(DATABASE_URL).pathname.slice(1)
    const [inside, outside] = [DATABASE_URL, DATABASE_URL.replace(/[^/]+$/, 'postgres')].map(
      (connectionString) => new pg.Client({ connectionString }),
    ) as [pg.Client, pg.Client]
    await inside.connect()
    await outside.connect()
    const listRunning = async () =>
      (await inside.query("select from import_run where brand = 'neb' and state = 'running'")).rowCount
    await expect.poll(listRunning, { interval: 10 }).toBe(1)
    await inside.end()
    await outside.query(`alter database ${name} allow_connections false`)
    await outside.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    expect((await run.ended).code).toBe(2)
    expect(run.readErrors()).toMatch(
      /The import stopped: the database cannot be reached; make sure that it runs\. .*run the same command again/,
    )
    await outside.query(`alter database ${name} allow_connections true`)
    await outside.end()
    const { code, line } = await startImport({ DATABASE_URL, DATA_DIR: folder }, ...argv).ended
    expect([code, JSON.parse(line).read]).toEqual([0, 917])
  })

  test.runIf(process.platform === 'linux')(
    'IM-4 a full disk stops the run with advice',
    async () => {
      const DATABASE_URL = await freshDatabase({ seeded: true })
      const bad = join(folder, 'bad.ndjson')
      writeFileSync(bad, 'no JSON\n'.repeat(200_000))
      const run = startImport(
        { DATABASE_URL, DATA_DIR: folder },
        'fhir',
        bad,
        '--brand',
        'neb',
        '--rejects',
        '/dev/full',
      )
      expect((await run.ended).code).toBe(2)
      expect(run.readErrors()).toMatch(/The import stopped: the disk is full; free some space\./)
    },
    60_000,
  )
})
