import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { IncomingBalance } from './importing.ts'

/** What comes before a coverage's id in `coverage_source` if the file of members told of it; a claim names it by the id alone. */
export const csvCoverage = 'csv:'

interface PlanKey {
  readonly brand: string
  readonly plan_id: string
  readonly plan_year: number
}

type PlanValues = Omit<Insertable<Tables['plan']>, keyof PlanKey>

export function lockPlan(tx: Tx, key: PlanKey) {
  return tx
    .selectFrom('plan')
    .selectAll()
    .where((eb) => eb.and(key))
    .forUpdate()
    .executeTakeFirst()
}

export async function upsertPlan(tx: Tx, key: PlanKey, values: PlanValues): Promise<void> {
  await tx
    .insertInto('plan')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['brand', 'plan_id', 'plan_year']).doUpdateSet(values))
    .execute()
}

/** One that is stored stays. */
export async function insertPlan(tx: Tx, key: PlanKey, values: PlanValues): Promise<void> {
  await tx
    .insertInto('plan')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['brand', 'plan_id', 'plan_year']).doNothing())
    .execute()
}

export async function updatePlan(tx: Tx, key: PlanKey, change: Updateable<Tables['plan']>): Promise<void> {
  await tx
    .updateTable('plan')
    .set(change)
    .where((eb) => eb.and(key))
    .execute()
}

export interface BalanceRun {
  readonly runId: string
  readonly now: Date
  /** Whether stored values of the same day are newer. */
  readonly isOlder: boolean
}

/** Of stored values about the same, the newer one stays. */
export async function upsertBalances(tx: Tx, newest: readonly IncomingBalance[], run: BalanceRun): Promise<void> {
  await sql`insert into accumulator (member_id, client_number, group_number, coverage_id, plan_kind, plan_year, kind, network,
      holder, limit_cents, used_cents, as_of, resource_id, run_id, imported_at)
    select b."memberId", coalesce(g.client, ''), coalesce(g.number, ''), coalesce(b."coverageId", ''), b."planKind",
      b."planYear", b.kind, b.network, b.holder, b."limitCents", b."usedCents", b."asOf", b."resourceId",
      ${run.runId}::uuid, ${run.now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(newest)}::jsonb) as b ("memberId" uuid, "coverageId" text,
      "planKind" text, "planYear" integer, kind text, network text, holder text, "limitCents" bigint, "usedCents" bigint,
      "asOf" date, "resourceId" text)
    left join lateral (${selectGroup(sql`b."memberId"`, sql`b."coverageId"`)}) g on true
    on conflict (member_id, coverage_id, plan_kind, plan_year, kind, network, holder) do update set
      client_number = excluded.client_number, group_number = excluded.group_number,
      limit_cents = coalesce(excluded.limit_cents, accumulator.limit_cents),
      used_cents = coalesce(excluded.used_cents, accumulator.used_cents),
      as_of = excluded.as_of, resource_id = excluded.resource_id, run_id = excluded.run_id,
      imported_at = excluded.imported_at
    where accumulator.as_of is null or accumulator.as_of < excluded.as_of
      or (accumulator.as_of = excluded.as_of and not ${run.isOlder}::boolean)`.execute(tx)
}

/** The group that a member's coverage names, with its client number; no row as long as the coverage is not known. */
function selectGroup(memberId: RawBuilder<unknown>, coverageId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select named.number, coalesce((select min(known.client_number) from coverage known
      where known.member_id = ${memberId} and known.group_number = named.number), named.number) as client
    from (${selectNamedGroup(memberId, coverageId)}) named`
}

/** The group of a member's coverage in a plan's files: of a resource, else of a row of the file of members. */
export function selectNamedGroup(memberId: RawBuilder<unknown> | Ref, coverageId: RawBuilder<unknown> | Ref) {
  return sql`select source.coverage ->> 'groupNumber' as number from coverage_source source
    where source.member_id = ${memberId} and source.resource_id in (${coverageId}, ${csvCoverage}::text || ${coverageId})
    order by source.resource_id <> ${coverageId} limit 1`
}

type Ref = ReturnType<typeof sql.ref>

/** Gives the balances of coverages to their groups: those that arrived before them, and those from when they were of other groups. */
export async function groupBalances(
  tx: Tx,
  coverages: readonly { readonly memberId: string; readonly coverageId: string }[],
): Promise<void> {
  const [members, ids] = [coverages.map(({ memberId }) => memberId), coverages.map(({ coverageId }) => coverageId)]
  await sql`update accumulator set client_number = g.client, group_number = g.number
    from unnest(${members}::uuid[], ${ids}::text[]) as covered (member, id),
      lateral (${selectGroup(sql`covered.member`, sql`covered.id`)}) g
    where member_id = covered.member and coverage_id = covered.id
      and (client_number, group_number) is distinct from (g.client, g.number)`.execute(tx)
}

/** Removes the values that claims told about people who turned out not to be their patients. */
export async function dropBalances(
  tx: Tx,
  claims: readonly { readonly memberId: string; readonly resourceId: string }[],
): Promise<void> {
  if (claims.length === 0) return
  const [members, ids] = [claims.map(({ memberId }) => memberId), claims.map(({ resourceId }) => resourceId)]
  await sql`delete from accumulator
    where (member_id, resource_id) in (select * from unnest(${members}::uuid[], ${ids}::text[]))`.execute(tx)
}
