import type { FastifyReply, FastifyRequest } from 'fastify'
import { audit } from '../../../platform/audit/store.ts'
import type { DataKey } from '../../../platform/data-key.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { InEvenTime } from '../../../platform/limits/even-time.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import type { ReadSystemAccess, SystemAccess } from '../access.ts'
import type { Allowances } from '../allowances.ts'
import { FhirError, notFound } from '../outcome.ts'
import { toActor } from './actor.ts'
import { beginning } from './attribute-store.ts'
import { nameWorkKey } from './job.ts'
import { countWorks, findWork, insertChunks, insertWork, keptMs, type NewChunk, type Work } from './work-store.ts'

export interface ExchangeParts {
  readonly database: Database
  readonly dataKey: Pick<DataKey, 'seal' | 'open'>
  readonly limits: Limits
  readonly inEvenTime: InEvenTime
  readonly readSystemAccess: ReadSystemAccess
  readonly allowances: Allowances
  /** The plan and the address of a brand's API. Throws 404 for an unknown brand. */
  readonly toPlace: (request: FastifyRequest) => {
    readonly brand: string
    readonly plan: string
    readonly base: string
  }
}

/** A call of a system. */
export interface SystemCall {
  readonly access: SystemAccess
  readonly base: string
  readonly plan: string
  readonly origin: { readonly address: string; readonly requestId: string }
  readonly now: Date
}

/** Work for the worker. */
export interface NewWork {
  readonly workId: string
  readonly key: Buffer
  readonly kind: 'export' | 'match'
  readonly groupId: string | null
  readonly request: Work['request']
  /** The request's data, in parts. */
  readonly asked: readonly NewChunk[]
  readonly members: number
}

/** Maximum number of works that a system may have at once. */
const maxWorks = 50

/** The calling system. Throws 401 without a system's token, and 429 once it has used up its minute. */
export async function readSystemCall(parts: ExchangeParts, request: FastifyRequest): Promise<SystemCall> {
  const { brand, plan, base } = parts.toPlace(request)
  const token = /^Bearer ([\w.~+/-]{1,4000}=*)$/i.exec(request.headers.authorization ?? '')?.[1]
  const access = token === undefined ? null : await parts.readSystemAccess(token, brand)
  if (access?.brand !== brand) throw new FhirError(401, 'login', 'A token of a system is needed.')
  parts.allowances.take(access.clientId)
  return { access, base, plan, origin: { address: request.address, requestId: request.id }, now: new Date() }
}

/** Does a system's request and audits it, both or neither. */
export function doAudited<T>(
  { database }: Pick<ExchangeParts, 'database'>,
  { access, origin, now }: SystemCall,
  event: { readonly action: string; readonly recordId: string | null },
  act: (tx: Tx) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    const done = await act(tx)
    await audit(tx, toActor(access), { ...event, recordType: 'exchange' }, { origin, now })
    return done
  })
}

/** Accepts a request for the worker, and answers with its status address. Throws 429 for a second concurrent one, and for too many. */
export async function acceptWork(
  parts: ExchangeParts,
  reply: FastifyReply,
  call: SystemCall,
  work: NewWork,
): Promise<FastifyReply> {
  const { access, base, now } = call
  const { clientId, brand } = access
  const { workId, kind } = work
  await doAudited(parts, call, { action: `exchange.${kind}`, recordId: workId }, async (tx) => {
    if ((await countWorks(tx, access)) >= maxWorks)
      throw new FhirError(429, 'throttled', `More than ${maxWorks} are kept. Delete some.`, { retryAfterS: 3600 })
    const isNew = await insertWork(tx, {
      ...{ work_id: workId, brand, client_id: clientId, kind, group_id: work.groupId, sealed: null },
      ...{
        key: parts.dataKey.seal(work.key, nameWorkKey(workId)),
        request: JSON.stringify(work.request),
        state: 'waiting',
      },
      progress: JSON.stringify({ ...beginning, members: work.members }),
      ...{ made_at: now, changed_at: now, ends_at: new Date(now.getTime() + keptMs) },
    })
    if (!isNew) throw new FhirError(429, 'throttled', 'One at a time: another is under way.', { retryAfterS: 60 })
    await insertChunks(tx, work.asked)
  })
  return reply.code(202).header('content-location', `${base}/exports/${workId}`).send()
}

/** A work that belongs to the system. Throws 404 for another's. */
export async function requireWork(
  { database }: ExchangeParts,
  request: FastifyRequest,
  { access, now }: SystemCall,
): Promise<Work> {
  const id = readParam(request, 'id')
  const work = /^[0-9a-f-]{36}$/.test(id) ? await findWork(database.read, access, id, now) : undefined
  if (work === undefined) throw notFound()
  return work
}

export function readParam(request: FastifyRequest, name: string): string {
  return (request.params as Readonly<Record<string, string>>)[name] ?? ''
}
