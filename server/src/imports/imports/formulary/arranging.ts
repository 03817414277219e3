import { hash } from 'node:crypto'
import type { PartDays } from '../../../platform/db/tables.ts'
import { type CameResources, listPlanIds, usersOfFormularies } from './da-vinci.ts'
import { isOfFirst } from './da-vinci-first.ts'
import { findExtension, type ReadPlan, toId } from './da-vinci-shapes.ts'
import { always, daysInAll, findEarlier, findLater, joinPeriods, type Period } from './periods.ts'

/** A resource as received, and the days on which it counts. */
export interface CameResource {
  readonly type: CameType
  readonly sourceId: string
  readonly text: string
  readonly days: PartDays
}

export type CameType = 'InsurancePlan' | 'Basic' | 'MedicationKnowledge' | 'Location'

/** Resources that the same plans share, or a portion of them. */
export interface CamePart {
  readonly planIds: readonly string[]
  readonly resources: readonly CameResource[]
}

/** The resources of plans' lists. */
export interface Arranged {
  readonly parts: readonly CamePart[]
  /** The days of each plan. */
  readonly windows: ReadonlyMap<string, Period>
  /** Counts of regions that no plan names, and of resources without an id. */
  readonly left: { readonly regions: number; readonly nameless: number }
}

/** The approximate number of resources in one part; a part that changes is stored again as a whole. */
const partSize = 1000

/** The plans of a resource, and its days. */
class Owned {
  /** Lists of plans that are named together. */
  readonly users = new Set<readonly string[]>()
  days: PartDays | null = null

  add(planIds: readonly string[], days: PartDays | null): void {
    if (planIds.length > 0) this.users.add(planIds)
    if (days !== null) this.days = this.days === null ? days : joinDays(this.days, days)
  }

  addAll({ users, days }: Owned): void {
    this.add([], days)
    for (const planIds of users) this.users.add(planIds)
  }
}

function joinDays([ends, begins]: PartDays, [otherEnds, otherBegins]: PartDays): PartDays {
  return [findEarlier(ends, otherEnds), findLater(begins, otherBegins)]
}

const toDays = ({ begins, ends }: Period): PartDays => [ends, begins]

/** Not published yet, or never meant to be. */
const hidden: ReadonlySet<unknown> = new Set(['draft', 'entered-in-error'])

/**
 * Assigns resources to plans: an item and its drug belong to the plans that use its formulary, a region to the plans sold there. A resource
 * of none of these plans, such as one of a past plan, belongs to all of them, because the files brought it with their lists. A resource
 * counts only on days on which the resource that names it counts, too, so that nothing that stays refers to something gone.
 */
export function arrangeCame(came: CameResources, planIds: readonly string[]): Arranged {
  const all = planIds.toSorted()
  const owned = new Map<string, Owned>()
  const findOwned = (key: string) => {
    const known = owned.get(key) ?? new Owned()
    owned.set(key, known)
    return known
  }
  const { findUsers, findWindow, windows } = readUse(
    came.plans.map(({ is }) => is),
    all,
  )
  const nameless = ownItems(came, { findOwned, findUsers, findWindow })
  ownPlans(came, { findOwned, findUsers, all })
  const regions = ownRegions(came, findOwned)
  const resources = listResources(came, owned)
  const toGroup = createGrouping(all)
  const groups = Map.groupBy(resources, ({ type, sourceId }) => toGroup(owned.get(`${type}/${sourceId}`)?.users))
  const parts = [...groups].flatMap(([own, some]) =>
    divide(some).map((resources): CamePart => ({ planIds: own, resources })),
  )
  return { parts, windows, left: { regions, nameless } }
}

/** The plans of a resource, as the same array for the same plans; `all` for a resource of no plan. */
function createGrouping(
  all: readonly string[],
): (users: ReadonlySet<readonly string[]> | undefined) => readonly string[] {
  const [numbers, byNumbers] = [new Map<readonly string[], number>(), new Map<string, readonly string[]>()]
  const byPlans = new Map<string, readonly string[]>([[JSON.stringify(all), all]])
  return (users) => {
    if (users === undefined || users.size === 0) return all
    const own = [...users]
    for (const one of own) if (!numbers.has(one)) numbers.set(one, numbers.size)
    const key = own.map((one) => numbers.get(one)).join(' ')
    const known = byNumbers.get(key)
    if (known !== undefined) return known
    const planIds = [...new Set(own.flat())].sort()
    const group = byPlans.get(JSON.stringify(planIds)) ?? planIds
    byPlans.set(JSON.stringify(planIds), group)
    byNumbers.set(key, group)
    return group
  }
}

type FindOwned = (key: string) => Owned

/** Finds which plans use which formularies, and on which days. */
function readUse(plans: readonly ReadPlan[], all: readonly string[]) {
  const wanted = new Set(all)
  const inForce = plans.filter(({ status }) => status === undefined || status === 'active')
  const byId = new Map(inForce.map((plan) => [plan.id, plan]))
  const users = usersOfFormularies(inForce, byId)
  const windows = new Map<string, Period>()
  const widen = (planId: string, period: Period | null) => {
    if (period === null) return
    const known = windows.get(planId)
    windows.set(planId, known === undefined ? period : joinPeriods(known, period))
  }
  for (const plan of inForce) for (const planId of listPlanIds(plan)) widen(planId, daysInAll([plan.period]))
  // A formulary that no plan names forms its own list.
  for (const plan of inForce) if (!users.has(plan.id)) widen(plan.id, daysInAll([plan.period]))
  return {
    windows,
    findUsers: (formulary: string) => {
      const own = users.get(formulary)?.map(({ planId }) => planId) ?? [formulary]
      return [...new Set(own)].filter((planId) => wanted.has(planId))
    },
    findWindow: (formulary: string): Period => {
      const periods = users.get(formulary)?.map((user) => user.periods) ?? [[byId.get(formulary)?.period]]
      const known = periods.flatMap((some) => daysInAll(some) ?? [])
      return known.length === 0 ? always : known.reduce(joinPeriods)
    },
  }
}

