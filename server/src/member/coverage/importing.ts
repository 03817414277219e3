import type { FamilyRule, LimitKind, YearLimit } from '@portico/rules/coverage/balances'
import type { PlanKind } from '@portico/rules/coverage/plan-kind'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { PlanBenefitData, PlanDocumentData } from '../../platform/db/tables.ts'
import { isOlder } from '../../platform/versions/content.ts'
import type { Outcome } from '../../platform/versions/outcome.ts'
import type { ReadPlan } from './incoming.ts'

/** What comes before a coverage's id in `coverage_source` if the file of members told of it; a claim names it by the id alone. */
export const csvCoverage = 'csv:'

/** A plan year from a file. */
export interface IncomingPlan {
  readonly plan: ReadPlan
  readonly version: string | null
  readonly hash: Buffer
}

/** Stores a year of a plan whole, replacing what was stored before. The same content again and older versions change nothing. */
export async function importPlan(
  tx: Tx,
  { plan, version, hash }: IncomingPlan,
  run: { readonly brand: string; readonly runId: string; readonly now: Date },
): Promise<Outcome> {
  const key = { brand: run.brand, plan_id: plan.planId, plan_year: plan.planYear }
  const stored = await tx
    .selectFrom('plan')
    .select(['content_hash', 'version'])
    .where((eb) => eb.and(key))
    .forUpdate()
    .executeTakeFirst()
  if (stored !== undefined && (stored.content_hash.equals(hash) || isOlder(version, stored.version))) return 'unchanged'
  const values = {
    name: plan.name,
    kind: plan.kind,
    begins: plan.begins,
    ends: plan.ends,
    family_rules: JSON.stringify(plan.familyRules),
    limits: JSON.stringify(plan.limits),
    benefits: JSON.stringify(plan.benefits),
    documents: JSON.stringify(plan.documents),
    resource_id: plan.resourceId,
    version,
    content_hash: hash,
    run_id: run.runId,
    imported_at: run.now,
  }
  await tx
    .insertInto('plan')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['brand', 'plan_id', 'plan_year']).doUpdateSet(values))
    .execute()
  return stored === undefined ? 'created' : 'updated'
}

/** What a file's rows change in a plan year; null for what they do not mention. */
export interface PlanChange {
  readonly planId: string
  readonly planYear: number
  name: string | null
  kind: PlanKind | null
  begins: string | null
  ends: string | null
  readonly familyRules: { [Kind in LimitKind]?: FamilyRule }
  readonly limits: YearLimit[]
  readonly benefits: PlanBenefitData[]
  readonly documents: PlanDocumentData[]
  /** Values that no longer apply. */
  readonly removed: (YearLimit | PlanBenefitData | PlanDocumentData)[]
}

/**
 * Changes only those values of a plan's year that the rows name. Returns why it cannot: the plan is new and has no name, or it came as a
 * whole in FHIR.
 */
export async function changePlan(
  tx: Tx,
  change: PlanChange,
  run: { readonly brand: string; readonly runId: string; readonly now: Date },
): Promise<'nameless' | 'whole' | null> {
  const { planId, planYear } = change
  const key = { brand: run.brand, plan_id: planId, plan_year: planYear }
  const from = { run_id: run.runId, imported_at: run.now }
  if (change.name !== null) {
    await tx
      .insertInto('plan')
      .values({
        ...key,
        ...from,
        name: change.name,
        kind: change.kind ?? 'medical',
        begins: `${planYear}-01-01`,
        ends: `${planYear}-12-31`,
        family_rules: '{}',
        limits: '[]',
        benefits: '[]',
        documents: '[]',
        resource_id: planId,
        version: null,
        content_hash: Buffer.alloc(0),
      })
      .onConflict((conflict) => conflict.columns(['brand', 'plan_id', 'plan_year']).doNothing())
      .execute()
  }
  const known = await tx
    .selectFrom('plan')
    .selectAll()
    .where((eb) => eb.and(key))
    .forUpdate()
    .executeTakeFirst()
  if (known === undefined) return 'nameless'
  if (known.content_hash.length > 0) return 'whole'
  const merge = <Item extends YearLimit | PlanBenefitData | PlanDocumentData>(
    old: readonly Item[],
    said: readonly Item[],
  ) => {
    const gone = new Set(change.removed.map(toKey))
    const items = new Map([...old, ...said].map((one) => [toKey(one), one]))
    return JSON.stringify([...items].flatMap(([name, one]) => (gone.has(name) ? [] : [one])))
  }
  await tx
    .updateTable('plan')
    .set({
      ...from,
      name: change.name ?? known.name,
      kind: change.kind ?? known.kind,
      begins: change.begins ?? known.begins,
      ends: change.ends ?? known.ends,
      family_rules: JSON.stringify({ ...known.family_rules, ...change.familyRules }),
      limits: merge(known.limits, change.limits),
      benefits: merge(known.benefits, change.benefits),
      documents: merge(known.documents, change.documents),
    })
    .where((eb) => eb.and(key))
    .execute()
  return null
}

/** A key for a limit, benefit or document within a plan's year. */
function toKey(one: YearLimit | PlanBenefitData | PlanDocumentData): string {
  if ('service' in one) return JSON.stringify([one.section, one.service, one.network])
  return 'title' in one
    ? JSON.stringify([one.title, one.language])
    : JSON.stringify([one.kind, one.network, one.holder])
}

/** What a claim's file says about the year's limits. */
export interface IncomingBalance {
  readonly memberId: string
  /** Id of the coverage in the plan's files that the claim was decided under; null if the claim does not say. */
  readonly coverageId: string | null
  readonly planKind: string
  readonly planYear: number
  readonly kind: string
  readonly network: string
  readonly holder: string
  readonly limitCents: number | null
  readonly usedCents: number | null
  /** `yyyy-mm-dd` */
  readonly asOf: string
  readonly resourceId: string
}

/**
 * Keeps the newest value of each limit of a coverage, in whatever order they come. As long as its group is not known it applies to all of the
 * member's groups (`groupBalances`).
 */
export async function importBalances(
  tx: Tx,
  balances: readonly IncomingBalance[],
  run: {
    readonly runId: string
    readonly now: Date
    /** Whether stored values of the same day are newer. */
    readonly isOlder: boolean
  },
): Promise<void> {
  if (balances.length === 0) return
  const newest = new Map<string, IncomingBalance>()
  for (const one of balances) {
    const key = [one.memberId, one.coverageId, one.planKind, one.planYear, one.kind, one.network, one.holder].join(' ')
    const before = newest.get(key)
    if (before === undefined || before.asOf <= one.asOf) newest.set(key, one)
  }
  await sql`insert into accumulator (member_id, client_number, group_number, coverage_id, plan_kind, plan_year, kind, network,
      holder, limit_cents, used_cents, as_of, resource_id, run_id, imported_at)
    select b."memberId", coalesce(g.client, ''), coalesce(g.number, ''), coalesce(b."coverageId", ''), b."planKind",
      b."planYear", b.kind, b.network, b.holder, b."limitCents", b."usedCents", b."asOf", b."resourceId",
      ${run.runId}::uuid, ${run.now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify([...newest.values()])}::jsonb) as b ("memberId" uuid, "coverageId" text,
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
