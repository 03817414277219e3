import type { Tx } from '../../../platform/db/database.ts'
import { keepVersions, type OnShelf } from './history-store.ts'
import { lockStored, type Stored, updateStored } from './shelf-store.ts'

/**
 * Changes resources on the shelf because of new information. Each changed resource gets a new version, except those that this transaction
 * has put there.
 */
export async function amend(
  tx: Tx,
  some: readonly OnShelf[],
  fresh: ReadonlySet<string>,
  change: (one: Stored) => string,
): Promise<void> {
  const rows = await lockStored(tx, some)
  const changed = rows.flatMap((row) => {
    const body = change(row)
    return body === row.body ? [] : { ...row, body }
  })
  if (changed.length === 0) return
  const updated = new Date()
  const renewed = changed.filter(({ id }) => !fresh.has(id))
  await keepVersions(
    tx,
    renewed.map(({ memberId, type, id }) => ({ member_id: memberId, type, id })),
  )
  const next = changed.map((one) => ({ ...one, version: fresh.has(one.id) ? one.version : one.version + 1 }))
  await updateStored(tx, next, updated)
}
