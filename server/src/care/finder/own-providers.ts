import type { PayloadOf } from '@portico/contract/call'
import type {
  choosePrimaryCare as choosePrimaryCareCall,
  saveProvider,
  sendSavedProviders,
} from '@portico/contract/calls/finder'
import { maxSaved } from '@portico/rules/finder/limits'
import { findAddressee } from '../../identity/accounts/people.ts'
import { lockOwnMember } from '../../identity/sessions/lock-own-member.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import type { AuditedHandler } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import { doAudited, type MemberFinderParts, requireProvider } from './member-parts.ts'
import {
  deletePrimaryCare,
  deleteSaved,
  hasSaved,
  insertSaved,
  listSavedIds,
  writePrimaryCare,
} from './member-store.ts'
import { listOwnNetworks, showOwnDirectory } from './own-directory.ts'
import { isThere } from './tell.ts'

/** Saves a provider, or removes one that was saved. Throws CONFLICT if there are enough. */
export const keepProvider: AuditedHandler<typeof saveProvider> = async ({ principal, body }, context, tx) => {
  const { providerId, saved } = body
  const { memberId } = principal
  await lockOwnMember(tx, principal)
  if (saved) {
    const { name } = await requireProvider(tx, principal, providerId, context)
    const before = await listSavedIds(tx, memberId)
    const isSaved = before.includes(providerId)
    if (!isSaved && before.length >= maxSaved) throw new CallError('CONFLICT')
    const row = { member_id: memberId, provider_id: providerId, name, saved_at: context.now }
    if (!isSaved) await insertSaved(tx, row)
  } else await deleteSaved(tx, memberId, providerId)
  const shown = await showOwnDirectory(tx, principal, context)
  return about(memberId, shown, { action: saved ? 'finder.save' : 'finder.unsave' })
}

/** Chooses a primary care provider, or none. Throws CONFLICT for one who is none in the member's networks. */
export const choosePrimaryCare: AuditedHandler<typeof choosePrimaryCareCall> = async (
  { principal, body },
  context,
  tx,
) => {
  const { chosen } = body
  const { memberId } = principal
  await lockMember(tx, memberId)
  if (chosen === null) {
    await deletePrimaryCare(tx, memberId)
    return showOwnDirectory(tx, principal, context)
  }
  const { name, entries } = await requireProvider(tx, principal, chosen, context)
  const own = new Set((await listOwnNetworks(tx, principal, context.now)).map(({ networkId }) => networkId))
  const may = entries
    .filter(isThere)
    .some(({ networks }) =>
      networks.some((one) => one.primaryCare && own.has(one.networkId) && one.accepting !== false),
    )
  if (!may) throw new CallError('CONFLICT')
  await writePrimaryCare(tx, { member_id: memberId, provider_id: chosen, name, chosen_at: context.now })
  return showOwnDirectory(tx, principal, context)
}

/** E-mails members that their saved providers can be seen; nothing is sent without any. Throws TOO-MANY-REQUESTS. */
export async function sendSaved(
  parts: MemberFinderParts,
  principal: MemberPrincipal,
  context: CallContext,
): Promise<PayloadOf<typeof sendSavedProviders>> {
  const { database, limits, emails } = parts
  const { now } = context
  const { email, brand, language, memberId } = await findAddressee(database.read, principal.accountId)
  const isAny = await hasSaved(database.read, principal.memberId)
  if (email === null || !isAny) return { sent: false }
  if (!(await limits.reserveOwnLetter(principal.accountId, now))) throw new CallError('TOO-MANY-REQUESTS')
  await doAudited(parts, principal, 'finder.send', context, (tx) =>
    emails.queue(tx, {
      to: email,
      brand,
      memberId,
      now,
      language: language ?? context.language,
      template: 'saved-providers',
      values: {},
    }),
  )
  return { sent: true }
}
