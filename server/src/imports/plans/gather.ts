import { readCostShare, type Service } from '@portico/rules/shop/cost-share'
import type { Metal, NetworkType, PlanLine } from '@portico/rules/shop/lines'
import { areaKey, areaOfPlan } from '../../plans/service-areas.ts'
import type { CatalogueYear, PlanBenefit, PlanContent, PlanPaper, PlanRates, RateBand } from '../../plans/types.ts'
import { Refused } from '../refused.ts'
import type { Place } from '../source/found.ts'
import type { LayoutName } from './layouts.ts'

type Values = Record<string, unknown>

/** A row with its place, for problems found only at the end. */
export interface RowAt {
  readonly at: Place
  readonly text: string
}

interface GatheredYear {
  plans?: Map<string, PlanContent>
  /** The plans for small groups. */
  smallGroup?: Set<string>
  benefits?: Map<string, PlanBenefit[]>
  rates?: Map<string, Record<string, RateBand[]>>
  service?: Map<string, string[]>
  rating?: Map<string, string[]>
  /** The first row of each plan, by part and plan. */
  readonly rows: Map<string, RowAt>
}

/** Collects rows of all files of a run by year. A row that would replace one with the same key is refused: one of them must be wrong. */
export class GatheredPlans {
  readonly years = new Map<number, GatheredYear>()
  readonly #smallGroup: ReadonlyMap<number, ReadonlySet<string>>

  /** Takes the plans for small groups that are known from earlier files, by year. */
  constructor(smallGroup: ReadonlyMap<number, ReadonlySet<string>>) {
    this.#smallGroup = smallGroup
  }

  /** Throws Refused. Returns false for a skipped row. The rows of plans come first. */
  add(layout: LayoutName, values: Values, row: RowAt): boolean {
    const planYear = values.businessyear as number
    const known = this.years.get(planYear)
    const year: GatheredYear = known ?? { rows: new Map() }
    if (known === undefined) this.years.set(planYear, year)
    const isForGroups = values.marketcoverage === 'small-group'
    if (layout === 'service' && isForGroups) return false
    if (layout === 'service' || layout === 'rating') return addPlace(year, layout, values)
    const [planId, variant] = splitId(values.planid as string)
    // The shop shows no cost-sharing reductions: the exchange decides who gets them.
    if (variant !== null && variant !== '00' && variant !== '01') return false
    if (layout === 'plans') {
      year.smallGroup ??= new Set()
      if (isForGroups) year.smallGroup.add(planId)
    }
    // Nobody buys these here, and their rates begin in every quarter (SH-3).
    if ((year.smallGroup ?? this.#smallGroup.get(planYear))?.has(planId)) return false
    const added =
      layout === 'plans'
        ? addPlan(year, planId, values)
        : layout === 'benefits'
          ? addBenefit(year, planId, values)
          : addRate(year, planId, values)
    const key = `${layout} ${planId}`
    if (!year.rows.has(key)) year.rows.set(key, row)
    return added
  }
}

/** `12345PA0010001-01` is the variant 01 of a plan. */
function splitId(planId: string): readonly [string, string | null] {
  const [, plan, variant] = /^(.+)-(\d{2})$/.exec(planId) ?? []
  return plan === undefined ? [planId, null] : [plan, variant ?? null]
}

function addPlan(year: GatheredYear, planId: string, row: Values): boolean {
  year.plans ??= new Map()
  const known = year.plans.get(planId)
  const content = planOf(row)
  // The same plan on and off the exchange is one plan here.
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(content))
    throw new Refused('PlanId', 'stands in an earlier row, which says something else of it')
  year.plans.set(planId, content)
  return true
}

function planOf(row: Values): PlanContent {
  const amount = (column: string): number | null => {
    const [total, medical] = [row[`tehb${column}`], row[`mehb${column}`]]
    const said = typeof total === 'number' ? total : medical
    return typeof said === 'number' ? said : null
  }
  const isDental = row.dentalonlyplan === true
  const papers: PlanPaper[] = []
  const paper = (kind: PlanPaper['kind'], link: unknown) => typeof link === 'string' && papers.push({ kind, link })
  paper('summary', row.urlforsummaryofbenefitscoverage)
  paper('brochure', row.planbrochure)
  paper('drugs', row.formularyurl)
  const metal = row.metallevel as Metal | 'none' | null
  return {
    name: row.planmarketingname as string,
    line: (row.productline as PlanLine | null) ?? (isDental ? 'dental' : 'medical'),
    metal: metal === 'none' ? null : metal,
    networkType: row.plantype as NetworkType | null,
    hsa: row.ishsaeligible as boolean | null,
    deductibleCents: amount('dedinntier1individual'),
    deductibleFamilyCents: amount('dedinntier1familypergroup'),
    outOfPocketCents: amount('inntier1individualmoop'),
    outOfPocketFamilyCents: amount('inntier1familypergroupmoop'),
    halfStars: row.starrating as number | null,
    ...areaOf(row),
    documents: papers,
  }
}

/** The services that we have texts for, by their names in CMS's template. */
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

function addBenefit(year: GatheredYear, planId: string, row: Values): boolean {
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
    limit: row.limitqty === null ? null : [row.limitqty, row.limitunit].filter((part) => part !== null).join(' '),
    words: row.explanation as string | null,
  }
  year.benefits ??= new Map()
  const all = year.benefits.get(planId) ?? []
  const known = all.find((one) => one.name === name)
  if (known !== undefined) {
    if (JSON.stringify(known) !== JSON.stringify(benefit))
      throw new Refused('BenefitName', 'stands in an earlier row of the plan, which says something else of it')
    return true
  }
  all.push(benefit)
  year.benefits.set(planId, all)
  return true
}

