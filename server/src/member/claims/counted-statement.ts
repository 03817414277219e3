import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { idOnContract } from '../member/contract.ts'
import { countedColumns, hidden } from './store.ts'

/**
 * Claims of everyone on a member's contract that count toward yearly limits (`Counted`), from the earliest day on which any of the
 * member's years can begin, so that it skips claims that count toward no year. `yearBegins` is the first day of this year.
 */
export function selectCounted(db: Reader, memberId: string, yearBegins: string) {
  const ended = sql`select min(date_trunc('year', coverage_end_date)::date) from product where member_id = ${memberId}`
  const plans = sql`select min(begins) from plan where brand = (select brand from member where member_id = ${memberId})
    and plan_id = any(array(select plan_id from product where member_id = ${memberId}))`
  return db
    .selectFrom('claim')
    .select(countedColumns)
    .where('member_id', '=', idOnContract(memberId))
    .where('state', 'not in', hidden)
    .where('service_from', '>=', sql<string>`least(${yearBegins}::date, (${ended}), (${plans}))`)
}

/** When the newest claim of anyone on a member's contract was loaded; null: none ever was. */
export function lastLoaded(db: Reader, memberId: string) {
  return db
    .selectFrom('claim')
    .select((eb) => eb.fn.max('imported_at').as('at'))
    .where('member_id', '=', idOnContract(memberId))
}
