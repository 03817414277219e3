import { PERSON_ROLES } from '@portico/rules/roles'
import { applicantRelations, applicationStates } from '@portico/rules/shop/application'
import { services } from '@portico/rules/shop/cost-share'
import { helpKinds } from '@portico/rules/shop/help-with-costs'
import {
  careLimits,
  MAX_COMPARED,
  MAX_PEOPLE,
  markets,
  metals,
  networkTypes,
  planLines,
} from '@portico/rules/shop/lines'
import { OLDEST } from '@portico/rules/shop/rating'
import { reductions } from '@portico/rules/shop/reductions'
import { lifeEvents } from '@portico/rules/shop/windows'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { AskedDay, Day, Moment, ShortText, Uuid } from '../fields.ts'
import { FileInStubs } from './attachments.ts'
import { ProviderId } from './finder.ts'
import { Payment } from './premium.ts'

const root = '/rbsmbl/x-services/shop'
const cart = '/rbsmbl/x-services/cart'
const anyone = { by: 'anyone' } as const

const Cents = v.nullable(v.pipe(v.number(), v.integer()))
const Whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
export const PlanYear = Whole(2014, 2199)
export const PlanId = v.pipe(v.string(), v.minLength(1), v.maxLength(50))

/** Who is to be covered and where; it contains nothing that identifies anyone. */
export const Basis = v.object({
  market: v.picklist(markets),
  zipCode: ShortText,
  /** FIPS code; required if the ZIP code covers several counties. */
  county: v.optional(ShortText, ''),
  people: v.pipe(
    v.array(v.object({ age: Whole(0, OLDEST), tobacco: v.boolean() })),
    v.minLength(1),
    v.maxLength(MAX_PEOPLE),
  ),
  /** For an estimate of the tax credit; null: no estimate. */
  income: v.nullable(v.object({ householdSize: Whole(1, 20), cents: Whole(0, 1_000_000_000) })),
})

/** Doctors and drugs to look up in plans (SH-4); they reveal health information. */
export const AskedCare = v.object({
  providerIds: v.pipe(v.array(ProviderId), v.maxLength(careLimits.doctors)),
  drugIds: v.pipe(v.array(ShortText), v.maxLength(careLimits.drugs)),
})

const CostShare = v.nullable(
  v.object({
    covered: v.boolean(),
    copayCents: Cents,
    per: v.picklist(['visit', 'day', 'stay']),
    coinsurance: v.nullable(v.number()),
    afterDeductible: v.boolean(),
    onlyAfter: v.optional(v.picklist(['copay', 'coinsurance'])),
  }),
)

const Benefit = v.object({
  service: v.nullable(v.picklist(services)),
  name: v.string(),
  inNetwork: CostShare,
  outOfNetwork: CostShare,
  limit: v.nullable(v.string()),
  words: v.nullable(v.string()),
})

/** For each person in a family; `shared`: the family has only its joint amount. */
const EachCents = v.nullable(v.union([v.pipe(v.number(), v.integer()), v.literal('shared')]))
export const planLimits = {
  deductibleCents: Cents,
  deductibleFamilyCents: Cents,
  deductibleEachCents: EachCents,
  /** The separate drug deductible, if any; the one above then covers other care. Absent: there is none. */
  drugDeductibleCents: v.optional(v.pipe(v.number(), v.integer())),
  drugDeductibleFamilyCents: v.optional(Cents),
  drugDeductibleEachCents: v.optional(EachCents),
  outOfPocketCents: Cents,
  outOfPocketFamilyCents: Cents,
  outOfPocketEachCents: EachCents,
}
/** What care costs in a year, depending on how much of it someone needs. */
const CareCents = v.object({ rarely: Cents, some: Cents, lot: Cents })

