import type { Database } from '../db/database.ts'

/** Rewrites this server's own row unchanged; does nothing without one. */
export async function touchInstance(db: Database['read'], instanceId: string | null): Promise<void> {
  await db
    .updateTable('instance')
    .set(({ ref }) => ({ seen_at: ref('seen_at') }))
    .where('instance_id', '=', instanceId)
    .execute()
}
