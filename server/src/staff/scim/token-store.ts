import { everyBrand } from '@portico/rules/brand/every'
import type { ScimAudience } from '@portico/rules/scim/audience'
import { isWithin } from '@portico/rules/staff/rights'
import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { readScope, type Scope } from '../../identity/rights/scope.ts'
import { hashSecret, newSecret } from '../../identity/tokens/secrets.ts'
import { executeKept, type Reader, type Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type ScimToken = Selectable<Tables['scim_token']>

/** How often we record the last use at most, in ms. */
const noteEveryMs = 60_000
const maxListed = 200

/** Two may be valid for the same people at once, so that one can replace the other without a gap (OS-69). */
export const maxTokens = 2

/** Stores a token that works only once it is confirmed; the secret is stored nowhere else. */
export async function makeToken(
  tx: Tx,
  token: Pick<ScimToken, 'name' | 'brand' | 'audience' | 'invites' | 'made_by'>,
  now: Date,
): Promise<{ readonly tokenId: string; readonly secret: string }> {
  const [tokenId, secret] = [uuidv7(), newSecret()]
  await tx
    .insertInto('scim_token')
    .values({ ...token, token_id: tokenId, token_hash: hashSecret(secret), state: 'waiting', made_at: now })
    .execute()
  return { tokenId, secret }
}

/** The token of a secret, if it works for a brand. */
export async function findToken(db: Reader, secret: string, brand: string): Promise<ScimToken | null> {
  const query = db
    .selectFrom('scim_token')
    .select(['token_id', 'name', 'brand', 'audience', 'invites', 'token_hash', 'state', 'made_by', 'made_at'])
    .select(['confirmed_at', 'used_at', 'ended_at'])
    .where('token_hash', '=', hashSecret(secret))
    .where('state', '=', 'active')
    .where('brand', 'in', [brand, everyBrand])
  const [row] = await executeKept(db, query)
  return row ?? null
}

/** Records now and then that a token was used. */
export async function noteTokenUse(db: Reader, token: ScimToken, now: Date): Promise<void> {
  if (token.used_at !== null && now.getTime() - token.used_at.getTime() < noteEveryMs) return
  await db.updateTable('scim_token').set({ used_at: now }).where('token_id', '=', token.token_id).execute()
}

/** The newest tokens; null: of every brand. */
export function listTokens(db: Reader, brands: readonly string[] | null): Promise<ScimToken[]> {
  return db
    .selectFrom('scim_token')
    .selectAll()
    .$if(brands !== null, (query) => query.where('brand', 'in', [...(brands ?? []), '']))
    .orderBy('made_at', 'desc')
    .limit(maxListed)
    .execute()
}

export async function lockToken(tx: Tx, tokenId: string): Promise<ScimToken | undefined> {
  return tx.selectFrom('scim_token').selectAll().where('token_id', '=', tokenId).forUpdate().executeTakeFirst()
}

/** How many tokens for the same people have not ended. */
export async function countTokens(
  tx: Tx,
  { brand, audience }: { readonly brand: string; readonly audience: ScimAudience },
): Promise<number> {
  const row = await tx
    .selectFrom('scim_token')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('brand', '=', brand)
    .where('audience', '=', audience)
    .where('state', '<>', 'ended')
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function confirmToken(tx: Tx, tokenId: string, now: Date): Promise<void> {
  await tx
    .updateTable('scim_token')
    .set({ state: 'active', confirmed_at: now })
    .where('token_id', '=', tokenId)
    .where('state', '=', 'waiting')
    .execute()
}

export async function endToken(tx: Tx, tokenId: string, now: Date): Promise<void> {
  await tx
    .updateTable('scim_token')
    .set({ state: 'ended', ended_at: now })
    .where('token_id', '=', tokenId)
    .where('state', '<>', 'ended')
    .execute()
}

/** Whether someone's brands cover everything that the brand's groups give: the holder of a token can put anyone into them. */
export async function mayReachGroups(
  tx: Tx,
  { brand, audience }: { readonly brand: string; readonly audience: ScimAudience },
  { brands }: Pick<Scope, 'brands'>,
): Promise<boolean> {
  if (audience !== 'staff') return true
  const groups = await tx.selectFrom('scim_group').select('brands').where('brand', '=', brand).execute()
  return isWithin(
    groups.flatMap((group) => group.brands),
    brands,
  )
}

/**
 * Whether every token that can put people into a brand's groups was made by someone who also administers these brands: otherwise,
 * adding rights to a group later would hand them to the holders of older tokens.
 */
export async function mayWiden(
  tx: Tx,
  { brand, audience }: { readonly brand: string; readonly audience: ScimAudience },
  given: readonly string[],
): Promise<boolean> {
  if (isWithin(given, [brand])) return true
  const tokens = await tx
    .selectFrom('scim_token')
    .select(['brand', 'made_by'])
    .where('brand', 'in', [brand, everyBrand])
    .where('audience', '=', audience)
    .where('state', '<>', 'ended')
    .execute()
  for (const token of tokens) {
    if (token.brand === everyBrand) continue
    const own = token.made_by === null ? [] : (await readScope(tx, { accountId: token.made_by })).brands
    if (!isWithin(given, own)) return false
  }
  return true
}
