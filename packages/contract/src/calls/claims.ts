import { appealPrograms } from '@portico/rules/claims/appeal'
import { claimCategories } from '@portico/rules/claims/category'
import { owedSteps } from '@portico/rules/claims/owed'
import { claimStates } from '@portico/rules/claims/state'
import { holders } from '@portico/rules/coverage/balances'
import { languages } from '@portico/rules/languages/list'
import * as v from 'valibot'
import { asking, defineCall } from '../call.ts'
import { AskedDay, Day, queryNumber, recordId } from '../fields.ts'
import { FileInStubs } from './attachments.ts'
import { Spoken } from './coverage.ts'

const members = { by: 'session', roles: ['MEMBER'] } as const

/** An amount in whole US cents; null: the plan's file does not say. */
const Cents = v.nullable(v.pipe(v.number(), v.integer()))

const State = v.picklist(claimStates)
const Category = v.picklist(claimCategories)

const Patient = v.object({ memberId: v.string(), firstName: v.string(), lastName: v.string() })

/** What a member owes on a claim, by the single rule for it (`computeOwed`). */
const Owed = {
  /** The member's share. */
  shareCents: Cents,
  /** How much of it is already paid: by their spending accounts, or at the pharmacy. */
  paidCents: v.number(),
  /** What is left to pay. */
  youOweCents: Cents,
  step: v.picklist(owedSteps),
}

export const ClaimRow = v.object({
  claimId: v.string(),
  claimNumber: v.string(),
  serviceDate: Day,
  /** Null: the plan's file does not say. */
  providerName: v.nullable(v.string()),
  category: Category,
  state: State,
  billedCents: Cents,
  allowedCents: Cents,
  planPaidCents: Cents,
  ...Owed,
  patient: Patient,
})

const pageSizes = ['10', '50', '100'] as const
export const claimSorts = ['serviceDate', 'provider', 'billed', 'youOwe'] as const

/** Filters for a list of claims (MP-3). */
const filters = {
  /** First and last day of service. */
  from: v.optional(AskedDay),
  to: v.optional(AskedDay),
  /** Whose claims; one of `people` in an answer. */
  memberId: v.optional(recordId('person')),
  kind: v.optional(Category),
  state: v.optional(State),
  provider: v.optional(v.pipe(v.string(), v.maxLength(200))),
  /** Only claims on which the member owes something. */
  owe: v.optional(v.picklist(['true'])),
  sort: v.optional(v.picklist(claimSorts), 'serviceDate'),
  order: v.optional(v.picklist(['asc', 'desc']), 'desc'),
}

const paging = {
  page: queryNumber({ min: 1, max: 100_000, fallback: 1 }),
  pageSize: v.optional(v.pipe(v.picklist(pageSizes), v.transform(Number)), '10'),
}

export const ClaimPage = v.object({
  claims: v.array(ClaimRow),
  total: v.number(),
  /**
   * Sums over all claims found: billed = discount + plan paid + other paid + share + open; `youOwe`: what is left to pay of the share.
   * `unknown` counts claims with an amount that is not known, `odd` those whose amounts do not add up.
   */
  totals: v.object({
    billedCents: v.number(),
    discountCents: v.number(),
    planPaidCents: v.number(),
    otherPaidCents: v.number(),
    shareCents: v.number(),
    youOweCents: v.number(),
    openCents: v.number(),
    unknown: v.number(),
    odd: v.number(),
    /** Decided claims for which the plan does not say what the member owes. */
    oweUnknown: v.number(),
  }),
  /** The people whose claims the member may see, themselves first. */
  people: v.array(Patient),
  /** The providers in all these people's claims, for the filter. */
  providers: v.array(v.string()),
  /** When the plan last sent claims; null: it has sent none. */
  asOf: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
})

const lists = {
  audience: members,
  ...asking,
  whileViewing: 'claims',
  liveness: 'in-query',
  payload: ClaimPage,
} as const

export const listClaims = defineCall({
  ...lists,
  method: 'GET',
  path: '/rbsmbl/x-services/claims/v1/claims',
  summary: 'Claims of the member and of the children whose claims they may see, newest service first (MP-3).',
  query: v.object({ ...filters, ...paging }),
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})

/** Words to search for. */
const Words = v.pipe(v.string(), v.maxLength(100))

export const searchClaims = defineCall({
  ...lists,
  method: 'POST',
  path: '/rbsmbl/x-services/claims/v1/search',
  summary: 'The same for a search (MP-3); the words may reveal health information, so they are in the body.',
  body: v.object({ ...filters, ...paging, q: Words }),
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})

const Figures = v.object({
  billedCents: Cents,
  allowedCents: Cents,
  discountCents: Cents,
  planPaidCents: Cents,
  otherPaidCents: Cents,
  deductibleCents: Cents,
  copayCents: Cents,
  coinsuranceCents: Cents,
  notCoveredCents: Cents,
  shareCents: Cents,
  /** Part of the member's share that the plan's file does not explain. */
  unexplainedCents: Cents,
  /** Whether billed = discount + paid + share; null where the file does not say enough. */
  addsUp: v.nullable(v.boolean()),
})

/** `text`: in the plan's own words; `words`: in our own plain words, if we have any. */
const Reason = v.object({ code: v.string(), text: v.nullable(v.string()), words: v.nullable(v.string()) })
const Other = v.object({ text: v.string(), cents: v.number() })

