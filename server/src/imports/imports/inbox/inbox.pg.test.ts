import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../test/portal.ts'
import { enrollment } from '../../../../test/x12.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Job } from '../../../platform/job.ts'
import { createImportLine } from '../line.ts'
import { recover } from './finished.ts'
import { type FileGroup, findFiles } from './found-files.ts'
import { startInbox } from './inbox.ts'
import { countKills, markBegun } from './killed.ts'
import { withLease } from './lease.ts'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let folder: string
beforeAll(async () => {
  opened = await openTestDatabase({ seeded: true })
})
afterAll(() => opened?.remove())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-inbox-'))
})

const brands = new Set(['wi', 'fl'])
const warnings: unknown[] = []
const logger = { info: () => {}, warn: (...said: unknown[]) => void warnings.push(said) }

function put(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

function watch(database: Database = opened.database): Promise<Job> {
  return startInbox({ folder, lookMs: 50, database, brands, memoryMb: 128, line: createImportLine(), logger })
}

async function untilTaken(started: readonly Job[], where: 'done' | 'failed', runs: number): Promise<string[]> {
  await expect.poll(() => (existsSync(join(folder, where)) ? readdirSync(join(folder, where)).length : 0)).toBe(runs)
  for (const one of started) await one.stop()
  return readdirSync(join(folder, where)).sort()
}

const members = (...numbers: readonly string[]) =>
  `member_number,first_name,last_name,date_of_birth\n${numbers.map((one) => `${one},Robin,Sample,1980-02-29\n`).join('')}`
const runsSince = (now: Date) =>
  opened.database.read
    .selectFrom('import_run')
    .select(['kind', 'brand', 'state'])
    .where('started_at', '>=', now)
    .execute()

test('IM-5 nightly files are imported without a person, by kind and brand, and moved with a report beside them', async () => {
  const now = new Date()
  put('fhir/wi/2026/claims.ndjson', `${JSON.stringify({ resourceType: 'Organization', id: 'o', name: 'Clinic' })}\n`)
  put('members/WI/nightly.csv', members('55000000001'))
  put('members/WI/.hidden.csv', 'x')
  put('members/WI/next.csv.part', 'x')
  const names = await untilTaken([await watch()], 'done', 2)
  expect(await runsSince(now)).toEqual([
    { kind: 'members', brand: 'wi', state: 'done' },
    { kind: 'fhir', brand: 'wi', state: 'done' },
  ])
  const taken = names.find((name) => name.endsWith('members-wi')) ?? ''
  const report = JSON.parse(readFileSync(join(folder, 'done', taken, 'report.json'), 'utf8'))
  expect(report).toMatchObject({ kind: 'members', counts: { created: 1 }, files: ['members/WI/nightly.csv'] })
  expect(existsSync(join(folder, 'done', taken, 'members/WI/nightly.csv'))).toBe(true)
  expect(readdirSync(join(folder, 'members/WI')).sort()).toEqual(['.hidden.csv', 'next.csv.part'])
})

test('IM-5 IM-3 a file with rejects is in failed, with the rejects beside it', async () => {
  put('members/wi/nightly.csv', `${members('55000000011')}55000000012,,,1980-02-29\n`)
  const [name = ''] = await untilTaken([await watch()], 'failed', 1)
  expect(readFileSync(join(folder, 'failed', name, 'rejects.csv'), 'utf8')).toMatch(
    /nightly.csv,3,first_name,there is no name/,
  )
})

test('IM-5 IM-3 a bad drug list is reported in failed once, and files of later kinds are imported', async () => {
  const now = new Date()
  put('formulary/drugs.json', '[]')
  put('formulary/wi/drugs.json', '[{"drug_name":"Azi')
  put('spending/wi/nightly.csv', 'record,member_number,account_number\n')
  await untilTaken([await watch()], 'done', 1)
  const names = readdirSync(join(folder, 'failed'))
  const readReport = (end: string) => {
    const name = names.find((one) => one.endsWith(end)) ?? ''
    return readFileSync(join(folder, 'failed', name, 'rejects.ndjson'), 'utf8')
  }
  expect(readReport('formulary')).toContain('lists of covered drugs are of one brand')
  expect(readReport('formulary-wi')).toContain('is not JSON: it may be cut short')
  expect((await runsSince(now)).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'formulary failed',
    'formulary failed',
    'spending done',
  ])
})

