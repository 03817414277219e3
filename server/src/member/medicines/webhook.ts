import { sign } from '../../platform/http/signature.ts'
import type { PharmacyPort } from './pharmacy.ts'

/**
 * Sends requests to a pharmacy's address: JSON, signed like its notices, with the order's id as idempotency key. 2xx means accepted,
 * even if it had the order before; 400, 404, 409, 410 and 422 mean refused for good; any other failure may be temporary, so we retry.
 */
export function webhookPharmacy({
  url,
  secret,
  waitMs = 10_000,
}: {
  readonly url: string
  readonly secret: string
  readonly waitMs?: number
}): PharmacyPort {
  return {
    send: async (order) => {
      const text = JSON.stringify(order)
      const sentAt = new Date().toISOString()
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(waitMs),
        headers: {
          'content-type': 'application/json',
          'idempotency-key': order.orderId,
          'portico-sent-at': sentAt,
          'portico-signature': sign(secret, sentAt, text),
        },
        body: text,
      })
      // We do not need the body.
      await answer.body?.cancel()
      if (answer.ok) return 'taken'
      if ([400, 404, 409, 410, 422].includes(answer.status)) return 'refused'
      throw new Error(`The pharmacy answered ${answer.status}.`)
    },
  }
}
