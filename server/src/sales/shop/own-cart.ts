import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { cartAdd } from '@portico/contract/calls/shop'
import { findExchange } from '@portico/rules/shop/state-help'
import { isYearOver } from '@portico/rules/shop/windows'
import { v7 as uuidv7 } from 'uuid'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { sealedColumns } from '../../platform/sealed-columns.ts'
import type { CartParts } from './cart-parts.ts'
import { addItem, type CartItem, dropCart, findCart, holdCart, listItems } from './store.ts'

type Payload = PayloadOf<typeof cartAdd>

type Basis = BodyOf<typeof cartAdd>['basis']

/** The cookie with the secret of a browser's cart. */
export const CART_COOKIE = 'shopCart'

/** How many days a browser keeps the cookie. */
export const CART_DAYS = 90

export const { nameSeal } = sealedColumns.shop_cart_item

/** The cart of a call, and the shop it is in. */
export interface CartOf {
  readonly brand: string
  /** Null: the browser's. */
  readonly account: Principal | null
}

export interface ShownCart {
  readonly brand: string
  readonly rows: readonly CartItem[]
}

export async function identifyCart(
  { territory, shopper }: CartParts,
  { brand }: { readonly brand?: string | undefined },
  context: CallContext,
): Promise<CartOf> {
  return { brand: territory.findBrand(brand, context), account: await shopper(context) }
}

/** The cart to change; an account takes over the contents of its browser's cart. */
export async function takeCart(
  tx: Tx,
  brand: string,
  account: Principal | null,
  secret: string | undefined,
  now: Date,
): Promise<string | null> {
  const fresh = { cartId: uuidv7(), now }
  if (account === null)
    return secret === undefined ? null : holdCart(tx, brand, { secretHash: hashSecret(secret) }, fresh)
  const own = await holdCart(tx, brand, { accountId: account.accountId }, fresh)
  const before = secret === undefined ? null : await findCart(tx, brand, { secretHash: hashSecret(secret) })
  if (before === null) return own
  for (const item of await listItems(tx, [before]))
    await addItem(tx, { ...item, cart_id: own, account_id: account.accountId })
  await dropCart(tx, before)
  return own
}

/** What can still be bought: leaves out plans no longer sold and years that are over. */
export async function showCart(
  { dataKey, territory, quotes }: CartParts,
  brand: string,
  rows: readonly CartItem[],
  now: Date,
): Promise<Payload> {
  const items: Payload['items'] = []
  for (const row of rows) {
    if (isOver(row.plan_year, now)) continue
    const basis = JSON.parse(dataKey.open(row.sealed, nameSeal(row.item_id)).toString('utf8')) as Basis
    const county = territory.home(basis.zipCode, basis.county)
    const asked = { brand, planYear: row.plan_year, planId: row.plan_id, people: basis.people, income: basis.income }
    const plan = county === null ? null : await quotes.one({ ...asked, county })
    if (county === null || plan === null) continue
    const { planId, name, line, premiumCents, creditCents } = plan
    items.push({
      planId,
      name,
      line,
      premiumCents,
      creditCents,
      exchange: findExchange(county.state),
      planYear: row.plan_year,
      basis,
      addedAt: row.added_at.toISOString(),
    })
  }
  return { items }
}

export function isOver(planYear: number, now: Date): boolean {
  return isYearOver(planYear, easternDay(now))
}
