import { methodKinds, methodStates } from '@portico/rules/premium/autopay'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { AskedDay, Day, recordId, Uuid } from '../fields.ts'

const audience = { by: 'session', roles: ['MEMBER'] } as const
const changes = { audience, ...changing } as const

/** A payment method that the gateway stores for the member (MP-18): never a card or account number, only the last four digits. */
export const Method = v.object({
  methodId: v.string(),
  state: v.picklist(methodStates),
  kind: v.nullable(v.picklist(methodKinds)),
  /** `Visa`, or the bank's name. */
  label: v.nullable(v.string()),
  lastFour: v.nullable(v.string()),
})

/** Automatic payment for an account; absent if it is off. */
export const Autopay = v.object({
  methodId: v.string(),
  /** The most that the member has agreed to pay at a time. */
  maxCents: v.number(),
  /**
   * `none`: nothing is owed; `unknown`: we do not know how much is owed, or when it is due, so nothing is taken; `under-way`: a payment
   * on the account is not settled yet, and its outcome decides the next one; `given-up`: all attempts failed, and the member has to
   * pay; `paused`: the payer's bank took a payment back, and nothing is taken until the member agrees again.
   */
  state: v.picklist(['none', 'unknown', 'under-way', 'wait', 'due', 'over-limit', 'given-up', 'paused']),
  /** When the next payment is taken, and how much. */
  nextOn: v.nullable(Day),
  nextCents: v.nullable(v.number()),
  /** When an attempt last failed for the amount now due. */
  failedOn: v.nullable(Day),
  /** When the payer's bank took back the payment that caused the pause; null: not paused. */
  takenBackOn: v.nullable(Day),
})

/**
 * The first payment that automatic payment with a sufficient limit would make if the member agreed now: the member sees it before they
 * agree. The states are those of automatic payment itself.
 */
export const FirstTaken = v.object({
  state: v.picklist(['none', 'unknown', 'under-way', 'wait', 'due', 'given-up']),
  on: v.nullable(Day),
  cents: v.nullable(v.number()),
})

const methods = '/rbsmbl/x-services/premium/v1/methods'
const OpenedMethod = v.object({
  ...Method.entries,
  /** The gateway's page, while the member can still enter it there. */
  url: v.nullable(v.string()),
})

export const keepMethod = defineCall({
  ...changes,
  audit: { action: 'premium-method.keep', record: 'premium-method' },
  method: 'POST',
  path: methods,
  summary:
    "Starts saving a payment method, which is entered on the gateway's page (MP-18). Only for the person who pays.",
  onceBy: 'clientMethodId',
  body: v.object({
    /** Identifies the method: the same id again means the same method. */
    clientMethodId: Uuid,
  }),
  payload: OpenedMethod,
  status: 201,
  errors: ['NOT-FOUND', 'CONFLICT', 'UNAVAILABLE'],
})

export const premiumMethod = defineCall({
  method: 'GET',
  path: `${methods}/{methodId}`,
  summary: 'The state of a payment method; the gateway is asked while its page is open (MP-18).',
  audience,
  ...asking,
  audit: { action: 'premium-method.read', record: 'premium-method' },
  params: v.object({ methodId: recordId('method') }),
  payload: OpenedMethod,
  errors: ['NOT-FOUND'],
})

export const removeMethod = defineCall({
  ...changes,
  audit: { action: 'premium-method.remove', record: 'premium-method' },
  method: 'DELETE',
  path: `${methods}/{methodId}`,
  summary: 'Removes a payment method, at the gateway too; automatic payment with it ends (MP-18).',
  params: v.object({ methodId: recordId('method') }),
  payload: OpenedMethod,
  errors: ['NOT-FOUND', 'CONFLICT'],
})

const autopay = '/rbsmbl/x-services/premium/v1/autopay'
const IsOn = v.object({ on: v.boolean() })

export const setAutopay = defineCall({
  ...changes,
  method: 'PUT',
  path: autopay,
  summary:
    'Turns on or changes automatic payment for an account, with the most that may be taken at a time, as the member confirmed (MP-18).',
  body: v.object({
    billingAccountId: recordId('billingAccount'),
    methodId: recordId('method'),
    maxCents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000)),
    /** The first payment that the member saw; null: none. Refused if it is a different one by now. Absent in pages of release 0.1.0. */
    first: v.optional(v.nullable(v.object({ on: AskedDay, cents: v.number() }))),
  }),
  audit: { action: 'premium-autopay.set', record: 'premium-account' },
  payload: IsOn,
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'CONFLICT', 'UNAVAILABLE'],
})

export const endAutopay = defineCall({
  ...changes,
  method: 'DELETE',
  path: `${autopay}/{billingAccountId}`,
  summary: 'Turns off automatic payment for an account; a payment that is under way continues (MP-18).',
  params: v.object({ billingAccountId: recordId('billingAccount') }),
  audit: { action: 'premium-autopay.end', record: 'premium-account' },
  payload: IsOn,
  errors: ['NOT-FOUND'],
})
