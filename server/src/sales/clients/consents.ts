import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/clients'
import { readAudited } from '../../platform/audit/reads.ts'
import { audit } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { ClientParts } from './parts.ts'
import { listConsents, writeConsent } from './store.ts'

type Consents = PayloadOf<typeof calls.agencyConsents>

export function readConsents(
  { database }: ClientParts,
  context: CallContext<MemberPrincipal>,
): Promise<PayloadOf<typeof calls.agencyConsents>> {
  return readAudited(database, async (tx) => {
    await audit(tx, context.principal, { action: 'agency-consent.read' }, context)
    return showConsents(tx, context.principal.memberId)
  })
}

export function changeConsent(
  { database }: ClientParts,
  { body: { agencyId, region, consent } }: CallInput<typeof calls.changeAgencyConsent>,
  context: CallContext<MemberPrincipal>,
): Promise<PayloadOf<typeof calls.changeAgencyConsent>> {
  return database.transaction(async (tx) => {
    const { memberId } = context.principal
    await lockMember(tx, memberId)
    const today = easternDay(context.now)
    const change = consent
      ? { consented_on: today, consent_ended_on: null }
      : { consented_on: null, consent_ended_on: today }
    const isClient = await writeConsent(tx, { memberId, agencyId, region }, { ...change, changed_at: context.now })
    if (!isClient) throw new CallError('NOT-FOUND')
    const action = consent ? 'agency-consent.give' : 'agency-consent.end'
    await audit(tx, context.principal, { action, recordType: 'agency', recordId: `${agencyId} ${region}` }, context)
    return showConsents(tx, memberId)
  })
}

async function showConsents(db: Reader, memberId: string): Promise<Consents> {
  const rows = await listConsents(db, memberId)
  return {
    agencies: rows.map(({ consented_on, consent_ended_on, ...agency }) => ({
      ...agency,
      consentedOn: consent_ended_on === null ? consented_on : null,
    })),
  }
}