const planFacts = {
  planId: v.string(),
  name: v.string(),
  line: v.picklist(planLines),
  metal: v.nullable(v.picklist(metals)),
  networkType: v.nullable(v.picklist(networkTypes)),
  /** Whether its network has several levels; in-network figures then refer to the first. Absent: a single level. */
  tiered: v.optional(v.boolean()),
  hsa: v.nullable(v.boolean()),
  ...planLimits,
  halfStars: v.nullable(v.number()),
}

/** The only place where people get the credit; null: the county is not known. */
export const Exchange = v.nullable(v.object({ name: v.string(), address: v.string() }))

const QuotedPlan = v.object({
  ...planFacts,
  /** Per month; null: the plan has no rate for one of the people. */
  premiumCents: Cents,
  /** What the estimated tax credit takes off that; zero if there is none, or none for such a plan. */
  creditCents: v.number(),
  /** Indexes of the people for whom there is no rate. */
  unrated: v.array(v.number()),
  careCents: CareCents,
  /** A marketplace silver plan for people who get reduced cost sharing; null: it stays as it is. */
  reduced: v.nullable(v.object({ ...planLimits, reduction: v.picklist(reductions), careCents: CareCents })),
})

const Window = v.object({
  planYear: v.number(),
  begins: Day,
  ends: Day,
  open: v.boolean(),
  starts: v.nullable(Day),
})

const Credit = v.variant('kind', [
  v.object({
    kind: v.literal('none'),
    why: v.picklist(['year-unknown', 'benchmark-unknown', 'income-low', 'income-high', 'other-help']),
    percent: v.optional(v.number()),
    limitCents: v.optional(v.number()),
  }),
  v.object({
    kind: v.literal('estimate'),
    cents: v.number(),
    benchmarkCents: v.number(),
    arithmetic: v.object({
      povertyCents: v.number(),
      percent: v.number(),
      hundredths: v.number(),
      yearCents: v.number(),
      monthCents: v.number(),
      percentages: v.string(),
      guidelines: v.string(),
    }),
  }),
])

export const shopQuote = defineCall({
  method: 'POST',
  path: `${root}/quote`,
  summary:
    "The plans in a county with their premiums for a group of people (SH-4), without anyone's name or number. For a zip code with several counties, it first answers those counties. Where there is no rate, the premium is null, never zero.",
  audience: anyone,
  ofNoOne: true,
  ...asking,
  body: v.object({ ...Basis.entries, brand: v.optional(ShortText), planYear: v.optional(PlanYear) }),
  payload: v.object({
    counties: v.array(v.object({ fips: v.string(), name: v.string(), state: v.string() })),
    /** Null: the person must choose a county first. */
    county: v.nullable(v.object({ fips: v.string(), name: v.string(), state: v.string() })),
    /** Another brand that sells there, if this one does not. */
    otherBrand: v.nullable(v.object({ brand: v.string(), name: v.string() })),
    /** Years for which there are plans. */
    years: v.array(v.number()),
    planYear: v.nullable(v.number()),
    window: Window,
    plans: v.array(QuotedPlan),
    credit: v.nullable(Credit),
    /** Who gets what help with costs, by income (SH-5); null: no income was given, or the rules of the year and state are not known. */
    help: v.nullable(
      v.object({
        percent: v.number(),
        /** For each person, in their order. */
        people: v.array(v.picklist(helpKinds)),
        reduction: v.nullable(v.picklist(reductions)),
      }),
    ),
    /** The only place where people get the credit; null: the person must choose a county first. */
    exchange: Exchange,
  }),
  errors: ['FIELD-INVALID'],
})

export const shopPlan = defineCall({
  method: 'GET',
  path: `${root}/plan/{planId}`,
  summary: 'A plan with its benefits and documents, the same for everyone (SH-3).',
  audience: anyone,
  ofNoOne: true,
  ...asking,
  params: v.object({ planId: PlanId }),
  query: v.object({ brand: v.optional(ShortText), planYear: v.pipe(v.string(), v.regex(/^20\d\d$/)) }),
  payload: v.object({
    ...planFacts,
    planYear: v.number(),
    benefits: v.array(Benefit),
    /** Its terms with reduced cost sharing, for people who get that from the marketplace (SH-5). */
    reduced: v.array(v.object({ ...planLimits, reduction: v.picklist(reductions), benefits: v.array(Benefit) })),
    documents: v.array(v.object({ kind: v.picklist(['summary', 'brochure', 'drugs']), link: v.string() })),
  }),
  errors: ['NOT-FOUND'],
})

