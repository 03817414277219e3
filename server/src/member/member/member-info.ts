import type { MemberInfo } from '@portico/contract/calls/member'
import { maySeeOnContract } from '@portico/rules/member/family'
import type * as v from 'valibot'
import { readAudited } from '../../platform/audit/reads.ts'
import { auditMember } from '../../platform/audit/store.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { readCoverage } from './coverage.ts'
import { findMember, listEnded, listOnContract, type Member } from './store.ts'

/**
 * The member, the coverage of the selected group, and the people on the contract that they may see (HT-4); the read is audited in its
 * transaction.
 */
export function readMemberInfo(
  database: Database,
  principal: MemberPrincipal,
  { cookies, origin, now }: Pick<CallContext, 'cookies' | 'origin' | 'now'>,
): Promise<v.InferOutput<typeof MemberInfo>> {
  return readAudited(database, async (tx) => {
    const { memberId } = principal
    const member = await findMember(tx, memberId)
    if (member === undefined) throw new CallError('NOT-FOUND')
    await auditMember(tx, principal, 'member-info.read', { origin, now })
    const { selected } = await readCoverage(tx, principal, cookies)
    return {
      memberID: member.member_number,
      brand: member.brand,
      firstName: member.first_name,
      lastName: member.last_name,
      dateOfBirth: member.date_of_birth,
      relationshipCode: member.relationship_code,
      coverage: selected && {
        clientNumber: selected.client_number,
        clientName: selected.client_name,
        groupNumber: selected.group_number,
        groupName: selected.group_name,
        planName: selected.plan_name,
      },
      // People with access to a member's information do not see the rest of the family (RG-3).
      familyMembers: principal.scopes === null ? await readFamily(tx, member, now) : [],
    }
  })
}

/** Whoever is known to be covered no longer, such as a child who has grown up, is not named. */
async function readFamily(tx: Tx, member: Member, now: Date) {
  const day = easternDay(now)
  const today = isoDate(day)
  const others = await listOnContract(tx, member)
  const ended = await listEnded(tx, others, day)
  const maySee = (other: Member) =>
    maySeeOnContract(toPerson(member), toPerson(other), today) && !ended.has(other.member_id)
  return others.filter(maySee).map((other) => ({
    firstName: other.first_name,
    lastName: other.last_name,
    relationshipCode: other.relationship_code,
  }))
}

function toPerson({ relationship_code, date_of_birth }: Member) {
  return { relationshipCode: relationship_code, dateOfBirth: isoDate(date_of_birth) }
}
