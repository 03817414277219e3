import { isObject } from '@portico/rules/fhir/json'
import * as v from 'valibot'
import { parseCatalogResource, refuseOversized } from '../fhir/bounds.ts'
import { Refused } from '../refused.ts'
import type { Place } from '../source/found.ts'
import { keepNewest, readVersion, type Version } from '../source/newest.ts'
import { isOfFirst, readFirst } from './da-vinci-first.ts'
import {
  Area,
  type Concept,
  CoveragePlan,
  type DaVinciDrug,
  type DaVinciPlan,
  type Days,
  Drug,
  findClass,
  findExtension,
  Item,
  isGone,
  isPayable,
  type Pass,
  type Passed,
  Plan,
  type ReadArea,
  type ReadCoveragePlan,
  type ReadDrug,
  type ReadItem,
  type ReadPlan,
  readName,
  toCode,
  toId,
  toOption,
  toPlanId,
  toRules,
} from './da-vinci-shapes.ts'
import { findNamedYear, findYearOfFile } from './named-years.ts'
import { daysInAll, toPeriod } from './periods.ts'

/**
 * The resources of HL7's US Drug Formulary (Da Vinci). In the second edition, an item says how a formulary covers a drug, and a plan names
 * its formulary and the costs of its tiers; the first edition has other resources (`da-vinci-first.ts`). They come in any order and in any
 * number of files, so they are assembled at the end.
 */

/** An item that could not be assembled, and why. */
interface Lost {
  readonly at: Place
  readonly text: string
  readonly reason: string
}

const types = { MedicationKnowledge: Drug, Basic: Item, InsurancePlan: Plan, List: CoveragePlan, Location: Area }

/** Whether a resource belongs to a formulary; the rest of a file is ignored. */
export function isOfFormulary(type: string): type is keyof typeof types {
  return Object.hasOwn(types, type)
}

/** The most characters of a run's resources in total: they are all held in memory. */
const maxLength = 128 * 1024 * 1024

/** The same for regions, whose borders may be long; further regions are left out. */
const maxAreas = 32 * 1024 * 1024

/** The resources are too large to be assembled together. */
export class TooMuchDaVinci extends Refused {
  constructor() {
    super(
      '',
      'is more than 128 MB of covered drugs together with the files before it: give fewer formularies in one run',
    )
  }
}

/** A resource as received, with the parsed fields. */
interface Come<One> {
  readonly text: string
  readonly file: string
  readonly is: One
}
type ItemAt = Come<ReadItem> & { readonly at: Place }

/** A resource with its version. */
type Held<One> = One & { readonly version: Version | undefined }

/** The newest version of each resource in the files (OS-17). */
export interface CameResources {
  readonly drugs: readonly Come<ReadDrug>[]
  readonly items: readonly Come<ReadItem>[]
  readonly plans: readonly Come<ReadPlan>[]
  readonly areas: readonly Come<ReadArea>[]
}

function createGathered() {
  const [drugs, items]: [Held<Come<ReadDrug>>[], Held<ItemAt>[]] = [[], []]
  const [plans, lists]: [Held<Come<ReadPlan>>[], Held<Come<ReadCoveragePlan>>[]] = [[], []]
  const areas: Held<Come<ReadArea>>[] = []
  return { drugs, items, plans, lists, areas }
}

/** Leaves out resources that have a later version. Of drugs with the same id and no version, the later one counts. */
function takeNewest(
  { drugs, items, plans, lists, areas }: ReturnType<typeof createGathered>,
  pass: Pass,
  thisYear: number,
) {
  const take = <One extends { readonly version: Version | undefined }>(all: readonly One[], type: Passed['type']) => {
    const newest = keepNewest(all)
    for (let left = all.length - newest.length; left > 0; left -= 1)
      pass('has the id of a later one, which counts', type)
    return newest
  }
  /** In the first edition, files of different years may have the same ids. */
  const takeOfYears = <One extends Held<Come<{ readonly id: string }>>>(all: readonly One[], type: Passed['type']) =>
    [...Map.groupBy(all, ({ file }) => findYearOfFile(file, thisYear)).values()].flatMap((some) => [
      ...new Map(take(some, type).map((one) => [one.is.id, one])).values(),
    ])
  return {
    drugs: takeOfYears(drugs, 'MedicationKnowledge'),
    items: take(items, 'Basic'),
    plans: take(plans, 'InsurancePlan'),
    lists: takeOfYears(lists, 'List'),
    areas: take(areas, 'Location'),
  }
}

