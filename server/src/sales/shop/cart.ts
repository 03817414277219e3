import { cartAdd, cartPendingItems, cartRemove } from '@portico/contract/calls/shop'
import type { Binder } from '../../platform/http/bind.ts'
import type { CartParts } from './cart-parts.ts'
import { addToCart, removeFromCart } from './change-cart.ts'
import { readCart } from './read-cart.ts'

/** The carts of accounts, and of browsers without an account. */
export function bindCarts(binder: Binder, parts: CartParts): void {
  binder.bind(cartAdd, addToCart(parts))
  binder.bind(cartRemove, removeFromCart(parts))
  binder.bind(cartPendingItems, readCart(parts))
}
