import { hash } from 'node:crypto'
import type { PartDays } from '../../../platform/db/tables.ts'
import { type CameResources, listPlanIds, usersOfFormularies } from './da-vinci.ts'
import { isOfFirst } from './da-vinci-first.ts'
import { findExtension, type ReadPlan, toId } from './da-vinci-shapes.ts'
import { always, daysInAll, findEarlier, findLater, joinPeriods, type Period } from './periods.ts'

/** A resource that came, and the days on which it counts. */
export interface CameResource {
  readonly type: CameType
  readonly sourceId: string
  readonly text: string
  readonly days: PartDays
}

export type CameType = 'InsurancePlan' | 'Basic' | 'MedicationKnowledge' | 'Location'

/** The resources that some plans share, or some of these. */
export interface CamePart {
  readonly planIds: readonly string[]
  readonly resources: readonly CameResource[]
}

/** The resources of plans' lists. */
export interface Arranged {
  readonly parts: readonly CamePart[]
  /** The days of each plan. */
  readonly windows: ReadonlyMap<string, Period>
  /** Regions that no plan names, and resources without an id. */
  readonly left: { readonly regions: number; readonly nameless: number }
}

/** About so many resources are in one part: what changes of it is stored anew as a whole. */
const partSize = 1000

/** Whose a resource is, and when. */
class Owned {
  /** Plans that are named together. */
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

/** What is not published yet, or should never have been. */
const hidden: ReadonlySet<unknown> = new Set(['draft', 'entered-in-error'])

/**
 * Tells whose the resources of some plans' lists are: an item is of the plans that use its formulary, and so is the drug; a region of those
 * that are sold there. What is of none of these plans, such as one that is over, is of all of them: the files said it along with their lists.
 * Where something counts on other days than what names it, it counts on those of both, so that nothing that stays leads to what went.
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

/** The plans of a resource, the same list for the same plans; `all`: of what is of none. */
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

/** Which plans use which formularies, and on which days. */
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
  // A formulary that no plan names is a list by itself.
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

/** Items with the formularies and drugs that they are about. Returns how many have no id. */
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

/** Who uses a formulary on which days, and the days that were found of its items, by what they say. */
interface Use {
  readonly users: readonly string[]
  readonly window: Period
  readonly known: Map<string, PartDays>
}

/** The days of an item of a formulary; thousands say the same. */
function findDays(
  available: { readonly start?: string | undefined; readonly end?: string | undefined } | undefined,
  { window, known }: Use,
): PartDays {
  const said = `${available?.start} ${available?.end}`
  const days = known.get(said) ?? toDays(daysInAll([available, { start: window.begins, end: window.ends }]) ?? window)
  known.set(said, days)
  return days
}

/** Plans, which count as long as the formularies that they use. */
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

/** The regions of plans, with those that they are part of. Returns how many are of no plan. */
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

/** What is served of all that came; nobody's days are all days, which the next file replaces. */
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

/** Those of some plans in parts, in which the same ones are together in every run. */
function divide(all: readonly CameResource[]): readonly (readonly CameResource[])[] {
  const count = 2 ** Math.ceil(Math.log2(Math.max(1, all.length / partSize)))
  if (count === 1) return [all]
  const toPlace = ({ type, sourceId }: CameResource) =>
    hash('sha1', `${type}/${sourceId}`, 'buffer').readUInt32BE() % count
  return [...Map.groupBy(all, toPlace).values()]
}
