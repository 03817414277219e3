import { limits } from '@portico/rules/limits'
import { bestTimes } from '@portico/rules/messages/best-times'
import { messageFolders } from '@portico/rules/messages/folders'
import { pageSizes } from '@portico/rules/widgets/item-list'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import {
  AttachmentIds,
  Day,
  Earlier,
  ListPlace,
  MentionedClaim,
  Moment,
  queryNumber,
  Repeat,
  recordId,
  ShortText,
  trimLine,
  trimLines,
  Uuid,
} from '../fields.ts'
import { messageLimits } from '../limits.ts'
import { attachmentRefusals, MessageAttachment } from './attachments.ts'

const members = { by: 'bearer', roles: ['MEMBER'] } as const

export const MessageRow = v.object({
  messageId: v.string(),
  threadId: v.string(),
  subject: v.string(),
  category: v.string(),
  subCategory: v.string(),
  from: v.string(),
  to: v.string(),
  sentAt: Moment,
  read: v.boolean(),
  attachmentCount: v.number(),
  replyAllowed: v.boolean(),
  /** `deleted`: the member has moved the message to the folder of deleted ones. */
  replyBlockedReason: v.nullable(v.picklist(['thread-closed', 'notice', 'too-old', 'deleted'])),
  /** The first words of the text, for the list. */
  excerpt: v.string(),
  /** How long a deleted message can be restored; null: not deleted. */
  restorableUntil: v.nullable(Moment),
})

/** A line in a list; for a conversation it shows the newest message, and `read` covers all of them. */
export const ListedMessage = v.object({
  ...MessageRow.entries,
  /** Present if conversations were requested. */
  conversation: v.optional(
    v.object({
      messages: v.number(),
      /** The member wrote the newest message, rather than someone acting for them. */
      fromMember: v.boolean(),
    }),
  ),
})

export const MessagePage = v.object({ messages: v.array(ListedMessage), total: v.number(), unreadCount: v.number() })

/** A claim that a message is about (MP-9). */
export const ClaimReference = v.object({
  claimId: v.string(),
  claimNumber: v.string(),
  providerName: v.nullable(v.string()),
  serviceDate: Day,
  /** Whether the message is an appeal of the claim's decision (MP-8). */
  appeal: v.boolean(),
})

const MessageIds = v.pipe(v.array(recordId('message')), v.minLength(1), v.maxLength(100))
const Flagged = v.object({
  updated: v.number(),
  unreadCount: v.number(),
  /** The messages that were changed, if whole conversations were. */
  messageIds: v.optional(v.array(v.string())),
})

export const listMessages = defineCall({
  method: 'GET',
  path: '/rbsmbl/account-settings/v3/ext/message/messageCenter',
  summary: "One page of one of the member's folders (MC-2, MC-5).",
  audience: members,
  ...asking,
  whileViewing: 'messages',
  liveness: 'in-query',
  query: v.object({
    page: queryNumber({ min: 1, max: 100_000, fallback: 1 }),
    pageSize: v.optional(v.pipe(v.picklist(pageSizes.map((size) => `${size}` as const)), v.transform(Number)), '10'),
    sort: v.optional(v.picklist(['date', 'subject', 'from']), 'date'),
    order: v.optional(v.picklist(['asc', 'desc']), 'desc'),
    folder: v.optional(v.picklist(messageFolders), 'inbox'),
    /** One line per conversation, and `total` counts conversations. */
    threads: v.pipe(
      v.optional(v.picklist(['true', 'false']), 'false'),
      v.transform((value) => value === 'true'),
    ),
  }),
  payload: MessagePage,
  errors: [],
})

/** A text in parts, with the matching parts marked. */
const MarkedText = v.array(v.object({ text: v.string(), hit: v.boolean() }))

export const FoundMessage = v.object({
  ...MessageRow.entries,
  folder: v.picklist(messageFolders),
  markedSubject: MarkedText,
  /** The words around the first match. */
  markedExcerpt: MarkedText,
})

