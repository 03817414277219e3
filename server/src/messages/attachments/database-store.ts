import type { Database } from '../../platform/db/database.ts'
import { type AttachmentStorage, inParts } from '../../platform/storage/storage.ts'

/**
 * Stores attachments in the database, so that a single backup has everything. Each part is its own transaction: nobody waits for a
 * whole file, even with a single connection.
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
