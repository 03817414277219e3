import { audit } from '../../../platform/audit/store.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { InEvenTime } from '../../../platform/limits/even-time.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import type { SystemAccess } from '../access.ts'
import { FhirError } from '../outcome.ts'
import { toActor } from './actor.ts'
import { addMembers, insertMatchedGroup } from './group-store.ts'
import { judgeMember, reserveTry, succeedTry } from './match.ts'
import type { MemberBundle } from './member-bundle.ts'

/** HRex distinguishes no match, several matches and lack of consent, and reveals nothing else (OS-52). */
const refusals = {
  'no-match': 'No member matches.',
  several: 'More than one member matches.',
  'no-consent': 'The consent does not allow it.',
} as const

/** Matches one member for another plan: one or none, in even time. The member then becomes a Group that the plan may export. */
export function matchSingle(
  parts: { readonly database: Database; readonly limits: Limits; readonly inEvenTime: InEvenTime },
  bundle: MemberBundle,
  call: {
    readonly access: SystemAccess
    readonly origin: { readonly address: string; readonly requestId: string }
    readonly now: Date
  },
): Promise<string> {
  const { database, limits, inEvenTime } = parts
  const { access, now } = call
  return inEvenTime(async () => {
    if (access.organization.kind !== 'payer') throw new FhirError(403, 'forbidden', 'This is for plans.')
    if (!(await reserveTry(limits, database, bundle, call)))
      throw new FhirError(429, 'throttled', 'Too many tries that matched no one.', { retryAfterS: 60 })
    const outcome = await database.transaction(async (tx) => {
      const judged = await judgeMember(tx, bundle, call)
      const member = judged.kind === 'match' ? judged.member : null
      const event = { action: 'exchange.match', memberId: member?.member_id ?? null, recordType: 'exchange' }
      await audit(tx, toActor(access), { ...event, recordId: null, outcome: member ? 'done' : 'refused' }, call)
      if (judged.kind !== 'match') return judged
      await succeedTry(limits, tx, bundle, call)
      await addMembers(tx, await insertMatchedGroup(tx, access, now), [judged.matched])
      return judged
    })
    if (outcome.kind !== 'match') {
      const why = outcome.kind === 'locked' ? 'no-match' : outcome.kind
      throw new FhirError(
        422,
        why === 'no-consent' ? 'forbidden' : why === 'several' ? 'multiple-matches' : 'not-found',
        refusals[why],
      )
    }
    const { member } = outcome
    return JSON.stringify({
      resourceType: 'Parameters',
      parameter: [
        {
          name: 'MemberIdentifier',
          valueIdentifier: {
            type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'UMB' }] },
            system: `urn:portico:${access.brand}:member-number`,
            value: member.member_number,
          },
        },
        { name: 'MemberId', valueReference: { reference: `Patient/${member.member_id}` } },
      ],
    })
  })
}
