import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { addMessage } from '@portico/contract/calls/messages'
import { appealAnswerBy } from '@portico/rules/claims/appeal'
import { HOUR_MS, messagesPerHour, waitAfterMessages } from '@portico/rules/messages/flood'
import { computeReplyBy } from '@portico/rules/messages/reply-by'
import { checkPhone } from '@portico/rules/validation/phone'
import { v7 as uuidv7 } from 'uuid'
import { readSettings } from '../../brands/config-lists/settings.ts'
import { findAddressee } from '../../identity/accounts/people.ts'
import { findMention } from '../../member/claims/mention-store.ts'
import { claimToMention, mentionClaim } from '../../member/claims/mentions.ts'
import { type Claim, findProgram } from '../../member/claims/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import { CallError, type FieldProblem, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { Happening } from '../../platform/http/recorded.ts'
import type { FileOwner } from '../attachments/owner.ts'
import { deleteDraft } from './draft-store.ts'
import { readFiles } from './files.ts'
import { readAuthorName } from './names.ts'
import type { MessageParts } from './parts.ts'
import { threadToReplyIn } from './reply-thread.ts'
import * as store from './store.ts'

type Sending = BodyOf<typeof addMessage>
type Sent = PayloadOf<typeof addMessage>

/** A stored message, with its audit event; nothing if it was stored before. */
export interface SentMessage {
  readonly sent: Sent
  readonly happened: readonly Happening<'message.send' | 'claim.attach'>[]
}

/**
 * Stores a member's message once, with its files, and notifies staff. Throws FIELD-INVALID, MESSAGES-TOO-MANY, NOT-FOUND,
 * REPLY-NOT-ALLOWED.
 */
export async function sendMessage(
  parts: MessageParts,
  tx: Tx,
  context: CallContext<MemberPrincipal>,
  message: Sending,
): Promise<SentMessage> {
  const { memberId } = context.principal
  // Two sends from the same page wait for each other here, so that the second finds what the first stored.
  await lockMember(tx, memberId)
  const before = await store.findSent(tx, memberId, message.clientMessageId)
  if (before) {
    const sent = await readSent(parts, tx, before)
    const differs = await hasChanged(tx, { before, sent, message })
    return { sent: { ...sent, repeated: true, differs }, happened: [] }
  }
  await refuseFlood(tx, context)
  const fields = listProblems(parts, context, message)
  refuseFields(fields)
  const { attachmentIds = [] } = message
  const owner = toFileOwner(context)
  const claim = await findClaim(tx, context, message)
  const attachmentCount = attachmentIds.length === 0 ? 0 : await parts.attachments.checkReady(tx, owner, attachmentIds)
  const threadId = message.inReplyTo
    ? await threadToReplyIn(tx, memberId, message.inReplyTo)
    : await startThread(tx, context, message)
  const stored: store.Message = {
    member_id: memberId,
    message_id: uuidv7(),
    thread_id: threadId,
    client_message_id: message.clientMessageId,
    incoming: false,
    author_name: await readAuthorName(parts, tx, context),
    on_behalf: context.principal.actor !== null,
    body: message.text,
    phone_number: message.phoneNumber || null,
    best_time: message.bestTime ?? null,
    sent_at: context.now,
    read_at: null,
    deleted_at: null,
    purged_at: null,
    attachment_count: attachmentCount,
  }
  await store.insertMessage(tx, stored)
  if (claim) await mentionClaim(tx, stored, claim, message.appeal)
  await deleteDraft(tx, memberId, message.clientMessageId)
  if (attachmentCount > 0) await parts.attachments.attach(tx, owner, attachmentIds, stored.message_id)
  await tellStaff(parts, tx, context, threadId)
  const attached = claim && ({ action: 'claim.attach', recordId: claim.claim_id, memberId: claim.member_id } as const)
  return {
    sent: { ...(await readSent(parts, tx, stored)), repeated: false, differs: false },
    happened: [{ action: 'message.send', recordId: stored.message_id }, ...(attached ? [attached] : [])],
  }
}

