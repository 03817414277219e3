import { type Kysely, sql } from 'kysely'

/**
 * Shop data needed outside the shopper's browser: plans in a cart for its account (RG-3), and the plan that a call to staff is about
 * (SH-8).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  'alter table lead add column plan_name text',
  // The cart's account, so that a person's data export can include the plans.
  'alter table shop_cart_item add column account_id uuid references account',
  `update shop_cart_item item set account_id = cart.account_id
    from shop_cart cart where cart.cart_id = item.cart_id and cart.account_id is not null`,
  'create index shop_cart_item_account on shop_cart_item (account_id) where account_id is not null',
]
