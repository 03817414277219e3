import { toExplanation } from '@portico/rules/authorizations/claim-response'
import { joinAnswer, readAnswer } from '@portico/rules/authorizations/submission'
import type { JsonObject } from '@portico/rules/fhir/json'
import type { ToldState } from '@portico/rules/medicines/authorization'
import type { FastifyBaseLogger } from 'fastify'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { changeRequest, lockRequest, type SubmittedRequest } from './request-store.ts'
import type { Handed, UtilizationPort } from './utilization-port.ts'

/** A member's prior authorization to store, as an ExplanationOfBenefit. */
export interface AuthorizationToKeep {
  readonly brand: string
  readonly memberId: string
  readonly resource: JsonObject
  readonly now: Date
}

/** Stores prior authorizations like those in the plan's files, so that pages, apps and inquiries have them at once. */
export interface AuthorizationKeeper {
  /** Whether it can be parsed. */
  canKeep(resource: JsonObject, now: Date): boolean
  /** Whether anything in a message is sensitive care, which only the patient may see (MP-14). */
  isSensitive(tx: Tx, brand: string, message: unknown): Promise<boolean>
  /** Null: it cannot be parsed, or is another member's. */
  keep(
    tx: Tx,
    one: AuthorizationToKeep,
  ): Promise<{ readonly resourceId: string; readonly told: ToldState | null } | null>
}

export interface UtilizationParts {
  readonly database: Database
  readonly keeper: AuthorizationKeeper
}

const [firstPauseMs, longestPauseMs] = [10_000, 10 * 60_000]
const nowhere = { address: '', requestId: '' }

/** Hands a request to the utilization system, and records the result; if the answer is not understood, the request is sent again. */
export async function handOver(
  parts: UtilizationParts & {
    readonly port: UtilizationPort
    readonly logger: Pick<FastifyBaseLogger, 'warn'>
  },
  request: SubmittedRequest,
  now: Date,
): Promise<SubmittedRequest> {
  const { request_id: requestId, brand, bundle, attempts } = request
  const handed = await parts.port.submit({ requestId, brand, bundle: bundle ?? '{}' }).catch((error: unknown) => {
    // Only the id: the log must not reveal what anyone needs.
    const code = error instanceof Error ? error.name : 'UNKNOWN'
    parts.logger.warn({ requestId, attempts, code }, 'a request for approval was not handed over, tried again later')
    return null
  })
  return withLocked(parts, requestId, async (tx, current) => {
    // A notice may have arrived first, and takes precedence.
    if (current?.state !== 'waiting') return current ?? request
    const settled = handed === null ? null : await settle(tx, parts, current, { handed, now })
    if (settled !== null) return settled
    if (handed !== null) parts.logger.warn({ requestId, attempts }, 'an answer about a request for approval is none')
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts, 10))
    return changeRequest(tx, current, { next_try_at: new Date(now.getTime() + pause) })
  })
}

/** Works on a locked request; undefined: there is none. */
function withLocked<T>(
  { database }: UtilizationParts,
  requestId: string,
  act: (tx: Tx, request: SubmittedRequest | undefined) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => act(tx, await lockRequest(tx, requestId)))
}

/** Records what the system did with a request; null: its answer is invalid. */
async function settle(
  tx: Tx,
  parts: UtilizationParts,
  request: SubmittedRequest,
  { handed, now }: { readonly handed: Handed; readonly now: Date },
): Promise<SubmittedRequest | null> {
  const isSent = { bundle: null, next_try_at: null, changed_at: now }
  if (handed === 'taken') return changeRequest(tx, request, { ...isSent, state: 'pended' })
  if (handed === 'refused') {
    await withdrawAsked(tx, parts, request, now)
    await audit(tx, null, toEvent(request, 'refused'), { origin: nowhere, now })
    return changeRequest(tx, request, { ...isSent, state: 'refused' })
  }
  return takeAnswer(tx, parts, request, { response: handed.response, now })
}

/** Stores the answer to a request in place of the request and of an earlier answer; null: the answer is invalid, and nothing changes. */
async function takeAnswer(
  tx: Tx,
  parts: UtilizationParts,
  request: SubmittedRequest,
  {
    response,
    sequence = request.sequence,
    now,
  }: { readonly response: unknown; readonly sequence?: number; readonly now: Date },
): Promise<SubmittedRequest | null> {
  const answer = readAnswer(response)
  if (answer === null) return null
  const { brand, member_id: memberId } = request
  const resource = joinAnswer(JSON.parse(request.asked), toExplanation(answer) as JsonObject, now)
  const kept = await parts.keeper.keep(tx, { brand, memberId, resource, now })
  if (kept === null) return null
  if (kept.resourceId !== request.resource_id) await withdrawAsked(tx, parts, request, now)
  const isOpen = kept.told === 'pending' || kept.told === null
  await audit(tx, null, toEvent(request, isOpen ? 'pend' : 'decide'), { origin: nowhere, now })
  return changeRequest(tx, request, {
    ...{ state: isOpen ? 'pended' : 'decided', answer: JSON.stringify(resource), resource_id: kept.resourceId },
    ...{ sequence, bundle: null, next_try_at: null, changed_at: now },
  })
}

/** Withdraws from the member's record what was shown before the answer. */
async function withdrawAsked(tx: Tx, parts: UtilizationParts, request: SubmittedRequest, now: Date): Promise<void> {
  const asked = JSON.parse(request.asked) as JsonObject
  if (asked.id !== request.resource_id) return
  const meta = { ...(asked.meta as JsonObject), lastUpdated: now.toISOString() }
  const resource = { ...asked, meta, status: 'entered-in-error' }
  const { brand, member_id: memberId } = request
  await parts.keeper.keep(tx, { brand, memberId, resource, now })
}

function toEvent({ member_id: memberId, request_id: recordId }: SubmittedRequest, what: string) {
  return { action: `authorization.${what}`, memberId, recordType: 'authorization-request', recordId }
}

/** The utilization system's later message about a request that it has taken. */
export interface UtilizationNotice {
  readonly requestId: string
  /** Counted from 1 by the system; repeated and lower numbers change nothing. */
  readonly sequence: number
  readonly response: unknown
}

/** Takes a notice, once, in whatever order notices arrive. `unknown`: there is no such request; `garbage`: not a valid answer. */
export function takeNotice(
  parts: UtilizationParts,
  { requestId, sequence, response }: UtilizationNotice,
  { now }: AuditContext,
): Promise<'taken' | 'unknown' | 'garbage'> {
  return withLocked(parts, requestId, async (tx, request) => {
    if (request === undefined) return 'unknown'
    if (sequence <= request.sequence) return 'taken'
    return (await takeAnswer(tx, parts, request, { response, sequence, now })) === null ? 'garbage' : 'taken'
  })
}
