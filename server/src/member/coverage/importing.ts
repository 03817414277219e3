import type { FamilyRule, LimitKind, YearLimit } from '@portico/rules/coverage/balances'
import type { PlanKind } from '@portico/rules/coverage/plan-kind'
import { isoDayAfter, isoYearsAfter } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PlanBenefitData, PlanDocumentData } from '../../platform/db/tables.ts'
import { isOlder } from '../../platform/versions/content.ts'
import type { Outcome } from '../../platform/versions/outcome.ts'
import { type BalanceRun, insertPlan, lockPlan, updatePlan, upsertBalances, upsertPlan } from './import-store.ts'
import type { ReadPlan } from './incoming.ts'

export { csvCoverage, dropBalances, groupBalances, listNamedGroups } from './import-store.ts'

/** A plan year from a file. */
export interface IncomingPlan {
  readonly plan: ReadPlan
  readonly version: string | null
  readonly hash: Buffer
}

/** Stores a plan year as a whole, replacing what was stored before. The same content again and older versions change nothing. */
export async function importPlan(
  tx: Tx,
  { plan, version, hash }: IncomingPlan,
  run: { readonly brand: string; readonly runId: string; readonly now: Date },
): Promise<Outcome> {
  const key = { brand: run.brand, plan_id: plan.planId, plan_year: plan.planYear }
  const stored = await lockPlan(tx, key)
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
  await upsertPlan(tx, key, values)
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
 * Changes only those values of a plan year that the rows name. Returns the reason if it cannot: the plan is new and has no name, or it
 * came as a whole in FHIR.
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
    const begins = change.begins ?? `${planYear}-01-01`
    await insertPlan(tx, key, {
      ...from,
      name: change.name,
      kind: change.kind ?? 'medical',
      begins,
      ends: isoDayAfter(isoYearsAfter(begins, 1), -1),
      family_rules: '{}',
      limits: '[]',
      benefits: '[]',
      documents: '[]',
      resource_id: planId,
      version: null,
      content_hash: Buffer.alloc(0),
    })
  }
  const known = await lockPlan(tx, key)
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
  await updatePlan(tx, key, {
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
  /** Id of the coverage in the plan's files under which the claim was decided; null if the claim does not say. */
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
  /** The first day of the claim's care. */
  readonly servedOn: string
  readonly resourceId: string
}

/**
 * Keeps the newest value of each limit of a coverage, in whatever order they come. While its group is not known, a value applies to all
 * of the member's groups (`groupBalances`).
 */
export async function importBalances(tx: Tx, balances: readonly IncomingBalance[], run: BalanceRun): Promise<void> {
  if (balances.length === 0) return
  const newest = new Map<string, IncomingBalance>()
  for (const one of balances) {
    const key = [one.memberId, one.coverageId, one.planKind, one.planYear, one.kind, one.network, one.holder].join(' ')
    const before = newest.get(key)
    if (before === undefined || before.asOf <= one.asOf) newest.set(key, one)
  }
  await upsertBalances(tx, [...newest.values()], run)
}
