import { AwsClient } from 'aws4fetch'
import { StoreAwayError } from '../db/unavailable.ts'
import { type AttachmentStorage, inParts, type StorageKey } from './storage.ts'

/** An object store that speaks Amazon's S3. */
export interface ObjectStoreSettings {
  /** e.g. `https://s3.us-east-1.amazonaws.com` */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const timeoutMs = 30_000

/**
 * Keeps attachments in an object store, one object per part: the size of a file is not known before its last byte, but an object's size has
 * to be announced. Parts are written in order and removed from last to first, so that the remaining objects are always the beginning of the
 * file.
 */
export function createObjectStorage(settings: ObjectStoreSettings): AttachmentStorage {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const formatPartAddress = ({ memberId, attachmentId }: StorageKey, position: number) =>
    `${endpoint}/${bucket}/attachments/${memberId}/${attachmentId}/${position}`

  return {
    write: async (key, content) => {
      let position = 0
      for await (const part of inParts(content)) {
        if ((await ask('PUT', formatPartAddress(key, position), part)) === null)
          throw new StoreAwayError('There is no such bucket.')
        position += 1
      }
    },

    async *read(key) {
      for (let position = 0; ; position += 1) {
        const answer = await ask('GET', formatPartAddress(key, position))
        if (answer === null) return
        yield Buffer.from(await answer.arrayBuffer())
      }
    },

    remove: async (key) => {
      let count = 0
      while ((await ask('HEAD', formatPartAddress(key, count))) !== null) count += 1
      while (count > 0) {
        count -= 1
        await ask('DELETE', formatPartAddress(key, count))
      }
    },
  }

  /**
   * Null if there is no such object; throws StoreAwayError for anything else that fails. Errors do not name the address, because they are
   * logged.
   */
  async function ask(method: string, address: string, body?: Buffer): Promise<Response | null> {
    const sent = { method, ...(body && { body: new Uint8Array(body) }), signal: AbortSignal.timeout(timeoutMs) }
    const answer = await client.fetch(address, sent).catch((cause: unknown) => {
      throw new StoreAwayError(`The object store did not answer ${method}.`, { cause })
    })
    if (answer.ok) return answer
    await answer.body?.cancel()
    if (answer.status === 404) return null
    throw new StoreAwayError(`The object store answered ${method} with ${answer.status}.`)
  }
}