/** Adds a resource. Throws Refused. */
function keep(gathered: ReturnType<typeof createGathered>, type: keyof typeof types, at: Place, text: string): void {
  const json = parseCatalogResource(text)
  refuseOversized(json, text.length)
  const read = v.safeParse(types[type], json)
  if (!read.success) throw new Refused(v.getDotPath(read.issues[0]) ?? '', read.issues[0].message)
  const version = isObject(json) ? readVersion(json) : undefined
  const come = { version, text, file: at.file }
  if (type === 'MedicationKnowledge') gathered.drugs.push({ ...come, is: read.output as ReadDrug })
  else if (type === 'Basic') gathered.items.push({ ...come, at, is: read.output as ReadItem })
  else if (type === 'InsurancePlan') gathered.plans.push({ ...come, is: read.output as ReadPlan })
  else if (type === 'Location') gathered.areas.push({ ...come, is: read.output as ReadArea })
  else gathered.lists.push({ ...come, is: read.output as ReadCoveragePlan })
}

/**
 * Adds the year in the id, number, name or file name of a plan to plans without any dates. If an item has dates of its own, those decide
 * the year, and no name counts.
 */
function withNamedYears(
  plans: readonly Held<Come<ReadPlan>>[],
  items: readonly ItemAt[],
  thisYear: number,
): Held<Come<ReadPlan>>[] {
  const isDated = items.some(({ is }) => findExtension(is, 'usdf-AvailabilityPeriod-extension')?.valuePeriod)
  return plans.map((plan) => {
    const { is, file } = plan
    if (isDated || is.period?.start !== undefined || is.period?.end !== undefined) return plan
    const year =
      [is.id, ...is.identifier.map(({ value }) => value), is.name]
        .map((name) => findNamedYear(name, thisYear))
        .find((one) => one !== null) ?? findYearOfFile(file, thisYear)
    if (year === null) return plan
    const { begins, ends } = toPeriod(year)
    return { ...plan, is: { ...is, period: { start: begins, end: ends } } }
  })
}

/** Gathers the resources of a run. */
export function gatherDaVinci(thisYear: number) {
  let [length, areas, areasLeft] = [0, 0, 0]
  const gathered = createGathered()
  return {
    /** Adds a resource. Throws Refused, or TooMuchDaVinci. */
    add(type: keyof typeof types, at: Place, text: string): void {
      if (type === 'Location') areas += text.length
      else length += text.length
      if (length > maxLength) throw new TooMuchDaVinci()
      if (type === 'Location' && areas > maxAreas) {
        areasLeft += 1
        return
      }
      keep(gathered, type, at, text)
    },
    /** Returns everything in the exchange's layout. */
    finish(): {
      readonly drugs: readonly DaVinciDrug[]
      readonly plans: readonly DaVinciPlan[]
      readonly lost: Lost[]
      /** What is left out, and why. */
      readonly passed: readonly Passed[]
      readonly came: CameResources
      /** The plans of files of the first edition. */
      readonly ofFirst: readonly string[]
    } {
      const passed: Passed[] = []
      const pass: Pass = (reason, type = 'Basic') => void passed.push({ type, reason })
      for (; areasLeft > 0; areasLeft -= 1)
        pass('is more than 32 MB of regions together with those before it', 'Location')
      const newest = takeNewest(gathered, pass, thisYear)
      const came = { ...newest, plans: withNamedYears(newest.plans, newest.items, thisYear) }
      const { items } = came
      const plans = came.plans.map(({ is }) => is)
      const drugs = new Map(came.drugs.map(({ is }) => [is.id, is]))
      const inForce = plans.filter(({ status }) => status === undefined || status === 'active')
      const byId = new Map(inForce.map((plan) => [plan.id, plan]))
      const gone = new Set(plans.filter(({ id }) => !byId.has(id)).map(({ id }) => id))
      const users = usersOfFormularies(inForce, byId)
      const { covered, lost } = coverItems(items, { drugs, gone, users, byId }, pass)
      for (const _ of gone) pass('is not active', 'InsurancePlan')
      const named = new Set(items.map(({ is: item }) => toId(item.subject)))
      const first = readFirst(came, thisYear, pass)
      for (const drug of drugs.values())
        if (!named.has(drug.id) && !isOfFirst(drug)) pass('no item says how it is covered', 'MedicationKnowledge')
      const costs = [...inForce.flatMap((plan) => listCosts(plan, pass)), ...first.plans]
      const ofFirst = [...first.drugs.flatMap(({ plans: own }) => own), ...first.plans].map(({ plan_id }) => plan_id)
      const refused = new Set(lost.map(({ text }) => text))
      const served = { ...came, items: items.filter(({ text }) => !refused.has(text)) }
      return { drugs: [...covered, ...first.drugs], plans: costs, lost, passed, came: served, ofFirst }
    },
  }
}

