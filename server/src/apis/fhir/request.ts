import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerPreflight } from '../../platform/http/cross-origin.ts'
import { checkQuery, isText } from '../../platform/http/incoming-text.ts'
import { checkFormat, listPairs, type Pairs } from './member/search-statement.ts'
import { FhirError, fhirJson, notFound } from './outcome.ts'

/** For a form that carries a search. */
export const maxBody = 32 * 1024

interface Named {
  readonly brand: string
  readonly type: string
  readonly id: string
  readonly version: string
}

/** Named parts of an address. */
export function findNamed(request: FastifyRequest): Named {
  const params = request.params as Named
  if (!Object.values(params).every((value) => isText(value) && value.length <= 100)) throw notFound()
  return params
}

/** Parameters of an address. Throws for bytes that are not text, and for a token among them. */
export function readQuery(request: FastifyRequest): Pairs {
  checkQuery(request)
  checkAccept(request)
  const pairs = listPairs(request.query)
  if (pairs.some(([name]) => name === 'access_token'))
    throw new FhirError(400, 'invalid', 'Tokens are sent in the header Authorization.')
  return pairs
}

export function checkNoQuery(request: FastifyRequest): void {
  for (const [name, value] of readQuery(request)) {
    if (name !== '_format') throw new FhirError(400, 'invalid', 'A read has no parameters.')
    checkFormat(value)
  }
}

function checkAccept({ headers }: FastifyRequest): void {
  const accept = headers.accept ?? '*/*'
  const wants = accept.split(',').map((one) => one.split(';')[0]?.trim() ?? '')
  if (
    wants.length > 0 &&
    !wants.some((one) => one === '' || /^(\*\/\*|application\/(\*|json|fhir\+json)|text\/(html|\*|json))$/.test(one))
  )
    throw new FhirError(406, 'not-supported', 'Only JSON is served.')
}

export function detectForm({ headers, body }: FastifyRequest): unknown {
  if (body === undefined || body === null) return {}
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return body
  throw new FhirError(415, 'not-supported', 'The parameters of a search are sent as a form.')
}

/** Apps in browsers have their own origins, and send no cookies. */
export function openToApps(request: FastifyRequest, reply: FastifyReply, finish: () => void): void {
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-expose-headers':
      'content-location, etag, expires, last-modified, x-progress, ratelimit, ratelimit-policy, retry-after, x-request-id',
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (request.method === 'OPTIONS')
    answerPreflight(reply, 'GET, POST, DELETE', 'accept, authorization, content-type, if-none-match, prefer')
  else finish()
}

/** Sends data that is the same for everyone. */
export function sendPublic(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('cache-control', 'public, max-age=300').type(fhirJson).send(text)
}

/** Whether the caller already has this version. */
export function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  return (headers['if-none-match'] ?? '').split(',').some((one) => one.trim() === tag)
}

/** The APIs are read-only: answers any other request. */
export function refuseChange({ method }: FastifyRequest): never {
  throw method === 'GET' ? notFound() : new FhirError(405, 'not-supported', 'This API is for reading.')
}
