import { type Kysely, sql } from 'kysely'

/** Providers' and other plans' systems register as apps do, and belong to an organization (OS-50). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app add column organization jsonb`.execute(db)
}
