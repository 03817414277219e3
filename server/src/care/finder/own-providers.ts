import type {
  choosePrimaryCare as choosePrimaryCareCall,
  saveProvider,
  sendSavedProviders,
} from '@portico/contract/calls/finder'
import type { primaryCare as primaryCareCall } from '@portico/contract/calls/primary-care'
import { maxSaved } from '@portico/rules/finder/limits'
import { findAgeMisfit } from '@portico/rules/finder/primary-care'
import { ageOnDay } from '@portico/rules/validation/age'
import { formatPhone } from '@portico/rules/validation/phone'
import { findAddressee } from '../../identity/accounts/people.ts'
import { lockOwnMember } from '../../identity/sessions/lock-own-member.ts'
import { readCovered } from '../../member/member/contract.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler, PreparedHandler } from '../../platform/http/stages.ts'
import { type MemberFinderParts, requireProvider } from './member-parts.ts'
import {
  deletePrimaryCare,
  deleteSaved,
  findPrimaryCare,
  hasSaved,
  insertSaved,
  listSavedIds,
  writePrimaryCare,
} from './member-store.ts'
import { listChildren, listInForce, listOwnNetworks, showOwnDirectory } from './own-directory.ts'
import { readProviders, readShown } from './store.ts'
import { isThere } from './tell.ts'

/** Saves a provider, or removes a saved one. Throws CONFLICT if the list is full. */
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

/** Chooses a primary care provider, or none. Throws CONFLICT for someone who is no primary care provider in the member's networks. */
export const choosePrimaryCare: AuditedHandler<typeof choosePrimaryCareCall> = async (
  { principal, body },
  context,
  tx,
) => {
  const { chosen, personId } = body
  const memberId = personId ?? principal.memberId
  await lockMember(tx, memberId)
  await requireOwnOrChild(tx, principal, memberId, context)
  const show = async () => about(memberId, await showOwnDirectory(tx, principal, context), { memberId })
  if (chosen === null) {
    await deletePrimaryCare(tx, memberId)
    return show()
  }
  const { name, entries } = await requireProvider(tx, principal, chosen, context)
  const person = await readCovered(tx, memberId)
  const misfit = findAgeMisfit(
    entries.flatMap(({ specialties }) => specialties.map(({ id }) => id)),
    ageOnDay(person?.dateOfBirth ?? '', easternDay(context.now)),
  )
  if (misfit !== null) throw fieldError('chosen', `primary-care.${misfit}`)
  const whose = { brand: principal.brand, memberId }
  const own = new Set((await listOwnNetworks(tx, whose, context.now)).map(({ networkId }) => networkId))
  const may = entries
    .filter(isThere)
    .some(({ networks }) =>
      networks.some((one) => one.primaryCare && own.has(one.networkId) && one.accepting !== false),
    )
  if (!may) throw new CallError('CONFLICT')
  await writePrimaryCare(tx, { member_id: memberId, provider_id: chosen, name, chosen_at: context.now })
  return show()
}

/** Throws NOT-FOUND for anyone but the member and the children for whom they decide. */
async function requireOwnOrChild(
  tx: Tx,
  principal: MemberPrincipal,
  memberId: string,
  { now }: CallContext,
): Promise<void> {
  if (memberId === principal.memberId) return
  const children = await listChildren(tx, principal, now)
  if (!children.some(({ personId }) => personId === memberId)) throw new CallError('NOT-FOUND')
}

/** The primary doctor that a member has chosen, as the directory now lists them. */
export const readPrimaryCare: AuditedHandler<typeof primaryCareCall> = async ({ principal }, { now }, tx) => {
  const { memberId, brand } = principal
  const shown = await readShown(tx, brand)
  const isChoice = shown.generations.length > 0
  const isCovered = (await listInForce(tx, memberId, now)).length > 0
  const chosen = await findPrimaryCare(tx, memberId)
  if (chosen === undefined) return { primaryCare: null, isChoice, isCovered }
  const { provider_id: providerId, name, chosen_at: chosenAt } = chosen
  const place = { ids: [providerId], each: 1, center: null, day: easternDay(now) }
  const [entry] = await readProviders(tx, shown, place)
  return {
    primaryCare: {
      ...{ providerId, name: entry?.name ?? name, chosenOn: easternDay(chosenAt) },
      // Formatted here (VA-1), because parts of first views show it and have no room for the rule.
      phone: entry?.phone ? formatPhone(entry.phone) : null,
    },
    isChoice,
    isCovered,
  }
}

/** Who gets the e-mail; null: nobody. */
type Sending = Omit<Awaited<ReturnType<typeof findAddressee>>, 'email'> & { readonly to: string | null }

/** E-mails members that they can look at their saved providers; sends nothing if there are none. Throws TOO-MANY-REQUESTS. */
export const sendSaved = ({
  database,
  limits,
  emails,
}: MemberFinderParts): PreparedHandler<typeof sendSavedProviders, Sending> => ({
  prepare: async ({ principal }, { now }) => {
    const { email, ...addressee } = await findAddressee(database.read, principal.accountId)
    const to = (await hasSaved(database.read, principal.memberId)) ? email : null
    if (to !== null && !(await limits.reserveOwnLetter(principal.accountId, now)))
      throw new CallError('TOO-MANY-REQUESTS')
    return { ...addressee, to }
  },
  handle: async ({ principal }, context, tx, { to, brand, language, memberId }) => {
    if (to === null) return leaveUnchanged({ sent: false })
    const letter = { template: 'saved-providers', values: {}, language: language ?? context.language } as const
    await emails.queue(tx, { ...letter, to, brand, memberId, now: context.now })
    return about(principal.memberId, { sent: true })
  },
})
