import { hash } from 'node:crypto'
import { toClaimResponse } from '@portico/rules/authorizations/inquiry'
import { buildAsked, readSubmission, type Submission, writeSaid } from '@portico/rules/authorizations/submission'
import type { JsonObject } from '@portico/rules/fhir/json'
import { normalizeMemberId } from '@portico/rules/registration/choices'
import type { FastifyBaseLogger } from 'fastify'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import { newId } from '../../platform/ids.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { SystemAccess } from '../fhir/access.ts'
import { toActor } from '../fhir/exchange/actor.ts'
import { FhirError } from '../fhir/outcome.ts'
import { computeFhirId } from '../fhir/shelf/place.ts'
import { buildAnswer, findAsked, refuseInquiry, requireOwnNpis } from './inquire.ts'
import { countUnsent, findSame, insertRequest, type SubmittedRequest } from './request-store.ts'
import { handOver, type UtilizationParts } from './settle.ts'
import { leaseMs } from './submission-job.ts'
import type { UtilizationPort } from './utilization-port.ts'

export interface SubmitParts extends UtilizationParts {
  readonly port: UtilizationPort
  readonly limits: Limits
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}

/** Runs work in one transaction. */
type InTransaction = <T>(act: (tx: Tx) => Promise<T>) => Promise<T>

/** More of a system's requests than the utilization system ever leaves waiting. */
const maxUnsent = 1000
/** Maximum length of a request's content, the same as for parsing an answer. */
const maxAsked = 150_000

/**
 * Takes a prior authorization request (OS-56) and hands it to the plan's utilization system. It is stored first, so that none is lost:
 * whatever the system does not answer at once is pended, and decided later. Sending the same request again creates no second one.
 */
export async function submit(
  parts: SubmitParts,
  inTransaction: InTransaction,
  { access, bundle, context }: Pick<Taken, 'access' | 'bundle' | 'context'>,
): Promise<string> {
  const sent = readSubmission(bundle)
  if (typeof sent === 'string') throw refuseInquiry(sent)
  const npis = requireOwnNpis(access, sent.npis)
  const { now } = context
  const numbers = sent.memberNumbers.map(normalizeMemberId)
  if (!(await parts.limits.reserveExchange(parts.database, access.clientId, numbers, now)))
    throw new FhirError(429, 'throttled', 'Too many tries that matched no one.', { retryAfterS: 60 })
  const stored = await inTransaction(async (tx) => {
    const member = await findAsked(tx, access.brand, sent)
    if (member === null) return null
    await parts.limits.succeedExchange(tx, access.clientId, numbers)
    await lockMember(tx, member.memberId)
    return store(tx, parts, { access, sent: { ...sent, npis }, memberId: member.memberId, bundle, context })
  })
  // This reveals that no member matches, because the provider must know that no one will decide.
  if (stored === null) throw new FhirError(422, 'not-found', 'No member matches.')
  const request = stored.isNew ? await handOver(parts, stored.request, now) : stored.request
  if (request.state === 'refused')
    throw new FhirError(422, 'invalid', 'The plan’s utilization system does not take this request.')
  return buildAnswer([toAnswer(request)], now)
}

interface Taken {
  readonly access: SystemAccess
  readonly sent: Submission
  readonly memberId: string
  readonly bundle: unknown
  readonly context: AuditContext
}

/**
 * Stores a request, unless it exists; before there is an answer, it is shown as undecided. Throws 409 for a different request with the same
 * identifier.
 */
async function store(
  tx: Tx,
  { keeper }: SubmitParts,
  { access, sent, memberId, bundle, context }: Taken,
): Promise<{ readonly request: SubmittedRequest; readonly isNew: boolean }> {
  const { clientId, brand, organization } = access
  const { now } = context
  const named = { bundle_key: digest(sent.bundleIdentifier), claim_key: digest(sent.claimIdentifier) }
  const said = digest(writeSaid(sent))
  const earlier = await findSame(tx, { member_id: memberId, client_id: clientId, ...named })
  if (earlier !== undefined) {
    if (earlier.digest.equals(said)) return { request: earlier, isNew: false }
    throw new FhirError(
      409,
      'duplicate',
      'Another request has this identifier. A change has its own, and names the former in related.',
      { expression: earlier.claim_key.equals(named.claim_key) ? 'Claim.identifier' : 'Bundle.identifier' },
    )
  }
  if ((await countUnsent(tx, clientId)) >= maxUnsent)
    throw new FhirError(429, 'throttled', 'Too many requests wait for the utilization system.', { retryAfterS: 600 })
  const requestId = newId()
  const asked = buildAsked(sent, {
    ...{ id: `submitted-${requestId}`, patient: `Patient/${memberId}` },
    ...{ provider: organization.name, receivedAt: now },
    isSensitive: await keeper.isSensitive(tx, brand, bundle),
  })
  const request: SubmittedRequest = {
    ...{ member_id: memberId, request_id: requestId, brand, client_id: clientId, ...named, digest: said },
    ...{
      state: 'waiting',
      resource_id: String(asked.id),
      asked: JSON.stringify(asked),
      bundle: JSON.stringify(bundle),
    },
    ...{ answer: null, sequence: 0, asked_at: now, changed_at: now, attempts: 1 },
    // It is sent right away; if this process dies meanwhile, another one sends it.
    next_try_at: new Date(now.getTime() + leaseMs),
  }
  if (request.asked.length > maxAsked || !keeper.canKeep(asked, now)) throw refuseInquiry('Claim')
  await insertRequest(tx, request)
  if (!sent.isUpdate) await keeper.keep(tx, { brand, memberId, resource: asked, now })
  const event = { action: 'authorization.submit', memberId, recordType: 'authorization-request', recordId: requestId }
  await audit(tx, toActor(access), event, context)
  return { request, isNew: true }
}

const digest = (text: string) => hash('sha256', text, 'buffer')

/** A request's state for its sender, including what only the patient may see, because the request is the sender's own. */
function toAnswer({ brand, member_id: memberId, resource_id, answer, asked }: SubmittedRequest): JsonObject {
  const told = toClaimResponse(JSON.parse(answer ?? asked) as JsonObject)
  const id = computeFhirId(brand, 'ExplanationOfBenefit', resource_id)
  return { ...told, id, patient: { reference: `Patient/${memberId}` } }
}
