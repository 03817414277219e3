import { authoredLanguages } from '@portico/rules/languages/authored'
import { ageNames, maxAssigned, queueViews, workStates } from '@portico/rules/workspace/work'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import {
  AttachmentIds,
  Day,
  DraftFileIds,
  Earlier,
  ListPlace,
  Moment,
  Repeat,
  recordId,
  ShortText,
  trimLines,
  Uuid,
} from '../fields.ts'
import { messageLimits } from '../limits.ts'
import { staff, staffPath } from '../staff.ts'
import { attachmentRefusals, MessageAttachment } from './attachments.ts'
import { ClaimDetail } from './claims.ts'
import { ClaimReference } from './messages.ts'

const scannerStates = ['ready', 'none', 'down'] as const

const threads = `${staffPath}/threads`
const thread = `${threads}/{threadId}`

const Colleague = v.object({ accountId: Uuid, name: v.string() })
const Language = v.picklist(authoredLanguages)
const ThreadParams = v.object({ threadId: recordId('thread') })
/** The version the caller last saw; any other is THREAD-CHANGED. */
const Version = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A conversation as queues show it. */
export const WorkRow = v.object({
  threadId: Uuid,
  version: Version,
  subject: v.string(),
  /** Code of the brand. */
  brand: v.string(),
  category: v.string(),
  subCategory: v.string(),
  memberName: v.string(),
  state: v.picklist(workStates),
  assignee: v.nullable(Colleague),
  /** Since when someone has been waiting for an answer; null: nobody is. */
  waitingSince: v.nullable(Moment),
  /** By when they should get an answer. */
  dueAt: v.nullable(Moment),
  /** The last day for the plan to decide an appeal sent in the conversation; null: none waits for a decision. */
  decideBy: v.nullable(Day),
  changedAt: Moment,
})

export const workspaceQueues = defineCall({
  method: 'GET',
  path: `${staffPath}/queues`,
  summary: "The number of waiting conversations for the caller's brands (MC-6), by brand, category and age.",
  audience: staff,
  ...asking,
  background: true,
  payload: v.object({
    me: v.object({ ...Colleague.entries, supervisor: v.boolean() }),
    brands: v.array(v.object({ code: v.string(), name: v.string() })),
    categories: v.array(v.object({ categoryId: v.string(), label: v.string() })),
    /** Open conversations; empty combinations are absent. */
    queues: v.array(
      v.object({
        brand: v.string(),
        categoryId: v.string(),
        age: v.picklist(ageNames),
        open: v.number(),
        mine: v.number(),
        unassigned: v.number(),
        overdue: v.number(),
        /** Since when the newest open one has been waiting. */
        newestSince: Moment,
      }),
    ),
    /** For files: `none`: no virus scanner is configured; `down`: it does not answer, and new files wait until it does (MC-4). */
    scanner: v.picklist(scannerStates),
    /** Conversations that wait for the member, and resolved ones; no count goes above `maxSettled`. */
    settled: v.array(
      v.object({ brand: v.string(), categoryId: v.string(), waiting: v.number(), resolved: v.number() }),
    ),
  }),
  errors: [],
})

export const workspaceThreads = defineCall({
  method: 'GET',
  path: threads,
  summary:
    'Conversations in a queue (MC-6): open ones by when they are due, appeals by when they must be decided (MP-8), others by their last change.',
  audience: staff,
  ...asking,
  audit: { action: 'workspace.list', record: 'queue' },
  query: v.object({
    view: v.optional(v.picklist(queueViews), 'open'),
    brand: v.optional(ShortText),
    categoryId: v.optional(ShortText),
    age: v.optional(v.picklist(ageNames)),
    after: v.optional(ListPlace),
  }),
  payload: v.object({
    threads: v.array(WorkRow),
    /** Pass it as `after` to get more; null at the end. */
    next: v.nullable(v.string()),
  }),
  errors: ['FIELD-INVALID'],
})

