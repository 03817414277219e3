import type { Language } from '@portico/contract/page'
import { restorableUntil } from '@portico/rules/messages/folders'
import { cutExcerpt } from './excerpt.ts'
import type { ListRow } from './list-statement.ts'
import type { MessageParts } from './parts.ts'
import { findBlockedReason } from './reply-thread.ts'

export type RowParts = Pick<MessageParts, 'topics' | 'brands'>

/** A message in a list. */
export function toRow(
  parts: RowParts,
  row: Omit<ListRow, 'last_seen_at' | 'total' | 'unread' | 'message_id'>,
  messageId: string,
  { brand, language }: { readonly brand: string; readonly language: Language },
) {
  const code = parts.brands.get(brand).sharedBrandCode
  const desk = parts.topics.desk(code, language)
  const topic = { categoryId: row.category_id, subCategoryId: row.sub_category_id }
  return {
    messageId,
    threadId: row.thread_id,
    subject: row.subject,
    ...parts.topics.labels(code, topic, language),
    from: row.author_name,
    to: row.incoming ? row.member_name : desk,
    sentAt: row.sent_at.toISOString(),
    read: !row.incoming || row.read,
    attachmentCount: row.attachment_count,
    ...toReplyState(row),
    excerpt: cutExcerpt(row.excerpt),
  }
}

/** Whether a message allows a reply, and how long it can be restored. */
function toReplyState(row: Pick<ListRow, 'reply_blocked_reason' | 'deleted_at'>) {
  const reason = findBlockedReason(row)
  return {
    replyAllowed: reason === null,
    replyBlockedReason: reason,
    restorableUntil: row.deleted_at && restorableUntil(row.deleted_at).toISOString(),
  }
}
