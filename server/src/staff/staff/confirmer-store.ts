import { everyBrand } from '@portico/rules/brand/every'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

/** A change that waits for confirmation. */
export interface Waiting {
  /** Codes of the brands that the change is about, or ALL. */
  readonly brands: readonly string[]
  /** Who asked for it, and therefore cannot confirm it; null: nobody. */
  readonly except: string | null
}

/** The administrators who can confirm a change, with their addresses and brands. */
export async function listConfirmers(
  db: Reader,
  { brands, except }: Waiting,
): Promise<readonly { readonly email: string; readonly brand: string }[]> {
  const { rows } = await sql<{ email: string; brand: string }>`
    select email, brand from account
    where account_id is distinct from ${except} and email is not null and not temporary_password and role = 'INTERNAL'
      and entitlements @> '["administer"]' and ended_at is null and locked_at is null
      and (exists (select from staff_brand own where own.account_id = account.account_id and own.brand = ${everyBrand})
        or not exists (select from unnest(${[...brands]}::text[]) as of(brand) where of.brand not in
          (select own.brand from staff_brand own where own.account_id = account.account_id)))
    order by account_id limit 50`.execute(db)
  return rows
}
