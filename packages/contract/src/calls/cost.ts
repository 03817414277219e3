import { unknownReasons } from '@portico/rules/cost/estimate'
import { checkSearch } from '@portico/rules/validation/search'
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { Day, Moment, Uuid } from '../fields.ts'
import { Balance, CoveragePlan, Spoken } from './coverage.ts'
import { MapPicture, ProviderId, ProviderPlace } from './finder.ts'

const members = { by: 'session', roles: ['MEMBER'] } as const

const Cents = v.pipe(v.number(), v.integer())
const Text = v.string()
const MaybeText = v.nullable(Text)

/** A service: a code of a set, such as HCPCS, or the plan's own. */
const Code = v.object({ type: Text, code: Text })
const CodeSent = {
  type: v.pipe(v.string(), v.regex(/^[A-Z-]{2,10}$/)),
  code: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
}

export const FoundService = v.object({
  ...Code.entries,
  name: Text,
  spoken: Spoken,
  /** Whether the plan's files say a price of it. */
  priced: v.boolean(),
})

export const findServices = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/cost/v1/services',
  summary:
    'Services that some words or a code may mean, best first (MP-26). The words are in the body, for they tell of health.',
  audience: members,
  appid: false,
  changes: false,
  whileViewing: 'claims',
  body: v.object({
    search: v.pipe(
      v.string(),
      v.check((value) => checkSearch(value) === null),
    ),
  }),
  payload: v.object({ services: v.array(FoundService) }),
  status: 200,
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})

/** One way in which the care may come out, in whole cents. */
const Side = v.object({
  allowedCents: Cents,
  deductibleCents: Cents,
  copayCents: Cents,
  coinsuranceCents: Cents,
  notCoveredCents: Cents,
  aboveCents: Cents,
  planPaysCents: Cents,
  youPayCents: Cents,
  capped: v.boolean(),
})

const Estimate = v.variant('known', [
  v.object({ known: v.literal(false), why: v.picklist(unknownReasons) }),
  v.object({ known: v.literal(true), low: Side, high: Side, atMost: v.boolean() }),
])

const Benefit = CoveragePlan.entries.benefits.item

/** What a service costs the member at one provider. */
const ProviderCost = v.object({
  /** What tells the provider apart: their NPI, else their tax number. */
  provider: Text,
  npi: MaybeText,
  name: MaybeText,
  /** `day`: the price is of a day. `share`: a percentage of what the provider bills, so that no price is known. */
  basis: v.picklist(['service', 'day', 'share']),
  /** What the plan and the provider have agreed on; null: not known. */
  price: v.nullable(v.object({ lowCents: Cents, highCents: Cents })),
  /** Of `share`. */
  percent: v.nullable(v.number()),
  estimate: Estimate,
})

/** What does not depend on who gives the care. */
const CostAbout = {
  service: v.object({
    ...FoundService.entries,
    description: Text,
    /** Services that this one includes. */
    parts: v.array(v.object({ ...Code.entries, description: Text, spoken: Spoken })),
  }),
  /** Null: no plan of the member's is in force. */
  plan: v.nullable(v.object({ name: Text, year: v.object({ begins: Day, ends: Day }) })),
  /** What the plan pays of it; null: the plan does not say. */
  benefit: v.nullable(Benefit),
  balances: v.array(Balance),
  /** When the newest claim was loaded that counts in them. */
  countedAsOf: v.nullable(Moment),
  /** Day of the newest prices. */
  pricesOf: v.nullable(Day),
  at: Moment,
}

const BenefitSent = v.object({
  section: v.nullable(v.pipe(v.string(), v.maxLength(100))),
  service: v.pipe(v.string(), v.maxLength(200)),
})

export const careCost = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/cost/v1/estimates',
  summary:
    'What a service costs the member now at the providers whose prices are known, and how that comes about (MP-26).',
  audience: members,
  appid: false,
  changes: false,
  whileViewing: 'claims',
  body: v.object({
    ...CodeSent,
    /** What the member says it comes under, where the plan does not. */
    benefit: v.optional(v.nullable(BenefitSent), null),
    sort: v.optional(v.picklist(['price', 'distance']), 'price'),
    /** Who is told of first, where their price is known. */
    provider: v.optional(v.nullable(ProviderId), null),
  }),
  payload: v.object({
    ...CostAbout,
    /** What it may come under. */
    benefits: v.array(v.object({ section: MaybeText, service: Text })),
    /** `at`: where the directory has them; null: it does not. */
    providers: v.array(v.object({ ...ProviderCost.entries, at: v.nullable(ProviderPlace) })),
    /** Of those whom the directory has, by their numbers among them from 1. */
    map: v.nullable(MapPicture),
    /** From where distances are told: the member's home; null: it is not known, or not to be told. */
    place: MaybeText,
    /** Whether there are more than these. */
    more: v.boolean(),
  }),
  status: 200,
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})

const KeptEstimate = v.object({
  estimateId: Uuid,
  ...CostAbout,
  network: v.picklist(['in', 'out']),
  /** Null: a provider outside the network, or none in particular. */
  cost: v.nullable(ProviderCost),
})

export const keepEstimate = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/cost/v1/kept',
  summary: 'Keeps what a service costs the member now at one provider, as it was shown (MP-26).',
  audience: members,
  appid: true,
  changes: true,
  onceBy: 'estimateId',
  body: v.object({
    estimateId: Uuid,
    ...CodeSent,
    benefit: v.optional(v.nullable(BenefitSent), null),
    /** Of `careCost`; null: someone outside the network. */
    provider: v.nullable(v.pipe(v.string(), v.maxLength(20))),
    /** What someone outside the network asks; null: not known. */
    quoteCents: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000))), null),
  }),
  payload: KeptEstimate,
  status: 201,
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'TOO-MANY-REQUESTS'],
})

export const keptEstimates = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/cost/v1/kept',
  summary:
    'The estimates that were kept for the member, the newest first (MP-26). They tell what care someone thinks of, which no one who looks at their information is shown.',
  audience: members,
  appid: false,
  changes: false,
  payload: v.object({ estimates: v.array(KeptEstimate) }),
  status: 200,
  errors: [],
})
