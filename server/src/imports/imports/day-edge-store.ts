import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

interface DueMember {
  readonly memberId: string
  readonly brand: string
}

/** The next members of whom a coverage has begun or ended since it was last derived from files. */
export async function listDueMembers(db: Reader, today: string, after: string, max: number): Promise<DueMember[]> {
  const { rows } = await sql<DueMember>`
    select member.member_id as "memberId", member.brand from member
    where member.member_id > ${after} and exists (
      select from product join coverage using (member_id, client_number, group_number)
      where product.member_id = member.member_id and (
        product.coverage_begin_date <= ${today} and product.coverage_begin_date > coalesce(coverage.derived_on, '-infinity')
        or product.coverage_end_date < ${today} and product.coverage_end_date >= coalesce(coverage.derived_on, '-infinity')))
      and exists (select from coverage_source source where source.member_id = member.member_id)
    order by member.member_id limit ${max}`.execute(db)
  return rows
}
