import type { DecidedRequests, YearFigures } from '@portico/rules/authorizations/figures'
import { type Insertable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** The first year for which plans publish figures. */
const firstYear = 2025

export interface Counted extends DecidedRequests {
  readonly brand: string
  readonly year: number
  readonly expedited: boolean
  readonly unsaid: number
  readonly newest: Date
}

/** Every brand's decided prior authorizations by year, expedited ones separately. */
export async function countDecided(tx: Tx): Promise<readonly Counted[]> {
  const { rows } = await sql<Counted>`
    with decided as (
      select m.brand, extract(year from a.decided_on)::int as year, coalesce(a.expedited, false) as expedited,
        a.expedited is null as unsaid, a.told, a.extended_on is not null as extended, a.imported_at,
        coalesce(a.appeal_outcome in ('approved', 'partly'), false) as won,
        greatest(coalesce(extract(epoch from a.decided_at - coalesce(a.requested_at, a.received_at)),
          (a.decided_on - a.requested_on) * 86400), 0) / 3600 as hours
      from prior_authorization a join member m using (member_id)
      where not a.withdrawn and a.rxnorm is null and a.ndc is null and a.told in ('approved', 'partly', 'denied')
        and a.decided_on >= make_date(${firstYear}, 1, 1))
    select brand, year, expedited, count(*)::int as requests, (count(*) filter (where unsaid))::int as unsaid,
      (count(*) filter (where not won and told <> 'denied'))::int as approved,
      (count(*) filter (where not won and told = 'partly'))::int as partly,
      (count(*) filter (where won or told = 'denied'))::int as denied,
      (count(*) filter (where won))::int as "approvedOnAppeal",
      (count(*) filter (where extended and not won and told <> 'denied'))::int as "extendedApproved",
      avg(hours)::float8 as "averageHours",
      (percentile_cont(0.5) within group (order by hours))::float8 as "medianHours", max(imported_at) as newest
    from decided group by brand, year, expedited`.execute(tx)
  return rows
}

/** Replaces the figures of every brand and year. */
export async function replaceFigures(
  tx: Tx,
  years: readonly Insertable<Tables['authorization_figures']>[],
): Promise<void> {
  await tx.deleteFrom('authorization_figures').execute()
  if (years.length > 0) await tx.insertInto('authorization_figures').values(years).execute()
}

export interface KeptFigures {
  readonly brand: string
  readonly year: number
  readonly figures: YearFigures
  readonly newest: Date
  readonly countedAt: Date
}

/** The latest figures, newest year first. */
export async function readFigures(db: Reader, brands: readonly string[] | null): Promise<KeptFigures[]> {
  const rows = await db
    .selectFrom('authorization_figures')
    .selectAll()
    .where((eb) => (brands === null ? eb.val(true) : eb('brand', 'in', [...brands, ''])))
    .orderBy('year', 'desc')
    .orderBy('brand')
    .execute()
  return rows.map(({ brand, year, figures, newest, counted_at }) => ({
    ...{ brand, year, newest, countedAt: counted_at },
    figures: figures as YearFigures,
  }))
}

/** Services for which a brand's plans require prior authorization, according to their benefits, by name. */
export async function listServicesToApprove(db: Reader, brand: string, year: number): Promise<readonly string[]> {
  const { rows } = await sql<{ service: string }>`
    select distinct benefit ->> 'service' as service
    from plan, jsonb_array_elements(benefits) benefit
    where brand = ${brand} and plan_year in (${year}, ${year + 1}) and benefit -> 'priorAuthorization' = 'true'
    order by 1 limit 500`.execute(db)
  return rows.map(({ service }) => service)
}
