import type { CostShare, Service } from '@portico/rules/shop/cost-share'
import type { Metal, NetworkType, PlanLine } from '@portico/rules/shop/lines'

/** A plan as in its file; null: the file does not say. Amounts in cents. */
export interface PlanContent {
  readonly name: string
  readonly line: PlanLine
  readonly metal: Metal | null
  readonly networkType: NetworkType | null
  /** Set if children cannot have it without an adult; missing if they can, or the file does not say. */
  readonly adultsOnly?: true
  /** Set if its network has several tiers, of which the first is read; missing if it has one, or the file does not say. */
  readonly tiered?: true
  /** Whether it can be combined with a health savings account. */
  readonly hsa: boolean | null
  readonly deductibleCents: number | null
  readonly deductibleFamilyCents: number | null
  /** Deductible of each person in a family; 'shared': the family has one for all. Missing in plans stored before it was read. */
  readonly deductibleEachCents?: number | 'shared' | null
  /** Separate drug deductible; missing if there is none. */
  readonly drugDeductibleCents?: number | undefined
  readonly drugDeductibleFamilyCents?: number | null | undefined
  readonly drugDeductibleEachCents?: number | 'shared' | null | undefined
  readonly outOfPocketCents: number | null
  readonly outOfPocketFamilyCents: number | null
  /** The same for the out-of-pocket maximum. */
  readonly outOfPocketEachCents?: number | 'shared' | null
  /** Share of the premium for essential health benefits. Missing in plans stored before it was read. */
  readonly essentialShare?: number | null
  /** Whether the exchange sells it; null or missing: the file does not say. */
  readonly onExchange?: boolean | null
  /** For Medicare plans, in half stars: 7 is three and a half. */
  readonly halfStars: number | null
  /** Where it is sold; under another issuer, or for dental plans, the same id may be another area. */
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
  /** Null if the service is known only by name. */
  readonly service: Service | null
  readonly name: string
  readonly inNetwork: CostShare | null
  readonly outOfNetwork: CostShare | null
  /** E.g. `30 Visit(s) per Year`. */
  readonly limit: string | null
  readonly words: string | null
}

/** An age range, both ends included; cents per month, and cents for tobacco users; null: the same. */
export type RateBand = readonly [from: number, to: number, cents: number, tobaccoCents: number | null]

/** By rating area. */
export type PlanRates = Readonly<Record<string, readonly RateBand[]>>

/** Parts of a year's files. */
export type CataloguePart = 'plans' | 'benefits' | 'rates' | 'service' | 'rating'

/**
 * A year's data from files; missing parts are left out. Counties by FIPS code, followed by a blank and a ZIP code if only that part of the
 * county is meant; states by two letters. Service areas by `areaKey`.
 */
export interface CatalogueYear {
  readonly plans?: ReadonlyMap<string, PlanContent>
  /** Small-group and child-only plans in the plan files. */
  readonly unsold?: ReadonlySet<string>
  readonly benefits?: ReadonlyMap<string, readonly PlanBenefit[]>
  readonly rates?: ReadonlyMap<string, PlanRates>
  readonly service?: ReadonlyMap<string, readonly string[]>
  readonly rating?: ReadonlyMap<string, readonly string[]>
}
