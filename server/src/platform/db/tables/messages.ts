import type { FormKind } from '@portico/rules/forms/kinds'
import type { AttachmentRefusal } from '@portico/rules/messages/attachments'
import type { BestTime } from '@portico/rules/messages/best-times'
import type { MessageFolder } from '@portico/rules/messages/folders'
import type { ColumnType, Generated } from 'kysely'
import {
  apart,
  declareExported,
  declareExportedTable,
  declareWithheld,
  declareWithheldTable,
  id,
  inner,
  ofPlan,
} from '../personal-data.ts'
import type { Day, DraftData, FormDocumentData, FormDraftData, Json, MaybeMoment, Moment } from './columns.ts'

/** Messages, forms and attachments. */
export const messagesTables = {
  tag_count: apart<{
    day: Day
    brand: string
    page: string
    category: string
    event: string
    count: number
  }>('counts about no one'),
  /** The claim that a message is about (MP-9), which may be a child's. */
  message_claim: declareExportedTable({
    of: 'member',
    part: 'claimsOfMessages',
    order: 'sent_at',
    columns: {
      member_id: id<string>(),
      message_id: declareExported<string>(),
      thread_id: declareExported<string>(),
      claim_member_id: id<string>(),
      claim_id: declareExported<string>(),
      /** Whether the message appeals the claim's decision. */
      appeal: declareExported<boolean>(),
      sent_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  thread: declareExportedTable({
    of: 'member',
    part: 'conversations',
    order: 'created_at',
    columns: {
      member_id: id<string>(),
      thread_id: declareExported<string>(),
      brand: declareExported<string>(),
      category_id: declareExported<string>(),
      sub_category_id: declareExported<string>(),
      subject: declareExported<string>(),
      reply_blocked_reason: inner<'thread-closed' | 'notice' | 'too-old' | null>(),
      created_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  message: declareExportedTable({
    of: 'member',
    part: 'messages',
    order: 'sent_at',
    columns: {
      member_id: id<string>(),
      message_id: declareExported<string>(),
      thread_id: declareExported<string>(),
      /** Made by the sender's page; a second send with the same id stores nothing. */
      client_message_id: id<string | null>(),
      incoming: declareExported<boolean>(),
      author_name: declareExported<string>(),
      /** A representative wrote it while acting for the member (CS-1). */
      on_behalf: declareExported<Generated<boolean>>(),
      body: declareExported<string>(),
      /** The callback number that the member typed (MC-3). */
      phone_number: declareExported<string | null>(),
      best_time: declareExported<BestTime | null>(),
      sent_at: declareExported<Moment>(),
      read_at: declareExported<MaybeMoment>(),
      deleted_at: declareExported<MaybeMoment>(),
      /** Number of this message's rows in `attachment`. */
      attachment_count: inner<Generated<number>>(),
      /** When the message was purged: since then the member cannot restore it. */
      purged_at: inner<MaybeMoment>(),
      /** The thread's subject in lower case, set by the database. */
      subject_key: inner<ColumnType<string, undefined, never>>(),
    },
    closing: ofPlan,
  }),
  /** Words for searches; the database updates them at every change of messages. */
  message_words: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      message_id: id<string>(),
      incoming: inner<boolean>(),
      sent_at: inner<Moment>(),
      words: inner<string>(),
    },
    closing: ofPlan,
  }),
  /** The database updates it at every change of messages. */
  mailbox_count: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      inbox: inner<number>(),
      sent: inner<number>(),
      deleted: inner<number>(),
      unread: inner<number>(),
      /** Number of conversations in each folder. */
      inbox_threads: inner<Generated<number>>(),
      sent_threads: inner<Generated<number>>(),
      deleted_threads: inner<Generated<number>>(),
    },
    closing: ofPlan,
  }),
  /** A conversation in one of its folders. The database updates it at every change of messages. */
  conversation: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      folder: inner<MessageFolder>(),
      thread_id: id<string>(),
      /** Its messages in the folder: their number, how many are unread, and how many files they have. */
      messages: inner<number>(),
      unread: inner<number>(),
      attachments: inner<number>(),
      /** The newest message in the folder, by which the list is sorted. */
      newest_id: id<string>(),
      newest_at: inner<Moment>(),
      subject_key: inner<string>(),
      author_key: inner<string>(),
    },
    closing: ofPlan,
  }),
  message_draft: declareExportedTable({
    of: 'member',
    part: 'drafts',
    order: 'saved_at',
    columns: {
      member_id: id<string>(),
      /** The client message id for sending it. */
      draft_id: id<string>(),
      /** The conversation and message that it replies to; null for a new message. */
      thread_id: declareExported<string | null>(),
      in_reply_to: declareExported<string | null>(),
      version: inner<number>(),
      data: declareExported<Json<DraftData>>(),
      saved_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  /** A form that a member has begun to fill in; at most one of each kind (MP-21). */
  form_draft: declareExportedTable({
    of: 'member',
    part: 'begunForms',
    order: 'saved_at',
    columns: {
      member_id: id<string>(),
      kind: declareExported<FormKind>(),
      /** The id for sending it. */
      draft_id: id<string>(),
      version: inner<number>(),
      data: declareExported<Json<FormDraftData>>(),
      saved_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  /** A form that a member signed and sent. It starts a conversation, whose work holds the form's state. */
  member_form: declareExportedTable({
    of: 'member',
    part: 'forms',
    order: 'sent_at',
    columns: {
      member_id: id<string>(),
      message_id: declareExported<string>(),
      thread_id: declareExported<string>(),
      /** Created by the page; a form sent twice is stored once. */
      client_form_id: inner<string>(),
      kind: declareExported<FormKind>(),
      receipt: declareExported<string>(),
      document: declareExported<Json<FormDocumentData>>(),
      sent_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  attachment: declareExportedTable({
    of: 'member',
    part: 'files',
    order: 'created_at',
    columns: {
      member_id: id<string>(),
      attachment_id: id<string>(),
      /** The uploader; no one else sees it before it is sent. */
      account_id: id<string>(),
      /** Created by the uploader's page; a second upload with the same id is stored once. */
      client_attachment_id: id<string | null>(),
      /** The draft that it belongs to. */
      client_message_id: id<string | null>(),
      name: declareExported<string>(),
      type: declareExported<string>(),
      size: declareExported<number>(),
      /**
       * `scanning`: kept apart until the virus check has cleared it; `gone`: no one sees it anymore, and its bytes are waiting for removal.
       */
      state: inner<'uploading' | 'scanning' | 'clean' | 'refused' | 'gone'>(),
      refusal: inner<AttachmentRefusal | null>(),
      /** Whether storage may hold some of its bytes. */
      stored: inner<Generated<boolean>>(),
      created_at: declareExported<Moment>(),
      submitted_at: declareExported<MaybeMoment>(),
      /** Null before it is sent. */
      message_id: declareExported<Generated<string | null>>(),
      /** When it is scanned next. */
      scan_at: inner<MaybeMoment>(),
      scan_attempts: inner<Generated<number>>(),
    },
    closing: 'kept: sent with messages, which belong to the plan; unsent files are removed within a day',
  }),
  attachment_part: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      attachment_id: id<string>(),
      position: inner<number>(),
      content: declareWithheld<Buffer>('files are opened from their messages'),
    },
    closing: 'kept: goes with its file',
  }),
}