test('IM-5 files that fail the import itself are in failed with the reason, and files of later kinds are imported', async () => {
  const now = new Date()
  const { database } = opened
  await sql`create function refuse() returns trigger as $$ begin raise 'no room for it'; end $$ language plpgsql`.execute(
    database.read,
  )
  await sql`create trigger refused before insert on formulary for each row execute function refuse()`.execute(
    database.read,
  )
  const drug = { rxnorm_id: '1', drug_name: 'Azithromycin 500 MG Oral Tablet', plans: [{ plan_id: 'p' }] }
  put('formulary/wi/drugs.json', JSON.stringify([drug]))
  put('members/wi/nightly.csv', members('55000000041'))
  put('premiums/wi/nightly.csv', 'record,member_number,account_number\n')
  await untilTaken([await watch()], 'done', 2)
  await sql`drop function refuse cascade`.execute(database.read)
  const [failed = '', ...others] = readdirSync(join(folder, 'failed'))
  expect(others).toEqual([])
  const report = readFileSync(join(folder, 'failed', failed, 'report.json'), 'utf8')
  expect(JSON.parse(report)).toMatchObject({
    kind: 'formulary',
    counts: null,
    problem: 'no room for it',
    files: ['formulary/wi/drugs.json'],
  })
  expect((await runsSince(now)).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'members done',
    'formulary failed',
    'premiums done',
  ])
})

test('IM-5 a folder that still changes is left alone', async () => {
  put('fhir/wi/a.ndjson', '{}\n')
  const [before] = await findFiles(folder, brands)
  appendFileSync(join(folder, 'fhir/wi/a.ndjson'), '{}\n')
  const [after] = await findFiles(folder, brands)
  expect(before?.state).not.toBe(after?.state)
  put('fhir/wi/b.ndjson', '{}\n')
  expect((await findFiles(folder, brands))[0]?.state).not.toBe(after?.state)
})

test('IM-5 of several instances, one imports the files', async () => {
  const now = new Date()
  put('members/wi/one.csv', members('55000000021', '55000000022'))
  await untilTaken([await watch(), await watch(opened.beside())], 'done', 1)
  expect(await runsSince(now)).toHaveLength(1)
  await withLease(opened.database, 'test', new AbortController().signal, async () => {
    expect(await withLease(opened.beside(), 'test', new AbortController().signal, async () => {})).toBe(false)
  })
  expect(await withLease(opened.beside(), 'test', new AbortController().signal, async () => {})).toBe(true)
})

test('IM-4 IM-5 a killed process’s work is finished: written or not, moved or not', async () => {
  put('members/wi/one.csv', members('55000000031'))
  put('members/wi/two.csv', members('55000000032'))
  const report = { kind: 'members', files: ['members/wi/gone.csv', 'members/wi/one.csv'], counts: { rejected: 0 } }
  put('.work/finished/report.json', JSON.stringify(report))
  put('.work/finished/members/wi/gone.csv', 'moved before it was killed')
  put('.work/broken-off/rejects.csv', 'half')
  const names = await untilTaken([await watch()], 'done', 2)
  expect(readdirSync(join(folder, 'done/finished/members/wi')).sort()).toEqual(['gone.csv', 'one.csv'])
  expect(readdirSync(join(folder, 'done', names[0] ?? '', 'members/wi'))).toEqual(['two.csv'])
  expect(readdirSync(join(folder, '.work'))).toEqual([])
  rmSync(folder, { recursive: true })
})

