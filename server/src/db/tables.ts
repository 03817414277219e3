import type { Language } from '@portico/contract/page'
import type { SellingLine, TrainingKind } from '@portico/rules/agencies/selling'
import type { ClaimCategory } from '@portico/rules/claims/category'
import type { Figures } from '@portico/rules/claims/figures'
import type { ClaimFacts, ClaimState } from '@portico/rules/claims/state'
import type { ContentStep } from '@portico/rules/content/states'
import type { FamilyRules, Holder, LimitKind, Network, YearLimit } from '@portico/rules/coverage/balances'
import type { PlanKind } from '@portico/rules/coverage/plan-kind'
import type { ProviderKind, ReportKind, ReportOutcome } from '@portico/rules/finder/limits'
import type { FormKind } from '@portico/rules/forms/kinds'
import type { AttemptLimitKind } from '@portico/rules/identity/lockout'
import type { LeadKind, LeadState } from '@portico/rules/leads/lead'
import type { ToldState } from '@portico/rules/medicines/authorization'
import type { Dosing } from '@portico/rules/medicines/dosing'
import type { OrderKind, OrderState } from '@portico/rules/medicines/orders'
import type { AttachmentRefusal } from '@portico/rules/messages/attachments'
import type { BestTime } from '@portico/rules/messages/best-times'
import type { MessageFolder } from '@portico/rules/messages/folders'
import type { AccessScope } from '@portico/rules/people/access'
import type { AccessRelationship } from '@portico/rules/people/invitation'
import type { MethodKind, MethodState } from '@portico/rules/premium/autopay'
import type { CoverageEndRule, PremiumLineKind, PremiumMoveKind, PremiumWay } from '@portico/rules/premium/kinds'
import type { LedgerDifference } from '@portico/rules/premium/ledger'
import type { PaymentState } from '@portico/rules/premium/payment'
import type { Role } from '@portico/rules/roles'
import type { ApplicationState } from '@portico/rules/shop/application'
import type { Market } from '@portico/rules/shop/lines'
import type { SpendingAccountType, TransactionKind, TransactionState } from '@portico/rules/spending/accounts'
import type { CoverageLevel } from '@portico/rules/spending/limits'
import type { Entitlement } from '@portico/rules/staff/entitlements'
import type { PhoneType } from '@portico/rules/validation/phone-type'
import type { AssessmentAnswers } from '@portico/rules/wellness/assessment'
import type { GoalKind } from '@portico/rules/wellness/goals'
import type { WorkState } from '@portico/rules/workspace/work'
import type { ColumnType, Generated } from 'kysely'
import type { CataloguePart, PlanBenefit, PlanContent, PlanRates } from '../plans/types.ts'

/** A moment: read as Date, written as Date or ISO text. */
type Moment = ColumnType<Date, Date | string, Date | string>
type MaybeMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** A calendar day `yyyy-mm-dd`. */
type Day = string

interface MemberTable {
  member_id: string
  brand: string
  /** The number printed on the ID card. */
  member_number: string
  /** Shared by everyone covered by the contract. */
  contract_number: string
  first_name: string
  last_name: string
  date_of_birth: Day
  relationship_code: string
  chip: boolean
  /** The day on which a guardian of the child was proven last. */
  guardian_verified_on: Day | null
}

/** How the plan reaches a member, from its files; what members enter themselves is in their account. */
interface MemberContactTable {
  member_id: string
  address: string | null
  city: string | null
  state: string | null
  zip_code: string | null
  email: string | null
  phone: string | null
}

interface CoverageTable {
  member_id: string
  client_number: string
  group_number: string
  client_name: string
  group_name: string
  plan_name: string
  medicare_indicator: boolean
  direct_pay_indicator: boolean | null
  is_nd_medicaid: boolean
  rx_bin: string | null
  rx_pcn: string | null
  rx_group: string | null
  /** Cents by kind of visit. */
  copays: ColumnType<Record<string, number>, string, string>
  /** The day it took effect; null if it has not yet. */
  effectuated_on: Day | null
  /** The day as of which it was last derived from files; null: never, or before that was noted. */
  derived_on: ColumnType<Day | null, Day | null | undefined, Day | null>
  position: number
}

interface ProductTable {
  member_id: string
  client_number: string
  group_number: string
  position: number
  product_name: string
  is_blue_extra_basic: boolean
  is_blue_extra_plus: boolean
  blue_edge_dental_indv: boolean
  coverage_begin_date: Day | null
  coverage_con_begin_date: Day | null
  coverage_end_date: Day | null
  /** Whether it waits for its first premium. */
  pending: Generated<boolean>
  benefit_plan_type: string | null
  drug_coverage: boolean
  /** The plan's id in the plan's files; null if not given. */
  plan_id: ColumnType<string | null, string | null | undefined, string | null>
  /** The member's own limits for a year, if their coverage gives any. */
  limits: ColumnType<readonly YearLimit[], string | undefined, string>
}

interface VendorDetailTable {
  client_number: string
  group_number: string
  plan_year: number
  claim_and_spending: boolean
}

/** A spending account in a plan year; null: the vendor's file does not say. */
interface SpendingAccountTable {
  member_id: string
  account_id: string
  /** The vendor's own number. */
  account_number: string
  client_number: string | null
  group_number: string | null
  vendor_type: string
  vendor_name: string | null
  account_type: SpendingAccountType
  state: 'open' | 'closed' | 'withdrawn'
  plan_year: number
  begin_date: Day | null
  end_date: Day | null
  coverage_level: CoverageLevel | null
  /** What the member chose to pay in, or the employer gives, for the whole year. */
  election_cents: number | null
  employee_cents: number | null
  employer_cents: number | null
  spent_cents: number | null
  balance_cents: number | null
  as_of: Day | null
  /** Last day of care that it pays for, if not the end of the plan year. */
  spend_by: Day | null
  claim_by: Day | null
  carry_over_cents: number | null
  /** The last day to spend or to claim that the member was told about (MP-29), or that was checked and would lose no one any money. */
  told_day: ColumnType<Day | null, Day | null | undefined, Day | null>
  run_id: string
  imported_at: Moment
}

interface SpendingTransactionTable {
  member_id: string
  transaction_id: string
  account_id: string
  /** The vendor's own id. */
  vendor_id: string
  moved_on: Day
  kind: TransactionKind
  state: TransactionState | 'withdrawn'
  /** Money in is positive, money out negative. */
  amount_cents: number
  /** For contributions only. */
  paid_by: 'employee' | 'employer' | null
  payee: string | null
  note: string | null
  /** Who received the care; null: the account's own member, or there was no care. */
  for_member_id: string | null
  claim_number: string | null
  /** Shown to the patient alone, even where others may see the rest (MP-14). */
  sensitive: boolean
  run_id: string
  imported_at: Moment
}

/** Which plans have sent spending accounts, and when they last did. */
interface SpendingSentTable {
  brand: string
  sent_at: Moment
}

interface AccountTable {
  account_id: string
  login_id: string
  password_hash: string
  role: Role
  actor_type: string
  brand: string
  member_id: string | null
  first_name: string
  last_name: string
  date_of_birth: Day | null
  email: string | null
  phone: string | null
  phone_type: ColumnType<PhoneType | null, PhoneType | null | undefined, PhoneType | null>
  bus_phone: string | null
  address: string | null
  city: string | null
  state: string | null
  zip_code: string | null
  county: string | null
  market: string | null
  ecid: string | null
  npn: string | null
  ffm_id: string | null
  nick_name: string | null
  challenge_question: string | null
  preferred_store: string
  temporary_password: boolean
  security_strength_enforcement: 'NONE' | 'FORCED'
  employee: boolean
  demo_of_brand: string | null
  directory_out_of_step: boolean
  /** What a member of staff may do besides their role: some of the rules' `entitlements`. */
  entitlements: ColumnType<string[], string | undefined, string>
  /** The language of the page that they used last. */
  page_language: ColumnType<Language | null, Language | null | undefined, Language | null>
  password_changed_at: ColumnType<Date, Date | undefined, Date>
  /** Since when staff have locked it; null if not locked. */
  locked_at: MaybeMoment
  /** Set for staff who no longer work here. */
  ended_at: MaybeMoment
  /** When they first became an administrator (AD-2); kept after they stop being one. */
  administrator_since: MaybeMoment
  /** Opened by a file and not yet sent a link for choosing a password (AG-3). */
  invitation_due: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Generated<Date>
}

