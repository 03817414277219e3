import { readCostShare, type Service } from '@portico/rules/shop/cost-share'
import { type Metal, type NetworkType, type PlanLine, toMarket } from '@portico/rules/shop/lines'
import { readReduced, readReduction } from '@portico/rules/shop/reductions'
import { areaKey, areaOfPlan } from '../../../brands/plans/service-areas.ts'
import type {
  CatalogueYear,
  PlanBenefit,
  PlanContent,
  PlanPaper,
  PlanRates,
  RateBand,
} from '../../../platform/db/plan-columns.ts'
import { Refused } from '../refused.ts'
import type { Place } from '../source/found.ts'
import { isFamilyRate, isSmallGroup, type LayoutName, type Peeked } from './layouts.ts'

type Values = Record<string, unknown>

/** A row with its position, for problems that only show at the end. */
export interface RowAt {
  readonly at: Place
  readonly text: string
}

/** The places of a service area, and the counties that it covers in part. */
interface AreaPlaces {
  readonly all: Set<string>
  readonly inPart: Set<string>
}

interface GatheredYear {
  plans?: Map<string, PlanContent>
  /** The small-group plans. */
  smallGroup?: Set<string>
  /** The child-only plans. */
  childOnly?: Set<string>
  /** By plan and name. */
  benefits?: Map<string, Map<string, PlanBenefit>>
  rates?: Map<string, Record<string, RateBand[]>>
  service?: Map<string, AreaPlaces>
  rating?: Map<string, AreaPlaces>
  /** The first row of each plan, by layout and plan. */
  readonly rows: Map<string, RowAt>
  /** How many rows of each plan were added, by layout; rows of places are counted together. */
  readonly counts: Map<LayoutName, Map<string, number>>
  /** Plans with an unreadable row. */
  readonly lost: Set<string>
}

/** Why a row is skipped. */
export const passedReasons = {
  reduced: 'it is for American Indians and Alaska Natives, whom the exchange knows',
  groups: 'it is for small groups',
  family: 'it is a rate of families, which are rated by person',
  zero: 'it stands for no rate',
  years: 'it counts in no day of the plan year',
  children: 'only children may buy it',
  unsold: 'its plan is for small groups, or for children alone',
} as const
export type Passed = keyof typeof passedReasons

/** What earlier files say, by year: the small-group and child-only plans, and those for people with Medicare. */
export interface KnownPlans {
  readonly unsold: ReadonlyMap<number, ReadonlySet<string>>
  readonly medicare: ReadonlyMap<number, ReadonlySet<string>>
}

/** Collects rows of all files of a run by year. A row that would replace one with the same key is refused: one of them must be wrong. */
export class GatheredPlans {
  readonly years = new Map<number, GatheredYear>()
  readonly #known: KnownPlans

  constructor(known: KnownPlans) {
    this.#known = known
  }

  /** Why a row is skipped, whatever the rest of it says; null: it is wanted. Rows of plans come first. */
  passes(layout: LayoutName, peeked: Peeked): Passed | null {
    if (layout === 'rates' && isFamilyRate(peeked)) return 'family'
    const isForGroups = isSmallGroup(peeked.market)
    if (layout === 'service' || layout === 'rating') return isForGroups ? 'groups' : null
    const [planId, variant] = splitId(peeked.planId)
    if (variant !== null && !standard.includes(variant) && readReduction(variant) === null) return 'reduced'
    const planYear = /^\d{4}$/.test(peeked.year) ? Number(peeked.year) : null
    if (planYear === null) return null
    const year = layout === 'plans' ? this.#openYear(planYear) : this.years.get(planYear)
    if (year !== undefined && layout === 'plans') {
      year.smallGroup ??= new Set()
      year.childOnly ??= new Set()
      if (isForGroups) year.smallGroup.add(planId)
      if (peeked.offering === 'allows child-only') year.childOnly.add(planId)
    }
    // Nobody buys small-group plans here, and their rates begin in every quarter (SH-3).
    if (year?.smallGroup?.has(planId)) return 'groups'
    if (year?.childOnly?.has(planId)) return 'children'
    return year?.smallGroup === undefined && this.#known.unsold.get(planYear)?.has(planId) ? 'unsold' : null
  }

