import { ScimError } from '@portico/rules/scim/error'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../../platform/db/unavailable.ts'
import { hasLeft } from '../../platform/http/arrival.ts'
import { CallError } from '../../platform/http/call-error.ts'

/** Answers every error in the shape of RFC 7644. */
export function sendScimError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, scimType, message } = asScimError(error)
  if (status >= 500 && status !== 501 && !hasLeft(reply)) request.log.error({ err: error }, 'SCIM call failed')
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status === 429) reply.header('retry-after', 60)
  if (status === 503) reply.header('retry-after', 2)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/scim+json; charset=utf-8')
    .send(
      JSON.stringify({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        ...(scimType !== null && { scimType }),
        detail: message,
      }),
    )
}

export function asScimError(error: FastifyError | Error): ScimError {
  if (error instanceof ScimError) return error
  if (isUnavailable(error)) return new ScimError(503, null, 'Try again soon.')
  const status = error instanceof CallError ? error.status : 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new ScimError(413, null, 'The body is too long.')
  if (status === 415) return new ScimError(415, null, 'Bodies are JSON.')
  if (status !== undefined && status >= 400 && status < 500)
    return new ScimError(400, 'invalidSyntax', 'The request cannot be read.')
  return new ScimError(500, null, 'Something went wrong here.')
}
