import type { Database } from '../db/database.ts'
import { type AttachmentStorage, inParts } from './storage.ts'

/**
 * Keeps attachments in the database, so that one backup holds all. Each part is a transaction of its own: no one waits for
 * a whole file, also where there is one connection.
 */
export function createDatabaseStorage(database: Database): AttachmentStorage {
  return {
    write: async ({ memberId, attachmentId }, content) => {
      let position = 0
      for await (const part of inParts(content)) {
        const row = { member_id: memberId, attachment_id: attachmentId, position, content: part }
        await database.transaction((tx) => tx.insertInto('attachment_part').values(row).execute())
        position += 1
      }
    },

    async *read({ memberId, attachmentId }) {
      for (let position = 0; ; position += 1) {
        const part = await database.read
          .selectFrom('attachment_part')
          .select('content')
          .where((eb) => eb.and({ member_id: memberId, attachment_id: attachmentId, position }))
          .executeTakeFirst()
        if (part === undefined) return
        yield part.content
      }
    },

    remove: async ({ memberId, attachmentId }) => {
      await database.transaction((tx) =>
        tx
          .deleteFrom('attachment_part')
          .where((eb) => eb.and({ member_id: memberId, attachment_id: attachmentId }))
          .execute(),
      )
    },
  }
}
