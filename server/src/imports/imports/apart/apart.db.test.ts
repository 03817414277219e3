import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testFolder } from '../../../../test/importing.ts'
import { openTestDatabase } from '../../../../test/portal.ts'
import { type ImportJob, runJob } from '../job.ts'
import { ImportStopped, type RejectedRecord } from '../machine.ts'
import { ImportKilled, runApart } from './run.ts'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  opened = await openTestDatabase({ seeded: true })
})
afterAll(() => opened?.remove())

const folder = testFolder()
const brands = new Set(['wi'])
const signal = new AbortController().signal
const header = 'member_number,first_name,last_name,date_of_birth\n'

function buildJob(kind: string, name: string, content: string): ImportJob {
  writeFileSync(join(folder, name), content)
  return { kind, files: [join(folder, name)], brand: 'wi', dryRun: false, assignNumbers: false }
}

function collect() {
  const rejected: RejectedRecord[] = []
  let bytes = 0
  const reports = {
    bytes: (more: number) => {
      bytes += more
    },
    progress: () => undefined,
    reject: (one: RejectedRecord) => void rejected.push(one),
  }
  return { rejected, reports, bytes: () => bytes }
}

/** Measures how much processor time of this thread some work takes. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

test('IM-5 a run in its own process counts, rejects and reports like one in this process', async () => {
  const job = buildJob(
    'members',
    'some.csv',
    `${header}61000000001,Robin,Sample,1980-02-29\n61000000002,,,1980-02-29\n`,
  )
  const { rejected, reports, bytes } = collect()
  const counts = await runApart({ database: opened.database, brands }, job, reports, { signal })
  expect(counts).toEqual({ read: 2, created: 1, updated: 0, unchanged: 0, rejected: 1, skipped: 0 })
  expect(rejected).toEqual([
    {
      file: job.files[0],
      line: 3,
      path: 'first_name',
      reason: 'there is no name',
      text: expect.stringContaining('61000000002'),
    },
  ])
  expect(bytes()).toBeGreaterThan(0)
  const run = await opened.database.read
    .selectFrom('import_run')
    .select(['state', 'counts'])
    .orderBy('run_id', 'desc')
    .executeTakeFirstOrThrow()
  expect(run).toEqual({ state: 'done', counts })
})

test('IM-3 IM-5 a run in its own process reports whose Patients are in the files', async () => {
  const people = ['p1', 'p2'].map((id) => ({
    resourceType: 'Patient',
    id,
    name: [{ family: 'Sample', given: ['Robin'] }],
    birthDate: '1980-02-29',
  }))
  const job = buildJob('fhir', 'people.ndjson', people.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const told: string[] = []
  const reports = { ...collect().reports, person: (id: string) => void told.push(id) }
  await runApart({ database: opened.database, brands }, job, reports, { signal })
  expect(told).toEqual(['p1', 'p2'])
})

test('IM-5 reading a file takes next to nothing of the thread that serves pages', async () => {
  // No row can be stored, so that the whole run is reading.
  const job = buildJob('members', 'long.csv', `${header}${`${'x'.repeat(900_000)},"a",b,c\n`.repeat(20)}`)
  const quiet = { ...collect().reports, reject: () => undefined }
  const here = await cost(() => runJob(opened.database, brands, job, quiet))
  const rejects = join(folder, 'long-rejects.csv')
  const from = performance.now()
  const beside = await cost(() => runApart({ database: opened.database, brands }, job, quiet, { signal, rejects }))
  // The processor time that this thread uses in the same period without an import: on a busy machine, the period is minutes.
  const took = performance.now() - from
  const idle = await cost(() => sleep(took))
  // Usually a fiftieth.
  expect(beside - idle).toBeLessThan(here / 2)
})

test('IM-4 IM-5 a file that needs more memory than there is ends its run, not the server, and undoes its transaction', async () => {
  const person = { resourceType: 'Patient', id: 'kills', name: [{ family: 'Sample', given: ['Robin'] }] }
  const line = `${JSON.stringify(person).slice(0, -1)},"contact":[${'{},'.repeat(5_000_000)}{}]}`
  const job = buildJob('fhir', 'kills.ndjson', line)
  const run = runApart({ database: opened.database, brands, memoryMb: 128 }, job, collect().reports, { signal })
  await expect(run).rejects.toThrow(ImportKilled)
  const members = await opened.database.read
    .selectFrom('import_patient')
    .select('patient_id')
    .where('patient_id', '=', 'kills')
    .execute()
  expect(members).toEqual([])
  const again = buildJob('members', 'after.csv', `${header}61000000003,Robin,Sample,1980-02-29\n`)
  const counts = await runApart({ database: opened.database, brands }, again, collect().reports, { signal })
  expect(counts.created).toBe(1)
})

test('IM-4 a run in its own process ends after its batch on request, and says so', async () => {
  const stopping = new AbortController()
  const rows = Array.from({ length: 20_000 }, (_, at) => `62${String(at).padStart(9, '0')},Robin,Sample,1980-02-29\n`)
  const job = buildJob('members', 'many.csv', header + rows.join(''))
  const reports = { ...collect().reports, progress: () => stopping.abort() }
  await expect(
    runApart({ database: opened.database, brands }, job, reports, { signal: stopping.signal }),
  ).rejects.toThrow(ImportStopped)
})
