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
  /** Shared by everyone whom the contract covers. */
  contract_number: string
  first_name: string
  last_name: string
  date_of_birth: Day
  relationship_code: string
  chip: boolean
  guardian_verified: boolean
}

/** How the plan reaches a member, as its files tell it; what the member says of themselves stands in their account. */
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
  /** Kind to cents. */
  copays: ColumnType<Record<string, number>, string, string>
  /** Since when it is in effect; null when it is not yet. */
  effectuated_on: Day | null
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
  benefit_plan_type: string | null
  drug_coverage: boolean
  /** As the plan's files call the plan; null: not said. */
  plan_id: ColumnType<string | null, string | null | undefined, string | null>
  /** The member's own limits of a year, where their coverage says any. */
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
  /** As the vendor knows it. */
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
  /** Last day of care that it pays for, where that is not the end of the plan year. */
  spend_by: Day | null
  claim_by: Day | null
  carry_over_cents: number | null
  /** Last day to spend or to claim that the member was told of (MP-29), or that was looked at and lost no one anything. */
  told_day: ColumnType<Day | null, Day | null | undefined, Day | null>
  run_id: string
  imported_at: Moment
}

interface SpendingTransactionTable {
  member_id: string
  transaction_id: string
  account_id: string
  /** As the vendor knows it. */
  vendor_id: string
  moved_on: Day
  kind: TransactionKind
  state: TransactionState | 'withdrawn'
  /** Into the account is positive, out of it negative. */
  amount_cents: number
  /** Of contributions. */
  paid_by: 'employee' | 'employer' | null
  payee: string | null
  note: string | null
  /** Whose care it was; null: the account's own member's, or no care. */
  for_member_id: string | null
  claim_number: string | null
  /** For the patient alone, even where others may see the rest (MP-14). */
  sensitive: boolean
  run_id: string
  imported_at: Moment
}

/** Which plans have sent spending accounts, and when last. */
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
  /** What a member of staff may do besides their role, of the rules' `entitlements`. */
  entitlements: ColumnType<string[], string | undefined, string>
  /** Of the page that they used last. */
  page_language: ColumnType<Language | null, Language | null | undefined, Language | null>
  password_changed_at: ColumnType<Date, Date | undefined, Date>
  /** Since when staff keep it locked; null: they do not. */
  locked_at: MaybeMoment
  /** Of staff who work here no more. */
  ended_at: MaybeMoment
  /** Since when they were first an administrator (AD-2); stays when they are one no more. */
  administrator_since: MaybeMoment
  created_at: Generated<Date>
}

interface SessionTable {
  session_id: string
  token_hash: Buffer
  account_id: string
  /** Copied from the account at sign-in, so that a request needs one row only. */
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
  /** Hash of the secret that leads the rep back to their own session. */
  actor_return_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  ticket: ColumnType<string | null, string | null | undefined, string | null>
  /** What the member lets the person who looks at their information see (RG-3); null in every other session. */
  scopes: ColumnType<AccessScope[] | null, string | null | undefined, string | null>
}

/** Whom a member lets see what is theirs, or has invited to (RG-3). */
interface PersonAccessTable {
  /** Made by the member's page; a second invitation with the same id stores nothing. */
  access_id: string
  member_id: string
  brand: string
  /** As the member called them. */
  name: string
  email: string
  relationship: AccessRelationship
  scopes: ColumnType<AccessScope[], string, string>
  /** As the member chose it. */
  last_day: Day | null
  state: 'invited' | 'active' | 'declined' | 'ended'
  /** Who has accepted, or declined. */
  account_id: ColumnType<string | null, string | null | undefined, string | null>
  /** Of an invitation that can be answered, and until when. */
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
  /** Host name that the passkey is good for. */
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
  /** Null until the first right code. */
  confirmed_at: MaybeMoment
  /** Time step of the last code that was used: none is good twice. */
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

/** Someone who has registered; their account is opened when they follow the link of the e-mail (RG-1). */
interface RegistrationTable {
  /** Made by the sender's page; a second one with the same id stores nothing. */
  registration_id: string
  ticket_hash: Buffer
  /** Everything of the account to be, sealed; gone once it is opened. */
  sealed: Buffer | null
  created_at: Moment
  expires_at: Moment
  /** The account that was opened. */
  account_id: ColumnType<string | null, string | null | undefined, string | null>
}

/** What was typed of a registration that is to be finished later (RG-1), sealed. */
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
  /** Where PINs go. */
  email: string
}