export const shopPlanFile = defineCall({
  method: 'GET',
  path: `${root}/plan/{planId}/summary`,
  summary: "A summary of what a plan pays, as PDF (SH-3), with the content and language of the plan's page.",
  audience: anyone,
  ofNoOne: true,
  ...asking,
  file: true,
  params: v.object({ planId: PlanId }),
  query: v.object({ brand: v.optional(ShortText), planYear: v.pipe(v.string(), v.regex(/^20\d\d$/)) }),
  payload: FileInStubs,
  errors: ['NOT-FOUND', 'TOO-MANY-REQUESTS', 'UNAVAILABLE'],
})

const Compared = v.pipe(v.array(PlanId), v.minLength(2), v.maxLength(MAX_COMPARED))

export const shopComparison = defineCall({
  method: 'POST',
  path: `${root}/comparison`,
  summary:
    'Up to four plans side by side, as PDF (SH-6), with how each covers some doctors and drugs, if any are given.',
  audience: anyone,
  ofNoOne: true,
  ...asking,
  file: true,
  body: v.object({
    ...Basis.entries,
    brand: v.optional(ShortText),
    planYear: PlanYear,
    planIds: Compared,
    care: v.optional(AskedCare),
    /** Whether prices are after the estimated tax credit. */
    withCredit: v.optional(v.boolean(), false),
  }),
  payload: FileInStubs,
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'TOO-MANY-REQUESTS', 'UNAVAILABLE'],
})

export const saveShopping = defineCall({
  method: 'POST',
  path: `${root}/saved`,
  summary:
    'Stores the people and the compared plans of a quote, with doctors and drugs if wanted, sealed, for 60 days, and answers the secret for a link that opens it on any device (SH-6).',
  audience: anyone,
  ...changing,
  audit: { action: 'shop.save', record: 'shopping' },
  onceBy: 'saveId',
  body: v.object({
    /** Created by the caller: sent twice, it is stored once. */
    saveId: Uuid,
    brand: v.optional(ShortText),
    basis: Basis,
    planYear: PlanYear,
    planIds: v.pipe(v.array(PlanId), v.maxLength(MAX_COMPARED)),
    care: v.optional(AskedCare),
    /** Whether prices are shown after the estimated tax credit. */
    withCredit: v.optional(v.boolean(), true),
  }),
  payload: v.object({ ticket: v.string(), until: Day }),
  errors: ['FIELD-INVALID', 'TOO-MANY-REQUESTS'],
})

/** The secret of a link, and the brand under which its content would be shown. */
export const OpenedLink = v.object({ ticket: ShortText, brand: v.optional(ShortText) })

export const openShopping = defineCall({
  method: 'POST',
  path: `${root}/saved/open`,
  summary:
    'Returns a stored comparison to anyone with the link (SH-6). OTHER-BRAND if it would show under another brand than its own, which the second error names.',
  audience: anyone,
  ...asking,
  body: OpenedLink,
  payload: v.object({
    basis: Basis,
    planYear: v.number(),
    planIds: v.array(v.string()),
    withCredit: v.boolean(),
    /** Null: the link has none. */
    care: v.nullable(
      v.object({
        doctors: v.array(v.object({ providerId: v.string(), name: v.string() })),
        drugs: v.array(v.object({ drugId: v.string(), name: v.string() })),
      }),
    ),
  }),
  errors: ['CHALLENGE-EXPIRED', 'OTHER-BRAND', 'TOO-MANY-REQUESTS'],
})

