import type { PayloadOf } from '@portico/contract/call'
import type { preEffectuation, startEnrollment } from '@portico/contract/calls/shop'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { CallInput } from '../../platform/http/stages.ts'
import { openContent } from './application.ts'
import type { EnrollmentParts } from './enrollment-parts.ts'
import { isPayable } from './first-payment.ts'
import { type Application, findApplication, findByTicket, listEvents } from './store.ts'

type Started = PayloadOf<typeof startEnrollment>

export async function readApplication(
  parts: EnrollmentParts,
  { body: { ticket, brand } }: CallInput<typeof preEffectuation>,
  { now, origin }: CallContext,
): Promise<PayloadOf<typeof preEffectuation>> {
  const { limits, database, territory } = parts
  const row = await limits.useTicket(origin.address, now, async () => {
    const found = await findByTicket(database.read, hashSecret(ticket))
    if (found === undefined) throw new CallError('CHALLENGE-EXPIRED')
    return found
  })
  territory.refuseOther(row.brand, brand)
  return showApplication(parts, row, now)
}

export async function showApplication(
  { firstPremiums, database, dataKey }: EnrollmentParts,
  asked: Application,
  now: Date,
): Promise<Started['application']> {
  const { enrollment_id: enrollmentId } = asked
  const payment = await firstPremiums.last(enrollmentId, now)
  // The gateway's answer may have moved it on.
  const row = (await findApplication(database.read, enrollmentId)) ?? asked
  const { people } = openContent(dataKey, row)
  return {
    applicationNumber: row.application_number,
    state: row.state,
    planId: row.plan_id,
    planName: row.plan_name,
    planYear: row.plan_year,
    starts: row.starts,
    firstPremiumCents: row.first_premium_cents,
    payBy: row.pay_by,
    events: (await listEvents(database.read, enrollmentId)).map(({ state, at }) => ({ state, at: at.toISOString() })),
    people: people.map(({ firstName, relation }) => ({ firstName, relation })),
    pays: isPayable(row, now) ? firstPremiums.pays : 'no',
    payment,
  }
}
