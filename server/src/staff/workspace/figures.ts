import type { PayloadOf } from '@portico/contract/call'
import type { workspaceFigures } from '@portico/contract/calls/workspace'
import { everyBrand } from '@portico/rules/brand/every'
import { sql } from 'kysely'
import { requireDeskScope } from '../../identity/rights/scope.ts'
import { dayMs, easternDay, isoDayAfter } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'

type Figures = PayloadOf<typeof workspaceFigures>

/** Volume and response times of the last days, including today, for each brand and for all of the caller's brands together. */
export async function readFigures(
  database: Database,
  { principal, now }: CallContext<Principal>,
  count: number,
): Promise<Figures> {
  const { brands } = await requireDeskScope(database.read, principal)
  const today = easternDay(now)
  const days = Array.from({ length: count }, (_, at) => isoDayAfter(today, at + 1 - count))
  const { rows } = await sql<Figures['figures'][number]>`
    select coalesce(brand, ${everyBrand}) as brand, to_char(day, 'YYYY-MM-DD') as day,
      (count(*) filter (where kind = 'received'))::int as received,
      (count(*) filter (where kind = 'answered'))::int as answered,
      (count(*) filter (where late))::int as late,
      round(percentile_cont(0.5) within group (order by waited_minutes))::int as "medianMinutes"
    from (
      select brand, kind, late, waited_minutes, (at at time zone 'America/New_York')::date as day from desk_event
      where at > ${new Date(now.getTime() - (count + 1) * dayMs)}
        and ${brands === null ? sql`true` : sql`brand = any(${[...brands]}::text[])`}
    ) events
    where day >= ${days[0]}::date
    group by grouping sets ((brand, day), (day))
    order by 2, 1
  `.execute(database.read)
  return { days, figures: rows }
}
