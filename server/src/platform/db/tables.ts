import type { FeedReason } from '@portico/contract/feed-reasons'
import type { Language } from '@portico/contract/page'
import type { SellingLine, TrainingKind } from '@portico/rules/agencies/selling'
import type { AppAuthMethod, AppState, Attestation, HostProof } from '@portico/rules/apps/app'
import type { GrantEnd, GrantLasts } from '@portico/rules/apps/grant'
import type { AppPart } from '@portico/rules/apps/scopes'
import type { Organization } from '@portico/rules/apps/system'
import type { YearFigures } from '@portico/rules/authorizations/figures'
import type { AppealOutcome, ReviewReason } from '@portico/rules/authorizations/outcomes'
import type { ClaimCategory } from '@portico/rules/claims/category'
import type { TakenBack } from '@portico/rules/claims/counter-entry'
import type { Figures } from '@portico/rules/claims/figures'
import type { ClaimFacts, ClaimState } from '@portico/rules/claims/state'
import type { ContentStep } from '@portico/rules/content/states'
import type { FamilyRules, Holder, LimitKind, Network, YearLimit } from '@portico/rules/coverage/balances'
import type { PlanKind } from '@portico/rules/coverage/plan-kind'
import type { ProviderKind, ReportKind, ReportOutcome } from '@portico/rules/finder/limits'
import type { FormKind } from '@portico/rules/forms/kinds'
import type { Audience, ConnectionKind, ConnectionSettings, SignOnOutcome } from '@portico/rules/identity/connection'
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
import type { Disputes, PaymentState } from '@portico/rules/premium/payment'
import type { Told } from '@portico/rules/premium/told'
import type { Role } from '@portico/rules/roles'
import type { ScimAudience } from '@portico/rules/scim/audience'
import type { ScimAgency } from '@portico/rules/scim/user'
import type { ApplicationState } from '@portico/rules/shop/application'
import type { Market } from '@portico/rules/shop/lines'
import type { SpendingAccountType, TransactionKind, TransactionState } from '@portico/rules/spending/accounts'
import type { CoverageLevel } from '@portico/rules/spending/limits'
import type { DataChange } from '@portico/rules/staff/data-changes'
import type { Entitlement } from '@portico/rules/staff/entitlements'
import type { PhoneType } from '@portico/rules/validation/phone-type'
import type { AssessmentAnswers } from '@portico/rules/wellness/assessment'
import type { GoalKind } from '@portico/rules/wellness/goals'
import type { WorkState } from '@portico/rules/workspace/work'
import type { ColumnType, Generated } from 'kysely'
import {
  apart,
  closedName,
  closedPassword,
  declareExported,
  declareExportedTable,
  declareMadeFrom,
  declareWithheld,
  declareWithheldTable,
  forAudit,
  id,
  inner,
  ofPlan,
  type RowOf,
  secret,
  toForget,
  work,
} from './personal-data.ts'
import type { CataloguePart, PlanBenefit, PlanContent, PlanRates } from './plan-columns.ts'

/** A moment: read as Date, written as Date or ISO text. */
type Moment = ColumnType<Date, Date | string, Date | string>
type MaybeMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** A calendar day `yyyy-mm-dd`. */
type Day = string
/** Read as a value, written as its text. */
type Json<Value> = ColumnType<Value, string, string>
type MaybeJson<Value> = ColumnType<Value | null, string | null, string | null>

export type SignInMethod = 'password' | 'second-factor' | 'passkey' | 'provider' | 'simulation' | 'viewing'

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

/** Parameters of an export request (OS-53). */
export interface ExchangeRequest {
  /** Address of the brand's API. */
  readonly base: string
  /** The plan's name, if Provenance is requested. */
  readonly plan?: string
  readonly types: readonly string[]
  readonly since: string | null
  readonly until: string | null
  /** Searches that narrow a type. */
  readonly filters: readonly { readonly type: string; readonly query: string }[]
  /** The requested members; null: the whole group. */
  readonly members: readonly string[] | null
}

/** Progress of an export or match. */
export interface ExchangeProgress {
  readonly phase: 'members' | 'parties'
  /** The last completed member; `within` is the last resource of the member after it. */
  readonly after: string
  readonly within: { readonly memberId: string; readonly type: string; readonly id: string } | null
  readonly members: number
  readonly walked: number
  /** Number of members left out, by reason. */
  readonly leftOut: Readonly<Record<string, number>>
  /** The current file of each type, and its number of chunks so far. */
  readonly files: Readonly<Record<string, { readonly file: number; readonly chunks: number }>>
  readonly nextFile: number
}

/** An app's hosts that declare themselves its maker's, as of a check (OS-36). */
export interface CheckedHosts {
  readonly checkedAt: string
  readonly found: readonly { readonly host: string; readonly proof: HostProof }[]
}

