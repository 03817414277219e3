import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { cheapPasswords } from '../../../test/passwords.ts'
import { freshDatabase } from '../../../test/portal.ts'
import { createDatabase, type Database } from '../../platform/db/database.ts'
import { openPostgres } from '../../platform/db/engine.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { readDemoData } from './data.ts'
import { fillDemo } from './fill.ts'

const folder = resolve(import.meta.dirname, '../../../../demo')
const opened: Database[] = []
afterAll(() => Promise.all(opened.map((database) => database.close())))

test('OP-3 servers that start at once on a new database load the demo once', async () => {
  const url = await freshDatabase({ seeded: false })
  const start = async () => {
    const database = createDatabase(openPostgres({ url, poolSize: 3 }))
    opened.push(database)
    await migrate(database)
    await fillDemo({ database, passwords: cheapPasswords(), data: readDemoData(folder), folder, now: new Date() })
    return database
  }
  const [database] = await Promise.all([start(), start(), start()])
  const { rows } = await sql<{ kind: string; runs: number }>`
    select kind, count(*)::int as runs from import_run where kind = 'rates' group by kind`.execute(database.read)
  expect(rows).toEqual([{ kind: 'rates', runs: readdirSync(join(folder, 'rates')).length }])
})
