import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Database } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { isSigned } from '../../platform/http/signature.ts'
import { FhirError } from '../fhir/outcome.ts'
import { readJsonBody } from '../fhir/read-json-body.ts'
import { type AuthorizationKeeper, takeNotice } from './settle.ts'
import { maxAnswerBytes } from './utilization-port.ts'

/** Where the utilization system reports later decisions. */
const noticePath = '/hooks/authorizations'

const Notice = v.object({
  requestId: v.pipe(v.string(), v.uuid()),
  sequence: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  response: v.unknown(),
})

/** Receives its notices, authenticated by their signature over the body as sent; they may arrive late, twice and out of order. */
export function bindUtilizationNotices(
  app: FastifyInstance,
  parts: { readonly database: Database; readonly keeper: AuthorizationKeeper; readonly secret: string },
): void {
  void app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxAnswerBytes }, (_request, body, done) => {
      done(null, body)
    })
    hooks.post(noticePath, { bodyLimit: maxAnswerBytes }, async (request, reply) => {
      const { body, headers } = request
      const now = new Date()
      const readHeader = (name: string) => [headers[name]].flat()[0] ?? ''
      const [sentAt, signature] = [readHeader('portico-sent-at'), readHeader('portico-signature')]
      if (!Buffer.isBuffer(body) || !isSigned(parts.secret, { sentAt, text: body.toString(), signature }, now))
        throw new CallError('BAD-REQUEST')
      const notice = v.safeParse(Notice, readBody(body))
      if (!notice.success) throw new CallError('BAD-REQUEST')
      const { response, ...of } = notice.output
      const origin = { address: request.address, requestId: request.id }
      const taken = await takeNotice(parts, { ...of, response }, { origin, now })
      if (taken === 'garbage') throw new CallError('BAD-REQUEST')
      return reply
        .code(200)
        .header('cache-control', 'no-store')
        .send({ known: taken === 'taken' })
    })
  })
}

function readBody(body: Buffer): unknown {
  try {
    return readJsonBody(body)
  } catch (error) {
    if (error instanceof FhirError) throw new CallError('BAD-REQUEST')
    throw error
  }
}
