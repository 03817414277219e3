import type * as calls from '@portico/contract/calls/wellness'
import { hasSmoked } from '@portico/rules/wellness/assessment'
import { easternDay } from '../../platform/day.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { readClaimsLoadedAt, readServices } from '../claims/services.ts'
import { readVaccines, readVaccinesLoadedAt } from '../health-record/vaccines.ts'
import { readMemberCard } from '../member/card.ts'
import { adviseCare, findLater } from './advise.ts'
import type { WellnessContent } from './content.ts'
import { ownRecord, readGoals, readKept } from './kept.ts'

export function readWellness(content: WellnessContent): AuditedHandler<typeof calls.wellness> {
  return async (_input, context, tx) => {
    const { principal, language, now } = context
    if (principal.actor !== null) throw new CallError('SIMULATION-BLOCKED')
    const { memberId, brand } = principal
    const kept = await readKept(tx, memberId)
    const answers = kept.assessment?.answers ?? {}
    const codes = content.care(brand).flatMap(({ shownBy }) => shownBy.flatMap((one) => one.codes))
    const care = adviseCare(content.care(brand), language, {
      born: (await readMemberCard(tx, memberId)).dateOfBirth,
      today: easternDay(now),
      sex: answers.sex ?? null,
      smoked: hasSmoked(answers),
      services: [...(await readServices(tx, memberId, codes)), ...(await readVaccines(tx, memberId))],
    })
    return about(ownRecord, {
      care,
      checked: content.checked,
      claimsAsOf: findLater(await readClaimsLoadedAt(tx, memberId), await readVaccinesLoadedAt(tx, memberId)),
      ...(await readGoals(tx, context)),
      ...kept,
      programs: content.offers('programs', brand, language),
      rewards: content.offers('rewards', brand, language),
    })
  }
}
