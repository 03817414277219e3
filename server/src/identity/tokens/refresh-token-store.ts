import type { Selectable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

type RefreshToken = Selectable<Tables['refresh_token']>

export function findToken(tx: Tx, hash: Buffer): Promise<RefreshToken | undefined> {
  return tx.selectFrom('refresh_token').selectAll().where('token_hash', '=', hash).executeTakeFirst()
}

export async function markUsed(tx: Tx, { token_hash: hash }: RefreshToken, now: Date): Promise<void> {
  await tx.updateTable('refresh_token').set({ used_at: now }).where('token_hash', '=', hash).execute()
}

export async function insertToken(tx: Tx, token: RefreshToken): Promise<void> {
  await tx.insertInto('refresh_token').values(token).execute()
}