/** What an identity provider has asserted about someone (OS-60). */
export interface ArrivedIdentity {
  readonly issuer: string
  /** The provider's permanent identifier for the person. */
  readonly subject: string
  /** Text values by the name of the claim or attribute. */
  readonly claims: Readonly<Record<string, readonly string[]>>
  /** Whether the answer leaves out groups because there are too many. */
  readonly omitsGroups?: boolean
  /** How the provider authenticated them: `acr`, `amr`, or the authentication context. */
  readonly factors: readonly string[]
  /** The provider's id for their session; null if it sends none. */
  readonly session: string | null
  /** When they authenticated to the provider, as ISO 8601; null if it does not say. */
  readonly provenAt: string | null
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

export interface FormDraftData {
  readonly answers: Readonly<Record<string, string>>
  readonly attachmentIds: readonly string[]
}

/** What was signed, in the member's words and language. */
export interface FormDocumentData {
  readonly title: string
  readonly receipt: string
  readonly language: Language
  readonly member: { readonly name: string; readonly number: string }
  /** The other person whom the form is about; null: the member. Missing in forms of earlier releases. */
  readonly about?: { readonly name: string; readonly number: string; readonly born: string } | null
  readonly sections: readonly {
    readonly title: string
    readonly fields: readonly { readonly label: string; readonly value: string }[]
  }[]
  readonly statement: string
  readonly signedName: string
  readonly signedAt: string
  /** Number of files sent with it. */
  readonly files: number
  /** As sent, by field. */
  readonly answers: Readonly<Record<string, string>>
}

export interface StaffDraftData {
  readonly mode: 'reply' | 'note'
  readonly text: string
  readonly attachmentIds: readonly string[]
}

/** The parts of a claim besides its amounts, in the payer's own words. */
export interface ClaimDetailsData {
  readonly reasons: readonly { readonly code: string; readonly text: string | null }[]
  readonly notes: readonly string[]
  readonly others: readonly { readonly text: string; readonly cents: number }[]
  /** For a pharmacy claim, the number of days that the supply lasts; left out if the file does not say. */
  readonly daysSupply?: number
  /** How much of the member's share a spending account has paid according to the claim; left out: the claim does not say. */
  readonly accountPaid?: number
}

/** Digests of the identifier systems (FHIR's `Identifier.system`) of some numbers, by number. */
export type NumberSystems = Readonly<Record<string, readonly string[]>>

export type ClaimFactsData = Pick<
  ClaimFacts,
  'withdrawn' | 'decided' | 'denied' | 'duplicate' | 'lines' | 'deniedLines' | 'afterAppeal' | 'takenBack'
> & {
  /** The claim that replaces it, if the claim itself says so; missing in claims from before this was stored. */
  readonly replacedBy?: string | null
  /** Claims that it replaces besides `replaces`. */
  readonly alsoReplaces?: readonly string[]
  /** The edition by which it was read; missing in claims from before this was stored. */
  readonly edition?: number
  /** The payer's id in its files; left out if unknown. */
  readonly payerId?: string
  /** The payer's names and numbers in its files; left out if unknown. */
  readonly payer?: {
    readonly names: readonly string[]
    readonly numbers: readonly { readonly system: string; readonly value: string }[]
  }
  /** The claim's names in its files besides its number and its resource's id. */
  readonly names?: readonly string[]
  /** Digests of its numbers' identifier systems; left out: the number may belong to any system. */
  readonly systems?: NumberSystems
  /** The claims that it replaces or takes back, and the claims that replace it, each as one or more names. */
  readonly named?: {
    readonly replaces: readonly (readonly string[])[]
    readonly replacedBy: readonly (readonly string[])[]
    readonly systems?: NumberSystems
  }
  /** For a reversal: the amounts that it takes back, and from which claim, if known. */
  readonly takesBack?: TakenBack & { readonly claimId: string | null }
}

/** Result of an erasure, as numbers of rows. */
export interface ErasureReceipt {
  readonly erased: Readonly<Record<string, number>>
  readonly kept: Readonly<Record<string, { readonly rows: number; readonly why: string }>>
  /** When data under retention may be erased, too, `yyyy-mm-dd`; null: there is none. */
  readonly again: string | null
}

export interface ImportCountsData {
  readonly read: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: number
  /** Records that existed before and are in none of the files, and so were removed; left out if such a run removes nothing. */
  readonly removed?: number
  /** Number of skipped records; `skips` says of which type and why. */
  readonly skipped: number
  readonly skips?: readonly { readonly type: string; readonly reason: string; readonly count: number }[]
  /** Records stored as received although they look wrong, or changed as a side effect. */
  readonly warnings?: readonly { readonly type: string; readonly reason: string; readonly count: number }[]
}

/** A member as the X12 enrollment files describe them; null: the files do not say. */
export interface EnrolledData {
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string
  readonly sex: string | null
  readonly relationshipCode: '18' | '01' | '05'
  readonly contact: Readonly<
    Record<'address' | 'city' | 'state' | 'zip_code' | 'email' | 'phone', string | null>
  > | null
  /** Numbers, dates, people and amounts as sent, by their segment. */
  readonly aside: Readonly<Record<string, readonly string[]>>
  /** Premium and subsidies; missing if the files do not mention them. */
  readonly told?: readonly Told[]
}

/** Totals of a brand's nightly X12 files. */
export interface FeedCountsData {
  readonly members: number
  /** Whether the files list all members. */
  readonly isFull: boolean
  /** Known members whom a full file does not list. */
  readonly missing: number
  readonly ended: number
  readonly renamed: number
  readonly refused: number
  readonly claims: number
  readonly paidCents: number
}

/** Totals of a night's files of one sender and kind, beside those last stored for that kind (FD-7). */
export interface FeedPartData {
  /** ISA06, with GS02 if it differs. */
  readonly sender: string
  readonly set: '834' | '835' | '837'
  /** When the newest file was created, `yyyy-mm-ddThh:mm:ssZ`; '' if the files do not say. */
  readonly moment: string
  readonly counts: FeedCountsData
  readonly before: FeedCountsData | null
  readonly found: readonly FeedFinding[]
  /** Whether storing the files ends the coverage of missing members; undefined: an earlier release's files, which ended no one's. */
  readonly endsMissing?: boolean
}

/** Why files are held back: the value found, and the limit that it exceeds. */
export interface FeedFinding {
  readonly reason: FeedReason
  readonly is: number
  readonly limit: number
}

/** A member's state before a run of X12 files. */
export interface EnrolledBefore {
  readonly row: {
    readonly memberNumber: string
    readonly contractNumber: string
    readonly version: string
    readonly hash: string
    readonly person: EnrolledData
  }
  readonly coverages: readonly unknown[]
  /** Contact information, if the run changed it. */
  readonly contact?: EnrolledData['contact']
}

/** What members pay for a tier's drugs at a kind of pharmacy; null if the plan does not say. */
export type TierCostsData = readonly {
  readonly tier: string
  readonly pharmacy: 'retail' | 'mail'
  readonly days: number
  readonly copayCents: number | null
  readonly coinsurance: number | null
  readonly deductibleApplies: boolean | null
  /** The only one of two parts that comes after the deductible. */
  readonly onlyAfter?: 'copay' | 'coinsurance'
  /** The days on which it applies; missing in rows from before days were stored, which always apply. */
  readonly begins?: string
  readonly ends?: string
  /** Drugs of the tier that this kind of pharmacy does not offer. */
  readonly without?: readonly string[]
}[]

/** What part of a plan's formulary came as resources (OS-17). */
export interface ReceivedListData {
  /** Periods whose rows all came as resources; both days included. */
  readonly days: readonly { readonly begins: string; readonly ends: string }[]
  readonly parts: readonly ReceivedPartData[]
}

/** A part of the formulary resources that a plan's list uses. */
export interface ReceivedPartData {
  readonly part: number
  /** The plan's days. */
  readonly begins: string
  readonly ends: string
  /** Periods that a later file replaces: resources that apply on no other days are gone. */
  readonly without: ReceivedListData['days']
}

/** The last day of the first period on which something applies, and the first day of the last such period. */
export type PartDays = readonly [endsFirst: string, beginsLast: string]

/** The people in a care team. A null `name`: only their resource's id is known. */
export type ParticipantsData = readonly {
  readonly id: string | null
  readonly name: string | null
  readonly role: string | null
}[]

/** A service included in another. */
export interface RatesPartData {
  readonly type: string
  readonly code: string
  readonly description: string
}

/** Whether a family's limits are embedded or aggregate, by kind. */
export type FamilyRulesData = FamilyRules

/** What a plan pays for one service in one network; null if the plan's file does not say. */
export interface PlanBenefitData {
  readonly service: string
  /** Heading in the list of benefits, e.g. `Tests`. */
  readonly section: string | null
  readonly network: Network
  readonly covered: boolean | null
  readonly copayCents: number | null
  /** The member's percentage. */
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

export type LedgerAccount = 'gateway' | 'premium'

export interface LedgerDifferenceData {
  readonly kind: LedgerDifference
  readonly paymentId: string | null
  /** The gateway's own id. */
  readonly ref: string | null
  readonly cents: number
}

export interface StaffRequestData {
  /** The new entitlements; for an invitation, its entitlements. */
  readonly entitlements: readonly Entitlement[]
  readonly brands: readonly string[]
  readonly loginId: string
  readonly firstName: string
  readonly lastName: string
  /** For an invitation only. */
  readonly email: string | null
  readonly brand: string | null
  readonly actorType: string | null
  /** The subject if it is not a person: an identity provider's token or group (OS-67, OS-69), with its name. */
  readonly record?: { readonly id: string; readonly name: string }
}

/** Facts that a directory has for at least one provider, so that no one filters by a fact that it never has. */
export interface DirectoryFactsData {
  readonly gender?: boolean
  readonly accepting?: boolean
  readonly telehealth?: boolean
  readonly wheelchair?: boolean
  readonly saturday?: boolean
  readonly languages?: readonly string[]
  readonly affiliations?: readonly string[]
}

/** Columns that every record of a member's care shares. */
const ofRecord = {
  status: declareExported<string | null>(),
  /** Cancelled, or entered in error: the member does not see it. */
  withdrawn: declareExported<boolean>(),
  /** Shown only to the patient, even if others may see the rest (MP-14). */
  sensitive: declareExported<boolean>(),
  version: inner<string | null>(),
  content_hash: inner<Buffer>(),
  run_id: inner<string>(),
  imported_at: declareExported<Moment>(),
}

/** Every table: its columns, whose data they hold, and what closing an account does to them. */
export const tables = {
  /** An agency that sells plans, with its entitlements. */
  agency: apart<{
    agency_id: string
    name: string
    phone: string | null
    entitlements: Json<string[]>
  }>('agencies, no person'),
  /** Where an agency sells the plans of a brand. */
  agency_region: apart<{
    agency_id: string
    region: string
    name: string
    state: string | null
    brand: string
  }>('where agencies sell'),
  account: declareExportedTable({
    of: 'account',
    part: 'account',
    order: 'account_id',
    columns: {
      account_id: id<string>(),
      login_id: declareExported<string>(),
      password_hash: secret<string>(),
      role: declareExported<Role>(),
      actor_type: inner<string>(),
      brand: declareExported<string>(),
      member_id: id<string | null>(),
      first_name: declareExported<string>(),
      last_name: declareExported<string>(),
      date_of_birth: declareExported<Day | null>(),
      email: declareExported<string | null>(),
      phone: declareExported<string | null>(),
      phone_type: declareExported<Generated<PhoneType | null>>(),
      bus_phone: declareExported<string | null>(),
      address: declareExported<string | null>(),
      city: declareExported<string | null>(),
      state: declareExported<string | null>(),
      zip_code: declareExported<string | null>(),
      county: declareExported<string | null>(),
      market: declareExported<string | null>(),
      ecid: declareExported<string | null>(),
      npn: declareExported<string | null>(),
      ffm_id: declareExported<string | null>(),
      nick_name: declareExported<string | null>(),
      challenge_question: declareExported<string | null>(),
      preferred_store: inner<string>(),
      temporary_password: inner<boolean>(),
      security_strength_enforcement: inner<'NONE' | 'FORCED'>(),
      employee: declareExported<boolean>(),
      demo_of_brand: inner<string | null>(),
      directory_out_of_step: inner<boolean>(),
      /** What a member of staff may do besides their role, from the rules' `entitlements`. */
      entitlements: declareExported<ColumnType<string[], string | undefined, string>>(),
      /** The language of the page that the person used last. */
      page_language: declareExported<Generated<Language | null>>(),
      password_changed_at: declareExported<Generated<Date>>(),
      /** When staff locked it; null if not locked. */
      locked_at: work<MaybeMoment>(),
      /** Set for staff who no longer work here. */
      ended_at: work<MaybeMoment>(),
      /** When they first became an administrator (AD-2); kept after they stop being one. */
      administrator_since: work<MaybeMoment>(),
      /** Opened by a file, and not yet sent a link to choose a password (AG-3). */
      invitation_due: inner<Generated<boolean>>(),
      created_at: declareExported<Generated<Date>>(),
    },
    closing: {
      account_id: forAudit,
      login_id: { becomes: closedName },
      password_hash: { becomes: closedPassword },
      role: forAudit,
      actor_type: forAudit,
      brand: forAudit,
      member_id: { becomes: null },
      first_name: { becomes: '' },
      last_name: { becomes: '' },
      date_of_birth: { becomes: null },
      email: { becomes: null },
      phone: { becomes: null },
      phone_type: { becomes: null },
      bus_phone: { becomes: null },
      address: { becomes: null },
      city: { becomes: null },
      state: { becomes: null },
      zip_code: { becomes: null },
      county: { becomes: null },
      market: { becomes: null },
      ecid: { becomes: null },
      npn: { becomes: null },
      ffm_id: { becomes: null },
      nick_name: { becomes: null },
      challenge_question: { becomes: null },
      preferred_store: { becomes: '' },
      temporary_password: { becomes: false },
      security_strength_enforcement: { becomes: 'NONE' },
      employee: { becomes: false },
      demo_of_brand: { becomes: null },
      directory_out_of_step: { becomes: false },
      entitlements: { becomes: [] },
      page_language: { becomes: null },
      password_changed_at: forAudit,
      locked_at: forAudit,
      ended_at: forAudit,
      administrator_since: forAudit,
      invitation_due: { becomes: false },
      created_at: forAudit,
    },
  }),
  session: declareExportedTable({
    of: 'account',
    part: 'sessions',
    order: 'created_at desc',
    columns: {
      session_id: id<string>(),
      token_hash: secret<Buffer>(),
      account_id: id<string>(),
      /** Copied from the account at sign-in, so that a request reads only one row. */
      login_id: declareWithheld<string>('belongs to the account, with which it is exported'),
      role: inner<Role>(),
      member_id: id<string | null>(),
      brand: declareExported<string>(),
      created_at: declareExported<Moment>(),
      last_seen_at: declareExported<Moment>(),
      expires_at: inner<Moment>(),
      ended_at: declareExported<MaybeMoment>(),
      ended_reason: declareExported<Generated<EndReason | null>>(),
      user_agent: declareExported<string>(),
      address: declareExported<string>(),
      method: declareExported<SignInMethod>(),
      /** The connection used to sign in, and the provider's id for the session, which the provider may end (OS-62). */
      connection_id: inner<Generated<string | null>>(),
      provider_session: inner<Generated<string | null>>(),
      /** When the person last proved who they are: at sign-in, or at a step-up since. */
      authenticated_at: inner<Moment>(),
      /** The password must be changed before anything else (SI-7). */
      password_due: inner<boolean>(),
      /** A second factor must be set up before anything else (AD-2). */
      factor_due: inner<Generated<boolean>>(),
      market: inner<string | null>(),
      /** Hash of the ObSSOCookie that belongs to this session. */
      page_key_hash: secret<Buffer | null>(),
      /** The rep who acts for the person (CS-1), with the rep's own session; null if no one does. */
      actor_account_id: work<Generated<string | null>>(),
      actor_login_id: work<Generated<string | null>>(),
      actor_session_id: work<Generated<string | null>>(),
      /** Hash of the secret that returns the rep to their own session; null if that session continues beside this one. */
      actor_return_hash: secret<Generated<Buffer | null>>(),
      /** Hash of the ticket that hands a session over to a separate browser tab; null once it was used. */
      hand_over_hash: secret<Generated<Buffer | null>>(),
      reason: work<Generated<string | null>>(),
      ticket: work<Generated<string | null>>(),
      /** What the member lets the viewer see (RG-3); null in all other sessions. */
      scopes: inner<ColumnType<AccessScope[] | null, string | null | undefined, string | null>>(),
    },
    closing: {
      session_id: forAudit,
      token_hash: 'kept: tells a page that is still open why its session has ended',
      account_id: forAudit,
      login_id: { becomes: closedName },
      role: forAudit,
      member_id: { becomes: null },
      brand: forAudit,
      created_at: forAudit,
      last_seen_at: forAudit,
      expires_at: forAudit,
      ended_at: forAudit,
      ended_reason: forAudit,
      user_agent: { becomes: '' },
      address: { becomes: '' },
      method: forAudit,
      authenticated_at: forAudit,
      password_due: forAudit,
      factor_due: forAudit,
      market: { becomes: null },
      page_key_hash: { becomes: null },
      actor_account_id: forAudit,
      actor_login_id: forAudit,
      actor_session_id: forAudit,
      actor_return_hash: forAudit,
      hand_over_hash: { becomes: null },
      reason: forAudit,
      ticket: forAudit,
      scopes: forAudit,
      connection_id: forAudit,
      provider_session: forAudit,
    },
  }),
  passkey: declareExportedTable({
    of: 'account',
    part: 'passkeys',
    order: 'created_at',
    columns: {
      account_id: id<string>(),
      passkey_id: id<string>(),
      credential_id: secret<string>(),
      public_key: secret<Buffer>(),
      counter: inner<number>(),
      transports: inner<Json<string[]>>(),
      /** Host on which the passkey works. */
      host: declareExported<string>(),
      name: declareExported<string>(),
      created_at: declareExported<Moment>(),
      last_used_at: declareExported<MaybeMoment>(),
    },
    closing: 'deleted',
  }),
  authenticator: declareExportedTable({
    of: 'account',
    part: 'authenticatorApps',
    order: 'created_at',
    columns: {
      account_id: id<string>(),
      /** Encrypted. */
      secret: secret<Buffer>(),
      created_at: declareExported<Moment>(),
      /** Null before a correct code confirms it. */
      confirmed_at: declareExported<MaybeMoment>(),
      /** Time step of the last code used, because a code works only once. */
      last_step: inner<number | null>(),
    },
    closing: 'deleted',
  }),
  recovery_code: declareExportedTable({
    of: 'account',
    part: 'recoveryCodes',
    order: 'used_at',
    columns: {
      account_id: id<string>(),
      code_hash: secret<Buffer>(),
      used_at: declareExported<MaybeMoment>(),
    },
    closing: 'deleted',
  }),
  trusted_device: declareExportedTable({
    of: 'account',
    part: 'rememberedBrowsers',
    order: 'created_at',
    columns: {
      account_id: id<string>(),
      device_hash: secret<Buffer>(),
      user_agent: declareExported<string>(),
      created_at: declareExported<Moment>(),
      expires_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
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
  sign_in_challenge: declareWithheldTable({
    of: 'account',
    columns: {
      challenge_hash: secret<Buffer>(),
      purpose: inner<'second-factor' | 'passkey-sign-in' | 'passkey-registration' | 'step-up' | 'guardian'>(),
      account_id: id<string | null>(),
      session_id: id<string | null>(),
      webauthn_challenge: secret<string | null>(),
      /** The connection that authenticated the first step, and the provider's id for the session. */
      connection_id: inner<Generated<string | null>>(),
      provider_session: inner<Generated<string | null>>(),
      /** The connection's version at that time; null: from a server of an earlier version. */
      connection_version: inner<Generated<number | null>>(),
      failures: inner<Generated<number>>(),
      created_at: inner<Moment>(),
      expires_at: inner<Moment>(),
    },
    closing: 'deleted',
  }),
  recovery_ticket: declareWithheldTable({
    of: 'account',
    columns: {
      account_id: id<string>(),
      ticket_hash: secret<Buffer>(),
      created_at: inner<Moment>(),
      expires_at: inner<Moment>(),
    },
    closing: 'deleted',
  }),
  /** A new address that waits to be confirmed. */
  email_change: declareExportedTable({
    of: 'account',
    part: 'newEmailAddress',
    order: 'created_at',
    columns: {
      account_id: id<string>(),
      email: declareExported<string>(),
      ticket_hash: secret<Buffer>(),
      created_at: declareExported<Moment>(),
      expires_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  security_answer: declareExportedTable({
    of: 'account',
    part: 'securityQuestions',
    order: 'position',
    columns: {
      account_id: id<string>(),
      position: inner<number>(),
      question_id: declareExported<string>(),
      answer_hash: secret<string>(),
      set_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  password_history: declareWithheldTable({
    of: 'account',
    columns: {
      account_id: id<string>(),
      set_at: inner<Moment>(),
      password_hash: secret<string>(),
    },
    closing: 'deleted',
  }),
  person_state: declareExportedTable({
    of: 'account',
    part: 'smallState',
    order: 'key',
    columns: {
      account_id: id<string>(),
      key: declareExported<string>(),
      value: declareExported<Json<unknown>>(),
      updated_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  rating_info: declareExportedTable({
    of: 'account',
    part: 'ratings',
    order: 'position',
    columns: {
      account_id: id<string>(),
      store_id: declareExported<string>(),
      brand: declareExported<string>(),
      position: inner<number>(),
    },
    closing: 'deleted',
  }),
  /** Plans that someone means to buy (SH-7); belongs to an account, or else to a browser. */
  shop_cart: declareExportedTable({
    of: 'account',
    part: 'carts',
    order: 'changed_at',
    columns: {
      cart_id: id<string>(),
      brand: declareExported<string>(),
      account_id: id<string | null>(),
      secret_hash: secret<Buffer | null>(),
      changed_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  shop_cart_item: declareExportedTable({
    of: 'account',
    part: 'cartPlans',
    order: 'added_at',
    columns: {
      cart_id: id<string>(),
      /** The cart's owner; null: a browser's cart. */
      account_id: id<string | null>(),
      plan_year: declareExported<number>(),
      plan_id: declareExported<string>(),
      item_id: id<string>(),
      /** The people it covers, encrypted. */
      sealed: declareWithheld<Buffer>('encrypted; the cart itself shows whom a plan is for'),
      added_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  /** An application for coverage (SH-9). */
  shop_application: declareWithheldTable({
    of: 'account',
    columns: {
      enrollment_id: id<string>(),
      application_number: declareWithheld<string>(
        'an application is made without an account, and shown through its own link',
      ),
      ticket_hash: secret<Buffer>(),
      brand: inner<string>(),
      account_id: id<string | null>(),
      plan_year: inner<number>(),
      plan_id: inner<string>(),
      plan_name: inner<string>(),
      state: inner<ApplicationState>(),
      starts: inner<Day>(),
      pay_by: inner<Day>(),
      first_premium_cents: inner<number>(),
      /** The payment under way, or the one that paid the first premium; null without one, or if the plan's billing reported the premium. */
      payment_id: id<string | null>(),
      language: inner<Language>(),
      /** The people it covers, their contact information, and what they signed; encrypted. */
      sealed: declareWithheld<Buffer>('shown through the application’s link'),
      created_at: inner<Moment>(),
      /** The agency's proposal that it came from (AG-6). */
      proposal_id: id<string | null>(),
    },
    closing: 'kept: an application for coverage belongs to the plan',
  }),
  /** An unsent application as typed (SH-9). */
  shop_draft: declareWithheldTable({
    of: 'account',
    columns: {
      enrollment_id: id<string>(),
      ticket_hash: secret<Buffer>(),
      brand: inner<string>(),
      account_id: id<string | null>(),
      plan_year: inner<number>(),
      plan_id: inner<string>(),
      sealed: declareWithheld<Buffer>('encrypted; shown on the person’s home and through its link for sixty days'),
      saved_at: inner<Moment>(),
      expires_at: inner<Moment>(),
    },
    closing: 'deleted',
  }),
  /** A person on an application, as a keyed hash of name, date of birth, brand, kind of plan and year. */
  shop_applicant: apart<{
    person_hash: Buffer
    enrollment_id: string
  }>('goes with its application'),
  shop_application_event: apart<{
    enrollment_id: string
    state: ApplicationState
    at: Moment
    told_at: MaybeMoment
  }>('goes with its application'),
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
  agency_agent: declareExportedTable({
    of: 'account',
    part: 'agencies',
    order: 'agency_id',
    columns: {
      account_id: id<string>(),
      agency_id: declareExported<string>(),
      region: declareExported<string>(),
      entitlements: declareExported<Json<string[]>>(),
    },
    closing: 'deleted',
  }),
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
  /** An agency's proposal to a client (AG-6). */
  agency_proposal: apart<{
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
    /** The client and the proposed plans, encrypted. */
    sealed: Buffer
    /** The address to which it was last sent, as a keyed hash; null: not sent yet, or sent before this was kept. */
    reached: Generated<Buffer | null>
    ticket_hash: Buffer
    consented_on: Day
    sends: Generated<number>
    sent_at: MaybeMoment
    opened_at: MaybeMoment
    version: Generated<number>
    created_at: Moment
    expires_at: Moment
  }>('encrypted, for people that an agency sells to; shown through its link, and deleted in time'),
  /** A member as an agency's client; the agency sees their data only with their consent (AG-5). */
  agency_client: declareExportedTable({
    of: 'member',
    part: 'agencyConsents',
    order: 'agency_id',
    columns: {
      member_id: id<string>(),
      agency_id: declareExported<string>(),
      region: declareExported<string>(),
      client_id: id<string>(),
      agent_account_id: id<string | null>(),
      consented_on: declareExported<Day | null>(),
      consent_ended_on: declareExported<Day | null>(),
      follow_up_on: declareExported<Day | null>(),
      note: declareExported<Generated<string>>(),
      version: inner<Generated<number>>(),
      changed_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  /** The agency and region that a session works for (AG-1). */
  agency_choice: declareWithheldTable({
    of: 'account',
    columns: {
      session_id: id<string>(),
      account_id: id<string>(),
      agency_id: inner<string>(),
      region: inner<string>(),
      chosen_at: inner<Moment>(),
    },
    closing: 'deleted',
  }),
  agency_preference: declareExportedTable({
    of: 'account',
    part: 'agencyPreference',
    order: 'account_id',
    columns: {
      account_id: id<string>(),
      remember_agency_region: declareExported<boolean>(),
      agency_id_pref: declareExported<string | null>(),
      region_pref: declareExported<string | null>(),
      is_broker_agency_pref: declareExported<boolean>(),
      broker_agency_pref_lob: declareExported<'MA' | 'ACA' | null>(),
      broker360_agencies: declareExported<Json<string[]>>(),
      broker360_aca_agencies: declareExported<Json<string[]>>(),
      changed_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  agent_appointment: declareExportedTable({
    of: 'account',
    part: 'appointments',
    order: 'begins',
    columns: {
      account_id: id<string>(),
      appointment_id: id<string>(),
      brand: declareExported<string>(),
      state: declareExported<string>(),
      line: declareExported<SellingLine>(),
      begins: declareExported<Day>(),
      ends: declareExported<Day | null>(),
    },
    closing: 'deleted',
  }),
  agent_training: declareExportedTable({
    of: 'account',
    part: 'trainings',
    order: 'training_id',
    columns: {
      account_id: id<string>(),
      training_id: id<string>(),
      kind: declareExported<TrainingKind>(),
      name: declareExported<string>(),
      line: declareExported<SellingLine>(),
      plan_year: declareExported<number | null>(),
      completed_on: declareExported<Day | null>(),
      ends: declareExported<Day | null>(),
    },
    closing: 'deleted',
  }),
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
  /** Append-only: every setting change made in the console (CT-9). */
  setting_change: declareWithheldTable({
    of: 'account',
    columns: {
      change_id: id<string>(),
      /** Upper-case code of a brand, or ALL. */
      brand: work<string>(),
      key: work<string>(),
      /** As in `app_config`; both null: the value was removed. */
      boolean_value: work<boolean | null>(),
      string_value: work<string | null>(),
      before_boolean: work<boolean | null>(),
      before_string: work<string | null>(),
      reason: work<string>(),
      changed_at: work<Moment>(),
      account_id: id<string>(),
      /** The person's name at that time. */
      changed_by: work<string>(),
      /** The second administrator's name, if one was needed. */
      confirmed_by: work<string | null>(),
      /** Sequence of changes, assigned by the database. */
      place: inner<Generated<number>>(),
    },
    closing: 'kept: records which staff set what; append-only',
  }),
  tag_count: apart<{
    day: Day
    brand: string
    page: string
    category: string
    event: string
    count: number
  }>('counts about no one'),
  content_item: apart<{
    name: string
    /** Shared code in upper case, or ALL. */
    brand: string
    language: string
    qualifiers: ColumnType<Record<string, string>, string | undefined, string>
    content_type: string | null
    value: string
    /** The next release replaces its own items, never edited ones. */
    origin: 'release' | 'edited'
    updated_at: Generated<Date>
  }>('texts'),
  /** Append-only: each version is a whole item (CT-8). */
  content_version: declareWithheldTable({
    of: 'account',
    columns: {
      version_id: id<string>(),
      name: work<string>(),
      brand: work<string>(),
      language: work<string>(),
      qualifiers: work<ColumnType<Record<string, string>, string, never>>(),
      content_type: work<string | null>(),
      /** Null: back to the portal's own text. */
      value: work<string | null>(),
      /** Tells the approver what changed and why. */
      note: work<string>(),
      written_at: work<Moment>(),
      account_id: id<string>(),
      /** The person's name at that time. */
      written_by: work<string>(),
      /** Sequence of versions, assigned by the database. */
      place: inner<Generated<number>>(),
    },
    closing: 'kept: records which staff wrote what; append-only',
  }),
  /** Append-only: steps in a version's life, such as its approval (CT-6). */
  content_step: declareWithheldTable({
    of: 'account',
    columns: {
      step_id: id<string>(),
      version_id: id<string>(),
      step: work<ContentStep>(),
      note: work<string>(),
      taken_at: work<Moment>(),
      account_id: id<string>(),
      taken_by: work<string>(),
      place: inner<Generated<number>>(),
    },
    closing: 'kept: records which staff asked for or approved what; append-only',
  }),
  /** Versions that show, and stop showing, together (CT-8). */
  content_release: declareWithheldTable({
    of: 'account',
    columns: {
      release_id: id<string>(),
      live_from: work<Moment>(),
      live_until: work<Moment | null>(),
      note: work<string>(),
      released_at: work<Moment>(),
      account_id: id<string>(),
      released_by: work<string>(),
      place: inner<Generated<number>>(),
    },
    closing: 'kept: records which staff released what; append-only',
  }),
  content_released: apart<{
    release_id: string
    version_id: string
  }>('which versions of texts are in which release'),
  /** A release that was rolled back (CT-8). */
  content_undo: declareWithheldTable({
    of: 'account',
    columns: {
      undo_id: id<string>(),
      release_id: id<string>(),
      note: work<string>(),
      undone_at: work<Moment>(),
      account_id: id<string>(),
      undone_by: work<string>(),
    },
    closing: 'kept: records which staff rolled what back; append-only',
  }),
  /** A single row, whose number changes with every change to `content_item`. */
  content_mark: apart<{
    mark: number
  }>('marks that a text has changed'),
  audit_event: apart<{
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
    /** Number of refusals of the same kind that the row stands for; null: a single event. */
    times: number | null
    /** Place in the chain and hash there, for events sealed before `audit_seal` existed. */
    seq: ColumnType<number | null, never, never>
    hash: ColumnType<Buffer | null, never, never>
  }>('append-only; its owner sees it under Recent activity'),
  /** Places of events in the chain, with the hashes there. */
  audit_seal: apart<{
    seq: number
    event_id: string
    hash: Buffer
  }>('places and hashes of audit events'),
  /** Events that wait to be sealed: the database itself adds and removes them. */
  audit_waiting: apart<{
    event_id: ColumnType<string, never, never>
  }>('ids of audit events'),
  /** Segments of the audit log archived as files (OP-7). */
  audit_archive: apart<{
    first_seq: number
    last_seq: number
    last_hash: Buffer
    last_at: Moment
    object_name: string
    sha256: Buffer
    public_key: Buffer
    signature: Buffer
    archived_at: Moment
    removed_at: MaybeMoment
  }>('where parts of the audit log are, and their hashes'),
  /** How far a warehouse has each table (OP-12). */
  extract_state: apart<{
    name: string
    extracted_until: MaybeMoment
    begun_at: MaybeMoment
    free_text: boolean
    parts: Json<unknown>
    after_key: MaybeJson<unknown>
  }>('names of tables and files, and keys until an extract is whole'),
  /** How far other systems have the audit log (OP-11). */
  audit_forward: apart<{
    /** The receiver's address. */
    name: string
    /** The last place in the chain that the receiver has; 0: none. */
    seq: number
    /** The server that forwards, for as long as its lease lasts. */
    holder: string
    leased_until: Moment
  }>('places in the audit log, no person'),
  sign_in_limit: apart<{
    kind: AttemptLimitKind
    key: string
    failures: number
    first_failure_at: MaybeMoment
    last_failure_at: MaybeMoment
    locked_until: MaybeMoment
    succeeded_at: MaybeMoment
  }>('counts; a login ID’s are deleted when its account is closed, and all of them in time'),
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
  /** A setting change that waits for a second administrator, or was decided (CT-9). */
  setting_request: apart<{
    /** Id of the resulting change. */
    change_id: string
    brand: string
    key: string
    boolean_value: boolean | null
    string_value: string | null
    /** The latest change that the requester had seen. */
    based_on: string | null
    reason: string
    asked_by: string
    /** The person's name at that time. */
    asker: string
    asked_at: Moment
    state: 'waiting' | 'confirmed' | 'dropped'
    decided_by: Generated<string | null>
    decided_at: MaybeMoment
  }>('decisions among staff about settings'),
  /** A brand's reviewers' verdict on a machine-translated interface text (LG-4). */
  language_mark: apart<{
    brand: string
    language: string
    area: string
    text_id: string
    /** Hash of the text and its English, as reviewed. */
    hash: string
    state: 'read' | 'reported'
    /** What is wrong with the text; empty if it was merely reviewed. */
    note: string
    marked_by: string
    /** The person's name at that time. */
    marker: string
    marked_at: Moment
  }>('what staff say of texts of the portal'),
  /** A token with which an identity provider authenticates (OS-69); several may be valid at once, so that one can replace another. */
  scim_token: apart<{
    token_id: string
    name: string
    /** Code of the brand whose people it may manage, or ALL. */
    brand: string
    audience: ScimAudience
    /** Whether new people are sent a link to choose a password; otherwise they sign in only through the plan's provider. */
    invites: boolean
    token_hash: Buffer
    state: 'waiting' | 'active' | 'ended'
    made_by: string | null
    made_at: Moment
    confirmed_at: MaybeMoment
    used_at: MaybeMoment
    ended_at: MaybeMoment
  }>('hashes of tokens of the plan’s own systems'),
  /** A person whom an identity provider manages here, as sent (OS-66). */
  scim_user: declareWithheldTable({
    of: 'account',
    columns: {
      user_id: id<string>(),
      brand: inner<string>(),
      audience: inner<ScimAudience>(),
      account_id: id<string>(),
      user_name: declareMadeFrom<string>(),
      /** `user_name` in lower case, for lookups. */
      user_key: declareMadeFrom<string>(),
      external_id: id<string | null>(),
      display_name: declareMadeFrom<string | null>(),
      given_name: declareMadeFrom<string | null>(),
      family_name: declareMadeFrom<string | null>(),
      email: declareMadeFrom<string | null>(),
      phone: declareMadeFrom<string | null>(),
      npn: declareMadeFrom<string | null>(),
      agencies: declareMadeFrom<Json<readonly ScimAgency[]>>(),
      active: inner<boolean>(),
      /** Access was ended here by an administrator: no provider can restore it. */
      barred: inner<boolean>(),
      version: inner<number>(),
      created_at: inner<Moment>(),
      changed_at: inner<Moment>(),
      /** When the provider deleted them; if they come back, they get the same account. */
      deleted_at: inner<MaybeMoment>(),
    },
    closing: 'deleted',
  }),
  /** An identity provider's group, and what it grants its members here: nothing before two administrators have agreed (OS-67). */
  scim_group: apart<{
    group_id: string
    brand: string
    audience: ScimAudience
    display_name: string
    external_id: string | null
    entitlements: Json<Entitlement[]>
    brands: Json<string[]>
    version: number
    created_at: Moment
    changed_at: Moment
    /** The connection whose provider names the group at sign-in; null: it arrives by SCIM. */
    connection_id: Generated<string | null>
  }>('groups, no person'),
  /** Members of the groups that a provider named at their last sign-in (OS-67). */
  sign_on_member: declareWithheldTable({
    of: 'account',
    columns: {
      group_id: id<string>(),
      account_id: id<string>(),
    },
    closing: 'deleted',
  }),
  scim_member: apart<{
    group_id: string
    user_id: string
  }>('which of the people whom a provider keeps are in which of its groups'),
  /** Identity providers' recent requests and failures (OS-71), without any of the data sent. */
  scim_call: apart<{
    call_id: string
    token_id: string
    brand: string
    at: Moment
    method: string
    /** `User`, `Group`, or another address. */
    what: string
    record_id: string | null
    status: number
    /** Reason for the refusal, in our own words. */
    detail: string | null
  }>('requests of systems; deleted in time'),
  /** A running server, as it last reported itself (AD-5). */
  instance: apart<{
    instance_id: string
    host: string
    pid: number
    version: string
    started_at: Moment
    seen_at: Moment
    streams: number
  }>('servers, no person'),
  /** A loaded provider directory (IM-7); each source has one live generation. */
  directory_generation: apart<{
    generation: Generated<number>
    /** Code of the brand that it belongs to, or '' for the one shared by all brands. */
    source: string
    /** `before`: the generation replaced last, which can be restored. */
    state: 'loading' | 'live' | 'before' | 'old'
    begun_at: Moment
    live_at: MaybeMoment
    entries: number
    facts: Json<DirectoryFactsData>
    run_id: string
  }>('directories of providers'),
  /** A provider at one place; null: the file does not say. */
  directory_entry: apart<{
    generation: number
    /** The NPI if there is one, else an id derived from the provider's data. */
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
    /** Whether the point is the building's, not its ZIP code's. */
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
    /** The source file, in the file's own words. */
    origin: string | null
    content_hash: Buffer
  }>('a public directory of people and organizations that provide care'),
  /** A term that finds an entry, and where the entry is. */
  directory_term: apart<{
    term: number
    spot: string
    generation: number
    provider_id: string
    place: string
  }>('terms that find entries of the directory'),
  directory_word: apart<{
    generation: number
    word: string
    entries: number
  }>('words of the directory'),
  directory_network: apart<{
    generation: number
    brand: string
    network_id: string
    name: string
    /** Empty: every plan of the brand uses it. */
    plan_ids: string[]
  }>('networks of plans'),
  directory_seat: apart<{
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
  }>('which providers are in which network'),
  /** A directory resource as in its file (OS-13). */
  fhir_directory: apart<{
    generation: number
    type: string
    id: string
    /** The provider it describes, or null. */
    provider_id: string | null
    /** Whether a provider in a network refers to it, as an employer or a service. */
    is_named: Generated<boolean>
    /** The provider finder's places that it mentions, by the reference to each. */
    places: Json<Readonly<Record<string, string>>>
    begins: Day | null
    ends: Day | null
    /** When its source last changed it. */
    said_at: MaybeMoment
    /** When it changed here. */
    updated: Moment
    profiles: string[]
    tokens: string[]
    refs: string[]
    content_hash: Buffer
    /** JSON without `meta`; null: it is not served. */
    body: string | null
  }>('resources of directories of providers'),
  /** A text or reference that finds a directory resource. */
  fhir_directory_value: apart<{
    generation: number
    type: string
    parameter: string
    /** A folded text, or `Type/id`. */
    value: string
    id: string
  }>('texts and references that find resources of directories'),
  /** A mistake that staff found in an entry, kept until a file corrects it. */
  directory_correction: apart<{
    provider_id: string
    brand: string
    kind: ReportKind
    value: string | null
    made_at: Moment
    /** Empty: all of the provider's places. */
    place: Generated<string>
    /** Only if a network is wrong; empty: all of the brand's networks. */
    network_id: Generated<string>
  }>('mistakes that staff found in the directory'),
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
  /** Someone interested in a brand's plans (SH-1). */
  lead: apart<{
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
    state: Generated<LeadState>
    due_at: Moment
    /** The agency that received the lead, with its region and agent. */
    agency_id: Generated<string | null>
    region: Generated<string | null>
    agent_account_id: Generated<string | null>
    follow_up_on: Generated<Day | null>
    note: Generated<string>
    version: Generated<number>
    changed_at: Moment
    /** The plan they looked at in the shop. */
    plan_name: string | null
  }>('about people without an account, who asked to hear about plans'),
  /** An action on a lead (SH-8). */
  lead_entry: apart<{
    entry_id: string
    lead_id: string
    at: Moment
    by_name: string
    state: LeadState
    note: string
    follow_up_on: Day | null
  }>('goes with its lead'),
  coverage: declareExportedTable({
    of: 'member',
    part: 'coverages',
    order: 'position',
    columns: {
      member_id: id<string>(),
      client_number: declareExported<string>(),
      group_number: declareExported<string>(),
      client_name: declareExported<string>(),
      group_name: declareExported<string>(),
      plan_name: declareExported<string>(),
      medicare_indicator: declareExported<boolean>(),
      direct_pay_indicator: declareExported<boolean | null>(),
      is_nd_medicaid: declareExported<boolean>(),
      rx_bin: declareExported<string | null>(),
      rx_pcn: declareExported<string | null>(),
      rx_group: declareExported<string | null>(),
      /** Cents by kind of visit. */
      copays: declareExported<Json<Record<string, number>>>(),
      /** The day it took effect; null if it has not yet. */
      effectuated_on: declareExported<Day | null>(),
      /** The day for which it was last derived from files; null: never, or from before this was recorded. */
      derived_on: inner<Generated<Day | null>>(),
      position: inner<number>(),
    },
    closing: ofPlan,
  }),
  product: declareExportedTable({
    of: 'member',
    part: 'products',
    order: 'position',
    columns: {
      member_id: id<string>(),
      client_number: declareExported<string>(),
      group_number: declareExported<string>(),
      position: inner<number>(),
      product_name: declareExported<string>(),
      is_blue_extra_basic: inner<boolean>(),
      is_blue_extra_plus: inner<boolean>(),
      blue_edge_dental_indv: inner<boolean>(),
      coverage_begin_date: declareExported<Day | null>(),
      coverage_con_begin_date: declareExported<Day | null>(),
      coverage_end_date: declareExported<Day | null>(),
      /** Whether the product waits for its first premium. */
      pending: inner<Generated<boolean>>(),
      benefit_plan_type: declareExported<string | null>(),
      drug_coverage: declareExported<boolean>(),
      /** The plan's id in the plan's files; null if not given. */
      plan_id: declareExported<Generated<string | null>>(),
      /** The member's own limits for a year, if their coverage has any. */
      limits: declareExported<ColumnType<readonly YearLimit[], string | undefined, string>>(),
    },
    closing: ofPlan,
  }),
  vendor_detail: apart<{
    client_number: string
    group_number: string
    plan_year: number
    claim_and_spending: boolean
  }>('about groups'),
  /** A claim from the plan's files (IM-1); a null amount: the file does not say. */
  claim: declareExportedTable({
    of: 'member',
    part: 'claims',
    order: 'service_from desc',
    columns: {
      member_id: id<string>(),
      claim_id: declareExported<string>(),
      /** The payer's own number. */
      claim_number: declareExported<string>(),
      client_number: declareExported<string | null>(),
      group_number: declareExported<string | null>(),
      /** `institutional`, `professional`, `pharmacy`, `oral`, `vision` or `unknown`. */
      type: declareExported<string>(),
      category: declareExported<ClaimCategory>(),
      state: declareExported<ClaimState>(),
      service_from: declareExported<Day>(),
      service_to: declareExported<Day>(),
      received_on: declareExported<Day | null>(),
      processed_on: declareExported<Day | null>(),
      paid_on: declareExported<Day | null>(),
      /** Id of the provider's resource. */
      provider_id: id<string | null>(),
      provider_name: declareExported<string | null>(),
      /** Id of the facility's resource. */
      facility_id: id<string | null>(),
      facility_name: declareExported<string | null>(),
      payee: declareExported<'provider' | 'subscriber' | null>(),
      network: declareExported<'in' | 'out' | null>(),
      /** Shown only to the patient, even if others may see the rest (MP-14). */
      sensitive: declareExported<boolean>(),
      billed_cents: declareExported<number | null>(),
      allowed_cents: declareExported<number | null>(),
      discount_cents: declareExported<number | null>(),
      plan_paid_cents: declareExported<number | null>(),
      other_paid_cents: declareExported<number | null>(),
      deductible_cents: declareExported<number | null>(),
      copay_cents: declareExported<number | null>(),
      coinsurance_cents: declareExported<number | null>(),
      not_covered_cents: declareExported<number | null>(),
      share_cents: declareExported<number | null>(),
      /** The part of the share that no reason explains. */
      unexplained_cents: declareExported<number | null>(),
      adds_up: declareExported<boolean | null>(),
      details: declareExported<Json<ClaimDetailsData>>(),
      /** Id of the coverage resource, which names the group. */
      coverage_id: id<string | null>(),
      /** The facts besides other claims that decide its state. */
      facts: inner<Json<ClaimFactsData>>(),
      replaces: declareExported<string | null>(),
      replaced_by: declareExported<string | null>(),
      /** In lower case, for searches. */
      search_text: inner<string>(),
      /** Id, version and digest of the source resource, and the run that imported it. */
      resource_id: id<string>(),
      version: inner<string | null>(),
      content_hash: inner<Buffer>(),
      run_id: inner<string>(),
      imported_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  claim_line: declareExportedTable({
    of: 'member',
    part: 'claimLines',
    order: 'claim_id',
    columns: {
      member_id: id<string>(),
      claim_id: declareExported<string>(),
      line: declareExported<number>(),
      service_date: declareExported<Day | null>(),
      code: declareExported<string | null>(),
      description: declareExported<string | null>(),
      quantity: declareExported<number | null>(),
      denied: declareExported<boolean>(),
      figures: declareExported<Json<Figures>>(),
      details: declareExported<Json<ClaimDetailsData>>(),
    },
    closing: ofPlan,
  }),
  /** A version of a claim, as received. */
  claim_version: declareExportedTable({
    of: 'member',
    part: 'claimVersions',
    order: 'imported_at',
    columns: {
      member_id: id<string>(),
      claim_id: declareExported<string>(),
      content_hash: inner<Buffer>(),
      version: inner<string | null>(),
      state: declareExported<ClaimState>(),
      plan_paid_cents: declareExported<number | null>(),
      share_cents: declareExported<number | null>(),
      decision: inner<Buffer | null>(),
      resource: declareWithheld<Json<unknown>>('the plan’s own file; the claim has its data about the person'),
      run_id: inner<string>(),
      imported_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
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
  import_patient: declareWithheldTable({
    of: 'member',
    columns: {
      brand: declareMadeFrom<string>(),
      /** The person's id in the plan's files. */
      patient_id: declareMadeFrom<string>(),
      first_name: declareMadeFrom<string>(),
      last_name: declareMadeFrom<string>(),
      birth_date: declareMadeFrom<Day>(),
      member_number: declareMadeFrom<string | null>(),
      /**
       * Their own number if others share `member_number`; a number that no longer counts; all numbers, if another may take effect on
       * `numbers_on`.
       */
      unique_number: declareMadeFrom<Generated<string | null>>(),
      former_number: declareMadeFrom<Generated<string | null>>(),
      /** The number under which they were refused, because someone else with the same date of birth has it. */
      apart_on: declareMadeFrom<Generated<string | null>>(),
      /** The number by which bulk claim files name them. */
      medicare_number: declareMadeFrom<Generated<string | null>>(),
      numbers: declareMadeFrom<MaybeJson<unknown>>(),
      numbers_on: inner<ColumnType<string | null, string | null | undefined, string | null>>(),
      contract_number: declareMadeFrom<Generated<string | null>>(),
      relationship_code: declareMadeFrom<Generated<string | null>>(),
      member_id: id<Generated<string | null>>(),
      version: inner<string | null>(),
      content_hash: inner<Buffer>(),
      run_id: inner<string>(),
      /** As received; null if it arrived before resources were kept. */
      resource: declareWithheld<ColumnType<string | null, string | null | undefined, string | null>>(
        'the plan’s own file; the member has its data about the person',
      ),
    },
    closing: ofPlan,
  }),
  /** A resource about a member, as served to apps (OS-21). */
  fhir_resource: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      type: inner<string>(),
      id: id<string>(),
      version: inner<number>(),
      /** When it last changed here. */
      updated: inner<Moment>(),
      /** Shown only to the patient (MP-14). */
      sensitive: inner<boolean>(),
      /** Start and end of its main date; null: open at that end. */
      starts: inner<MaybeMoment>(),
      ends: inner<MaybeMoment>(),
      /** Values by which searches find it. */
      tokens: inner<string[]>(),
      dates: inner<Json<Readonly<Record<string, readonly (readonly [number, number])[]>>>>(),
      refs: inner<string[]>(),
      /** Version and digest of the resource in the file. */
      source_version: inner<string | null>(),
      content_hash: inner<Buffer>(),
      /** The earlier plan that sent it; null: this plan's own (OS-55). */
      earlier_peer: inner<Generated<string | null>>(),
      /** Null: withdrawn. */
      body: declareWithheld<string | null>('the plan’s own file; claims, records and the person have its data'),
      /** The same without amounts, as providers and other plans get it; null: not made yet, or a type without amounts. */
      basis: declareWithheld<Generated<string | null>>('the same as the body, with less in it'),
    },
    closing: ofPlan,
  }),
  /** An earlier version of a member's resource. */
  fhir_resource_version: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      type: inner<string>(),
      id: id<string>(),
      version: inner<number>(),
      updated: inner<Moment>(),
      sensitive: inner<boolean>(),
      body: declareWithheld<string | null>('the plan’s own file; claims, records and the person have its data'),
    },
    closing: ofPlan,
  }),
  fhir_party: apart<{
    brand: string
    type: string
    id: string
    version: number
    updated: Moment
    tokens: string[]
    dates: Json<Readonly<Record<string, readonly (readonly [number, number])[]>>>
    refs: string[]
    source_version: string | null
    content_hash: Buffer
    body: string | null
  }>('people and organizations that provide care, and drugs'),
  /** A reference to something that has not arrived yet (OS-23). */
  fhir_waiting: declareWithheldTable({
    of: 'member',
    columns: {
      target: inner<string>(),
      member_id: id<string>(),
      /** The referring party, as `Type/id`; empty: the member's resources refer to it. */
      party: inner<Generated<string>>(),
      brand: inner<string>(),
      arrived: inner<Generated<boolean>>(),
    },
    closing: ofPlan,
  }),
  fhir_catch_up: apart<{
    kind: string
    after: string
  }>('how far what was stored before is published'),
  /** A care provider, by their id in the plan's files. */
  import_party: apart<{
    brand: string
    party_id: string
    party_type: string
    name: string
    npi: string | null
    /** On one line; null if the file has none. */
    address: string | null
    /** For a role: ids of its practitioner and its organization. */
    stands_for: MaybeJson<string[]>
    version: string | null
    content_hash: Buffer
    run_id: string
  }>('people and organizations that provide care'),
  /** A provider whose name has not yet been added to all records that refer to it. */
  import_naming: apart<{
    party_id: string
    /** The last member whose claims and records already have the name. */
    after: Generated<string>
  }>('people and organizations that provide care'),
  /** A prescription from the plan's files (IM-1). */
  prescription: declareExportedTable({
    of: 'member',
    part: 'prescriptions',
    order: 'written_on desc',
    columns: {
      member_id: id<string>(),
      resource_id: id<string>(),
      name: declareExported<string>(),
      rxnorm: declareExported<string | null>(),
      ndc: declareExported<string | null>(),
      /** `order`, `plan` and so on; a plan is not yet a prescription. */
      intent: declareExported<string | null>(),
      /** In the words of the file. */
      dose: declareExported<string | null>(),
      /** The dose in fields, as far as the file has it. */
      dosing: declareExported<MaybeJson<Dosing>>(),
      prescriber_id: id<string | null>(),
      prescriber_name: declareExported<string | null>(),
      written_on: declareExported<Day | null>(),
      /** The last day on which it can be filled. */
      ends_on: declareExported<Day | null>(),
      quantity: declareExported<number | null>(),
      quantity_unit: declareExported<string | null>(),
      days_supply: declareExported<number | null>(),
      /** Number of refills allowed. */
      refills: declareExported<number | null>(),
      ...ofRecord,
    },
    closing: ofPlan,
  }),
  /** A supply dispensed by a pharmacy. */
  dispense: declareExportedTable({
    of: 'member',
    part: 'dispensed',
    order: 'handed_over_on desc',
    columns: {
      member_id: id<string>(),
      resource_id: id<string>(),
      /** Resource id of its prescription. */
      prescription_id: id<string | null>(),
      name: declareExported<string>(),
      rxnorm: declareExported<string | null>(),
      ndc: declareExported<string | null>(),
      dose: declareExported<string | null>(),
      dosing: declareExported<MaybeJson<Dosing>>(),
      pharmacy_id: id<string | null>(),
      pharmacy_name: declareExported<string | null>(),
      pharmacy_address: declareExported<string | null>(),
      prepared_on: declareExported<Day | null>(),
      handed_over_on: declareExported<Day | null>(),
      quantity: declareExported<number | null>(),
      quantity_unit: declareExported<string | null>(),
      days_supply: declareExported<number | null>(),
      ...ofRecord,
    },
    closing: ofPlan,
  }),
  care_team: declareExportedTable({
    of: 'member',
    part: 'careTeams',
    order: 'resource_id',
    columns: {
      member_id: id<string>(),
      resource_id: id<string>(),
      name: declareExported<string | null>(),
      participants: declareExported<Json<ParticipantsData>>(),
      begins: declareExported<Day | null>(),
      ends: declareExported<Day | null>(),
      ...ofRecord,
    },
    closing: ofPlan,
  }),
  /** A member's relative or friend, from the plan's files. */
  related_person: declareExportedTable({
    of: 'member',
    part: 'relatedPersons',
    order: 'resource_id',
    columns: {
      member_id: id<string>(),
      resource_id: id<string>(),
      name: declareExported<string>(),
      /** In the words of the file. */
      relationship: declareExported<string | null>(),
      birth_date: declareExported<Day | null>(),
      phone: declareExported<string | null>(),
      email: declareExported<string | null>(),
      begins: declareExported<Day | null>(),
      ends: declareExported<Day | null>(),
      ...ofRecord,
    },
    closing: ofPlan,
  }),
  /** A brand's prior authorizations of a year, as last counted (OS-80). */
  authorization_figures: apart<{
    brand: string
    year: number
    figures: Json<YearFigures>
    newest: Moment
    counted_at: Moment
  }>('counts of a year; about no one'),
  /** A prior authorization (MP-15). */
  prior_authorization: declareExportedTable({
    of: 'member',
    part: 'priorAuthorizations',
    order: 'requested_on desc',
    columns: {
      member_id: id<string>(),
      resource_id: id<string>(),
      /** The payer's own number. */
      number: declareExported<string | null>(),
      /** The service it is for, in the payer's words. */
      service: declareExported<string | null>(),
      rxnorm: declareExported<string | null>(),
      ndc: declareExported<string | null>(),
      /** Null if the file does not say how it ended. */
      told: declareExported<ToldState | null>(),
      requested_on: declareExported<Day | null>(),
      decided_on: declareExported<Day | null>(),
      begins: declareExported<Day | null>(),
      ends: declareExported<Day | null>(),
      provider_id: id<string | null>(),
      provider_name: declareExported<string | null>(),
      note: declareExported<string | null>(),
      /** Set if the file has a time of day. */
      requested_at: declareExported<Moment | null>(),
      received_at: declareExported<Moment | null>(),
      decided_at: declareExported<Moment | null>(),
      /** Since when the plan has extended its time to decide. */
      extended_on: declareExported<Day | null>(),
      /** Whether the plan had to decide sooner; null if the file does not say. */
      expedited: declareExported<boolean | null>(),
      /** Reasons for a denial or a partial approval. */
      reasons: declareExported<Json<readonly ReviewReason[]>>(),
      /** Documents that the plan requires before it decides. */
      documents: declareExported<Json<readonly string[]>>(),
      units_approved: declareExported<number | null>(),
      units_used: declareExported<number | null>(),
      appealed_on: declareExported<Day | null>(),
      appeal_outcome: declareExported<AppealOutcome | null>(),
      ...ofRecord,
    },
    closing: ofPlan,
  }),
  /** A prior authorization request from a provider's system (OS-56). */
  authorization_request: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      request_id: id<string>(),
      brand: inner<string>(),
      client_id: id<string>(),
      /** Digests of the sender's identifiers for the message and for the request in it, and of its content. */
      bundle_key: inner<Buffer>(),
      claim_key: inner<Buffer>(),
      digest: inner<Buffer>(),
      /** `waiting`: not yet with the plan's utilization system; `pended`: the plan has not decided yet. */
      state: inner<'waiting' | 'pended' | 'decided' | 'refused'>(),
      /** The prior authorization that represents it. */
      resource_id: id<string>(),
      asked: declareWithheld<string>('the prior authorization that it is shown as has its data about the person'),
      /** As sent; null: the utilization system has it. */
      bundle: declareWithheld<string | null>(
        'the prior authorization that it is shown as has its data about the person',
      ),
      answer: declareWithheld<string | null>(
        'the prior authorization that it is shown as has its data about the person',
      ),
      /** Sequence number of the last notice; 0 before the first. */
      sequence: inner<number>(),
      asked_at: inner<Moment>(),
      changed_at: inner<Moment>(),
      attempts: inner<number>(),
      next_try_at: inner<MaybeMoment>(),
    },
    closing: ofPlan,
  }),
  /** A refill or renewal request (MP-16). */
  medicine_order: declareExportedTable({
    of: 'member',
    part: 'medicineOrders',
    order: 'requested_at desc',
    columns: {
      member_id: id<string>(),
      order_id: id<string>(),
      /** The requesting member: a parent, for a child. */
      asked_by: id<string>(),
      /** The confirmation number given to the member. */
      receipt: declareExported<string>(),
      medicine_id: id<string>(),
      kind: declareExported<OrderKind>(),
      drug: declareExported<string>(),
      rxnorm: declareExported<string | null>(),
      ndc: declareExported<string | null>(),
      /** Resource id of its prescription. */
      prescription_id: id<string | null>(),
      pharmacy_id: id<string | null>(),
      pharmacy_name: declareExported<string>(),
      pharmacy_address: declareExported<string | null>(),
      /** Shown only to the patient, even if others may see the rest (MP-14). */
      sensitive: declareExported<boolean>(),
      state: declareExported<OrderState>(),
      reason: declareExported<string | null>(),
      /** The sequence number of the pharmacy's last notice; 0 before the first. */
      sequence: inner<number>(),
      requested_at: declareExported<Moment>(),
      sent_at: declareExported<MaybeMoment>(),
      changed_at: declareExported<Moment>(),
      attempts: inner<number>(),
      /** Time of the next attempt to send it to the pharmacy; null: nothing to send. */
      next_try_at: inner<MaybeMoment>(),
    },
    closing: ofPlan,
  }),
  /** A plan's formulary (MP-17). */
  formulary: apart<{
    brand: string
    plan_id: string
    version: string
    costs: Json<TierCostsData>
    run_id: string
    imported_at: Moment
    /** What part of it came as resources. */
    received: Json<ReceivedListData>
  }>('covered drugs; about no one'),
  /** A plan's formulary as it was before the last run that changed it; null: it had none. */
  formulary_before: apart<{
    brand: string
    plan_id: string
    list: MaybeJson<unknown>
    run_id: string
  }>('covered drugs; about no one'),
  /** A part of the formulary resources, shared by all plans that use it (OS-17). */
  fhir_formulary_part: apart<{
    part: Generated<number>
    brand: string
    /** Digest of its resources as in their files. */
    source_hash: Buffer
    content_hash: Buffer
    /** The periods on which its resources apply, each pair once. */
    days: Json<readonly PartDays[]>
    run_id: string
    begun_at: Moment
  }>('covered drugs; about no one'),
  /** A formulary resource as in its file (OS-17). */
  fhir_formulary: apart<{
    brand: string
    type: string
    id: string
    part: number
    /** The last day of the first period on which it applies, and the first day of the last such period. */
    ends_first: Day
    begins_last: Day
    /** When it last changed here. */
    updated: Moment
    profiles: string[]
    tokens: string[]
    dates: Json<Readonly<Record<string, readonly (readonly [number, number])[]>>>
    refs: string[]
    content_hash: Buffer
    /** JSON without `meta`. */
    body: string
  }>('covered drugs; about no one'),
  /** A text or reference that finds a formulary resource. */
  fhir_formulary_value: apart<{
    brand: string
    part: number
    type: string
    parameter: string
    /** A folded text, or `Type/id`. */
    value: string
    id: string
  }>('covered drugs; about no one'),
  formulary_drug: apart<{
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
    /** The drug class in the plan's formulary; null if it gives none. */
    drug_class: string | null
    /** The days on which the row applies, both included. */
    begins: Day
    ends: Day
  }>('covered drugs; about no one'),
  /** A version of a prescription, a dispense, a care team or a related person, as received. */
  record_version: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      type: inner<string>(),
      resource_id: inner<string>(),
      content_hash: inner<Buffer>(),
      resource: declareWithheld<Json<unknown>>('the plan’s own file; the record has its data about the person'),
      run_id: inner<string>(),
      imported_at: inner<Moment>(),
    },
    closing: ofPlan,
  }),
  /** A plan year, stored once for everyone on the plan (MP-12). */
  plan: apart<{
    brand: string
    plan_id: string
    plan_year: number
    name: string
    kind: PlanKind
    begins: Day
    ends: Day
    family_rules: Json<FamilyRulesData>
    limits: Json<readonly YearLimit[]>
    benefits: Json<readonly PlanBenefitData[]>
    documents: Json<readonly PlanDocumentData[]>
    resource_id: string
    version: string | null
    content_hash: Buffer
    run_id: string
    imported_at: Moment
  }>('a plan, which is the same for everyone on it'),
  /** The loaded data of a year in a brand's shop (SH-3). */
  shop_catalogue: apart<{
    brand: string
    plan_year: number
    /** Changes with every load. */
    generation: string
    /** Digests of the loaded files' parts. */
    hashes: Json<Readonly<Partial<Record<CataloguePart, string>>>>
    /** Ids of small-group plans in the files, which the shop does not sell. */
    small_group: Json<readonly string[]>
    run_id: string
    loaded_at: Moment
  }>('loaded years of plans that are sold'),
  /** The parts of a year that the last run replaced, kept until the next run (IM-9). */
  shop_catalogue_before: apart<{
    brand: string
    plan_year: number
    parts: Json<readonly CataloguePart[]>
    /** The catalogue row before the run; null: the run added the year. */
    catalogue: MaybeJson<unknown>
    run_id: string
  }>('plans that were sold; about no one'),
  shop_before: apart<{
    brand: string
    plan_year: number
    part: CataloguePart
    id: string
    content: Json<unknown>
  }>('plans that were sold; about no one'),
  shop_plan: apart<{
    brand: string
    plan_year: number
    plan_id: string
    content: Json<PlanContent>
  }>('plans that are sold'),
  shop_benefit: apart<{
    brand: string
    plan_year: number
    plan_id: string
    benefits: Json<readonly PlanBenefit[]>
  }>('plans that are sold'),
  shop_rate: apart<{
    brand: string
    plan_year: number
    plan_id: string
    rates: Json<PlanRates>
  }>('plans that are sold'),
  /** Counties and states of service areas and rating areas. */
  shop_place: apart<{
    brand: string
    plan_year: number
    kind: 'service' | 'rating'
    area_id: string
    places: Json<readonly string[]>
  }>('places where plans are sold'),
  /** A shopper's choices, opened by a link (SH-6); a signed-in person's are also on their home page. */
  shop_saved: declareWithheldTable({
    of: 'account',
    columns: {
      save_id: id<string>(),
      ticket_hash: secret<Buffer>(),
      brand: inner<string>(),
      sealed: declareWithheld<Buffer>('encrypted; shown on the person’s home and through its link for sixty days'),
      created_at: inner<Moment>(),
      expires_at: inner<Moment>(),
      /** The account that saved it; null: a visitor without an account. */
      account_id: id<string | null>(),
    },
    closing: 'deleted',
  }),
  /** A supply of medicine for which a member got a reminder, by its last day. */
  refill_reminder: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: inner<string>(),
      medicine_id: inner<string>(),
      last_day: inner<Day>(),
      told_at: inner<Moment>(),
    },
    closing: 'deleted',
  }),
  /** A line from a file in which the gateway lists its payouts to the plan's bank. */
  payout_line: apart<{
    line_id: string
    /** The bank transfer that included it, and when that arrived. */
    payout: string
    paid_on: Day
    /** Our payment that it belongs to; null if it names none. */
    payment_id: string | null
    kind: 'payment' | 'refund' | 'other'
    /** Before the gateway's fees: money received is positive, money returned negative. */
    amount_cents: number
    run_id: string
    imported_at: Moment
  }>('payouts of the gateway to the bank, by its own ids'),
  coverage_source: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      resource_id: inner<string>(),
      version: inner<string | null>(),
      content_hash: inner<Buffer>(),
      coverage: declareMadeFrom<Json<unknown>>(),
      run_id: inner<string>(),
    },
    closing: ofPlan,
  }),
  /** A member as the X12 enrollment files describe them, so that changes in later files can be applied (FD-1). */
  x12_member: declareWithheldTable({
    of: 'member',
    columns: {
      brand: declareMadeFrom<string>(),
      member_number: declareMadeFrom<string>(),
      member_id: id<string>(),
      contract_number: declareMadeFrom<string>(),
      version: inner<string>(),
      content_hash: inner<Buffer>(),
      /** Name, birth and contact information as in the files, and other data in them. */
      person: declareMadeFrom<Json<EnrolledData>>(),
      run_id: inner<string>(),
      /** Sender of the file that last changed the row; null: from an earlier release. */
      sender: inner<Generated<string | null>>(),
    },
    closing: ofPlan,
  }),
  /** A member's stored data before a run of X12 files changed it, restored if the run is undone; null: there was none. */
  x12_before: declareWithheldTable({
    of: 'member',
    columns: {
      run_id: inner<string>(),
      member_id: id<string>(),
      before: declareMadeFrom<MaybeJson<EnrolledBefore>>(),
    },
    closing: ofPlan,
  }),
  /** What one X12 file says about a claim; without a member, it waits for them (FD-2, FD-3). */
  x12_claim_part: declareWithheldTable({
    of: 'member',
    columns: {
      brand: declareMadeFrom<string>(),
      part_id: inner<Buffer>(),
      member_id: id<string | null>(),
      /** Id of the claim that it belongs to; null while it waits. */
      claim: inner<string | null>(),
      payer_number: declareMadeFrom<string | null>(),
      /** The provider's own claim number, and the provider's NPI. */
      account: declareMadeFrom<string>(),
      npi: declareMadeFrom<string | null>(),
      first_day: declareMadeFrom<Day>(),
      source: declareMadeFrom<string>(),
      decided_on: declareMadeFrom<Day | null>(),
      sent_at: inner<string>(),
      /** Its place in the file. */
      place: inner<number>(),
      /** The patient, as far as the file identifies them. */
      patient: declareMadeFrom<Json<unknown>>(),
      content: declareMadeFrom<Json<unknown>>(),
      run_id: inner<string>(),
      imported_at: inner<Moment>(),
    },
    closing: ofPlan,
  }),
  /** A brand's X12 files of one night: their counts, and the decision about them (FD-7). */
  x12_feed: apart<{
    feed_id: string
    brand: string
    arrived_at: Moment
    state: 'stored' | 'held' | 'released' | 'undoing' | 'undone'
    digests: string[]
    counts: Json<FeedCountsData>
    reasons: Json<readonly FeedReason[]>
    /** Empty before release 0.2.0. */
    parts: ColumnType<readonly FeedPartData[], string | undefined, string>
    /** Folder in which they are held. */
    folder: string | null
    /** Name of the person who released or undid them. */
    decided_by: string | null
    decided_at: MaybeMoment
    /** Whether a nightly run imported them, without a person. */
    nightly: ColumnType<boolean, boolean | undefined, boolean>
    /** When administrators were notified that they are held. */
    told_at: MaybeMoment
    /** Senders about whose missing files administrators were notified. */
    told_late: ColumnType<string[], string[] | undefined, string[]>
  }>('counts of files; who decided is in the audit log as well'),
  /** An original X12 file, whose content `x12_original_part` holds sealed (FD-4). */
  x12_original: apart<{
    file_id: string
    brand: string | null
    run_id: string
    name: string
    bytes: number
    digest: Buffer
    arrived_at: Moment
    kept_until: Moment
    /** Whether all of its parts are stored. */
    whole: boolean
  }>('names, sizes and digests of files'),
  x12_original_part: apart<{
    part_id: string
    file_id: string
    place: number
    sealed: Buffer
  }>('a file about very many people, sealed; it is gone after X12_KEEP_DAYS'),
  /** A received X12 interchange, by its sender's own number and time. */
  x12_interchange: apart<{
    brand: string
    sender: string
    control: string
    sent: string
    digest: Buffer
    run_id: string
    seen_at: Moment
  }>('numbers and digests of files; about no one'),
  /** A row imported from a CSV file, so that importing it again changes nothing. */
  import_row: apart<{
    kind: string
    /** Digest of the columns that identify the row. */
    row_id: Buffer
    version: string | null
    content_hash: Buffer
    run_id: string
  }>('digests of imported rows; about no one'),
  /** Which instance does work that only one may do at a time. */
  import_lease: apart<{
    name: string
    holder: string
    until: Moment
  }>('which instance imports files; about no one'),
  /** Brands of a person in files for several brands, found from the payers of their coverages and claims. */
  import_patient_brand: apart<{
    patient_id: string
    brand: string
  }>('ids from plans’ files, and brands; the person is in other tables'),
  /** A drug that files refer to by its id. */
  import_medication: apart<{
    brand: string
    medication_id: string
    name: string
    rxnorm: string | null
    ndc: string | null
    /** Whether a security label restricts who may see records that name it. */
    labeled: Generated<boolean>
    version: string | null
    content_hash: Buffer
    run_id: string
  }>('drugs; about no one'),
  /** A code for care that, according to a plan, only the patient may see, besides the published codes (MP-14). */
  sensitive_code: apart<{
    brand: string
    /** Kind and code, in the form used for comparisons. */
    key: string
    begins: Day
    ends: Day
  }>('codes of care; about no one'),
  /** The list of codes with which a brand's stored claims and records were last reviewed, and the progress. */
  sensitivity_review: apart<{
    brand: string
    edition: string
    /** The last member reviewed; null once all are. */
    after: string | null
    /** For a partial review: shelf ids of the parties whose records are judged again; null: all records. */
    parties: Generated<string[] | null>
  }>('how far a plan’s records are judged'),
  /** A cost of care that a member was shown. */
  cost_estimate: declareExportedTable({
    of: 'member',
    part: 'costEstimates',
    order: 'kept_at desc',
    columns: {
      member_id: id<string>(),
      estimate_id: id<string>(),
      service_name: declareExported<string>(),
      provider_name: declareExported<string | null>(),
      /** The highest cost that the member was shown; null if it was unknown. */
      high_cents: declareExported<number | null>(),
      shown: declareMadeFrom<Json<unknown>>(),
      kept_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  /** A file of prices agreed between a plan and providers; each file is a generation (IM-8). */
  rates_file: apart<{
    file_id: string
    brand: string
    /** Identifies the earlier file that this file replaces. */
    source: string
    /** The file's name on arrival; '': it came before names were kept. */
    name: string
    /** `before`: the file that the current one replaced, kept until the next file comes. */
    state: 'loading' | 'current' | 'before' | 'old'
    plan_id: string | null
    plan_name: string | null
    /** Whether a table of contents lists its plans (`rates_file_plan`). */
    is_listed: boolean
    /** The publisher. */
    entity: string
    updated_on: Day | null
    content_hash: Buffer
    pieces: number
    run_id: string
    imported_at: Moment
  }>('a file of prices; about no one'),
  /**
   * A plan whose prices a file contains, according to the payer's table of contents. A file that no table of contents lists names its plan
   * itself, or applies to all plans.
   */
  rates_file_plan: apart<{
    file_id: string
    plan_id: string
    plan_name: string
  }>('plans of a file of prices; about no one'),
  /** A provider in a group that prices apply to. */
  rates_provider: apart<{
    file_id: string
    ref: string
    /** Empty: the file gives only a tax number. */
    npi: string
    tin: string
    name: string | null
    network: string | null
  }>('providers that prices apply to; about no member'),
  rates_service: apart<{
    file_id: string
    item: number
    arrangement: 'ffs' | 'bundle' | 'capitation'
    code_type: string
    code: string
    name: string
    description: string
    parts: Json<readonly RatesPartData[]>
  }>('services with prices; about no one'),
  rates_price: apart<{
    file_id: string
    item: number
    refs: Json<readonly string[]>
    type: 'negotiated' | 'derived' | 'fee schedule' | 'percentage' | 'per diem'
    /** In whole cents; a percentage in hundredths of a percent. */
    amount: number
    billing_class: 'professional' | 'institutional' | 'both'
    setting: 'inpatient' | 'outpatient' | 'both'
    /** Codes separated by blanks; empty: none. */
    modifiers: string
    expires: Day
    /** In the file's words; null: none. */
    note: string | null
  }>('prices that a plan and providers have agreed on; about no one'),
  /** A member's own limit, or how much of it they have used according to their plan's file. */
  accumulator: declareExportedTable({
    of: 'member',
    part: 'amounts',
    order: 'plan_year desc',
    columns: {
      member_id: id<string>(),
      client_number: declareExported<string>(),
      group_number: declareExported<string>(),
      plan_kind: declareExported<PlanKind>(),
      plan_year: declareExported<number>(),
      kind: declareExported<LimitKind>(),
      network: declareExported<Network>(),
      holder: declareExported<Holder>(),
      limit_cents: declareExported<number | null>(),
      used_cents: declareExported<number | null>(),
      /** The date of `used_cents`. */
      as_of: declareExported<Day | null>(),
      /**
       * Id, in the plan's files, of the coverage under which the claim was decided; empty: the claim names none. It leads to the group once
       * that is known.
       */
      coverage_id: id<string>(),
      resource_id: inner<string>(),
      run_id: inner<string>(),
      imported_at: inner<Moment>(),
    },
    closing: ofPlan,
  }),
  /** Another insurer's coverage. */
  other_insurance: declareExportedTable({
    of: 'member',
    part: 'otherInsurance',
    order: 'pays_order',
    columns: {
      member_id: id<string>(),
      resource_id: inner<string>(),
      payer_name: declareExported<string | null>(),
      plan_name: declareExported<string | null>(),
      policy_number: declareExported<string | null>(),
      kind: declareExported<PlanKind>(),
      /** 1 pays first. */
      pays_order: declareExported<number | null>(),
      begins: declareExported<Day | null>(),
      ends: declareExported<Day | null>(),
      run_id: inner<string>(),
    },
    closing: ofPlan,
  }),
  /** Billing of a contract's premiums, stored under the person who pays them; null: the plan's file does not say. */
  premium_account: declareExportedTable({
    of: 'member',
    part: 'premiumAccounts',
    order: 'account_number',
    columns: {
      member_id: id<string>(),
      account_id: declareExported<string>(),
      /** The account number in the plan's billing. */
      account_number: declareExported<string>(),
      client_number: declareExported<string | null>(),
      group_number: declareExported<string | null>(),
      state: declareExported<'open' | 'closed' | 'withdrawn'>(),
      /** The amount owed; negative: a credit. */
      balance_cents: declareExported<number | null>(),
      as_of: declareExported<Day | null>(),
      paid_through: declareExported<Day | null>(),
      /** Whether the plan itself collects the premium from a bank account or a card. */
      auto_pay: declareExported<boolean | null>(),
      tax_credit: declareExported<boolean | null>(),
      grace_days: declareExported<number | null>(),
      end_rule: declareExported<CoverageEndRule | null>(),
      run_id: inner<string>(),
      imported_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  premium_bill: declareExportedTable({
    of: 'member',
    part: 'premiumBills',
    order: 'due_on desc',
    columns: {
      member_id: id<string>(),
      bill_id: declareExported<string>(),
      account_id: declareExported<string>(),
      bill_number: declareExported<string>(),
      state: declareExported<'sent' | 'withdrawn'>(),
      issued_on: declareExported<Day | null>(),
      due_on: declareExported<Day | null>(),
      period_from: declareExported<Day | null>(),
      period_to: declareExported<Day | null>(),
      /** The bill's total, including unpaid amounts of earlier bills. */
      amount_cents: declareExported<number>(),
      /** The day of the e-mail about the bill. */
      told_on: inner<Generated<Day | null>>(),
      run_id: inner<string>(),
      imported_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  premium_line: declareExportedTable({
    of: 'member',
    part: 'premiumLines',
    order: 'position',
    columns: {
      member_id: id<string>(),
      line_id: id<string>(),
      bill_id: declareExported<string>(),
      position: declareExported<number>(),
      state: declareExported<'sent' | 'withdrawn'>(),
      kind: declareExported<PremiumLineKind>(),
      amount_cents: declareExported<number>(),
      /** The person it covers; null: no one in particular. */
      for_member_id: id<string | null>(),
      note: declareExported<string | null>(),
      run_id: inner<string>(),
      imported_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  premium_move: declareExportedTable({
    of: 'member',
    part: 'premiumMoves',
    order: 'moved_on desc',
    columns: {
      member_id: id<string>(),
      move_id: id<string>(),
      account_id: declareExported<string>(),
      /** The id in the plan's billing. */
      vendor_id: declareExported<string>(),
      state: declareExported<'posted' | 'withdrawn'>(),
      moved_on: declareExported<Day>(),
      kind: declareExported<PremiumMoveKind>(),
      way: declareExported<PremiumWay | null>(),
      /** Money received is positive, money returned negative. */
      amount_cents: declareExported<number>(),
      note: declareExported<string | null>(),
      /** Our payment that the plan posted with this entry. */
      payment_id: declareExported<string | null>(),
      run_id: inner<string>(),
      imported_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  /** Which plans have sent premium bills, and when they last did. */
  premium_sent: apart<{
    brand: string
    sent_at: Moment
  }>('which plans have sent premium bills, and when'),
  /** A premium payment through a gateway; holds no card or account numbers. */
  premium_payment: declareExportedTable({
    of: 'member',
    part: 'premiumPayments',
    order: 'created_at desc',
    columns: {
      /** For a first premium, the application's id, for as long as release 0.1.0 reads it. */
      member_id: id<string>(),
      /**
       * The payer: the member, or for a first premium the application, because an applicant is not a member yet. Null: `member_id` is the
       * payer.
       */
      payer_id: id<string | null>(),
      payment_id: declareExported<string>(),
      /** Null for a first premium. */
      account_id: declareExported<string | null>(),
      /** The amount that the member confirmed. */
      amount_cents: declareExported<number>(),
      /** Amount paid according to the gateway, and the amount returned in refunds and disputes. */
      paid_cents: declareExported<number>(),
      refunded_cents: declareExported<number>(),
      disputes: inner<Json<Disputes>>(),
      /** The returned part that the payer's bank took back and still has, when it last took something, and when an e-mail said so. */
      taken_back_cents: declareExported<Generated<number>>(),
      taken_back_at: declareExported<Generated<Date | null>>(),
      taken_back_told_at: inner<Generated<Date | null>>(),
      state: declareExported<PaymentState>(),
      gateway: inner<string>(),
      /** The gateway's own id; null until the gateway has given it. */
      gateway_ref: inner<string | null>(),
      /** The page where the member pays. */
      url: inner<string | null>(),
      language: inner<string>(),
      return_to: inner<string>(),
      /** Number of polls of the gateway, and the time of the next. */
      looks: inner<number>(),
      look_at: inner<Date | null>(),
      created_at: declareExported<Date>(),
      changed_at: declareExported<Date>(),
      settled_at: declareExported<Date | null>(),
      /** When an e-mail told the member the outcome, or when it was decided that they want none. */
      told_at: inner<Generated<Date | null>>(),
      /** For an automatic payment: its payment method, its due day, and the number of the attempt. */
      method_id: id<string | null>(),
      auto_due_on: declareExported<Day | null>(),
      auto_try: inner<number | null>(),
      /** The application whose first premium it is. */
      enrollment_id: id<string | null>(),
      /** What it was made with, in words that its payer recognizes; null: the gateway has not said. */
      paid_by_kind: declareExported<MethodKind | null>(),
      paid_by_label: declareExported<string | null>(),
      paid_by_last_four: declareExported<string | null>(),
    },
    closing: 'kept: money moved, and the law requires books of it',
  }),
  /** A payment method stored at the gateway; of the card or account, it has only what its owner recognizes. */
  premium_method: declareExportedTable({
    of: 'member',
    part: 'premiumMethods',
    order: 'created_at',
    columns: {
      member_id: id<string>(),
      method_id: id<string>(),
      state: declareExported<MethodState>(),
      gateway: inner<string>(),
      /** The gateway's own ids: of the setup page, of the stored method, and of the customer. */
      setup_ref: inner<string | null>(),
      gateway_ref: inner<string | null>(),
      customer_ref: inner<string | null>(),
      url: inner<string | null>(),
      kind: declareExported<MethodKind | null>(),
      /** `Visa`, or the bank's name. */
      label: declareExported<string | null>(),
      last_four: declareExported<string | null>(),
      language: inner<string>(),
      return_to: inner<string>(),
      looks: inner<number>(),
      look_at: inner<Date | null>(),
      created_at: declareExported<Date>(),
      changed_at: declareExported<Date>(),
    },
    // The gateway must be asked to forget it, too.
    closing: {
      member_id: toForget,
      method_id: toForget,
      state: { becomes: 'removing' },
      gateway: toForget,
      setup_ref: toForget,
      gateway_ref: toForget,
      customer_ref: toForget,
      url: { becomes: null },
      kind: { becomes: null },
      label: { becomes: null },
      last_four: { becomes: null },
      language: toForget,
      return_to: toForget,
      looks: toForget,
      look_at: { becomes: new Date(0) },
      created_at: toForget,
      changed_at: toForget,
    },
  }),
  /** An account's automatic payments, as the payer confirmed them. */
  premium_autopay: declareExportedTable({
    of: 'member',
    part: 'premiumAutopay',
    order: 'confirmed_at',
    columns: {
      member_id: id<string>(),
      account_id: declareExported<string>(),
      method_id: id<string>(),
      /** The most that is taken at once. */
      most_cents: declareExported<number>(),
      language: inner<string>(),
      confirmed_at: declareExported<Date>(),
      /** The day of the last check, the due day of the last reminder, and the due day last reported as over the limit. */
      checked_on: inner<Day | null>(),
      told_for: inner<Day | null>(),
      told_over_for: inner<Day | null>(),
    },
    closing: 'deleted',
  }),
  /** An amount moved from one account to another, so that both sides are always equal. */
  ledger_entry: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: declareMadeFrom<string>(),
      /** The payer of its payment. */
      payer_id: declareMadeFrom<string | null>(),
      payment_id: declareMadeFrom<string>(),
      /** Identifies the entry within its payment: `paid:` or `refunded:`, followed by the total. */
      entry: declareMadeFrom<string>(),
      /** `gateway`: money that the gateway holds for the plan; `premium`: money that members have paid. */
      debit: declareMadeFrom<LedgerAccount>(),
      credit: declareMadeFrom<LedgerAccount>(),
      amount_cents: declareMadeFrom<number>(),
      at: declareMadeFrom<Moment>(),
    },
    closing: 'kept: money moved, and the law requires books of it',
  }),
  /** The result of a night's comparison of the ledger with the gateway's books. */
  ledger_check: apart<{
    day: Day
    gateway: string
    started_at: Moment
    ended_at: MaybeMoment
    payments: number
    ledger_cents: number
    gateway_cents: number
    /** How much of these payments reached the bank, and the last day that its files cover; null without files. */
    bank_cents: number | null
    bank_through: Generated<Day | null>
    differences: Json<readonly LedgerDifferenceData[]>
  }>('nightly comparisons of the ledger with the gateway'),
  app_config: apart<{
    application: string
    brand: string
    key: string
    config_group: string | null
    boolean_value: boolean | null
    string_value: string | null
    secure: boolean
  }>('settings'),
  /** A spending account in a plan year; null: the vendor's file does not say. */
  spending_account: declareExportedTable({
    of: 'member',
    part: 'spendingAccounts',
    order: 'plan_year desc',
    columns: {
      member_id: id<string>(),
      account_id: declareExported<string>(),
      /** The vendor's own number. */
      account_number: declareExported<string>(),
      client_number: declareExported<string | null>(),
      group_number: declareExported<string | null>(),
      vendor_type: declareExported<string>(),
      vendor_name: declareExported<string | null>(),
      account_type: declareExported<SpendingAccountType>(),
      state: declareExported<'open' | 'closed' | 'withdrawn'>(),
      plan_year: declareExported<number>(),
      begin_date: declareExported<Day | null>(),
      end_date: declareExported<Day | null>(),
      coverage_level: declareExported<CoverageLevel | null>(),
      /** What the member chose to pay in, or the employer contributes, for the whole year. */
      election_cents: declareExported<number | null>(),
      employee_cents: declareExported<number | null>(),
      employer_cents: declareExported<number | null>(),
      spent_cents: declareExported<number | null>(),
      balance_cents: declareExported<number | null>(),
      as_of: declareExported<Day | null>(),
      /** The last day of care that it pays for, if not the end of the plan year. */
      spend_by: declareExported<Day | null>(),
      claim_by: declareExported<Day | null>(),
      carry_over_cents: declareExported<number | null>(),
      /** The last day to spend or to claim that the member was told about (MP-29), or for which a check found no money at risk. */
      told_day: inner<Generated<Day | null>>(),
      run_id: inner<string>(),
      imported_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  spending_transaction: declareExportedTable({
    of: 'member',
    part: 'spendingTransactions',
    order: 'moved_on desc',
    columns: {
      member_id: id<string>(),
      transaction_id: id<string>(),
      account_id: declareExported<string>(),
      /** The vendor's own id. */
      vendor_id: declareExported<string>(),
      moved_on: declareExported<Day>(),
      kind: declareExported<TransactionKind>(),
      state: declareExported<TransactionState | 'withdrawn'>(),
      /** Money in is positive, money out negative. */
      amount_cents: declareExported<number>(),
      /** For contributions only. */
      paid_by: declareExported<'employee' | 'employer' | null>(),
      payee: declareExported<string | null>(),
      note: declareExported<string | null>(),
      /** The patient; null: the account's own member, or no care. */
      for_member_id: id<string | null>(),
      claim_number: declareExported<string | null>(),
      /** The payer that numbered the claim, in the vendor's words; null: the vendor does not say. */
      claim_payer: inner<Generated<string | null>>(),
      /** Shown only to the patient, even if others may see the rest (MP-14). */
      sensitive: inner<boolean>(),
      /** What the vendor says about that; null: nothing, so that the rules about words decide. */
      sensitive_said: inner<Generated<boolean | null>>(),
      run_id: inner<string>(),
      imported_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  /** Which plans have sent spending accounts, and when they last did. */
  spending_sent: apart<{
    brand: string
    sent_at: Moment
  }>('which plans have sent spending accounts, and when'),
  saved_provider: declareExportedTable({
    of: 'member',
    part: 'savedProviders',
    order: 'saved_at',
    columns: {
      member_id: id<string>(),
      provider_id: declareExported<string>(),
      name: declareExported<string>(),
      saved_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  primary_care_choice: declareExportedTable({
    of: 'member',
    part: 'primaryCare',
    order: 'chosen_at',
    columns: {
      member_id: id<string>(),
      provider_id: declareExported<string>(),
      name: declareExported<string>(),
      chosen_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  /** What the directory showed a member, who may rely on it (MP-25). */
  provider_shown: declareExportedTable({
    of: 'member',
    part: 'providersShown',
    order: 'shown_at',
    columns: {
      member_id: id<string>(),
      shown_id: inner<string>(),
      provider_id: declareExported<string>(),
      shown_at: declareExported<Moment>(),
      content: declareExported<Json<unknown>>(),
      content_hash: inner<Buffer>(),
    },
    closing: 'kept: members may rely on it, even after their account is closed',
  }),
  directory_report: declareExportedTable({
    of: 'member',
    part: 'directoryReports',
    order: 'reported_at',
    columns: {
      member_id: id<string>(),
      report_id: inner<string>(),
      brand: declareExported<string>(),
      provider_id: declareExported<string>(),
      /** Has the form of `directory_correction.place`. */
      place: inner<Generated<string>>(),
      network_id: declareExported<Generated<string>>(),
      name: declareExported<string>(),
      /** The entry as shown. */
      entry: declareMadeFrom<Json<unknown>>(),
      kind: declareExported<ReportKind>(),
      note: declareExported<string>(),
      reported_at: declareExported<Moment>(),
      due_on: declareExported<Day>(),
      outcome: declareExported<ReportOutcome | null>(),
      settled_by: work<string | null>(),
      settled_at: declareExported<MaybeMoment>(),
      answer: work<string>(),
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
  import_run: apart<{
    run_id: string
    kind: string
    brand: string | null
    files: Json<string[]>
    state: 'running' | 'done' | 'failed'
    counts: Json<ImportCountsData>
    started_at: Moment
    ended_at: MaybeMoment
    problem: Generated<string | null>
    /** When it last reported that it is running. */
    seen_at: ColumnType<Date, never, Date>
  }>('import runs; about no one'),
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
  /** Members whom another organization's system may export (OS-51, OS-52). */
  exchange_group: apart<{
    group_id: string
    brand: string
    client_id: string
    /** `matched` by the system, or `attributed`: patients of its organization, by their claims. */
    kind: 'matched' | 'attributed'
    made_at: Moment
    ends_at: MaybeMoment
  }>('organizations, not people'),
  exchange_member: declareWithheldTable({
    of: 'member',
    columns: {
      group_id: id<string>(),
      member_id: id<string>(),
      /** When the consent or attestation ends. */
      ends_at: inner<MaybeMoment>(),
    },
    closing: ofPlan,
  }),
  /** A system's request that a worker carries out (OS-26). */
  exchange_work: apart<{
    work_id: string
    brand: string
    client_id: string
    kind: 'export' | 'match' | 'attribute'
    group_id: string | null
    request: Json<ExchangeRequest>
    /** The search data of a match, while it is not done; sealed with `key`. */
    sealed: Buffer | null
    /** Encrypts only this work's files; sealed with the data key. */
    key: Buffer
    state: 'waiting' | 'done' | 'failed'
    progress: Json<ExchangeProgress>
    made_at: Moment
    changed_at: Moment
    ends_at: Moment
  }>('encrypted, and gone within days'),
  exchange_chunk: apart<{
    work_id: string
    file: number
    chunk: number
    type: string
    lines: number
    content: Buffer
  }>('encrypted, and gone within days'),
  exchange_party: apart<{
    work_id: string
    type: string
    id: string
  }>('people and organizations that provide care, until the export is done'),
  /** A request to an earlier plan for a member's records (OS-55). */
  earlier_request: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      peer_id: id<string>(),
      state: inner<'due' | 'matching' | 'exporting' | 'done' | 'no-match' | 'stopped' | 'failed'>(),
      /** The other plan's status address, and the member's id there. */
      place: inner<string | null>(),
      patient: inner<string | null>(),
      tries: inner<number>(),
      why: inner<string | null>(),
      due_at: inner<Moment>(),
      began_at: inner<Moment>(),
      received_at: inner<MaybeMoment>(),
    },
    closing: ofPlan,
  }),
  /** A record from an earlier plan: shown as that plan's, never counted (OS-55). */
  earlier_record: declareExportedTable({
    of: 'member',
    part: 'earlierRecords',
    order: 'day desc',
    columns: {
      member_id: id<string>(),
      peer_id: id<string>(),
      type: declareExported<string>(),
      id: id<string>(),
      title: declareExported<string | null>(),
      day: declareExported<Day | null>(),
      sensitive: declareExported<boolean>(),
      received_at: declareExported<Moment>(),
      /** As received. */
      body: declareExported<string>(),
      /** Whether it is on the shelf for apps. */
      shelved: inner<Generated<boolean>>(),
    },
    closing: ofPlan,
  }),
  /** Another plan that can be asked for its former members' records (OS-55). */
  payer_peer: apart<{
    peer_id: string
    name: string
    fhir_base: string
    /** Our client id there, and the number (NPI or NAIC) by which it knows us. */
    client_id: string
    our_number: Generated<string>
    is_on: boolean
    changed_at: Moment
    changed_by: string | null
  }>('organizations, not people'),
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
  /** Apps that members can connect (OS-36). */
  app: apart<{
    client_id: string
    name: string
    maker: string
    home_url: string | null
    policy_url: string | null
    launch_url: string | null
    contact_email: string
    redirect_uris: Json<string[]>
    auth_method: AppAuthMethod
    secret_hash: Buffer | null
    /** Public keys, by value or by address. */
    jwks: MaybeJson<object>
    jwks_uri: string | null
    /** A resource server, which may introspect other clients' tokens (OS-35). */
    introspects: Generated<boolean>
    /** The organization whose system it is (OS-50); null: an app for people. */
    organization: MaybeJson<Organization>
    /** Its hosts that were shown to be its maker's (OS-36); null: not checked. */
    hosts: MaybeJson<CheckedHosts>
    /** Its answers about privacy (OS-37); null: none given. */
    attestation: MaybeJson<Attestation>
    state: AppState
    /** Why staff refused or ended it, in their words. */
    reason: Generated<string | null>
    registered_at: Moment
    changed_at: Moment
    decided_by: Generated<string | null>
  }>('organizations, not people'),
  /** A person's grant to an app (OS-38, OS-39). */
  app_grant: declareExportedTable({
    of: 'account',
    part: 'connectedApps',
    order: 'began_at',
    columns: {
      grant_id: id<string>(),
      client_id: declareExported<string>(),
      brand: declareExported<string>(),
      account_id: id<string>(),
      member_id: id<string>(),
      /** Whose data: the person's own, that of a child, or that of someone who shares it with them (OS-40). */
      whose: declareExported<'own' | 'child' | 'shared'>(),
      /** The scopes that the app requested, without those taken away. */
      scopes: declareExported<Json<string[]>>(),
      rejected: declareExported<Json<string[]>>(),
      parts: declareExported<Json<AppPart[]>>(),
      sensitive: declareExported<boolean>(),
      lasts: declareExported<GrantLasts>(),
      began_at: declareExported<Moment>(),
      changed_at: declareExported<Moment>(),
      ends_at: declareExported<MaybeMoment>(),
      /** When the person was told that it expires soon. */
      told_at: inner<Generated<Date | null>>(),
      used_at: declareExported<Generated<Date | null>>(),
      ended_at: declareExported<MaybeMoment>(),
      ended_reason: declareExported<GrantEnd | null>(),
    },
    closing: 'kept: ended, and the audit log’s events about it need it',
  }),
  app_token: apart<{
    brand: string
    kind: string
    token_hash: Buffer
    grant_id: string | null
    client_id: string | null
    payload: Json<Record<string, unknown>>
    issued_at: Moment
    expires_at: Moment
    consumed_at: MaybeMoment
  }>('hashes, which are useless once their grant has ended'),
  /** Brands edited in the console (BR-8): a code's last confirmed version is served. */
  brand_version: apart<{
    brand: string
    version: number
    state: 'waiting' | 'confirmed' | 'dropped'
    /** The content of the brand's folder, by file name. */
    files: Json<Readonly<Record<string, string>>>
    /** In force, it is shown to no one, and stays for jobs and mail. */
    withdrawn: Generated<boolean>
    reason: string
    made_by: string
    made_at: Moment
    decided_by: Generated<string | null>
    decided_at: MaybeMoment
  }>('what a plan calls itself and looks like, no person'),
  /** A connection to a plan's identity provider (OS-60), to which SCIM tokens and group mappings refer. */
  identity_connection: apart<{
    connection_id: string
    name: string
    /** Code of a brand, or ALL. */
    brand: string
    audience: Audience
    kind: ConnectionKind
    /** The version used for sign-ins; null: the connection is off. */
    live_version: Generated<number | null>
    /** The key that signs messages to a SAML provider; sealed with the data key. */
    signing_key: Generated<Buffer | null>
    signing_certificate: Generated<string | null>
    created_at: Moment
  }>('how plans let their people in, no person'),
  /** A version of a connection's settings; made by one administrator and confirmed by another. */
  identity_version: apart<{
    connection_id: string
    version: number
    state: 'waiting' | 'confirmed' | 'dropped'
    domains: Json<readonly string[]>
    settings: Json<ConnectionSettings>
    /** Sealed with the data key. */
    secret: Buffer | null
    made_by: string
    made_at: Moment
    /** When an administrator tested it by signing in, and what arrived. */
    tried_at: MaybeMoment
    arrived: MaybeJson<Readonly<Record<string, readonly string[]>>>
    decided_by: Generated<string | null>
    decided_at: MaybeMoment
  }>('how plans let their people in; what arrived is of the administrator who tries it, and gone once it is decided'),
  /** Someone who signs in by a connection (OS-61): first expected by a claim's value, then linked by issuer and subject. */
  identity_link: declareWithheldTable({
    of: 'account',
    columns: {
      connection_id: id<string>(),
      account_id: id<string>(),
      /** The claim value that identifies the first sign-in. */
      expected: work<string | null>(),
      /** Who entered it; null: the plan's own system did. It counts only once a second administrator has confirmed it. */
      asked_by: work<Generated<string | null>>(),
      confirmed_at: inner<MaybeMoment>(),
      issuer: inner<Generated<string | null>>(),
      subject: inner<Generated<string | null>>(),
      /** The name that they type for a directory sign-in (SI-5). */
      known_as: work<Generated<string | null>>(),
      created_at: inner<Moment>(),
      linked_at: inner<MaybeMoment>(),
      used_at: inner<MaybeMoment>(),
    },
    closing: 'deleted',
  }),
  /** A sign-in under way at a provider. */
  identity_request: apart<{
    state_hash: Buffer
    connection_id: string
    version: number
    browser_hash: Buffer
    /** What the answer must match. */
    proof: Json<Readonly<Record<string, string>>>
    /** The administrator who tests the connection; null: an actual sign-in. */
    tried_by: string | null
    answered_at: MaybeMoment
    /** Checked content of a form posted by the provider, kept until the browser comes back for it. */
    answer: MaybeJson<ArrivedIdentity>
    created_at: Moment
    expires_at: Moment
  }>('hashes that are gone within minutes'),
  /** Outcomes of a connection's sign-ins, for administrators (OS-71); names no one. */
  identity_attempt: apart<{
    attempt_id: string
    connection_id: string
    at: Moment
    outcome: SignOnOutcome
    detail: string | null
    is_test: boolean
  }>('counts and reasons, no person'),
  /** A day on which a member's data went to an app (OS-80). */
  app_transfer: declareWithheldTable({
    of: 'member',
    columns: {
      brand: work<string>(),
      member_id: id<string>(),
      client_id: work<string>(),
      day: work<Day>(),
      grant_id: id<string>(),
    },
    closing: ofPlan,
  }),
  refresh_token: apart<{
    token_hash: Buffer
    family_id: string
    session_id: string
    issued_at: Moment
    expires_at: Moment
    used_at: MaybeMoment
    revoked_at: MaybeMoment
    /** The client that received it; null: the portal's own sign-in. */
    client_id: Generated<string | null>
  }>('hashes, which are useless once their session has ended'),
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
  /** The place of this database's real portal: a copy elsewhere sends nothing (OP-6). */
  site: apart<{
    place: string
    adopted_by: string
    adopted_at: Moment
  }>('about the installation'),
}

type Declared = typeof tables
export type Tables = { [T in keyof Declared]: RowOf<Declared[T]> }
export type PersonalTable = { [T in keyof Declared]: Declared[T]['of'] extends 'no-one' ? never : T }[keyof Declared]

/** A table's columns in a person's own data export. */
export type ExportedColumn<T extends PersonalTable> = {
  [C in keyof Declared[T]['columns']]: Declared[T]['columns'][C] extends 'exported' ? C : never
}[keyof Declared[T]['columns']] &
  string

export type ExportedTable = {
  [T in PersonalTable]: Declared[T] extends { readonly part: string } ? T : never
}[PersonalTable]

export const personalTables = (Object.keys(tables) as (keyof Declared)[]).filter(
  (table): table is PersonalTable => tables[table].of !== 'no-one',
)
export const exportedTables = personalTables.filter((table): table is ExportedTable => 'part' in tables[table])

export function listExportedColumns<T extends ExportedTable>(table: T): ExportedColumn<T>[] {
  const { columns } = tables[table]
  return Object.entries(columns).flatMap(([column, sharing]) =>
    sharing === 'exported' ? [column as ExportedColumn<T>] : [],
  )
}
