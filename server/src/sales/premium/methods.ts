import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { keepMethod, premiumMethod } from '@portico/contract/calls/autopay'
import { maxMethods } from '@portico/rules/premium/autopay'
import { PAGE_LIVES_MS } from '@portico/rules/premium/payment'
import { findMember } from '../../member/member/contract.ts'
import { demandPayer } from '../../member/member/payer.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import { type Gateway, GatewayError, type OpenSetup } from '../../platform/gateway/port.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext, ReadContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { dropAutopayBy } from './autopay-store.ts'
import { type PolledTable, pollDue } from './looks.ts'
import {
  changeMethod,
  findMethod,
  insertMethod,
  isUsed,
  keyOf,
  listMethods,
  type MethodKey,
  type MethodRow,
  takeSetup,
} from './method-store.ts'
import { firstLookMs, type PaymentParts } from './payments.ts'
import { shownMethod } from './shown-payment.ts'

type Method = PayloadOf<typeof premiumMethod>

export interface Methods {
  /**
   * Begins to store a payment method, once per id (MP-18); it is entered on the gateway's page. Throws NOT-FOUND, CONFLICT if there are
   * enough, UNAVAILABLE if payments are off.
   */
  keep(principal: MemberPrincipal, body: BodyOf<typeof keepMethod>, context: CallContext): Promise<Method>
  /** Its state; asks the gateway while its page is open. Throws NOT-FOUND. */
  read(principal: MemberPrincipal, methodId: string, context: ReadContext): Promise<Method>
  /**
   * Removes it here and at the gateway; automatic payments with it end. Throws NOT-FOUND, and CONFLICT while a payment with it is under
   * way.
   */
  remove(principal: MemberPrincipal, methodId: string, context: ReadContext): Promise<Method>
  /** Asks the gateway about payment methods that wait for it. Returns how many there were. */
  pollDue(now: Date, signal?: AbortSignal): Promise<number>
}

