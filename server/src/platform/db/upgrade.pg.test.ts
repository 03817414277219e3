import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { copyDatabase, freshDatabase } from '../../../test/portal.ts'
import { readSchema } from '../../../test/schema.ts'
import { createDatabase, type Database } from './database.ts'
import { openPostgres } from './engine.ts'
import { migrate, migrationNames, migrations } from './migrate.ts'
import { runMigrations } from './migrator.ts'

/** Migrations that landed together with the previous one: no database has the previous one alone. */
const landedTogether = [
  ...['0003-content', '0004-member-info', '0005-tag-counts', '0036-shop', '0052-letters', '0064-shop-rows'],
  ...['0068-medicine-reminders', '0201-shown-by-moment', '0441-review-of-parties'],
]
/** Migrations that landed under another name, which they kept until all three had landed. */
const landedAs: Readonly<Record<string, string>> = {
  '0019-conversations': '0029-conversations',
  '0020-limits': '0029b-limits',
  '0021-record': '0030-record',
}

const open = (url: string): Database => createDatabase(openPostgres({ url, poolSize: 2 }))

/** Runs only these migrations. */
function runOnly(database: Database, names: readonly string[]): Promise<void> {
  return runMigrations(
    database,
    Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name))),
  )
}

let fresh: readonly string[]
beforeAll(async () => {
  const database = open(await freshDatabase({ seeded: false }))
  await migrate(database)
  fresh = await readSchema(database.read)
  await database.close()
})

describe('OP-4 an upgrade from each state that has landed', () => {
  const landed = Object.keys(migrations)
  const states = landed.flatMap((_, index) =>
    landedTogether.includes(landed[index + 1] ?? '') ? [] : [landed.slice(0, index + 1)],
  )
  /** Every first start passes through these states anyway. */
  const isOnTheWay = (state: readonly string[]) =>
    JSON.stringify(state.toSorted()) === JSON.stringify(migrationNames.slice(0, state.length))
  const renamedAt = states.findIndex((state) => state.includes('0022-import-rows'))

  test('OP-4 every state with migrations in another order ends with the tables of a first start', async () => {
    const base = await freshDatabase({ seeded: false })
    let tried = 0
    for (const [index, state] of states.entries()) {
      const growing = open(base)
      await runOnly(growing, state)
      await growing.close()
      const old = index < renamedAt ? state.filter((name) => name in landedAs) : []
      if (isOnTheWay(state) && old.length === 0) continue
      tried += 1
      const database = open(await copyDatabase(base))
      for (const name of old)
        await sql`update kysely_migration set name = ${landedAs[name]} where name = ${name}`.execute(database.read)
      await migrate(database)
      expect(await readSchema(database.read), state.at(-1)).toEqual(fresh)
      await database.close()
    }
    expect(tried).toBeGreaterThan(15)
  })

  test('OP-4 an instance starts beside a newer version’s tables, and leaves them alone', async () => {
    const database = open(await freshDatabase({ seeded: false }))
    await runOnly(database, migrationNames.slice(0, -1))
    await sql`create table of_a_newer_version (id text)`.execute(database.read)
    await sql`insert into kysely_migration values ('9999-newer', now()::text)`.execute(database.read)
    await migrate(database)
    await migrate(database)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database.read)
    expect(rows.map(({ name }) => name)).toEqual([...migrationNames, '9999-newer'])
    expect(await readSchema(database.read)).toEqual(expect.arrayContaining([...fresh]))
    await database.close()
  })
})
