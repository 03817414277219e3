import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'

/** Makes changes to who is an administrator wait for each other. The number is one that no other advisory lock of ours uses. */
export async function lockAdministration(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7205802)`.execute(tx)
}

const administersAll = sql`role = 'INTERNAL' and entitlements @> '["administer"]' and ended_at is null and locked_at is null
  and exists (select from staff_brand where staff_brand.account_id = account.account_id and staff_brand.brand = 'ALL')`

/**
 * Whether someone administers every brand, and no one else does who has a password of ours: the way in if a provider fails (AD-2, OS-61). Call it
 * with the administration locked if what follows takes an administrator away.
 */
export async function isLastAdministrator(db: Reader, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account where account_id = ${accountId} and ${administersAll}
      and not exists (select from account where account_id <> ${accountId} and not temporary_password and ${administersAll}
        and not exists (select from identity_link where identity_link.account_id = account.account_id))`.execute(db)
  return rows.length > 0
}
