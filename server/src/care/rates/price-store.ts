import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { RatesPartData } from '../../platform/db/tables.ts'
import type { Nearness } from '../finder/whereabouts.ts'

/** The prices to read: a brand's prices that apply to a plan. */
export interface PriceScope {
  readonly brand: string
  /** The plan's names in price files; if empty, only files for all plans apply. */
  readonly planIds: readonly string[]
  readonly planName: string | null
}

export interface PricedService {
  readonly type: string
  readonly code: string
  readonly name: string
}

export interface ServiceFacts extends PricedService {
  readonly description: string
  readonly parts: readonly RatesPartData[]
}

/** One provider's negotiated prices of one kind. */
export interface PriceRow {
  /** NPI, or else tax number. */
  readonly provider: string
  readonly npi: string | null
  readonly name: string | null
  readonly basis: 'service' | 'day' | 'share'
  /** Whether the price is for the service together with its parts. */
  readonly bundle: boolean
  /** Whose bill the price is for; null: for both together. */
  readonly bill: 'professional' | 'institutional' | null
  readonly low: number
  readonly high: number
  /** What the plan's file says about it in words; null: nothing. */
  readonly note: string | null
}

/** The most prices in an answer. */
const maxPrices = 100

/** The id of a marketplace plan or product (HIOS): two different ids are two plans, whatever their names. */
const exchangePlan = '^\\d{5}[a-z]{2}\\d{3}'

/** The plans whose prices a file has, according to a table of contents. */
const listed = sql`from rates_file_plan l where l.file_id = f.file_id`
/** Whether a file, or a table of contents, says which plans the file is for. */
const isOfPlans = sql`(f.plan_id is not null or f.is_listed)`

const inScope = ({ brand, planIds, planName }: PriceScope) => {
  const isOwnOfExchange = planIds.some((one) => new RegExp(exchangePlan, 'i').test(one))
  const isOurs = (id: RawBuilder<unknown>, name: RawBuilder<unknown>) => sql`(${id} = any (${planIds}::text[])
    or (lower(${name}) = lower(nullif(${planName ?? ''}::text, '')) and not (${isOwnOfExchange} and ${id} ~* ${exchangePlan})))`
  return sql`f.state = 'current' and f.brand = ${brand} and (not ${isOfPlans} or ${isOurs(sql`f.plan_id`, sql`f.plan_name`)}
    or exists (select ${listed} and ${isOurs(sql`l.plan_id`, sql`l.plan_name`)}))`
}

/** The distinct services with prices in a plan's files. */
export async function listPricedServices(db: Reader, scope: PriceScope): Promise<PricedService[]> {
  const { rows } = await sql<PricedService>`select distinct on (s.code_type, s.code) s.code_type as type, s.code, s.name
    from rates_file f join rates_service s using (file_id)
    where ${inScope(scope)} order by s.code_type, s.code, s.name limit 20000`.execute(db)
  return rows
}

/** Changes whenever the result of `listPricedServices` may change. */
export async function pricesVersion(db: Reader, scope: PriceScope): Promise<string> {
  const { rows } = await sql<{
    files: string | null
  }>`select string_agg(f.file_id::text, ' ' order by f.file_id) as files
    from rates_file f where ${inScope(scope)}`.execute(db)
  return rows[0]?.files ?? ''
}

/**
 * Undefined if the plan's files do not have the service. A file of the plan itself takes precedence over one for all plans, and then
 * the latest file; remaining ties are broken by content, so that the result does not depend on how a plan's prices are spread over
 * files.
 */
export async function findPricedService(
  db: Reader,
  scope: PriceScope,
  { type, code }: Pick<PricedService, 'type' | 'code'>,
): Promise<ServiceFacts | undefined> {
  const { rows } = await sql<ServiceFacts>`select s.code_type as type, s.code, s.name, s.description,
      coalesce(parts.of, '[]'::jsonb) as parts
    from rates_file f join rates_service s using (file_id)
    left join lateral (select b.parts as of from rates_file f join rates_service b using (file_id)
      where ${inScope(scope)} and b.code_type = s.code_type and b.code = s.code and b.arrangement = 'bundle'
      order by (not ${isOfPlans}), f.updated_on desc, b.parts::text limit 1) as parts on true
    where ${inScope(scope)} and s.code_type = ${type} and s.code = ${code}
    order by (not ${isOfPlans}), s.arrangement = 'capitation', f.updated_on desc, s.name, s.description limit 1`.execute(
    db,
  )
  return rows[0]
}

/**
 * The later, the less it says about what a member pays: a plan that names a fee schedule shares costs by it, and uses derived prices
 * internally (45 CFR 147.210(a)(2)).
 */
const rankType = sql`case p.type when 'fee schedule' then 0 when 'derived' then 2 else 1 end`

/**
 * The prices agreed with each provider for a service, the first hundred: those of a requested provider, then the cheapest or the
 * nearest; and the total. Prices with a modifier are for special cases, and count only if there is none without; likewise, a price for
 * the service together with its parts counts only if there is none for the service alone. A file of the plan itself takes precedence
 * over one for all plans.
 */
