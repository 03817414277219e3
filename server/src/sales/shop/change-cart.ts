import type { cartAdd, cartRemove } from '@portico/contract/calls/shop'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { FinishedHandler } from '../../platform/http/stages.ts'
import type { CartParts } from './cart-parts.ts'
import {
  CART_COOKIE,
  CART_DAYS,
  type CartOf,
  identifyCart,
  isOver,
  nameSeal,
  type ShownCart,
  showCart,
  takeCart,
} from './own-cart.ts'
import { computeTicket } from './saved.ts'
import { addItem, listItems, removeItem } from './store.ts'

/** The most plans a cart holds. */
const MAX_ITEMS = 20

/** Throws NOT-FOUND for a plan that is not sold there or whose year is over, CONFLICT for a full cart. */
export const addToCart = (parts: CartParts): FinishedHandler<typeof cartAdd, CartOf, ShownCart> => ({
  prepare: async ({ body: { basis, planId, planYear, ...body } }, context) => {
    const { territory, quotes, limits, shopper } = parts
    const { now, origin } = context
    const brand = territory.findBrand(body.brand, context)
    const { county } = territory.counties(basis.zipCode, basis.county)
    if (county === null) throw fieldError('county', 'select.not-chosen')
    if (isOver(planYear, now)) throw new CallError('NOT-FOUND')
    if ((await quotes.one({ brand, planYear, planId, county, people: basis.people })) === null)
      throw new CallError('NOT-FOUND')
    if (!(await limits.reserveRequest('shop', origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
    return { brand, account: await shopper(context) }
  },
  handle: async ({ body: { basis, planId, planYear, itemId } }, context, tx, { brand, account }) => {
    const { dataKey } = parts
    const { now } = context
    // If the first plan of a new cart is sent twice at once, there is still only one cart.
    const fresh = account === null ? computeTicket(dataKey, itemId, 'cart') : undefined
    const secret = context.cookies[CART_COOKIE] ?? fresh
    const cartId = await takeCart(tx, brand, account, secret, now)
    if (cartId === null) throw new CallError('NOT-FOUND')
    const before = await listItems(tx, [cartId])
    const isThere = before.some((item) => item.plan_id === planId && item.plan_year === planYear)
    if (!isThere && before.filter((item) => !isOver(item.plan_year, now)).length >= MAX_ITEMS)
      throw new CallError('CONFLICT')
    await addItem(tx, {
      cart_id: cartId,
      account_id: account?.accountId ?? null,
      plan_year: planYear,
      plan_id: planId,
      item_id: itemId,
      sealed: dataKey.seal(Buffer.from(JSON.stringify(basis)), nameSeal(itemId)),
      added_at: now,
    })
    if (account === null && secret !== undefined) keepCookie(context, secret)
    return about(cartId, { brand, rows: await listItems(tx, [cartId]) }, { by: account })
  },
  finish: ({ brand, rows }, _input, { now }) => showCart(parts, brand, rows, now),
})

export const removeFromCart = (parts: CartParts): FinishedHandler<typeof cartRemove, CartOf, ShownCart> => ({
  prepare: async ({ body }, context) => identifyCart(parts, body, context),
  handle: async ({ body: { planId, planYear } }, { cookies, now }, tx, { brand, account }) => {
    const cartId = await takeCart(tx, brand, account, cookies[CART_COOKIE], now)
    if (cartId === null) return leaveUnchanged({ brand, rows: [] })
    await removeItem(tx, cartId, planYear, planId)
    return about(cartId, { brand, rows: await listItems(tx, [cartId]) }, { by: account })
  },
  finish: ({ brand, rows }, _input, { now }) => showCart(parts, brand, rows, now),
})

function keepCookie(context: CallContext, secret: string): void {
  context.setCookie(CART_COOKIE, secret, { httpOnly: true, maxAge: CART_DAYS * 24 * 60 * 60 })
}
