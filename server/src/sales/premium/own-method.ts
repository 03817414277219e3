import type { premiumMethod, removeMethod } from '@portico/contract/calls/autopay'
import { demandPayer } from '../../member/member/payer.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { FinishedHandler } from '../../platform/http/stages.ts'
import { askAboutMethod } from './ask-method.ts'
import { dropAutopayBy } from './autopay-store.ts'
import { changeMethod, findMethod, isUsed, type MethodKey, type MethodRow, toMethodKey } from './method-store.ts'
import type { PaymentParts } from './payment-parts.ts'
import { toShownMethod } from './shown-payment.ts'

export const readMethod = (parts: PaymentParts): FinishedHandler<typeof premiumMethod, undefined, MethodRow> => ({
  handle: async ({ principal, params: { methodId } }, _context, tx) =>
    about(methodId, await requireOwnMethod(tx, principal, methodId)),
  changesAtEnd: true,
  finish: async (row, _input, { now }) => {
    if (row.state !== 'created' && row.state !== 'open') return toShownMethod(row)
    return toShownMethod((await askAboutMethod(parts, row, now)) ?? row)
  },
})

export const dropMethod = (parts: PaymentParts): FinishedHandler<typeof removeMethod, undefined, MethodRow> => ({
  handle: async ({ principal, params: { methodId } }, { now }, tx) => {
    await lockMember(tx, principal.memberId)
    const found = await requireOwnMethod(tx, principal, methodId)
    const key = toMethodKey(found)
    if (await isUsed(tx, key)) throw new CallError('CONFLICT')
    if (found.state === 'removed' || found.state === 'removing') return about(methodId, found)
    await dropAutopayBy(tx, key)
    const removing = { state: 'removing', url: null, look_at: now, changed_at: now } as const
    await changeMethod(tx, key, removing)
    return about(methodId, { ...found, ...removing })
  },
  finish: async (row, _input, { now }) => {
    if (row.state !== 'removing') return toShownMethod(row)
    return toShownMethod((await askAboutMethod(parts, row, now)) ?? row)
  },
})

/** Throws NOT-FOUND. */
export async function requireOwnMethod(tx: Tx, principal: MemberPrincipal, methodId: string): Promise<MethodRow> {
  await demandPayer(tx, principal)
  const key: MethodKey = { memberId: principal.memberId, methodId }
  const row = await findMethod(tx, key)
  if (row === undefined) throw new CallError('NOT-FOUND')
  return row
}
