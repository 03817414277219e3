import type { BodyOf } from '@portico/contract/call'
import type { keepMethod } from '@portico/contract/calls/autopay'
import { maxMethods } from '@portico/rules/premium/autopay'
import { demandPayer } from '../../member/member/payer.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { askAboutMethod } from './ask-method.ts'
import { findMethod, insertMethod, listMethods, type MethodRow } from './method-store.ts'
import { auditMethod } from './own-method.ts'
import { firstPollMs, type PaymentParts } from './payment-parts.ts'
import { toShownMethod } from './shown-payment.ts'

export async function beginMethod(
  parts: PaymentParts,
  principal: MemberPrincipal,
  body: BodyOf<typeof keepMethod>,
  context: CallContext,
) {
  const { gateway, database } = parts
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
      look_at: new Date(now.getTime() + firstPollMs),
      created_at: now,
      changed_at: now,
    }
    await insertMethod(tx, fresh)
    await auditMethod(tx, principal, 'premium-method.keep', key.methodId, context)
    return fresh
  })
  if (row.state !== 'created') return toShownMethod(row)
  return toShownMethod((await askAboutMethod(parts, row, now)) ?? (await findMethod(database.read, key)) ?? row)
}
