import { createHash } from 'node:crypto'
import { readParts } from '../../../apis/fhir/formulary/received.ts'
import { easternDay } from '../../../platform/day.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { ReceivedListData, TierCostsData } from '../../../platform/db/tables.ts'
import type { Outcome } from '../../../platform/versions/outcome.ts'
import { ImportStopped } from '../machine.ts'
import { Refused } from '../refused.ts'
import type { Removal } from '../removals.ts'
import type { DaVinciDrug, DaVinciPlan } from './da-vinci-shapes.ts'
import type { ExchangeDrug, ExchangePlan } from './exchange.ts'
import {
  deleteRows,
  deleteUnlisted,
  insertRows,
  keepBefore,
  type ListKey,
  lockList,
  type Row,
  readRows,
  upsertList,
} from './list-store.ts'
import { always, cutOff, findLater, leaveDays, type Period, periodsOfYears } from './periods.ts'
import { computeDrugId, isKnownPharmacy, nameParts, tierCosts, toPharmacyKey } from './read.ts'
import { type FreshReceived, findRange, joinReceived, writeReceived } from './received-list.ts'
import type { FreshPart } from './receiving.ts'

/** What a run says about one plan. */
export interface PlanList {
  /** By drug and first day. */
  readonly rows: Map<string, Row>
  readonly costs: TierCostsData[number][]
  /** The kinds of pharmacies that have each drug; null: not stated. */
  readonly places: Map<string, ReadonlySet<string> | null>
}

/** The most rows of a run, one for each drug of a plan: they are all held in memory. */
const maxRows = 4_000_000

/** The lists are too large to be assembled together. */
export class TooManyRows extends Refused {
  constructor() {
    super(
      '',
      `makes more than ${maxRows} drugs of plans together with the files before it: give fewer plans in one run`,
    )
  }
}

/** The lists of a run, by plan. */
export class GatheredLists {
  readonly lists = new Map<string, PlanList>()
  /** How many entries contradict an earlier one about the same drug, plan and days. */
  contradictions = 0
  /** How many costs are for unknown kinds of pharmacies. */
  unknownPharmacies = 0
  #rows = 0

  /** The years of plans, for their drugs without years. */
  readonly #yearsOfPlans = new Map<string, Set<number>>()

  /** `unsaid`: the period of an entry without a year. Throws TooManyRows. */
  addDrug(drug: ExchangeDrug | DaVinciDrug, unsaid?: Period): void {
    const { isBrand, ...parts } = nameParts(drug.drug_name)
    const drug_id = computeDrugId(drug.rxnorm_id, drug.drug_name)
    const named = { drug_id, ...parts, is_brand: isBrand, rxnorm: drug.rxnorm_id, drug_class: drug.drug_class }
    for (const one of drug.plans) {
      const { plan_id, drug_tier: tier, prior_authorization, step_therapy, quantity_limit } = one
      const periods = 'period' in one ? [one.period] : periodsOfYears(one.years, unsaid)
      const said = { tier, prior_authorization, step_therapy, quantity_limit }
      for (const period of periods) this.#add(plan_id, { ...named, ...said, ...period })
      const { places } = this.#of(plan_id)
      const kinds = 'pharmacies' in one && one.pharmacies.length > 0 ? one.pharmacies.flatMap(toPharmacyKey) : null
      const known = places.get(drug_id)
      places.set(drug_id, known === null || kinds === null ? null : new Set([...(known ?? []), ...kinds]))
    }
  }

  #add(planId: string, row: Row): void {
    const { rows } = this.#of(planId)
    const key = `${row.drug_id} ${row.begins}`
    const known = rows.get(key)
    if (known === undefined) this.#rows += 1
    if (this.#rows > maxRows) throw new TooManyRows()
    const settled = known === undefined ? row : withoutContradiction(known, row)
    if (known !== undefined && stable({ ...settled, ends: known.ends }) !== stable(known)) this.contradictions += 1
    rows.set(key, settled)
  }

