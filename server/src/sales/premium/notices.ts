import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import { type Gateway, GatewayError } from '../../platform/gateway/port.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { takeWord } from './payment-store.ts'

/** Where a gateway reports the results of payments. */
export const noticePath = '/hooks/payments'
const maxBytes = 256 * 1024

/**
 * Receives a gateway's notices, authenticated by their signature over the body as sent. They may come late, twice, out of order or
 * never: we merge each into what we know, and ask the gateway to make up for missing ones.
 */
export function bindPaymentNotices(
  app: FastifyInstance,
  { database, gateway }: { readonly database: Database; readonly gateway: Gateway | null },
): void {
  void app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) => {
      done(null, body)
    })
    hooks.post(noticePath, { bodyLimit: maxBytes }, async (request, reply) => {
      const { body } = request
      if (gateway === null || !Buffer.isBuffer(body)) throw new CallError('NOT-FOUND')
      const notice = await gateway
        .readNotice(body, (name) => [request.headers[name]].flat()[0])
        .catch((error: unknown) => {
          // The gateway sends the notice again.
          throw error instanceof GatewayError ? new CallError('UNAVAILABLE') : error
        })
      if (notice === null) throw new CallError('BAD-REQUEST')
      if (notice !== 'ignored') {
        const { memberId, paymentId, ref, word, by } = notice
        const key = { payerId: memberId, paymentId }
        const row = await database.transaction((tx) => takeWord(tx, key, { ref, word, by }, new Date()))
        // The nightly comparison reports a payment that is not ours.
        if (row === null) request.log.warn({ paymentId }, 'payment: a notice of a payment that is not here')
      }
      return reply.code(200).header('cache-control', 'no-store').send({ received: true })
    })
  })
}