export const searchMessages = defineCall({
  method: 'POST',
  path: '/rbsmbl/account-settings/v3/ext/message/search',
  summary:
    "Searches the member's own messages, newest first; the words are in the body, since they may reveal health information.",
  audience: members,
  ...asking,
  audit: { action: 'search.read', record: 'folder' },
  whileViewing: 'messages',
  body: v.object({
    search: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(limits.search.max)),
    /** Absent: every folder except deleted messages. */
    folder: v.optional(v.picklist(messageFolders)),
    before: v.optional(ListPlace),
  }),
  payload: v.object({
    messages: v.array(FoundMessage),
    /** No message has these exact words; the results have similar ones: other forms, synonyms, or a corrected typo. */
    alike: v.boolean(),
    /** Pass it as `before` to get older ones; null at the end. */
    next: v.nullable(v.string()),
  }),
  errors: ['FIELD-INVALID'],
})

const ThreadEntry = v.object({
  messageId: v.string(),
  direction: v.picklist(['to-member', 'from-member']),
  from: v.string(),
  /** Written by a representative who acted for the member (CS-1). */
  onBehalf: v.boolean(),
  sentAt: Moment,
  read: v.boolean(),
  text: v.string(),
  attachments: v.array(MessageAttachment),
})

export const OpenedMessage = v.object({
  ...MessageRow.entries,
  text: v.string(),
  attachments: v.array(MessageAttachment),
  /**
   * The newest messages of the conversation, oldest first, preceded by the opened one if it is older. With `before`, the messages right
   * before that position.
   */
  thread: v.array(ThreadEntry),
  /** How many messages that are not in `thread` come before its newest ones. */
  earlier: Earlier,
  /** The claims that the conversation is about, for people who may see them. */
  claims: v.array(ClaimReference),
  /** What the member said about a call back; absent: nothing. */
  callBack: v.optional(v.object({ phoneNumber: v.nullable(v.string()), bestTime: v.nullable(v.picklist(bestTimes)) })),
  /** The reply that the member has started but not sent; also null for a rep acting for them. */
  draft: v.nullable(
    v.object({
      draftId: v.string(),
      version: v.number(),
      savedAt: Moment,
      text: v.string(),
      attachmentIds: v.array(v.string()),
    }),
  ),
  /** When a reply sent now would be answered. */
  expectedReplyBy: Moment,
})

export const openMessage = defineCall({
  method: 'GET',
  path: '/rbsmbl/account-settings/v3/ext/message/messageCenter/{messageId}',
  summary: 'One message with its text and thread (MC-2). It stays unread until the page calls readFlag.',
  audience: members,
  ...asking,
  audit: { action: 'message.read', record: 'message' },
  whileViewing: 'messages',
  params: v.object({ messageId: recordId('message') }),
  query: v.object({ before: v.optional(ListPlace) }),
  payload: OpenedMessage,
  errors: ['NOT-FOUND', 'FIELD-INVALID'],
})

export const countUnread = defineCall({
  method: 'GET',
  path: '/rbsmbl/account-settings/v3/ext/message/CountUnreadMessages',
  summary: 'How many messages in the inbox are unread (MC-5).',
  audience: members,
  ...asking,
  whileViewing: 'messages',
  liveness: 'in-query',
  payload: v.object({ unreadCount: v.number() }),
  errors: [],
})

export const messageCategories = defineCall({
  method: 'GET',
  path: '/rbsmbl/cce/v1/categories/subCategories',
  summary: "What a member of the brand can write about (MC-5), in the page's language.",
  audience: members,
  ...asking,
  whileViewing: 'messages',
  payload: v.object({
    categories: v.array(
      v.object({
        categoryId: v.string(),
        label: v.string(),
        subCategories: v.array(v.object({ subCategoryId: v.string(), label: v.string() })),
      }),
    ),
    /** When a message sent now would be answered. */
    expectedReplyBy: Moment,
  }),
  errors: [],
})

