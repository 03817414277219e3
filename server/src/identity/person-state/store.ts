import { executeKept, type Reader, type Tx } from '../../platform/db/database.ts'

/** A person's small settings, e.g. how they like a list (ST-2); null if nothing is stored. Never health data. */
export async function readPersonValue(db: Reader, accountId: string, key: string): Promise<unknown> {
  const [row] = await executeKept(db, selectPersonValue(db, accountId, key))
  return row?.value ?? null
}

export function selectPersonValue(db: Reader, accountId: string, key: string) {
  return db.selectFrom('person_state').select('value').where('account_id', '=', accountId).where('key', '=', key)
}

export async function listKeys(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx.selectFrom('person_state').select('key').where('account_id', '=', accountId).execute()
  return rows.map(({ key }) => key)
}

export interface PersonValue {
  readonly accountId: string
  readonly key: string
  readonly value: unknown
}

export async function putValue(tx: Tx, { accountId, key, value }: PersonValue, now: Date): Promise<void> {
  const json = JSON.stringify(value)
  await tx
    .insertInto('person_state')
    .values({ account_id: accountId, key, value: json, updated_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet({ value: json, updated_at: now }))
    .execute()
}

export async function removeValue(tx: Tx, accountId: string, key: string): Promise<void> {
  await tx.deleteFrom('person_state').where('account_id', '=', accountId).where('key', '=', key).execute()
}
