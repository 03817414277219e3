import { languages } from '@portico/rules/languages/list'
import { methodKinds } from '@portico/rules/premium/autopay'
import { coverageEndRules, premiumLineKinds, premiumMoveKinds, premiumWays } from '@portico/rules/premium/kinds'
import { paymentStates } from '@portico/rules/premium/payment'
import { toldKinds } from '@portico/rules/premium/told'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Day, Moment, recordId, Uuid } from '../fields.ts'
import { FileInStubs } from './attachments.ts'
import { Autopay, FirstTaken, Method } from './autopay.ts'

const audience = { by: 'session', roles: ['MEMBER'] } as const
const reads = { audience, ...asking } as const

/** An amount in whole US cents; null: not known. */
const Cents = v.nullable(v.number())
const MaybeDay = v.nullable(Day)

const Line = v.object({
  kind: v.picklist(premiumLineKinds),
  amountCents: v.number(),
  /** First name of the person it is for; null: not for one person alone. */
  person: v.nullable(v.string()),
  note: v.nullable(v.string()),
})

const Bill = v.object({
  billId: v.string(),
  billNumber: v.string(),
  issuedOn: MaybeDay,
  dueOn: MaybeDay,
  periodFrom: MaybeDay,
  periodTo: MaybeDay,
  amountCents: v.number(),
  /** How much of it is still unpaid; null: the balance is not known. */
  openCents: Cents,
  state: v.picklist(['paid', 'part', 'open', 'overdue', 'unknown']),
  lines: v.array(Line),
  /** Whether the lines add up to the amount; also false where there are none. */
  addsUp: v.boolean(),
})
export type Bill = v.InferOutput<typeof Bill>

const Grace = v.variant('stage', [
  v.object({ stage: v.literal('none') }),
  v.object({ stage: v.literal('unknown') }),
  v.object({ stage: v.literal('running'), lastDay: Day, daysLeft: v.number(), ends: MaybeDay }),
  v.object({ stage: v.literal('over'), lastDay: Day, ends: MaybeDay }),
])

const PaidBy = v.object({
  kind: v.picklist(methodKinds),
  /** `Visa`, or the bank's name. */
  label: v.nullable(v.string()),
  lastFour: v.nullable(v.string()),
})

/** The bills that a payment went to, oldest first; unknown bills are left out. */
const PaidFor = v.array(
  v.object({ billNumber: v.string(), dueOn: MaybeDay, periodFrom: MaybeDay, periodTo: MaybeDay, cents: v.number() }),
)

const Move = v.object({
  moveId: v.string(),
  date: Day,
  kind: v.picklist(premiumMoveKinds),
  way: v.nullable(v.picklist(premiumWays)),
  /** Money in is positive, money returned negative. */
  amountCents: v.number(),
  note: v.nullable(v.string()),
  paidFor: PaidFor,
})

export const Payment = v.object({
  paymentId: v.string(),
  /** Null: the first premium of an application. */
  accountId: v.nullable(v.string()),
  state: v.picklist(paymentStates),
  /** What the member confirmed. */
  amountCents: v.number(),
  /** What was paid according to the gateway, and how much of it was sent back to the payer. */
  paidCents: v.number(),
  refundedCents: v.number(),
  /** How much of it the payer's bank took back and still has, and when it last took something. */
  takenBackCents: v.number(),
  takenBackOn: v.nullable(Day),
  /** The gateway's page, while the member can still pay there. */
  url: v.nullable(v.string()),
  at: Moment,
  settledAt: v.nullable(Moment),
  /** No money moves: it is the demo's gateway. */
  sandbox: v.boolean(),
  /** Taken automatically, as the member has agreed. */
  automatic: v.boolean(),
  /** Taken from a saved payment method, automatically or not, so that there is nothing left to enter. */
  saved: v.boolean(),
  /** What was used to pay; null: the gateway has not said. */
  paidBy: v.nullable(PaidBy),
})

const Account = v.object({
  accountId: v.string(),
  /** The last four digits of the number in the plan's billing system. */
  ending: v.string(),
  /** Null: we do not know which plan it is for. */
  planName: v.nullable(v.string()),
  open: v.boolean(),
  /** What is owed; negative for a credit; null: not known. */
  balanceCents: Cents,
  asOf: MaybeDay,
  /** What was paid here since then, already deducted from the balance; negative: banks took more back. */
  paidHereCents: v.number(),
  /** Whether it can be paid here, and whether through the demo's gateway. */
  takesPayments: v.boolean(),
  sandbox: v.boolean(),
  dueOn: MaybeDay,
  /** The part of it that is overdue. */
  overdueCents: Cents,
  paidThrough: MaybeDay,
  /** Whether the plan itself collects the premium automatically; null: not known. */
  autoPay: v.nullable(v.boolean()),
  /** Automatic payment through the portal; null: off. */
  autopay: v.nullable(Autopay),
  /** Absent from servers of release 0.1.0. */
  autopayFirst: v.optional(FirstTaken),
  taxCredit: v.nullable(v.boolean()),
  /** Whether the coverage begins only once it is paid; absent from servers of release 0.1.0. */
  isFirst: v.optional(v.boolean()),
  graceDays: v.nullable(v.number()),
  endRule: v.nullable(v.picklist(coverageEndRules)),
  grace: Grace,
  /** Newest first. */
  bills: v.array(Bill),
  /** Whether there are more, older ones. */
  moreBills: v.boolean(),
  /** Everything that changed the balance except bills, newest first. */
  history: v.array(Move),
  moreHistory: v.boolean(),
  /** Payments made here, newest first. */
  payments: v.array(v.object({ ...Payment.entries, paidFor: PaidFor })),
})

