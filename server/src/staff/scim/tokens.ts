import type * as calls from '@portico/contract/calls/provisioning'
import { isWithin } from '@portico/rules/staff/rights'
import { readScope } from '../../identity/rights/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about, aboutEach } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { requireEntitledScope } from '../staff/administering.ts'
import type { StaffHappening } from '../staff/people-parts.ts'
import { askToConfirm, checkBrands, done, lockAsAdministrator, waiting } from '../staff/people-rules.ts'
import { dropOlderAbout } from '../staff/requests.ts'
import { isOnlyOneEver } from '../staff/store.ts'
import type { ScimParts } from './parts.ts'
import { confirmToken, countTokens, endToken, lockToken, makeToken, maxTokens, mayReachGroups } from './token-store.ts'

/** Throws FIELD-INVALID, and CONFLICT while two tokens for the same people have not ended. */
export const makeScimToken =
  (parts: ScimParts): AuditedHandler<typeof calls.makeScimToken> =>
  async ({ body }, context, tx) => {
    const scope = await lockAsAdministrator(tx, context)
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
    const made = { action: 'scim.token.make', recordId: tokenId, memberId: null } as const
    if (await isOnlyOneEver(tx, scope.accountId)) {
      await confirmToken(tx, tokenId, context.now)
      return aboutEach([made, { ...made, action: 'scim.token.confirm alone' }], { ...done, tokenId, secret })
    }
    const data = { ...nobody, entitlements: [], brands: [brand], record: { id: tokenId, name } }
    await askToConfirm(parts, tx, context, { kind: 'scim-token', whom: null, data })
    return aboutEach([made], { ...waiting, tokenId, secret })
  }

/** Throws NOT-FOUND for a token of other brands. */
export const endScimToken: AuditedHandler<typeof calls.endScimToken> = async ({ params: { tokenId } }, context, tx) => {
  const scope = await requireEntitledScope(tx, context, 'administer')
  const token = await lockToken(tx, tokenId)
  if (token === undefined || !isWithin([token.brand], scope.brands)) throw new CallError('NOT-FOUND')
  await endToken(tx, tokenId, context.now)
  await dropOlderAbout(tx, 'scim-token', tokenId, context.now)
  return about(tokenId, { ended: true as const }, { memberId: null })
}

/** Carries out the second administrator's decision about a token; a rejected one never works. Throws CONFLICT for one that has ended. */
export async function settleToken(
  tx: Tx,
  tokenId: string,
  confirm: boolean,
  context: CallContext<Principal>,
): Promise<readonly StaffHappening[]> {
  const token = await lockToken(tx, tokenId)
  if (!confirm) await endToken(tx, tokenId, context.now)
  else if (token?.state !== 'waiting') throw new CallError('CONFLICT')
  else if (!(await mayReachGroups(tx, token, await readScope(tx, context.principal)))) throw new CallError('CONFLICT')
  else await confirmToken(tx, tokenId, context.now)
  return [{ action: confirm ? 'scim.token.confirm' : 'scim.token.drop', recordId: tokenId, memberId: null }]
}

/** Stands for the person in requests that are about nobody. */
export const nobody = { loginId: '', firstName: '', lastName: '', email: null, brand: null, actorType: null }
