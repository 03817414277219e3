import { sql } from 'kysely'
import type { Database, Reader } from '../../db/database.ts'
import { findHead, readPlaces } from '../seal-store.ts'
import type { ForwardedEvent } from './event.ts'

/** The receiver's last confirmed place; null while another holder forwards. The lease expires if its holder dies. */
export async function leasePlace(
  database: Database,
  { name, holder, leaseMs }: { readonly name: string; readonly holder: string; readonly leaseMs: number },
): Promise<number | null> {
  return database.transaction(async (tx) => {
    const until = sql<Date>`now() + ${leaseMs} * interval '1 millisecond'`
    const row = await tx
      .insertInto('audit_forward')
      .values({ name, seq: 0, holder, leased_until: until })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder, leased_until: until })
          .where((eb) =>
            eb.or([eb('audit_forward.holder', '=', holder), eb('audit_forward.leased_until', '<', sql<Date>`now()`)]),
          ),
      )
      .returning('seq')
      .executeTakeFirst()
    return row?.seq ?? null
  })
}

/** Records that the receiver has everything up to `seq`; no effect if another holder has taken the lease. */
export async function keepPlace(
  database: Database,
  { name, holder, seq }: { readonly name: string; readonly holder: string; readonly seq: number },
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx
      .updateTable('audit_forward')
      .set({ seq })
      .where('name', '=', name)
      .where('holder', '=', holder)
      .where('seq', '<', seq)
      .execute()
  })
}

/** The next sealed events after a place, in chain order. */
export async function readSealed(database: Database, after: number, max: number): Promise<ForwardedEvent[]> {
  const places = await readPlaces(database.read, { from: after + 1, max })
  return places.map(({ seq, hash, event: { at, action, outcome, ...columns } }) => ({
    seq,
    hash: hash.toString('hex'),
    at: formatMoment(at ?? ''),
    action: action ?? '',
    outcome: outcome as ForwardedEvent['outcome'],
    rest: Object.fromEntries(Object.entries(columns).filter((one): one is [string, string] => one[1] !== null)),
  }))
}

/** `2026-11-26T21:30:00.123456Z` from `1795728600.123456`. */
function formatMoment(seconds: string): string {
  const [whole = '', decimals = ''] = seconds.split('.')
  return `${new Date(Number(whole) * 1000).toISOString().slice(0, -'.000Z'.length)}.${decimals.padEnd(6, '0')}Z`
}

/** Number of sealed events that the receiver does not have yet. */
export async function countUnforwarded(db: Reader, name: string): Promise<number> {
  const head = await findHead(db)
  const row = await db.selectFrom('audit_forward').select('seq').where('name', '=', name).executeTakeFirst()
  return Math.max(0, (head?.seq ?? 0) - (row?.seq ?? 0))
}
