import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/clients'
import { easternDay } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { listConsents, writeConsent } from './store.ts'

type Consents = PayloadOf<typeof calls.agencyConsents>

export const changeConsent: AuditedHandler<typeof calls.changeAgencyConsent> = async (
  { principal, body },
  { now },
  tx,
) => {
  const { agencyId, region, consent } = body
  const { memberId } = principal
  await lockMember(tx, memberId)
  const today = easternDay(now)
  const change = consent
    ? { consented_on: today, consent_ended_on: null }
    : { consented_on: null, consent_ended_on: today }
  const isClient = await writeConsent(tx, { memberId, agencyId, region }, { ...change, changed_at: now })
  if (!isClient) throw new CallError('NOT-FOUND')
  const action = consent ? 'agency-consent.give' : 'agency-consent.end'
  return about(`${agencyId} ${region}`, await showConsents(tx, memberId), { action })
}

export async function showConsents(db: Reader, memberId: string): Promise<Consents> {
  const rows = await listConsents(db, memberId)
  return {
    agencies: rows.map(({ consented_on, consent_ended_on, ...agency }) => ({
      ...agency,
      consentedOn: consent_ended_on === null ? consented_on : null,
    })),
  }
}
