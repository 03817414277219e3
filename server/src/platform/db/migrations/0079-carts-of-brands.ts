import { type Kysely, sql } from 'kysely'

/** A browser, like an account, has one cart per brand: brands may share a host (SH-7). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  'alter table shop_cart drop constraint shop_cart_secret_hash_key',
  'alter table shop_cart add unique (secret_hash, brand)',
]
