import type { PayloadOf } from '@portico/contract/call'
import type { premiumBills } from '@portico/contract/calls/premium'
import { type AutopayStep, autopayStep } from '@portico/rules/premium/autopay'
import type { Grace } from '@portico/rules/premium/grace'
import { easternDay } from '../day.ts'
import type { Reader } from '../db/database.ts'
import { findAutopay, listTries } from './autopay-store.ts'
import type { AccountRow } from './store.ts'

type Shown = NonNullable<PayloadOf<typeof premiumBills>['accounts'][number]['autopay']>

interface Owed {
  readonly dueOn: string | null
  readonly balanceCents: number | null
  readonly grace: Grace
  readonly today: string
}

/** The state of an account's automatic payments; null if they are off. */
export async function readStanding(db: Reader, row: AccountRow, owed: Owed) {
  const key = { memberId: row.member_id, accountId: row.account_id }
  const autopay = await findAutopay(db, key)
  if (autopay === undefined) return null
  const { dueOn, balanceCents, grace, today } = owed
  const triedOn = dueOn === null ? [] : (await listTries(db, key, dueOn)).map(easternDay)
  const graceEnds = grace.stage === 'running' || grace.stage === 'over' ? grace.lastDay : null
  const mostCents = autopay.most_cents
  const step = autopayStep({ today, dueOn, balanceCents, mostCents, triedOn, graceEnds })
  const shown: Shown = { methodId: autopay.method_id, mostCents, failedOn: triedOn.at(-1) ?? null, ...next(step, owed) }
  return { shown, step, tries: triedOn.length }
}

function next(step: AutopayStep, { balanceCents, today }: Owed): Pick<Shown, 'state' | 'nextOn' | 'nextCents'> {
  if (step.step === 'pay') return { state: 'due', nextOn: today, nextCents: step.amountCents }
  if (step.step === 'wait') return { state: 'wait', nextOn: step.on, nextCents: balanceCents }
  return { state: step.step, nextOn: null, nextCents: null }
}
