import { isObject, type JsonObject } from '@portico/rules/fhir/json'
import { fetchBounded } from '../../platform/http/fetch-bounded.ts'
import { sign } from '../../platform/http/signature.ts'
import { readJsonBody } from '../fhir/read-json-body.ts'

/** A request in the form that the plan's utilization system gets; `requestId` lets it recognize a repetition. */
export interface RequestToDecide {
  readonly requestId: string
  readonly brand: string
  /** The PAS Bundle as sent, as JSON. */
  readonly bundle: string
}

/** `taken`: it has the request, and decides later; `refused`: it will never take it. */
export type Handed = 'taken' | 'refused' | { readonly response: JsonObject }

/**
 * The connection to the plan's utilization system, which decides prior authorizations (OS-56): it takes requests, and answers at once or
 * later, with signed notices. Throws if it is unknown whether the system has the request, which is then sent again.
 */
export interface UtilizationPort {
  submit(request: RequestToDecide): Promise<Handed>
}

/** The connection, and the secret that signs its notices. */
export interface Utilization {
  readonly port: UtilizationPort
  readonly secret: string
}

/** Maximum size of its answers and notices. */
export const maxAnswerBytes = 256 * 1024

/**
 * Sends requests to the system's address: JSON, signed like its notices (docs/utilization.md). A 2xx with a ClaimResponse is the answer,
 * and a 2xx without one means that it comes later; 400, 404, 409, 410 and 422 are final refusals; any other failure may be temporary, and
 * is retried.
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
      // The operator configures this address, so it may be in the plan's own network.
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
  // The caller reports an invalid answer.
  return { response: isObject(body) ? body : {} }
}