/** Joins items with their drugs; an item whose drug is missing is lost. */
function coverItems(
  items: readonly ItemAt[],
  {
    drugs,
    gone,
    users,
    byId,
  }: {
    readonly drugs: ReadonlyMap<string, ReadDrug>
    /** Formularies that are not active. */
    readonly gone: ReadonlySet<string>
    readonly users: ReadonlyMap<string, readonly User[]>
    readonly byId: ReadonlyMap<string, ReadPlan>
  },
  pass: Pass,
): { readonly covered: DaVinciDrug[]; readonly lost: Lost[] } {
  const lost: Lost[] = []
  const covered = items.flatMap(({ at, text, is: item }) => {
    const formulary = toId(findExtension(item, 'usdf-FormularyReference-extension')?.valueReference)
    const drug = drugs.get(toId(item.subject) ?? '')
    // Retired or a draft: no longer in the formulary, or not yet.
    const availability = findExtension(item, 'usdf-AvailabilityStatus-extension')?.valueCode
    const isInactive = availability !== undefined && notAvailable.has(availability)
    if (isInactive || formulary === null || gone.has(formulary)) {
      pass(isInactive ? 'is not available' : formulary === null ? 'names no formulary' : 'its formulary is not active')
      return []
    }
    if (drug === undefined) {
      lost.push({ at, text, reason: 'names a drug that these files do not have' })
      return []
    }
    if (isGone(drug)) {
      pass('its drug is not active')
      return []
    }
    const named = readName(drug)
    if (named === null) {
      pass('its drug has no name')
      return []
    }
    const using = users.get(formulary) ?? [{ planId: formulary, periods: [byId.get(formulary)?.period] }]
    const covered = toCoveredDrug(item, drug, named, using)
    if (covered.plans.length === 0) pass('counts on no day of its plan')
    return [covered]
  })
  return { covered, lost }
}

/** A plan that uses a formulary, with the days on which both are in force. */
interface User {
  readonly planId: string
  /** The periods of the plan and of the formulary. */
  readonly periods: readonly v.InferOutput<typeof Days>[]
}

/** Codes of `PublicationStatus`; older files have `inactive`. */
const notAvailable: ReadonlySet<string> = new Set(['draft', 'retired', 'inactive'])

/** The plans that use each formulary; a formulary that no plan names is stored under its own id. */
export function usersOfFormularies(
  plans: readonly ReadPlan[],
  byId: ReadonlyMap<string, ReadPlan>,
): Map<string, User[]> {
  const found = new Map<string, User[]>()
  for (const plan of plans)
    for (const coverage of plan.coverage) {
      const formulary = toId(findExtension(coverage, 'usdf-FormularyReference-extension')?.valueReference)
      if (formulary === null) continue
      const periods = [plan.period, byId.get(formulary)?.period]
      const users = found.get(formulary) ?? []
      users.push(...listPlanIds(plan).map((planId) => ({ planId, periods })))
      found.set(formulary, users)
    }
  return found
}

