import type { BodyOf, PayloadOf, QueryOf } from '@portico/contract/call'
import type {
  addMessage,
  listMessages,
  openMessage,
  searchMessages,
  setDeleteFlag,
  setReadFlag,
} from '@portico/contract/calls/messages'
import { threadPage } from '@portico/contract/limits'
import type { Language } from '@portico/contract/page'
import { appealAnswerBy } from '@portico/rules/claims/appeal'
import { HOUR_MS, messagesPerHour, waitAfterMessages } from '@portico/rules/messages/flood'
import { restorableUntil } from '@portico/rules/messages/folders'
import { expectedReplyBy } from '@portico/rules/messages/reply-by'
import { checkPhone } from '@portico/rules/validation/phone'
import { v7 as uuidv7 } from 'uuid'
import type { BrandService } from '../../brands/brand/service.ts'
import { readSettings } from '../../brands/config-lists/settings.ts'
import { addresseeOf, findPerson } from '../../identity/accounts/people.ts'
import { livenessValues, type SessionLifetimes, type Sessions } from '../../identity/sessions/sessions.ts'
import { findMention } from '../../member/claims/mention-store.ts'
import { claimsMentioned, claimToMention, mentionClaim } from '../../member/claims/mentions.ts'
import type { Claim } from '../../member/claims/store.ts'
import { nameOfMember } from '../../member/member/name.ts'
import { audit } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import type { Asking } from '../../platform/http/asking.ts'
import { CallError, type FieldProblem, refuseFields } from '../../platform/http/call-error.ts'
import { type Cursor, cursorText, parseCursor } from '../../platform/http/cursor.ts'
import { ended, type Live, live } from '../../platform/http/live.ts'
import type { MemberPrincipal, Principal } from '../../platform/http/principal.ts'
import { newId } from '../../platform/ids.ts'
import type { FileOwner } from '../attachments/owner.ts'
import type { AttachmentService } from '../attachments/service.ts'
import { deleteDraft, findReplyDraft } from './draft-store.ts'
import { excerptOf } from './excerpt.ts'
import { hidesForms, readingOf } from './hidden-forms.ts'
import type { Intake } from './intake.ts'
import { type ConversationRow, type ListRow, listStatement, unreadStatement } from './list-statement.ts'
import { markedExcerpt, markedParts } from './marked-text.ts'
import { blockedReason, threadToReplyIn } from './reply-thread.ts'
import * as results from './search-store.ts'
import * as store from './store.ts'
import type { MessageTopics } from './topics.ts'

export type MemberAsking = Asking<MemberPrincipal>

type Page = PayloadOf<typeof listMessages>
type Opened = PayloadOf<typeof openMessage>
type Found = PayloadOf<typeof searchMessages>
type Sending = BodyOf<typeof addMessage>
type Sent = PayloadOf<typeof addMessage>
type Flagged = PayloadOf<typeof setReadFlag>

export interface MessageService {
  list(asking: MemberAsking, query: QueryOf<typeof listMessages>): Promise<Live<Page>>
  unread(principal: Principal, now: Date): Promise<Live<{ unreadCount: number }>>
  /** Throws NOT-FOUND, FIELD-INVALID at `before`. */
  open(asking: MemberAsking, messageId: string, before?: string): Promise<Opened>
  search(asking: MemberAsking, query: BodyOf<typeof searchMessages>): Promise<Found>
  send(asking: MemberAsking, message: Sending): Promise<Sent>
  /** The same within a caller's transaction. */
  sendIn(tx: Tx, asking: MemberAsking, message: Sending): Promise<Sent>
  /** When a message sent now would be answered at the latest, ISO 8601 in UTC. */
  expectedReplyBy(now: Date): string
  setRead(asking: MemberAsking, change: BodyOf<typeof setReadFlag>): Promise<Flagged>
  setDeleted(asking: MemberAsking, change: BodyOf<typeof setDeleteFlag>): Promise<Flagged>
}

/** Begins a place among results with similar words. */
const alikeMark = '~'