const CartPayload = v.object({
  items: v.array(
    v.object({
      planId: v.string(),
      planYear: v.number(),
      name: v.string(),
      line: v.picklist(planLines),
      /** Per month, for the people for whom it was added; null: no longer known. */
      premiumCents: Cents,
      creditCents: v.number(),
      exchange: Exchange,
      basis: Basis,
      addedAt: Moment,
    }),
  ),
})

export const cartAdd = defineCall({
  method: 'POST',
  path: `${cart}/add`,
  summary:
    "Puts a plan into the cart (SH-7) of the signed-in person's account, or of this browser. Adding it again changes nothing.",
  audience: anyone,
  ...changing,
  audit: { action: 'cart.add', record: 'cart' },
  onceBy: 'itemId',
  body: v.object({ itemId: Uuid, brand: v.optional(ShortText), planId: PlanId, planYear: PlanYear, basis: Basis }),
  payload: CartPayload,
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'CONFLICT', 'TOO-MANY-REQUESTS'],
})

export const cartRemove = defineCall({
  method: 'POST',
  path: `${cart}/remove`,
  summary: 'Takes a plan out of the cart (SH-7); if the cart does not have it, nothing changes.',
  audience: anyone,
  ...changing,
  audit: { action: 'cart.remove', record: 'cart' },
  body: v.object({ brand: v.optional(ShortText), planId: PlanId, planYear: PlanYear }),
  payload: CartPayload,
  errors: [],
})

export const cartPendingItems = defineCall({
  method: 'POST',
  path: `${cart}/pendingItems`,
  summary:
    "The cart (SH-7). After sign-in, this moves the plans that this browser had added before into the account's cart.",
  audience: anyone,
  ...changing,
  audit: { action: 'cart.read', record: 'cart' },
  body: v.object({ brand: v.optional(ShortText) }),
  payload: CartPayload,
  errors: [],
})

const Typed = v.pipe(v.string(), v.maxLength(100))

export const ApplicationPayload = v.object({
  applicationNumber: v.string(),
  state: v.picklist(applicationStates),
  planId: v.string(),
  planName: v.string(),
  planYear: v.number(),
  starts: Day,
  firstPremiumCents: v.number(),
  /** The last day on which the first premium is accepted. */
  payBy: Day,
  events: v.array(v.object({ state: v.picklist(applicationStates), at: Moment })),
  people: v.array(v.object({ firstName: v.string(), relation: v.picklist(applicantRelations) })),
  /** Whether the first premium can be paid here now; the demo's gateway moves no money. */
  pays: v.picklist(['no', 'yes', 'sandbox']),
  /** The latest payment of the first premium; null: none was started here. */
  payment: v.nullable(Payment),
})

export const startEnrollment = defineCall({
  method: 'POST',
  path: `${root}/enrollment`,
  summary:
    'Submits an application for a plan (SH-9): people, consent and an adult’s signature (for minors alone, their parent’s or guardian’s); during enrollment, or after an event that opens it. It then waits for the first premium, and an e-mail says so; if there is no premium, nothing is left to pay. The premium is recalculated from the dates of birth: CONFLICT if it differs from the one that was agreed to, APPLIED-BEFORE if one of the people is on another application for the same kind of plan and year, if that one was paid and no event came after it, or if it came from the same account or e-mail address and has not ended.',
  audience: anyone,
  ...changing,
  audit: { action: ['enrollment.start', 'enrollment.correct'], record: 'application' },
  onceBy: 'enrollmentId',
  body: v.object({
    /** Created by the caller, who keeps it secret: an application sent twice is stored once, and this id may correct it. */
    enrollmentId: Uuid,
    brand: v.optional(ShortText),
    planId: PlanId,
    planYear: PlanYear,
    zipCode: ShortText,
    county: v.optional(ShortText, ''),
    people: v.pipe(
      v.array(v.object({ firstName: Typed, lastName: Typed, dateOfBirth: Typed, relation: Typed, tobacco: Typed })),
      v.minLength(1),
      v.maxLength(MAX_PEOPLE),
    ),
    /** Who applies and signs, without being covered, if everyone covered is a minor; ignored otherwise. */
    guardian: v.optional(v.nullable(v.object({ firstName: Typed, lastName: Typed, dateOfBirth: Typed })), null),
    email: ShortText,
    phone: ShortText,
    address: ShortText,
    city: ShortText,
    medicareNumber: v.optional(ShortText, ''),
    /** The event that opened enrollment outside the open enrollment period. */
    event: v.nullable(v.object({ kind: v.picklist(lifeEvents), day: AskedDay })),
    truth: v.boolean(),
    terms: v.boolean(),
    electronic: v.boolean(),
    signature: ShortText,
    /** The monthly premium that the applicant agreed to. */
    agreedCents: Whole(0, 100_000_000),
    /** The secret in a proposal's link, if the application comes from one (AG-6); an expired one is ignored. */
    proposalTicket: v.optional(ShortText, ''),
  }),
  payload: v.object({ ticket: v.string(), application: ApplicationPayload }),
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'CONFLICT', 'APPLIED-BEFORE', 'TOO-MANY-REQUESTS'],
})

