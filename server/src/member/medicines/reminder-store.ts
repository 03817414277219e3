import { sql } from 'kysely'
import { isoDayAfter } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'

/** Members with a fill that may run out soon, with what earlier fills left: a superset that the next step narrows down. */
export async function mayRunOut(
  db: Reader,
  {
    today,
    daysBefore,
    after,
    max,
  }: { readonly today: string; readonly daysBefore: number; readonly after: string; readonly max: number },
): Promise<string[]> {
  const soon = isoDayAfter(today, daysBefore)
  const { rows } = await sql<{ member_id: string }>`
    select distinct member_id from (
      select member_id, coalesce(handed_over_on, prepared_on) as day, days_supply as days from dispense
        where not withdrawn and days_supply between 1 and 400 and coalesce(handed_over_on, prepared_on) > ${today}::date - 800
      union all
      select member_id, service_from, (details ->> 'daysSupply')::int from claim
        where type = 'pharmacy' and service_from > ${today}::date - 800
          and (details ->> 'daysSupply')::numeric between 1 and 400) fill
    where day + days::int - 1 <= ${soon}::date and day + 2 * days::int - 1 >= ${today}::date
      and member_id::text > ${after}
    order by member_id limit ${max}`.execute(db)
  return rows.map(({ member_id: id }) => id)
}
