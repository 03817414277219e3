import { sql } from 'kysely'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { deleteFree } from '../../platform/db/row-locks.ts'
import { takeExcluded } from '../../platform/db/upsert.ts'

/** The library's "model": a code, a token, or the state of an authorization under way. */
export interface Artifact {
  readonly brand: string
  readonly kind: string
  readonly secret: string
}

export type Payload = Readonly<Record<string, unknown>>

/** Stores a code or a token; of its secret, only the hash is kept. */
export async function putArtifact(
  tx: Tx,
  { brand, kind, secret }: Artifact,
  stored: { readonly payload: Payload; readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  const { now, expiresAt } = stored
  // The library's id of a code or token is its secret.
  const { jti: _, ...payload } = stored.payload
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  await tx
    .insertInto('app_token')
    .values({
      brand,
      kind,
      token_hash: hashSecret(secret),
      grant_id: kind === 'Interaction' ? null : text(payload.grantId),
      client_id: text(payload.clientId),
      payload: JSON.stringify(payload),
      issued_at: now,
      expires_at: expiresAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'token_hash']).doUpdateSet(takeExcluded('payload', 'expires_at', 'grant_id')),
    )
    .execute()
}

/** The same for something that may be stored only once; false: it already existed. */
export async function putOnce(tx: Tx, { brand, kind, secret }: Artifact, now: Date, expiresAt: Date): Promise<boolean> {
  const row = { brand, kind, token_hash: hashSecret(secret), grant_id: null, client_id: null, payload: '{}' }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('app_token')
    .values({ ...row, issued_at: now, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export function findArtifact(db: Reader, { brand, kind, secret }: Artifact) {
  return db
    .selectFrom('app_token')
    .select(['payload', 'consumed_at', 'expires_at', 'grant_id'])
    .where((is) => is.and({ brand, kind, token_hash: hashSecret(secret) }))
    .executeTakeFirst()
}

/** Marks a code or a refresh token as spent; false: it already was. */
export async function spendArtifact(tx: Tx, { brand, kind, secret }: Artifact, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app_token')
    .set({ consumed_at: now })
    .where((is) => is.and({ brand, kind, token_hash: hashSecret(secret) }))
    .where('consumed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function dropArtifact(tx: Tx, { brand, kind, secret }: Artifact): Promise<void> {
  await tx
    .deleteFrom('app_token')
    .where((is) => is.and({ brand, kind, token_hash: hashSecret(secret) }))
    .execute()
}

/** Ends all codes and tokens of grants at once. */
export async function dropTokens(tx: Tx, grantIds: readonly string[], kind?: string): Promise<void> {
  if (grantIds.length === 0) return
  await tx
    .deleteFrom('app_token')
    .where('grant_id', 'in', grantIds)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .execute()
}

/** Spent refresh tokens are kept for their whole lifetime, so that reuse is noticed. */
export function dropExpired(tx: Tx, before: Date): Promise<void> {
  return deleteFree(tx, 'app_token', sql`expires_at < ${before}`)
}
