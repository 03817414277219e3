import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/provisioning'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { requireEntitledScope } from '../staff/administering.ts'
import { describeGiver } from '../staff/read-people.ts'
import { listCalls } from './call-store.ts'
import { listStaffGroups } from './overview-store.ts'
import type { ScimParts } from './parts.ts'
import { listTokens } from './token-store.ts'

/** An administrator's view of the identity providers of their brands; no secret, and nothing that was sent. */
export const readProvisioning =
  (parts: ScimParts): AuditedHandler<typeof calls.readProvisioning> =>
  async (_input, context, tx) => {
    const scope = await requireEntitledScope(tx, context, 'administer')
    const { brands } = scope
    const [tokens, groups, lately] = [
      await listTokens(tx, brands),
      await listStaffGroups(tx, brands),
      await listCalls(tx, brands),
    ]
    const shown: PayloadOf<typeof calls.readProvisioning> = {
      tokens: tokens.map((token) => ({
        tokenId: token.token_id,
        ...{ name: token.name, brand: token.brand, audience: token.audience, invites: token.invites },
        state: token.state,
        madeAt: token.made_at.toISOString(),
        usedAt: token.used_at?.toISOString() ?? null,
        endedAt: token.ended_at?.toISOString() ?? null,
      })),
      groups: groups.map(({ group_id, display_name, brand, people, names, entitlements, brands: given }) => ({
        ...{ groupId: group_id, name: display_name, brand, people, names, entitlements, brands: given },
      })),
      calls: lately.map(({ call_id, at, what, ...call }) => ({
        ...{ ...call, callId: call_id, at: at.toISOString() },
        what: what === 'User' || what === 'Group' ? what : ('Other' as const),
      })),
      ...(await describeGiver(parts, tx, scope, context)),
    }
    return about(null, shown, { memberId: null })
  }
