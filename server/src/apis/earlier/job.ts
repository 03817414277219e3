import type { FastifyBaseLogger } from 'fastify'
import { findMember } from '../../member/member/store.ts'
import { findChoice } from '../../member/sharing/choice-statement.ts'
import { keepEarlierRecords } from '../../member/sharing/earlier-record-statement.ts'
import {
  computeNextAsking,
  type EarlierRequest,
  moveRequest,
  renewLease,
  takeDue,
} from '../../member/sharing/earlier-request-statement.ts'
import { audit, type SystemActor } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Reach } from '../../platform/http/reach.ts'
import { type Job, startJob } from '../../platform/job.ts'
import type { IdKeys } from '../connect/id-keys.ts'
import { type Asked, askStep } from './ask.ts'
import type { PeerLimits } from './peer-client.ts'
import { PeerError } from './peer-error.ts'
import { findPeer } from './peer-store.ts'
import { shelveEarlierSome } from './shelve-earlier.ts'

interface Parts {
  readonly database: Database
  readonly idKeys: Pick<IdKeys, 'readForAssertions'>
  /** Looks up a brand's plan name. */
  readonly findPlanName: (brand: string) => string
  /** Decides which resources only the patient may see, by the rules for this plan's own (MP-14). */
  readonly judgeEarlier: (tx: Tx, brand: string, resources: readonly unknown[]) => Promise<readonly boolean[]>
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  readonly reach: Reach
  readonly limits?: PeerLimits
}

class LeaseLost extends Error {}

/** Pauses before retrying a plan that failed, growing; then it gives up. */
const retriesMs = [1, 10, 60, 6 * 60, 24 * 60, 24 * 60, 24 * 60, 24 * 60].map((minutes) => minutes * 60_000)
const [shortestMs, longestMs, givenUpMs] = [1_000, 60 * 60_000, 7 * 24 * 60 * 60_000]

/** Asks earlier plans for due records (OS-55), one request after another, and passes on what has arrived. */
export async function askEarlierPlans(parts: Parts, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const request = await takeDue(parts.database.read, new Date())
    if (request === undefined) break
    await advance(parts, request)
  }
  while (!signal?.aborted && (await parts.database.transaction(shelveEarlierSome)));
}

/** Takes one step with another plan, outside any transaction, and records the result. */
async function advance(parts: Parts, request: EarlierRequest): Promise<void> {
  const { database, judgeEarlier, logger } = parts
  const now = new Date()
  const standing = await readStanding(parts, request)
  // A member who has changed their mind is no longer asked about (OS-42).
  if (standing === null) return move({ state: 'stopped', place: null, due_at: now })
  const { peer, brand, member } = standing
  let held = request
  const whose = { memberId: request.member_id, peerId: request.peer_id, now }
  const actor: SystemActor = { accountId: null, loginId: peer.name, sessionId: null, memberId: null, actor: null }
  try {
    const asked = await askStep(request as Asked, {
      ...{ peer, member, now, reach: parts.reach, ...(parts.limits && { limits: parts.limits }) },
      keep: (received) =>
        database.transaction(async (tx) => {
          const renewed = await renewLease(tx, held, new Date())
          if (renewed === null) throw new LeaseLost('another server asks this plan by now')
          held = renewed
          const judged = await judgeEarlier(
            tx,
            brand,
            received.map(({ resource }) => resource),
          )
          const records = received.map(({ resource: _, ...one }, index) => ({
            ...one,
            sensitive: judged[index] ?? true,
          }))
          await keepEarlierRecords(tx, whose, records)
        }),
    })
    const isDone = asked.state === 'done'
    const waited = now.getTime() - request.began_at.getTime()
    if (!isDone && waited > givenUpMs) throw new PeerError('silent', 'it is not done within a week')
    const again = new Date(now.getTime() + Math.min(Math.max(waited / 4, shortestMs), longestMs))
    await database.transaction(async (tx) => {
      const moved = {
        ...asked,
        tries: 0,
        why: null,
        began_at: request.began_at,
        due_at: isDone ? computeNextAsking(now) : again,
      }
      await moveRequest(tx, request, { ...moved, ...(isDone && { received_at: now }) })
      const event = { action: isDone ? 'earlier.receive' : 'earlier.ask', memberId: request.member_id }
      const record = { recordType: 'plan', recordId: request.peer_id }
      await audit(tx, actor, { ...event, ...record }, { origin: { address: '', requestId: '' }, now })
    })
  } catch (err) {
    // Another server has the lease and does the rest.
    if (err instanceof LeaseLost) return
    if (!(err instanceof PeerError)) throw err
    const retryMs = retriesMs[request.tries]
    logger.warn(
      { peer: peer.name, why: err.why, detail: err.message, tries: request.tries + 1 },
      'an earlier plan could not be asked',
    )
    await move({
      // Starts over, in case the other plan no longer knows the request.
      state: retryMs === undefined ? 'failed' : 'due',
      ...{ place: null, tries: request.tries + 1, why: err.why },
      due_at: new Date(now.getTime() + (retryMs ?? 0)),
    })
  }

  async function move(moved: Partial<EarlierRequest>): Promise<void> {
    const { state, place, patient, tries, why, due_at, began_at } = { ...request, ...moved }
    await moveRequest(database.read, request, { state, place, patient, tries, why, due_at, began_at })
  }
}

/** The plan to ask and the member to ask about; null: the member does not want it, or the plan can no longer be asked. */
async function readStanding({ database, idKeys, findPlanName }: Parts, { member_id, peer_id }: EarlierRequest) {
  const { read } = database
  const [choice, found] = [await findChoice(read, member_id), await findMember(read, member_id)]
  const known = await findPeer(read, peer_id)
  if (!choice?.ask_earlier_plan || choice.earlier_peer_id !== peer_id || !known?.is_on || found === undefined)
    return null
  return {
    peer: { name: known.name, base: known.fhir_base, clientId: known.client_id, key: await idKeys.readForAssertions() },
    brand: found.brand,
    member: {
      firstName: found.first_name,
      lastName: found.last_name,
      birthDate: found.date_of_birth,
      ownNumber: found.member_number,
      earlierNumber: choice.earlier_number ?? '',
      planName: findPlanName(found.brand),
      peerName: known.name,
      ourNumber: known.our_number,
      agreedAt: choice.chosen_at,
    },
  }
}

export function startAskingEarlierPlans(parts: Parts): Job {
  return startJob({
    run: (signal) => askEarlierPlans(parts, signal),
    firstMs: 10_000,
    everyMs: 5_000,
    logger: parts.logger,
    failed: 'earlier plans are not asked now, tried again soon',
  })
}
