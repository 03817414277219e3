import { sql } from 'kysely'
import { isoDayAfter } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'

/** Sorts before every member's id. */
export const firstMember = '00000000-0000-0000-0000-000000000000'

/**
 * The next members by id, each with whether one of their fills may run out soon, including supplies left from earlier fills: a superset
 * of those to remind, whom the next step determines. Each batch reads only the fills of its own members, however many others there are.
 */
export async function listNextMembers(
  db: Reader,
  {
    today,
    daysBefore,
    after,
    max,
  }: { readonly today: string; readonly daysBefore: number; readonly after: string; readonly max: number },
): Promise<{ readonly memberId: string; readonly mayRunOut: boolean }[]> {
  const soon = isoDayAfter(today, daysBefore)
  const mayRunOut = (first: string, days: string) => sql`${sql.raw(days)} between 1 and 400
    and ${sql.raw(first)} + (${sql.raw(days)})::int - 1 <= ${soon}::date
    and ${sql.raw(first)} + 2 * (${sql.raw(days)})::int - 1 >= ${today}::date`
  const { rows } = await sql<{ memberId: string; mayRunOut: boolean }>`
    select member_id as "memberId",
      exists (select from dispense f where f.member_id = member.member_id and not withdrawn
        and ${mayRunOut('coalesce(handed_over_on, prepared_on)', 'days_supply')})
      or exists (select from claim f where f.member_id = member.member_id and type = 'pharmacy'
        and service_from > ${today}::date - 800 and ${mayRunOut('service_from', "(details ->> 'daysSupply')::numeric")}) as "mayRunOut"
    from member where member_id > ${after} order by member_id limit ${max}`.execute(db)
  return rows
}
