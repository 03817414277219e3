import { setImmediate } from 'node:timers/promises'
import { easternDay } from '../../../platform/day.ts'
import type { Database } from '../../../platform/db/database.ts'
import { createLruCache } from '../../../platform/lru-cache.ts'
import type { Candidate, Hint, Link, OpenCall, OpenResource, OpenSource, Part, PartAsked } from '../open/source.ts'
import { buildDrug, buildFormulary, buildItem, buildPayerPlan, toFormularyId, toItemId, toPlanKey } from './build.ts'
import { findTierCode } from './codes.ts'
import {
  type ListedPlan,
  type RowKey,
  readListedDrugs,
  readListedPlans,
  readListRows,
  readListsVersion,
} from './store.ts'

/** Maximum number of brands whose plans and drugs are in memory: those with 10,000 drugs take about 10 MB. */
const maxBrands = 4

/** A brand's lists, apart from their rows. */
interface Held {
  readonly plans: ReadonlyMap<string, ListedPlan>
  readonly insurancePlans: readonly Candidate[]
  readonly drugs: readonly Candidate[]
  readonly drugOf: ReadonlyMap<string, Candidate>
  readonly listOf: ReadonlyMap<string, Candidate>
}

/** A brand's lists from tables, as last imported, converted to resources. */
export function createBuiltSource(database: Database): OpenSource {
  const keep = createLruCache<Held>(maxBrands)
  return {
    list: async (type, asked, call) => {
      if (type === 'Location') return { candidates: [], next: null }
      const today = easternDay(call.now)
      const version = await readListsVersion(database.read, call.brand)
      const held = await keep(call.brand, `${version} ${today}`, () => hold(database, call.brand, today))
      if (type === 'InsurancePlan') return listHeld(held.insurancePlans, asked)
      if (type === 'MedicationKnowledge') return listHeld(held.drugs, asked)
      return listItems(held, asked, call, today)
    },
  }

  async function listItems(
    held: Held,
    { hints, links, after, limit }: PartAsked,
    { brand }: OpenCall,
    today: string,
  ): Promise<Part> {
    const toKeys = (name: string) => findHint(hints, name)?.flatMap((id) => parseItemId(held, id) ?? []) ?? null
    const at = after === null ? null : parseItemId(held, after)
    // No list came in tables; or the link is ours but its plan no longer has a list.
    if (held.plans.size === 0 || (after !== null && at === null)) return { candidates: [], next: null }
    const rows = await readListRows(database.read, brand, {
      planIds: findPlans(held, hints, links) ?? [...held.plans.values()].map(({ planId }) => planId),
      drugIds: findTargets('subject', held.drugs, hints, links),
      tiers: findTiers(held, hints),
      only: toKeys('_id'),
      after: at,
      limit,
    })
    const candidates = rows.flatMap((row) => {
      const key = toPlanKey(brand, row.plan_id)
      const plan = held.plans.get(key)
      if (plan === undefined) return []
      const follow = (name: string) => {
        const one = name === 'subject' ? held.drugOf.get(row.drug_id) : held.listOf.get(toFormularyId(key))
        return one === undefined ? [] : [one]
      }
      return [{ resource: buildItem(row, plan, key, today), follow }]
    })
    const last = rows.at(-1)
    const isMore = rows.length === limit && last !== undefined
    return { candidates, next: isMore ? toItemId(toPlanKey(brand, last.plan_id), last) : null }
  }
}

async function hold(database: Database, brand: string, today: string): Promise<Held> {
  const plans = await readListedPlans(database.read, brand)
  const keyed = new Map(plans.map((plan) => [toPlanKey(brand, plan.planId), plan]))
  const lists = [...keyed].map(([key, plan]) => toCandidate(buildFormulary(plan, key, today)))
  const listOf = new Map(lists.map((one) => [one.resource.id, one]))
  const payers = [...keyed].map(([key, plan]) =>
    toCandidate(
      buildPayerPlan(plan, key, today),
      [listOf.get(toFormularyId(key))].flatMap((one) => one ?? []),
    ),
  )
  const drugs: Candidate[] = []
  for (const [at, row] of (await readListedDrugs(database.read, brand)).entries()) {
    drugs.push(toCandidate(buildDrug(row)))
    if (at % 500 === 499) await setImmediate()
  }
  return {
    plans: keyed,
    insurancePlans: inOrder([...payers, ...lists]),
    drugs: inOrder(drugs),
    drugOf: new Map(drugs.map((one) => [one.resource.id, one])),
    listOf,
  }
}

function toCandidate(resource: OpenResource, targets: readonly Candidate[] = []): Candidate {
  return { resource, follow: () => targets }
}

const inOrder = (all: readonly Candidate[]) => all.toSorted((a, b) => (a.resource.id < b.resource.id ? -1 : 1))

/** All remaining ones, because they are already in memory. */
function listHeld(all: readonly Candidate[], { hints, after }: PartAsked): Part {
  const ids = findHint(hints, '_id')
  return {
    candidates: all.filter(
      ({ resource: { id } }) => (after === null || id > after) && (ids === undefined || ids.includes(id)),
    ),
    next: null,
  }
}

/** The ids or values that a parameter requests. */
function findHint(hints: readonly Hint[], name: string): readonly string[] | undefined {
  return hints.find((hint) => hint.name === name)?.values.map((value) => value.replace(/^\w+\//, ''))
}

/** The ids that a reference must have, directly or through its target's properties; null: any. */
function findTargets(
  name: string,
  all: readonly Candidate[],
  hints: readonly Hint[],
  links: readonly Link[],
): readonly string[] | null {
  const own = findHint(hints, name)
  const link = links.find((one) => one.name === name)
  if (own !== undefined || link === undefined) return own ?? null
  return all.filter(link.finds).map(({ resource }) => resource.id)
}

/** The plans of the requested lists; null: all. */
function findPlans({ plans, listOf }: Held, hints: readonly Hint[], links: readonly Link[]): string[] | null {
  const ids = findTargets('formulary', [...listOf.values()], hints, links)
  return ids?.flatMap((id) => plans.get(id.replace(/^list-/, ''))?.planId ?? []) ?? null
}

/** The tiers with the requested codes, in the lists' own words; null: any. */
function findTiers({ plans }: Held, hints: readonly Hint[]): string[] | null {
  const asked = hints.find(({ name }) => name === 'drug-tier')?.values.map((value) => value.replace(/^.*\|/, ''))
  if (asked === undefined || asked.includes('')) return null
  const said = new Set([...plans.values()].flatMap(({ tiers }) => tiers))
  return [...said].filter((tier) => asked.includes(findTierCode(tier) ?? ''))
}

function parseItemId({ plans }: Held, id: string): RowKey | null {
  const [, key = '', drug_id = '', year, month, day] =
    /^([0-9a-f]{20})-([\w.]{1,30})-(\d{4})(\d\d)(\d\d)$/.exec(id) ?? []
  const plan = plans.get(key)
  return plan === undefined ? null : { plan_id: plan.planId, drug_id, begins: `${year}-${month}-${day}` }
}
