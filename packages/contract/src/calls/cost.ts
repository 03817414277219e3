import { unknownReasons } from '@portico/rules/cost/estimate'
import { visitKinds } from '@portico/rules/cost/visits'
import { planKinds } from '@portico/rules/coverage/plan-kind'
import { checkSearch } from '@portico/rules/validation/search'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Day, Moment, Uuid } from '../fields.ts'
import { Balance, CoveragePlan, Spoken } from './coverage.ts'
import { MapPicture, ProviderId, ProviderPlace } from './finder.ts'

const members = { by: 'session', roles: ['MEMBER'] } as const

const Cents = v.pipe(v.number(), v.integer())
const Text = v.string()
const MaybeText = v.nullable(Text)

/** A service: a code of some code set, such as HCPCS, or the plan's own. */
const Code = v.object({ type: Text, code: Text })
const CodeSent = {
  type: v.pipe(v.string(), v.regex(/^[A-Z-]{2,10}$/)),
  code: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
}

export const FoundService = v.object({
  ...Code.entries,
  name: Text,
  spoken: Spoken,
  /** Whether the plan's files have a price for it. */
  priced: v.boolean(),
})

export const findServices = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/cost/v1/services',
  summary:
    'Services that match words or a code, best first (MP-26). The words are in the body, since they reveal health information.',
  audience: members,
  ...asking,
  audit: { action: 'cost.search', record: 'member' },
  whileViewing: 'claims',
  heavy: true,
  body: v.object({
    search: v.pipe(
      v.string(),
      v.check((value) => checkSearch(value) === null),
    ),
  }),
  payload: v.object({
    services: v.array(FoundService),
    /** What the member's plans of today cover; empty: not known. */
    planKinds: v.array(v.picklist(planKinds)),
  }),
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'TOO-MANY-REQUESTS'],
})

/** One way the bill may come out, in whole cents. */
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

const Basis = v.picklist(['service', 'day', 'share'])
const Bill = v.nullable(v.picklist(['professional', 'institutional']))

/** What a service costs the member at one provider. */
const ProviderCost = v.object({
  /** Identifies the provider: their NPI, or else their tax number. */
  provider: Text,
  npi: MaybeText,
  name: MaybeText,
  /** `day`: the price is per day. `share`: a percentage of what the provider bills, so no price is known. */
  basis: Basis,
  /** Whose bill it is: the doctor's or the facility's; null: one bill for both. Absent in estimates saved before we distinguished them. */
  bill: v.optional(Bill),
  /** Whether the price is for the service together with its parts. Absent in estimates saved before we distinguished this. */
  bundle: v.optional(v.boolean()),
  /** What the plan and the provider have agreed on; null: not known. */
  price: v.nullable(v.object({ lowCents: Cents, highCents: Cents })),
  /** Only for `share`. */
  percent: v.nullable(v.number()),
  /** What the plan’s file says about the price in words; absent in estimates saved before we read it. */
  note: v.optional(MaybeText),
  estimate: Estimate,
})

/** The part of an estimate that does not depend on the provider. */
const CostAbout = {
  service: v.object({
    ...FoundService.entries,
    description: Text,
    /** Services that are included in this one. */
    parts: v.array(v.object({ ...Code.entries, description: Text, spoken: Spoken })),
  }),
  /** Null: the member has no plan in force. */
  plan: v.nullable(v.object({ name: Text, year: v.object({ begins: Day, ends: Day }) })),
  /** What the plan pays for it; null: the plan does not say. */
  benefit: v.nullable(Benefit),
  balances: v.array(Balance),
  /** When the newest claim that counts toward them was loaded. */
  countedAsOf: v.nullable(Moment),
  /** Date of the newest prices. */
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
  summary: 'What a service costs the member now at the providers whose prices are known, with the calculation (MP-26).',
  audience: members,
  ...asking,
  audit: { action: 'cost.read', record: 'member' },
  whileViewing: 'claims',
  heavy: true,
  body: v.object({
    ...CodeSent,
    /** The benefit that the member says applies, if the plan's files do not tell. */
    benefit: v.optional(v.nullable(BenefitSent), null),
    sort: v.optional(v.picklist(['price', 'distance']), 'price'),
    /** The provider to list first, if their price is known. */
    provider: v.optional(v.nullable(ProviderId), null),
  }),
  payload: v.object({
    ...CostAbout,
    /** The benefits that might apply. */
    benefits: v.array(v.object({ section: MaybeText, service: Text })),
    /** `at`: their place in the directory; null: not in it. */
    providers: v.array(v.object({ ...ProviderCost.entries, at: v.nullable(ProviderPlace) })),
    /** The providers in the directory, numbered from 1 by their position among them. */
    map: v.nullable(MapPicture),
    /** The place that distances are measured from: the member's home; null: not known, or the reader may not know it. */
    place: MaybeText,
    /** The number of prices; the answer lists the first hundred. */
    total: v.number(),
  }),
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'TOO-MANY-REQUESTS'],
})

export const visitCosts = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/cost/v1/visits',
  summary:
    'What a visit costs the member now at each of some providers, where the plan’s files have a price for it (MP-26); the others are left out.',
  audience: members,
  ...asking,
  audit: { action: 'cost.visits', record: 'member' },
  whileViewing: 'claims',
  heavy: true,
  body: v.object({ npis: v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d{10}$/))), v.minLength(1), v.maxLength(50)) }),
  payload: v.object({
    visits: v.array(
      v.object({
        npi: Text,
        kind: v.picklist(visitKinds),
        /** What the plan and the provider have agreed on. */
        price: v.object({ lowCents: Cents, highCents: Cents }),
        estimate: Estimate,
      }),
    ),
  }),
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'TOO-MANY-REQUESTS'],
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
  summary: 'Saves an estimate of what a service costs the member now at one provider, as it was shown (MP-26).',
  audience: members,
  ...changing,
  audit: { action: 'cost.keep', record: 'cost-estimate' },
  onceBy: 'estimateId',
  heavy: true,
  body: v.object({
    estimateId: Uuid,
    ...CodeSent,
    benefit: v.optional(v.nullable(BenefitSent), null),
    /** One from `careCost`; null: a provider outside the network. */
    provider: v.nullable(v.pipe(v.string(), v.maxLength(20))),
    /** Which of the provider's prices; null: the first one. */
    basis: v.optional(v.nullable(Basis), null),
    bill: v.optional(Bill, null),
    /** What a provider outside the network charges; null: not known. */
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
    "The member's saved estimates, newest first (MP-26). They reveal what care someone is considering, so people who view the member's information cannot see them.",
  audience: members,
  ...asking,
  audit: { action: 'cost.kept', record: 'member' },
  payload: v.object({
    estimates: v.array(KeptEstimate),
    /** The number of estimates; the answer lists the newest 20. */
    total: v.number(),
  }),
  errors: [],
})
