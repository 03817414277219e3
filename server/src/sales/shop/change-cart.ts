import type { PayloadOf } from '@portico/contract/call'
import type { cartAdd, cartRemove } from '@portico/contract/calls/shop'
import { audit } from '../../platform/audit/store.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { CartParts } from './cart-parts.ts'
import { CART_COOKIE, CART_DAYS, isOver, nameSeal, showCart, takeCart } from './own-cart.ts'
import { computeTicket } from './saved.ts'
import { addItem, listItems, removeItem } from './store.ts'

/** The most plans a cart holds. */
const MAX_ITEMS = 20

/** Throws NOT-FOUND for a plan that is not sold there or whose year is over, CONFLICT for a full cart. */
export async function addToCart(
  parts: CartParts,
  { body }: CallInput<typeof cartAdd>,
  context: CallContext,
): Promise<PayloadOf<typeof cartAdd>> {
  const { territory, quotes, limits, shopper, dataKey, database } = parts
  const { now, origin } = context
  const { basis, planId, planYear, itemId } = body
  const brand = territory.findBrand(body.brand, context)
  const { county } = territory.counties(basis.zipCode, basis.county)
  if (county === null) throw fieldError('county', 'select.not-chosen')
  if (isOver(planYear, now)) throw new CallError('NOT-FOUND')
  if ((await quotes.one({ brand, planYear, planId, county, people: basis.people })) === null)
    throw new CallError('NOT-FOUND')
  if (!(await limits.reserveRequest('shop', origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
  const account = await shopper(context)
  // If the first plan of a new cart is sent twice at once, there is still one cart.
  const fresh = account === null ? computeTicket(dataKey, itemId, 'cart') : undefined
  const secret = context.cookies[CART_COOKIE] ?? fresh
  const rows = await database.transaction(async (tx) => {
    const cartId = await takeCart(tx, brand, account, secret, now)
    if (cartId === null) throw new CallError('NOT-FOUND')
    const before = await listItems(tx, [cartId])
    const isThere = before.some((item) => item.plan_id === planId && item.plan_year === planYear)
    if (!isThere && before.filter((item) => !isOver(item.plan_year, now)).length >= MAX_ITEMS)
      throw new CallError('CONFLICT')
    const sealed = dataKey.seal(Buffer.from(JSON.stringify(basis)), nameSeal(itemId))
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
  return showCart(parts, brand, rows, now)
}

export async function removeFromCart(
  parts: CartParts,
  { body: { planId, planYear, ...body } }: CallInput<typeof cartRemove>,
  context: CallContext,
): Promise<PayloadOf<typeof cartRemove>> {
  const { territory, shopper, database } = parts
  const brand = territory.findBrand(body.brand, context)
  const account = await shopper(context)
  const rows = await database.transaction(async (tx) => {
    const cartId = await takeCart(tx, brand, account, context.cookies[CART_COOKIE], context.now)
    if (cartId === null) return []
    await removeItem(tx, cartId, planYear, planId)
    await audit(tx, account, { action: 'cart.remove', recordType: 'cart', recordId: cartId }, context)
    return listItems(tx, [cartId])
  })
  return showCart(parts, brand, rows, context.now)
}

function keepCookie(context: CallContext, secret: string): void {
  context.setCookie(CART_COOKIE, secret, { httpOnly: true, maxAge: CART_DAYS * 24 * 60 * 60 })
}