interface SessionTable {
  session_id: string
  token_hash: Buffer
  account_id: string
  /** Copied from the account at sign-in, so that a request needs only one row. */
  login_id: string
  role: Role
  member_id: string | null
  brand: string
  created_at: Moment
  last_seen_at: Moment
  expires_at: Moment
  ended_at: MaybeMoment
  ended_reason: ColumnType<EndReason | null, EndReason | null | undefined, EndReason | null>
  user_agent: string
  address: string
  method: SignInMethod
  /** When the person last proved who they are: at sign-in, or at a step-up since. */
  authenticated_at: Moment
  /** The password must be changed before anything else (SI-7). */
  password_due: boolean
  /** A second factor must be set up before anything else (AD-2). */
  factor_due: ColumnType<boolean, boolean | undefined, boolean>
  market: string | null
  /** Hash of the ObSSOCookie that belongs to this session. */
  page_key_hash: Buffer | null
  /** The rep who acts for the person (CS-1), with their own session; null when no one does. */
  actor_account_id: ColumnType<string | null, string | null | undefined, string | null>
  actor_login_id: ColumnType<string | null, string | null | undefined, string | null>
  actor_session_id: ColumnType<string | null, string | null | undefined, string | null>
  /** Hash of the secret that takes the rep back to their own session. */
  actor_return_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  ticket: ColumnType<string | null, string | null | undefined, string | null>
  /** What the member lets the person looking at their information see (RG-3); null in all other sessions. */
  scopes: ColumnType<AccessScope[] | null, string | null | undefined, string | null>
}

/** People to whom a member gives access to their information, or whom they have invited (RG-3). */
interface PersonAccessTable {
  /** Made by the member's page; a second invitation with the same id stores nothing. */
  access_id: string
  member_id: string
  brand: string
  /** The name that the member gave them. */
  name: string
  email: string
  relationship: AccessRelationship
  scopes: ColumnType<AccessScope[], string, string>
  /** Chosen by the member. */
  last_day: Day | null
  state: 'invited' | 'active' | 'declined' | 'ended'
  /** The account that accepted or declined. */
  account_id: ColumnType<string | null, string | null | undefined, string | null>
  /** For an invitation that can still be answered: the hash of its ticket, and until when. */
  ticket_hash: Buffer | null
  answer_by: MaybeMoment
  begins: Day
  invited_at: Moment
  changed_at: Moment
}

export type SignInMethod = 'password' | 'second-factor' | 'passkey' | 'simulation' | 'viewing'
export type EndReason =
  | 'signed-out'
  | 'signed-out-elsewhere'
  | 'inactivity'
  | 'password-changed'
  | 'account-closed'
  | 'ended-by-staff'
  | 'simulation-ended'
  | 'viewing-ended'
  | 'redirected'
  | 'token-revoked'
  | 'token-reused'

interface SignInLimitTable {
  kind: AttemptLimitKind
  key: string
  failures: number
  first_failure_at: MaybeMoment
  last_failure_at: MaybeMoment
  locked_until: MaybeMoment
  succeeded_at: MaybeMoment
}

interface PasswordHistoryTable {
  account_id: string
  set_at: Moment
  password_hash: string
}

interface SignInChallengeTable {
  challenge_hash: Buffer
  purpose: 'second-factor' | 'passkey-sign-in' | 'passkey-registration' | 'step-up' | 'guardian'
  account_id: string | null
  session_id: string | null
  webauthn_challenge: string | null
  failures: ColumnType<number, number | undefined, number>
  created_at: Moment
  expires_at: Moment
}

interface PasskeyTable {
  account_id: string
  passkey_id: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: ColumnType<string[], string, string>
  /** Name of the host that the passkey works on. */
  host: string
  name: string
  created_at: Moment
  last_used_at: MaybeMoment
}

interface AuthenticatorTable {
  account_id: string
  /** Encrypted. */
  secret: Buffer
  created_at: Moment
  /** Null until a right code confirms it. */
  confirmed_at: MaybeMoment
  /** Time step of the last code used, because no code works twice. */
  last_step: number | null
}

interface RecoveryCodeTable {
  account_id: string
  code_hash: Buffer
  used_at: MaybeMoment
}

interface TrustedDeviceTable {
  account_id: string
  device_hash: Buffer
  user_agent: string
  created_at: Moment
  expires_at: Moment
}

interface RecoveryTicketTable {
  account_id: string
  ticket_hash: Buffer
  created_at: Moment
  expires_at: Moment
}

/** A new address until it is confirmed. */
interface EmailChangeTable {
  account_id: string
  email: string
  ticket_hash: Buffer
  created_at: Moment
  expires_at: Moment
}

interface SecurityAnswerTable {
  account_id: string
  position: number
  question_id: string
  answer_hash: string
  set_at: Moment
}

/** Someone who has registered; following the link in the e-mail opens their account (RG-1). */
interface RegistrationTable {
  /** Made by the sender's page; a second one with the same id stores nothing. */
  registration_id: string
  ticket_hash: Buffer
  /** All data of the future account, encrypted; deleted once the account is opened. */
  sealed: Buffer | null
  created_at: Moment
  expires_at: Moment
  /** The account that was opened. */
  account_id: ColumnType<string | null, string | null | undefined, string | null>
}

/** The fields of a registration that is to be finished later (RG-1), encrypted. */
interface SavedRegistrationTable {
  /** Made by the sender's page; a second one with the same id stores nothing. */
  saved_id: string
  ticket_hash: Buffer
  sealed: Buffer
  failures: ColumnType<number, number | undefined, number>
  created_at: Moment
  expires_at: Moment
}

/** The guardian of a child, as the plan knows them (ER-5). */
interface GuardianTable {
  member_id: string
  first_name: string
  last_name: string
  date_of_birth: Day
  /** Where PINs are sent. */
  email: string
}

