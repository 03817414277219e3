import type { Block } from '../../platform/pdf/blocks.ts'
import type { ReportWords } from './report-words.ts'
import type { MemberData } from './store.ts'

/** What the member lets doctors and other plans have (OS-42), and what an earlier plan sent (OS-55). */
export function composeSharing(member: MemberData, words: ReportWords): Block[] {
  const { part, field, sub, say, moment, yesNo, coded, day } = words
  return [
    ...part(
      'sharingChoices',
      member.sharingChoices.flatMap((one) => [
        sub(moment(one.chosenAt)),
        ...field('withProviders', yesNo(one.withProviders)),
        ...field('askEarlierPlan', yesNo(one.askEarlierPlan)),
        ...field('earlierPlan', one.earlierPlan),
        ...field('earlierNumber', one.earlierNumber),
        ...field('chosenBy', coded('chosenBy', one.chosenBy)),
        ...field('chosenBecause', one.reason),
      ]),
    ),
    ...part(
      'earlierRecords',
      member.earlierRecords.flatMap((one) => [
        sub(one.title ?? one.type),
        ...field('earlierType', one.type),
        ...field('earlierDay', one.day === null ? say('value.not-known') : day(one.day)),
        ...field('earlierReceived', moment(one.receivedAt)),
      ]),
    ),
  ]
}
