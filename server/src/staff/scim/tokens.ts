import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/provisioning'
import { isWithin } from '@portico/rules/staff/rights'
import { readScope } from '../../identity/rights/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { actAsAdministrator, auditStaffChange } from '../staff/administering.ts'
import { askToConfirm, changeAsAdministrator, checkBrands, done, waiting } from '../staff/people-rules.ts'
import { dropOlderAbout } from '../staff/requests.ts'
import { isOnlyOneEver } from '../staff/store.ts'
import type { ScimParts } from './parts.ts'
import { confirmToken, countTokens, endToken, lockToken, makeToken, maxTokens, mayReachGroups } from './token-store.ts'

/** Throws FIELD-INVALID, and CONFLICT while two tokens for the same people have not ended. */
export function makeScimToken(
  parts: ScimParts,
  { body }: CallInput<typeof calls.makeScimToken>,
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof calls.makeScimToken>> {
  return changeAsAdministrator(parts, context, async (tx, scope) => {
    const { name, brand, audience, invites } = body
    const [problem] = checkBrands(parts, scope, { entitlements: [], brands: [brand] })
    if (problem !== undefined) throw fieldError('brand', 'select.not-chosen')
    if (!(await mayReachGroups(tx, body, scope))) throw fieldError('brand', 'select.not-chosen')
    if ((await countTokens(tx, body)) >= maxTokens) throw new CallError('CONFLICT')
    const { tokenId, secret } = await makeToken(
      tx,
      { name, brand, audience, invites, made_by: scope.accountId },
      context.now,
    )
    await auditStaffChange(tx, context, 'scim.token.make', tokenId)
    if (await isOnlyOneEver(tx, scope.accountId)) {
      await confirmToken(tx, tokenId, context.now)
      await auditStaffChange(tx, context, 'scim.token.confirm alone', tokenId)
      return { ...done, tokenId, secret }
    }
    const data = { ...nobody, entitlements: [], brands: [brand], record: { id: tokenId, name } }
    await askToConfirm(parts, tx, context, { kind: 'scim-token', whom: null, data })
    return { ...waiting, tokenId, secret }
  })
}

/** Throws NOT-FOUND for a token of other brands. */
export function endScimToken(
  parts: ScimParts,
  { params: { tokenId } }: CallInput<typeof calls.endScimToken>,
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof calls.endScimToken>> {
  return actAsAdministrator(parts, context, async (tx, scope) => {
    const token = await lockToken(tx, tokenId)
    if (token === undefined || !isWithin([token.brand], scope.brands)) throw new CallError('NOT-FOUND')
    await endToken(tx, tokenId, context.now)
    await dropOlderAbout(tx, 'scim-token', tokenId, context.now)
    await auditStaffChange(tx, context, 'scim.token.end', tokenId)
    return { ended: true as const }
  })
}

/** What the second administrator decided about a token; one that was not wanted never works. Throws CONFLICT for one that has ended. */
export async function settleToken(
  tx: Tx,
  tokenId: string,
  confirm: boolean,
  context: CallContext<Principal>,
): Promise<void> {
  const token = await lockToken(tx, tokenId)
  if (!confirm) await endToken(tx, tokenId, context.now)
  else if (token?.state !== 'waiting') throw new CallError('CONFLICT')
  else if (!(await mayReachGroups(tx, token, await readScope(tx, context.principal)))) throw new CallError('CONFLICT')
  else await confirmToken(tx, tokenId, context.now)
  await auditStaffChange(tx, context, `scim.token.${confirm ? 'confirm' : 'drop'}`, tokenId)
}

/** In place of a person, in requests that are about none. */
export const nobody = { loginId: '', firstName: '', lastName: '', email: null, brand: null, actorType: null }
