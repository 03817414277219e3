import { familyRules, holders, limitKinds, networks } from '@portico/rules/coverage/balances'
import { planKinds } from '@portico/rules/coverage/plan-kind'
import { standings } from '@portico/rules/coverage/standing'
import { languages } from '@portico/rules/languages/list'
import * as v from 'valibot'
import { asking, defineCall } from '../call.ts'
import { Day, Moment, recordId, Uuid } from '../fields.ts'
import { FileInStubs } from './attachments.ts'
import { wallets } from './wallet.ts'

const members = { by: 'session', roles: ['MEMBER'] } as const

/** An amount in whole US cents; null: the plan has not sent it. */
const MaybeCents = v.nullable(v.pipe(v.number(), v.integer()))
const Text = v.string()
const MaybeText = v.nullable(v.string())
/** The language that a name is in, for screen readers. Names stored before the column existed are English. */
export const Spoken = v.optional(v.picklist(languages), 'en')

/** How much of a yearly limit is used. `basis`: the plan's own figure, or counted from the claims we have; null: not known. */
export const Balance = v.object({
  kind: v.picklist(limitKinds),
  network: v.picklist(networks),
  holder: v.picklist(holders),
  limitCents: v.pipe(v.number(), v.integer()),
  usedCents: MaybeCents,
  basis: v.nullable(v.picklist(['told', 'counted'])),
  /** The date of the plan's own figure. */
  asOf: v.nullable(Day),
})

/** What a plan pays for a service in one network; null: the plan does not say. */
const Side = v.object({
  covered: v.nullable(v.boolean()),
  copayCents: MaybeCents,
  /** The member's percent. */
  coinsurance: v.nullable(v.number()),
  deductibleApplies: v.nullable(v.boolean()),
  limit: MaybeText,
  priorAuthorization: v.nullable(v.boolean()),
  /** In the plan's own words. */
  words: MaybeText,
})

const Rule = v.nullable(v.picklist(familyRules))

export const CoveragePlan = v.object({
  kind: v.picklist(planKinds),
  planName: Text,
  clientName: Text,
  groupNumber: Text,
  groupName: Text,
  coversDrugs: v.boolean(),
  standing: v.picklist(standings),
  begins: v.nullable(Day),
  ends: v.nullable(Day),
  effectuatedOn: v.nullable(Day),
  /** The people it covers, themselves first, if the member may know them. */
  covered: v.array(
    v.object({
      firstName: Text,
      lastName: Text,
      relationship: v.picklist(['self', 'subscriber', 'spouse', 'dependent']),
      begins: v.nullable(Day),
      ends: v.nullable(Day),
    }),
  ),
  /** The year of these limits and benefits; null: the plan has sent none. */
  year: v.nullable(v.object({ begins: Day, ends: Day })),
  familyRules: v.object({ deductible: Rule, 'out-of-pocket': Rule }),
  /** Whether drugs have limits of their own, which these do not include, as with Medicare's Part D. */
  drugsApart: v.boolean(),
  /** For the member, and for each child whose claims they may see. */
  people: v.array(v.object({ firstName: Text, own: v.boolean(), balances: v.array(Balance) })),
  /** `withheld`: the family has amounts, but the caller may not see them. */
  family: v.union([v.literal('withheld'), v.nullable(v.array(Balance))]),
  /** When the newest claim that counts here was loaded. */
  countedAsOf: v.nullable(Moment),
  benefits: v.array(
    v.object({
      service: Text,
      /** The language of the texts about it. */
      spoken: Spoken,
      section: MaybeText,
      sectionSpoken: Spoken,
      /** Other words that people use for it. */
      asked: Text,
      in: v.nullable(Side),
      out: v.nullable(Side),
    }),
  ),
  documents: v.array(v.object({ title: Text, language: MaybeText, link: Text })),
  /** When the plan's benefits were loaded; null: never. */
  loadedAt: v.nullable(Moment),
})

/** What an ID card shows besides the brand's own data (MP-1). */
export const IdCardFacts = v.object({
  cardId: Uuid,
  kind: v.picklist(planKinds),
  firstName: Text,
  lastName: Text,
  /** Whether it is the member's own card, not a child's. */
  own: v.boolean(),
  memberNumber: Text,
  groupNumber: Text,
  planName: Text,
  coverageKinds: v.array(v.picklist(planKinds)),
  rx: v.nullable(v.object({ bin: Text, pcn: Text, group: Text })),
  copays: v.array(
    v.object({
      kind: v.picklist(['primary', 'specialist', 'urgent', 'emergency']),
      cents: v.pipe(v.number(), v.integer()),
    }),
  ),
  /** The yearly amounts that apply to the person; a missing one is not known. */
  limits: v.array(v.omit(Balance, ['usedCents', 'basis', 'asOf'])),
  /** The full cost of an in-network emergency room visit; null: not known. */
  emergency: v.nullable(v.pick(Side, ['covered', 'copayCents', 'coinsurance', 'deductibleApplies'])),
})

export const CoverageData = v.object({
  /** Those in force first, ended ones last. */
  plans: v.array(CoveragePlan),
  cards: v.array(IdCardFacts),
  otherInsurance: v.array(
    v.object({
      payerName: MaybeText,
      planName: MaybeText,
      policyNumber: MaybeText,
      kind: v.picklist(planKinds),
      /** 1 pays first. */
      paysOrder: v.nullable(v.number()),
      begins: v.nullable(Day),
      ends: v.nullable(Day),
    }),
  ),
  /** How many days the caller may keep their ID cards on a phone; 0: not at all. */
  keepDays: v.number(),
  /** The wallets for which the caller can get passes of the cards. */
  wallets: v.array(v.picklist(wallets)),
})

export const benefits = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/coverage/v1/benefits',
  summary:
    'Coverages of the signed-in member with benefits, yearly limits of person and family, documents, ID cards and other insurance (MP-12).',
  audience: members,
  ...asking,
  audit: { action: 'benefits.read', record: 'member' },
  whileViewing: 'coverage',
  payload: CoverageData,
  errors: ['NOT-FOUND'],
})

const cardFormats = ['pdf', 'png', 'svg'] as const
const cardSides = ['front', 'back'] as const

export const idCardFile = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/coverage/v1/idCard/{cardId}',
  summary: 'An ID card of the signed-in member as a file: both sides as PDF, one side as a picture (MP-12).',
  audience: members,
  ...asking,
  audit: { action: 'id-card.read', record: 'id-card' },
  whileViewing: 'coverage',
  file: true,
  heavy: true,
  params: v.object({ cardId: recordId('card') }),
  query: v.object({
    format: v.optional(v.picklist(cardFormats), 'pdf'),
    side: v.optional(v.picklist(cardSides), 'front'),
  }),
  payload: FileInStubs,
  errors: ['NOT-FOUND', 'UNAVAILABLE', 'TOO-MANY-REQUESTS'],
})
