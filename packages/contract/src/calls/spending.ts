import { claimCategories } from '@portico/rules/claims/category'
import { limitKinds } from '@portico/rules/coverage/balances'
import { spendingAccountTypes, transactionKinds, transactionStates } from '@portico/rules/spending/accounts'
import { outlookKinds, uncountedReasons } from '@portico/rules/spending/outlook'
import { payReasons } from '@portico/rules/spending/payable'
import * as v from 'valibot'
import { asking, defineCall } from '../call.ts'
import { AskedDay, Day, GroupKey, Moment, queryNumber, recordId, ShortText } from '../fields.ts'
import { FileInStubs } from './attachments.ts'

const audience = { by: 'session', roles: ['MEMBER'] } as const
const reads = { audience, ...asking, whileViewing: 'claims' } as const

/** An amount in whole US cents; null: the vendor's file does not say. */
const Cents = v.nullable(v.pipe(v.number(), v.integer()))
const MaybeDay = v.nullable(Day)
const Person = v.object({ memberId: v.string(), firstName: v.string(), lastName: v.string() })
const AccountType = v.picklist(spendingAccountTypes)
/** Absent: the current year. */
const Year = v.optional(v.pipe(v.string(), v.regex(/^2[01]\d\d$/), v.transform(Number)))

/** HT-4: the accounts that vendors keep for the member in a client and group. */
const ListedAccount = v.object({
  accountId: v.string(),
  accountNumber: v.string(),
  accountType: AccountType,
  planYear: v.number(),
  beginDate: MaybeDay,
  endDate: MaybeDay,
  annualCents: Cents,
  contributedCents: Cents,
  spentCents: Cents,
  balanceCents: Cents,
})

export const accountList = defineCall({
  ...reads,
  method: 'GET',
  path: '/rbsmbl/x-services/spendingAccount/common/v1/accountList',
  summary: 'Spending accounts that the vendor keeps for the member in a client and group (HT-4).',
  query: v.object({
    memberID: recordId('memberNumber', ShortText),
    vendorType: v.literal('SELECTACCOUNT'),
    ...GroupKey,
  }),
  audit: { action: 'spending-accounts.read', record: 'group' },
  payload: v.object({ accounts: v.array(ListedAccount) }),
  errors: ['NOT-FOUND'],
})

/** Identifies an account wherever it is mentioned. */
const AccountName = v.object({
  accountId: v.string(),
  accountType: AccountType,
  planYear: v.number(),
  /** The last four digits of the vendor's number. */
  ending: v.string(),
})

const Limit = v.variant('known', [
  v.object({
    known: v.literal(true),
    cents: v.number(),
    /** The part of it that applies from the year in which someone turns 55. */
    catchUpCents: v.number(),
    source: v.object({ name: v.string(), published: v.string() }),
  }),
  v.object({ known: v.literal(false), why: v.picklist(['year', 'coverage', 'none']) }),
])

const Deadline = v.variant('stage', [
  v.object({ stage: v.literal('never') }),
  v.object({ stage: v.literal('unknown') }),
  v.object({ stage: v.literal('spend'), lastDay: Day, days: v.number(), lostCents: Cents }),
  v.object({ stage: v.literal('claim'), lastDay: Day, days: v.number(), lostCents: Cents }),
  v.object({ stage: v.literal('over'), lastDay: Day }),
])

const Account = v.object({
  ...AccountName.entries,
  holder: Person,
  vendorName: v.nullable(v.string()),
  open: v.boolean(),
  beginDate: MaybeDay,
  endDate: MaybeDay,
  coverageLevel: v.nullable(v.picklist(['self', 'family'])),
  balanceCents: Cents,
  /** The date of the vendor's figures. */
  asOf: MaybeDay,
  electionCents: Cents,
  employeeCents: Cents,
  employerCents: Cents,
  spentCents: Cents,
  carryOverCents: Cents,
  /** How much of what was paid in counts toward the legal limit. */
  countedCents: Cents,
  limit: Limit,
  deadline: Deadline,
})

const PayAnswer = v.object({
  accountId: v.string(),
  answer: v.picklist(['yes', 'maybe']),
  reason: v.picklist(payReasons),
})

/**
 * A claim on which something is owed, or that an account may reimburse, and the accounts that may pay it, starting with the one that
 * expires first.
 */
const PayableClaim = v.object({
  claimId: v.string(),
  providerName: v.nullable(v.string()),
  serviceDate: Day,
  category: v.picklist(claimCategories),
  patient: Person,
  shareCents: v.number(),
  /** What the accounts have paid toward it, if the vendor names the claim, and what they may still pay. */
  paidCents: v.number(),
  leftCents: v.number(),
  /** Paid at the pharmacy counter, so nothing is owed: an account may reimburse it. */
  atCounter: v.boolean(),
  accounts: v.array(PayAnswer),
})