export const searchThreads = defineCall({
  method: 'POST',
  path: `${threads}/search`,
  summary:
    "Searches conversations by the words of their messages, their subject, or the member's number or name (MC-6).",
  audience: staff,
  ...asking,
  audit: { action: 'workspace.search', record: 'thread' },
  body: v.object({ text: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(100)) }),
  payload: v.object({
    threads: v.array(
      v.object({
        ...WorkRow.entries,
        /** An excerpt of the matching message, with the matches marked. */
        excerpt: v.array(v.object({ text: v.string(), hit: v.boolean() })),
      }),
    ),
    /** There are more results than listed. */
    more: v.boolean(),
  }),
  errors: [],
})

const Entry = v.object({
  entryId: Uuid,
  /** Notes are for staff only. */
  kind: v.picklist(['from-member', 'to-member', 'note']),
  from: v.string(),
  /** Written by a representative who acted for the member (CS-1). */
  onBehalf: v.boolean(),
  at: Moment,
  text: v.string(),
  /** Whether the member has read it; null for anything they need not read. */
  read: v.nullable(v.boolean()),
  callBack: v.nullable(v.object({ phoneNumber: v.nullable(v.string()), bestTime: v.nullable(v.string()) })),
  attachments: v.array(MessageAttachment),
})

const MemberCard = v.object({
  name: v.string(),
  /** The name that they want to be called by; null: they have not said. */
  nickName: v.nullable(v.string()),
  memberNumber: v.string(),
  /** For acting for them (CS-1); null: they have no account, or the caller may act for nobody. */
  loginId: v.nullable(v.string()),
  /** From their profile; null: they gave none. */
  phone: v.nullable(v.string()),
  dateOfBirth: Day,
  groups: v.array(
    v.object({
      groupNumber: v.string(),
      groupName: v.string(),
      clientName: v.string(),
      planName: v.string(),
      medicaid: v.boolean(),
      /** When the coverage begins and ends, as far as the products say. */
      begins: v.nullable(Day),
      ends: v.nullable(Day),
    }),
  ),
  /** Their latest other conversations. */
  threads: v.array(v.object({ threadId: Uuid, subject: v.string(), state: v.picklist(workStates), changedAt: Moment })),
})

/** A draft is a reply or a note; only its author sees it. */
const DraftFields = {
  mode: v.picklist(['reply', 'note']),
  text: v.pipe(v.string(), v.maxLength(messageLimits.text)),
  attachmentIds: DraftFileIds,
}
const SavedDraft = { draftId: Uuid, version: Version, savedAt: Moment }

const OpenedThread = v.object({
  ...WorkRow.entries,
  /** The language that the member used last. */
  language: Language,
  /** The newest ones, oldest first; with `before`, the ones right before that position. */
  entries: v.array(Entry),
  earlier: Earlier,
  member: MemberCard,
  /** The claims that the member's messages are about (MP-9). */
  claims: v.array(ClaimReference),
  /** The form that began it (MP-21); null: none did. */
  form: v.nullable(
    v.object({
      title: v.string(),
      receipt: v.string(),
      /** The other person that it is about; null: the member. */
      about: v.nullable(v.object({ name: v.string(), memberNumber: v.string(), dateOfBirth: Day })),
    }),
  ),
  /** The caller's unsent draft in it. */
  draft: v.nullable(v.object({ ...SavedDraft, ...DraftFields })),
  /** The topics that it could move to. */
  topics: v.array(
    v.object({
      categoryId: v.string(),
      label: v.string(),
      subCategories: v.array(v.object({ subCategoryId: v.string(), label: v.string() })),
    }),
  ),
  /** The people who can take it over. */
  colleagues: v.array(Colleague),
  /** The values that fill in canned replies, and the signature below a reply, by the reply's language. */
  writing: v.object({
    values: v.record(
      Language,
      v.object({
        firstName: v.string(),
        lastName: v.string(),
        brandName: v.string(),
        phone: v.string(),
        hours: v.string(),
        subject: v.string(),
        repName: v.string(),
      }),
    ),
    sender: v.record(Language, v.string()),
    signature: v.record(Language, v.string()),
  }),
})

export const workspaceThread = defineCall({
  method: 'GET',
  path: thread,
  summary:
    'A conversation with its notes and the member (MC-6). It stays unread for the member, whose own history shows that staff looked.',
  audience: staff,
  ...asking,
  audit: { action: 'workspace.read', record: 'thread' },
  params: ThreadParams,
  query: v.object({ before: v.optional(ListPlace) }),
  payload: OpenedThread,
  errors: ['NOT-FOUND', 'FIELD-INVALID'],
})

