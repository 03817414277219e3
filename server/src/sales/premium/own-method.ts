import { demandPayer } from '../../member/member/payer.ts'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { askAboutMethod } from './ask-method.ts'
import { dropAutopayBy } from './autopay-store.ts'
import { changeMethod, findMethod, isUsed, type MethodKey, type MethodRow, toMethodKey } from './method-store.ts'
import type { PaymentParts } from './payment-parts.ts'
import { toShownMethod } from './shown-payment.ts'

export async function readMethod(
  parts: PaymentParts,
  principal: MemberPrincipal,
  methodId: string,
  context: AuditContext,
) {
  const { database } = parts
  const row = await database.transaction(async (tx) => {
    const found = await requireOwnMethod(tx, principal, methodId)
    await auditMethod(tx, principal, 'premium-method.read', methodId, context)
    return found
  })
  if (row.state !== 'created' && row.state !== 'open') return toShownMethod(row)
  return toShownMethod((await askAboutMethod(parts, row, context.now)) ?? row)
}

export async function removeMethod(
  parts: PaymentParts,
  principal: MemberPrincipal,
  methodId: string,
  context: AuditContext,
) {
  const { database } = parts
  const { now } = context
  const row = await database.transaction(async (tx) => {
    await lockMember(tx, principal.memberId)
    const found = await requireOwnMethod(tx, principal, methodId)
    const key = toMethodKey(found)
    if (await isUsed(tx, key)) throw new CallError('CONFLICT')
    await auditMethod(tx, principal, 'premium-method.remove', methodId, context)
    if (found.state === 'removed' || found.state === 'removing') return found
    await dropAutopayBy(tx, key)
    const removing = { state: 'removing', url: null, look_at: now, changed_at: now } as const
    await changeMethod(tx, key, removing)
    return { ...found, ...removing }
  })
  if (row.state !== 'removing') return toShownMethod(row)
  return toShownMethod((await askAboutMethod(parts, row, now)) ?? row)
}

/** Throws NOT-FOUND. */
export async function requireOwnMethod(tx: Tx, principal: MemberPrincipal, methodId: string): Promise<MethodRow> {
  await demandPayer(tx, principal)
  const key: MethodKey = { memberId: principal.memberId, methodId }
  const row = await findMethod(tx, key)
  if (row === undefined) throw new CallError('NOT-FOUND')
  return row
}

export async function auditMethod(
  tx: Tx,
  principal: MemberPrincipal,
  action: string,
  methodId: string,
  { origin, now }: AuditContext,
): Promise<void> {
  await audit(tx, principal, { action, recordType: 'premium-method', recordId: methodId }, { origin, now })
}
