import type { Socket } from 'node:net'
import { baseMessage, type ErrorEnvelope } from '@portico/contract/envelope'
import type { ErrorEntry } from '@portico/contract/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../db/unavailable.ts'
import { hasLeft } from './arrival.ts'
import { CallError } from './call-error.ts'
import { asOAuthError, OAuthError } from './oauth-error.ts'

/** Seconds before a retry while the database is overloaded or down. */
const unavailableS = 2

/** Turns every error into the error envelope; the caller learns only its code. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) =>
    sendError(reply, toCallError(error, request, reply)),
  )
}

/** The same for the token endpoints, which always answer in the shape of RFC 6749. */
export function handleTokenError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const refused = error instanceof OAuthError ? error : toCallError(error, request, reply)
  const { code, description, status } = refused instanceof OAuthError ? refused : asOAuthError(refused)
  // RFC 6749 section 5.2: a client that tried the header must be told the scheme that the header supports.
  if (code === 'invalid_client' && request.headers.authorization !== undefined)
    reply.header('www-authenticate', 'Basic realm="portico"')
  if (refused instanceof CallError) setRetryAfter(reply, refused)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send({ error: code, error_description: description })
}

/** An address that cannot be decoded, e.g. `%E0%A4%A`: it matches no route, so no hook has run yet. */
export function handleUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  sendError(reply.header('x-request-id', request.id), toCallError(error, request, reply))
}

/** Data that is not HTTP, has excessive headers or never ends: there is no request, and the connection is closed. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = clientErrors[error.code ?? ''] ?? '400 Bad Request'
  const body = JSON.stringify(buildEnvelope(new CallError('BAD-REQUEST'), status.slice(0, 3)))
  const head = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
  if (socket.writable) socket.write(`${head}\r\n\r\n${body}`)
  socket.destroySoon()
}

const clientErrors: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

function toCallError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): CallError {
  const callError = asCallError(error)
  if (callError.status < 500) return callError
  // A failure because the client has left, such as a truncated body, is not ours; no one waits for an answer.
  if (hasLeft(reply)) request.log.info({ err: error }, 'call given up: its client has left')
  else request.log.error({ err: error }, 'call failed')
  return callError
}

function sendError(reply: FastifyReply, error: CallError): FastifyReply {
  setRetryAfter(reply, error)
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(buildEnvelope(error))
}

function setRetryAfter(reply: FastifyReply, { retryAfterS }: CallError): void {
  if (retryAfterS !== null) reply.header('retry-after', retryAfterS)
}

/** Answers that a path does not exist, or does not support the method. */
export function notFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(reply, new CallError('NOT-FOUND'))
}

function buildEnvelope(error: CallError, returnCode = String(error.status)): ErrorEnvelope {
  const entry = (text: string): ErrorEntry => ({ errorMessage: text, errorKey: text })
  const errors =
    error.fields.length > 0
      ? error.fields.map(({ field, code }) => ({ ...entry(code), field }))
      : [error.code, ...error.details].map(entry)
  return {
    baseMessage: { ...baseMessage, returnCode, returnCodeDescription: error.code },
    payload: null,
    errors,
  }
}

function asCallError(error: FastifyError | Error): CallError {
  if (error instanceof CallError) return error
  if (isUnavailable(error)) return new CallError('UNAVAILABLE', { retryAfterS: unavailableS })
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new CallError('TOO-LARGE')
  if (status === 429) return new CallError('TOO-MANY-REQUESTS')
  if (status !== undefined && status >= 400 && status < 500) return new CallError('BAD-REQUEST')
  return new CallError('UNEXPECTED')
}
