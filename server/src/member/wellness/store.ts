import type { AssessmentAnswers } from '@portico/rules/wellness/assessment'
import type { GoalKind } from '@portico/rules/wellness/goals'
import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type Assessment = Selectable<Tables['wellness_assessment']>
export type Goal = Selectable<Tables['wellness_goal']>

export async function findAssessment(db: Reader, memberId: string): Promise<Assessment | undefined> {
  return db.selectFrom('wellness_assessment').selectAll().where('member_id', '=', memberId).executeTakeFirst()
}

export async function writeAssessment(tx: Tx, memberId: string, answers: AssessmentAnswers, now: Date): Promise<void> {
  const said = { answers: JSON.stringify(answers), saved_at: now }
  await tx
    .insertInto('wellness_assessment')
    .values({ member_id: memberId, ...said })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(said))
    .execute()
}

export async function deleteAssessment(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('wellness_assessment').where('member_id', '=', memberId).execute()
}

export async function listGoals(db: Reader, memberId: string): Promise<Goal[]> {
  return db
    .selectFrom('wellness_goal')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('since')
    .orderBy('goal')
    .execute()
}

/** More days than two years of every goal have. */
const maxDays = 5_000

export async function listDays(db: Reader, memberId: string): Promise<{ goal: GoalKind; day: string }[]> {
  return db
    .selectFrom('wellness_day')
    .select(['goal', 'day'])
    .where('member_id', '=', memberId)
    .orderBy('day', 'desc')
    .limit(maxDays)
    .execute()
}

/** Changes how often; the day on which it became a goal stays. */
export async function writeGoal(tx: Tx, goal: Goal): Promise<void> {
  await tx
    .insertInto('wellness_goal')
    .values(goal)
    .onConflict((conflict) => conflict.columns(['member_id', 'goal']).doUpdateSet({ per_week: goal.per_week }))
    .execute()
}

/** Returns whether there was a goal. */
export async function deleteGoal(tx: Tx, memberId: string, goal: GoalKind): Promise<boolean> {
  const result = await tx
    .deleteFrom('wellness_goal')
    .where((eb) => eb.and({ member_id: memberId, goal }))
    .executeTakeFirstOrThrow()
  return Number(result.numDeletedRows) === 1
}

export async function writeDay(
  tx: Tx,
  row: { readonly member_id: string; readonly goal: GoalKind; readonly day: string },
  done: boolean,
): Promise<void> {
  if (done)
    await tx
      .insertInto('wellness_day')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await tx
      .deleteFrom('wellness_day')
      .where((eb) => eb.and(row))
      .execute()
}
