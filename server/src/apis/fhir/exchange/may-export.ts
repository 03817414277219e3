import type { Organization } from '@portico/rules/apps/system'
import { listOptedOut } from '../../../member/sharing/choice-statement.ts'
import type { Reader } from '../../../platform/db/database.ts'
import { type GroupMember, listKnownMembers } from './group-store.ts'

export type WhyNot = 'opted-out' | 'over' | 'gone'

/** Why some of a group's members may not be exported now, whatever held at the match (OS-42); the members not listed may be. */
export async function listLeftOut(
  db: Reader,
  { brand, organization }: { readonly brand: string; readonly organization: Organization },
  members: readonly GroupMember[],
): Promise<ReadonlyMap<string, WhyNot>> {
  const ids = members.map(({ memberId }) => memberId)
  const known = await listKnownMembers(db, brand, ids)
  const optedOut = organization.kind === 'provider' ? await listOptedOut(db, ids) : new Set<string>()
  const leftOut = new Map<string, WhyNot>()
  for (const { memberId, isOver } of members) {
    if (!known.has(memberId)) leftOut.set(memberId, 'gone')
    else if (optedOut.has(memberId)) leftOut.set(memberId, 'opted-out')
    else if (isOver) leftOut.set(memberId, 'over')
  }
  return leftOut
}