  addCosts(plan: ExchangePlan | DaVinciPlan, unsaid?: Period): void {
    const periods = 'period' in plan ? [plan.period] : periodsOfYears(plan.years, unsaid)
    if ('years' in plan) for (const year of plan.years ?? []) this.#addYear(plan.plan_id, year)
    for (const { drug_tier, cost_sharing } of plan.formulary) {
      this.unknownPharmacies += cost_sharing.filter((one) => !isKnownPharmacy(one)).length
      for (const cost of tierCosts(drug_tier, cost_sharing))
        this.#of(plan.plan_id).costs.push(...periods.map((period) => ({ ...cost, ...period })))
    }
  }

  #addYear(planId: string, year: number): void {
    this.#yearsOfPlans.set(planId, (this.#yearsOfPlans.get(planId) ?? new Set()).add(year))
  }

  /** If a plan has years and none of its drugs does, gives the drugs the plan's years. Throws TooManyRows. */
  settleYears(): void {
    for (const [planId, years] of this.#yearsOfPlans) {
      const { rows } = this.lists.get(planId) ?? {}
      if (rows === undefined) continue
      const all = [...rows.values()]
      if (!all.every(({ begins, ends }) => begins === always.begins && ends === always.ends)) continue
      this.#rows -= rows.size
      rows.clear()
      for (const row of all) for (const period of periodsOfYears([...years])) this.#add(planId, { ...row, ...period })
    }
  }

  #of(planId: string): PlanList {
    const list: PlanList = this.lists.get(planId) ?? { rows: new Map(), costs: [], places: new Map() }
    this.lists.set(planId, list)
    return list
  }
}

/** Joins two entries about a drug; values that differ are unknown. */
function withoutContradiction(one: Row, other: Row): Row {
  const keepSame = <T>(a: T, b: T) => (a === b ? a : null)
  return {
    ...one,
    ends: findLater(one.ends, other.ends),
    tier: toTierKey(one.tier) === toTierKey(other.tier) ? one.tier : null,
    prior_authorization: keepSame(one.prior_authorization, other.prior_authorization),
    step_therapy: keepSame(one.step_therapy, other.step_therapy),
    quantity_limit: keepSame(one.quantity_limit, other.quantity_limit),
  }
}

/** A plan's list whose costs name the drugs of their tier that such a pharmacy does not have. */
export function markUnavailable(list: PlanList): PlanList {
  const some = [...list.places].flatMap(([drugId, kinds]) => (kinds === null ? [] : [{ drugId, kinds }]))
  if (some.length === 0) return list
  const tiers = Map.groupBy(list.rows.values(), ({ drug_id }) => drug_id)
  const costs = list.costs.map((cost) => {
    const without = some
      .filter(
        ({ drugId, kinds }) =>
          !kinds.has(`${cost.pharmacy} ${cost.days}`) && tiers.get(drugId)?.some(({ tier }) => tier === cost.tier),
      )
      .map(({ drugId }) => drugId)
      .sort()
    return without.length === 0 ? cost : { ...cost, without }
  })
  return { ...list, costs }
}

/**
 * The same for all spellings of a tier, which differ in case and in the characters between words: `NON-PREFERRED BRAND`,
 * `Non-Preferred-Brand`.
 */
