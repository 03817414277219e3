import { baseMessage, type ErrorEnvelope } from '@portico/contract/envelope'
import type { ErrorEntry } from '@portico/contract/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CallError } from './call-error.ts'
import { OAuthError } from './oauth-error.ts'

/** Turns whatever went wrong into the error envelope; nothing of the cause reaches the caller but its code. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    if (error instanceof OAuthError) {
      return reply
        .code(error.status)
        .header('cache-control', 'no-store')
        .send({ error: error.code, error_description: error.description })
    }
    const known = asCallError(error)
    if (known.status >= 500) request.log.error({ err: error }, 'call failed')
    return sendError(reply, known)
  })
}

function sendError(reply: FastifyReply, error: CallError): FastifyReply {
  return reply.code(error.status).header('cache-control', 'no-store').type('application/json').send(envelopeOf(error))
}

/** Answers that a method does not exist at a path or that nothing does. */
export function notFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(reply, new CallError('NOT-FOUND'))
}

function envelopeOf(error: CallError): ErrorEnvelope {
  const entry = (text: string): ErrorEntry => ({ errorMessage: text, errorKey: text })
  const errors =
    error.fields.length > 0
      ? error.fields.map(({ field, code }) => ({ ...entry(code), field }))
      : [error.code, ...error.details].map(entry)
  return {
    baseMessage: { ...baseMessage, returnCode: String(error.status), returnCodeDescription: error.code },
    payload: null,
    errors,
  }
}

function asCallError(error: FastifyError | Error): CallError {
  if (error instanceof CallError) return error
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new CallError('TOO-LARGE')
  if (status === 429) return new CallError('TOO-MANY-REQUESTS')
  if (status !== undefined && status >= 400 && status < 500) return new CallError('BAD-REQUEST')
  return new CallError('UNEXPECTED')
}
