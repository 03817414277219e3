import { randomUUID } from 'node:crypto'
import type { transferThread } from '@portico/contract/calls/workspace'
import { v7 as uuidv7 } from 'uuid'
import { moveThread } from '../../messages/messages/desk.ts'
import { fieldError } from '../../platform/http/call-error.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import type { ChangeParts } from './change-parts.ts'
import { aboutThread, findDesk, lockThread, requireVersion, saveWork } from './change-thread.ts'
import * as store from './store.ts'

/** Moves a conversation to another topic; a note in it records why, and from where. */
export const transfer =
  (parts: ChangeParts): AuditedHandler<typeof transferThread> =>
  async ({ principal, params, body }, context, tx) => {
    const { topics, targets } = parts
    const { categoryId, subCategoryId, reason, version } = body
    const { now, language } = context
    const { work, scope } = await lockThread(tx, principal, params.threadId)
    requireVersion(work, version)
    const { brand: sharedCode } = findDesk(parts, work)
    if (!topics.has(sharedCode, categoryId, subCategoryId)) throw fieldError('categoryId', 'select.not-chosen')
    const describe = (topic: Parameters<typeof topics.labels>[1]) => {
      const { category, subCategory } = topics.labels(sharedCode, topic, language)
      return `${category}, ${subCategory}`
    }
    const before = describe({ categoryId: work.category_id, subCategoryId: work.sub_category_id })
    await moveThread(tx, work, { categoryId, subCategoryId })
    const saved = await saveWork(tx, context, work, {
      category_id: categoryId,
      assignee_account_id: null,
      due_at: work.waiting_since && targets.due({ brand: sharedCode, categoryId }, work.waiting_since),
    })
    await store.insertNote(tx, {
      member_id: work.member_id,
      note_id: uuidv7(),
      thread_id: work.thread_id,
      client_message_id: randomUUID(),
      author_account_id: scope.accountId,
      author_name: scope.name,
      body: `${before} → ${describe({ categoryId, subCategoryId })}\n${reason}`,
      written_at: now,
    })
    return aboutThread(work, { version: saved.version })
  }
