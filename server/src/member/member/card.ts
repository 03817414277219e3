import { findLastDay } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import { findMember, listCoverages, listProducts } from './store.ts'

/** What staff see of a member next to a conversation (MC-6). */
export interface MemberCard {
  readonly firstName: string
  readonly lastName: string
  readonly memberNumber: string
  readonly dateOfBirth: string
  readonly groups: readonly {
    readonly groupNumber: string
    readonly groupName: string
    readonly clientName: string
    readonly planName: string
    readonly medicaid: boolean
    /** `yyyy-mm-dd`; null if no product has a day. */
    readonly begins: string | null
    /** Null if a product has no end, or no product has a day. */
    readonly ends: string | null
  }[]
}

/** Throws if there is no such member. */
export async function readMemberCard(db: Reader, memberId: string): Promise<MemberCard> {
  const member = await findMember(db, memberId)
  if (member === undefined) throw new Error('There is no such member.')
  const [coverages, products] = [await listCoverages(db, memberId), await listProducts(db, memberId)]
  return {
    firstName: member.first_name,
    lastName: member.last_name,
    memberNumber: member.member_number,
    dateOfBirth: member.date_of_birth,
    groups: coverages.map((group) => {
      const own = products.filter(
        (one) => one.client_number === group.client_number && one.group_number === group.group_number,
      )
      const begins = own.flatMap((one) => one.coverage_con_begin_date ?? one.coverage_begin_date ?? [])
      const ends = own.map((one) => one.coverage_end_date)
      return {
        groupNumber: group.group_number,
        groupName: group.group_name,
        clientName: group.client_name,
        planName: group.plan_name,
        medicaid: group.is_nd_medicaid,
        begins: begins.sort()[0] ?? null,
        ends: findLastDay(ends),
      }
    }),
  }
}

/** Decides which line a member calls outside pages, where no group is selected: the group that pages show by default (BR-10). */
export function toLineMember({ groups: [first] }: Pick<MemberCard, 'groups'>): { readonly isNDMedicaid: boolean } {
  return { isNDMedicaid: first?.medicaid ?? false }
}