const Line = v.object({
  line: v.number(),
  serviceDate: v.nullable(Day),
  code: v.nullable(v.string()),
  /** In the caller's language if we have our own words for it, else as the plan sent it. */
  description: v.nullable(v.string()),
  spoken: Spoken,
  quantity: v.nullable(v.number()),
  denied: v.boolean(),
  figures: Figures,
  reasons: v.array(Reason),
  notes: v.array(v.string()),
  others: v.array(Other),
})

/** What happened to a claim, only from what the plan's files say; never guessed (MP-7). */
export const claimEventKinds = [
  'service',
  'received',
  'in-progress',
  'decided',
  'denied',
  'paid',
  'changed',
  'replaced',
  'appeal-decided',
  'appeal-denied',
  'taken-back',
  'appeal-sent',
  'appeal-answer',
  'appeal-until',
  'review-until',
] as const

export const ClaimDetail = v.object({
  claimId: v.string(),
  claimNumber: v.string(),
  type: v.string(),
  category: Category,
  state: v.picklist([...claimStates, 'replaced']),
  serviceFrom: Day,
  serviceTo: Day,
  providerName: v.nullable(v.string()),
  facilityName: v.nullable(v.string()),
  network: v.nullable(v.picklist(['in', 'out'])),
  payee: v.nullable(v.picklist(['provider', 'subscriber'])),
  patient: Patient,
  /** Whether it is the signed-in member's own claim. */
  own: v.boolean(),
  /** Whether the reader sees several people's claims, so that we must say whose this is. */
  shared: v.boolean(),
  figures: Figures,
  owed: v.object(Owed),
  reasons: v.array(Reason),
  notes: v.array(v.string()),
  others: v.array(Other),
  lines: v.array(Line),
  events: v.array(
    v.object({
      kind: v.picklist(claimEventKinds),
      day: Day,
      /** Whether that day is still to come. */
      toCome: v.boolean(),
      /** What the member owed before and after a change. */
      before: v.optional(Cents),
      after: v.optional(Cents),
    }),
  ),
  /**
   * What it did to the limits of the plan's year, the person's and the family's: the amounts before and after it, null: not known, or
   * not for the reader; `limitCents` null: not loaded.
   */
  effects: v.array(
    v.object({
      kind: v.picklist(['deductible', 'out-of-pocket']),
      network: v.picklist(['in', 'out']),
      holder: v.picklist(holders),
      beforeCents: Cents,
      afterCents: Cents,
      limitCents: Cents,
    }),
  ),
  /** The claim that this one replaces, and the one that replaces it. */
  replaces: v.nullable(v.string()),
  replacedBy: v.nullable(v.string()),
  /** Last day to appeal a denial; null: there is nothing to appeal, or the date of the decision is not known. */
  appealBy: v.nullable(Day),
  /** Whose rules an appeal follows, and who decides after the plan: outside reviewers, or the state. */
  program: v.picklist(appealPrograms),
  /** For a denial on appeal: whether the next step is still possible, and its last day; null: not known, or nobody has to ask. */
  appealDenied: v.nullable(v.object({ step: v.picklist(['open', 'over']), reviewBy: v.nullable(Day) })),
  /** What can be done about a denial (MP-8); null: nothing was denied, or it was denied on appeal. */
  appeal: v.nullable(
    v.object({
      step: v.picklist(['open', 'over']),
      /** Days left, including the last one; null: not known. */
      daysLeft: v.nullable(v.number()),
      /** By when the plan would have to decide an appeal sent today. */
      answerBy: Day,
      /** The appeal sent through the portal; `messageId` only for people who may read it. */
      sent: v.nullable(v.object({ on: Day, answerBy: Day, messageId: v.nullable(v.string()) })),
    }),
  ),
  /** When the plan sent it. */
  asOf: v.pipe(v.string(), v.isoTimestamp()),
})

export const openClaim = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/claims/v1/claims/{claimId}',
  summary: 'One claim: what it cost, who pays for it and why, and what happened to it (MP-4, MP-7).',
  audience: members,
  ...asking,
  audit: { action: 'claim.read', record: 'claim' },
  whileViewing: 'claims',
  params: v.object({ claimId: recordId('claim') }),
  payload: ClaimDetail,
  errors: ['NOT-FOUND'],
})

export const claimEob = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/claims/v1/claims/{claimId}/eob',
  summary:
    "The explanation of benefits for a decided claim as PDF/UA, in the member's brand (MP-5). NOT-FOUND before the plan has decided.",
  audience: members,
  ...asking,
  audit: { action: 'claim.eob', record: 'claim' },
  whileViewing: 'claims',
  params: v.object({ claimId: recordId('claim') }),
  query: v.object({
    /** Absent: the page's language. */
    language: v.optional(v.picklist(languages)),
  }),
  file: true,
  payload: FileInStubs,
  errors: ['NOT-FOUND', 'TOO-MANY-REQUESTS', 'UNAVAILABLE'],
})

export const exportClaims = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/claims/v1/claims/export',
  summary: 'The claims in a list or found by a search as CSV, streamed; no cell is a formula (MP-6).',
  audience: members,
  ...asking,
  audit: { action: 'claims.export', record: 'member' },
  whileViewing: 'claims',
  body: v.object({ ...filters, q: v.optional(Words) }),
  file: true,
  payload: FileInStubs,
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})
