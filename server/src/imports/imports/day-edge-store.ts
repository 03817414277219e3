import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

interface DueMember {
  readonly memberId: string
  readonly brand: string
}

/** The next members with a coverage that has begun or ended since it was last derived. */
export async function listDueMembers(db: Reader, today: string, after: string, max: number): Promise<DueMember[]> {
  const { rows } = await sql<DueMember>`
    select distinct product.member_id as "memberId", member.brand
    from product join coverage using (member_id, client_number, group_number) join member on member.member_id = product.member_id
    where product.member_id > ${after}
      and (product.coverage_begin_date <= ${today} and product.coverage_begin_date > coalesce(coverage.derived_on, '-infinity')
        or product.coverage_end_date < ${today} and product.coverage_end_date >= coalesce(coverage.derived_on, '-infinity'))
      and exists (select 1 from coverage_source source where source.member_id = product.member_id)
    order by 1 limit ${max}`.execute(db)
  return rows
}
