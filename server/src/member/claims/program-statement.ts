import type { AppealProgram } from '@portico/rules/claims/appeal'
import { sql } from 'kysely'

/**
 * Whose rules an appeal follows, as a column `program` of a member's rows: those of the row's group, else the strictest among the
 * member's groups, so that nobody gets a deadline that is too late.
 */
export function selectProgram(table: 'claim' | 'prior_authorization') {
  const ofGroup = table === 'claim' ? sql`and own.group_number = coalesce(claim.group_number, own.group_number)` : sql``
  return sql<AppealProgram>`(
    select case when bool_or(own.is_nd_medicaid) then 'medicaid' when bool_or(own.medicare_indicator) then 'medicare' else 'commercial' end
    from coverage own where own.member_id = ${sql.ref(table)}.member_id ${ofGroup})`.as('program')
}
