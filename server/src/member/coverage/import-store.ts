import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { IncomingBalance } from './importing.ts'

/** Prefix of a coverage's id in `coverage_source` if it came from the file of members; a claim uses the id without it. */
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

/** A stored plan stays. */
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

/** Of several stored values for the same limit, the newer one stays. */
export async function upsertBalances(tx: Tx, newest: readonly IncomingBalance[], run: BalanceRun): Promise<void> {
  const known = newest.flatMap(({ memberId, coverageId }) => (coverageId === null ? [] : { memberId, coverageId }))
  const groups = new Map((await listNamedGroups(tx, known)).map((one) => [`${one.memberId} ${one.coverageId}`, one]))
  const rows = newest.map((one) => {
    const { number = '', client = '' } = groups.get(`${one.memberId} ${one.coverageId}`) ?? {}
    return { ...one, number, client, runId: run.runId, importedAt: run.now }
  })
  await sql`insert into accumulator (member_id, client_number, group_number, coverage_id, plan_kind, plan_year, kind, network,
      holder, limit_cents, used_cents, as_of, served_on, resource_id, run_id, imported_at)
    select b."memberId", b.client, b.number, coalesce(b."coverageId", ''), b."planKind", b."planYear", b.kind, b.network, b.holder,
      b."limitCents", b."usedCents", b."asOf", b."servedOn", b."resourceId", b."runId", b."importedAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as b ("memberId" uuid, "coverageId" text, client text, number text,
      "planKind" text, "planYear" integer, kind text, network text, holder text, "limitCents" bigint, "usedCents" bigint,
      "asOf" date, "servedOn" date, "resourceId" text, "runId" uuid, "importedAt" timestamptz)
    on conflict (member_id, coverage_id, plan_kind, plan_year, kind, network, holder) do update set
      client_number = excluded.client_number, group_number = excluded.group_number,
      limit_cents = coalesce(excluded.limit_cents, accumulator.limit_cents),
      used_cents = coalesce(excluded.used_cents, accumulator.used_cents),
      as_of = excluded.as_of, served_on = excluded.served_on, resource_id = excluded.resource_id, run_id = excluded.run_id,
      imported_at = excluded.imported_at
    where accumulator.as_of is null
      or ${sql.raw(run.isOlder ? 'accumulator.as_of < excluded.as_of' : 'accumulator.as_of <= excluded.as_of')}`.execute(
    tx,
  )
}

/** A member's coverage, as claims name it. */
interface CoverageOf {
  readonly memberId: string
  readonly coverageId: string
}

interface NamedGroup extends CoverageOf {
  readonly number: string
  readonly client: string
}

/**
 * The groups of members' coverages in a plan's files, with their client numbers: from a resource, else from a row of the file of
 * members. Unknown coverages are left out.
 */
export async function listNamedGroups(tx: Tx, coverages: readonly CoverageOf[]): Promise<readonly NamedGroup[]> {
  if (coverages.length === 0) return []
  const [members, ids] = [coverages.map(({ memberId }) => memberId), coverages.map(({ coverageId }) => coverageId)]
  const number = sql`source.coverage ->> 'groupNumber'`
  const { rows } = await sql<NamedGroup>`
    select distinct on (source.member_id, covered.id) source.member_id as "memberId", covered.id as "coverageId", ${number} as number,
      coalesce((select min(known.client_number) from coverage known
        where known.member_id = source.member_id and known.group_number = ${number}), ${number}) as client
    from unnest(${members}::uuid[], ${ids}::text[]) as covered (member, id) join coverage_source source
      on source.member_id = covered.member and source.resource_id in (covered.id, ${csvCoverage}::text || covered.id)
    order by source.member_id, covered.id, source.resource_id <> covered.id`.execute(tx)
  return rows
}

/**
 * Assigns the balances of coverages to their groups: balances that arrived before their coverage, and balances of coverages that
 * changed groups.
 */
export async function groupBalances(tx: Tx, groups: readonly NamedGroup[]): Promise<void> {
  const listValues = (name: keyof NamedGroup) => groups.map((one) => one[name])
  await sql`update accumulator set client_number = g.client, group_number = g.number
    from unnest(${listValues('memberId')}::uuid[], ${listValues('coverageId')}::text[], ${listValues('client')}::text[],
      ${listValues('number')}::text[]) as g (member, id, client, number)
    where member_id = g.member and coverage_id = g.id
      and (client_number, group_number) is distinct from (g.client, g.number)`.execute(tx)
}

/** Removes the values from claims about people who turned out not to be the patients. */
export async function dropBalances(
  tx: Tx,
  claims: readonly { readonly memberId: string; readonly resourceId: string }[],
): Promise<void> {
  if (claims.length === 0) return
  const [members, ids] = [claims.map(({ memberId }) => memberId), claims.map(({ resourceId }) => resourceId)]
  await sql`delete from accumulator
    where (member_id, resource_id) in (select * from unnest(${members}::uuid[], ${ids}::text[]))`.execute(tx)
}
