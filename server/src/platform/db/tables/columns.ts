import type { FeedReason } from '@portico/contract/feed-reasons'
import type { Language } from '@portico/contract/page'
import type { HostProof } from '@portico/rules/apps/app'
import type { TakenBack } from '@portico/rules/claims/counter-entry'
import type { ClaimFacts } from '@portico/rules/claims/state'
import type { FamilyRules, Network } from '@portico/rules/coverage/balances'
import type { BestTime } from '@portico/rules/messages/best-times'
import type { LedgerDifference } from '@portico/rules/premium/ledger'
import type { Told } from '@portico/rules/premium/told'
import type { Entitlement } from '@portico/rules/staff/entitlements'
import type { ColumnType } from 'kysely'

/** A moment: read as Date, written as Date or ISO text. */
export type Moment = ColumnType<Date, Date | string, Date | string>
export type MaybeMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** A calendar day `yyyy-mm-dd`. */
export type Day = string
/** Read as a value, written as its text. */
export type Json<Value> = ColumnType<Value, string, string>
export type MaybeJson<Value> = ColumnType<Value | null, string | null, string | null>

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
  /** When the night of the files before arrived; undefined: an earlier release's files, which do not say. */
  readonly beforeAt?: string | null
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