/** How far someone has proven to be the guardian of a child; both secrets are hashed. */
interface GuardianCheckTable {
  member_id: string
  /** Gone once the PIN was right. */
  pin_hash: Buffer | null
  pin_expires_at: Moment
  proof_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  proof_expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/** Who sells plans: an agency, which may do this of what there is. */
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

/** An e-mail that someone has had sent, once (SH-2). */
interface SentLetterTable {
  account_id: string
  letter_id: string
  template: string
  sent_at: Moment
}

/** A member as client of an agency, which sees them by their consent alone (AG-5). */
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

/** What an agency proposes to a client (AG-6). */
interface AgencyProposalTable {
  proposal_id: string
  agency_id: string
  region: string
  agent_account_id: string
  /** Of the agency's book of business; null: someone else. */
  client_id: string | null
  brand: string
  market: Market
  plan_year: number
  npn: string | null
  language: Language
  /** Who the client is, and what is proposed to them. */
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

/** For which agency and region someone works in a session (AG-1). */
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

/** Someone who wants to hear of a brand's plans (SH-1). */
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
  /** The agency that was handed them, and who has them there. */
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
  /** Where the member wants to be called back, as typed (MC-3). */
  phone_number: string | null
  best_time: BestTime | null
  sent_at: Moment
  read_at: MaybeMoment
  deleted_at: MaybeMoment
  /** How many rows of `attachment` name this message. */
  attachment_count: ColumnType<number, number | undefined, number>
  /** Since when the member can restore it no more. */
  purged_at: MaybeMoment
  /** Subject of its thread in small letters; the database fills it in. */
  subject_key: ColumnType<string, undefined, never>
}

/** What is searched, kept by the database itself at every change of messages. */
interface MessageWordsTable {
  member_id: string
  message_id: string
  incoming: boolean
  sent_at: Moment
  words: string
}

/** Kept by the database itself at every change of messages. */
interface MailboxCountTable {
  member_id: string
  inbox: number
  sent: number
  deleted: number
  unread: number
  /** Conversations in each folder. */
  inbox_threads: ColumnType<number, number | undefined, number>
  sent_threads: ColumnType<number, number | undefined, number>
  deleted_threads: ColumnType<number, number | undefined, number>
}

/** A conversation in a folder that it stands in. Kept by the database itself at every change of messages. */
interface ConversationTable {
  member_id: string
  folder: MessageFolder
  thread_id: string
  /** How many messages the folder shows of it, how many of them are unread, and how many files they have. */
  messages: number
  unread: number
  attachments: number
  /** The newest of them; what the list is sorted by. */
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

/** What was typed and chosen; '' where nothing is. */
export interface DraftData {
  readonly categoryId: string
  readonly subCategoryId: string
  readonly subject: string
  readonly text: string
  readonly phoneNumber: string
  readonly bestTime: BestTime
  readonly attachmentIds: readonly string[]
  /** Left out in drafts of an earlier release. */
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

/** What a member has said of their health for themselves alone (MP-20). */
interface WellnessAssessmentTable {
  member_id: string
  answers: ColumnType<AssessmentData, string, string>
  saved_at: Moment
}

type AssessmentData = AssessmentAnswers

/** What a member set out to do on some days of each week. */
interface WellnessGoalTable {
  member_id: string
  goal: GoalKind
  per_week: number
  since: Day
}

/** A day on which they did. */
interface WellnessDayTable {
  member_id: string
  goal: GoalKind
  day: Day
}

/** What a member has begun to fill in of a form, one of each kind (MP-21). */
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

/** A form that a member signed and sent; it began a conversation, whose work says where it stands. */
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

/** What was signed, in the words and the language in which it was. */
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
  /** How many files came with it. */
  readonly files: number
  /** As they came, by field. */
  readonly answers: Readonly<Record<string, string>>
}

/** What a member of staff has begun to write in a conversation: one of them each (MC-6). */
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
  /** What the template is filled in with, sealed; gone once the e-mail is sent or given up. */
  sealed_values: Buffer | null
  state: 'waiting' | 'sent' | 'dead'
  attempts: number
  created_at: Moment
  /** When it is tried next; while one instance tries, when another may. */
  due_at: Moment
  settled_at: MaybeMoment
  /** Code of the last failure, never what a server said. */
  last_error: string | null
}

/** What a member wants to be told by e-mail; without a row, what the defaults say. */
interface NotificationChoiceTable {
  member_id: string
  new_message: boolean
  form_answered: boolean
  bill_due: ColumnType<boolean, boolean | undefined, boolean>
  payment_made: ColumnType<boolean, boolean | undefined, boolean>
  account_ending: ColumnType<boolean, boolean | undefined, boolean>
  /** Of requests to pharmacies. */
  order_news: boolean
  /** When a medicine runs out soon. */
  refill_soon: ColumnType<boolean, boolean | undefined, boolean>
  language: string
  changed_at: Moment
}

interface AttachmentTable {
  member_id: string
  attachment_id: string
  /** Who uploaded it: no one else sees it before it is sent. */
  account_id: string
  /** Made by the uploader's page; a second upload with the same id is stored once. */
  client_attachment_id: string | null
  /** The draft that it is for. */
  client_message_id: string | null
  name: string
  type: string
  size: number
  /** `scanning`: kept apart until the virus check has cleared it; `gone`: to be cleaned away, no one sees it anymore. */
  state: 'uploading' | 'scanning' | 'clean' | 'refused' | 'gone'
  refusal: AttachmentRefusal | null
  /** Whether bytes of it may be in storage. */
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

/** Whose members a member of staff works for: the code of a brand, or ALL. */
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
  /** Grows with everything that anyone writes or does. */
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
  /** Made by the writer's page; a second try with the same id stores nothing. */
  client_message_id: string
  author_account_id: string
  author_name: string
  body: string
  written_at: Moment
}

/** Who has a conversation open; forgotten when they are not heard of for a while. */
interface ThreadPresenceTable {
  member_id: string
  thread_id: string
  account_id: string
  typing: boolean
  seen_at: Moment
}

/** What came in and went out, for figures; of no one. */
interface DeskEventTable {
  event_id: string
  at: Moment
  brand: string
  category_id: string
  kind: 'received' | 'answered'
  /** Open minutes until the answer, and whether it was overdue; of answers to someone who waited. */
  waited_minutes: number | null
  late: boolean | null
}

/** A claim as the plan's files tell it (IM-1); in an amount, null: the file does not say. */
interface ClaimTable {
  member_id: string
  claim_id: string
  /** As the payer knows it. */
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
  facility_name: string | null
  payee: 'provider' | 'subscriber' | null
  network: 'in' | 'out' | null
  /** For the patient alone, even where others may see the rest (MP-14). */
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
  /** Part of the share that nothing explains. */
  unexplained_cents: number | null
  adds_up: boolean | null
  details: ColumnType<ClaimDetailsData, string, string>
  /** Id of the resource that names the group. */
  coverage_id: string | null
  /** What the state follows from, besides other claims. */
  facts: ColumnType<ClaimFactsData, string, string>
  replaces: string | null
  replaced_by: string | null
  /** In small letters: what a search looks into. */
  search_text: string
  /** Id, version and digest of the resource that it was made from, and the run that brought it. */
  resource_id: string
  version: string | null
  content_hash: Buffer
  run_id: string
  imported_at: Moment
}

/** What a claim says besides its figures, in the payer's own words. */
export interface ClaimDetailsData {
  readonly reasons: readonly { readonly code: string; readonly text: string | null }[]
  readonly notes: readonly string[]
  readonly others: readonly { readonly text: string; readonly cents: number }[]
  /** Of a claim of a pharmacy: for how many days what it gave out lasts; left out: the file does not say. */
  readonly daysSupply?: number
}

export type ClaimFactsData = Pick<
  ClaimFacts,
  'withdrawn' | 'decided' | 'denied' | 'lines' | 'deniedLines' | 'afterAppeal'
>

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

/** A version of a claim as it came. */
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
  /** As the plan's files call the person. */
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

/** Who provides care, by the id that the plan's files use. */
interface ImportPartyTable {
  brand: string
  party_id: string
  party_type: string
  name: string
  npi: string | null
  /** On one line; null: the file has none. */
  address: string | null
  /** Of a role: ids of its practitioner and organization. */
  stands_for: ColumnType<string[] | null, string | null, string | null>
  version: string | null
  content_hash: Buffer
  run_id: string
}

interface CoverageSourceTable {
  member_id: string
  resource_id: string
  version: string | null
  content_hash: Buffer
  coverage: ColumnType<unknown, string, string>
  run_id: string
}

/** Which instance does what only one may do at a time. */
interface ImportLeaseTable {
  name: string
  holder: string
  until: Moment
}

/** Of which brands a person of files is that speak of several, by the payers of their coverages and claims. */
interface ImportPatientBrandTable {
  patient_id: string
  brand: string
}

/** A drug that files name by its id. */
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

/** What was prescribed, as the plan's files tell it (IM-1). */
interface PrescriptionTable {
  member_id: string
  resource_id: string
  name: string
  rxnorm: string | null
  ndc: string | null
  /** `order`, `plan` and so on: a plan is no prescription yet. */
  intent: string | null
  /** In the words of the file. */
  dose: string | null
  /** What it says of the dose in fields. */
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
  /** For the patient alone, even where others may see the rest (MP-14). */
  sensitive: boolean
  version: string | null
  content_hash: Buffer
  run_id: string
  imported_at: Moment
}

/** What a pharmacy gave out. */
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
  /** For the patient alone, even where others may see the rest (MP-14). */
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
  /** As the payer knows it. */
  number: string | null
  /** What for, in the payer's words. */
  service: string | null
  rxnorm: string | null
  ndc: string | null
  /** Null: the file does not say what became of it. */
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
  /** For the patient alone, even where others may see the rest (MP-14). */
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

/** What a plan asks for drugs of a tier at a kind of pharmacy; null: it does not say. */
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
  /** What it is for, as the plan's list groups drugs; null: the list does not say. */
  drug_class: string | null
}