export const preEffectuation = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/nps/member/coverage/preEffectuation',
  summary:
    'The state of an application until its coverage is in effect (SH-9), for anyone with its link: what has been received, and what is missing. The gateway is asked about a payment that is under way. OTHER-BRAND as for a comparison.',
  audience: anyone,
  ...asking,
  body: OpenedLink,
  payload: ApplicationPayload,
  errors: ['CHALLENGE-EXPIRED', 'OTHER-BRAND', 'TOO-MANY-REQUESTS'],
})

export const payFirstPremium = defineCall({
  method: 'POST',
  path: `${root}/enrollment/payments`,
  summary:
    "Starts the payment of an application's first premium, for anyone with its link; it is made on the gateway's page (SH-9). While a payment is under way, no other starts, and that payment is answered again. APPLIED-BEFORE if one of the people is on another application that was paid or is being paid.",
  audience: anyone,
  ...changing,
  audit: { action: 'first-premium.begin', record: 'application' },
  onceBy: 'clientPaymentId',
  body: v.object({
    ticket: ShortText,
    market: v.picklist(markets),
    /** Identifies the payment: the same id again means the same payment. */
    clientPaymentId: Uuid,
  }),
  payload: Payment,
  status: 201,
  errors: ['CHALLENGE-EXPIRED', 'CONFLICT', 'APPLIED-BEFORE', 'TOO-MANY-REQUESTS', 'UNAVAILABLE'],
})

export const myShopping = defineCall({
  method: 'GET',
  path: `${root}/mine`,
  summary:
    "What the signed-in person has saved and applied for in their brand's shop (SH-6, SH-9), newest first, and the ZIP code of their account. Only that person gets the secrets of the links.",
  audience: { by: 'session', roles: PERSON_ROLES },
  ...asking,
  payload: v.object({
    /** '' if none is known. */
    zipCode: v.string(),
    comparisons: v.array(
      v.object({
        market: v.picklist(markets),
        planYear: v.number(),
        /** The plans' names. */
        plans: v.array(v.string()),
        /** The people and place of the comparison. */
        zipCode: v.string(),
        ages: v.array(v.number()),
        until: Day,
        ticket: v.nullable(v.string()),
      }),
    ),
    applications: v.array(
      v.object({
        market: v.picklist(markets),
        applicationNumber: v.string(),
        planId: v.string(),
        planName: v.string(),
        planYear: v.number(),
        state: v.picklist(applicationStates),
        starts: Day,
        payBy: Day,
        appliedAt: Moment,
        ticket: v.nullable(v.string()),
      }),
    ),
    /** Applications begun and not sent. */
    drafts: v.array(
      v.object({
        market: v.picklist(markets),
        planId: v.string(),
        planName: v.string(),
        planYear: v.number(),
        savedAt: Moment,
        ticket: v.nullable(v.string()),
      }),
    ),
  }),
  errors: [],
})