/** Results of a search per page. */
const searchPage = 10

export interface MessageParts {
  readonly database: Database
  readonly sessions: Sessions
  readonly lifetimes: SessionLifetimes
  readonly topics: MessageTopics
  readonly brands: BrandService
  readonly attachments: AttachmentService
  readonly holidays: ReadonlySet<string>
  /** Where members' messages become work for staff. */
  readonly intake: Intake
}

export function createMessageService(parts: MessageParts): MessageService {
  const { database, sessions, lifetimes, topics, brands, attachments, holidays, intake } = parts
  const sharedCode = (brand: string) => brands.get(brand).sharedBrandCode

  return {
    list: async (asking, query) => {
      const { principal, origin, now } = asking
      const rows = await database.run(listStatement(query), [
        ...livenessValues(principal.sessionId, now, lifetimes),
        query.pageSize,
        (query.page - 1) * query.pageSize,
        newId(),
        origin.address,
        origin.requestId,
      ])
      const [first] = rows
      if (first === undefined) return ended
      if (!asking.background) sessions.noteActivity(principal.sessionId, first.last_seen_at, now)
      const kept = rows.flatMap((row) => (row.message_id === null ? [] : [{ ...row, message_id: row.message_id }]))
      const reading = await readingOf(
        database.read,
        asking,
        kept.map(({ thread_id }) => thread_id),
      )
      const messages = kept.map((row) => listed(readAs(row, reading), row.message_id, asking))
      return live({ messages, total: first.total, unreadCount: first.unread })
    },

    unread: async (principal, now) => {
      const [row] = await database.run(unreadStatement, livenessValues(principal.sessionId, now, lifetimes))
      if (row === undefined) return ended
      sessions.noteActivity(principal.sessionId, row.last_seen_at, now)
      return live({ unreadCount: row.unread })
    },

    open: (asking, messageId, before) =>
      database.transaction(async (tx) => {
        const { principal, language, now } = asking
        const found = await store.findMessage(tx, principal.memberId, messageId)
        if (found === undefined) throw new CallError('NOT-FOUND')
        await auditMessages(tx, asking, 'message.read', [messageId])
        const { thread, earlier } = await threadOf(tx, found, parseCursor('before', before))
        const files = await filesOf(tx, thread)
        const reading = await readingOf(tx, asking, [found.thread_id])
        const opened = reading(found, files.get(messageId))
        const to = found.incoming ? await memberName(tx, principal) : ''
        const shown = { ...found, member_name: to, read: found.read_at !== null, excerpt: opened.text }
        return {
          ...rowOf(shown, messageId, { brand: found.brand, language }),
          ...opened,
          ...callBackOf(found),
          claims: await claimsMentioned(tx, principal, found.thread_id, now),
          thread: thread.map((entry) => ({
            messageId: entry.message_id,
            direction: entry.incoming ? ('to-member' as const) : ('from-member' as const),
            from: entry.author_name,
            onBehalf: entry.on_behalf,
            sentAt: entry.sent_at.toISOString(),
            read: !entry.incoming || entry.read_at !== null,
            text: reading(entry).text,
            attachments: reading(entry, files.get(entry.message_id)).attachments,
          })),
          earlier,
          draft: await replyDraft(tx, asking, found.thread_id),
          expectedReplyBy: expectedReplyBy(now, holidays).toISOString(),
        }
      }),

    search: (asking, { search, folder, before }) =>
      database.transaction(async (tx) => {
        const { principal } = asking
        const { memberId } = principal
        const event = { action: 'search.read', recordType: 'folder', recordId: folder ?? 'all' }
        await audit(tx, principal, event, asking)
        const { rows: found, alike } = await results.searchMessages(tx, {
          memberId,
          search,
          folder: folder ?? null,
          before: parseCursor('before', before?.replace(alikeMark, '')),
          alike: before?.startsWith(alikeMark) ?? false,
          max: searchPage + 1,
          language: asking.language,
          withForms: !hidesForms(principal),
        })
        const name = await memberName(tx, principal)
        const shown = found.slice(0, searchPage)
        const last = shown.at(-1)
        return {
          messages: shown.map((row) => foundOf(row, name, asking)),
          alike: alike && shown.length > 0,
          next:
            last && found.length > searchPage
              ? `${alike ? alikeMark : ''}${cursorText({ at: last.sent_at, id: last.message_id })}`
              : null,
        }
      }),

    send: (asking, message) => database.transaction((tx) => sendIn(tx, asking, message)),

    sendIn,

    expectedReplyBy: (now) => expectedReplyBy(now, holidays).toISOString(),

    setRead: (asking, { messageIds, read, threads = false }) =>
      database.transaction(async (tx) => {
        const { memberId } = asking.principal
        const named = distinct(messageIds)
        await store.lockMailbox(tx, memberId)
        const known = threads ? store.countKept : store.countIncoming
        if ((await known(tx, memberId, named)) !== named.length) throw new CallError('NOT-FOUND')
        const wanted = threads ? await store.inThreadsToMark(tx, { memberId, messageIds: named, read }) : named
        const updated = await store.setRead(tx, { memberId, messageIds: wanted, read, now: asking.now })
        const action = read ? 'message.mark-read' : 'message.mark-unread'
        return flagged(tx, asking, { action, wanted, updated, threads })
      }),

    setDeleted: (asking, { messageIds, deleted, threads = false }) =>
      database.transaction(async (tx) => {
        const { memberId } = asking.principal
        const named = distinct(messageIds)
        await store.lockMailbox(tx, memberId)
        if ((await store.countKept(tx, memberId, named)) !== named.length) throw new CallError('NOT-FOUND')
        const wanted = threads ? await store.inThreadsToMove(tx, { memberId, messageIds: named, deleted }) : named
        const updated = await store.setDeleted(tx, { memberId, messageIds: wanted, deleted, now: asking.now })
        const action = deleted ? 'message.delete' : 'message.restore'
        return flagged(tx, asking, { action, wanted, updated, threads })
      }),
  }

  async function sendIn(tx: Tx, asking: MemberAsking, message: Sending): Promise<Sent> {
    const { memberId } = asking.principal
    // Two sends from one page wait for each other here, so that the second finds what the first stored.
    await lockMember(tx, memberId)
    const before = await store.findSent(tx, memberId, message.clientMessageId)
    if (before) {
      const sent = await sentOf(tx, before)
      return { ...sent, repeated: true, differs: await isOther(tx, { before, sent, message }) }
    }
    await refuseFlood(tx, asking)
    const fields = problemsOf(asking, message)
    refuseFields(fields)
    const { attachmentIds = [] } = message
    const owner = fileOwner(asking)
    const claim = await claimOf(tx, asking, message)
    const attachmentCount = attachmentIds.length === 0 ? 0 : await attachments.checkReady(tx, owner, attachmentIds)
    const threadId = message.inReplyTo
      ? await threadToReplyIn(tx, memberId, message.inReplyTo)
      : await startThread(tx, asking, message)
    const stored: store.Message = {
      member_id: memberId,
      message_id: uuidv7(),
      thread_id: threadId,
      client_message_id: message.clientMessageId,
      incoming: false,
      author_name: await authorName(tx, asking),
      on_behalf: asking.principal.actor !== null,
      body: message.text,
      phone_number: message.phoneNumber || null,
      best_time: message.bestTime ?? null,
      sent_at: asking.now,
      read_at: null,
      deleted_at: null,
      purged_at: null,
      attachment_count: attachmentCount,
    }
    await store.insertMessage(tx, stored)
    if (claim) await mentionClaim(tx, stored, claim, message.appeal)
    await deleteDraft(tx, memberId, message.clientMessageId)
    if (attachmentCount > 0) await attachments.attach(tx, owner, attachmentIds, stored.message_id)
    await tellStaff(tx, asking, threadId)
    await auditMessages(tx, asking, 'message.send', [stored.message_id])
    if (claim) await auditMention(tx, asking, claim)
    return { ...(await sentOf(tx, stored)), repeated: false, differs: false }
  }

  /** The answer to a change of flags, after each message is audited. */
  async function flagged(
    tx: Tx,
    asking: MemberAsking,
    change: { readonly action: string; readonly wanted: readonly string[]; readonly updated: number; threads: boolean },
  ): Promise<Flagged> {
    const { action, wanted, updated, threads } = change
    await auditMessages(tx, asking, action, wanted)
    const unreadCount = await store.countUnread(tx, asking.principal.memberId)
    return { updated, unreadCount, ...(threads && { messageIds: [...wanted] }) }
  }

  function listed(row: ListRow | ConversationRow, messageId: string, asking: MemberAsking): Page['messages'][number] {
    const shown = rowOf(row, messageId, { brand: asking.principal.brand, language: asking.language })
    if (!('messages' in row)) return shown
    const { messages, incoming, on_behalf, read } = row
    return { ...shown, read, conversation: { messages, fromMember: !incoming && !on_behalf } }
  }

  function rowOf(
    row: Omit<ListRow, 'last_seen_at' | 'total' | 'unread' | 'message_id'>,
    messageId: string,
    { brand, language }: { readonly brand: string; readonly language: Language },
  ) {
    const code = sharedCode(brand)
    const desk = topics.desk(code, language)
    const topic = { categoryId: row.category_id, subCategoryId: row.sub_category_id }
    return {
      messageId,
      threadId: row.thread_id,
      subject: row.subject,
      ...topics.labels(code, topic, language),
      from: row.author_name,
      to: row.incoming ? row.member_name : desk,
      sentAt: row.sent_at.toISOString(),
      read: !row.incoming || row.read,
      attachmentCount: row.attachment_count,
      ...replyOf(row),
      excerpt: excerptOf(row.excerpt),
    }
  }

  function foundOf(row: results.FoundRow, name: string, asking: MemberAsking): Found['messages'][number] {
    const reader = { brand: asking.principal.brand, language: asking.language }
    return {
      ...rowOf({ ...row, member_name: name }, row.message_id, reader),
      folder: row.deleted_at ? 'deleted' : row.incoming ? 'inbox' : 'sent',
      markedSubject: markedParts(row.subject, row.marked_subject),
      markedExcerpt: markedExcerpt(markedParts(row.body, row.marked_body)),
    }
  }

  /** No one else may read a person's drafts (CS-1). */
  async function replyDraft(tx: Tx, { principal }: MemberAsking, threadId: string): Promise<Opened['draft']> {
    const { memberId, actor } = principal
    const draft = actor === null ? await findReplyDraft(tx, memberId, threadId) : undefined
    if (draft === undefined) return null
    const { text, attachmentIds } = draft.data
    const savedAt = draft.saved_at.toISOString()
    return { draftId: draft.draft_id, version: draft.version, savedAt, text, attachmentIds: [...attachmentIds] }
  }

  async function sentOf(tx: Tx, message: store.Message): Promise<Omit<Sent, 'repeated' | 'differs'>> {
    const mention = await findMention(tx, message.member_id, message.message_id)
    return {
      messageId: message.message_id,
      threadId: message.thread_id,
      sentAt: message.sent_at.toISOString(),
      expectedReplyBy: expectedReplyBy(message.sent_at, holidays).toISOString(),
      from: message.author_name,
      onBehalf: message.on_behalf,
      attachments: [...((await filesOf(tx, [message])).get(message.message_id) ?? [])],
      appealAnswerBy: mention?.appeal ? appealAnswerBy(easternDay(message.sent_at)) : null,
    }
  }

  /**
   * Whether a message stored under an id differs from the one being sent: the page tried before, and then its words or files were changed.
   */
  async function isOther(
    tx: Tx,
    {
      before,
      sent,
      message,
    }: { readonly before: store.Message; readonly sent: Pick<Sent, 'attachments'>; readonly message: Sending },
  ): Promise<boolean> {
    const thread = await store.findThread(tx, before.member_id, before.thread_id)
    const mention = await findMention(tx, before.member_id, before.message_id)
    const { text, subject, phoneNumber, bestTime, attachmentIds = [], inReplyTo, claimId, appeal } = message
    const { categoryId, subCategoryId } = message
    const files = sent.attachments.map(({ attachmentId }) => attachmentId)
    const isTopic =
      inReplyTo !== undefined ||
      (thread.subject === subject && thread.category_id === categoryId && thread.sub_category_id === subCategoryId)
    const isSame =
      lines(before.body) === lines(text) &&
      mention?.claim_id === claimId?.toLowerCase() &&
      (mention?.appeal ?? appeal) === appeal &&
      before.phone_number === (phoneNumber || null) &&
      before.best_time === (bestTime ?? null) &&
      files.length === attachmentIds.length &&
      attachmentIds.every((id) => files.includes(id.toLowerCase()))
    return !(isTopic && isSame)
  }

  /** Checks the fields with the same rules as the form; a reply has the topic of its thread. */
  function problemsOf({ principal }: MemberAsking, message: Sending): FieldProblem[] {
    const { categoryId = '', subCategoryId = '', subject = '', phoneNumber = '', inReplyTo } = message
    const fields: FieldProblem[] = []
    if (inReplyTo === undefined) {
      if (subject === '') fields.push({ field: 'subject', code: 'field.required' })
      if (categoryId === '') fields.push({ field: 'categoryId', code: 'field.required' })
      else if (!topics.has(sharedCode(principal.brand), categoryId, subCategoryId)) {
        fields.push({ field: 'subCategoryId', code: 'select.not-chosen' })
      }
    }
    const phone = checkPhone(phoneNumber)
    if (phone) fields.push({ field: 'phoneNumber', code: phone.code })
    return fields
  }

  async function startThread(tx: Tx, asking: MemberAsking, message: Sending): Promise<string> {
    const { principal, now } = asking
    const { categoryId = '', subCategoryId = '', subject = '' } = message
    const threadId = uuidv7()
    await store.insertThread(tx, {
      member_id: principal.memberId,
      thread_id: threadId,
      brand: principal.brand,
      category_id: categoryId,
      sub_category_id: subCategoryId,
      subject,
      reply_blocked_reason: null,
      created_at: now,
    })
    return threadId
  }

  /** Throws MESSAGES-TOO-MANY if the brand's hourly limit for a member is reached, whoever wrote the messages. */
  async function refuseFlood(tx: Tx, { principal, now }: MemberAsking): Promise<void> {
    const { memberId, brand } = principal
    const limit = messagesPerHour((await readSettings(tx, brand)).number('MESSAGES_PER_HOUR'))
    const sent = await store.listSentMoments(tx, memberId, new Date(now.getTime() - HOUR_MS), limit)
    const retryAfterS = waitAfterMessages(sent, limit, now)
    if (retryAfterS !== null) throw new CallError('MESSAGES-TOO-MANY', { retryAfterS })
  }

  /** Looks for files only if a message of the thread has any. */
  async function filesOf(tx: Tx, thread: readonly store.Message[]) {
    const withFiles = thread.filter(({ attachment_count }) => attachment_count > 0)
    return attachments.ofMessages(
      tx,
      thread[0]?.member_id ?? '',
      withFiles.map(({ message_id }) => message_id),
    )
  }

  /** Tells staff of a message, under the topic that the conversation began with. */
  async function tellStaff(tx: Tx, asking: MemberAsking, threadId: string): Promise<void> {
    const { memberId, accountId, actor } = asking.principal
    const { brand, category_id: categoryId } = await store.findThread(tx, memberId, threadId)
    // The page of a representative says nothing about the member's language.
    const own = actor === null ? null : (await addresseeOf(tx, accountId)).language
    const language = own ?? asking.language
    await intake.memberWrote(tx, {
      ...{ memberId, threadId, brand, categoryId, language, at: asking.now },
      byOther: actor !== null,
    })
  }

  /** People who look at a member's mail are signed in to their own account, so the name comes from the member's record (RG-3). */
  async function memberName(tx: Tx, { accountId, memberId, scopes }: MemberPrincipal): Promise<string> {
    return nameOf(await (scopes === null ? findPerson(tx, accountId) : nameOfMember(tx, memberId)))
  }

  /**
   * The name shown as author. Someone who writes for the member is not shown as the member: a representative (CS-1), or a person with
   * access (RG-3).
   */
  async function authorName(tx: Tx, { principal, language }: MemberAsking): Promise<string> {
    if (principal.scopes !== null) return nameOf(await findPerson(tx, principal.accountId))
    const name = await memberName(tx, principal)
    return principal.actor === null ? name : topics.deskFor(sharedCode(principal.brand), language, name)
  }
}