  /** Throws Refused. Returns why the row is skipped, else null. */
  add(layout: LayoutName, values: Values, row: RowAt): Passed | null {
    const year = this.#openYear(values.businessyear as number)
    if (layout === 'service' || layout === 'rating') {
      addPlace(year, layout, values)
      countRow(year, layout, '')
      return null
    }
    const [standardId, variant] = splitId(values.planid as string)
    // A variant with reduced cost sharing is its own plan, sold in place of the standard one (SH-5).
    const planId = readReduction(variant) === null ? standardId : (values.planid as string)
    const key = `${layout} ${planId}`
    if (!year.rows.has(key)) year.rows.set(key, row)
    const passed =
      layout === 'plans'
        ? addPlan(year, { planId, variant }, values)
        : layout === 'benefits'
          ? addBenefit(year, { planId, variant }, values)
          : addRate(year, { planId, mayBeFree: this.#isForMedicare(year, planId, values) }, values)
    if (passed === null) countRow(year, layout, planId)
    return passed
  }

  /** Leaves out the whole plan of an unreadable row: a plan with half of its data would be wrong. */
  lose({ year, planId }: { readonly year: string; readonly planId: string }): void {
    const [standardId, variant] = splitId(planId)
    if (standardId === '') return
    const id = readReduction(variant) === null ? standardId : planId
    const years = /^\d{4}$/.test(year) ? [this.#openYear(Number(year))] : this.years.values()
    for (const one of years) one.lost.add(id)
  }

  #isForMedicare({ plans }: GatheredYear, planId: string, row: Values): boolean {
    if (plans === undefined) return this.#known.medicare.get(row.businessyear as number)?.has(planId) === true
    const line = plans.get(planId)?.line
    return line !== undefined && toMarket(line) === 'medicare'
  }

  #openYear(planYear: number): GatheredYear {
    const known = this.years.get(planYear)
    const year: GatheredYear = known ?? { rows: new Map(), counts: new Map(), lost: new Set() }
    if (known === undefined) this.years.set(planYear, year)
    return year
  }
}

function countRow(year: GatheredYear, layout: LayoutName, planId: string): void {
  const counts = year.counts.get(layout) ?? new Map<string, number>()
  year.counts.set(layout, counts.set(planId, (counts.get(planId) ?? 0) + 1))
}

/** Whether the year has plans for individuals and families, and none of them is readable. */
export function isWithoutPlans({ plans, smallGroup, lost }: GatheredYear): boolean {
  return smallGroup !== undefined && (plans?.size ?? 0) === 0 && lost.size > 0
}

/** Counts the years that have rows of plans. */
export function countYearsOfPlans({ years }: GatheredPlans): number {
  return [...years.values()].filter(({ smallGroup }) => smallGroup !== undefined).length
}

/** Counts the rows of a year that would be imported. */
export function countRows({ counts }: GatheredYear): number {
  return [...counts.values()].flatMap((some) => [...some.values()]).reduce((sum, one) => sum + one, 0)
}

/** Removes the lost plans; returns how many of their rows are left out with them. */
export function dropLost(year: GatheredYear): number {
  let rows = 0
  for (const planId of listLost(year))
    for (const part of ['plans', 'benefits', 'rates'] as const) {
      year[part]?.delete(planId)
      const counts = year.counts.get(part)
      rows += counts?.get(planId) ?? 0
      counts?.delete(planId)
    }
  return rows
}

/** The lost plans, with their variants of reduced cost sharing. */
function listLost({ lost, plans, benefits }: GatheredYear): ReadonlySet<string> {
  const known = [...(plans?.keys() ?? []), ...(benefits?.keys() ?? [])]
  return new Set([...lost, ...known.filter((planId) => lost.has(readReduced(planId)?.planId ?? ''))])
}

/** The variants of a plan for everyone: off and on the exchange. */
const standard: readonly string[] = ['00', '01']

/** In `12345PA0010001-01`, 01 is the variant of the plan. */
function splitId(planId: string): readonly [string, string | null] {
  const [, plan, variant] = /^(.+)-(\d{2})$/.exec(planId) ?? []
  return plan === undefined ? [planId, null] : [plan, variant ?? null]
}

interface Variant {
  readonly planId: string
  readonly variant: string | null
}

function addPlan(year: GatheredYear, { planId, variant }: Variant, row: Values): Passed | null {
  year.plans ??= new Map()
  const { documents, essentialShare, onExchange: isSaidOn, ...content } = toPlan(row)
  const onExchange = isSaidOn ?? (variant === null ? null : variant !== '00')
  const known = year.plans.get(planId)
  if (known === undefined) {
    year.plans.set(planId, { ...content, documents, essentialShare, onExchange })
    return null
  }
  // The same plan on and off the exchange is one plan here, even if each variant has its own documents.
  const { documents: before, essentialShare: share = null, onExchange: isOn = null, ...same } = known
  const isOtherShare = share !== null && essentialShare !== null && share !== essentialShare
  if (isOtherShare || JSON.stringify(same) !== JSON.stringify(content))
    throw new Refused('PlanId', 'stands in an earlier row, which says something else of it')
  const [first, then] = variant === '01' ? [documents, before] : [before, documents]
  const more = then.filter(({ kind }) => !first.some((one) => one.kind === kind))
  year.plans.set(planId, {
    ...content,
    documents: [...first, ...more],
    essentialShare: essentialShare ?? share,
    // One variant with the value is enough, unless the file says that the plan has none.
    onExchange: isOn === null || onExchange === null ? (isOn ?? onExchange) : isOn || onExchange,
  })
  return null
}

type ReadPlan = PlanContent & Required<Pick<PlanContent, 'essentialShare' | 'onExchange'>>

function toPlan(row: Values): ReadPlan {
  const amount = (column: string): number | null => {
    const [total, medical, drugs] = ['tehb', 'mehb', 'dehb'].map((part) => row[`${part}${column}`])
    if (typeof total === 'number') return total
    // Where drugs have their own out-of-pocket maximum, a person pays at most the sum of both; the deductible is the medical one.
    const beside = column.endsWith('moop') && typeof drugs === 'number' ? drugs : 0
    return typeof medical === 'number' ? medical + beside : null
  }
  /** The limit of one person in a family; 'shared': only the family's own limit applies. */
  const each = (column: string): number | 'shared' | null => {
    const isNone = row[`tehb${column}`] === 'none' && typeof row[`mehb${column}`] !== 'number'
    return isNone ? 'shared' : amount(column)
  }
  /** The drug deductible, if drugs have their own. */
  const findDrugDeductible = () => {
    const [own, family, one] = ['individual', 'familypergroup', 'familyperperson'].map(
      (of) => row[`dehbdedinntier1${of}`] as number | 'none' | null,
    )
    if (typeof own !== 'number' || typeof row.tehbdedinntier1individual === 'number') return {}
    return {
      drugDeductibleCents: own,
      drugDeductibleFamilyCents: typeof family === 'number' ? family : null,
      drugDeductibleEachCents: one === 'none' ? ('shared' as const) : (one ?? null),
    }
  }
  const isDental = row.dentalonlyplan === true
  // A plan on the exchange covers essential health benefits; only adult dental plans may have none (45 CFR 156.115).
  if (row.ehbpercenttotalpremium === 0 && !isDental)
    throw new Refused('EHBPercentTotalPremium', 'is 0: no premium is for nothing essential; leave it empty if unknown')
  const papers: PlanPaper[] = []
  const paper = (kind: PlanPaper['kind'], link: unknown) =>
    typeof link === 'string' && link !== 'none' && papers.push({ kind, link })
  paper('summary', row.urlforsummaryofbenefitscoverage)
  paper('brochure', row.planbrochure)
  paper('drugs', row.formularyurl)
  const metal = row.metallevel as Metal | 'none' | null
  return {
    name: row.planmarketingname as string,
    line: (row.productline as PlanLine | null) ?? (isDental ? 'dental' : 'medical'),
    metal: metal === 'none' ? null : metal,
    networkType: row.plantype as NetworkType | null,
    ...(/^allows adult-only$/i.test(String(row.childonlyoffering ?? '')) && { adultsOnly: true as const }),
    ...(row.multipleinnetworktiers === true && { tiered: true as const }),
    hsa: row.ishsaeligible as boolean | null,
    deductibleCents: amount('dedinntier1individual'),
    deductibleFamilyCents: amount('dedinntier1familypergroup'),
    deductibleEachCents: each('dedinntier1familyperperson'),
    ...findDrugDeductible(),
    outOfPocketCents: amount('inntier1individualmoop'),
    outOfPocketFamilyCents: amount('inntier1familypergroupmoop'),
    outOfPocketEachCents: each('inntier1familyperpersonmoop'),
    halfStars: row.starrating as number | null,
    essentialShare: row.ehbpercenttotalpremium as number | null,
    onExchange: row.qhpnonqhptypeid === null ? null : row.qhpnonqhptypeid === 'on',
    ...readArea(row),
    documents: papers,
  }
}

/** The links in a row of plans. */
export function linksIn(row: Values): readonly unknown[] {
  return [row.urlforsummaryofbenefitscoverage, row.planbrochure, row.formularyurl]
}

/** Services that the portal has texts for, by their names in CMS's template. */
const serviceNames: Readonly<Record<string, Service>> = {
  'primary care visit to treat an injury or illness': 'primary',
  'specialist visit': 'specialist',
  'preventive care/screening/immunization': 'preventive',
  'urgent care centers or facilities': 'urgent',
  'emergency room services': 'emergency',
  'inpatient hospital services (e.g., hospital stay)': 'hospital',
  'outpatient facility fee (e.g., ambulatory surgery center)': 'surgery',
  'laboratory outpatient and professional services': 'lab',
  'x-rays and diagnostic imaging': 'xray',
  'imaging (ct/pet scans, mris)': 'imaging',
  'outpatient rehabilitation services': 'therapy',
  'mental/behavioral health outpatient services': 'mental',
  'generic drugs': 'generic',
  'preferred brand drugs': 'preferred-brand',
  'non-preferred brand drugs': 'other-brand',
  'specialty drugs': 'specialty',
  'routine dental services (adult)': 'dental-checkup',
  'basic dental care - adult': 'dental-basic',
  'major dental care - adult': 'dental-major',
  'routine eye exam (adult)': 'eye-exam',
  'eye glasses for adults': 'glasses',
}

function addBenefit(year: GatheredYear, { planId, variant }: Variant, row: Values): Passed | null {
  const name = row.benefitname as string
  const share = (copay: string, coinsurance: string) => {
    const read = readCostShare(String(row[copay.toLowerCase()] ?? ''), String(row[coinsurance.toLowerCase()] ?? ''))
    if (read === 'unreadable')
      throw new Refused(
        copay,
        `is no cost sharing together with ${coinsurance}: such as $30.00, 20.00% or No Charge after deductible`,
      )
    return read
  }
  const isOut = row.iscovered === 'no'
  const benefit: PlanBenefit = {
    service: serviceNames[name.toLowerCase()] ?? null,
    name,
    inNetwork: isOut ? notCovered : share('CopayInnTier1', 'CoinsInnTier1'),
    outOfNetwork: isOut ? notCovered : share('CopayOutofNet', 'CoinsOutofNet'),
    limit: sayLimit(row),
    words: row.explanation as string | null,
  }
  year.benefits ??= new Map()
  const all = year.benefits.get(planId) ?? new Map<string, PlanBenefit>()
  const known = all.get(name)
  if (known === undefined) {
    year.benefits.set(planId, all.set(name, benefit))
    return null
  }
  const costs = ({ words: _, ...one }: PlanBenefit) => JSON.stringify(one)
  if (costs(known) !== costs(benefit))
    throw new Refused('BenefitName', 'stands in an earlier row of the plan, which says something else of it')
  if (variant === '01' || known.words === null) all.set(name, { ...known, words: benefit.words ?? known.words })
  return null
}

/** `30 Days per Year`; programs write whole numbers as `30.0`. */
function sayLimit({ limitqty: quantity, limitunit: unit }: Values): string | null {
  if (quantity === null) return null
  const plain = String(quantity).replace(/^(\d+)\.0+$/, '$1')
  return unit === null ? plain : `${plain} ${unit}`
}

const notCovered = {
  covered: false,
  copayCents: null,
  per: 'visit',
  coinsurance: null,
  afterDeductible: false,
} as const

/** Values that mean "no rate" in files. */
const noRate = (cents: number | null) =>
  cents === 0 || cents === 999_900 || cents === 999_999 || (cents ?? 0) >= 99_999_900

interface Rated {
  readonly planId: string
  /** Medicare Advantage plans often have no premium beyond the one for Medicare itself. */
  readonly mayBeFree: boolean
}

function addRate(year: GatheredYear, { planId, mayBeFree }: Rated, row: Values): Passed | null {
  const planYear = String(row.businessyear)
  const [begins, ends] = [row.rateeffectivedate as string | null, row.rateexpirationdate as string | null]
  if ((begins?.slice(0, 4) ?? planYear) > planYear || (ends?.slice(0, 4) ?? planYear) < planYear) return 'years'
  const [from, to] = row.age as readonly [number, number]
  const [cents, said] = [row.individualrate as number, row.individualtobaccorate as number | null]
  if (cents < 0 || (said ?? 0) < 0) throw new Refused('IndividualRate', 'is no premium: it is below zero')
  // No other plan is free: a rate of zero means that the plan is not sold at this age.
  if (noRate(cents) && !(mayBeFree && cents === 0)) return 'zero'
  const tobacco = noRate(said) ? null : said
  year.rates ??= new Map()
  const areas = year.rates.get(planId) ?? {}
  year.rates.set(planId, areas)
  const area = row.ratingareaid as string
  const bands = Object.hasOwn(areas, area) ? (areas[area] ?? []) : []
  const band = [from, to, cents, tobacco] as const
  const isSame = (one: RateBand) => band.every((value, at) => one[at] === value)
  if (bands.some(isSame)) return null
  if (bands.some(([first, last]) => from <= last && first <= to))
    throw new Refused('Age', 'has a rate in an earlier row of the plan and area')
  bands.push([...band])
  areas[area] = bands
  return null
}

function addPlace(year: GatheredYear, layout: 'service' | 'rating', row: Values): void {
  const county = row.county as string | null
  const isWhole = layout === 'service' ? row.coverentirestate === true : county === null
  if (!isWhole && county === null) throw new Refused('County', 'is empty, and the area is not all of the state')
  year[layout] ??= new Map()
  const area = layout === 'service' ? areaKey(readArea(row)) : (row.ratingareaid as string)
  const places: AreaPlaces = year[layout].get(area) ?? { all: new Set(), inPart: new Set() }
  const zipCodes = isWhole || county === null ? null : readZips(row)
  if (county !== null && (zipCodes === null ? places.inPart.has(county) : places.all.has(county)))
    throw new Refused(
      'County',
      'stands in an earlier row of the area, as a whole in one of them and in part in the other',
    )
  if (isWhole || county === null) places.all.add(row.statecode as string)
  else if (zipCodes === null) places.all.add(county)
  else {
    places.inPart.add(county)
    for (const zip of zipCodes) places.all.add(`${county} ${zip}`)
  }
  year[layout].set(area, places)
}

function readArea(row: Values) {
  return {
    serviceArea: row.serviceareaid as string,
    issuer: row.issuerid as string | null,
    dentalOnly: row.dentalonlyplan as boolean | null,
  }
}

/** The ZIP codes of a county that is covered in part; null: the whole county. */
function readZips(row: Values): readonly string[] | null {
  // Rating areas have neither column.
  const { partialcounty = null, zipcodes = null } = row
  if (partialcounty === true && zipcodes === null)
    throw new Refused('ZipCodes', 'is empty, and only a part of the county is covered')
  if (partialcounty === false && zipcodes !== null)
    throw new Refused('PartialCounty', 'is No, and ZipCodes names a part of the county')
  return zipcodes as readonly string[] | null
}

/** Finds rows about plans or service areas that are neither in these files nor in earlier ones. */
export function orphans(
  year: GatheredYear,
  known: { readonly plans: ReadonlySet<string>; readonly areas: ReadonlySet<string> },
): { readonly row: RowAt; readonly refused: Refused; readonly part: LayoutName; readonly planId: string }[] {
  const plans = year.plans === undefined ? known.plans : new Set(year.plans.keys())
  const areas = year.service === undefined ? known.areas : new Set(year.service.keys())
  const found: ReturnType<typeof orphans> = []
  const stray = (part: LayoutName, planId: string, refused: Refused) => {
    const row = year.rows.get(`${part} ${planId}`)
    if (row !== undefined) found.push({ row, refused, part, planId })
  }
  for (const [planId, plan] of year.plans ?? [])
    if (areaOfPlan(plan, areas) === null) {
      const whose = plan.issuer === null ? '' : ` of issuer ${plan.issuer}`
      stray('plans', planId, new Refused('ServiceAreaId', `there is no service area ${plan.serviceArea}${whose}`))
    }
  for (const part of ['benefits', 'rates'] as const)
    for (const planId of year[part]?.keys() ?? [])
      if (!plans.has(planId)) stray(part, planId, new Refused('PlanId', `there is no plan ${planId} in this year`))
  return found
}

/** The data gathered for a year, in the form in which it is stored. */
export function toYear({
  plans,
  smallGroup,
  childOnly,
  benefits,
  rates,
  service,
  rating,
}: GatheredYear): CatalogueYear {
  return {
    ...(plans && { plans }),
    ...(smallGroup && { unsold: new Set([...smallGroup, ...(childOnly ?? [])]) }),
    ...(benefits && { benefits: new Map([...benefits].map(([planId, all]) => [planId, [...all.values()]])) }),
    ...(rates && { rates: rates as ReadonlyMap<string, PlanRates> }),
    ...(service && { service: listPlaces(service) }),
    ...(rating && { rating: listPlaces(rating) }),
  }
}

function listPlaces(areas: ReadonlyMap<string, AreaPlaces>): ReadonlyMap<string, readonly string[]> {
  return new Map([...areas].map(([area, { all }]) => [area, [...all]]))
}
