import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { claimIdOf, contentHash } from './content.ts'

/** The beginning of a resource in most files: enough to look it up before it is parsed. */
const beginning = /^\s*\{\s*"resourceType"\s*:\s*"ExplanationOfBenefit"\s*,\s*"id"\s*:\s*"([\w.-]{1,64})"/

/**
 * Claims of a batch that are already stored in this version (IM-2): most of a file that is loaded again is recognized without parsing it.
 */
export async function findUnchanged<One extends { readonly text: string }>(
  database: Database,
  brand: string,
  batch: readonly One[],
): Promise<ReadonlySet<One>> {
  const claims = batch.flatMap((one) => {
    const id = beginning.exec(one.text.slice(0, 200))?.[1]
    return id === undefined ? [] : { one, claimId: claimIdOf(brand, id), hash: contentHash(one.text).toString('hex') }
  })
  if (claims.length === 0) return new Set()
  const { rows } = await sql<{ id: string; hash: Buffer }>`select claim_id as id, content_hash as hash from claim
    where claim_id = any(${claims.map(({ claimId }) => claimId)}::uuid[])`.execute(database.read)
  const known = new Set(rows.map(({ id, hash }) => `${id} ${hash.toString('hex')}`))
  return new Set(claims.filter(({ claimId, hash }) => known.has(`${claimId} ${hash}`)).map(({ one }) => one))
}