/** Which supply of a medicine a member was reminded of, by the day on which it ends. */
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
  /** What the member is told to name it by. */
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
  /** For the patient alone, even where others may see the rest (MP-14). */
  sensitive: boolean
  state: OrderState
  reason: string | null
  /** Of the pharmacy's last notice; 0: none has come. */
  sequence: number
  requested_at: Moment
  sent_at: MaybeMoment
  changed_at: Moment
  attempts: number
  /** When it is handed over next; null: there is nothing to hand over. */
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
  /** For the patient alone, even where others may see the rest (MP-14). */
  sensitive: boolean
  version: string | null
  content_hash: Buffer
  run_id: string
  imported_at: Moment
}

/** Who is in a care team. `name` null: only the id of their resource is known. */
export type ParticipantsData = readonly {
  readonly id: string | null
  readonly name: string | null
  readonly role: string | null
}[]

/** Someone in a member's life whom the plan's files name. */
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
  /** For the patient alone, even where others may see the rest (MP-14). */
  sensitive: boolean
  version: string | null
  content_hash: Buffer
  run_id: string
  imported_at: Moment
}

/** A version of a prescription, a dispense, a care team or a related person as it came. */
interface RecordVersionTable {
  member_id: string
  type: string
  resource_id: string
  content_hash: Buffer
  resource: ColumnType<unknown, string, string>
  run_id: string
  imported_at: Moment
}

