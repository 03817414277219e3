import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'

/** Serializes changes to who is an administrator. No other advisory lock of ours uses this number. */
export async function lockAdministration(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7205802)`.execute(tx)
}

const administers = sql`role = 'INTERNAL' and entitlements @> '["administer"]' and ended_at is null and locked_at is null`

/**
 * Whether a brand, or all brands together, would be left without an administrator who has a password with us: the way in if a provider
 * fails (AD-2, OS-61). An administrator of all brands counts for each. `brands`: those that this administrator would no longer administer;
 * left out: all of theirs. `linking`: the connection that has just replaced their password. Call it with the administration locked, before
 * an administrator goes.
 */
export async function isLastAdministrator(
  db: Reader,
  accountId: string,
  {
    brands,
    linking = null,
  }: { readonly brands?: readonly string[] | undefined; readonly linking?: string | null } = {},
): Promise<boolean> {
  const lost = brands === undefined ? sql`` : sql`and own.brand = any(${brands}::text[])`
  const { rows } = await sql`
    select from account join staff_brand own using (account_id)
    where account_id = ${accountId} and ${administers} ${lost}
      and (own.brand = 'ALL' or (not temporary_password and not exists (select from identity_link
        where identity_link.account_id = account.account_id and subject is not null and connection_id is distinct from ${linking}::uuid)))
      and not exists (select from account join staff_brand other using (account_id)
        where account_id <> ${accountId} and ${administers} and not temporary_password and other.brand in (own.brand, 'ALL')
          and not exists (select from identity_link where identity_link.account_id = account.account_id))`.execute(db)
  return rows.length > 0
}