/** The ids under which plans are stored: each component plan's own, or else the product's. */
export function listPlanIds(product: ReadPlan): string[] {
  const own = product.plan.flatMap((part) => findPlanId(part) ?? [])
  return own.length > 0 ? own : [findPlanId(product) ?? product.id]
}

function findPlanId({ identifier }: Pick<ReadPlan, 'identifier'>): string | undefined {
  return identifier.map(({ value }) => toPlanId(value)).find((one) => one !== undefined)
}

function toCoveredDrug(
  item: v.InferOutput<typeof Item>,
  drug: ReadDrug,
  { code, display }: { readonly code: string | null; readonly display: string },
  users: readonly User[],
): DaVinciDrug {
  const rules = toRules(item)
  const available = findExtension(item, 'usdf-AvailabilityPeriod-extension')?.valuePeriod
  const plans = users.flatMap(({ planId: plan_id, periods }) => {
    const period = daysInAll([available, ...periods])
    return period === null ? [] : [{ plan_id, ...rules, period }]
  })
  return { rxnorm_id: code, drug_name: display, drug_class: findClass(drug), plans }
}

/** The costs of each plan's tiers; component plans without an id together count as the product. */
function listCosts(product: ReadPlan, pass: Pass): DaVinciPlan[] {
  const period = daysInAll([product.period])
  if (period === null) return []
  const parts = Map.groupBy(product.plan, (part) => findPlanId(part) ?? findPlanId(product) ?? product.id)
  return [...parts].flatMap(([plan_id, own]) => {
    const formulary = own.flatMap((part) => listCostsOfPart(part, pass))
    return formulary.length === 0 ? [] : [{ plan_id, formulary, period }]
  })
}

function listCostsOfPart({ specificCost }: ReadPlan['plan'][number], pass: Pass): DaVinciPlan['formulary'] {
  return specificCost.flatMap(({ category, benefit }) =>
    benefit.flatMap(({ type, cost }) => {
      const [tier, pharmacy] = [toCode(type), toCode(category)]
      if (tier === null || pharmacy === null) return []
      const inNetwork = cost.filter(({ applicability }) => !isOutside(applicability))
      const list = (kind: string) => inNetwork.filter((one) => toCode(one.type)?.toLowerCase() === kind)
      const [[copay, ...copays], [coinsurance, ...shares]] = [list('copay'), list('coinsurance')]
      const isOther = (one: typeof copay, more: typeof cost) =>
        more.some((other) => JSON.stringify(other) !== JSON.stringify(one))
      if (isOther(copay, copays) || isOther(coinsurance, shares)) {
        pass('is given in two ways: it is not known', 'cost')
        return []
      }
      const amount = copay?.value?.value ?? null
      const joinOptions = (one: typeof copay) =>
        one?.qualifiers.map((concept) => toOption(toCode(concept))).join(' ') || null
      const fixed = { copay_amount: amount, copay_opt: joinOptions(copay) }
      const { value: share = null, code, unit } = coinsurance?.value ?? {}
      if (!isPayable({ copay_amount: amount, coinsurance_rate: share })) {
        pass('is no amount that anybody could be asked to pay', 'cost')
        return []
      }
      // In the exchange's layout, rates are fractions of one; some files write 0.2 percent for 20.
      const rate = share !== null && (code ?? unit) === '%' && share >= 1 ? share / 100 : share
      const sharing = { ...fixed, coinsurance_rate: rate, coinsurance_opt: joinOptions(coinsurance) }
      return [{ drug_tier: tier, cost_sharing: [{ pharmacy_type: pharmacy, ...sharing }] }]
    }),
  )
}

/** Whether a cost is for out-of-network pharmacies. */
function isOutside(applicability: v.InferOutput<typeof Concept> | undefined): boolean {
  return applicability !== undefined && /^out/i.test(toCode(applicability) ?? '')
}
