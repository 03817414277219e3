import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { claimEdition } from '../../platform/versions/content.ts'

/** The stored claims with their digests, except those that an older edition has read. */
export async function findKnown(db: Reader, claimIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (claimIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string; hash: Buffer }>`select claim_id as id, content_hash as hash from claim
    where claim_id = any(${claimIds}::uuid[]) and facts ->> 'edition' = ${String(claimEdition)}`.execute(db)
  return new Set(rows.map(({ id, hash }) => `${id} ${hash.toString('hex')}`))
}