test('IM-4 IM-5 a made-up report moves no file, and blocks none', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'portico-elsewhere-'))
  writeFileSync(join(elsewhere, 'keys.csv'), 'secret')
  put('members/wi/one.csv', members('55000000051'))
  put('loose.csv', 'of no kind')
  symlinkSync(elsewhere, join(folder, 'members/linked'))
  const madeUp = {
    outside: JSON.stringify({
      kind: 'members',
      files: [`members/../../${basename(elsewhere)}/keys.csv`],
      counts: null,
    }),
    linked: JSON.stringify({ kind: 'members', files: ['members/linked/keys.csv'], counts: null }),
    loose: JSON.stringify({ kind: 'members', files: ['loose.csv'], counts: { rejected: 0 } }),
    'of-no-kind': JSON.stringify({ kind: 'etc', files: ['etc/passwd'], counts: null }),
    cut: '{"kind":"mem',
    led: JSON.stringify({ kind: 'members', files: ['members/wi/new/two.csv'], counts: null }),
  }
  for (const [name, report] of Object.entries(madeUp)) put(`.work/${name}/report.json`, report)
  symlinkSync(elsewhere, join(folder, '.work/link'))
  put('members/wi/new/two.csv', members('55000000052'))
  symlinkSync(elsewhere, join(folder, '.work/led/members'))
  await untilTaken([await watch()], 'done', 1)
  expect(readdirSync(elsewhere)).toEqual(['keys.csv'])
  expect(existsSync(join(folder, 'loose.csv'))).toBe(true)
  // Every file can be examined, and has nothing beside it but its report.
  expect(readdirSync(join(folder, 'failed')).sort()).toEqual(Object.keys(madeUp).sort())
  // The one report that names a file of a kind sets it aside here, and not where a link leads.
  for (const name of Object.keys(madeUp))
    expect(readdirSync(join(folder, 'failed', name))).toEqual(
      name === 'led' ? ['members', 'report.json'] : ['report.json'],
    )
  expect(existsSync(join(folder, 'failed/led/members/wi/new/two.csv'))).toBe(true)
  expect(readdirSync(join(folder, '.work'))).toEqual([])
  rmSync(elsewhere, { recursive: true })
})

test('IM-5 IM-4 files over which the import was killed twice are set aside with the reason, and others are imported', async () => {
  put('fhir/wi/kills.ndjson', `{"resourceType":"Patient","id":"kills","contact":[${'{},'.repeat(5_000_000)}{}]}\n`)
  put('members/wi/nightly.csv', members('55000000061'))
  put('spending/wi/nightly.csv', 'record,member_number,account_number\n')
  const [name = ''] = await untilTaken([await watch()], 'failed', 1)
  const report = JSON.parse(readFileSync(join(folder, 'failed', name, 'report.json'), 'utf8'))
  expect(report).toMatchObject({ kind: 'fhir', counts: null, files: ['fhir/wi/kills.ndjson'] })
  expect(report.problem).toMatch(/set aside: 2 imports were killed .* put them back/)
  expect(readdirSync(join(folder, 'failed', name)).sort()).toEqual(['fhir', 'report.json'])
  expect(readdirSync(join(folder, 'done')).map((one) => one.replace(/.*Z-/, ''))).toEqual(['members-wi', 'spending-wi'])
  expect(readdirSync(join(folder, '.work/.killed'))).toEqual([])
  // Files that are moved back unchanged are tried again.
  expect(await runsSince(new Date(0))).toContainEqual({ kind: 'fhir', brand: 'wi', state: 'running' })
})

test('IM-5 IM-4 a run killed together with its server counts; one that only lost its server does not', async () => {
  put('members/wi/nightly.csv', members('55000000071'))
  const [group] = await findFiles(folder, brands)
  const works = join(folder, '.work')
  for (const name of ['first', 'second']) mkdirSync(join(works, name), { recursive: true })
  await markBegun(join(works, 'first'), group as FileGroup)
  // The process of the second run has deleted its mark.
  writeFileSync(join(works, 'second', 'rejects.csv'), 'half')
  await recover(folder)
  expect(await countKills(works, group as FileGroup)).toBe(1)
  expect(readdirSync(works)).toEqual(['.killed'])
  await untilTaken([await watch()], 'done', 1)
  expect(await countKills(works, group as FileGroup)).toBe(0)
})

const fullFile = (contract: string) =>
  enrollment(
    [`INS*Y*18*030*XN*A`, `REF*0F*${contract}`, `REF*23*${contract}1`, 'NM1*IL*1*ASK*KNUT', 'DMG*D8*19810101*M'],
    { action: '4', sent: `${new Date().toISOString().slice(0, 10).replaceAll('-', '')}*0200` },
  )