export const SpendingSummary = v.object({
  /** `not-loaded`: the plan has sent no file of spending accounts; `none`: it has, but the member has none. */
  state: v.picklist(['loaded', 'none', 'not-loaded']),
  /** The plan year that is shown, and the ones to choose from. */
  year: v.number(),
  years: v.array(v.number()),
  accounts: v.array(Account),
  claims: v.array(PayableClaim),
  /** Whether the reader sees several people's claims, so that we must say whose each is. */
  shared: v.boolean(),
  /** How many more claims there are. */
  moreClaims: v.number(),
})

export const spendingSummary = defineCall({
  ...reads,
  method: 'GET',
  path: '/rbsmbl/x-services/spendingAccount/v1/summary',
  summary: 'Spending accounts of a plan year with limits and last days, and the claims that they may pay (MP-10).',
  query: v.object({ year: Year }),
  payload: SpendingSummary,
  errors: ['FIELD-INVALID'],
})

export const claimPayable = defineCall({
  ...reads,
  method: 'GET',
  path: '/rbsmbl/x-services/spendingAccount/v1/claims/{claimId}',
  summary: 'The accounts that may pay what is owed on a claim (MP-10).',
  params: v.object({ claimId: recordId('claim') }),
  audit: { action: 'spending.read', record: 'member' },
  payload: v.object({
    accounts: v.array(v.object({ ...PayAnswer.entries, ...AccountName.entries, balanceCents: Cents })),
    paidCents: v.number(),
  }),
  errors: ['NOT-FOUND'],
})

const Transaction = v.object({
  transactionId: v.string(),
  accountId: v.string(),
  date: Day,
  kind: v.picklist(transactionKinds),
  state: v.picklist(transactionStates),
  /** Money in is positive, money out negative. */
  amountCents: v.number(),
  paidBy: v.nullable(v.picklist(['employee', 'employer'])),
  /** The patient; null: nobody is named, or the reader may not know. */
  person: v.nullable(Person),
  payee: v.nullable(v.string()),
  note: v.nullable(v.string()),
  claim: v.nullable(v.object({ claimId: v.string(), claimNumber: v.string() })),
  /** Whether the reader may not know what the money was for. */
  withheld: v.boolean(),
})

export const transactionSorts = ['date', 'amount'] as const

const filters = {
  account: v.optional(recordId('spendingAccount')),
  from: v.optional(AskedDay),
  to: v.optional(AskedDay),
  kind: v.optional(v.picklist(transactionKinds)),
  /** The patient; one of `people` in an answer. */
  person: v.optional(recordId('person')),
  sort: v.optional(v.picklist(transactionSorts), 'date'),
  order: v.optional(v.picklist(['asc', 'desc']), 'desc'),
}

export const TransactionPage = v.object({
  transactions: v.array(Transaction),
  total: v.number(),
  /** Sums over all transactions found that have moved money; `waitingCents` is what has not moved yet. */
  totals: v.object({ inCents: v.number(), outCents: v.number(), waitingCents: v.number() }),
  people: v.array(Person),
  accounts: v.array(AccountName),
})

export const listTransactions = defineCall({
  ...reads,
  method: 'GET',
  path: '/rbsmbl/x-services/spendingAccount/v1/transactions',
  summary: 'The transactions of the spending accounts, newest first (MP-11).',
  query: v.object({
    ...filters,
    page: queryNumber({ min: 1, max: 100_000, fallback: 1 }),
    pageSize: v.optional(v.pipe(v.picklist(['10', '50', '100']), v.transform(Number)), '10'),
  }),
  audit: { action: 'spending-transactions.read', record: 'member' },
  payload: TransactionPage,
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})

export const exportTransactions = defineCall({
  ...reads,
  audit: { action: 'spending.export', record: 'member' },
  method: 'GET',
  path: '/rbsmbl/x-services/spendingAccount/v1/transactions/export',
  summary: 'The transactions in a list as CSV, streamed; no cell is a formula (MP-11).',
  query: v.object(filters),
  file: true,
  payload: FileInStubs,
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})

const moved = { inCents: v.number(), outCents: v.number(), count: v.number() }