/** A row of a CSV file that was taken in, so that the same one again changes nothing. */
interface ImportRowTable {
  kind: string
  /** Digest of what tells the row apart. */
  row_id: Buffer
  version: string | null
  content_hash: Buffer
  run_id: string
}

/** A year of a plan: the same for everybody on it (MP-12). */
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

/** What is loaded of a year of a brand's shop (SH-3). */
interface ShopCatalogueTable {
  brand: string
  plan_year: number
  /** Another one with each change. */
  generation: string
  /** Digests of the parts that were loaded. */
  hashes: ColumnType<CatalogueHashesData, string, string>
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

/** Shopping that a link opens (SH-6). */
interface ShopSavedTable {
  save_id: string
  ticket_hash: Buffer
  brand: string
  sealed: Buffer
  created_at: Moment
  expires_at: Moment
}

/** Plans that someone means to buy (SH-7): of an account, else of a browser. */
interface ShopCartTable {
  cart_id: string
  brand: string
  account_id: string | null
  secret_hash: Buffer | null
  changed_at: Moment
}

interface ShopCartItemTable {
  cart_id: string
  /** Whose the cart is; null: a browser's. */
  account_id: string | null
  plan_year: number
  plan_id: string
  item_id: string
  /** Whom it is for. */
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
  /** The payment that is under way, or by which the first premium came; null: none is, or the plan's billing told of it. */
  payment_id: string | null
  language: Language
  /** Whom it covers, how to reach them, and what they signed. */
  sealed: Buffer
  created_at: Moment
  /** Of which proposal of an agency it came (AG-6). */
  proposal_id: string | null
}

interface ShopApplicationEventTable {
  enrollment_id: string
  state: ApplicationState
  at: Moment
  told_at: MaybeMoment
}

/** A file of what a plan and providers have agreed on, a generation of its own (IM-8). */
interface RatesFileTable {
  file_id: string
  brand: string
  /** What tells which earlier file it replaces. */
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

/** What care was said to cost a member, as it was shown. */
interface CostEstimateTable {
  member_id: string
  estimate_id: string
  service_name: string
  provider_name: string | null
  /** The most that the member was told to pay; null: that was not known. */
  high_cents: number | null
  shown: ColumnType<unknown, string, string>
  kept_at: Moment
}

/** A provider of a group that prices hold for. */
interface RatesProviderTable {
  file_id: string
  ref: string
  /** Empty: the file names them by their tax number alone. */
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
  /** Whole cents; of a percentage hundredths of a percent. */
  amount: number
  billing_class: 'professional' | 'institutional' | 'both'
  setting: 'inpatient' | 'outpatient' | 'both'
  /** Codes with a blank between; empty: none. */
  modifiers: string
  expires: Day
}

/** Whether a family's limits are embedded or aggregate, by kind. */
export type FamilyRulesData = FamilyRules

/** What a plan pays of one service in one network; null: the plan's file does not say. */
export interface PlanBenefitData {
  readonly service: string
  /** What it stands under, e.g. `Tests`. */
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
  /** E.g. `en`; null: not said. */
  readonly language: string | null
  /** `https://…` */
  readonly link: string
}

/** A limit of a member's own, or what their plan's file says they have used of one. */
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
  /** Of what is used. */
  as_of: Day | null
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

/** What a contract's premiums are billed by, under who pays them; null: the plan's file does not say. */
interface PremiumAccountTable {
  member_id: string
  account_id: string
  /** As the plan's billing knows it. */
  account_number: string
  client_number: string | null
  group_number: string | null
  state: 'open' | 'closed' | 'withdrawn'
  /** What is owed; below zero: a credit. */
  balance_cents: number | null
  as_of: Day | null
  paid_through: Day | null
  /** Whether the plan itself takes the premium from an account or a card. */
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
  /** All that it asks for, with what earlier bills left unpaid. */
  amount_cents: number
  /** The day that an e-mail told of it. */
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
  /** For whom; null: for no one alone. */
  for_member_id: string | null
  note: string | null
  run_id: string
  imported_at: Moment
}

interface PremiumMoveTable {
  member_id: string
  move_id: string
  account_id: string
  /** As the plan's billing knows it. */
  vendor_id: string
  state: 'posted' | 'withdrawn'
  moved_on: Day
  kind: PremiumMoveKind
  way: PremiumWay | null
  /** What came in is positive, what went back negative. */
  amount_cents: number
  note: string | null
  /** The payment made here that the plan has posted by it. */
  payment_id: string | null
  run_id: string
  imported_at: Moment
}

/** A payment of premiums through a gateway; of cards and accounts it has nothing. */
interface PremiumPaymentTable {
  /** Of a first premium the application's id: who applies is no member yet. */
  member_id: string
  payment_id: string
  /** Null: of a first premium. */
  account_id: string | null
  /** What the member confirmed. */
  amount_cents: number
  /** What was paid by the gateway's word, and what of it went back. */
  paid_cents: number
  refunded_cents: number
  state: PaymentState
  gateway: string
  /** The gateway's own id; null: it has not told. */
  gateway_ref: string | null
  /** Where the member pays. */
  url: string | null
  language: string
  return_to: string
  /** How often the gateway was asked, and when it is asked next. */
  looks: number
  look_at: ColumnType<Date | null, Date | null, Date | null>
  created_at: ColumnType<Date, Date, Date>
  changed_at: ColumnType<Date, Date, Date>
  settled_at: ColumnType<Date | null, Date | null, Date | null>
  /** When an e-mail told what became of it, or someone wanted none. */
  told_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Of an automatic payment: by which way to pay, for which due day, and which try it is. */
  method_id: string | null
  auto_due_on: Day | null
  auto_try: number | null
  /** The application whose first premium it is. */
  enrollment_id: string | null
}

/** A way to pay that the gateway keeps; of cards and accounts there is only what their owner knows them by. */
interface PremiumMethodTable {
  member_id: string
  method_id: string
  state: MethodState
  gateway: string
  /** The gateway's own ids: of the page where it is entered, of what was entered, of whom it knows by it. */
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

/** That an account pays itself, as its payer has confirmed. */
interface PremiumAutopayTable {
  member_id: string
  account_id: string
  method_id: string
  /** What is taken at a time at most. */
  most_cents: number
  language: string
  confirmed_at: ColumnType<Date, Date, Date>
  /** The day on which it was last seen to, and the due days of which it was reminded and found beyond the limit. */
  checked_on: ColumnType<Day | null, Day | null, Day | null>
  told_for: ColumnType<Day | null, Day | null, Day | null>
  told_over_for: ColumnType<Day | null, Day | null, Day | null>
}

export type LedgerAccount = 'gateway' | 'premium'

/** An amount that one account gives and another takes, so that both sides are always equal. */
interface LedgerEntryTable {
  member_id: string
  payment_id: string
  /** What tells it apart from others of the payment: `paid:` or `refunded:` with the sum that it leads to. */
  entry: string
  /** `gateway`: what the gateway holds for the plan; `premium`: what members have paid. */
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

/** A line of a file by which the gateway tells what it has paid out to the plan's bank. */
interface PayoutLineTable {
  line_id: string
  /** Which transfer to the bank it was part of, and when that arrived. */
  payout: string
  paid_on: Day
  /** The payment made here that it is of; null: it names none. */
  payment_id: string | null
  kind: 'payment' | 'refund' | 'other'
  /** What came is positive, what went back negative, before the gateway's fees. */
  amount_cents: number
  run_id: string
  imported_at: Moment
}

/** What a night's comparison of the ledger with the gateway's books found. */
interface LedgerCheckTable {
  day: Day
  gateway: string
  started_at: Moment
  ended_at: MaybeMoment
  payments: number
  ledger_cents: number
  gateway_cents: number
  /** What the bank has of these payments, and through which day its files tell; null: there are no files. */
  bank_cents: number | null
  bank_through: ColumnType<Day | null, Day | null | undefined, Day | null>
  differences: ColumnType<readonly LedgerDifferenceData[], string, string>
}

/** Which plans have sent premium bills, and when last. */
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

/** Append-only: each change of a setting by the console (CT-9). */
interface SettingChangeTable {
  change_id: string
  /** Upper-case code of a brand, or ALL. */
  brand: string
  key: string
  /** As `app_config` has them; both null: taken back. */
  boolean_value: boolean | null
  string_value: string | null
  before_boolean: boolean | null
  before_string: string | null
  reason: string
  changed_at: Moment
  account_id: string
  /** As the person was called then. */
  changed_by: string
  /** Order of changes, by the database. */
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
  /** The next release replaces its own items, never what was edited. */
  origin: 'release' | 'edited'
  updated_at: ColumnType<Date, Date | undefined, Date>
}

/** Append-only: each version of an item, whole (CT-8). */
interface ContentVersionTable {
  version_id: string
  name: string
  brand: string
  language: string
  qualifiers: ColumnType<Record<string, string>, string, never>
  content_type: string | null
  /** Null: what came with the portal shows again. */
  value: string | null
  /** What changed and why, for the approver. */
  note: string
  written_at: Moment
  account_id: string
  /** As the person was called then. */
  written_by: string
  /** Order of versions, by the database. */
  place: Generated<number>
}

/** Append-only: what was done with a version (CT-6). */
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

/** Versions that show and go together (CT-8). */
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

/** One row, whose number is another one with each change of `content_item`. */
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
  /** For whom the actor acted; null when for themselves. */
  as_account_id: string | null
  as_login_id: string | null
  /** How many refusals of the same kind the row stands for; null: it tells of one event. */
  times: number | null
  /** Place in the chain and its hash, filled in once by the sealing. */
  seq: ColumnType<number | null, undefined, number>
  hash: ColumnType<Buffer | null, undefined, Buffer>
}

/** What an administrator asked for and another one has to confirm (AD-2). */
interface StaffRequestTable {
  request_id: string
  kind: 'rights' | 'invitation' | 'second-factor'
  /** Account that it concerns; null: the invitation opens it. */
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
  /** Rights that are new; all of them for an invitation. */
  readonly entitlements: readonly Entitlement[]
  readonly brands: readonly string[]
  readonly loginId: string
  readonly firstName: string
  readonly lastName: string
  /** Of an invitation. */
  readonly email: string | null
  readonly brand: string | null
  readonly actorType: string | null
}

/** A server that runs, by what it last said of itself (AD-5). */
interface InstanceTable {
  instance_id: string
  host: string
  pid: number
  version: string
  started_at: Moment
  seen_at: Moment
  streams: number
}

/** A directory of providers as it was loaded (IM-7); of each source one is live. */
interface DirectoryGenerationTable {
  generation: Generated<number>
  /** Code of the brand that it is of, or '' for what all brands share. */
  source: string
  state: 'loading' | 'live' | 'old'
  begun_at: Moment
  live_at: MaybeMoment
  entries: number
  facts: ColumnType<DirectoryFactsData, string, string>
  run_id: string
}

/** What a directory says of anyone at all, so that no one filters by what it does not know. */
export interface DirectoryFactsData {
  readonly gender?: boolean
  readonly accepting?: boolean
  readonly telehealth?: boolean
  readonly wheelchair?: boolean
  readonly saturday?: boolean
  readonly languages?: readonly string[]
  readonly affiliations?: readonly string[]
}

/** A provider at a place; null: the file does not say. */
interface DirectoryEntryTable {
  generation: number
  /** The NPI where there is one. */
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
  /** Of the name, folded. */
  words: string[]
  address: string | null
  city: string | null
  state: string | null
  zip: string | null
  lat: number
  lon: number
  /** Whether the point is the building's own, not that of its ZIP code. */
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
  /** Which file it is from, by the file's own word. */
  origin: string | null
  content_hash: Buffer
}

/** What an entry is found by, and where it is. */
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
  /** None: every plan of the brand uses it. */
  plan_ids: string[]
}

interface DirectorySeatTable {
  generation: number
  brand: string
  network_id: string
  provider_id: string
  /** Empty: at all places. */
  zip: string
  begins: Day | null
  ends: Day | null
  accepting: boolean | null
  primary_care: boolean | null
  verified_on: Day | null
}

/** What staff found to be wrong with an entry, until a file brings it right. */
interface DirectoryCorrectionTable {
  provider_id: string
  brand: string
  kind: ReportKind
  value: string | null
  made_at: Moment
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

/** What the directory said to a member, who may rely on it (MP-25). */
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
  /** The entry as it stood. */
  entry: ColumnType<unknown, string, string>
  kind: ReportKind
  note: string
  reported_at: Moment
  due_on: Day
  outcome: ReportOutcome | null
  settled_by: string | null
  settled_at: MaybeMoment
  answer: string
}

/** Every table; what is whose, and what becomes of it, stands in `personal-data.ts`. */
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
