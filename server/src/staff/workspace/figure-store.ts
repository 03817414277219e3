import type { PayloadOf } from '@portico/contract/call'
import type { workspaceFigures } from '@portico/contract/calls/workspace'
import { everyBrand } from '@portico/rules/brand/every'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

type Figures = PayloadOf<typeof workspaceFigures>
type Brands = readonly string[] | null

/** Volume and response times of the days from `from` on, for each of some brands (null: all) and for all of them together. */
export async function countByDay(
  db: Reader,
  { brands, since, from }: { readonly brands: Brands; readonly since: Date; readonly from: string },
): Promise<Figures['figures']> {
  const { rows } = await sql<Figures['figures'][number]>`
    select coalesce(brand, ${everyBrand}) as brand, to_char(day, 'YYYY-MM-DD') as day,
      (count(*) filter (where kind = 'received'))::int as received,
      (count(*) filter (where kind = 'answered'))::int as answered,
      (count(*) filter (where late))::int as late,
      round(percentile_cont(0.5) within group (order by waited_minutes))::int as "medianMinutes"
    from (
      select brand, kind, late, waited_minutes, (at at time zone 'America/New_York')::date as day from desk_event
      where at > ${since} and ${within(brands)}
    ) events
    where day >= ${from}::date
    group by grouping sets ((brand, day), (day))
    order by 2, 1
  `.execute(db)
  return rows
}

type Reps = NonNullable<PayloadOf<typeof workspaceFigures>['reps']>

/** Who answered since a day, or has open conversations now, by name. */
export async function countByRep(
  db: Reader,
  { brands, from }: { readonly brands: Brands; readonly from: string },
): Promise<Reps> {
  const { rows } = await sql<Reps[number]>`
    with answers as (
      select answered_by as account_id, count(*)::int as answered, (count(*) filter (where late))::int as late,
        round(percentile_cont(0.5) within group (order by waited_minutes))::int as median
      from desk_event
      where kind = 'answered' and answered_by is not null and ${within(brands)}
        and at >= ${from}::date::timestamp at time zone 'America/New_York'
      group by answered_by
    ), held as (
      select assignee_account_id as account_id, count(*)::int as open from thread_work
      where state = 'open' and assignee_account_id is not null and ${within(brands)}
      group by assignee_account_id
    )
    select account.first_name || ' ' || account.last_name as name, coalesce(answered, 0) as answered,
      coalesce(late, 0) as late, median as "medianMinutes", coalesce(open, 0) as open
    from answers full join held using (account_id) join account using (account_id)
    order by account.last_name, account.first_name, account_id
    limit ${MAX_REPS}
  `.execute(db)
  return rows
}

const MAX_REPS = 500

const within = (brands: Brands) => (brands === null ? sql`true` : sql`brand = any(${[...brands]}::text[])`)
