import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/wellness'
import { mayMark } from '@portico/rules/wellness/goals'
import { lockOwnMember } from '../../identity/sessions/lock-own-member.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { readGoals, readKept, recordWellness } from './kept.ts'
import type { WellnessParts } from './parts.ts'
import * as store from './store.ts'

export function saveAssessment(
  parts: WellnessParts,
  { body: { answers } }: CallInput<typeof calls.saveAssessment>,
  context: CallContext<MemberPrincipal>,
): Promise<PayloadOf<typeof calls.saveAssessment>> {
  return changeOwn(parts, context, async (tx, memberId) => {
    await store.writeAssessment(tx, memberId, answers, context.now)
    await recordWellness(tx, context, 'wellness.assessment-save')
    return readKept(tx, memberId)
  })
}

export function deleteAssessment(
  parts: WellnessParts,
  context: CallContext<MemberPrincipal>,
): Promise<PayloadOf<typeof calls.deleteAssessment>> {
  return changeOwn(parts, context, async (tx, memberId) => {
    await store.deleteAssessment(tx, memberId)
    await recordWellness(tx, context, 'wellness.assessment-delete')
    return { assessment: null }
  })
}

export function setGoal(
  parts: WellnessParts,
  { body: { goal, perWeek } }: CallInput<typeof calls.setGoal>,
  context: CallContext<MemberPrincipal>,
): Promise<PayloadOf<typeof calls.setGoal>> {
  return changeOwn(parts, context, async (tx, memberId) => {
    const since = easternDay(context.now)
    await store.writeGoal(tx, { member_id: memberId, goal, per_week: perWeek, since })
    await recordWellness(tx, context, 'wellness.goal-set')
    return readGoals(tx, context)
  })
}

/** Throws NOT-FOUND if it is not one of their goals, FIELD-INVALID for a day that cannot be marked. */
export function markGoal(
  parts: WellnessParts,
  { body: { goal, day, done } }: CallInput<typeof calls.markGoal>,
  context: CallContext<MemberPrincipal>,
): Promise<PayloadOf<typeof calls.markGoal>> {
  return changeOwn(parts, context, async (tx, memberId) => {
    if (!mayMark(day, easternDay(context.now))) throw fieldError('day', 'date.invalid')
    if (!(await store.listGoals(tx, memberId)).some((one) => one.goal === goal)) throw new CallError('NOT-FOUND')
    await store.writeDay(tx, { member_id: memberId, goal, day }, done)
    await recordWellness(tx, context, 'wellness.goal-mark')
    return readGoals(tx, context)
  })
}

export function endGoal(
  parts: WellnessParts,
  { params: { goal } }: CallInput<typeof calls.endGoal>,
  context: CallContext<MemberPrincipal>,
): Promise<PayloadOf<typeof calls.endGoal>> {
  return changeOwn(parts, context, async (tx, memberId) => {
    if (!(await store.deleteGoal(tx, memberId, goal))) throw new CallError('NOT-FOUND')
    await recordWellness(tx, context, 'wellness.goal-end')
    return readGoals(tx, context)
  })
}

function changeOwn<T>(
  { database }: WellnessParts,
  { principal }: CallContext<MemberPrincipal>,
  change: (tx: Tx, memberId: string) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    await lockOwnMember(tx, principal)
    return change(tx, principal.memberId)
  })
}