/** A row of a list as its reader may see it. */
function readAs<Row extends ListRow | ConversationRow>(row: Row, reading: Awaited<ReturnType<typeof readingOf>>): Row {
  const { text, attachmentCount } = reading({ ...row, body: row.excerpt })
  return { ...row, excerpt: text, attachment_count: attachmentCount }
}

function nameOf({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  return `${firstName} ${lastName}`
}

function fileOwner({ principal, origin, now }: MemberAsking): FileOwner {
  return { principal, memberId: principal.memberId, threadId: null, brand: principal.brand, origin, now }
}

function auditMessages(tx: Tx, asking: MemberAsking, action: string, messageIds: readonly string[]): Promise<void> {
  const events = messageIds.map((recordId) => ({ action, recordType: 'message', recordId }))
  return audit(tx, asking.principal, events, asking)
}

async function claimOf(tx: Tx, { principal, now }: MemberAsking, { claimId, appeal }: Sending): Promise<Claim | null> {
  return claimId === undefined ? null : claimToMention(tx, principal, { claimId, appeal }, now)
}

function auditMention(tx: Tx, asking: MemberAsking, claim: Claim): Promise<void> {
  const event = { action: 'claim.attach', recordType: 'claim', recordId: claim.claim_id, memberId: claim.member_id }
  return audit(tx, asking.principal, event, asking)
}

function callBackOf({ phone_number, best_time }: store.Message): Pick<Opened, 'callBack'> {
  if (phone_number === null && best_time === null) return {}
  return { callBack: { phoneNumber: phone_number, bestTime: best_time } }
}

/** Whether a message can be replied to, and until when it can be restored. */
function replyOf(row: Pick<ListRow, 'reply_blocked_reason' | 'deleted_at'>) {
  const reason = blockedReason(row)
  return {
    replyAllowed: reason === null,
    replyBlockedReason: reason,
    restorableUntil: row.deleted_at && restorableUntil(row.deleted_at).toISOString(),
  }
}

function cursorOf({ sent_at, message_id }: Pick<store.Message, 'sent_at' | 'message_id'>): Cursor {
  return { at: sent_at, id: message_id }
}

/**
 * The newest messages of a conversation before a place, and how many come before them; deleted ones only if the opened message is deleted.
 * The opened message is always included, because the page shows it, however old it is.
 */
async function threadOf(tx: Tx, opened: store.Message, before: Cursor | null) {
  const { member_id: memberId, thread_id: threadId, message_id: openId } = opened
  const part = { memberId, threadId, only: opened.deleted_at === null ? 'kept' : 'restorable' } as const
  const newest = await store.listThread(tx, { ...part, before, max: threadPage })
  const first = newest[0]
  const isThere = before !== null || newest.some(({ message_id }) => message_id === openId)
  const count = first ? await store.countEarlier(tx, { ...part, before: cursorOf(first) }, openId) : 0
  return {
    thread: isThere ? newest : [opened, ...newest],
    earlier: first && count > 0 ? { before: cursorText(cursorOf(first)), count } : null,
  }
}

/** The text with every kind of line end as `\n`. */
function lines(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}
