import type { Reader, Tx } from '../../../platform/db/database.ts'
import type { SensitiveCode } from './marks.ts'

/** A plan's own sensitive codes. */
export function listOwnCodes(db: Reader | Tx, brand: string): Promise<SensitiveCode[]> {
  return db.selectFrom('sensitive_code').select(['key', 'begins', 'ends']).where('brand', '=', brand).execute()
}

/** Stores the days of a code under its keys, replacing previous ones; null deletes them. */
export async function replaceOwnCode(
  tx: Tx,
  brand: string,
  keys: readonly string[],
  days: Pick<SensitiveCode, 'begins' | 'ends'> | null,
): Promise<void> {
  await tx.deleteFrom('sensitive_code').where('brand', '=', brand).where('key', 'in', keys).execute()
  if (days === null) return
  await tx
    .insertInto('sensitive_code')
    .values(keys.map((key) => ({ brand, key, ...days })))
    .execute()
}
