import { PAGE_LIVES_MS } from '@portico/rules/premium/payment'
import { findMember } from '../../member/member/contract.ts'
import { type Gateway, GatewayError, type OpenSetup } from '../../platform/gateway/port.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { changeMethod, type MethodRow, takeSetup, toMethodKey } from './method-store.ts'
import type { PaymentParts } from './payment-parts.ts'

/** Asks the gateway outside any transaction and records the answer. Null: no answer. */
export async function askAboutMethod(parts: PaymentParts, row: MethodRow, now: Date): Promise<MethodRow | null> {
  const { gateway, database, logger } = parts
  if (gateway === null || gateway.name !== row.gateway) return null
  const key = toMethodKey(row)
  try {
    if (row.state === 'removing') return await forgetMethod(parts, gateway, row, now)
    const isOver = now.getTime() - row.created_at.getTime() > PAGE_LIVES_MS
    const heard = await openSetup(parts, gateway, row, isOver)
    return await database.transaction((tx) => takeSetup(tx, key, heard, now))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    logger.warn({ methodId: row.method_id, kind: error.kind, err: error }, 'payment method: the gateway gave no result')
    // The gateway refused the method before it began, so it has no effect.
    if (error.kind !== 'refused' || row.state !== 'created') return null
    await database.transaction((tx) => changeMethod(tx, key, { state: 'expired', look_at: null, changed_at: now }))
    return { ...row, state: 'expired', look_at: null }
  }
}

async function openSetup(
  { database, findBrandName }: PaymentParts,
  at: Gateway,
  row: MethodRow,
  isOver: boolean,
): Promise<OpenSetup> {
  if (row.setup_ref !== null) return at.readSetup(row.setup_ref, isOver ? 'close' : 'look')
  const member = await findMember(database.read, row.member_id)
  if (member === undefined) throw new CallError('NOT-FOUND')
  const language = row.language === 'es' ? 'es' : 'en'
  const named = { methodId: row.method_id, memberId: row.member_id, brandName: findBrandName(member.brand, language) }
  return at.beginSetup({ ...named, language, returnTo: row.return_to })
}

/** If the member entered a method on its page in the meantime, this removes that method, too. */
async function forgetMethod({ database }: PaymentParts, at: Gateway, row: MethodRow, now: Date): Promise<MethodRow> {
  const entered = row.gateway_ref === null && row.setup_ref !== null ? await at.readSetup(row.setup_ref, 'close') : null
  const ref = row.gateway_ref ?? entered?.method?.ref ?? null
  if (ref !== null) await at.forget(ref)
  const forgotten = { kind: null, label: null, last_four: null, customer_ref: null }
  const removed = { ...forgotten, state: 'removed' as const, look_at: null, changed_at: now }
  await database.transaction((tx) => changeMethod(tx, toMethodKey(row), removed))
  return { ...row, ...removed }
}