export const workspaceClaim = defineCall({
  method: 'GET',
  path: `${thread}/claims/{claimId}`,
  summary: 'A claim that a message in the conversation is about; no other claim can be read (MP-9).',
  audience: staff,
  ...asking,
  audit: { action: 'workspace.claim', record: 'claim' },
  params: v.object({ threadId: recordId('thread'), claimId: recordId('claim') }),
  payload: ClaimDetail,
  errors: ['NOT-FOUND'],
})

const Changed = v.object({ version: Version })

export const assignThread = defineCall({
  method: 'PUT',
  path: `${thread}/assignee`,
  summary: 'Takes a conversation, hands it over to a colleague for the brand, or, with null, gives it back (MC-6).',
  audience: staff,
  ...changing,
  audit: { action: ['workspace.assign', 'workspace.release'], record: 'thread' },
  params: ThreadParams,
  body: v.object({ accountId: v.nullable(recordId('account')), version: Version }),
  payload: Changed,
  errors: ['NOT-FOUND', 'THREAD-CHANGED'],
})

export const workspaceColleagues = defineCall({
  method: 'GET',
  path: `${staffPath}/colleagues`,
  summary:
    "The people who can take over conversations, by name, with those of the caller's brands that each answers (MC-6).",
  audience: staff,
  ...asking,
  payload: v.object({ colleagues: v.array(v.object({ ...Colleague.entries, brands: v.array(v.string()) })) }),
  errors: [],
})

export const assignThreads = defineCall({
  method: 'PUT',
  path: `${staffPath}/assignments`,
  summary:
    'Hands over several conversations to one colleague, or, with null, gives them back (MC-6). Conversations that have changed since stay as they are, and are named; NOT-FOUND, with no change at all, if one belongs to another brand or the colleague does not answer its brand.',
  audience: staff,
  ...changing,
  audit: { action: ['workspace.assign', 'workspace.release'], record: 'thread' },
  body: v.object({
    accountId: v.nullable(recordId('account')),
    threads: v.pipe(
      v.array(v.object({ threadId: recordId('thread'), version: Version })),
      v.minLength(1),
      v.maxLength(maxAssigned),
      v.check((threads) => new Set(threads.map(({ threadId }) => threadId.toLowerCase())).size === threads.length),
    ),
  }),
  payload: v.object({
    assigned: v.array(v.object({ threadId: Uuid, version: Version })),
    /** Someone was faster: the caller must look again before handing these over. */
    changed: v.array(Uuid),
  }),
  errors: ['NOT-FOUND'],
})

export const setThreadState = defineCall({
  method: 'PUT',
  path: `${thread}/state`,
  summary: 'Marks a conversation open, waiting for the member, or resolved (MC-6).',
  audience: staff,
  ...changing,
  audit: { action: ['workspace.reopen', 'workspace.wait', 'workspace.resolve'], record: 'thread' },
  params: ThreadParams,
  body: v.object({ state: v.picklist(workStates), version: Version }),
  payload: Changed,
  errors: ['NOT-FOUND', 'THREAD-CHANGED'],
})

export const transferThread = defineCall({
  method: 'PUT',
  path: `${thread}/topic`,
  summary:
    'Moves a conversation to another topic, and so to the people who answer that topic, with a reason that is kept as a note (MC-6). Afterwards no one has it, and its answer is due by the new topic’s hours. FIELD-INVALID at `categoryId` for a topic that its brand does not have.',
  audience: staff,
  ...changing,
  audit: { action: 'workspace.transfer', record: 'thread' },
  params: ThreadParams,
  body: v.object({
    categoryId: ShortText,
    subCategoryId: ShortText,
    reason: trimLines(500, 1),
    version: Version,
  }),
  payload: Changed,
  errors: ['NOT-FOUND', 'THREAD-CHANGED', 'FIELD-INVALID'],
})

const WrittenText = trimLines(messageLimits.text, 1)