export function createMethods({ database, gateway, nameOf, logger }: PaymentParts): Methods {
  const of: PolledTable<MethodRow> = { table: 'premium_method', id: 'method_id' }
  return {
    keep,
    read,
    remove,
    pollDue: (now, signal) => pollDue({ database, of, ask: (row) => ask(row, now) }, now, signal),
  }

  async function keep(principal: MemberPrincipal, body: BodyOf<typeof keepMethod>, context: CallContext) {
    if (gateway === null) throw new CallError('UNAVAILABLE')
    const { ownOrigin, now, language } = context
    if (ownOrigin === null) throw new CallError('ORIGIN-REFUSED')
    const { memberId } = principal
    const key = { memberId, methodId: body.clientMethodId }
    const row = await database.transaction(async (tx) => {
      await lockMember(tx, memberId)
      const known = await findMethod(tx, key)
      if (known !== undefined) return known
      await demandPayer(tx, principal)
      if ((await listMethods(tx, memberId)).length >= maxMethods) throw new CallError('CONFLICT')
      const fresh: MethodRow = {
        member_id: memberId,
        method_id: key.methodId,
        state: 'created',
        gateway: gateway.name,
        setup_ref: null,
        gateway_ref: null,
        customer_ref: null,
        url: null,
        kind: null,
        label: null,
        last_four: null,
        language,
        return_to: `${ownOrigin}/login/#/ebill?method=${key.methodId}`,
        looks: 0,
        look_at: new Date(now.getTime() + firstLookMs),
        created_at: now,
        changed_at: now,
      }
      await insertMethod(tx, fresh)
      await audited(tx, principal, 'premium-method.keep', key.methodId, context)
      return fresh
    })
    if (row.state !== 'created') return shownMethod(row)
    return shownMethod((await ask(row, now)) ?? (await findMethod(database.read, key)) ?? row)
  }

  async function read(principal: MemberPrincipal, methodId: string, context: ReadContext) {
    const row = await database.transaction(async (tx) => {
      const found = await ownMethod(tx, principal, methodId)
      await audited(tx, principal, 'premium-method.read', methodId, context)
      return found
    })
    if (row.state !== 'created' && row.state !== 'open') return shownMethod(row)
    return shownMethod((await ask(row, context.now)) ?? row)
  }

  async function remove(principal: MemberPrincipal, methodId: string, context: ReadContext) {
    const { now } = context
    const row = await database.transaction(async (tx) => {
      await lockMember(tx, principal.memberId)
      const found = await ownMethod(tx, principal, methodId)
      const key = keyOf(found)
      if (await isUsed(tx, key)) throw new CallError('CONFLICT')
      await audited(tx, principal, 'premium-method.remove', methodId, context)
      if (found.state === 'removed' || found.state === 'removing') return found
      await dropAutopayBy(tx, key)
      const removing = { state: 'removing', url: null, look_at: now, changed_at: now } as const
      await changeMethod(tx, key, removing)
      return { ...found, ...removing }
    })
    if (row.state !== 'removing') return shownMethod(row)
    return shownMethod((await ask(row, now)) ?? row)
  }

  /** Asks the gateway outside any transaction and records the answer. Null without an answer. */
  async function ask(row: MethodRow, now: Date): Promise<MethodRow | null> {
    if (gateway === null || gateway.name !== row.gateway) return null
    const key = keyOf(row)
    try {
      if (row.state === 'removing') return await forget(gateway, row, now)
      const isOver = now.getTime() - row.created_at.getTime() > PAGE_LIVES_MS
      const heard = await setupOf(gateway, row, isOver)
      return await database.transaction((tx) => takeSetup(tx, key, heard, now))
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      logger.warn(
        { methodId: row.method_id, kind: error.kind, err: error },
        'payment method: the gateway gave no result',
      )
      // Refused before it began, so it has no effect.
      if (error.kind !== 'refused' || row.state !== 'created') return null
      await database.transaction((tx) => changeMethod(tx, key, { state: 'expired', look_at: null, changed_at: now }))
      return { ...row, state: 'expired', look_at: null }
    }
  }

  async function setupOf(at: Gateway, row: MethodRow, isOver: boolean): Promise<OpenSetup> {
    if (row.setup_ref !== null) return at.lookAtSetup(row.setup_ref, isOver ? 'close' : 'look')
    const member = await findMember(database.read, row.member_id)
    if (member === undefined) throw new CallError('NOT-FOUND')
    const language = row.language === 'es' ? 'es' : 'en'
    const named = { methodId: row.method_id, memberId: row.member_id, brandName: nameOf(member.brand, language) }
    return at.beginSetup({ ...named, language, returnTo: row.return_to })
  }

  /** If a method was entered on its page in the meantime, that is removed too. */
  async function forget(at: Gateway, row: MethodRow, now: Date): Promise<MethodRow> {
    const entered =
      row.gateway_ref === null && row.setup_ref !== null ? await at.lookAtSetup(row.setup_ref, 'close') : null
    const ref = row.gateway_ref ?? entered?.method?.ref ?? null
    if (ref !== null) await at.forget(ref)
    const forgotten = { kind: null, label: null, last_four: null, customer_ref: null }
    const removed = { ...forgotten, state: 'removed' as const, look_at: null, changed_at: now }
    await database.transaction((tx) => changeMethod(tx, keyOf(row), removed))
    return { ...row, ...removed }
  }
}

/** Throws NOT-FOUND. */
export async function ownMethod(tx: Tx, principal: MemberPrincipal, methodId: string): Promise<MethodRow> {
  await demandPayer(tx, principal)
  const key: MethodKey = { memberId: principal.memberId, methodId }
  const row = await findMethod(tx, key)
  if (row === undefined) throw new CallError('NOT-FOUND')
  return row
}

async function audited(
  tx: Tx,
  principal: MemberPrincipal,
  action: string,
  methodId: string,
  { origin, now }: ReadContext,
): Promise<void> {
  await audit(tx, principal, { action, recordType: 'premium-method', recordId: methodId }, { origin, now })
}