export const addMessage = defineCall({
  method: 'POST',
  path: '/rbsmbl/account-settings/v3/ext/contactus/addMessage',
  summary:
    'Sends a message or a reply (MC-5); a repeated clientMessageId gets the first result again and stores nothing.',
  audience: members,
  ...changing,
  audit: [
    { action: 'message.send', record: 'message' },
    { action: 'claim.attach', record: 'claim' },
  ],
  onceBy: 'clientMessageId',
  whileSimulating: 'allowed',
  whileViewing: 'write',
  body: v.object({
    clientMessageId: Uuid,
    categoryId: v.optional(ShortText),
    subCategoryId: v.optional(ShortText),
    subject: v.optional(trimLine(messageLimits.subject)),
    text: trimLines(messageLimits.text, 1),
    phoneNumber: v.optional(ShortText),
    bestTime: v.optional(v.picklist(bestTimes)),
    attachmentIds: v.optional(AttachmentIds),
    inReplyTo: v.optional(recordId('message')),
    ...MentionedClaim,
  }),
  payload: v.object({
    messageId: v.string(),
    threadId: v.string(),
    sentAt: Moment,
    expectedReplyBy: Moment,
    ...Repeat,
    /** As the conversation shows the message, so that the page need not load it again. */
    from: v.string(),
    onBehalf: v.boolean(),
    attachments: v.array(MessageAttachment),
    /** By when the plan must decide an appeal (MP-8); null for anything else. */
    appealAnswerBy: v.nullable(Day),
  }),
  status: 201,
  errors: [
    // CONFLICT: it is too late to appeal.
    ...([
      'CONFLICT',
      'NOT-FOUND',
      'REPLY-NOT-ALLOWED',
      'FIELD-INVALID',
      'MESSAGES-TOO-MANY',
      'ATTACHMENT-UNKNOWN',
      'CONTACT-US-CLOSED',
    ] as const),
    ...attachmentRefusals,
  ],
})

export const setReadFlag = defineCall({
  method: 'PUT',
  path: '/mhsimb/x-services/secureMessage/message/readFlag',
  summary:
    'Marks messages in the inbox read or unread; with `threads`, their whole conversations read, or the newest message of each unread (MC-5).',
  audience: members,
  ...changing,
  audit: { action: ['message.mark-read', 'message.mark-unread'], record: 'message' },
  body: v.object({ messageIds: MessageIds, read: v.boolean(), threads: v.optional(v.boolean()) }),
  payload: Flagged,
  errors: ['NOT-FOUND'],
})

export const setDeleteFlag = defineCall({
  method: 'PUT',
  path: '/mhsimb/x-services/secureMessage/message/deleteFlag',
  summary:
    "Deletes the member's messages, with `threads` their whole conversations, or restores them within 30 days (MC-2, MC-5).",
  audience: members,
  ...changing,
  audit: { action: ['message.delete', 'message.restore'], record: 'message' },
  body: v.object({ messageIds: MessageIds, deleted: v.boolean(), threads: v.optional(v.boolean()) }),
  payload: Flagged,
  errors: ['NOT-FOUND'],
})

const servicePhone = v.object({ phoneNumber: v.string(), hours: v.string(), medicaid: v.boolean() })

export const customerServicePhone = defineCall({
  method: 'GET',
  path: '/rbsmbl/account-settings/v3/ext/contactus/csphone',
  summary: "The customer-service line for the member's brand and selected group (MC-5, BR-10).",
  audience: members,
  ...asking,
  whileViewing: 'coverage',
  payload: servicePhone,
  errors: [],
})

export const retrieveAccountSettings = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/AccountSettings/AccountSettingsRetrive',
  summary: 'The older call for the customer-service line (MC-5); answers the same.',
  audience: members,
  ...asking,
  whileViewing: 'coverage',
  payload: servicePhone,
  errors: [],
})
