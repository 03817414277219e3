import { isUnderWay as isPaymentUnderWay } from '@portico/rules/premium/payment'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { audit } from '../../platform/audit/store.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { OpenSetup } from '../../platform/gateway/port.ts'

export type MethodRow = Selectable<Tables['premium_method']>

/** Identifies a payment method. */
export interface MethodKey {
  readonly memberId: string
  readonly methodId: string
}

export const toMethodKey = (row: MethodRow): MethodKey => ({ memberId: row.member_id, methodId: row.method_id })

export const isMethod = ({ memberId, methodId }: MethodKey) =>
  sql<SqlBool>`member_id = ${memberId} and method_id = ${methodId}`

export function findMethod(db: Reader, { memberId, methodId }: MethodKey): Promise<MethodRow | undefined> {
  return selectMethods(db, memberId).where('method_id', '=', methodId).executeTakeFirst()
}

function selectMethods(db: Reader, memberId: string) {
  return db.selectFrom('premium_method').selectAll().where('member_id', '=', memberId)
}

/** A member's payment methods, including those being added, oldest first. */
export function listMethods(db: Reader, memberId: string): Promise<MethodRow[]> {
  return selectMethods(db, memberId)
    .where('state', 'in', ['created', 'open', 'saved'])
    .orderBy('created_at')
    .limit(20)
    .execute()
}

export async function insertMethod(tx: Tx, row: MethodRow): Promise<void> {
  await tx.insertInto('premium_method').values(row).execute()
}

export async function changeMethod(
  tx: Tx,
  key: MethodKey,
  change: Partial<Omit<MethodRow, 'member_id' | 'method_id'>>,
): Promise<void> {
  await tx.updateTable('premium_method').set(change).where(isMethod(key)).execute()
}

/** Stores what the gateway reports about a method being added. One removed in the meantime stays removed. */
export async function takeSetup(tx: Tx, key: MethodKey, heard: OpenSetup, now: Date): Promise<MethodRow | null> {
  const row = await selectMethods(tx, key.memberId).where('method_id', '=', key.methodId).forUpdate().executeTakeFirst()
  if (row === undefined) return null
  const { ref, url, state, method } = heard
  const refs = { setup_ref: row.setup_ref ?? ref, gateway_ref: method?.ref ?? row.gateway_ref }
  const known = { ...refs, customer_ref: method?.customerRef ?? row.customer_ref, changed_at: now }
  if (row.state !== 'created' && row.state !== 'open') {
    await changeMethod(tx, key, refs)
    return { ...row, ...refs }
  }
  const changed = {
    ...known,
    state,
    url,
    kind: method?.kind ?? null,
    label: method?.label?.slice(0, 60) ?? null,
    last_four: method?.lastFour?.slice(-4) ?? null,
    look_at: state === 'open' ? row.look_at : null,
  }
  await changeMethod(tx, key, changed)
  if (state !== 'open') {
    const event = { action: `premium-method.${state}`, recordType: 'premium-method', recordId: key.methodId }
    const origin = { address: 'gateway', requestId: uuidv7() }
    await audit(tx, null, { ...event, memberId: key.memberId }, { origin, now })
  }
  return { ...row, ...changed }
}

/** Whether money may still move through the method. */
export async function isUsed(tx: Tx, { memberId, methodId }: MethodKey): Promise<boolean> {
  const rows = await tx
    .selectFrom('premium_payment')
    .select('state')
    .where('member_id', '=', memberId)
    .where('method_id', '=', methodId)
    .where('look_at', 'is not', null)
    .execute()
  return rows.some(({ state }) => isPaymentUnderWay(state))
}
