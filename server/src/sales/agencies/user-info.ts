import type { ProducerInfo } from '../../identity/accounts/user-info.ts'
import { easternDay } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { readProducer } from './scope.ts'
import { listTrainings } from './store.ts'

/** The fields of UserData about a producer (SI-5, AG-1, AG-3). */
export async function producerInfo(
  db: Reader,
  principal: Pick<Principal, 'accountId' | 'role' | 'sessionId'>,
  now: Date,
): Promise<ProducerInfo> {
  const { agencies, selected, preference } = await readProducer(db, principal)
  const today = easternDay(now)
  const trainings = agencies.length === 0 ? [] : await listTrainings(db, principal.accountId)
  const isGood = ({ completed_on, ends }: (typeof trainings)[number]) =>
    completed_on !== null && completed_on <= today && (ends === null || ends >= today)
  return {
    agencies: agencies.map(({ agencyId, region, entitlements }) => ({
      agencyId,
      region,
      entitlements: [...entitlements],
    })),
    selectedAgency: selected?.agencyId ?? null,
    selectedRegion: selected?.region ?? null,
    rememberAgencyRegion: preference?.remember_agency_region ?? false,
    certifications: trainings.filter((one) => one.kind === 'certification' && isGood(one)).map(({ name }) => name),
  }
}
