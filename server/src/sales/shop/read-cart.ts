import type { cartPendingItems } from '@portico/contract/calls/shop'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import type { Reader } from '../../platform/db/database.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { FinishedHandler } from '../../platform/http/stages.ts'
import type { CartParts } from './cart-parts.ts'
import { CART_COOKIE, type CartOf, identifyCart, type ShownCart, showCart, takeCart } from './own-cart.ts'
import { type CartItem, findCart, listItems } from './store.ts'

/** Reading leaves a browser's cart unchanged; an account takes over its browser's cart. */
export const readCart = (parts: CartParts): FinishedHandler<typeof cartPendingItems, CartOf, ShownCart> => ({
  prepare: async ({ body }, context) => identifyCart(parts, body, context),
  handle: async (_input, { cookies, now }, tx, { brand, account }) => {
    const secret = cookies[CART_COOKIE]
    if (account === null) return leaveUnchanged({ brand, rows: await listCartItems(tx, brand, secret) })
    const cartId = await takeCart(tx, brand, account, secret, now)
    if (cartId === null) return leaveUnchanged({ brand, rows: [] })
    return about(cartId, { brand, rows: await listItems(tx, [cartId]) }, { by: account })
  },
  finish: ({ brand, rows }, _input, { now }) => showCart(parts, brand, rows, now),
})

async function listCartItems(db: Reader, brand: string, secret: string | undefined): Promise<CartItem[]> {
  if (secret === undefined) return []
  const cartId = await findCart(db, brand, { secretHash: hashSecret(secret) })
  return cartId === null ? [] : listItems(db, [cartId])
}
