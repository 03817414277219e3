import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

const maxListed = 100

export async function reportInstance(tx: Tx, row: Insertable<Tables['instance']>): Promise<void> {
  const { version, seen_at, streams } = row
  await tx
    .insertInto('instance')
    .values(row)
    .onConflict((conflict) => conflict.column('instance_id').doUpdateSet({ version, seen_at, streams }))
    .execute()
}

/** Deletes servers that have not reported since a moment. */
export async function forgetInstances(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('instance').where('seen_at', '<', before).execute()
}

export async function forgetInstance(tx: Tx, instanceId: string): Promise<void> {
  await tx.deleteFrom('instance').where('instance_id', '=', instanceId).execute()
}

export function listInstances(db: Reader): Promise<Selectable<Tables['instance']>[]> {
  return db.selectFrom('instance').selectAll().orderBy('started_at').limit(maxListed).execute()
}
