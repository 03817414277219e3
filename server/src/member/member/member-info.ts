import type { memberInfo } from '@portico/contract/calls/member'
import { maySeeOnContract } from '@portico/rules/member/family'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { toContractPerson } from './contract.ts'
import { readCoverage } from './coverage.ts'
import { findMember, listEnded, listOnContract, type Member } from './store.ts'

/** The member, the coverage of the selected group, and the people on the contract that they may see (HT-4). */
export const readMemberInfo: AuditedHandler<typeof memberInfo> = async ({ principal }, { cookies, now }, tx) => {
  const member = await findMember(tx, principal.memberId)
  if (member === undefined) throw new CallError('NOT-FOUND')
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
}

/** Leaves out people whose coverage has ended, such as a child who has grown up. */
async function readFamily(tx: Tx, member: Member, now: Date) {
  const day = easternDay(now)
  const today = isoDate(day)
  const others = await listOnContract(tx, member)
  const ended = await listEnded(tx, others, day)
  const maySee = (other: Member) =>
    maySeeOnContract(toContractPerson(member), toContractPerson(other), today) && !ended.has(other.member_id)
  return others.filter(maySee).map((other) => ({
    firstName: other.first_name,
    lastName: other.last_name,
    relationshipCode: other.relationship_code,
  }))
}