function toTierKey(tier: string | null): string | null {
  return tier?.toLowerCase().replace(/(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+(?=[\p{L}\p{N}])/gu, ' ') ?? null
}

/** Chooses one spelling for each tier, independently of the order of the drugs. */
function createTierNames(rows: Iterable<Pick<Row, 'tier'>>): (tier: string) => string {
  const spelled = new Set<string>()
  for (const { tier } of rows) if (tier !== null) spelled.add(tier)
  const keyed = new Map(
    [...spelled]
      .sort()
      .reverse()
      .map((tier) => [toTierKey(tier), tier]),
  )
  // A list has a million rows and a dozen spellings: each spelling is computed once.
  const names = new Map([...spelled].map((tier) => [tier, keyed.get(toTierKey(tier)) ?? tier]))
  return (tier) => names.get(tier) ?? keyed.get(toTierKey(tier)) ?? tier
}

const withTier = (row: Row, toName: (tier: string) => string): Row => {
  const tier = row.tier === null ? null : toName(row.tier)
  return tier === row.tier ? row : { ...row, tier }
}

/** A plan's list with one spelling and one cost for each tier, and the faults to report. */
export interface SettledList {
  readonly list: PlanList
  /** Tiers with drugs and no cost in the files; empty if the files have no costs at all. */
  readonly costless: readonly string[]
  /** How many costs the files contradict: these are unknown. */
  readonly contradictions: number
}

export function settleTiers(list: PlanList): SettledList {
  const toName = createTierNames(list.rows.values())
  const { rows } = list
  for (const [key, row] of rows) {
    const named = withTier(row, toName)
    if (named !== row) rows.set(key, named)
  }
  const { costs, contradictions } = settleCosts(list.costs.map((cost) => ({ ...cost, tier: toName(cost.tier) })))
  const paid = new Set(costs.map(({ tier }) => tier))
  const tiers = new Set<string>()
  for (const { tier } of rows.values()) if (tier !== null) tiers.add(tier)
  const costless = costs.length === 0 ? [] : [...tiers].filter((tier) => !paid.has(tier))
  return { list: { ...list, costs }, costless, contradictions }
}

/** How many rows one transaction stores: on the embedded database, pages wait for its end. */
const rowsAtOnce = 500

/**
 * Stores the rows of a plan that has no list yet in several transactions: nobody sees them before the list itself is stored. Returns
 * whether it did.
 */
export async function placeFirstRows(
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  key: ListKey,
  said: PlanList,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if ((await inTransaction((tx) => lockList(tx, key))) !== undefined) return false
  // Deletes what an interrupted run has left.
  while ((await inTransaction((tx) => deleteUnlisted(tx, key, rowsAtOnce))) > 0);
  const rows = [...said.rows.values()]
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    if (signal?.aborted) throw new ImportStopped()
    await inTransaction((tx) => insertRows(tx, key, rows.slice(from, from + rowsAtOnce)))
  }
  return true
}

/** Changes the rows of a list that differ. */
async function changeRows(tx: Tx, key: ListKey, before: readonly Row[], rows: readonly Row[]): Promise<void> {
  const [old, now] = [new Set(before.map(stable)), new Set(rows.map(stable))]
  await deleteRows(
    tx,
    key,
    before.filter((row) => !now.has(stable(row))),
  )
  await insertRows(
    tx,
    key,
    rows.filter((row) => !old.has(stable(row))),
  )
}

/** What was done before a list is stored. */
interface Before {
  /** Whether its rows are already stored. */
  readonly isPlaced: boolean
  /** The resources that it came with; none: it came as tables. */
  readonly parts: readonly FreshPart[]
}

/**
 * Stores a run's list of a plan, whose rows may be stored already. It replaces everything for the same days: a file of next year's drugs
 * leaves this year's list alone.
 */
export async function storeList(
  tx: Tx,
  at: ListKey & { readonly runId: string; readonly now: Date },
  list: PlanList,
  mayRemove: (removal: Removal) => boolean,
  { isPlaced, parts }: Before = { isPlaced: false, parts: [] },
): Promise<{ readonly outcome: Outcome | 'refused'; readonly removal: Removal }> {
  const known = await lockList(tx, at)
  const today = easternDay(at.now)
  const before = known === undefined ? [] : await readRows(tx, at)
  const listed = [...list.rows.values()]
  const later = findLaterList(before, listed, today)
  const fresh = listed.flatMap((row) => cutOff(row, later))
  const range = findRange(fresh)
  const leave = <One extends Period>(one: One) => leaveDays(one, range, today)
  const replaced = before.filter((row) => leave(row).length === 0)
  const fresher = new Set(fresh.map(({ drug_id }) => drug_id))
  const gone = new Set(replaced.map(({ drug_id }) => drug_id).filter((id) => !fresher.has(id)))
  const removal = { removed: gone.size, before: new Set(replaced.map(({ drug_id }) => drug_id)).size }
  if (!mayRemove(removal)) return { outcome: 'refused', removal }
  const all = joinByKey([...before.flatMap(leave), ...fresh], ({ drug_id, begins }) => `${drug_id} ${begins}`)
  const toName = createTierNames(all)
  const rows = inOrder(
    all.map((row) => withTier(row, toName)),
    ({ drug_id, begins }) => `${drug_id} ${begins}`,
  )
  // Costs that this run states for other days count as well.
  const kept = (known?.costs ?? []).flatMap((cost) => leave({ ...always, ...cost }))
  const said = new Map(
    [...kept, ...list.costs.flatMap((cost) => cutOff({ ...always, ...cost }, later))].map((cost) => {
      const named = { ...cost, tier: toName(cost.tier) }
      return [toCostKey(named), named]
    }),
  )
  const costs = inOrder([...said.values()], stable)
  const { received, said: came } = await joinParts(tx, known?.received, { range, parts, today })
  const version = createHash('sha256')
    .update(JSON.stringify([rows.map(stable), costs.map(stable), ...(came.length > 0 ? [came] : [])]))
    .digest('hex')
  if (known?.version === version) return { outcome: 'unchanged', removal }
  await keepBefore(tx, at, known && { ...known, rows: before })
  if (!isPlaced) await changeRows(tx, at, before, rows)
  await upsertList(tx, at, { version, costs, received })
  return { outcome: known === undefined ? 'created' : 'updated', removal }
}

