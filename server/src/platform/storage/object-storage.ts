import { StoreAwayError } from '../db/unavailable.ts'
import { createAskObjects, type ObjectStoreSettings } from './objects.ts'
import { type AttachmentStorage, inParts, type StorageKey } from './storage.ts'

/** Name of the object that holds a part of an attachment. */
export function formatPartName({ memberId, attachmentId }: StorageKey, position: number): string {
  return `attachments/${memberId}/${attachmentId}/${position}`
}

/**
 * Keeps attachments in an object store, one object per part: a file's size is unknown before its last byte, but an object's size must be
 * declared. Parts are written in order and removed from last to first, so that the remaining objects are always the beginning of the file.
 */
export function createObjectStorage(settings: ObjectStoreSettings): AttachmentStorage {
  const ask = createAskObjects(settings)
  return {
    write: async (key, content) => {
      let position = 0
      for await (const part of inParts(content)) {
        if ((await ask('PUT', formatPartName(key, position), part)) === null)
          throw new StoreAwayError('There is no such bucket.')
        position += 1
      }
    },

    async *read(key) {
      for (let position = 0; ; position += 1) {
        const answer = await ask('GET', formatPartName(key, position))
        if (answer === null) return
        yield Buffer.from(await answer.arrayBuffer())
      }
    },

    remove: async (key) => {
      let count = 0
      while ((await ask('HEAD', formatPartName(key, count))) !== null) count += 1
      while (count > 0) {
        count -= 1
        await ask('DELETE', formatPartName(key, count))
      }
    },
  }
}
