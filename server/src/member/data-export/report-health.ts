import type { Block } from '../../platform/pdf/blocks.ts'
import type { ReportWords, TextId } from './report-words.ts'
import type { MemberData } from './store.ts'

/** What the member said about their health, and their goals. */
export function healthBlocks(member: MemberData, { part, field, say, nameValue, day }: ReportWords): Block[] {
  return [
    ...part(
      'assessment',
      member.assessment.flatMap(({ answers }) =>
        Object.entries(answers).flatMap(([question, answer]) =>
          field(`said.${question}` as TextId, nameValue(answer ?? '')),
        ),
      ),
    ),
    ...part(
      'goals',
      member.goals.flatMap(({ goal, perWeek, since }) =>
        field('goal', say('goal.text', { goal: nameValue(goal), times: perWeek, day: day(since) })),
      ),
    ),
    ...part(
      'goalDays',
      member.goalDays.flatMap((one) => field('goal.day', `${day(one.day)}: ${nameValue(one.goal)}`)),
    ),
  ]
}
