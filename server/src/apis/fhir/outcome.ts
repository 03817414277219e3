import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../../platform/db/unavailable.ts'
import { hasLeft } from '../../platform/http/arrival.ts'
import { CallError } from '../../platform/http/call-error.ts'

/** A code of FHIR's IssueType. */
type IssueCode =
  | 'invalid'
  | 'login'
  | 'forbidden'
  | 'not-found'
  | 'multiple-matches'
  | 'not-supported'
  | 'deleted'
  | 'duplicate'
  | 'too-costly'
  | 'too-long'
  | 'throttled'
  | 'transient'
  | 'exception'

/** Why a FHIR call is refused: words for developers, never data (OS-7). */
export class FhirError extends Error {
  readonly status: number
  readonly code: IssueCode
  /** The parameter or element at fault. */
  readonly expression: string | undefined
  /** Seconds before a retry. */
  readonly retryAfterS: number

  constructor(
    status: number,
    code: IssueCode,
    diagnostics: string,
    { expression, retryAfterS = 2 }: { readonly expression?: string; readonly retryAfterS?: number } = {},
  ) {
    super(diagnostics)
    this.status = status
    this.code = code
    this.expression = expression
    this.retryAfterS = retryAfterS
  }
}

/** A refusal because of a parameter. */
export function badParameter(name: string, why: string): FhirError {
  // The sent value is not repeated: it may be about somebody.
  const told = /^[\w.:-]{1,60}$/.test(name) ? name : 'a parameter'
  return new FhirError(400, 'invalid', `${told}: ${why}`, { expression: told })
}

/** The same for resources that do not exist and for someone else's. */
export const notFound = () => new FhirError(404, 'not-found', 'There is no such resource.')

export const fhirJson = 'application/fhir+json; charset=utf-8'

/** Answers every error as an OperationOutcome. */
export function sendOutcome(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, message, expression, retryAfterS } = asFhirError(error)
  if (status >= 500 && !hasLeft(reply)) request.log.error({ err: error }, 'FHIR call failed')
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status === 429 || status === 503) reply.header('retry-after', retryAfterS)
  const issue = { severity: 'error', code, diagnostics: message, ...(expression && { expression: [expression] }) }
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(fhirJson)
    .send(JSON.stringify({ resourceType: 'OperationOutcome', issue: [issue] }))
}

function asFhirError(error: FastifyError | Error): FhirError {
  if (error instanceof FhirError) return error
  if (isUnavailable(error)) return new FhirError(503, 'transient', 'Try again soon.')
  const status = error instanceof CallError ? error.status : 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new FhirError(413, 'too-long', 'The body is too long.')
  if (status === 415) return new FhirError(415, 'not-supported', 'Bodies are forms.')
  if (status === 429) {
    const retryAfterS = (error instanceof CallError ? error.retryAfterS : null) ?? 2
    return new FhirError(429, 'throttled', 'Too many requests.', { retryAfterS })
  }
  if (status !== undefined && status >= 400 && status < 500)
    return new FhirError(status, 'invalid', 'The request cannot be read.')
  return new FhirError(500, 'exception', 'Something went wrong here.')
}
