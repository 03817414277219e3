import type { BodyOf, PayloadOf } from '@portico/contract/call'
import { cartAdd, cartPendingItems, cartRemove } from '@portico/contract/calls/shop'
import { isYearOver } from '@portico/rules/shop/windows'
import { v7 as uuidv7 } from 'uuid'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { audit } from '../../platform/audit/store.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { Quotes } from './quote.ts'
import { ticketOf } from './saved.ts'
import type { Shopper } from './shopper.ts'
import { addItem, type CartItem, dropCart, findCart, holdCart, listItems, removeItem } from './store.ts'
import type { Territory } from './territory.ts'

type Payload = PayloadOf<typeof cartAdd>
type Basis = BodyOf<typeof cartAdd>['basis']

/** The cookie with the secret of a browser's cart. */
const CART_COOKIE = 'shopCart'
/** How many days a browser keeps the cookie. */
export const CART_DAYS = 90
/** The most plans a cart holds. */
const MAX_ITEMS = 20

const contextOf = (itemId: string) => `cart item ${itemId}`

/** The carts of accounts, and of browsers without one. */
export function bindCarts(
  binder: Binder,
  parts: {
    readonly database: Database
    readonly dataKey: DataKey
    readonly limits: Limits
    readonly territory: Territory
    readonly quotes: Quotes
    readonly shopper: Shopper
  },
): void {
  const { database, dataKey, limits, territory, quotes, shopper } = parts

  // Throws NOT-FOUND for a plan that is not sold there or whose year is over, CONFLICT for a full cart.
  binder.bind(cartAdd, async ({ body }, context) => {
    const { now, origin } = context
    const { basis, planId, planYear, itemId } = body
    const brand = territory.brandOf(body.brand, context)
    const { county } = territory.counties(basis.zipCode, basis.county)
    if (county === null) throw fieldError('county', 'select.not-chosen')
    if (isOver(planYear, now)) throw new CallError('NOT-FOUND')
    if ((await quotes.one({ brand, planYear, planId, county, people: basis.people })) === null)
      throw new CallError('NOT-FOUND')
    if (!(await limits.reserveRequest('shop', origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
    const account = await shopper(context)
    // If the first plan of a new cart is sent twice at once, there is still one cart.
    const fresh = account === null ? ticketOf(dataKey, itemId, 'cart') : undefined
    const secret = context.cookies[CART_COOKIE] ?? fresh
    const rows = await database.transaction(async (tx) => {
      const cartId = await cartOf(tx, brand, account, secret, now)
      if (cartId === null) throw new CallError('NOT-FOUND')
      const before = await listItems(tx, [cartId])
      const isThere = before.some((item) => item.plan_id === planId && item.plan_year === planYear)
      if (!isThere && before.filter((item) => !isOver(item.plan_year, now)).length >= MAX_ITEMS)
        throw new CallError('CONFLICT')
      const sealed = dataKey.seal(Buffer.from(JSON.stringify(basis)), contextOf(itemId))
      await addItem(tx, {
        cart_id: cartId,
        account_id: account?.accountId ?? null,
        plan_year: planYear,
        plan_id: planId,
        item_id: itemId,
        sealed,
        added_at: now,
      })
      await audit(tx, account, { action: 'cart.add', recordType: 'cart', recordId: cartId }, context)
      return listItems(tx, [cartId])
    })
    if (account === null && secret !== undefined) keepCookie(context, secret)
    return answer(brand, rows, now)
  })

  binder.bind(cartRemove, async ({ body: { planId, planYear, ...body } }, context) => {
    const brand = territory.brandOf(body.brand, context)
    const account = await shopper(context)
    const rows = await database.transaction(async (tx) => {
      const cartId = await cartOf(tx, brand, account, context.cookies[CART_COOKIE], context.now)
      if (cartId === null) return []
      await removeItem(tx, cartId, planYear, planId)
      await audit(tx, account, { action: 'cart.remove', recordType: 'cart', recordId: cartId }, context)
      return listItems(tx, [cartId])
    })
    return answer(brand, rows, context.now)
  })

  binder.bind(cartPendingItems, async ({ body }, context) => {
    const brand = territory.brandOf(body.brand, context)
    const account = await shopper(context)
    const secret = context.cookies[CART_COOKIE]
    if (account === null) return answer(brand, await itemsOf(database.read, brand, secret), context.now)
    const rows = await database.transaction(async (tx) => {
      const cartId = await cartOf(tx, brand, account, secret, context.now)
      if (cartId === null) return []
      await audit(tx, account, { action: 'cart.read', recordType: 'cart', recordId: cartId }, context)
      return listItems(tx, [cartId])
    })
    return answer(brand, rows, context.now)
  })

  async function itemsOf(db: Reader, brand: string, secret: string | undefined): Promise<CartItem[]> {
    if (secret === undefined) return []
    const cartId = await findCart(db, brand, { secretHash: hashSecret(secret) })
    return cartId === null ? [] : listItems(db, [cartId])
  }

  /** The cart to change; an account takes over the contents of its browser's cart. */
  async function cartOf(
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

  /** What can still be bought: nothing that is no longer sold, nothing of a year that is over. */
  async function answer(brand: string, rows: readonly CartItem[], now: Date): Promise<Payload> {
    const items: Payload['items'] = []
    for (const row of rows) {
      if (isOver(row.plan_year, now)) continue
      const basis = JSON.parse(dataKey.open(row.sealed, contextOf(row.item_id)).toString('utf8')) as Basis
      const county = territory.home(basis.zipCode, basis.county)
      const asked = { brand, planYear: row.plan_year, planId: row.plan_id, people: basis.people }
      const plan = county === null ? null : await quotes.one({ ...asked, county })
      if (plan === null) continue
      const { planId, name, line, premiumCents } = plan
      items.push({
        planId,
        name,
        line,
        premiumCents,
        planYear: row.plan_year,
        basis,
        addedAt: row.added_at.toISOString(),
      })
    }
    return { items }
  }
}

function isOver(planYear: number, now: Date): boolean {
  return isYearOver(planYear, easternDay(now))
}

function keepCookie(context: CallContext, secret: string): void {
  context.setCookie(CART_COOKIE, secret, { httpOnly: true, maxAge: CART_DAYS * 24 * 60 * 60 })
}