export const replyToThread = defineCall({
  method: 'POST',
  path: `${thread}/replies`,
  summary:
    'Answers a member in the name of their brand (MC-6). Refused with THREAD-CHANGED if anyone has written or done something since; a repeated clientMessageId gets the first result again, or CONFLICT in another conversation.',
  audience: staff,
  ...changing,
  audit: { action: 'workspace.reply', record: 'thread' },
  onceBy: 'clientMessageId',
  params: ThreadParams,
  body: v.object({
    clientMessageId: Uuid,
    text: WrittenText,
    language: Language,
    leaves: v.optional(v.picklist(['waiting', 'resolved']), 'waiting'),
    version: Version,
    attachmentIds: v.optional(AttachmentIds),
  }),
  payload: v.object({ messageId: Uuid, sentAt: Moment, version: Version, ...Repeat }),
  status: 201,
  errors: ['NOT-FOUND', 'THREAD-CHANGED', 'CONFLICT', 'ATTACHMENT-UNKNOWN', 'FIELD-INVALID', ...attachmentRefusals],
})

export const addThreadNote = defineCall({
  method: 'POST',
  path: `${thread}/notes`,
  summary:
    'Adds a note for staff to a conversation; members never see it (MC-6). CONFLICT if a note of another conversation has its clientMessageId.',
  audience: staff,
  ...changing,
  audit: { action: 'workspace.note', record: 'thread' },
  onceBy: 'clientMessageId',
  params: ThreadParams,
  body: v.object({ clientMessageId: Uuid, text: WrittenText }),
  payload: v.object({ noteId: Uuid, writtenAt: Moment, ...Repeat }),
  status: 201,
  errors: ['NOT-FOUND', 'CONFLICT'],
})

export const saveThreadDraft = defineCall({
  method: 'PUT',
  path: `${thread}/draft`,
  summary:
    "Saves the caller's draft in a conversation (MC-6). CONFLICT if it is not the server's version, or was sent. Saving the same again changes nothing.",
  audience: staff,
  ...changing,
  audit: { action: 'workspace.draft-save', record: 'thread' },
  onceBy: 'clientMessageId',
  params: ThreadParams,
  body: v.object({
    clientMessageId: Uuid,
    /** The version that this one replaces; 0 for the first. */
    baseVersion: Version,
    ...DraftFields,
  }),
  payload: v.object(SavedDraft),
  errors: ['NOT-FOUND', 'CONFLICT'],
})

export const discardThreadDraft = defineCall({
  method: 'DELETE',
  path: `${thread}/draft`,
  summary: "Discards the caller's draft in a conversation (MC-6).",
  audience: staff,
  ...changing,
  audit: { action: 'workspace.draft-discard', record: 'thread' },
  params: ThreadParams,
  payload: v.object({ discarded: v.literal(true) }),
  errors: ['NOT-FOUND'],
})

export const noteThreadPresence = defineCall({
  method: 'PUT',
  path: `${thread}/presence`,
  summary:
    'Reports that the caller has a conversation open, and answers who else does and whether it has changed (MC-6).',
  audience: staff,
  ...changing,
  audit: [],
  background: true,
  params: ThreadParams,
  body: v.object({ presence: v.picklist(['here', 'typing', 'gone']) }),
  payload: v.object({
    others: v.array(v.object({ ...Colleague.entries, typing: v.boolean() })),
    version: Version,
  }),
  errors: ['NOT-FOUND'],
})

export const workspaceFigures = defineCall({
  method: 'GET',
  path: `${staffPath}/figures`,
  summary:
    "Volume, answers and response times by brand and Eastern day (MC-6); `ALL` is the sum of the caller's brands. Supervisors also see who answered.",
  audience: staff,
  ...asking,
  query: v.object({ days: v.optional(v.picklist(['7', '14', '30']), '14') }),
  payload: v.object({
    days: v.array(Day),
    figures: v.array(
      v.object({
        brand: v.string(),
        day: Day,
        received: v.number(),
        answered: v.number(),
        late: v.number(),
        /** The median of open minutes from a message to its answer; null: nothing was answered. */
        medianMinutes: v.nullable(v.number()),
      }),
    ),
    /** Who answered on those days, by name; for supervisors only. */
    reps: v.nullable(
      v.array(
        v.object({
          name: v.string(),
          answered: v.number(),
          late: v.number(),
          medianMinutes: v.nullable(v.number()),
          /** Their open conversations now. */
          open: v.number(),
        }),
      ),
    ),
  }),
  errors: [],
})
