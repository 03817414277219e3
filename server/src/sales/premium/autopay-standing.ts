import type { PayloadOf } from '@portico/contract/call'
import type { premiumBills } from '@portico/contract/calls/premium'
import { type AutopayStep, autopayStep } from '@portico/rules/premium/autopay'
import type { Grace } from '@portico/rules/premium/grace'
import { easternDay } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import { type AutopayRow, type AutopayTry, findAutopay, listTries, readPause } from './autopay-store.ts'
import type { AccountRow } from './store.ts'

type Shown = NonNullable<PayloadOf<typeof premiumBills>['accounts'][number]['autopay']>

interface Owed {
  readonly dueOn: string | null
  readonly balanceCents: number | null
  readonly grace: Grace
  /** Whether a payment on the account is under way. */
  readonly underWay: boolean
  readonly today: string
}

export type First = NonNullable<PayloadOf<typeof premiumBills>['accounts'][number]['autopayFirst']>

/** The state of an account's automatic payments, null if they are off, and the first payment they would make if the member agreed now. */
export async function readStanding(db: Reader, row: AccountRow, owed: Owed) {
  const key = { memberId: row.member_id, accountId: row.account_id }
  const autopay = await findAutopay(db, key)
  const tries = owed.dueOn === null ? [] : await listTries(db, key, owed.dueOn)
  const standing =
    autopay === undefined
      ? null
      : computeStanding(autopay, { tries, takenBackAt: await readPause(db, key, autopay) }, owed)
  return { standing, first: computeFirst(tries, owed) }
}

function computeFirst(tries: readonly AutopayTry[], owed: Owed): First {
  const agreedNow = { method_id: '', most_cents: Number.POSITIVE_INFINITY }
  const { state, nextOn, nextCents } = computeStanding(agreedNow, { tries, takenBackAt: null }, owed).shown
  // With an agreement made now, neither a limit nor a bank stops a payment.
  if (state === 'over-limit' || state === 'paused') return { state: 'unknown', on: null, cents: null }
  return { state, on: nextOn, cents: nextCents }
}

/** Whether the first payment that the member saw is still the one we would take; a day that has come counts as today. */
export function isFirstAsShown(
  shown: { readonly on: string; readonly cents: number } | null,
  { on, cents }: First,
  today: string,
): boolean {
  if (shown === null || on === null) return shown === null && on === null
  return shown.cents === cents && (shown.on === on || (shown.on <= today && on <= today))
}

/** What was paid on the account: the attempts to take what is due, and when a bank took back a payment, which pauses them. */
export interface Taken {
  readonly tries: readonly AutopayTry[]
  readonly takenBackAt: Date | null
}

/** The same as `readStanding`, from payments that the caller has read. */
export function computeStanding(
  autopay: Pick<AutopayRow, 'method_id' | 'most_cents'>,
  { tries, takenBackAt }: Taken,
  owed: Owed,
) {
  const { dueOn, balanceCents, grace, today } = owed
  const triedOn = tries.map(({ created_at: at }) => easternDay(at))
  const failed = tries.findLast(({ state }) => state === 'failed' || state === 'expired')
  const graceEnds = grace.stage === 'running' || grace.stage === 'over' ? grace.lastDay : null
  const maxCents = autopay.most_cents
  const takenBackOn = takenBackAt && easternDay(takenBackAt)
  const step = autopayStep({ today, dueOn, balanceCents, maxCents, triedOn, graceEnds, takenBackOn })
  const failedOn = failed === undefined || owed.underWay ? null : easternDay(failed.created_at)
  const shown: Shown = { methodId: autopay.method_id, maxCents, failedOn, takenBackOn, ...next(step, owed) }
  return { shown, step, tries: triedOn.length }
}

function next(
  step: AutopayStep,
  { balanceCents, underWay, today }: Owed,
): Pick<Shown, 'state' | 'nextOn' | 'nextCents'> {
  if (step.step === 'paused') return { state: 'paused', nextOn: null, nextCents: null }
  if (underWay) return { state: 'under-way', nextOn: null, nextCents: null }
  if (step.step === 'pay') return { state: 'due', nextOn: today, nextCents: step.amountCents }
  if (step.step === 'wait') return { state: 'wait', nextOn: step.on, nextCents: balanceCents }
  return { state: step.step, nextOn: null, nextCents: null }
}

/** Whether the plan or automatic payment collects what is owed on its day, so that nobody has to pay it. */
export function paysItself({
  autoPay,
  autopay,
}: {
  readonly autoPay: boolean | null
  readonly autopay: Pick<Shown, 'state'> | null
}): boolean {
  return autoPay === true || autopay?.state === 'wait' || autopay?.state === 'due'
}