export const PremiumBills = v.object({
  /** `not-loaded`: the plan has sent no bills; `none`: it has, but none for this member; `not-payer`: someone else pays. */
  state: v.picklist(['loaded', 'none', 'not-loaded', 'not-payer']),
  /** Why the reader may not see it: they are not the subscriber, or they are viewing someone else's information. */
  why: v.nullable(v.picklist(['not-subscriber', 'viewing'])),
  accounts: v.array(Account),
  /** The member's saved payment methods, oldest first. */
  methods: v.array(Method),
  /** What the plan's enrollment files say about the premium and the help with paying it; not a bill. */
  told: v.array(
    v.object({ kind: v.picklist(toldKinds), plan: v.nullable(v.string()), amountCents: v.number(), from: MaybeDay }),
  ),
})

export const premiumBills = defineCall({
  ...reads,
  audit: { action: 'premium.read', record: 'member' },
  method: 'GET',
  path: '/rbsmbl/x-services/premium/v1/bills',
  summary:
    'What is owed for coverage and by when, the bills line by line, and the payments; only for the person who pays (MP-18).',
  whileViewing: 'any',
  payload: PremiumBills,
  errors: [],
})

/** Absent: the page's language. */
const language = v.optional(v.picklist(languages))

export const premiumBillFile = defineCall({
  ...reads,
  audit: { action: 'premium-bill.read', record: 'member' },
  method: 'GET',
  path: '/rbsmbl/x-services/premium/v1/bills/{billId}/pdf',
  summary: "A bill as PDF/UA, in the member's brand (MP-18).",
  params: v.object({ billId: recordId('bill') }),
  query: v.object({ language }),
  file: true,
  payload: FileInStubs,
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'TOO-MANY-REQUESTS', 'UNAVAILABLE'],
})

export const premiumReceipt = defineCall({
  ...reads,
  audit: { action: 'premium-receipt.read', record: 'member' },
  method: 'GET',
  path: '/rbsmbl/x-services/premium/v1/moves/{moveId}/receipt',
  summary: "A receipt as PDF/UA for a payment from the plan's list or one made here (MP-18).",
  params: v.object({ moveId: recordId('move') }),
  query: v.object({ language }),
  file: true,
  payload: FileInStubs,
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'TOO-MANY-REQUESTS', 'UNAVAILABLE'],
})

const payments = '/rbsmbl/x-services/premium/v1/payments'

export const payPremium = defineCall({
  method: 'POST',
  path: payments,
  summary:
    "Starts a payment of an amount that the member has confirmed; it is made on the gateway's page, or taken from a payment method that they have saved there (MP-19). Only for the person who pays.",
  audience,
  ...changing,
  audit: { action: 'premium-payment.begin', record: 'premium-payment' },
  onceBy: 'clientPaymentId',
  body: v.object({
    billingAccountId: recordId('billingAccount'),
    amountCents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000)),
    /** Identifies the payment: the same id again means the same payment. */
    clientPaymentId: Uuid,
    /** A saved payment method to use; absent: the member pays on the gateway's page. */
    methodId: v.optional(recordId('method')),
  }),
  payload: Payment,
  status: 201,
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'CONFLICT', 'UNAVAILABLE'],
})

export const premiumPayment = defineCall({
  ...reads,
  audit: { action: 'premium-payment.read', record: 'premium-payment' },
  method: 'GET',
  path: `${payments}/{paymentId}`,
  summary: 'The state of a payment; the gateway is asked while it is under way (MP-19).',
  params: v.object({ paymentId: recordId('payment') }),
  payload: Payment,
  errors: ['NOT-FOUND'],
})

export const cancelPremiumPayment = defineCall({
  method: 'DELETE',
  path: `${payments}/{paymentId}`,
  summary: 'Cancels a payment that has not been made; one that was made stays as it is (MP-19).',
  audience,
  ...changing,
  audit: { action: 'premium-payment.cancel', record: 'premium-payment' },
  params: v.object({ paymentId: recordId('payment') }),
  payload: Payment,
  errors: ['NOT-FOUND', 'UNAVAILABLE'],
})
