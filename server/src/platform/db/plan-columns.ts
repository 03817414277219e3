import type { CostShare, Service } from '@portico/rules/shop/cost-share'
import type { Metal, NetworkType, PlanLine } from '@portico/rules/shop/lines'

/** A plan as in its file; null: the file does not say. Money in cents. */
export interface PlanContent {
  readonly name: string
  readonly line: PlanLine
  readonly metal: Metal | null
  readonly networkType: NetworkType | null
  /** Whether children cannot buy it alone; missing where they can, or nobody says. */
  readonly adultsOnly?: true
  /** Whether its network has several levels, of which the first is read; missing where it has one, or nobody says. */
  readonly tiered?: true
  /** Whether it can go with a health savings account. */
  readonly hsa: boolean | null
  readonly deductibleCents: number | null
  readonly deductibleFamilyCents: number | null
  /** Of each person of a family; 'shared': a family has one deductible for all. Missing in plans from before it was read. */
  readonly deductibleEachCents?: number | 'shared' | null
  /** Of drugs, where they have one of their own; missing where they have none. */
  readonly drugDeductibleCents?: number | undefined
  readonly drugDeductibleFamilyCents?: number | null | undefined
  readonly drugDeductibleEachCents?: number | 'shared' | null | undefined
  readonly outOfPocketCents: number | null
  readonly outOfPocketFamilyCents: number | null
  /** The same of the most that is paid. */
  readonly outOfPocketEachCents?: number | 'shared' | null
  /** The part of the premium that is for essential health benefits. Missing in plans from before it was read. */
  readonly essentialShare?: number | null
  /** Whether the exchange sells it; null or missing: the file does not say. */
  readonly onExchange?: boolean | null
  /** For Medicare plans, in half stars: 7 is three and a half. */
  readonly halfStars: number | null
  /** Where it is sold; the same id of another issuer, or of dental plans, may be another area. */
  readonly serviceArea: string
  readonly issuer: string | null
  readonly dentalOnly: boolean | null
  readonly documents: readonly PlanPaper[]
}

export interface PlanPaper {
  readonly kind: 'summary' | 'brochure' | 'drugs'
  /** `https://…` */
  readonly link: string
}

export interface PlanBenefit {
  /** Null if the service is known only by its name. */
  readonly service: Service | null
  readonly name: string
  readonly inNetwork: CostShare | null
  readonly outOfNetwork: CostShare | null
  /** E.g. `30 Visit(s) per Year`. */
  readonly limit: string | null
  readonly words: string | null
}

/** From one age to another, both included: cents per month, and cents for people who use tobacco; null: the same. */
export type RateBand = readonly [from: number, to: number, cents: number, tobaccoCents: number | null]

/** By rating area. */
export type PlanRates = Readonly<Record<string, readonly RateBand[]>>

/** The parts that a year's files consist of. */
export type CataloguePart = 'plans' | 'benefits' | 'rates' | 'service' | 'rating'

/**
 * A year's data from files; a part that no file has is left out. Counties by their fips codes, with a ZIP code behind a blank where only that
 * part of the county is meant; states by two letters. Service areas by `areaKey`.
 */
export interface CatalogueYear {
  readonly plans?: ReadonlyMap<string, PlanContent>
  /** Plans that the files of plans have for small groups. */
  readonly smallGroup?: ReadonlySet<string>
  readonly benefits?: ReadonlyMap<string, readonly PlanBenefit[]>
  readonly rates?: ReadonlyMap<string, PlanRates>
  readonly service?: ReadonlyMap<string, readonly string[]>
  readonly rating?: ReadonlyMap<string, readonly string[]>
}
