import type { AccessScope } from '@portico/rules/people/access'
import type { AccessRelationship } from '@portico/rules/people/invitation'
import type { AssessmentAnswers } from '@portico/rules/wellness/assessment'
import type { GoalKind } from '@portico/rules/wellness/goals'
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
  secret,
} from '../personal-data.ts'
import type { Day, Json, MaybeMoment, Moment } from './columns.ts'

/** Members, who may see them, how the plan reaches them, and how they stay well. */
export const peopleTables = {
  /** Phones on which someone keeps their ID cards for offline use; a card is shown only while its row is here. */
  kept_card: declareExportedTable({
    of: 'account',
    part: 'keptCards',
    order: 'kept_at',
    columns: {
      kept_id: id<string>(),
      account_id: id<string>(),
      session_id: id<string>(),
      brand: declareExported<string>(),
      user_agent: declareExported<string>(),
      kept_at: declareExported<Moment>(),
      expires_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  /** Someone who has registered; following the link in the e-mail opens their account (RG-1). */
  registration: declareWithheldTable({
    of: 'account',
    columns: {
      /** Created by the sender's page; a second request with the same id stores nothing. */
      registration_id: id<string>(),
      ticket_hash: secret<Buffer>(),
      /** All data of the future account, encrypted; deleted once the account is opened. */
      sealed: declareWithheld<Buffer | null>('became the account, which is exported'),
      created_at: inner<Moment>(),
      expires_at: inner<Moment>(),
      /** The account that was opened. */
      account_id: id<Generated<string | null>>(),
    },
    closing: 'deleted',
  }),
  /** A registration saved for later (RG-1), encrypted. */
  saved_registration: apart<{
    /** Created by the sender's page; a second request with the same id stores nothing. */
    saved_id: string
    ticket_hash: Buffer
    sealed: Buffer
    failures: Generated<number>
    created_at: Moment
    expires_at: Moment
  }>('encrypted, about no one known to the portal, and deleted after seven days'),
  /** An e-mail that someone asked the portal to send, sent once (SH-2). */
  sent_letter: declareExportedTable({
    of: 'account',
    part: 'emailsAskedFor',
    order: 'sent_at',
    columns: {
      account_id: id<string>(),
      letter_id: id<string>(),
      template: declareExported<string>(),
      sent_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  member: declareExportedTable({
    of: 'member',
    part: 'person',
    order: 'member_id',
    columns: {
      member_id: id<string>(),
      brand: declareExported<string>(),
      /** The number printed on the ID card. */
      member_number: declareExported<string>(),
      /** Shared by everyone on the contract. */
      contract_number: declareExported<string>(),
      first_name: declareExported<string>(),
      last_name: declareExported<string>(),
      date_of_birth: declareExported<Day>(),
      relationship_code: declareExported<string>(),
      chip: declareExported<boolean>(),
      /** When a guardian of the child was last verified. */
      guardian_verified_on: declareExported<Day | null>(),
    },
    closing: ofPlan,
  }),
  /** People with whom a member has shared a contract, one row for each of the two: their accounts may have paid for each other's care (MP-10). */
  former_kin: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      kin_id: declareWithheld<string>('the other person’s'),
    },
    closing: ofPlan,
  }),
  /** How the plan reaches a member, according to its files; members' own entries are in their account. */
  member_contact: declareExportedTable({
    of: 'member',
    part: 'contactOfThePlan',
    order: 'member_id',
    columns: {
      member_id: id<string>(),
      address: declareExported<string | null>(),
      city: declareExported<string | null>(),
      state: declareExported<string | null>(),
      zip_code: declareExported<string | null>(),
      email: declareExported<string | null>(),
      phone: declareExported<string | null>(),
    },
    closing: ofPlan,
  }),
  /** A child's guardian as the plan knows them (ER-5). */
  guardian: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      first_name: declareWithheld<string>('the guardian’s'),
      last_name: declareWithheld<string>('the guardian’s'),
      date_of_birth: declareWithheld<Day>('the guardian’s'),
      /** The address to which PINs are sent. */
      email: declareWithheld<string>('the guardian’s'),
    },
    closing: ofPlan,
  }),
  /** Progress of someone verifying that they are a child's guardian; both secrets are hashed. */
  guardian_check: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      /** Deleted once the correct PIN was entered. */
      pin_hash: secret<Buffer | null>(),
      pin_expires_at: inner<Moment>(),
      proof_hash: secret<Generated<Buffer | null>>(),
      proof_expires_at: inner<Generated<Date | null>>(),
    },
    closing: 'kept: hashes that are useless after half an hour',
  }),
  /** An e-mail that waits to be sent, or was sent (MC-6). */
  outbox: apart<{
    email_id: string
    template: string
    brand: string
    language: string
    recipient: string
    /** The recipient, if a member; null: not a member, or not known yet. */
    for_member_id: string | null
    /** The template's values, encrypted; deleted once the e-mail is sent. */
    sealed_values: Buffer | null
    state: 'waiting' | 'sent' | 'dead'
    attempts: number
    created_at: Moment
    /** Time of the next try; during a try, the time when another instance may take over. */
    due_at: Moment
    settled_at: MaybeMoment
    /** Code of the last failure, never the mail server's own message. */
    last_error: string | null
  }>('e-mails sent to an address; deleted in time'),
  /** A member's answers about their health, seen by no one else (MP-20). */
  wellness_assessment: declareExportedTable({
    of: 'member',
    part: 'assessment',
    order: 'saved_at',
    columns: {
      member_id: id<string>(),
      answers: declareExported<Json<AssessmentAnswers>>(),
      saved_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  /** A goal that a member set for some days of each week. */
  wellness_goal: declareExportedTable({
    of: 'member',
    part: 'goals',
    order: 'goal',
    columns: {
      member_id: id<string>(),
      goal: declareExported<GoalKind>(),
      per_week: declareExported<number>(),
      since: declareExported<Day>(),
    },
    closing: 'deleted',
  }),
  /** A day on which they reached it. */
  wellness_day: declareExportedTable({
    of: 'member',
    part: 'goalDays',
    order: 'day',
    columns: {
      member_id: id<string>(),
      goal: declareExported<GoalKind>(),
      day: declareExported<Day>(),
    },
    closing: 'deleted',
  }),
  /** A member's choices about e-mail notifications; without a row, the defaults apply. */
  notification_choice: declareExportedTable({
    of: 'member',
    part: 'notifications',
    order: 'changed_at',
    columns: {
      member_id: id<string>(),
      new_message: declareExported<boolean>(),
      form_answered: declareExported<boolean>(),
      bill_due: declareExported<Generated<boolean>>(),
      payment_made: declareExported<Generated<boolean>>(),
      account_ending: declareExported<Generated<boolean>>(),
      /** E-mails about refill requests. */
      order_news: declareExported<boolean>(),
      /** E-mails when a medicine is running out. */
      refill_soon: declareExported<Generated<boolean>>(),
      language: declareExported<string>(),
      changed_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  /** A member's choices about doctors and their earlier plan (OS-42); the newest row is in force. */
  sharing_choice: declareExportedTable({
    of: 'member',
    part: 'sharingChoices',
    order: 'chosen_at desc',
    columns: {
      choice_id: id<string>(),
      member_id: id<string>(),
      with_providers: declareExported<boolean>(),
      ask_earlier_plan: declareExported<boolean>(),
      earlier_peer_id: id<string | null>(),
      /** The earlier plan's name, and the member's number there. */
      earlier_plan: declareExported<string | null>(),
      earlier_number: declareExported<string | null>(),
      chosen_at: declareExported<Moment>(),
      chosen_by: declareExported<'member' | 'staff'>(),
      /** Why staff made the choice for a caller. */
      reason: declareExported<string | null>(),
    },
    closing: ofPlan,
  }),
  /** People to whom a member has given access to their information, or whom they have invited (RG-3). */
  person_access: declareExportedTable({
    of: 'member',
    part: 'sharedWith',
    order: 'invited_at',
    columns: {
      /** Created by the member's page; a second invitation with the same id stores nothing. */
      access_id: id<string>(),
      member_id: id<string>(),
      brand: declareExported<string>(),
      /** The member's own name for them. */
      name: declareExported<string>(),
      email: declareExported<string>(),
      relationship: declareExported<AccessRelationship>(),
      scopes: declareExported<Json<AccessScope[]>>(),
      /** Chosen by the member. */
      last_day: declareExported<Day | null>(),
      state: declareExported<'invited' | 'active' | 'declined' | 'ended'>(),
      /** The account that accepted or declined. */
      account_id: declareWithheld<Generated<string | null>>('the other person’s'),
      /** For a pending invitation: the hash of its ticket, and its expiry. */
      ticket_hash: secret<Buffer | null>(),
      answer_by: declareExported<MaybeMoment>(),
      begins: declareExported<Day>(),
      /** Edition of the words that explained the access to the member (`scopeWords`). */
      words: inner<Generated<number>>(),
      invited_at: declareExported<Moment>(),
      changed_at: declareExported<Moment>(),
    },
    closing: 'kept: ended, and the audit log’s events about it need it',
  }),
}
