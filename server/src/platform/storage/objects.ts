import { AwsClient } from 'aws4fetch'
import { StoreAwayError } from '../db/unavailable.ts'

/** An object store with Amazon's S3 API. */
export interface ObjectStoreSettings {
  /** e.g. `https://s3.us-east-1.amazonaws.com` */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

type Method = 'GET' | 'PUT' | 'HEAD' | 'DELETE'

/**
 * Sends a request about a named object: null if there is none; throws StoreAwayError for any other failure. Errors do not name the object,
 * because they are logged.
 */
export type AskObjects = (method: Method, name: string, body?: Uint8Array) => Promise<Response | null>

const timeoutMs = 30_000

export function createAskObjects(settings: ObjectStoreSettings): AskObjects {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  return async (method, name, body) => {
    const sent = { method, ...(body && { body: new Uint8Array(body) }), signal: AbortSignal.timeout(timeoutMs) }
    const answer = await client.fetch(`${endpoint}/${bucket}/${name}`, sent).catch((cause: unknown) => {
      throw new StoreAwayError(`The object store did not answer ${method}.`, { cause })
    })
    if (answer.ok) return answer
    await answer.body?.cancel()
    if (answer.status === 404) return null
    throw new StoreAwayError(`The object store answered ${method} with ${answer.status}.`)
  }
}