export const SpendingYear = v.object({
  year: v.number(),
  years: v.array(v.number()),
  total: v.object(moved),
  months: v.array(v.object({ ...moved, month: v.number() })),
  kinds: v.array(v.object({ ...moved, kind: v.picklist(transactionKinds) })),
  /** `person` null: nobody is named, or the reader may not know who. */
  people: v.array(v.object({ ...moved, person: v.nullable(Person) })),
  /** What each side paid in, for tax forms; null: no file mentions any payment of theirs. */
  paidIn: v.object({ employeeCents: Cents, employerCents: Cents, otherCents: Cents }),
  /** The layout of the monthly chart, in the picture's own units. */
  chart: v.object({
    width: v.number(),
    height: v.number(),
    base: v.number(),
    bars: v.array(
      v.object({
        month: v.number(),
        side: v.picklist(['in', 'out']),
        x: v.number(),
        y: v.number(),
        width: v.number(),
        height: v.number(),
      }),
    ),
    ticks: v.array(v.object({ y: v.number(), cents: v.number() })),
    months: v.array(v.object({ month: v.number(), x: v.number() })),
  }),
})

const yearQuery = v.object({ year: Year, account: v.optional(recordId('spendingAccount')) })

export const spendingYear = defineCall({
  ...reads,
  method: 'GET',
  path: '/rbsmbl/x-services/spendingAccount/v1/year',
  summary: 'A year of spending by month, kind and person, with the layout of its monthly chart (MP-11).',
  query: yearQuery,
  payload: SpendingYear,
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})

export const exportYear = defineCall({
  ...reads,
  audit: { action: 'spending.export', record: 'member' },
  method: 'GET',
  path: '/rbsmbl/x-services/spendingAccount/v1/year/export',
  summary: 'The same as CSV, by account, person, kind and month, for taxes (MP-11).',
  query: yearQuery,
  file: true,
  payload: FileInStubs,
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})

/** Something that is likely still to come this plan year; an uncounted item says why. */
const OutlookLine = v.object({
  lineId: v.string(),
  kind: v.picklist(outlookKinds),
  person: Person,
  /** The medicine, or the care in the plan's words; null for check-ups, and if the plan's file does not say. */
  name: v.nullable(v.string()),
  /** Recommended check-ups and shots that are due. */
  names: v.array(v.string()),
  times: v.nullable(v.number()),
  /** The member's share each time. */
  eachCents: Cents,
  cents: Cents,
  why: v.nullable(v.picklist(uncountedReasons)),
  /** Whether it counts toward the plan's out-of-pocket maximum. */
  counts: v.boolean(),
  /** Whether that maximum is used up, so that the plan pays in full, even for an unknown price. */
  pastLimit: v.boolean(),
  /** For a medicine: when its next refill is due, how many days a fill lasts, and the date of the fill that the price comes from. */
  firstDay: MaybeDay,
  daysSupply: v.nullable(v.number()),
  pricedOn: MaybeDay,
  /** For a medicine: how many refills the prescription still has; null: not known. */
  refillsLeft: v.nullable(v.number()),
  /** For approved care: its last day. */
  endsOn: MaybeDay,
})

const OutlookLimit = v.object({
  kind: v.picklist(limitKinds),
  /** Whose limit it is; null: the whole family's. */
  person: v.nullable(Person),
  limitCents: v.number(),
  usedCents: Cents,
  leftCents: Cents,
  /** How much of the list is likely to be added to an out-of-pocket maximum. */
  toComeCents: Cents,
})

export const spendingOutlook = defineCall({
  ...reads,
  method: 'GET',
  path: '/rbsmbl/x-services/spendingAccount/v1/outlook',
  summary:
    'An estimate of what is still to come this plan year: refills, approved care and check-ups, against what is left of limits and accounts, with the arithmetic (MP-10). Items without a price are listed, but not counted.',
  query: v.object({}),
  audit: { action: 'spending-outlook.read', record: 'member' },
  payload: v.object({
    /** Null: no medical plan is in force, so there is no plan year to look at. */
    plan: v.nullable(v.object({ name: v.string(), begins: Day, ends: Day })),
    lines: v.array(OutlookLine),
    limits: v.array(OutlookLimit),
    /** `withheld`: the family has limits, but the caller may not see them. */
    family: v.picklist(['shown', 'none', 'withheld']),
    accounts: v.array(v.object({ ...AccountName.entries, balanceCents: Cents, lastDay: MaybeDay })),
    /** The sum of all counted lines by themselves; null: none. */
    sumCents: Cents,
    /** The same, but no more than what is left of the limits. */
    likelyCents: Cents,
    fromAccountsCents: Cents,
    fromPocketCents: Cents,
    /** When the plan last sent any medicine or approval; null: it has sent none. */
    loadedAt: v.nullable(Moment),
    /** `private`: only the member, or the parent of a young child, sees recommended care. */
    checkups: v.picklist(['shown', 'private']),
  }),
  errors: [],
})
