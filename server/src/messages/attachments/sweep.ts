import type { Database } from '../../platform/db/database.ts'
import type { AttachmentStorage } from '../../platform/storage/storage.ts'
import { auditOwn, storageKey } from './owner.ts'
import * as store from './store.ts'

/** Longer than any request may take. */
const longestUploadMs = 15 * 60_000
/** How long we keep files that nobody sends. */
const longestUnsentMs = 24 * 60 * 60_000

const batch = 50

/** Removes incomplete uploads, files not sent in time, and the bytes of refused and removed files. */
export interface Sweep {
  all(now: Date): Promise<void>
  /** Removes a file that is marked as gone or refused. */
  one(row: store.AttachmentKey): Promise<void>
}

export function createSweep(database: Database, storage: AttachmentStorage): Sweep {
  const one = async (row: store.AttachmentKey) => {
    await storage.remove(storageKey(row))
    await database.transaction((tx) => store.noteSwept(tx, row))
  }
  return {
    one,
    all: async (now) => {
      await database.transaction(async (tx) => {
        const abandoned = await store.abandon(tx, {
          uploadingBefore: new Date(now.getTime() - longestUploadMs),
          unsentBefore: new Date(now.getTime() - longestUnsentMs),
        })
        await auditOwn(tx, abandoned, { action: 'attachment.expire' }, now)
      })
      for (const row of await store.listToSweep(database.read, batch)) await one(row)
    },
  }
}
