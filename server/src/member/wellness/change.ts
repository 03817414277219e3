import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/wellness'
import { mayMark } from '@portico/rules/wellness/goals'
import { lockOwnMember } from '../../identity/sessions/lock-own-member.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import { readGoals, readKept, recordWellness } from './kept.ts'
import type { MemberAsking, WellnessParts } from './parts.ts'
import * as store from './store.ts'

export function saveAssessment(
  parts: WellnessParts,
  { body: { answers } }: CallInput<typeof calls.saveAssessment>,
  asking: MemberAsking,
): Promise<PayloadOf<typeof calls.saveAssessment>> {
  return changeOwn(parts, asking, async (tx, memberId) => {
    await store.writeAssessment(tx, memberId, answers, asking.now)
    await recordWellness(tx, asking, 'wellness.assessment-save')
    return readKept(tx, memberId)
  })
}

export function deleteAssessment(
  parts: WellnessParts,
  asking: MemberAsking,
): Promise<PayloadOf<typeof calls.deleteAssessment>> {
  return changeOwn(parts, asking, async (tx, memberId) => {
    await store.deleteAssessment(tx, memberId)
    await recordWellness(tx, asking, 'wellness.assessment-delete')
    return { assessment: null }
  })
}

export function setGoal(
  parts: WellnessParts,
  { body: { goal, perWeek } }: CallInput<typeof calls.setGoal>,
  asking: MemberAsking,
): Promise<PayloadOf<typeof calls.setGoal>> {
  return changeOwn(parts, asking, async (tx, memberId) => {
    const since = easternDay(asking.now)
    await store.writeGoal(tx, { member_id: memberId, goal, per_week: perWeek, since })
    await recordWellness(tx, asking, 'wellness.goal-set')
    return readGoals(tx, asking)
  })
}

/** Throws NOT-FOUND if it is not one of their goals, FIELD-INVALID for a day that cannot be marked. */
export function markGoal(
  parts: WellnessParts,
  { body: { goal, day, done } }: CallInput<typeof calls.markGoal>,
  asking: MemberAsking,
): Promise<PayloadOf<typeof calls.markGoal>> {
  return changeOwn(parts, asking, async (tx, memberId) => {
    if (!mayMark(day, easternDay(asking.now))) throw fieldError('day', 'date.invalid')
    if (!(await store.listGoals(tx, memberId)).some((one) => one.goal === goal)) throw new CallError('NOT-FOUND')
    await store.writeDay(tx, { member_id: memberId, goal, day }, done)
    await recordWellness(tx, asking, 'wellness.goal-mark')
    return readGoals(tx, asking)
  })
}

export function endGoal(
  parts: WellnessParts,
  { params: { goal } }: CallInput<typeof calls.endGoal>,
  asking: MemberAsking,
): Promise<PayloadOf<typeof calls.endGoal>> {
  return changeOwn(parts, asking, async (tx, memberId) => {
    if (!(await store.deleteGoal(tx, memberId, goal))) throw new CallError('NOT-FOUND')
    await recordWellness(tx, asking, 'wellness.goal-end')
    return readGoals(tx, asking)
  })
}

function changeOwn<T>(
  { database }: WellnessParts,
  { principal }: MemberAsking,
  change: (tx: Tx, memberId: string) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    await lockOwnMember(tx, principal)
    return change(tx, principal.memberId)
  })
}
