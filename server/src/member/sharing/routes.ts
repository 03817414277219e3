import type { PayloadOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/sharing'
import { sharingLimits } from '@portico/contract/limits'
import { lockOwnMember } from '../../identity/sessions/lock-own-member.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import { newId } from '../../platform/ids.ts'
import { findSensitiveReader } from '../claims/people.ts'
import { findChoice, insertChoice, listPeers, type Peer } from './choice-statement.ts'
import { readEarlierPlanRecords } from './earlier-record-statement.ts'
import { listRequests, requestEarlierPlan } from './earlier-request-statement.ts'

type Sharing = PayloadOf<typeof calls.sharingChoices>
type EarlierPlan = Sharing['earlierPlan']

/** A member's choices about the doctors who treat them and about their earlier plan (OS-42). */
export function bindSharing(binder: Binder): void {
  binder.bind(calls.sharingChoices, ({ principal }, _context, tx) => readSharing(tx, principal.memberId))

  binder.bind(calls.changeSharingChoices, async ({ principal, body }, { now }, tx) => {
    await lockOwnMember(tx, principal)
    const isByStaff = principal.actor !== null
    // The caller is not in front of the screen: staff who choose for them must state why.
    if (isByStaff && body.reason.length < sharingLimits.reason.min) throw fieldError('reason', 'field.required')
    if (body.asksEarlierPlan && body.earlierPlan === null) throw fieldError('earlierPlan', 'field.required')
    const plan = nameEarlierPlan(body.earlierPlan, await listPeers(tx))
    await insertChoice(tx, {
      choice_id: newId(),
      member_id: principal.memberId,
      with_providers: body.withProviders,
      ask_earlier_plan: body.asksEarlierPlan,
      earlier_peer_id: plan?.planId ?? null,
      earlier_plan: plan?.name ?? null,
      earlier_number: plan?.number ?? null,
      chosen_at: now,
      chosen_by: isByStaff ? 'staff' : 'member',
      reason: isByStaff ? body.reason : null,
    })
    if (body.asksEarlierPlan && plan?.planId != null) await requestEarlierPlan(tx, principal.memberId, plan.planId, now)
    return readSharing(tx, principal.memberId)
  })

  binder.bind(calls.earlierPlanRecords, async ({ principal }, _context, tx) => {
    const withSensitive = findSensitiveReader(principal) !== null
    const { total, records } = await readEarlierPlanRecords(tx, principal.memberId, { withSensitive })
    return {
      plans: (await listRequests(tx, principal.memberId)).map(({ name, state, began_at, received_at }) => ({
        name,
        state: received_at !== null ? ('received' as const) : isUnderWay(state) ? ('waiting' as const) : state,
        ...{ askedAt: began_at.toISOString(), receivedAt: received_at?.toISOString() ?? null },
      })),
      total,
      records: records.map(({ planName, type, title, day, receivedAt }) => ({
        ...{ planName, type, title, day, receivedAt: receivedAt.toISOString() },
      })),
    }
  })
}

const underWay = ['due', 'matching', 'exporting', 'done'] as const

function isUnderWay<State extends string>(
  state: State | (typeof underWay)[number],
): state is (typeof underWay)[number] {
  return underWay.some((one) => one === state)
}

/** A plan that we can ask goes by the name that we know. */
function nameEarlierPlan(plan: EarlierPlan, peers: readonly Peer[]): EarlierPlan {
  if (plan === null || plan.planId === null) return plan
  const peer = peers.find(({ peer_id }) => peer_id === plan.planId)
  if (peer === undefined) throw new CallError('NOT-FOUND')
  return { ...plan, name: peer.name }
}

/** Until a member has chosen, doctors who treat them may ask, and we ask no plan. */
async function readSharing(db: Reader, memberId: string): Promise<Sharing> {
  const [choice, peers] = [await findChoice(db, memberId), await listPeers(db)]
  const { earlier_peer_id: planId = null, earlier_plan: name = null, earlier_number: number = null } = choice ?? {}
  return {
    withProviders: choice?.with_providers ?? true,
    asksEarlierPlan: choice?.ask_earlier_plan ?? false,
    earlierPlan: name === null || number === null ? null : { planId, name, number },
    chosenAt: choice?.chosen_at.toISOString() ?? null,
    chosenBy: choice?.chosen_by ?? null,
    plans: peers.map((peer) => ({ planId: peer.peer_id, name: peer.name })),
  }
}
