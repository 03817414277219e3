import type { PayloadOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/wellness'
import { type AssessmentAnswers, hasSmoked, tipsOf } from '@portico/rules/wellness/assessment'
import { goalProgress, mayMark } from '@portico/rules/wellness/goals'
import { dueCare } from '@portico/rules/wellness/preventive'
import { lockOwnMember } from '../../identity/sessions/lock-own-member.ts'
import { audit } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Asking } from '../../platform/http/asking.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { readClaimsAsOf, readServices } from '../claims/services.ts'
import { readMemberCard } from '../member/card.ts'
import type { WellnessContent } from './content.ts'
import * as store from './store.ts'

type MemberAsking = Asking<MemberPrincipal>
type Summary = PayloadOf<typeof calls.wellness>
type Kept = Pick<Summary, 'assessment'>
type Goals = Pick<Summary, 'goals' | 'today'>

/**
 * Staying well (MP-20): for the member alone. A rep who acts for them is refused, as is a person looking at their information; no call for
 * staff reads these tables.
 */
export function bindWellness(binder: Binder, database: Database, content: WellnessContent): void {
  binder.bind(calls.wellness, (_input, asking) =>
    database.transaction(async (tx) => {
      const { principal, language, now } = asking
      if (principal.actor !== null) throw new CallError('SIMULATION-BLOCKED')
      await record(tx, asking, 'wellness.read')
      const { memberId, brand } = principal
      const kept = await keptOf(tx, memberId)
      const answers = kept.assessment?.answers ?? {}
      const advised = content.care(brand)
      const codes = advised.flatMap(({ shownBy }) => shownBy.flatMap((one) => one.codes))
      const due = dueCare(advised, {
        born: (await readMemberCard(tx, memberId)).dateOfBirth,
        today: easternDay(now),
        sex: answers.sex ?? null,
        smoked: hasSmoked(answers),
        services: await readServices(tx, memberId, codes),
      })
      return {
        care: due.flatMap((one) => {
          const item = advised.find(({ id }) => id === one.id)
          if (item === undefined) return []
          const { kind, source, sex, smoked, texts } = item
          return [{ ...one, kind, source, sex, smoked, ...texts[language] }]
        }),
        checked: content.checked,
        claimsAsOf: await readClaimsAsOf(tx, memberId),
        ...(await goalsOf(tx, asking)),
        ...kept,
        programs: content.offers('programs', brand, language),
        rewards: content.offers('rewards', brand, language),
      }
    }),
  )

  binder.bind(calls.saveAssessment, ({ body: { answers } }, asking) =>
    changing(asking, async (tx, memberId) => {
      await store.writeAssessment(tx, memberId, answers, asking.now)
      await record(tx, asking, 'wellness.assessment-save')
      return keptOf(tx, memberId)
    }),
  )

  binder.bind(calls.deleteAssessment, (_input, asking) =>
    changing(asking, async (tx, memberId) => {
      await store.deleteAssessment(tx, memberId)
      await record(tx, asking, 'wellness.assessment-delete')
      return { assessment: null }
    }),
  )

  binder.bind(calls.setGoal, ({ body: { goal, perWeek } }, asking) =>
    changing(asking, async (tx, memberId) => {
      const since = easternDay(asking.now)
      await store.writeGoal(tx, { member_id: memberId, goal, per_week: perWeek, since })
      await record(tx, asking, 'wellness.goal-set')
      return goalsOf(tx, asking)
    }),
  )

  // Throws NOT-FOUND if it is not one of their goals, FIELD-INVALID for a day that cannot be marked.
  binder.bind(calls.markGoal, ({ body: { goal, day, done } }, asking) =>
    changing(asking, async (tx, memberId) => {
      if (!mayMark(day, easternDay(asking.now))) throw fieldError('day', 'date.invalid')
      if (!(await store.listGoals(tx, memberId)).some((one) => one.goal === goal)) throw new CallError('NOT-FOUND')
      await store.writeDay(tx, { member_id: memberId, goal, day }, done)
      await record(tx, asking, 'wellness.goal-mark')
      return goalsOf(tx, asking)
    }),
  )

  binder.bind(calls.endGoal, ({ params: { goal } }, asking) =>
    changing(asking, async (tx, memberId) => {
      if (!(await store.deleteGoal(tx, memberId, goal))) throw new CallError('NOT-FOUND')
      await record(tx, asking, 'wellness.goal-end')
      return goalsOf(tx, asking)
    }),
  )

  function changing<T>({ principal }: MemberAsking, change: (tx: Tx, memberId: string) => Promise<T>): Promise<T> {
    return database.transaction(async (tx) => {
      await lockOwnMember(tx, principal)
      return change(tx, principal.memberId)
    })
  }
}

async function keptOf(tx: Tx, memberId: string): Promise<Kept> {
  const kept = await store.findAssessment(tx, memberId)
  if (kept === undefined) return { assessment: null }
  const answers: AssessmentAnswers = kept.answers
  return { assessment: { answers, tips: tipsOf(answers), savedAt: kept.saved_at.toISOString() } }
}

async function goalsOf(tx: Tx, { principal, now }: MemberAsking): Promise<Goals> {
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

/** Audits that something was read or done, never the answers themselves. */
function record(tx: Tx, asking: MemberAsking, action: string): Promise<void> {
  return audit(tx, asking.principal, { action, recordType: 'wellness', recordId: 'own' }, asking)
}
