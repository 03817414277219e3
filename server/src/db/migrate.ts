import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { up as portal } from './migrations/0001-portal.ts'

const migrations: Record<string, Migration> = { '0001-portal': { up: portal } }

/** Brings the database up to date; several instances may try at once, one does it. Throws what went wrong. */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({ db: database.read, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