test('FD-4 FD-7 nightly X12 files are held until somebody approves them, then stored and answered', async () => {
  const began = new Date()
  put('x12/wi/night.834', fullFile('HELD'))
  const started = await watch()
  const namesIn = (place: string) => (existsSync(join(folder, place)) ? readdirSync(join(folder, place)) : [])
  await expect.poll(() => namesIn('held').length).toBe(1)
  expect(namesIn('ack')).toEqual([])
  const [held] = namesIn('held')
  const report = JSON.parse(readFileSync(join(folder, 'held', held ?? '', 'report.json'), 'utf8'))
  expect(report).toMatchObject({ counts: null, problem: expect.stringMatching(/held back until somebody agrees/) })
  // A waiting run is not a failed run.
  expect((await runsSince(began)).map(({ state }) => state)).not.toContain('failed')
  await expect
    .poll(
      async () =>
        (await sql`update x12_feed set state = 'released' where folder is not null`.execute(opened.database.read))
          .numAffectedRows,
    )
    .toBe(1n)
  await untilTaken([started], 'done', 1)
  expect(namesIn('held')).toEqual([])
  expect(readFileSync(join(folder, 'ack', namesIn('ack')[0] ?? ''), 'utf8')).toContain('IK5*A~')
  const { rows } = await sql`select 1 from member where brand = 'wi' and member_number = 'HELD1'`.execute(
    opened.database.read,
  )
  expect(rows).toHaveLength(1)
})

test('FD-7 discarded nightly files are put aside with their report, and never picked up again', async () => {
  put('x12/fl/night.834', fullFile('ASIDE'))
  const started = await watch()
  const namesIn = (place: string) => (existsSync(join(folder, place)) ? readdirSync(join(folder, place)) : [])
  await expect.poll(() => namesIn('held').length).toBe(1)
  const [held = ''] = namesIn('held')
  const discard = () =>
    sql`update x12_feed set state = 'discarded' where folder = ${held}`.execute(opened.database.read)
  await expect.poll(async () => (await discard()).numAffectedRows).toBe(1n)
  await expect.poll(() => namesIn('discarded')).toEqual([held])
  const folderNow = () =>
    sql<{ folder: string | null }>`select folder from x12_feed where brand = 'fl' and state = 'discarded'`.execute(
      opened.database.read,
    )
  await expect.poll(async () => (await folderNow()).rows).toEqual([{ folder: null }])
  expect(readdirSync(join(folder, 'discarded', held)).sort()).toEqual(['report.json', 'x12'])
  expect([namesIn('held'), namesIn('done'), namesIn('ack'), namesIn('x12/fl')]).toEqual([[], [], [], []])
  // The same files are held again.
  put('x12/fl/again.834', readFileSync(join(folder, 'discarded', held, 'x12/fl/night.834'), 'utf8'))
  await expect.poll(() => namesIn('held').length).toBe(1)
  await started.stop()
  const report = JSON.parse(readFileSync(join(folder, 'held', namesIn('held')[0] ?? '', 'report.json'), 'utf8'))
  expect(report.problem).toMatch(/somebody has discarded the same files before/)
  const { rows } = await sql`select 1 from member where brand = 'fl' and member_number = 'ASIDE1'`.execute(
    opened.database.read,
  )
  expect(rows).toEqual([])
})

test('FD-4 a refused part of an X12 file is put back unchanged once it is corrected', async () => {
  const wrong = fullFile('MEND').replace('19810101', '19810230')
  await sql`insert into x12_feed (feed_id, brand, arrived_at, state, digests, counts, reasons)
    values ('01000000-0000-7000-8000-00000000fd04', 'fl', now(), 'stored', '{}', '{"members": 1, "isFull": true}', '[]')`.execute(
    opened.database.read,
  )
  put('x12/fl/night.834', wrong)
  const [name = ''] = await untilTaken([await watch()], 'failed', 1)
  const rejects = readFileSync(join(folder, 'failed', name, 'rejects.x12'), 'utf8')
  const why = readFileSync(join(folder, 'failed', name, 'rejects.x12.reasons.ndjson'), 'utf8')
  expect(JSON.parse(why)).toMatchObject({ path: 'Segment 11 (DMG02, birth date)', reason: '19810230 is no day' })
  const [answer = ''] = readdirSync(join(folder, 'ack'))
  expect(readFileSync(join(folder, 'ack', answer), 'utf8')).toMatch(
    /IK3\*DMG\*9\*2100A\*8~\nIK4\*2\*\*8\*19810230~\nIK5\*E\*5~\nAK9\*E\*1\*1\*1~/,
  )
  put('x12/fl/mended.834', rejects.replace('19810230', '19810203'))
  await untilTaken([await watch()], 'done', 1)
  const { rows } = await sql`select 1 from member where brand = 'fl' and member_number = 'MEND1'`.execute(
    opened.database.read,
  )
  expect(rows).toHaveLength(1)
})