/** Assigns items, with their formularies and drugs. Returns how many have no id. */
function ownItems(
  { items }: CameResources,
  of: {
    readonly findOwned: FindOwned
    readonly findUsers: (formulary: string) => readonly string[]
    readonly findWindow: (formulary: string) => Period
  },
): number {
  const uses = new Map<string, Use>()
  let nameless = 0
  for (const { is: item } of items) {
    const formulary = toId(findExtension(item, 'usdf-FormularyReference-extension')?.valueReference)
    if (formulary === null) continue
    if (item.id === undefined || item.id === '') {
      nameless += 1
      continue
    }
    const use = uses.get(formulary) ?? {
      users: of.findUsers(formulary),
      window: of.findWindow(formulary),
      known: new Map(),
    }
    uses.set(formulary, use)
    const { users } = use
    const available = findExtension(item, 'usdf-AvailabilityPeriod-extension')?.valuePeriod
    const days = findDays(available, use)
    of.findOwned(`Basic/${item.id}`).add(users, days)
    of.findOwned(`InsurancePlan/${formulary}`).add(users, days)
    of.findOwned(`MedicationKnowledge/${toId(item.subject)}`).add(users, days)
  }
  return nameless
}

/** The plans that use a formulary, the days on which they do, and a cache of its items' days by the text of their period. */
interface Use {
  readonly users: readonly string[]
  readonly window: Period
  readonly known: Map<string, PartDays>
}

/** The days of an item in a formulary; thousands of items have the same period. */
function findDays(
  available: { readonly start?: string | undefined; readonly end?: string | undefined } | undefined,
  { window, known }: Use,
): PartDays {
  const said = `${available?.start} ${available?.end}`
  const days = known.get(said) ?? toDays(daysInAll([available, { start: window.begins, end: window.ends }]) ?? window)
  known.set(said, days)
  return days
}

/** Assigns plans, which count as long as the formularies that they use. */
function ownPlans(
  { plans }: CameResources,
  {
    findOwned,
    findUsers,
    all,
  }: {
    readonly findOwned: FindOwned
    readonly findUsers: (formulary: string) => readonly string[]
    readonly all: readonly string[]
  },
): void {
  const wanted = new Set(all)
  for (const { is: plan } of plans) {
    const own = findOwned(`InsurancePlan/${plan.id}`)
    own.add(findUsers(plan.id), null)
    for (const formulary of listFormularies(plan)) {
      const planIds = listPlanIds(plan).filter((planId) => wanted.has(planId))
      const { days } = findOwned(`InsurancePlan/${formulary}`)
      own.add(planIds, days)
      findOwned(`InsurancePlan/${formulary}`).add(planIds, null)
    }
  }
}

function listFormularies({ coverage }: ReadPlan): readonly string[] {
  return coverage.flatMap((one) => toId(findExtension(one, 'usdf-FormularyReference-extension')?.valueReference) ?? [])
}

/** Assigns the regions of plans, with the regions that contain these. Returns how many belong to no plan. */
function ownRegions({ plans, areas }: CameResources, findOwned: FindOwned): number {
  const byId = new Map(areas.map(({ is }) => [is.id, is]))
  const named = new Set<string>()
  for (const { is: plan } of plans) {
    const own = findOwned(`InsurancePlan/${plan.id}`)
    const met = new Set<string>()
    let next = [plan, ...plan.plan].flatMap(({ coverageArea }) => coverageArea.flatMap((one) => toId(one) ?? []))
    while (next.length > 0) {
      const some = next.filter((id) => byId.has(id) && !met.has(id))
      for (const id of some) {
        met.add(id)
        named.add(id)
        findOwned(`Location/${id}`).addAll(own)
      }
      next = some.flatMap((id) => toId(byId.get(id)?.partOf) ?? [])
    }
  }
  return byId.size - named.size
}

/** Lists the received resources that are served. A resource without days counts always, until the next file replaces it. */
function listResources(came: CameResources, owned: ReadonlyMap<string, Owned>): CameResource[] {
  const found = new Map<string, CameResource>()
  const add = (type: CameType, sourceId: string, text: string) => {
    const days = owned.get(`${type}/${sourceId}`)?.days ?? toDays(always)
    found.set(`${type}/${sourceId}`, { type, sourceId, text, days })
  }
  for (const { is, text } of came.plans) if (!hidden.has(is.status)) add('InsurancePlan', is.id, text)
  for (const { is, text } of came.drugs)
    if (!hidden.has(is.status) && !isOfFirst(is)) add('MedicationKnowledge', is.id, text)
  for (const { is, text } of came.items) {
    const { id = '' } = is
    const status = findExtension(is, 'usdf-AvailabilityStatus-extension')?.valueCode
    if (owned.has(`Basic/${id}`) && !hidden.has(status)) add('Basic', id, text)
  }
  for (const { is, text } of came.areas) if (owned.has(`Location/${is.id}`)) add('Location', is.id, text)
  return [...found.values()]
}

/** Divides the resources of some plans into parts; the same resources end up together in every run. */
function divide(all: readonly CameResource[]): readonly (readonly CameResource[])[] {
  const count = 2 ** Math.ceil(Math.log2(Math.max(1, all.length / partSize)))
  if (count === 1) return [all]
  const toPlace = ({ type, sourceId }: CameResource) =>
    hash('sha1', `${type}/${sourceId}`, 'buffer').readUInt32BE() % count
  return [...Map.groupBy(all, toPlace).values()]
}
