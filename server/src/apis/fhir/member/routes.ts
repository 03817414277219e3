import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DataKey } from '../../../platform/data-key.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { ReadAppAccess } from '../access.ts'
import type { Allowance, Allowances } from '../allowances.ts'
import { FhirError, fhirJson } from '../outcome.ts'
import { sendPacked } from '../packed.ts'
import type { Places } from '../places.ts'
import {
  checkNoQuery,
  detectForm,
  findNamed,
  isKnown,
  maxBody,
  readQuery,
  refuseChange,
  sendPublic,
} from '../request.ts'
import { createMemberApi } from './api.ts'
import type { Call, One } from './asked.ts'
import { capabilities } from './metadata.ts'
import { listPairs } from './search-statement.ts'

interface MemberParts {
  readonly database: Database
  readonly dataKey: Pick<DataKey, 'seal' | 'open'>
  readonly readAppAccess: ReadAppAccess
  readonly allowances: Allowances
  readonly places: Places
  /** Whether prior authorization requests can be sent (OS-56). */
  readonly takesRequests: boolean
}

const member = '/fhir/:brand/r4'
/** What the grants of current requests may still be sent. */
const taken = new WeakMap<FastifyReply, Allowance>()

export function bindMember(app: FastifyInstance, parts: MemberParts): void {
  const { places } = parts
  const api = createMemberApi(parts.database, parts.dataKey)
  const readCall = (request: FastifyRequest, reply: FastifyReply) => readMemberCall(parts, request, reply)
  app.get(`${member}/metadata`, async (request, reply) => {
    const { base, plan } = places.toPlace(request)
    return sendPublic(reply, capabilities(base, plan, parts))
  })
  app.get(`${member}/:type`, async (request, reply) =>
    sendFresh(
      request,
      reply,
      await api.search(findNamed(request).type, readQuery(request), await readCall(request, reply)),
    ),
  )
  app.post(`${member}/:type/_search`, { bodyLimit: maxBody }, async (request, reply) => {
    const pairs = [...readQuery(request), ...listPairs(detectForm(request))]
    return sendFresh(request, reply, await api.search(findNamed(request).type, pairs, await readCall(request, reply)))
  })
  app.get(`${member}/Patient/:id/$everything`, async (request, reply) =>
    sendFresh(
      request,
      reply,
      await api.listEverything(findNamed(request).id, readQuery(request), await readCall(request, reply)),
    ),
  )
  app.get(`${member}/:type/:id`, async (request, reply) => {
    const { type, id } = findNamed(request)
    checkNoQuery(request)
    return sendOne(request, reply, await api.read(type, id, await readCall(request, reply)))
  })
  app.get(`${member}/:type/:id/_history`, async (request, reply) => {
    const { type, id } = findNamed(request)
    checkNoQuery(request)
    return sendFresh(request, reply, await api.history(type, id, await readCall(request, reply)))
  })
  app.get(`${member}/:type/:id/_history/:version`, async (request, reply) => {
    const { type, id, version } = findNamed(request)
    checkNoQuery(request)
    return sendOne(request, reply, await api.vread(type, id, version, await readCall(request, reply)))
  })
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    await readCall(request, reply)
    refuseChange(request)
  }
  app.all(member, refuse)
  app.all(`${member}/*`, refuse)
}

/** The caller. Throws 401 without a token of this brand, and 429 once its grant has used up its minute. */
async function readMemberCall(
  { places, allowances, readAppAccess }: MemberParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Call> {
  const { brand, ...place } = places.toPlace(request)
  if (request.headers.prefer?.includes('respond-async'))
    throw new FhirError(400, 'not-supported', 'Answers are given at once.')
  const token = /^Bearer ([\w.~+/-]{1,4000}=*)$/i.exec(request.headers.authorization ?? '')?.[1]
  const access = token === undefined ? null : await readAppAccess(token, brand)
  // The reader checks this, too: another brand's token must never open this one.
  if (access?.brand !== brand) throw new FhirError(401, 'login', 'A token of this API is needed.')
  const allowance = allowances.take(access.grantId)
  reply.headers(allowance.headers)
  taken.set(reply, allowance)
  return { ...place, access, origin: { address: request.address, requestId: request.id }, now: new Date() }
}

function sendFresh(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  taken.get(reply)?.send(text)
  return sendPacked(request, reply.header('cache-control', 'no-store'), text)
}

function sendOne(request: FastifyRequest, reply: FastifyReply, { body, version, updated }: One): FastifyReply {
  const tag = `W/"${version}"`
  reply.headers({ etag: tag, 'last-modified': updated.toUTCString(), 'cache-control': 'private, no-cache' })
  if (isKnown(request, tag)) return reply.code(304).send()
  taken.get(reply)?.send(body)
  return reply.type(fhirJson).send(body)
}
