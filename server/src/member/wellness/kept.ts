import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/wellness'
import { type AssessmentAnswers, listTips } from '@portico/rules/wellness/assessment'
import { goalProgress, mayMark } from '@portico/rules/wellness/goals'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import * as store from './store.ts'

type Summary = PayloadOf<typeof calls.wellness>

type Kept = Pick<Summary, 'assessment'>

type Goals = Pick<Summary, 'goals' | 'today'>

export async function readKept(tx: Tx, memberId: string): Promise<Kept> {
  const kept = await store.findAssessment(tx, memberId)
  if (kept === undefined) return { assessment: null }
  const answers: AssessmentAnswers = kept.answers
  return { assessment: { answers, tips: listTips(answers), savedAt: kept.saved_at.toISOString() } }
}

export async function readGoals(tx: Tx, { principal, now }: CallContext<MemberPrincipal>): Promise<Goals> {
  const today = easternDay(now)
  const goals = await store.listGoals(tx, principal.memberId)
  const days = goals.length === 0 ? [] : await store.listDays(tx, principal.memberId)
  return {
    today,
    goals: goals.map(({ goal, per_week: perWeek, since }) => {
      const own = days.filter((one) => one.goal === goal).map(({ day }) => day)
      const shown = own.filter((day) => mayMark(day, today))
      return { goal, perWeek, since, ...goalProgress(own, perWeek, today), days: shown }
    }),
  }
}

/** The audit log's name for what was read or changed: never the answers themselves. */
export const ownRecord = 'own'
