import type { PayloadOf } from '@portico/contract/call'
import type { cartPendingItems } from '@portico/contract/calls/shop'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { CartParts } from './cart-parts.ts'
import { CART_COOKIE, showCart, takeCart } from './own-cart.ts'
import { type CartItem, findCart, listItems } from './store.ts'

export async function readCart(
  parts: CartParts,
  { body }: CallInput<typeof cartPendingItems>,
  context: CallContext,
): Promise<PayloadOf<typeof cartPendingItems>> {
  const { territory, shopper, database } = parts
  const brand = territory.findBrand(body.brand, context)
  const account = await shopper(context)
  const secret = context.cookies[CART_COOKIE]
  if (account === null) return showCart(parts, brand, await listCartItems(database.read, brand, secret), context.now)
  const rows = await database.transaction(async (tx) => {
    const cartId = await takeCart(tx, brand, account, secret, context.now)
    if (cartId === null) return []
    await audit(tx, account, { action: 'cart.read', recordType: 'cart', recordId: cartId }, context)
    return listItems(tx, [cartId])
  })
  return showCart(parts, brand, rows, context.now)
}

async function listCartItems(db: Reader, brand: string, secret: string | undefined): Promise<CartItem[]> {
  if (secret === undefined) return []
  const cartId = await findCart(db, brand, { secretHash: hashSecret(secret) })
  return cartId === null ? [] : listItems(db, [cartId])
}
