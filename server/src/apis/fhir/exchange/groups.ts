import type { Reader } from '../../../platform/db/database.ts'
import type { SystemAccess } from '../access.ts'
import { searchset } from '../member/bundle.ts'
import { isUuid } from '../member/search-statement.ts'
import { notFound } from '../outcome.ts'
import { nobody } from '../shelf/row.ts'
import { type Group, listGroups, listMembersAfter } from './group-store.ts'
import { listLeftOut } from './may-export.ts'

/** Groups that a system may export: members it matched, and its organization's patients (OS-51). */
export async function searchGroups(db: Reader, access: SystemAccess, base: string, now: Date): Promise<string> {
  const groups = await listGroups(db, access, now)
  const entries = groups.map((group) => ({
    address: `${base}/Group/${group.group_id}`,
    body: JSON.stringify(toResource(group, access)),
    mode: 'match' as const,
  }))
  return searchset(entries, [{ relation: 'self', url: `${base}/Group` }], { total: entries.length, now })
}

/** A group with its first thousand members. Throws 404 for another organization's. */
export async function readGroup(db: Reader, access: SystemAccess, groupId: string, now: Date): Promise<string> {
  const group = await requireGroup(db, access, groupId, now)
  const members = await listMembersAfter(db, groupId, nobody, 1000)
  const leftOut = await listLeftOut(db, access, members)
  const shown = members.filter(({ memberId }) => !leftOut.has(memberId))
  const listed = shown.map(({ memberId }) => ({ entity: { reference: `Patient/${memberId}` } }))
  return JSON.stringify({ ...toResource(group, access), ...(listed.length > 0 && { member: listed }) })
}

export async function requireGroup(db: Reader, access: SystemAccess, groupId: string, now: Date): Promise<Group> {
  const [group] = isUuid(groupId) ? await listGroups(db, access, now, groupId) : []
  if (group === undefined) throw notFound()
  return group
}

function toResource(group: Group, { organization }: SystemAccess): object {
  return {
    resourceType: 'Group',
    id: group.group_id,
    meta: { lastUpdated: group.made_at.toISOString() },
    ...{ active: true, type: 'person', actual: true, quantity: group.shown },
    name: group.kind === 'attributed' ? `Patients of ${organization.name}` : `Matched for ${organization.name}`,
  }
}