/**
 * The first day of a stored list of a later year that a run does not mention; null: there is none. Entries without a last day end before
 * it, so that this year's list, when it comes again, leaves next year's alone (IM-9).
 */
function findLaterList(before: readonly Period[], fresh: readonly Period[], today: string): string | null {
  const said = fresh.filter(({ begins }) => begins > today)
  const isSaid = (row: Period) => said.some(({ begins, ends }) => begins <= row.ends && ends >= row.begins)
  const days = new Map(before.filter(({ begins }) => begins > today).map((row) => [`${row.begins} ${row.ends}`, row]))
  const left = [...days.values()].filter((row) => !isSaid(row)).map(({ begins }) => begins)
  return left.toSorted()[0] ?? null
}

/** Keeps the last of several items with the same key. */
function joinByKey<One>(all: readonly One[], toKey: (one: One) => string): readonly One[] {
  return [...new Map(all.map((one) => [toKey(one), one])).values()]
}

/** Joins the resources of a list, with the text that identifies their content. */
async function joinParts(tx: Tx, known: ReceivedListData | undefined, fresh: FreshReceived) {
  const before = known ?? { days: [], parts: [] }
  const there = await readParts(
    tx,
    [...before.parts, ...fresh.parts].map(({ part }) => part),
  )
  const findPart = (part: number) => {
    const found = there.get(part) ?? fresh.parts.find((one) => one.part === part && part < 0)
    if (found === undefined) throw new Error('Another run has replaced the resources of this list meanwhile')
    return found
  }
  const received = joinReceived(before, fresh, findPart)
  return { received, said: writeReceived(received, findPart) }
}

function inOrder<T>(all: readonly T[], key: (one: T) => string): T[] {
  return all
    .map((one) => [key(one), one] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, one]) => one)
}

/** The same text for the same content, whatever the order of its fields. */
function stable(one: object): string {
  return JSON.stringify(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const toCostKey = ({ tier, pharmacy, days, begins }: TierCostsData[number]) =>
  JSON.stringify([tier, pharmacy, days, begins])

/** One cost for each tier; if a run contradicts itself, the cost is unknown. */
function settleCosts(costs: readonly TierCostsData[number][]) {
  const unknown = { copayCents: null, coinsurance: null, deductibleApplies: null }
  const found = new Map<string, TierCostsData[number]>()
  let contradictions = 0
  for (const cost of costs) {
    const key = toCostKey(cost)
    const known = found.get(key)
    const both =
      known === undefined ? cost : { ...cost, ends: findLater(known.ends ?? always.ends, cost.ends ?? always.ends) }
    const isSame = known === undefined || stable({ ...known, ends: both.ends }) === stable(both)
    if (!isSame) contradictions += 1
    found.set(key, isSame ? both : { ...both, ...unknown })
  }
  return { costs: [...found.values()], contradictions }
}