export async function listPrices(
  db: Reader,
  scope: PriceScope,
  of: Pick<PricedService, 'type' | 'code'> & {
    readonly today: string
    readonly provider: string | null
    /** Leaves out all other providers. */
    readonly alone?: boolean
    /** The distance of the provider of an NPI, to list the nearest first; null: cheapest first. */
    readonly nearness?: Nearness | null
  },
): Promise<{ readonly rows: readonly PriceRow[]; readonly total: number }> {
  const { provider, alone = false, nearness = null } = of
  const order = [
    sql`(provider = ${provider}) is true desc`,
    ...(nearness === null ? [] : [sql`${nearness(sql`price.npi`)} nulls last`]),
    // Sorted last: the total is at least the price of a day.
    sql`basis = 'share', basis = 'day', low, name, provider, basis, bill`,
  ]
  const { rows } = await sql<PriceRow & { total: number }>`with said as (
      select distinct case when g.npi = '' then g.tin else g.npi end as provider, g.npi, g.name, p.type, p.amount,
        nullif(p.billing_class, 'both') as bill, s.arrangement = 'bundle' as bundle, p.modifiers = '' as plain,
        ${isOfPlans} as own, p.note, ${rankType} as meaning
      from rates_file f join rates_service s using (file_id)
      join rates_price p using (file_id, item)
      cross join lateral jsonb_array_elements_text(p.refs) as r (ref)
      join rates_provider g on g.file_id = f.file_id and g.ref = r.ref
      where ${inScope(scope)} and s.code_type = ${of.type} and s.code = ${of.code} and s.arrangement <> 'capitation'
        and p.expires >= ${of.today}::date
    ), chosen as (
      select *, rank() over (partition by provider order by own desc, bundle, plain desc) as place from said
      where not ${alone} or provider = ${provider}
    ), ranked as (
      select *, rank() over (partition by provider, bill order by meaning) as kind from chosen where place = 1
    )
    select *, count(*) over ()::int as total from (select provider, nullif(min(npi), '') as npi, min(name) as name,
      case type when 'per diem' then 'day' when 'percentage' then 'share' else 'service' end as basis, bundle, bill,
      min(amount)::float8 as low, max(amount)::float8 as high, left(string_agg(distinct note, '; '), 1000) as note
      from ranked where kind = 1 group by provider, 4, bundle, bill) as price
    order by ${sql.join(order)} limit ${sql.lit(maxPrices)}`.execute(db)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** What a provider is paid for a service: the lowest and the highest price, in whole cents. */
export interface VisitPriceRow {
  readonly npi: string
  readonly type: string
  readonly code: string
  readonly low: number
  readonly high: number
}

/**
 * The prices of some services at some providers, by NPI, chosen as in `listPrices`; without percentages of the billed amount, and
 * without prices per day.
 */
export async function listVisitPrices(
  db: Reader,
  scope: PriceScope,
  of: {
    readonly services: readonly Pick<PricedService, 'type' | 'code'>[]
    readonly npis: readonly string[]
    readonly today: string
  },
): Promise<readonly VisitPriceRow[]> {
  const keys = of.services.map(({ type, code }) => `${type} ${code}`)
  if (keys.length === 0 || of.npis.length === 0) return []
  const { rows } = await sql<VisitPriceRow>`with said as (
      select g.npi, s.code_type as type, s.code, p.amount, s.arrangement = 'bundle' as bundle, p.modifiers = '' as plain,
        ${isOfPlans} as own, p.billing_class as bill, ${rankType} as meaning
      from rates_file f join rates_service s using (file_id)
      join rates_price p using (file_id, item)
      cross join lateral jsonb_array_elements_text(p.refs) as r (ref)
      join rates_provider g on g.file_id = f.file_id and g.ref = r.ref
      where ${inScope(scope)} and s.code_type || ' ' || s.code = any (${keys}::text[]) and g.npi = any (${of.npis}::text[])
        and s.arrangement <> 'capitation' and p.type not in ('per diem', 'percentage') and p.expires >= ${of.today}::date
    ), chosen as (
      select *, rank() over (partition by npi, type, code order by own desc, bundle, plain desc) as place from said
    ), ranked as (
      select *, rank() over (partition by npi, type, code, bill order by meaning) as kind from chosen where place = 1
    )
    select npi, type, code, min(amount)::float8 as low, max(amount)::float8 as high
    from ranked where kind = 1 group by npi, type, code order by npi, type, code`.execute(db)
  return rows
}

/** The day of the oldest file with prices of a service, or else of the newest file of all; null: there are none. */
export async function pricesDay(
  db: Reader,
  scope: PriceScope,
  { type, code }: Pick<PricedService, 'type' | 'code'>,
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select coalesce(
      min(f.updated_on) filter (where exists (select from rates_service s
        where s.file_id = f.file_id and s.code_type = ${type} and s.code = ${code})),
      max(f.updated_on))::text as day
    from rates_file f where ${inScope(scope)}`.execute(db)
  return rows[0]?.day ?? null
}
