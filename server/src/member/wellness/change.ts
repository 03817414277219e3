import type * as calls from '@portico/contract/calls/wellness'
import { mayMark } from '@portico/rules/wellness/goals'
import { lockOwnMember } from '../../identity/sessions/lock-own-member.ts'
import { easternDay } from '../../platform/day.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { ownRecord, readGoals, readKept } from './kept.ts'
import * as store from './store.ts'

export const saveAssessment: AuditedHandler<typeof calls.saveAssessment> = async ({ principal, body }, { now }, tx) => {
  await lockOwnMember(tx, principal)
  await store.writeAssessment(tx, principal.memberId, body.answers, now)
  return about(ownRecord, await readKept(tx, principal.memberId))
}

export const deleteAssessment: AuditedHandler<typeof calls.deleteAssessment> = async ({ principal }, _context, tx) => {
  await lockOwnMember(tx, principal)
  await store.deleteAssessment(tx, principal.memberId)
  return about(ownRecord, { assessment: null })
}

export const setGoal: AuditedHandler<typeof calls.setGoal> = async (
  { principal, body: { goal, perWeek } },
  context,
  tx,
) => {
  await lockOwnMember(tx, principal)
  const since = easternDay(context.now)
  await store.writeGoal(tx, { member_id: principal.memberId, goal, per_week: perWeek, since })
  return about(ownRecord, await readGoals(tx, context))
}

/** Throws NOT-FOUND if it is not one of their goals, FIELD-INVALID for a day that cannot be marked. */
export const markGoal: AuditedHandler<typeof calls.markGoal> = async ({ principal, body }, context, tx) => {
  const { goal, day, done } = body
  const { memberId } = principal
  await lockOwnMember(tx, principal)
  if (!mayMark(day, easternDay(context.now))) throw fieldError('day', 'date.invalid')
  if (!(await store.listGoals(tx, memberId)).some((one) => one.goal === goal)) throw new CallError('NOT-FOUND')
  await store.writeDay(tx, { member_id: memberId, goal, day }, done)
  return about(ownRecord, await readGoals(tx, context))
}

export const endGoal: AuditedHandler<typeof calls.endGoal> = async ({ principal, params: { goal } }, context, tx) => {
  await lockOwnMember(tx, principal)
  if (!(await store.deleteGoal(tx, principal.memberId, goal))) throw new CallError('NOT-FOUND')
  return about(ownRecord, await readGoals(tx, context))
}
