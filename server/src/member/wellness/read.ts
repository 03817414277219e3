import type * as calls from '@portico/contract/calls/wellness'
import type { Language } from '@portico/contract/page'
import { hasSmoked } from '@portico/rules/wellness/assessment'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { readClaimsLoadedAt, readServices } from '../claims/services.ts'
import { readVaccines, readVaccinesLoadedAt } from '../health-record/vaccines.ts'
import { readMemberCard } from '../member/card.ts'
import { adviseCare, findLater } from './advise.ts'
import type { WellnessContent } from './content.ts'
import { ownRecord, readGoals, readKept } from './kept.ts'

interface AskedCare {
  readonly memberId: string
  readonly brand: string
  readonly language: Language
  readonly now: Date
}

/** Recommendations for a member, which nobody else may see: they rest on what the member said about themselves. */
export async function readAdvisedCare(
  tx: Tx,
  content: WellnessContent,
  { memberId, brand, language, now }: AskedCare,
): Promise<ReturnType<typeof adviseCare>> {
  const { assessment } = await readKept(tx, memberId)
  const answers = assessment?.answers ?? {}
  const codes = content.care(brand).flatMap(({ shownBy }) => shownBy.flatMap((one) => one.codes))
  return adviseCare(content.care(brand), language, {
    born: (await readMemberCard(tx, memberId)).dateOfBirth,
    today: easternDay(now),
    sex: answers.sex ?? null,
    smoked: hasSmoked(answers),
    services: [...(await readServices(tx, memberId, codes)), ...(await readVaccines(tx, memberId))],
  })
}

export function readWellness(content: WellnessContent): AuditedHandler<typeof calls.wellness> {
  return async (_input, context, tx) => {
    const { principal, language, now } = context
    if (principal.actor !== null) throw new CallError('SIMULATION-BLOCKED')
    const { memberId, brand } = principal
    const kept = await readKept(tx, memberId)
    return about(ownRecord, {
      care: await readAdvisedCare(tx, content, { memberId, brand, language, now }),
      checked: content.checked,
      claimsAsOf: findLater(await readClaimsLoadedAt(tx, memberId), await readVaccinesLoadedAt(tx, memberId)),
      ...(await readGoals(tx, context)),
      ...kept,
      programs: content.offers('programs', brand, language),
      rewards: content.offers('rewards', brand, language),
    })
  }
}
