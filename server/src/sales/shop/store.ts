import type { ApplicationState } from '@portico/rules/shop/application'
import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { insertNew } from '../../platform/db/insert-new.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type Saved = Selectable<Tables['shop_saved']>
export type CartItem = Selectable<Tables['shop_cart_item']>
export type Application = Selectable<Tables['shop_application']>

/** Stores it, once per id. */
export function keepSaved(tx: Tx, saved: Insertable<Tables['shop_saved']>): Promise<boolean> {
  return insertNew(tx, 'shop_saved', saved)
}

export function findSaved(db: Reader, ticketHash: Buffer, now: Date): Promise<Saved | undefined> {
  return db
    .selectFrom('shop_saved')
    .selectAll()
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** What a person has saved in a brand's shop, newest first. */
export function listSaved(db: Reader, { accountId, brand }: ShoppingOwner, now: Date): Promise<Saved[]> {
  return db
    .selectFrom('shop_saved')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('brand', '=', brand)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

/** A person at a brand. */
interface ShoppingOwner {
  readonly accountId: string
  readonly brand: string
}

/** As many of each as a home shows. */
const MAX_LISTED = 10

/** The owner of a cart: an account, or a browser by its secret. */
export type CartOwner = { readonly accountId: string } | { readonly secretHash: Buffer }

export async function findCart(db: Reader, brand: string, owner: CartOwner): Promise<string | null> {
  const query = db.selectFrom('shop_cart').select('cart_id').where('brand', '=', brand)
  const row = await ('accountId' in owner
    ? query.where('account_id', '=', owner.accountId)
    : query.where('secret_hash', '=', owner.secretHash)
  ).executeTakeFirst()
  return row?.cart_id ?? null
}

/** An owner's cart, created if missing; locked until the transaction ends. */
export async function holdCart(
  tx: Tx,
  brand: string,
  owner: CartOwner,
  fresh: { readonly cartId: string; readonly now: Date },
): Promise<string> {
  const whose =
    'accountId' in owner
      ? { account_id: owner.accountId, secret_hash: null }
      : { account_id: null, secret_hash: owner.secretHash }
  await tx
    .insertInto('shop_cart')
    .values({ cart_id: fresh.cartId, brand, ...whose, changed_at: fresh.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const cartId = await findCart(tx, brand, owner)
  if (cartId === null) throw new Error('A cart was made and is not there.')
  await tx.updateTable('shop_cart').set({ changed_at: fresh.now }).where('cart_id', '=', cartId).execute()
  return cartId
}

export function listItems(db: Reader, cartIds: readonly string[]): Promise<CartItem[]> {
  if (cartIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('shop_cart_item')
    .selectAll()
    .where('cart_id', 'in', cartIds)
    .orderBy('added_at')
    .orderBy('plan_id')
    .execute()
}

/** Adds an item, once per plan and year. */
export async function addItem(tx: Tx, item: Insertable<Tables['shop_cart_item']>): Promise<void> {
  await tx
    .insertInto('shop_cart_item')
    .values(item)
    .onConflict((conflict) => conflict.columns(['cart_id', 'plan_year', 'plan_id']).doNothing())
    .execute()
}

export async function removeItem(tx: Tx, cartId: string, planYear: number, planId: string): Promise<void> {
  await tx
    .deleteFrom('shop_cart_item')
    .where('cart_id', '=', cartId)
    .where('plan_year', '=', planYear)
    .where('plan_id', '=', planId)
    .execute()
}

export async function dropCart(tx: Tx, cartId: string): Promise<void> {
  await tx.deleteFrom('shop_cart').where('cart_id', '=', cartId).execute()
}

/** Stores an application, once per id; returns false if it already exists. */
export function keepApplication(tx: Tx, application: Insertable<Tables['shop_application']>): Promise<boolean> {
  return insertNew(tx, 'shop_application', application)
}

/** Replaces the content of an application, which the caller has locked. */
export async function correctApplication(
  tx: Tx,
  enrollmentId: string,
  changed: Pick<
    Insertable<Tables['shop_application']>,
    'plan_year' | 'plan_id' | 'plan_name' | 'starts' | 'pay_by' | 'first_premium_cents' | 'sealed' | 'state'
  >,
): Promise<void> {
  await tx.updateTable('shop_application').set(changed).where('enrollment_id', '=', enrollmentId).execute()
}

export function findApplication(db: Reader, enrollmentId: string): Promise<Application | undefined> {
  return applications(db).where('enrollment_id', '=', enrollmentId).executeTakeFirst()
}

export function findByTicket(db: Reader, ticketHash: Buffer): Promise<Application | undefined> {
  return applications(db).where('ticket_hash', '=', ticketHash).executeTakeFirst()
}

/** A person's applications at a brand, newest first. */
export function listApplications(db: Reader, { accountId, brand }: ShoppingOwner): Promise<Application[]> {
  return applications(db)
    .where('account_id', '=', accountId)
    .where('brand', '=', brand)
    .orderBy('created_at', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

function applications(db: Reader) {
  return db.selectFrom('shop_application').selectAll()
}

/** Finds an application by the number that people get; locked until the transaction ends. */
export function holdByNumber(tx: Tx, brand: string, number: string): Promise<Application | undefined> {
  return applications(tx)
    .where('brand', '=', brand)
    .where('application_number', '=', number)
    .forUpdate()
    .executeTakeFirst()
}

/** Locked until the transaction ends. */
export function holdApplication(tx: Tx, enrollmentId: string): Promise<Application | undefined> {
  return applications(tx).where('enrollment_id', '=', enrollmentId).forUpdate().executeTakeFirst()
}

/** Records which payment of the first premium is under way; null: none is. */
export async function notePayment(tx: Tx, enrollmentId: string, paymentId: string | null): Promise<void> {
  await tx
    .updateTable('shop_application')
    .set({ payment_id: paymentId })
    .where('enrollment_id', '=', enrollmentId)
    .execute()
}

/** Some applications in a state that no other instance is working on. */
export function holdInState(
  tx: Tx,
  state: ApplicationState,
  { max, payByBefore }: { readonly max: number; readonly payByBefore?: string },
): Promise<Application[]> {
  let query = applications(tx).where('state', '=', state)
  // A payment that was started in time may take a few days.
  if (payByBefore !== undefined) query = query.where('pay_by', '<', payByBefore).where('payment_id', 'is', null)
  return query.orderBy('enrollment_id').limit(max).forUpdate().skipLocked().execute()
}

/** Moves an application on and records the event, once per state. */
export async function moveOn(
  tx: Tx,
  enrollmentId: string,
  state: ApplicationState,
  at: Date,
  toldAt: Date | null = null,
): Promise<void> {
  await tx.updateTable('shop_application').set({ state }).where('enrollment_id', '=', enrollmentId).execute()
  await noteEvent(tx, enrollmentId, state, { at, toldAt })
}

/** `toldAt`: when its e-mail was queued; null: not yet. */
export async function noteEvent(
  tx: Tx,
  enrollmentId: string,
  state: ApplicationState,
  { at, toldAt }: { readonly at: Date; readonly toldAt: Date | null },
): Promise<void> {
  await tx
    .insertInto('shop_application_event')
    .values({ enrollment_id: enrollmentId, state, at, told_at: toldAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Some events without an e-mail that no other instance is working on, oldest first. */
export function holdUntold(tx: Tx, max: number) {
  return tx
    .selectFrom('shop_application_event')
    .select(['enrollment_id', 'state'])
    .where('told_at', 'is', null)
    .orderBy('at')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function noteTold(tx: Tx, enrollmentId: string, state: ApplicationState, now: Date): Promise<void> {
  await tx
    .updateTable('shop_application_event')
    .set({ told_at: now })
    .where('enrollment_id', '=', enrollmentId)
    .where('state', '=', state)
    .execute()
}

export function listEvents(db: Reader, enrollmentId: string) {
  return (
    db
      .selectFrom('shop_application_event')
      .select(['state', 'at'])
      .where('enrollment_id', '=', enrollmentId)
      .orderBy('at')
      // An application without a premium has two events at the same moment: pending, then paid.
      .orderBy('state', 'desc')
      .execute()
  )
}

/** Deletes expired links, and browsers' carts not used for a long time. */
export async function forgetShopping(tx: Tx, now: Date, cartsBefore: Date): Promise<void> {
  await tx.deleteFrom('shop_saved').where('expires_at', '<=', now).execute()
  await tx.deleteFrom('shop_cart').where('account_id', 'is', null).where('changed_at', '<', cartsBefore).execute()
}

/** The ZIP code that someone gave for their account; empty: none. */
export async function findZipCode(db: Reader, accountId: string): Promise<string> {
  const row = await db.selectFrom('account').select('zip_code').where('account_id', '=', accountId).executeTakeFirst()
  return row?.zip_code ?? ''
}
