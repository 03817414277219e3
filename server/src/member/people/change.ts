import type * as calls from '@portico/contract/calls/people'
import { scopeWords } from '@portico/rules/people/access'
import { findAddressee } from '../../identity/accounts/people.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { endViewingsThrough, shutAccess } from './end.ts'
import { readFields } from './fields.ts'
import type { PeopleParts } from './parts.ts'
import { readPeople } from './standing.ts'
import { type Access, lockAccess, updateAccess } from './store.ts'
import { tell, tellOwner } from './tell.ts'

export const changeAccess =
  ({ sessions }: PeopleParts): AuditedHandler<typeof calls.changeAccess> =>
  async ({ principal, params: { accessId }, body: sent }, context, tx) => {
    const access = await lockAccess(tx, accessId)
    const isOpen = access?.state === 'invited' || access?.state === 'active'
    if (access?.member_id !== principal.memberId || !isOpen) throw new CallError('NOT-FOUND')
    const { scopes, last_day } = readFields(['lastDay'], sent, context)
    await updateAccess(tx, accessId, { scopes, last_day, words: scopeWords }, context.now)
    // If the member only confirms what they gave, a current viewer may go on.
    const isSame = scopes === JSON.stringify(access.scopes) && last_day === access.last_day
    if (!isSame) await endViewingsThrough(tx, sessions, access, context)
    return about(accessId, await readPeople(tx, principal, context.now))
  }

/** Either side may end it. */
export const endAccess =
  (parts: PeopleParts): AuditedHandler<typeof calls.endAccess> =>
  async ({ principal, params: { accessId } }, context, tx) => {
    const access = await lockAccess(tx, accessId)
    const isOwners = access !== undefined && access.member_id === principal.memberId && principal.role === 'MEMBER'
    const isHolders = access?.account_id === principal.accountId
    if (access === undefined || !(isOwners || isHolders)) throw new CallError('NOT-FOUND')
    const isOpen = access.state === 'invited' || access.state === 'active'
    if (isOpen) await endOne(parts, tx, principal, access, context)
    const people = await readPeople(tx, principal, context.now)
    return isOpen ? about(access.access_id, people, { memberId: access.member_id }) : leaveUnchanged(people)
  }

/** Ends an access, and notifies the other side if it was in use. */
async function endOne(
  parts: PeopleParts,
  tx: Tx,
  principal: Principal,
  access: Access,
  context: CallContext,
): Promise<void> {
  const { sessions } = parts
  await shutAccess(tx, sessions, access, context)
  if (access.state !== 'active' || access.account_id === null) return
  if (access.account_id === principal.accountId) await tellOwner(parts, tx, access, 'access-ended', context)
  else await tell(parts, tx, [await findAddressee(tx, access.account_id)], 'access-ended', context)
}
