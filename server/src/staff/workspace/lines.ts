import type { PayloadOf } from '@portico/contract/call'
import type { workspaceThreads } from '@portico/contract/calls/workspace'
import type { Language } from '@portico/contract/page'
import { everyBrand } from '@portico/rules/brand/every'
import { appealAnswerBy } from '@portico/rules/claims/appeal'
import type { MessageTopics } from '../../messages/messages/topics.ts'
import { easternDay } from '../../platform/day.ts'
import type { SentAppeal, WorkLine } from './store.ts'

type Line = PayloadOf<typeof workspaceThreads>['threads'][number]

/** A conversation as lists show it. `appeals`: for each conversation, the appeal that must be decided first. */
export function buildLine(
  work: WorkLine,
  appeals: ReadonlyMap<string, SentAppeal>,
  topics: MessageTopics,
  language: Language,
): Line {
  const appeal = appeals.get(work.thread_id)
  return {
    threadId: work.thread_id,
    version: work.version,
    subject: work.subject,
    brand: work.brand,
    ...topics.labels(everyBrand, { categoryId: work.category_id, subCategoryId: work.sub_category_id }, language),
    memberName: `${work.first_name} ${work.last_name}`,
    state: work.state,
    assignee:
      work.assignee_account_id === null
        ? null
        : { accountId: work.assignee_account_id, name: `${work.assignee_first_name} ${work.assignee_last_name}` },
    waitingSince: work.waiting_since?.toISOString() ?? null,
    dueAt: work.due_at?.toISOString() ?? null,
    decideBy: appeal === undefined ? null : appealAnswerBy(easternDay(appeal.sentAt), appeal.program),
    changedAt: work.changed_at.toISOString(),
  }
}
