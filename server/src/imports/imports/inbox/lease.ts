import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/db/database.ts'

/** How long the lease of a killed process lasts. */
const leaseMs = 60_000

/**
 * Does work that only one instance may do at a time; returns false if another one is doing it. The signal aborts when the lease is lost or
 * `stopping` aborts.
 */
export async function withLease(
  database: Database,
  name: string,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const holder = uuidv7()
  if (!(await take(database, name, holder))) return false
  const lost = new AbortController()
  const renewal = setInterval(() => {
    take(database, name, holder).then(
      (held) => held || lost.abort(),
      () => lost.abort(),
    )
  }, leaseMs / 4)
  try {
    await work(AbortSignal.any([stopping, lost.signal]))
  } finally {
    clearInterval(renewal)
    await database.read
      .deleteFrom('import_lease')
      .where('name', '=', name)
      .where('holder', '=', holder)
      .execute()
      .catch(() => undefined)
  }
  return true
}

/** Takes or renews the lease by the database's clock, since instances' clocks differ. */
async function take({ read }: Database, name: string, holder: string): Promise<boolean> {
  const { rows } = await sql`insert into import_lease (name, holder, until)
    values (${name}, ${holder}, now() + ${leaseMs} * interval '1 millisecond')
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
      where import_lease.holder = excluded.holder or import_lease.until < now()
    returning holder`.execute(read)
  return rows.length > 0
}