/** How far someone has come in proving that they are a child's guardian; both secrets are hashed. */
interface GuardianCheckTable {
  member_id: string
  /** Deleted once the right PIN was given. */
  pin_hash: Buffer | null
  pin_expires_at: Moment
  proof_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  proof_expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/** An agency that sells plans, with the entitlements that it has. */
interface AgencyTable {
  agency_id: string
  name: string
  phone: string | null
  entitlements: ColumnType<string[], string, string>
}

/** Where an agency sells the plans of a brand. */
interface AgencyRegionTable {
  agency_id: string
  region: string
  name: string
  state: string | null
  brand: string
}

interface AgencyAgentTable {
  account_id: string
  agency_id: string
  region: string
  entitlements: ColumnType<string[], string, string>
}

/** An e-mail that someone asked the portal to send, once (SH-2). */
interface SentLetterTable {
  account_id: string
  letter_id: string
  template: string
  sent_at: Moment
}

/** A member as client of an agency, which sees their data only with their consent (AG-5). */
interface AgencyClientTable {
  member_id: string
  agency_id: string
  region: string
  client_id: string
  agent_account_id: string | null
  consented_on: Day | null
  consent_ended_on: Day | null
  follow_up_on: Day | null
  note: ColumnType<string, string | undefined, string>
  version: ColumnType<number, number | undefined, number>
  changed_at: Moment
}

/** A proposal of an agency to a client (AG-6). */
interface AgencyProposalTable {
  proposal_id: string
  agency_id: string
  region: string
  agent_account_id: string
  /** A client in the agency's book of business; null: someone else. */
  client_id: string | null
  brand: string
  market: Market
  plan_year: number
  npn: string | null
  language: Language
  /** Who the client is and what is proposed to them, encrypted. */
  sealed: Buffer
  ticket_hash: Buffer
  consented_on: Day
  sends: ColumnType<number, number | undefined, number>
  sent_at: MaybeMoment
  opened_at: MaybeMoment
  version: ColumnType<number, number | undefined, number>
  created_at: Moment
  expires_at: Moment
}

/** The agency and region that someone works for in a session (AG-1). */
interface AgencyChoiceTable {
  session_id: string
  account_id: string
  agency_id: string
  region: string
  chosen_at: Moment
}

interface AgencyPreferenceTable {
  account_id: string
  remember_agency_region: boolean
  agency_id_pref: string | null
  region_pref: string | null
  is_broker_agency_pref: boolean
  broker_agency_pref_lob: 'MA' | 'ACA' | null
  broker360_agencies: ColumnType<string[], string, string>
  broker360_aca_agencies: ColumnType<string[], string, string>
  changed_at: Moment
}

interface AgentAppointmentTable {
  account_id: string
  appointment_id: string
  brand: string
  state: string
  line: SellingLine
  begins: Day
  ends: Day | null
}

interface AgentTrainingTable {
  account_id: string
  training_id: string
  kind: TrainingKind
  name: string
  line: SellingLine
  plan_year: number | null
  completed_on: Day | null
  ends: Day | null
}

/** Someone who wants to hear about a brand's plans (SH-1). */
interface LeadTable {
  lead_id: string
  brand: string
  zip_code: string
  county: string | null
  segment: string | null
  first_name: string
  last_name: string
  email: string | null
  phone: string
  created_at: Moment
  kind: LeadKind
  language: string
  /** When they want to be called (SH-8). */
  call_on: Day | null
  best_time: string | null
  state: ColumnType<LeadState, LeadState | undefined, LeadState>
  due_at: Moment
  /** The agency that the lead was handed to; the region and the agent follow. */
  agency_id: ColumnType<string | null, string | null | undefined, string | null>
  region: ColumnType<string | null, string | null | undefined, string | null>
  agent_account_id: ColumnType<string | null, string | null | undefined, string | null>
  follow_up_on: ColumnType<Day | null, Day | null | undefined, Day | null>
  note: ColumnType<string, string | undefined, string>
  version: ColumnType<number, number | undefined, number>
  changed_at: Moment
  /** The plan they looked at in the shop. */
  plan_name: string | null
}

interface PersonStateTable {
  account_id: string
  key: string
  value: ColumnType<unknown, string, string>
  updated_at: Moment
}

interface RefreshTokenTable {
  token_hash: Buffer
  family_id: string
  session_id: string
  issued_at: Moment
  expires_at: Moment
  used_at: MaybeMoment
  revoked_at: MaybeMoment
  /** The client that it was issued to; null: the portal's own sign-in. */
  client_id: ColumnType<string | null, string | null | undefined, string | null>
}

interface RatingInfoTable {
  account_id: string
  store_id: string
  brand: string
  position: number
}

interface ThreadTable {
  member_id: string
  thread_id: string
  brand: string
  category_id: string
  sub_category_id: string
  subject: string
  reply_blocked_reason: 'thread-closed' | 'notice' | 'too-old' | null
  created_at: Moment
}

interface MessageTable {
  member_id: string
  message_id: string
  thread_id: string
  /** Made by the sender's page; a second send with the same id stores nothing. */
  client_message_id: string | null
  incoming: boolean
  author_name: string
  /** A representative wrote it while acting for the member (CS-1). */
  on_behalf: ColumnType<boolean, boolean | undefined, boolean>
  body: string
  /** The number that the member wants to be called at, as typed (MC-3). */
  phone_number: string | null
  best_time: BestTime | null
  sent_at: Moment
  read_at: MaybeMoment
  deleted_at: MaybeMoment
  /** How many rows of `attachment` belong to this message. */
  attachment_count: ColumnType<number, number | undefined, number>
  /** Since when the member can no longer restore it. */
  purged_at: MaybeMoment
  /** The thread's subject in lower case; filled in by the database. */
  subject_key: ColumnType<string, undefined, never>
}

/** The words to search by; the database updates them at every change of messages. */
interface MessageWordsTable {
  member_id: string
  message_id: string
  incoming: boolean
  sent_at: Moment
  words: string
}

/** The database updates it at every change of messages. */
interface MailboxCountTable {
  member_id: string
  inbox: number
  sent: number
  deleted: number
  unread: number
  /** How many conversations each folder has. */
  inbox_threads: ColumnType<number, number | undefined, number>
  sent_threads: ColumnType<number, number | undefined, number>
  deleted_threads: ColumnType<number, number | undefined, number>
}

/** A conversation in one of its folders. The database updates it at every change of messages. */
interface ConversationTable {
  member_id: string
  folder: MessageFolder
  thread_id: string
  /** Of its messages in the folder: how many, how many unread, and how many files they have. */
  messages: number
  unread: number
  attachments: number
  /** The newest message in the folder; the list is sorted by it. */
  newest_id: string
  newest_at: Moment
  subject_key: string
  author_key: string
}

interface MessageDraftTable {
  member_id: string
  /** The client message id that it will be sent with. */
  draft_id: string
  /** Conversation and message that it replies to; null for a new message. */
  thread_id: string | null
  in_reply_to: string | null
  version: number
  data: ColumnType<DraftData, string, string>
  saved_at: Moment
}

/** The typed and chosen values; '' if empty. */
export interface DraftData {
  readonly categoryId: string
  readonly subCategoryId: string
  readonly subject: string
  readonly text: string
  readonly phoneNumber: string
  readonly bestTime: BestTime
  readonly attachmentIds: readonly string[]
  /** Missing in drafts of earlier releases. */
  readonly claimId?: string | undefined
  readonly appeal?: boolean
}

/** The claim that a message is about (MP-9), which may be a child's. */
interface MessageClaimTable {
  member_id: string
  message_id: string
  thread_id: string
  claim_member_id: string
  claim_id: string
  /** Whether the message is an appeal of its decision. */
  appeal: boolean
  sent_at: Moment
}

/** A member's answers about their health, which no one else sees (MP-20). */
interface WellnessAssessmentTable {
  member_id: string
  answers: ColumnType<AssessmentData, string, string>
  saved_at: Moment
}

type AssessmentData = AssessmentAnswers

/** A goal that a member set for some days of each week. */
interface WellnessGoalTable {
  member_id: string
  goal: GoalKind
  per_week: number
  since: Day
}

/** A day on which they met it. */
interface WellnessDayTable {
  member_id: string
  goal: GoalKind
  day: Day
}

/** A form that a member has begun to fill in, at most one of each kind (MP-21). */
interface FormDraftTable {
  member_id: string
  kind: FormKind
  /** The id that it will be sent with. */
  draft_id: string
  version: number
  data: ColumnType<FormDraftData, string, string>
  saved_at: Moment
}

export interface FormDraftData {
  readonly answers: Readonly<Record<string, string>>
  readonly attachmentIds: readonly string[]
}

/** A form that a member signed and sent; it starts a conversation, whose work has the form's state. */
interface MemberFormTable {
  member_id: string
  message_id: string
  thread_id: string
  /** Made by the page: sent twice, it is stored once. */
  client_form_id: string
  kind: FormKind
  receipt: string
  document: ColumnType<FormDocumentData, string, string>
  sent_at: Moment
}

/** What was signed, in the member's words and language. */
export interface FormDocumentData {
  readonly title: string
  readonly receipt: string
  readonly language: Language
  readonly member: { readonly name: string; readonly number: string }
  readonly sections: readonly {
    readonly title: string
    readonly fields: readonly { readonly label: string; readonly value: string }[]
  }[]
  readonly statement: string
  readonly signedName: string
  readonly signedAt: string
  /** How many files were sent with it. */
  readonly files: number
  /** As sent, by field. */
  readonly answers: Readonly<Record<string, string>>
}

/** What a member of staff has begun to write in a conversation: at most one per person and conversation (MC-6). */
interface StaffDraftTable {
  account_id: string
  member_id: string
  thread_id: string
  /** The client message id that it will be sent with. */
  draft_id: string
  version: number
  data: ColumnType<StaffDraftData, string, string>
  saved_at: Moment
}

export interface StaffDraftData {
  readonly mode: 'reply' | 'note'
  readonly text: string
  readonly attachmentIds: readonly string[]
}

/** An e-mail that waits to be sent, or was (MC-6). */
interface OutboxTable {
  email_id: string
  template: string
  brand: string
  language: string
  recipient: string
  /** The member it is for; null: not a member, or not known yet. */
  for_member_id: string | null
  /** The values of the template, encrypted; deleted once the e-mail is sent or given up. */
  sealed_values: Buffer | null
  state: 'waiting' | 'sent' | 'dead'
  attempts: number
  created_at: Moment
  /** When it is tried next; during a try, when another instance may take over. */
  due_at: Moment
  settled_at: MaybeMoment
  /** Code of the last failure, never a server's own message. */
  last_error: string | null
}

/** What a member wants to be told by e-mail; without a row, the defaults apply. */
interface NotificationChoiceTable {
  member_id: string
  new_message: boolean
  form_answered: boolean
  bill_due: ColumnType<boolean, boolean | undefined, boolean>
  payment_made: ColumnType<boolean, boolean | undefined, boolean>
  account_ending: ColumnType<boolean, boolean | undefined, boolean>
  /** E-mails about requests to pharmacies. */
  order_news: boolean
  /** E-mails when a medicine runs out soon. */
  refill_soon: ColumnType<boolean, boolean | undefined, boolean>
  language: string
  changed_at: Moment
}

interface AttachmentTable {
  member_id: string
  attachment_id: string
  /** Who uploaded it; no one else sees it before it is sent. */
  account_id: string
  /** Made by the uploader's page; a second upload with the same id is stored once. */
  client_attachment_id: string | null
  /** The draft that it is for. */
  client_message_id: string | null
  name: string
  type: string
  size: number
  /** `scanning`: kept apart until the virus check has cleared it; `gone`: no one sees it anymore, and its bytes are to be removed. */
  state: 'uploading' | 'scanning' | 'clean' | 'refused' | 'gone'
  refusal: AttachmentRefusal | null
  /** Whether some of its bytes may be in storage. */
  stored: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Moment
  submitted_at: MaybeMoment
  /** Null until it is sent. */
  message_id: ColumnType<string | null, string | null | undefined, string | null>
  /** When it is scanned next. */
  scan_at: MaybeMoment
  scan_attempts: ColumnType<number, number | undefined, number>
}

interface AttachmentPartTable {
  member_id: string
  attachment_id: string
  position: number
  content: Buffer
}

/** The brand whose members a member of staff works for: the code of a brand, or ALL. */
interface StaffBrandTable {
  account_id: string
  brand: string
}

/** The staff's side of a conversation. */
interface ThreadWorkTable {
  member_id: string
  thread_id: string
  /** Copied from the thread, so that queues need no other table. */
  brand: string
  category_id: string
  /** The language that the member used last. */
  language: Language
  state: WorkState
  /** Grows with every message and action. */
  version: number
  assignee_account_id: string | null
  waiting_since: MaybeMoment
  due_at: MaybeMoment
  changed_at: Moment
}

interface ThreadNoteTable {
  member_id: string
  note_id: string
  thread_id: string
  /** Made by the writer's page; a second one with the same id stores nothing. */
  client_message_id: string
  author_account_id: string
  author_name: string
  body: string
  written_at: Moment
}

/** Who has a conversation open; forgotten when nothing is heard from them for a while. */
interface ThreadPresenceTable {
  member_id: string
  thread_id: string
  account_id: string
  typing: boolean
  seen_at: Moment
}

/** Incoming and outgoing messages, for statistics; about no one in particular. */
interface DeskEventTable {
  event_id: string
  at: Moment
  brand: string
  category_id: string
  kind: 'received' | 'answered'
  /** For answers to someone who waited: open minutes until the answer, and whether it was overdue. */
  waited_minutes: number | null
  late: boolean | null
}

/** A claim from the plan's files (IM-1); a null amount: the file does not say. */
interface ClaimTable {
  member_id: string
  claim_id: string
  /** The payer's own number. */
  claim_number: string
  client_number: string | null
  group_number: string | null
  /** `institutional`, `professional`, `pharmacy`, `oral` or `vision`. */
  type: string
  category: ClaimCategory
  state: ClaimState
  service_from: Day
  service_to: Day
  received_on: Day | null
  processed_on: Day | null
  paid_on: Day | null
  /** Id of the resource that names the provider. */
  provider_id: string | null
  provider_name: string | null
  /** Id of the resource that names the facility. */
  facility_id: string | null
  facility_name: string | null
  payee: 'provider' | 'subscriber' | null
  network: 'in' | 'out' | null
  /** Shown to the patient alone, even where others may see the rest (MP-14). */
  sensitive: boolean
  billed_cents: number | null
  allowed_cents: number | null
  discount_cents: number | null
  plan_paid_cents: number | null
  other_paid_cents: number | null
  deductible_cents: number | null
  copay_cents: number | null
  coinsurance_cents: number | null
  not_covered_cents: number | null
  share_cents: number | null
  /** The part of the share that no reason explains. */
  unexplained_cents: number | null
  adds_up: boolean | null
  details: ColumnType<ClaimDetailsData, string, string>
  /** Id of the resource that names the group. */
  coverage_id: string | null
  /** The facts that decide its state, besides other claims. */
  facts: ColumnType<ClaimFactsData, string, string>
  replaces: string | null
  replaced_by: string | null
  /** In lower case, for searching. */
  search_text: string
  /** Id, version and digest of the resource that it was made from, and the run that imported it. */
  resource_id: string
  version: string | null
  content_hash: Buffer
  run_id: string
  imported_at: Moment
}

/** The parts of a claim besides its figures, in the payer's own words. */
export interface ClaimDetailsData {
  readonly reasons: readonly { readonly code: string; readonly text: string | null }[]
  readonly notes: readonly string[]
  readonly others: readonly { readonly text: string; readonly cents: number }[]
  /** For a pharmacy's claim: how many days the supply lasts; left out if the file does not say. */
  readonly daysSupply?: number
}

export type ClaimFactsData = Pick<
  ClaimFacts,
  'withdrawn' | 'decided' | 'denied' | 'lines' | 'deniedLines' | 'afterAppeal'
> & {
  /** The claim that replaces it, if it says so itself; missing in claims from before this was stored. */
  readonly replacedBy?: string | null
  /** What it replaces besides `replaces`. */
  readonly alsoReplaces?: readonly string[]
}

type FiguresData = Figures

interface ClaimLineTable {
  member_id: string
  claim_id: string
  line: number
  service_date: Day | null
  code: string | null
  description: string | null
  quantity: number | null
  denied: boolean
  figures: ColumnType<FiguresData, string, string>
  details: ColumnType<ClaimDetailsData, string, string>
}

/** A version of a claim, as received. */
interface ClaimVersionTable {
  member_id: string
  claim_id: string
  content_hash: Buffer
  version: string | null
  state: ClaimState
  plan_paid_cents: number | null
  share_cents: number | null
  resource: ColumnType<unknown, string, string>
  run_id: string
  imported_at: Moment
}

interface ImportRunTable {
  run_id: string
  kind: string
  brand: string | null
  files: ColumnType<string[], string, string>
  state: 'running' | 'done' | 'failed'
  counts: ColumnType<ImportCountsData, string, string>
  started_at: Moment
  ended_at: MaybeMoment
  problem: ColumnType<string | null, string | null | undefined, string | null>
  /** When it last reported that it is running. */
  seen_at: ColumnType<Date, never, Date>
}

export interface ImportCountsData {
  readonly read: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: number
}

interface ImportPatientTable {
  brand: string
  /** The person's id in the plan's files. */
  patient_id: string
  first_name: string
  last_name: string
  birth_date: Day
  member_number: string | null
  contract_number: ColumnType<string | null, string | null | undefined, string | null>
  relationship_code: ColumnType<string | null, string | null | undefined, string | null>
  member_id: ColumnType<string | null, string | null | undefined, string | null>
  version: string | null
  content_hash: Buffer
  run_id: string
}

/** Someone who provides care, by their id in the plan's files. */
interface ImportPartyTable {
  brand: string
  party_id: string
  party_type: string
  name: string
  npi: string | null
  /** On one line; null if the file has none. */
  address: string | null
  /** For a role: ids of its practitioner and organization. */
  stands_for: ColumnType<string[] | null, string | null, string | null>
  version: string | null
  content_hash: Buffer
  run_id: string
}

/** A provider whose name is still to be given to some of what refers to it. */
interface ImportNamingTable {
  party_id: string
  /** The last member whose claims and records already have it. */
  after: Generated<string>
}

interface CoverageSourceTable {
  member_id: string
  resource_id: string
  version: string | null
  content_hash: Buffer
  coverage: ColumnType<unknown, string, string>
  run_id: string
}

/** Which instance does something that only one may do at a time. */
interface ImportLeaseTable {
  name: string
  holder: string
  until: Moment
}

/** The brands of a person from files for several brands, found by the payers of their coverages and claims. */
interface ImportPatientBrandTable {
  patient_id: string
  brand: string
}

/** A drug that files refer to by its id. */
interface ImportMedicationTable {
  brand: string
  medication_id: string
  name: string
  rxnorm: string | null
  ndc: string | null
  version: string | null
  content_hash: Buffer
  run_id: string
}

type DosingData = Dosing

/** A prescription from the plan's files (IM-1). */
interface PrescriptionTable {
  member_id: string
  resource_id: string
  name: string
  rxnorm: string | null
  ndc: string | null
  /** `order`, `plan` and so on; a plan is not yet a prescription. */
  intent: string | null
  /** In the words of the file. */
  dose: string | null
  /** The dose in fields, as far as the file has it. */
  dosing: ColumnType<DosingData | null, string | null, string | null>
  prescriber_id: string | null
  prescriber_name: string | null
  written_on: Day | null
  /** Last day on which it can be filled. */
  ends_on: Day | null
  quantity: number | null
  quantity_unit: string | null
  days_supply: number | null
  /** How often it may be filled again. */
  refills: number | null
  status: string | null
  /** Cancelled, or entered in error: the member does not see it. */
  withdrawn: boolean
  /** Shown to the patient alone, even where others may see the rest (MP-14). */
  sensitive: boolean
  version: string | null
  content_hash: Buffer
  run_id: string
  imported_at: Moment
}

/** A supply that a pharmacy gave out. */
interface DispenseTable {
  member_id: string
  resource_id: string
  /** Resource id of the prescription. */
  prescription_id: string | null
  name: string
  rxnorm: string | null
  ndc: string | null
  dose: string | null
  dosing: ColumnType<DosingData | null, string | null, string | null>
  pharmacy_id: string | null
  pharmacy_name: string | null
  pharmacy_address: string | null
  prepared_on: Day | null
  handed_over_on: Day | null
  quantity: number | null
  quantity_unit: string | null
  days_supply: number | null
  status: string | null
  /** Cancelled, or entered in error: the member does not see it. */
  withdrawn: boolean
  /** Shown to the patient alone, even where others may see the rest (MP-14). */
  sensitive: boolean
  version: string | null
  content_hash: Buffer
  run_id: string
  imported_at: Moment
}

/** A request for the plan's approval before care is given (MP-15). */
interface PriorAuthorizationTable {
  member_id: string
  resource_id: string
  /** The payer's own number. */
  number: string | null
  /** The service it is for, in the payer's words. */
  service: string | null
  rxnorm: string | null
  ndc: string | null
  /** Null if the file does not say how it ended. */
  told: ToldState | null
  requested_on: Day | null
  decided_on: Day | null
  begins: Day | null
  ends: Day | null
  provider_id: string | null
  provider_name: string | null
  note: string | null
  status: string | null
  /** Entered in error: the member does not see it. */
  withdrawn: boolean
  /** Shown to the patient alone, even where others may see the rest (MP-14). */
  sensitive: boolean
  version: string | null
  content_hash: Buffer
  run_id: string
  imported_at: Moment
}

/** A plan's list of covered drugs (MP-17). */
interface FormularyTable {
  brand: string
  plan_id: string
  version: string
  costs: ColumnType<TierCostsData, string, string>
  run_id: string
  imported_at: Moment
}

/** What members pay for drugs of a tier at a kind of pharmacy; null if the plan does not say. */
export type TierCostsData = readonly {
  readonly tier: string
  readonly pharmacy: 'retail' | 'mail'
  readonly days: number
  readonly copayCents: number | null
  readonly coinsurance: number | null
  readonly deductibleApplies: boolean | null
}[]

interface FormularyDrugTable {
  brand: string
  plan_id: string
  drug_id: string
  name: string
  ingredient: string | null
  strength: string | null
  form: string | null
  is_brand: boolean | null
  rxnorm: string | null
  tier: string | null
  prior_authorization: boolean | null
  step_therapy: boolean | null
  quantity_limit: boolean | null
  /** The group of drugs that the plan's list puts it in; null if it gives none. */
  drug_class: string | null
}

/** A supply of a medicine that a member was reminded about, by the day on which it ends. */
interface RefillReminderTable {
  member_id: string
  medicine_id: string
  last_day: Day
  told_at: Moment
}

/** A request for more of a medicine (MP-16). */
interface MedicineOrderTable {
  member_id: string
  order_id: string
  /** The member who asked: a parent for a child. */
  asked_by: string
  /** The name that the member was given for it. */
  receipt: string
  medicine_id: string
  kind: OrderKind
  drug: string
  rxnorm: string | null
  ndc: string | null
  /** Resource id of the prescription. */
  prescription_id: string | null
  pharmacy_id: string | null
  pharmacy_name: string
  pharmacy_address: string | null
  /** Shown to the patient alone, even where others may see the rest (MP-14). */
  sensitive: boolean
  state: OrderState
  reason: string | null
  /** The sequence number of the pharmacy's last notice; 0 before the first. */
  sequence: number
  requested_at: Moment
  sent_at: MaybeMoment
  changed_at: Moment
  attempts: number
  /** When it is next sent to the pharmacy; null: there is nothing to send. */
  next_try_at: MaybeMoment
}

interface CareTeamTable {
  member_id: string
  resource_id: string
  name: string | null
  participants: ColumnType<ParticipantsData, string, string>
  begins: Day | null
  ends: Day | null
  status: string | null
  /** Cancelled, or entered in error: the member does not see it. */
  withdrawn: boolean
  /** Shown to the patient alone, even where others may see the rest (MP-14). */
  sensitive: boolean
  version: string | null
  content_hash: Buffer
  run_id: string
  imported_at: Moment
}

/** The people in a care team. A null `name`: only the id of their resource is known. */
export type ParticipantsData = readonly {
  readonly id: string | null
  readonly name: string | null
  readonly role: string | null
}[]

/** A relative or friend of a member, from the plan's files. */
interface RelatedPersonTable {
  member_id: string
  resource_id: string
  name: string
  /** In the words of the file. */
  relationship: string | null
  birth_date: Day | null
  phone: string | null
  email: string | null
  begins: Day | null
  ends: Day | null
  status: string | null
  /** Cancelled, or entered in error: the member does not see it. */
  withdrawn: boolean
  /** Shown to the patient alone, even where others may see the rest (MP-14). */
  sensitive: boolean
  version: string | null
  content_hash: Buffer
  run_id: string
  imported_at: Moment
}

/** A version of a prescription, a dispense, a care team or a related person, as received. */
interface RecordVersionTable {
  member_id: string
  type: string
  resource_id: string
  content_hash: Buffer
  resource: ColumnType<unknown, string, string>
  run_id: string
  imported_at: Moment
}

/** A row that was imported from a CSV file, so that importing it again changes nothing. */
interface ImportRowTable {
  kind: string
  /** Digest of the columns that identify the row. */
  row_id: Buffer
  version: string | null
  content_hash: Buffer
  run_id: string
}

/** A plan year: the same for everyone on the plan (MP-12). */
interface PlanTable {
  brand: string
  plan_id: string
  plan_year: number
  name: string
  kind: PlanKind
  begins: Day
  ends: Day
  family_rules: ColumnType<FamilyRulesData, string, string>
  limits: ColumnType<readonly YearLimit[], string, string>
  benefits: ColumnType<readonly PlanBenefitData[], string, string>
  documents: ColumnType<readonly PlanDocumentData[], string, string>
  resource_id: string
  version: string | null
  content_hash: Buffer
  run_id: string
  imported_at: Moment
}

type CatalogueHashesData = Readonly<Partial<Record<CataloguePart, string>>>
type PlanContentData = PlanContent
type PlanRatesData = PlanRates

/** The loaded part of a year of a brand's shop (SH-3). */
interface ShopCatalogueTable {
  brand: string
  plan_year: number
  /** Changes with every load. */
  generation: string
  /** Digests of the loaded parts. */
  hashes: ColumnType<CatalogueHashesData, string, string>
  /** Ids of plans in the files that are for small groups, and not sold here. */
  small_group: ColumnType<readonly string[], string, string>
  run_id: string
  loaded_at: Moment
}

interface ShopPlanTable {
  brand: string
  plan_year: number
  plan_id: string
  content: ColumnType<PlanContentData, string, string>
}

interface ShopBenefitTable {
  brand: string
  plan_year: number
  plan_id: string
  benefits: ColumnType<readonly PlanBenefit[], string, string>
}

interface ShopRateTable {
  brand: string
  plan_year: number
  plan_id: string
  rates: ColumnType<PlanRatesData, string, string>
}

/** Counties and states of service areas and rating areas. */
interface ShopPlaceTable {
  brand: string
  plan_year: number
  kind: 'service' | 'rating'
  area_id: string
  places: ColumnType<readonly string[], string, string>
}

/** A shopper's choices, which a link opens (SH-6). */
interface ShopSavedTable {
  save_id: string
  ticket_hash: Buffer
  brand: string
  sealed: Buffer
  created_at: Moment
  expires_at: Moment
}

/** Plans that someone means to buy (SH-7); belongs to an account, or else to a browser. */
interface ShopCartTable {
  cart_id: string
  brand: string
  account_id: string | null
  secret_hash: Buffer | null
  changed_at: Moment
}

interface ShopCartItemTable {
  cart_id: string
  /** The cart's owner; null: a browser's cart. */
  account_id: string | null
  plan_year: number
  plan_id: string
  item_id: string
  /** The people it is for, encrypted. */
  sealed: Buffer
  added_at: Moment
}

/** An application for coverage (SH-9). */
interface ShopApplicationTable {
  enrollment_id: string
  application_number: string
  ticket_hash: Buffer
  brand: string
  account_id: string | null
  plan_year: number
  plan_id: string
  plan_name: string
  state: ApplicationState
  starts: Day
  pay_by: Day
  first_premium_cents: number
  /** The payment that is under way, or that paid the first premium; null without one, or if the plan's billing reported the premium. */
  payment_id: string | null
  language: Language
  /** The people it covers, how to reach them, and what they signed; encrypted. */
  sealed: Buffer
  created_at: Moment
  /** The agency's proposal that it came from (AG-6). */
  proposal_id: string | null
}

interface ShopApplicationEventTable {
  enrollment_id: string
  state: ApplicationState
  at: Moment
  told_at: MaybeMoment
}

/** A file of prices that a plan and providers have agreed on; each file is a generation (IM-8). */
interface RatesFileTable {
  file_id: string
  brand: string
  /** Identifies the earlier file that this one replaces. */
  source: string
  state: 'loading' | 'current' | 'old'
  plan_id: string | null
  plan_name: string | null
  /** Who published it. */
  entity: string
  updated_on: Day | null
  content_hash: Buffer
  pieces: number
  run_id: string
  imported_at: Moment
}

/** A cost of care that a member was shown. */
interface CostEstimateTable {
  member_id: string
  estimate_id: string
  service_name: string
  provider_name: string | null
  /** The highest cost that the member was shown; null if it was unknown. */
  high_cents: number | null
  shown: ColumnType<unknown, string, string>
  kept_at: Moment
}

/** A provider in a group that prices apply to. */
interface RatesProviderTable {
  file_id: string
  ref: string
  /** Empty: the file gives only a tax number. */
  npi: string
  tin: string
  name: string | null
  network: string | null
}

interface RatesServiceTable {
  file_id: string
  item: number
  arrangement: 'ffs' | 'bundle' | 'capitation'
  code_type: string
  code: string
  name: string
  description: string
  parts: ColumnType<readonly RatesPartData[], string, string>
}

/** A service that another one includes. */
export interface RatesPartData {
  readonly type: string
  readonly code: string
  readonly description: string
}

interface RatesPriceTable {
  file_id: string
  item: number
  refs: ColumnType<readonly string[], string, string>
  type: 'negotiated' | 'derived' | 'fee schedule' | 'percentage' | 'per diem'
  /** In whole cents; a percentage in hundredths of a percent. */
  amount: number
  billing_class: 'professional' | 'institutional' | 'both'
  setting: 'inpatient' | 'outpatient' | 'both'
  /** Codes separated by blanks; empty: none. */
  modifiers: string
  expires: Day
}

/** Whether a family's limits are embedded or aggregate, by kind. */
export type FamilyRulesData = FamilyRules

/** What a plan pays for one service in one network; null if the plan's file does not say. */
export interface PlanBenefitData {
  readonly service: string
  /** The heading that it is listed under, e.g. `Tests`. */
  readonly section: string | null
  readonly network: Network
  readonly covered: boolean | null
  readonly copayCents: number | null
  /** The member's percent. */
  readonly coinsurance: number | null
  readonly deductibleApplies: boolean | null
  readonly limit: string | null
  readonly priorAuthorization: boolean | null
  /** The plan's own words. */
  readonly words: string | null
}

export interface PlanDocumentData {
  readonly title: string
  /** E.g. `en`; null if not given. */
  readonly language: string | null
  /** `https://…` */
  readonly link: string
}

/** A member's own limit, or how much of one they have used according to their plan's file. */
interface AccumulatorTable {
  member_id: string
  client_number: string
  group_number: string
  plan_kind: PlanKind
  plan_year: number
  kind: LimitKind
  network: Network
  holder: Holder
  limit_cents: number | null
  used_cents: number | null
  /** The date of `used_cents`. */
  as_of: Day | null
  /** Id of the coverage in the plan's files that it was decided under; empty: the claim does not say. Gives the group once it is known. */
  coverage_id: string
  resource_id: string
  run_id: string
  imported_at: Moment
}

/** Coverage of another insurer. */
interface OtherInsuranceTable {
  member_id: string
  resource_id: string
  payer_name: string | null
  plan_name: string | null
  policy_number: string | null
  kind: PlanKind
  /** 1 pays first. */
  pays_order: number | null
  begins: Day | null
  ends: Day | null
  run_id: string
}

/** How a contract's premiums are billed, stored under the person who pays them; null: the plan's file does not say. */
interface PremiumAccountTable {
  member_id: string
  account_id: string
  /** The number that the plan's billing uses. */
  account_number: string
  client_number: string | null
  group_number: string | null
  state: 'open' | 'closed' | 'withdrawn'
  /** The amount owed; below zero: a credit. */
  balance_cents: number | null
  as_of: Day | null
  paid_through: Day | null
  /** Whether the plan itself collects the premium from an account or a card. */
  auto_pay: boolean | null
  tax_credit: boolean | null
  grace_days: number | null
  end_rule: CoverageEndRule | null
  run_id: string
  imported_at: Moment
}

interface PremiumBillTable {
  member_id: string
  bill_id: string
  account_id: string
  bill_number: string
  state: 'sent' | 'withdrawn'
  issued_on: Day | null
  due_on: Day | null
  period_from: Day | null
  period_to: Day | null
  /** The whole amount of the bill, including what earlier bills left unpaid. */
  amount_cents: number
  /** The day of the e-mail about it. */
  told_on: ColumnType<Day | null, Day | null | undefined, Day | null>
  run_id: string
  imported_at: Moment
}

interface PremiumLineTable {
  member_id: string
  line_id: string
  bill_id: string
  position: number
  state: 'sent' | 'withdrawn'
  kind: PremiumLineKind
  amount_cents: number
  /** The person it is for; null: no one in particular. */
  for_member_id: string | null
  note: string | null
  run_id: string
  imported_at: Moment
}

interface PremiumMoveTable {
  member_id: string
  move_id: string
  account_id: string
  /** The id that the plan's billing uses. */
  vendor_id: string
  state: 'posted' | 'withdrawn'
  moved_on: Day
  kind: PremiumMoveKind
  way: PremiumWay | null
  /** Money received is positive, money returned negative. */
  amount_cents: number
  note: string | null
  /** The payment made here that the plan posted with this entry. */
  payment_id: string | null
  run_id: string
  imported_at: Moment
}

/** A payment of premiums through a gateway; holds no card or account numbers. */
interface PremiumPaymentTable {
  /** For a first premium, the application's id: an applicant is not a member yet. */
  member_id: string
  payment_id: string
  /** Null for a first premium. */
  account_id: string | null
  /** The amount that the member confirmed. */
  amount_cents: number
  /** How much was paid according to the gateway, and how much of it was returned. */
  paid_cents: number
  refunded_cents: number
  state: PaymentState
  gateway: string
  /** The gateway's own id; null until the gateway has given it. */
  gateway_ref: string | null
  /** The page where the member pays. */
  url: string | null
  language: string
  return_to: string
  /** How often the gateway was asked, and when it is asked next. */
  looks: number
  look_at: ColumnType<Date | null, Date | null, Date | null>
  created_at: ColumnType<Date, Date, Date>
  changed_at: ColumnType<Date, Date, Date>
  settled_at: ColumnType<Date | null, Date | null, Date | null>
  /** When an e-mail told the member the outcome, or it was settled that they want none. */
  told_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** For an automatic payment: its payment method, the due day it is for, and which try it is. */
  method_id: string | null
  auto_due_on: Day | null
  auto_try: number | null
  /** The application whose first premium it is. */
  enrollment_id: string | null
}

/** A payment method that the gateway keeps; of the card or account, only what its owner recognizes it by. */
interface PremiumMethodTable {
  member_id: string
  method_id: string
  state: MethodState
  gateway: string
  /** The gateway's own ids: of the page for entering it, of the method entered, and of the customer. */
  setup_ref: string | null
  gateway_ref: string | null
  customer_ref: string | null
  url: string | null
  kind: MethodKind | null
  /** `Visa`, or the bank's name. */
  label: string | null
  last_four: string | null
  language: string
  return_to: string
  looks: number
  look_at: ColumnType<Date | null, Date | null, Date | null>
  created_at: ColumnType<Date, Date, Date>
  changed_at: ColumnType<Date, Date, Date>
}

/** An account's automatic payments, as confirmed by the person who pays. */
interface PremiumAutopayTable {
  member_id: string
  account_id: string
  method_id: string
  /** The most that is taken at a time. */
  most_cents: number
  language: string
  confirmed_at: ColumnType<Date, Date, Date>
  /** The day it was last checked, the due day it sent a reminder for, and the due day it reported as beyond the limit. */
  checked_on: ColumnType<Day | null, Day | null, Day | null>
  told_for: ColumnType<Day | null, Day | null, Day | null>
  told_over_for: ColumnType<Day | null, Day | null, Day | null>
}

export type LedgerAccount = 'gateway' | 'premium'

/** An amount that moves from one account to another, so that both sides are always equal. */
interface LedgerEntryTable {
  member_id: string
  payment_id: string
  /** Identifies the entry among those of its payment: `paid:` or `refunded:` with the total after it. */
  entry: string
  /** `gateway`: money that the gateway holds for the plan; `premium`: money that members have paid. */
  debit: LedgerAccount
  credit: LedgerAccount
  amount_cents: number
  at: Moment
}

export interface LedgerDifferenceData {
  readonly kind: LedgerDifference
  readonly paymentId: string | null
  /** The gateway's own id. */
  readonly ref: string | null
  readonly cents: number
}

/** A line of a file in which the gateway lists its payouts to the plan's bank. */
interface PayoutLineTable {
  line_id: string
  /** The transfer to the bank that it was part of, and when that arrived. */
  payout: string
  paid_on: Day
  /** The payment made here that it belongs to; null if it names none. */
  payment_id: string | null
  kind: 'payment' | 'refund' | 'other'
  /** Money received is positive, money returned negative, before the gateway's fees. */
  amount_cents: number
  run_id: string
  imported_at: Moment
}

/** The result of a night's comparison of the ledger with the gateway's books. */
interface LedgerCheckTable {
  day: Day
  gateway: string
  started_at: Moment
  ended_at: MaybeMoment
  payments: number
  ledger_cents: number
  gateway_cents: number
  /** How much of these payments reached the bank, and the last day of its files; null without files. */
  bank_cents: number | null
  bank_through: ColumnType<Day | null, Day | null | undefined, Day | null>
  differences: ColumnType<readonly LedgerDifferenceData[], string, string>
}

/** Which plans have sent premium bills, and when they last did. */
interface PremiumSentTable {
  brand: string
  sent_at: Moment
}

interface TagCountTable {
  day: Day
  brand: string
  page: string
  category: string
  event: string
  count: number
}

interface AppConfigTable {
  application: string
  brand: string
  key: string
  config_group: string | null
  boolean_value: boolean | null
  string_value: string | null
  secure: boolean
}

/** Append-only: each change of a setting in the console (CT-9). */
interface SettingChangeTable {
  change_id: string
  /** Upper-case code of a brand, or ALL. */
  brand: string
  key: string
  /** As in `app_config`; both null: the value was removed. */
  boolean_value: boolean | null
  string_value: string | null
  before_boolean: boolean | null
  before_string: string | null
  reason: string
  changed_at: Moment
  account_id: string
  /** The person's name at that time. */
  changed_by: string
  /** Order of changes, given by the database. */
  place: Generated<number>
}

interface ContentItemTable {
  name: string
  /** Upper-case shared code, or ALL. */
  brand: string
  language: string
  qualifiers: ColumnType<Record<string, string>, string | undefined, string>
  content_type: string | null
  value: string
  /** The next release replaces its own items, never edited ones. */
  origin: 'release' | 'edited'
  updated_at: ColumnType<Date, Date | undefined, Date>
}

/** Append-only: each version is a whole item (CT-8). */
interface ContentVersionTable {
  version_id: string
  name: string
  brand: string
  language: string
  qualifiers: ColumnType<Record<string, string>, string, never>
  content_type: string | null
  /** Null: the portal's own text shows again. */
  value: string | null
  /** Tells the approver what changed and why. */
  note: string
  written_at: Moment
  account_id: string
  /** The person's name at that time. */
  written_by: string
  /** Order of versions, given by the database. */
  place: Generated<number>
}

/** Append-only: the steps of a version, such as its approval (CT-6). */
interface ContentStepTable {
  step_id: string
  version_id: string
  step: ContentStep
  note: string
  taken_at: Moment
  account_id: string
  taken_by: string
  place: Generated<number>
}

/** Versions that show, and stop showing, together (CT-8). */
interface ContentReleaseTable {
  release_id: string
  live_from: Moment
  live_until: Moment | null
  note: string
  released_at: Moment
  account_id: string
  released_by: string
  place: Generated<number>
}

/** One row, with a number that changes with each change of `content_item`. */
interface ContentMarkTable {
  mark: number
}

/** A release that was rolled back (CT-8). */
interface ContentUndoTable {
  undo_id: string
  release_id: string
  note: string
  undone_at: Moment
  account_id: string
  undone_by: string
}

interface ContentReleasedTable {
  release_id: string
  version_id: string
}

interface AuditEventTable {
  event_id: string
  at: Moment
  actor_account_id: string | null
  actor_login_id: string | null
  session_id: string | null
  member_id: string | null
  action: string
  record_type: string
  record_id: string | null
  outcome: 'done' | 'refused' | 'failed'
  address: string
  request_id: string
  /** The person for whom the actor acted; null if for themselves. */
  as_account_id: string | null
  as_login_id: string | null
  /** How many refusals of the same kind the row stands for; null: for one event. */
  times: number | null
  /** Place in the chain and its hash, filled in once when the event is sealed. */
  seq: ColumnType<number | null, undefined, number>
  hash: ColumnType<Buffer | null, undefined, Buffer>
}

/** A change that one administrator asked for and another has to confirm (AD-2). */
interface StaffRequestTable {
  request_id: string
  kind: 'rights' | 'invitation' | 'second-factor'
  /** The account it is about; null: the invitation opens it. */
  whom: ColumnType<string | null, string | null | undefined, string | null>
  data: ColumnType<StaffRequestData, string, string>
  asked_by: string
  asked_at: Moment
  expires_at: Moment
  state: 'waiting' | 'confirmed' | 'dropped'
  decided_by: ColumnType<string | null, string | null | undefined, string | null>
  decided_at: MaybeMoment
}

export interface StaffRequestData {
  /** The new entitlements; for an invitation, all of them. */
  readonly entitlements: readonly Entitlement[]
  readonly brands: readonly string[]
  readonly loginId: string
  readonly firstName: string
  readonly lastName: string
  /** For an invitation. */
  readonly email: string | null
  readonly brand: string | null
  readonly actorType: string | null
}

/** A running server, as it last reported itself (AD-5). */
interface InstanceTable {
  instance_id: string
  host: string
  pid: number
  version: string
  started_at: Moment
  seen_at: Moment
  streams: number
}

/** A loaded directory of providers (IM-7); each source has one live. */
interface DirectoryGenerationTable {
  generation: Generated<number>
  /** Code of the brand that it belongs to, or '' for the one that all brands share. */
  source: string
  state: 'loading' | 'live' | 'old'
  begun_at: Moment
  live_at: MaybeMoment
  entries: number
  facts: ColumnType<DirectoryFactsData, string, string>
  run_id: string
}

/** Which facts a directory has for any provider, so that no one filters by a fact that it never has. */
export interface DirectoryFactsData {
  readonly gender?: boolean
  readonly accepting?: boolean
  readonly telehealth?: boolean
  readonly wheelchair?: boolean
  readonly saturday?: boolean
  readonly languages?: readonly string[]
  readonly affiliations?: readonly string[]
}

/** A provider in one place; null: the file does not say. */
interface DirectoryEntryTable {
  generation: number
  /** The NPI if there is one, else an id made from the provider's words. */
  provider_id: string
  place: string
  npi: string | null
  kind: ProviderKind
  name: string
  credential: string | null
  gender: 'F' | 'M' | 'X' | null
  specialties: string[]
  /** As the file names it. */
  specialty_name: string | null
  /** Words of the name, normalized. */
  words: string[]
  address: string | null
  city: string | null
  state: string | null
  zip: string | null
  lat: number
  lon: number
  /** Whether the point is the building's own, rather than its ZIP code's. */
  exact: boolean
  phone: string | null
  website: string | null
  hours: string | null
  languages: string[]
  accepting: boolean | null
  telehealth: boolean | null
  wheelchair: boolean | null
  saturday: boolean | null
  affiliations: string[]
  rating: number | null
  verified_on: Day | null
  /** The file it comes from, in the file's own words. */
  origin: string | null
  content_hash: Buffer
}

/** A term that finds an entry, and where the entry is. */
interface DirectoryTermTable {
  term: number
  spot: string
  generation: number
  provider_id: string
  place: string
}

interface DirectoryWordTable {
  generation: number
  word: string
  entries: number
}

interface DirectoryNetworkTable {
  generation: number
  brand: string
  network_id: string
  name: string
  /** Empty: every plan of the brand uses it. */
  plan_ids: string[]
}

interface DirectorySeatTable {
  generation: number
  brand: string
  network_id: string
  provider_id: string
  /** Empty: in all places. */
  zip: string
  begins: Day | null
  ends: Day | null
  accepting: boolean | null
  primary_care: boolean | null
  verified_on: Day | null
}

/** A mistake that staff found in an entry, until a file corrects it. */
interface DirectoryCorrectionTable {
  provider_id: string
  brand: string
  kind: ReportKind
  value: string | null
  made_at: Moment
  /** Empty: all places of the provider. */
  place: Generated<string>
  /** Only if a network is wrong; empty: all networks of the brand. */
  network_id: Generated<string>
}

interface SavedProviderTable {
  member_id: string
  provider_id: string
  name: string
  saved_at: Moment
}

interface PrimaryCareChoiceTable {
  member_id: string
  provider_id: string
  name: string
  chosen_at: Moment
}

/** What the directory showed a member, who may rely on it (MP-25). */
interface ProviderShownTable {
  member_id: string
  shown_id: string
  provider_id: string
  shown_at: Moment
  content: ColumnType<unknown, string, string>
  content_hash: Buffer
}

interface DirectoryReportTable {
  member_id: string
  report_id: string
  brand: string
  provider_id: string
  name: string
  /** The entry as it was then. */
  entry: ColumnType<unknown, string, string>
  kind: ReportKind
  note: string
  reported_at: Moment
  due_on: Day
  outcome: ReportOutcome | null
  settled_by: string | null
  settled_at: MaybeMoment
  answer: string
  /** As in a correction. */
  place: Generated<string>
  network_id: Generated<string>
}

/** Every table; `personal-data.ts` says whose data each holds, and what happens to it. */
export interface Tables {
  agency: AgencyTable
  agency_region: AgencyRegionTable
  agency_agent: AgencyAgentTable
  agency_client: AgencyClientTable
  sent_letter: SentLetterTable
  agency_proposal: AgencyProposalTable
  agency_choice: AgencyChoiceTable
  agency_preference: AgencyPreferenceTable
  agent_appointment: AgentAppointmentTable
  agent_training: AgentTrainingTable
  member: MemberTable
  member_contact: MemberContactTable
  coverage: CoverageTable
  product: ProductTable
  vendor_detail: VendorDetailTable
  spending_account: SpendingAccountTable
  spending_transaction: SpendingTransactionTable
  spending_sent: SpendingSentTable
  account: AccountTable
  session: SessionTable
  person_access: PersonAccessTable
  refresh_token: RefreshTokenTable
  rating_info: RatingInfoTable
  thread: ThreadTable
  message: MessageTable
  message_words: MessageWordsTable
  mailbox_count: MailboxCountTable
  conversation: ConversationTable
  message_draft: MessageDraftTable
  outbox: OutboxTable
  notification_choice: NotificationChoiceTable
  attachment: AttachmentTable
  attachment_part: AttachmentPartTable
  claim: ClaimTable
  claim_line: ClaimLineTable
  claim_version: ClaimVersionTable
  message_claim: MessageClaimTable
  wellness_assessment: WellnessAssessmentTable
  wellness_goal: WellnessGoalTable
  wellness_day: WellnessDayTable
  form_draft: FormDraftTable
  member_form: MemberFormTable
  import_run: ImportRunTable
  cost_estimate: CostEstimateTable
  rates_file: RatesFileTable
  rates_provider: RatesProviderTable
  rates_service: RatesServiceTable
  rates_price: RatesPriceTable
  import_patient: ImportPatientTable
  import_party: ImportPartyTable
  import_naming: ImportNamingTable
  coverage_source: CoverageSourceTable
  import_row: ImportRowTable
  import_lease: ImportLeaseTable
  import_patient_brand: ImportPatientBrandTable
  import_medication: ImportMedicationTable
  prescription: PrescriptionTable
  dispense: DispenseTable
  prior_authorization: PriorAuthorizationTable
  medicine_order: MedicineOrderTable
  formulary: FormularyTable
  formulary_drug: FormularyDrugTable
  refill_reminder: RefillReminderTable
  payout_line: PayoutLineTable
  care_team: CareTeamTable
  related_person: RelatedPersonTable
  record_version: RecordVersionTable
  plan: PlanTable
  shop_catalogue: ShopCatalogueTable
  shop_plan: ShopPlanTable
  shop_benefit: ShopBenefitTable
  shop_rate: ShopRateTable
  shop_place: ShopPlaceTable
  shop_saved: ShopSavedTable
  shop_cart: ShopCartTable
  shop_cart_item: ShopCartItemTable
  shop_application: ShopApplicationTable
  shop_application_event: ShopApplicationEventTable
  accumulator: AccumulatorTable
  other_insurance: OtherInsuranceTable
  premium_account: PremiumAccountTable
  premium_bill: PremiumBillTable
  premium_line: PremiumLineTable
  premium_move: PremiumMoveTable
  premium_sent: PremiumSentTable
  premium_payment: PremiumPaymentTable
  premium_method: PremiumMethodTable
  premium_autopay: PremiumAutopayTable
  ledger_entry: LedgerEntryTable
  ledger_check: LedgerCheckTable
  app_config: AppConfigTable
  setting_change: SettingChangeTable
  tag_count: TagCountTable
  content_item: ContentItemTable
  content_version: ContentVersionTable
  content_step: ContentStepTable
  content_release: ContentReleaseTable
  content_released: ContentReleasedTable
  content_undo: ContentUndoTable
  content_mark: ContentMarkTable
  audit_event: AuditEventTable
  sign_in_limit: SignInLimitTable
  password_history: PasswordHistoryTable
  sign_in_challenge: SignInChallengeTable
  passkey: PasskeyTable
  authenticator: AuthenticatorTable
  recovery_code: RecoveryCodeTable
  trusted_device: TrustedDeviceTable
  recovery_ticket: RecoveryTicketTable
  email_change: EmailChangeTable
  security_answer: SecurityAnswerTable
  registration: RegistrationTable
  saved_registration: SavedRegistrationTable
  guardian: GuardianTable
  guardian_check: GuardianCheckTable
  lead: LeadTable
  person_state: PersonStateTable
  staff_brand: StaffBrandTable
  thread_work: ThreadWorkTable
  thread_note: ThreadNoteTable
  thread_presence: ThreadPresenceTable
  staff_draft: StaffDraftTable
  desk_event: DeskEventTable
  staff_request: StaffRequestTable
  instance: InstanceTable
  directory_generation: DirectoryGenerationTable
  directory_entry: DirectoryEntryTable
  directory_term: DirectoryTermTable
  directory_word: DirectoryWordTable
  directory_network: DirectoryNetworkTable
  directory_seat: DirectorySeatTable
  directory_correction: DirectoryCorrectionTable
  saved_provider: SavedProviderTable
  primary_care_choice: PrimaryCareChoiceTable
  provider_shown: ProviderShownTable
  directory_report: DirectoryReportTable
}
