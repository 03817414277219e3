import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { checkOutRelease } from '../../../../tools/previous-release.ts'
import { freshDatabase } from '../../../test/portal.ts'
import { releases } from '../../../test/releases.ts'
import { createDatabase } from './database.ts'
import { type Effect, listEffects } from './effects.ts'
import { openPostgres } from './engine.ts'
import { migrations } from './migrate.ts'
import { runMigrations } from './migrator.ts'
import { runMigrate } from './run-migrate.ts'

const root = resolve(import.meta.dirname, '../../../..')
const last = releases[releases.length - 1] as (typeof releases)[number]
/** Migrations not released yet. */
const unreleased = Object.entries(migrations).slice(Object.keys(migrations).indexOf(last.lastLanded) + 1)

const release = checkOutRelease(last.commit)
afterAll(() => release?.remove())
if (release === null)
  process.stderr.write(`\nOP-4 was NOT checked: this clone does not have release ${last.version} (${last.commit}).\n`)

test.runIf(release)(`OP-4 every call of release ${last.version} works beside the tables of this version`, async () => {
  const { code, said } =
    (await release?.test('server/src/platform/http/authorization.db.test.ts', 'gets an answer')) ?? {}
  expect(said).toMatch(/Tests .*\d{3,} passed/)
  expect(code, said).toBe(0)
})

test('OP-4 releases are numbered, and the change log begins with the next one and lists them all', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const log = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const told = [...log.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, number = '']) => number)
  expect(told[0]).toBe(version)
  expect(told.slice(1).reverse()).toEqual(releases.map((one) => one.version))
  const chart = readFileSync(join(root, 'deploy/chart/Chart.yaml'), 'utf8')
  expect(chart).toContain(`appVersion: ${version}`)
})

/** What a migration may remove because no release reads it anymore: the statement's words, by migration name. */
const contracting: Readonly<Record<string, readonly string[]>> = {}

test('OP-4 no migration since the last release blocks others for long, or removes what that release reads', async () => {
  const wrong: string[] = []
  for (const [name, migration] of unreleased) {
    for (const effect of await listEffects(migration)) wrong.push(...findFaults(name, effect))
  }
  expect(wrong).toEqual([])
})

/** Tables that stay small however many members there are. */
const small = new Set(['directory_generation', 'import_run', 'feed', 'app_config', 'site'])

function findFaults(name: string, { statement, table, waits, work, removes, inParts }: Effect): string[] {
  const holds = waits !== 'none' && work !== 'moment' && !inParts && !small.has(table ?? '')
  // The last release inserts rows without the column.
  const isNeeded = /add column (?:if not exists )?\w+ (?:(?!, ?add).)* not null(?!(?:(?!, ?add).)* default)/i
  const isRefused = isNeeded.test(statement) && !/not null default| default .* not null/i.test(statement)
  return [
    ...(holds ? [`${name} holds ${table} up: make it a step in parts, concurrently or not valid: ${statement}`] : []),
    ...(removes && !contracting[name]?.includes(removes)
      ? [`${name} takes away what a release reads: ${removes}`]
      : []),
    ...(isRefused ? [`${name} makes the last release's rows be refused: ${statement}`] : []),
  ]
}

test('OP-4 the rule finds what blocks others, in parts or not, and what removes something', async () => {
  const find = async (...steps: string[]) => {
    const effects = await listEffects({ steps })
    return effects.flatMap((effect) => findFaults('9999-x', effect)).map((text) => text.split(':')[0])
  }
  const holds = '9999-x holds claim up'
  expect(await find('create index a on claim (member_id)')).toEqual([holds])
  expect(await find('create index concurrently a on claim (member_id)')).toEqual([])
  expect(await find('create table own (id text)', 'create index a on own (id)')).toEqual([])
  expect(await find('update claim set state = null')).toEqual([holds])
  expect(await find('alter table claim alter column state set not null')).toEqual([holds])
  expect(await find('alter table claim add constraint a check (x) not valid')).toEqual([])
  expect(await find('alter table claim add column x text')).toEqual([])
  expect(await find('alter table claim add column x text not null')).toEqual([
    "9999-x makes the last release's rows be refused",
  ])
  expect(await find(`alter table claim add column x text not null default ''`)).toEqual([])
  expect(await find('alter table claim add column x uuid default gen_random_uuid()')).toEqual([holds])
  expect(await find('alter table claim drop column state')).toEqual(['9999-x takes away what a release reads'])
  expect(await find('drop table claim')).toEqual(['9999-x takes away what a release reads'])
  await expect(find('truncate claim')).rejects.toThrow('is not known: truncate claim')
  for (const [name, migration] of Object.entries(migrations))
    await expect(listEffects(migration), name).resolves.toBeInstanceOf(Array)
})

test('OP-4 migrate --plan says what will happen, to how much, who waits and how long, and changes nothing; migrate does it', async () => {
  const url = await freshDatabase({ seeded: false })
  const plan = async () => (await runMigrate(['--plan'], { DATABASE_URL: url })).said
  expect(await plan()).toMatch(/^The database is empty/)
  const database = createDatabase(openPostgres({ url, poolSize: 1 }))
  const old = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0092'))
  await runMigrations(database, old)
  await sql`insert into import_party (brand, party_id, party_type, name, content_hash, run_id)
    select 'hmbcbs', n::text, 'Practitioner', 'Ann', 'x', gen_random_uuid() from generate_series(1, 5000) n`.execute(
    database.read,
  )
  await sql`analyze import_party`.execute(database.read)
  const said = await plan()
  expect(said).toMatch(/^0092-claims-replacing$/m)
  expect(said).toMatch(/import_party: no one waits; a moment, 5,000 rows, \d+ MB \| create index concurrently/)
  expect(said).toMatch(/import_party: in parts, no one waits for more than one; .*5,000 rows/)
  expect(said).toMatch(/In all about .*No one waits longer than a moment/)
  const { rows } = await sql`select from kysely_migration where name >= '0092'`.execute(database.read)
  expect(rows).toEqual([])
  expect(await runMigrate([], { DATABASE_URL: url })).toMatchObject({ code: 0 })
  expect(await plan()).toMatch(/^Nothing/)
  expect(await runMigrate(['--plan'], {})).toMatchObject({ code: 2, said: expect.stringContaining('Set DATABASE_URL') })
  await database.close()
})
