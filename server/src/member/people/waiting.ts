import type { PayloadOf } from '@portico/contract/call'
import type { nextSteps } from '@portico/contract/calls/next-steps'
import { findAddressee } from '../../identity/accounts/people.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { readCovered } from '../member/contract.ts'
import { holdsStill, readPeople } from './standing.ts'
import { listOffered } from './store.ts'

type Step = PayloadOf<typeof nextSteps>['steps'][number]
type Invitation = Extract<Step, { readonly kind: 'invitation' }>
type ToldAgain = Extract<Step, { readonly kind: 'told-again' }>

/** Invitations that wait for a person's answer: those sent to their confirmed e-mail address, since the link is in the e-mail (RG-3). */
export async function readWaitingInvitations(
  db: Reader,
  { accountId, memberId, brand }: MemberPrincipal,
  now: Date,
): Promise<Invitation[]> {
  const { email } = await findAddressee(db, accountId)
  if (email === null) return []
  const waiting: Invitation[] = []
  for (const access of await listOffered(db, { email, brand, memberId, now })) {
    const owner = await readCovered(db, access.member_id)
    if (owner === undefined || !holdsStill(owner, access, now) || access.answer_by === null) continue
    waiting.push({
      kind: 'invitation',
      accessId: access.access_id,
      firstName: owner.firstName,
      sentAt: access.invited_at.toISOString(),
      answerBy: access.answer_by.toISOString(),
    })
  }
  return waiting
}

/**
 * People whose access the member gave under a wording that included less than today's: we notify the member again of what it gives
 * (RG-3).
 */
export async function readToldAgain(db: Reader, principal: MemberPrincipal, now: Date): Promise<ToldAgain[]> {
  const { given } = await readPeople(db, principal, now)
  return given.flatMap(({ accessId, name, toldAgain }) =>
    toldAgain.length === 0 ? [] : { kind: 'told-again', accessId, name },
  )
}
