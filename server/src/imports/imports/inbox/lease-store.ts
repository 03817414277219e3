import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/database.ts'

/** Takes or renews a lease by the database's clock, because instances' clocks differ. Returns false if another holder has it. */
export async function takeLease(db: Reader, name: string, holder: string, leaseMs: number): Promise<boolean> {
  const { rows } = await sql`insert into import_lease (name, holder, until)
    values (${name}, ${holder}, now() + ${leaseMs} * interval '1 millisecond')
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
      where import_lease.holder = excluded.holder or import_lease.until < now()
    returning holder`.execute(db)
  return rows.length > 0
}

/** Gives a lease back, if this holder still has it. */
export async function releaseLease(db: Reader, name: string, holder: string): Promise<void> {
  await db.deleteFrom('import_lease').where('name', '=', name).where('holder', '=', holder).execute()
}
