import { formKinds } from '@portico/rules/forms/kinds'
import { spendingAccountTypes } from '@portico/rules/spending/accounts'
import * as v from 'valibot'
import { asking, defineCall } from '../call.ts'
import { Day, Moment, Uuid } from '../fields.ts'

const Text = v.string()
const MaybeText = v.nullable(v.string())
const MaybeCents = v.nullable(v.pipe(v.number(), v.integer()))
/** The first name of a child or another person; null: the member whose page it is. */
const Whose = MaybeText

/** What waits for a member, one kind each (MP-1). */
export const NextStep = v.variant('kind', [
  v.object({ kind: v.literal('invitation'), accessId: Uuid, firstName: Text, sentAt: Moment, answerBy: Moment }),
  /** Someone whose access was given under a wording that included less than today's. */
  v.object({ kind: v.literal('told-again'), accessId: Uuid, name: Text }),
  v.object({
    kind: v.literal('denial'),
    claimId: Uuid,
    whose: Whose,
    providerName: MaybeText,
    serviceDate: Day,
    /** The last day to appeal, and the days left with it. */
    appealBy: Day,
    daysLeft: v.number(),
  }),
  v.object({
    kind: v.literal('refill'),
    orderId: Uuid,
    whose: Whose,
    drug: Text,
    pharmacyName: Text,
    pharmacyAddress: MaybeText,
    pharmacyPhone: MaybeText,
    /** What the last fill cost the member; null: not known. */
    lastCents: MaybeCents,
  }),
  v.object({
    kind: v.literal('money'),
    accountId: Uuid,
    accountType: v.picklist(spendingAccountTypes),
    /** Whether money can still be spent, or only bills submitted. */
    stage: v.picklist(['spend', 'claim']),
    lastDay: Day,
    /** What is lost after that day if nothing more is spent; null: not known. */
    lostCents: MaybeCents,
  }),
  /** A bill of a group other than the selected one: the first payment, without which coverage does not begin, or an overdue one. */
  v.object({
    kind: v.literal('payment'),
    accountId: v.string(),
    planName: Text,
    stage: v.picklist(['first', 'late']),
    amountCents: v.pipe(v.number(), v.integer()),
    /** The overdue part of it. */
    overdueCents: v.pipe(v.number(), v.integer()),
    dueOn: Day,
    /** The last day of the grace period; null: there is none, or it is not known. */
    lastDay: v.nullable(Day),
  }),
  /** What is left to pay on decided claims, as in the list of claims: providers bill it, and nothing here has a due date. */
  v.object({ kind: v.literal('owed'), claims: v.number(), amountCents: v.pipe(v.number(), v.integer()) }),
  /** Without its words: the page that everyone sees first does not repeat what someone has not sent. */
  v.object({ kind: v.literal('draft'), draftId: Uuid, savedAt: Moment }),
  v.object({ kind: v.literal('form'), form: v.picklist(formKinds), savedAt: Moment }),
])

export const nextSteps = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/member/v1/nextSteps',
  summary: 'What waits for the signed-in member, most urgent first: a few of each kind (MP-1).',
  audience: { by: 'session', roles: ['MEMBER'] },
  ...asking,
  audit: { action: 'next-steps.read', record: 'member' },
  whileViewing: 'coverage',
  payload: v.object({ steps: v.array(NextStep) }),
  errors: [],
})
