import { isObject, type JsonObject } from '@portico/rules/fhir/json'
import { fetchBounded } from '../../platform/http/fetch-bounded.ts'
import { sign } from '../../platform/http/signature.ts'
import { readJsonBody } from '../fhir/read-json-body.ts'

/** A request as the plan's utilization system is told of it; `requestId` lets it recognize a repeated one. */
export interface RequestToDecide {
  readonly requestId: string
  readonly brand: string
  /** The Bundle of PAS as it was sent, as JSON. */
  readonly bundle: string
}

/** `taken`: it has the request, and decides later; `refused`: it will never take it. */
export type Handed = 'taken' | 'refused' | { readonly response: JsonObject }

/**
 * The connection to the plan's utilization system, which decides what needs approval (OS-56): takes requests, answers at once or later, by
 * signed notices. Throws if no one knows whether it has the request; it is then sent again.
 */
export interface UtilizationPort {
  submit(request: RequestToDecide): Promise<Handed>
}

/** The connection, and what its notices are signed with. */
export interface Utilization {
  readonly port: UtilizationPort
  readonly secret: string
}

/** What its answer and its notices may have. */
export const maxAnswerBytes = 256 * 1024

/**
 * Sends requests to the system's address: JSON, signed like its notices (docs/utilization.md). A 2xx with a ClaimResponse is its answer, one
 * without is that it comes later; 400, 404, 409, 410 and 422 refuse for good; any other failure may pass, and is retried.
 */
export function createUtilization({
  url,
  secret,
  waitMs = 5_000,
}: {
  readonly url: string
  readonly secret: string
  readonly waitMs?: number
}): Utilization {
  const port: UtilizationPort = {
    submit: async ({ requestId, brand, bundle }) => {
      const text = `{"requestId":${JSON.stringify(requestId)},"brand":${JSON.stringify(brand)},"bundle":${bundle}}`
      const sentAt = new Date().toISOString()
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': requestId,
        'portico-sent-at': sentAt,
        'portico-signature': sign(secret, sentAt, text),
      }
      const signal = AbortSignal.timeout(waitMs)
      // An operator names it, so it may stand in the plan's own network.
      const answer = await fetchBounded(url, { method: 'POST', headers, body: text, signal }, { inside: true })
      if ([400, 404, 409, 410, 422].includes(answer.status)) return 'refused'
      if (!answer.ok) throw new Error(`The utilization system answered ${answer.status}.`)
      return readAnswered(Buffer.from(await answer.arrayBuffer()))
    },
  }
  return { port, secret }
}

function readAnswered(bytes: Buffer): Handed {
  if (bytes.length > maxAnswerBytes) throw new Error('The utilization system answered too much.')
  const body = readJsonBody(bytes)
  if (body === undefined || (isObject(body) && body.resourceType === undefined)) return 'taken'
  // What is no answer to the request is told by whoever reads it.
  return { response: isObject(body) ? body : {} }
}
