import { findPerson } from '../../identity/accounts/people.ts'
import { nameOfMember } from '../../member/member/name.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { MessageParts } from './parts.ts'

/** People who look at a member's mail are signed in to their own account, so the name comes from the member's record (RG-3). */
export async function readMemberName(tx: Tx, { accountId, memberId, scopes }: MemberPrincipal): Promise<string> {
  return formatName(await (scopes === null ? findPerson(tx, accountId) : nameOfMember(tx, memberId)))
}

/**
 * The name shown as author. Someone who writes for the member does not appear as the member: a representative (CS-1), or a person with
 * access (RG-3).
 */
export async function readAuthorName(
  parts: Pick<MessageParts, 'topics' | 'brands'>,
  tx: Tx,
  { principal, language }: CallContext<MemberPrincipal>,
): Promise<string> {
  if (principal.scopes !== null) return formatName(await findPerson(tx, principal.accountId))
  const name = await readMemberName(tx, principal)
  return principal.actor === null
    ? name
    : parts.topics.deskFor(parts.brands.get(principal.brand).sharedBrandCode, language, name)
}

function formatName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}