async function readSent(
  parts: MessageParts,
  tx: Tx,
  message: store.Message,
): Promise<Omit<Sent, 'repeated' | 'differs'>> {
  const mention = await findMention(tx, message.member_id, message.message_id)
  const program = mention?.appeal ? await findProgram(tx, mention) : null
  return {
    messageId: message.message_id,
    threadId: message.thread_id,
    sentAt: message.sent_at.toISOString(),
    expectedReplyBy: computeReplyBy(message.sent_at, parts.holidays).toISOString(),
    from: message.author_name,
    onBehalf: message.on_behalf,
    attachments: [...((await readFiles(parts, tx, [message])).get(message.message_id) ?? [])],
    appealAnswerBy: program && appealAnswerBy(easternDay(message.sent_at), program),
  }
}

/**
 * Whether a message stored under an id differs from the one being sent: the page tried before, and its words or files have changed
 * since.
 */
async function hasChanged(
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
    withPlainLineEnds(before.body) === withPlainLineEnds(text) &&
    mention?.claim_id === claimId?.toLowerCase() &&
    (mention?.appeal ?? appeal) === appeal &&
    before.phone_number === (phoneNumber || null) &&
    before.best_time === (bestTime ?? null) &&
    files.length === attachmentIds.length &&
    attachmentIds.every((id) => files.includes(id.toLowerCase()))
  return !(isTopic && isSame)
}

/** Checks the fields with the same rules as the form; a reply has the topic of its thread. */
function listProblems(
  parts: Pick<MessageParts, 'topics' | 'brands'>,
  { principal }: CallContext<MemberPrincipal>,
  message: Sending,
): FieldProblem[] {
  const { categoryId = '', subCategoryId = '', subject = '', phoneNumber = '', inReplyTo } = message
  const fields: FieldProblem[] = []
  if (inReplyTo === undefined) {
    if (subject === '') fields.push({ field: 'subject', code: 'field.required' })
    if (categoryId === '') fields.push({ field: 'categoryId', code: 'field.required' })
    else if (!parts.topics.has(parts.brands.get(principal.brand).sharedBrandCode, categoryId, subCategoryId)) {
      fields.push({ field: 'subCategoryId', code: 'select.not-chosen' })
    }
  }
  const phone = checkPhone(phoneNumber)
  if (phone) fields.push({ field: 'phoneNumber', code: phone.code })
  return fields
}

async function startThread(tx: Tx, context: CallContext<MemberPrincipal>, message: Sending): Promise<string> {
  const { principal, now } = context
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
async function refuseFlood(tx: Tx, { principal, now }: CallContext<MemberPrincipal>): Promise<void> {
  const { memberId, brand } = principal
  const limit = messagesPerHour((await readSettings(tx, brand)).number('MESSAGES_PER_HOUR'))
  const sent = await store.listSentMoments(tx, memberId, new Date(now.getTime() - HOUR_MS), limit)
  const retryAfterS = waitAfterMessages(sent, limit, now)
  if (retryAfterS !== null) throw new CallError('MESSAGES-TOO-MANY', { retryAfterS })
}

/** Notifies staff of a message, under the topic that the conversation began with. */
async function tellStaff(
  parts: Pick<MessageParts, 'intake'>,
  tx: Tx,
  context: CallContext<MemberPrincipal>,
  threadId: string,
): Promise<void> {
  const { memberId, accountId, actor } = context.principal
  const { brand, category_id: categoryId } = await store.findThread(tx, memberId, threadId)
  // A representative's page says nothing about the member's language.
  const own = actor === null ? null : (await findAddressee(tx, accountId)).language
  const language = own ?? context.language
  await parts.intake.memberWrote(tx, {
    ...{ memberId, threadId, brand, categoryId, language, at: context.now },
    byOther: actor !== null,
  })
}

function toFileOwner({ principal, origin, now }: CallContext<MemberPrincipal>): FileOwner {
  return { principal, memberId: principal.memberId, threadId: null, brand: principal.brand, origin, now }
}

async function findClaim(
  tx: Tx,
  { principal, now }: CallContext<MemberPrincipal>,
  { claimId, appeal }: Sending,
): Promise<Claim | null> {
  return claimId === undefined ? null : claimToMention(tx, principal, { claimId, appeal }, now)
}

/**
 * The text with every kind of line end as `
 * `.
 */
function withPlainLineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
