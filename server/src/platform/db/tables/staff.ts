import type { Language } from '@portico/contract/page'
import type { DataChange } from '@portico/rules/staff/data-changes'
import type { WorkState } from '@portico/rules/workspace/work'
import type { Generated } from 'kysely'
import {
  apart,
  declareExported,
  declareExportedTable,
  declareWithheld,
  declareWithheldTable,
  id,
  inner,
  ofPlan,
  work,
} from '../personal-data.ts'
import type { ErasureReceipt, Json, MaybeMoment, Moment, StaffDraftData, StaffRequestData } from './columns.ts'

/** What staff do for members and with their data. */
export const staffTables = {
  /** A brand whose members the staff member works for: a brand's code, or ALL. */
  staff_brand: declareExportedTable({
    of: 'account',
    part: 'worksForBrands',
    order: 'brand',
    columns: {
      account_id: id<string>(),
      brand: declareExported<string>(),
    },
    closing: 'deleted',
  }),
  /** A staff member's draft in a conversation: at most one per person and conversation (MC-6). */
  staff_draft: declareWithheldTable({
    of: 'account',
    columns: {
      account_id: id<string>(),
      member_id: id<string>(),
      thread_id: id<string>(),
      /** The client message id for sending it. */
      draft_id: id<string>(),
      version: inner<number>(),
      data: declareWithheld<Json<StaffDraftData>>('written at work, about someone else'),
      saved_at: inner<Moment>(),
    },
    closing: 'deleted',
  }),
  /** Incoming and outgoing messages, for statistics; names no one. */
  desk_event: apart<{
    event_id: string
    at: Moment
    brand: string
    category_id: string
    kind: 'received' | 'answered'
    /** For a reply to a waiting member: open minutes before the reply, and whether it was overdue. */
    waited_minutes: number | null
    late: boolean | null
    /** Who replied; null: an incoming message, or from before this was recorded. */
    answered_by: Generated<string | null>
  }>('figures about no member'),
  /** A change that one administrator requested and another must confirm (AD-2). */
  staff_request: apart<{
    request_id: string
    kind: 'rights' | 'invitation' | 'second-factor' | 'scim-token' | 'scim-group'
    /** The account concerned; null: the invitation opens it. */
    whom: Generated<string | null>
    data: Json<StaffRequestData>
    asked_by: string
    asked_at: Moment
    expires_at: Moment
    state: 'waiting' | 'confirmed' | 'dropped'
    decided_by: Generated<string | null>
    decided_at: MaybeMoment
  }>('decisions among staff about their accounts'),
  /** An administrator's request about a person's data, and another administrator's decision (OP-7). */
  data_request: apart<{
    request_id: string
    kind: DataChange
    brand: string
    /** The member's id, the claim's number, or the e-mail's id. */
    subject: string
    /** The number as typed; empty once decided. */
    number: string
    reason: string
    asked_by: string
    asked_at: Moment
    expires_at: Moment
    state: 'waiting' | 'confirmed' | 'dropped'
    decided_by: Generated<string | null>
    decided_at: MaybeMoment
  }>('decisions among staff about data'),
  /** The staff's side of a conversation. */
  thread_work: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      thread_id: id<string>(),
      /** Copied from the thread, so that queues need no other table. */
      brand: work<string>(),
      category_id: work<string>(),
      /** The language that the member used last. */
      language: work<Language>(),
      state: work<WorkState>(),
      /** Increases with every message and action. */
      version: work<number>(),
      assignee_account_id: work<string | null>(),
      waiting_since: work<MaybeMoment>(),
      due_at: work<MaybeMoment>(),
      changed_at: work<Moment>(),
    },
    closing: ofPlan,
  }),
  thread_note: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      note_id: id<string>(),
      thread_id: id<string>(),
      /** Created by the writer's page; a second one with the same id stores nothing. */
      client_message_id: id<string>(),
      author_account_id: work<string>(),
      author_name: work<string>(),
      body: work<string>(),
      written_at: work<Moment>(),
    },
    closing: ofPlan,
  }),
  /** Who has a conversation open; deleted when they are silent for a while. */
  thread_presence: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      thread_id: id<string>(),
      account_id: work<string>(),
      typing: work<boolean>(),
      seen_at: work<Moment>(),
    },
    closing: 'kept: forgotten within minutes',
  }),
  /** While it stands, none of the member's data may be erased (OP-7). */
  legal_hold: declareWithheldTable({
    of: 'member',
    columns: {
      hold_id: id<string>(),
      member_id: id<string>(),
      matter: work<string>(),
      placed_by: work<string>(),
      placed_at: work<Moment>(),
      lifted_by: work<string | null>(),
      lifted_at: work<MaybeMoment>(),
    },
    closing: 'kept: says what must not be erased, and why',
  }),
  /** A record that a member's data was erased, with the receipt (RG-3). */
  erasure: declareWithheldTable({
    of: 'member',
    columns: {
      erasure_id: id<string>(),
      member_id: id<string>(),
      reason: work<string>(),
      erased_by: work<string>(),
      erased_at: work<Moment>(),
      receipt: work<Json<ErasureReceipt>>(),
    },
    closing: 'kept: the proof of the erasure',
  }),
}
