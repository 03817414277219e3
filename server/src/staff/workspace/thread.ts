import type { PayloadOf } from '@portico/contract/call'
import type { workspaceThread } from '@portico/contract/calls/workspace'
import { threadPage } from '@portico/contract/limits'
import { toAuthored } from '@portico/rules/languages/authored'
import { findLoginId, findNickName, findPhone } from '../../identity/accounts/people.ts'
import { requireDeskScope, type Scope } from '../../identity/rights/scope.ts'
import { type MemberCard, readMemberCard, toLineMember } from '../../member/member/card.ts'
import type { AttachmentService } from '../../messages/attachments/service.ts'
import { findFormOfThread } from '../../messages/forms/store.ts'
import { countConversation, readConversation } from '../../messages/messages/desk.ts'
import type { Reader } from '../../platform/db/database.ts'
import { type Cursor, cursorText, parseCursor } from '../../platform/http/cursor.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { aboutThread } from './change-thread.ts'
import { listMentionedClaims } from './claims.ts'
import { readDraft } from './drafts.ts'
import { buildLine } from './lines.ts'
import type { QueueParts } from './queues.ts'
import type { ReplyContext, Senders } from './senders.ts'
import { countNotes, listColleagues, listNotes, readAppeals, requireWork, type WorkLine, workIn } from './store.ts'

type Opened = PayloadOf<typeof workspaceThread>

const maxThreads = 5

/**
 * A conversation with its notes and its member: the newest part, or the part before a position. Does not mark anything as read. Throws
 * NOT-FOUND for another brand's conversation, FIELD-INVALID at `before`.
 */
export const openThread =
  (parts: QueueParts & { readonly senders: Senders }): AuditedHandler<typeof workspaceThread> =>
  async ({ params: { threadId }, query: { before } }, context, tx) => {
    const scope = await requireDeskScope(tx, context.principal)
    const work = await requireWork(tx, scope, threadId)
    const card = await readMemberCard(tx, work.member_id)
    const colleagues = await listColleagues(tx, work.brand)
    return aboutThread(work, {
      ...buildLine(work, await readAppeals(tx, [work]), parts.topics, context.language),
      version: work.version,
      language: toAuthored(work.language),
      ...(await listEntries(tx, parts.attachments, work, parseCursor('before', before))),
      member: {
        name: `${card.firstName} ${card.lastName}`.trim(),
        nickName: await findNickName(tx, work.member_id),
        memberNumber: card.memberNumber,
        loginId: scope.entitlements.includes('simulate') ? await findLoginId(tx, work.member_id) : null,
        phone: await findPhone(tx, work.member_id),
        dateOfBirth: card.dateOfBirth,
        groups: [...card.groups],
        threads: await otherThreads(tx, scope, work),
      },
      claims: await listMentionedClaims(tx, work),
      form: await readForm(tx, work),
      draft: await readDraft(tx, { account_id: scope.accountId, thread_id: work.thread_id }),
      topics: parts.topics.list(parts.brands.get(work.brand).sharedBrandCode, context.language),
      colleagues: colleagues.map((one) => ({
        accountId: one.account_id,
        name: `${one.first_name} ${one.last_name}`,
      })),
      writing: buildWriting(parts.senders, createReplyContext(scope, work, card)),
    })
  }

async function readForm(db: Reader, { member_id, thread_id }: WorkLine): Promise<Opened['form']> {
  const form = await findFormOfThread(db, member_id, thread_id)
  if (form === undefined) return null
  const { title, about } = form.document
  const person = about ? { name: about.name, memberNumber: about.number, dateOfBirth: about.born } : null
  return { title, receipt: form.receipt, about: person }
}

/** The values for a reply by the caller in a conversation. */
export function createReplyContext(scope: Scope, work: WorkLine, card: MemberCard): ReplyContext {
  const { firstName, lastName } = card
  const member = { firstName, lastName, ...toLineMember(card) }
  return { brand: work.brand, repName: scope.firstName, member, subject: work.subject }
}

function buildWriting(senders: Senders, writing: ReplyContext): Opened['writing'] {
  return {
    values: senders.byLanguage((one) => senders.values(writing, one)),
    sender: senders.byLanguage((one) => senders.sender(writing, one)),
    signature: senders.byLanguage((one) => senders.signature(writing, one)),
  }
}

async function listEntries(
  db: Reader,
  attachments: AttachmentService,
  work: WorkLine,
  before: Cursor | null,
): Promise<Pick<Opened, 'entries' | 'earlier'>> {
  const part = { memberId: work.member_id, threadId: work.thread_id }
  const messages = await readConversation(db, { ...part, before, max: threadPage })
  const withFiles = messages.filter(({ attachment_count }) => attachment_count > 0).map(({ message_id }) => message_id)
  const files = await attachments.ofMessages(db, work.member_id, withFiles)
  const notes = await listNotes(db, work, before, threadPage)
  const entries: Opened['entries'] = [
    ...messages.map((one) => ({
      entryId: one.message_id,
      kind: one.incoming ? ('to-member' as const) : ('from-member' as const),
      from: one.author_name,
      onBehalf: one.on_behalf,
      at: one.sent_at.toISOString(),
      text: one.body,
      read: one.incoming ? one.read_at !== null : null,
      callBack:
        one.phone_number === null && one.best_time === null
          ? null
          : { phoneNumber: one.phone_number, bestTime: one.best_time },
      attachments: files.get(one.message_id) ?? [],
    })),
    ...notes.map((one) => ({
      entryId: one.note_id,
      kind: 'note' as const,
      from: one.author_name,
      onBehalf: false,
      at: one.written_at.toISOString(),
      text: one.body,
      read: null,
      callBack: null,
      attachments: [],
    })),
  ]
  const shown = entries.sort(compareTimes).slice(-threadPage)
  const [first] = shown
  if (first === undefined) return { entries: shown, earlier: null }
  const place = { at: new Date(first.at), id: first.entryId }
  const count = (await countConversation(db, { ...part, before: place })) + (await countNotes(db, work, place))
  return { entries: shown, earlier: count === 0 ? null : { before: cursorText(place), count } }
}

/** Orders entries like positions: by moment, then by id. */
function compareTimes(one: Opened['entries'][number], other: Opened['entries'][number]): number {
  return Date.parse(one.at) - Date.parse(other.at) || (one.entryId < other.entryId ? -1 : 1)
}

async function otherThreads(db: Reader, scope: Scope, work: WorkLine): Promise<Opened['member']['threads']> {
  const rows = await workIn(db, scope)
    .where('work.member_id', '=', work.member_id)
    .where('work.thread_id', '!=', work.thread_id)
    .orderBy('work.changed_at', 'desc')
    .limit(maxThreads)
    .execute()
  return rows.map((row) => ({
    threadId: row.thread_id,
    subject: row.subject,
    state: row.state,
    changedAt: row.changed_at.toISOString(),
  }))
}