const notCovered = {
  covered: false,
  copayCents: null,
  per: 'visit',
  coinsurance: null,
  afterDeductible: false,
} as const

function addRate(year: GatheredYear, planId: string, row: Values): boolean {
  if (row.age === 'family') return false
  const [from, to] = row.age as readonly [number, number]
  const [cents, tobacco] = [row.individualrate as number, row.individualtobaccorate as number | null]
  if (cents <= 0 || (tobacco ?? 1) <= 0)
    throw new Refused('IndividualRate', 'is no premium: a plan that costs nothing says 0.00 nowhere')
  year.rates ??= new Map()
  const areas = year.rates.get(planId) ?? {}
  year.rates.set(planId, areas)
  const area = row.ratingareaid as string
  const bands = Object.hasOwn(areas, area) ? (areas[area] ?? []) : []
  if (bands.some(([first, last]) => from <= last && first <= to))
    throw new Refused('Age', 'has a rate in an earlier row of the plan and area')
  bands.push([from, to, cents, tobacco])
  areas[area] = bands
  return true
}

function addPlace(year: GatheredYear, layout: 'service' | 'rating', row: Values): boolean {
  const county = row.county as string | null
  const isWhole = layout === 'service' ? row.coverentirestate === true : county === null
  if (!isWhole && county === null) throw new Refused('County', 'is empty, and the area is not all of the state')
  year[layout] ??= new Map()
  const area = layout === 'service' ? areaKey(areaOf(row)) : (row.ratingareaid as string)
  const places = year[layout].get(area) ?? []
  const zipCodes = isWhole || county === null ? null : partOf(row)
  if (county !== null && places.some((place) => place.startsWith(county) && (place === county) === (zipCodes !== null)))
    throw new Refused(
      'County',
      'stands in an earlier row of the area, as a whole in one of them and in part in the other',
    )
  const own =
    isWhole || county === null ? [row.statecode as string] : (zipCodes?.map((zip) => `${county} ${zip}`) ?? [county])
  year[layout].set(area, [...new Set([...places, ...own])])
  return true
}

function areaOf(row: Values) {
  return {
    serviceArea: row.serviceareaid as string,
    issuer: row.issuerid as string | null,
    dentalOnly: row.dentalonlyplan as boolean | null,
  }
}

/** The ZIP codes of a county that is covered in part; null: the whole county. */
function partOf(row: Values): readonly string[] | null {
  // Rating areas have neither column.
  const { partialcounty = null, zipcodes = null } = row
  if (partialcounty === true && zipcodes === null)
    throw new Refused('ZipCodes', 'is empty, and only a part of the county is covered')
  if (partialcounty === false && zipcodes !== null)
    throw new Refused('PartialCounty', 'is No, and ZipCodes names a part of the county')
  return zipcodes as readonly string[] | null
}

/** Rows about plans or service areas that are neither in these files nor in earlier ones. */
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

/** The data gathered for a year, as stored. */
export function yearOf({ plans, smallGroup, benefits, rates, service, rating }: GatheredYear): CatalogueYear {
  return {
    ...(plans && { plans }),
    ...(smallGroup && { smallGroup }),
    ...(benefits && { benefits }),
    ...(rates && { rates: rates as ReadonlyMap<string, PlanRates> }),
    ...(service && { service }),
    ...(rating && { rating }),
  }
}
