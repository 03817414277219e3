import { NOT_CONFIRMED_MS, type OrderState } from '@portico/rules/medicines/orders'
import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { ClaimScope } from '../claims/people.ts'

export type MedicineOrder = Selectable<Tables['medicine_order']>

/** Requests of a scope with news since a date, and all that we have not handed over yet, newest first. */
export async function listMedicineOrders(db: Reader, scope: ClaimScope, since: Date): Promise<MedicineOrder[]> {
  const ids = scope.people.map(({ memberId }) => memberId)
  return db
    .selectFrom('medicine_order')
    .selectAll()
    .where('member_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(sql<boolean>`(not sensitive or member_id = ${scope.sensitiveOf}::uuid)`)
    .where((eb) => eb.or([eb('state', '=', 'requested'), eb('changed_at', '>=', since)]))
    .orderBy('requested_at', 'desc')
    .orderBy('order_id')
    .limit(100)
    .execute()
}

const closed: readonly OrderState[] = ['ready', 'refused']

export async function findOrder(db: Reader, memberId: string, orderId: string): Promise<MedicineOrder | undefined> {
  return selectOrders(db, memberId).where('order_id', '=', orderId).executeTakeFirst()
}

function selectOrders(db: Reader, memberId: string) {
  return db.selectFrom('medicine_order').selectAll().where('member_id', '=', memberId)
}

/** Requests for a medicine that are neither ready nor refused, newest first. */
export async function listUnfinished(db: Reader, memberId: string, medicineId: string): Promise<MedicineOrder[]> {
  return selectOrders(db, memberId)
    .where('medicine_id', '=', medicineId)
    .where('state', 'not in', closed)
    .orderBy('requested_at', 'desc')
    .execute()
}

export async function insertOrder(tx: Tx, order: MedicineOrder): Promise<void> {
  await tx.insertInto('medicine_order').values(order).execute()
}

/** Leases requests that are due to be sent, each for a single attempt, until `leaseUntil`. */
export async function leaseDueOrders(
  tx: Tx,
  { now, leaseUntil, max }: { readonly now: Date; readonly leaseUntil: Date; readonly max: number },
): Promise<MedicineOrder[]> {
  const { rows } = await sql<MedicineOrder>`
    update medicine_order set attempts = attempts + 1, next_try_at = ${leaseUntil}
    where (member_id, order_id) in (
      select member_id, order_id from medicine_order where next_try_at <= ${now}
      order by next_try_at limit ${max} for update skip locked)
    returning *`.execute(tx)
  return rows
}

/** Locks a request by its id alone, which is all that a pharmacy sends. */
export async function lockOrder(tx: Tx, orderId: string): Promise<MedicineOrder | undefined> {
  return tx.selectFrom('medicine_order').selectAll().where('order_id', '=', orderId).forUpdate().executeTakeFirst()
}

export async function changeOrder(
  tx: Tx,
  { member_id, order_id }: Pick<MedicineOrder, 'member_id' | 'order_id'>,
  change: Partial<MedicineOrder>,
): Promise<void> {
  await tx
    .updateTable('medicine_order')
    .set(change)
    .where('member_id', '=', member_id)
    .where('order_id', '=', order_id)
    .execute()
}

/** Requests that the pharmacy has and has not finished, oldest first. */
export async function listWithPharmacy(db: Reader, max: number): Promise<MedicineOrder[]> {
  return db
    .selectFrom('medicine_order')
    .selectAll()
    .where('state', 'in', ['sent', 'accepted'])
    .orderBy('changed_at')
    .limit(max)
    .execute()
}

/** How many requests no pharmacy has answered within the expected time. */
export async function countUnconfirmed(db: Reader, now: Date): Promise<number> {
  const before = new Date(now.getTime() - NOT_CONFIRMED_MS)
  const row = await db
    .selectFrom('medicine_order')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', 'in', ['requested', 'sent'])
    .where('requested_at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
