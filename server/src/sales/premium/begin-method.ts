import type { keepMethod } from '@portico/contract/calls/autopay'
import { maxMethods } from '@portico/rules/premium/autopay'
import { demandPayer } from '../../member/member/payer.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import type { Gateway } from '../../platform/gateway/port.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { FinishedHandler } from '../../platform/http/stages.ts'
import { askAboutMethod } from './ask-method.ts'
import { findMethod, insertMethod, listMethods, type MethodRow, toMethodKey } from './method-store.ts'
import { firstPollMs, type PaymentParts } from './payment-parts.ts'
import { toShownMethod } from './shown-payment.ts'

export const beginMethod = (
  parts: PaymentParts,
): FinishedHandler<typeof keepMethod, { readonly gateway: Gateway; readonly returnTo: string }, MethodRow> => ({
  prepare: async ({ body }, { ownOrigin }) => {
    const { gateway } = parts
    if (gateway === null) throw new CallError('UNAVAILABLE')
    if (ownOrigin === null) throw new CallError('ORIGIN-REFUSED')
    return { gateway, returnTo: `${ownOrigin}/login/#/ebill?method=${body.clientMethodId}` }
  },
  handle: async ({ principal, body: { clientMethodId: methodId } }, { now, language }, tx, { gateway, returnTo }) => {
    const { memberId } = principal
    await lockMember(tx, memberId)
    const known = await findMethod(tx, { memberId, methodId })
    if (known !== undefined) return leaveUnchanged(known)
    await demandPayer(tx, principal)
    if ((await listMethods(tx, memberId)).length >= maxMethods) throw new CallError('CONFLICT')
    const fresh: MethodRow = {
      member_id: memberId,
      method_id: methodId,
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
      return_to: returnTo,
      looks: 0,
      look_at: new Date(now.getTime() + firstPollMs),
      created_at: now,
      changed_at: now,
    }
    await insertMethod(tx, fresh)
    return about(methodId, fresh)
  },
  finish: async (row, _input, { now }) => {
    if (row.state !== 'created') return toShownMethod(row)
    const asked = await askAboutMethod(parts, row, now)
    return toShownMethod(asked ?? (await findMethod(parts.database.read, toMethodKey(row))) ?? row)
  },
})
