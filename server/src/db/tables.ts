import type { BestTime } from '@portico/rules/messages/best-times'
import type { Role } from '@portico/rules/roles'
import type { ColumnType, Generated } from 'kysely'

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
  first_name: string
  last_name: string
  date_of_birth: Day
  relationship_code: string
  chip: boolean
  guardian_verified: boolean
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
}

interface VendorDetailTable {
  client_number: string
  group_number: string
  plan_year: number
  claim_and_spending: boolean
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
  certifications: ColumnType<string[], string, string>
  nick_name: string | null
  challenge_question: string | null
  agencies: ColumnType<{ agencyId: string; region: string; entitlements: string[] }[], string, string>
  preferred_store: string
  temporary_password: boolean
  security_strength_enforcement: 'NONE' | 'FORCED'
  locked_until: MaybeMoment
  employee: boolean
  demo_of_brand: string | null
  directory_out_of_step: boolean
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
  user_agent: string
}

interface RefreshTokenTable {
  token_hash: Buffer
  family_id: string
  session_id: string
  issued_at: Moment
  expires_at: Moment
  used_at: MaybeMoment
  revoked_at: MaybeMoment
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
  body: string
  /** Where the member wants to be called back, as typed (MC-3). */
  phone_number: string | null
  best_time: BestTime | null
  sent_at: Moment
  read_at: MaybeMoment
  deleted_at: MaybeMoment
}

interface ClaimTable {
  member_id: string
  claim_id: string
  client_number: string
  group_number: string
  service_date: Day
  provider_name: string
  category: 'office' | 'hospital' | 'emergency' | 'imaging' | 'laboratory' | 'pharmacy' | 'dental' | 'other'
  status: 'in-progress' | 'finished' | 'denied'
  billed_cents: number
  plan_paid_cents: number
  you_owe_cents: number | null
}

interface AccumulatorTable {
  member_id: string
  client_number: string
  group_number: string
  plan_year: number
  kind: 'deductible' | 'out-of-pocket'
  network: 'in' | 'out'
  used_cents: number
  limit_cents: number
}

interface PremiumTable {
  member_id: string
  client_number: string
  group_number: string
  due_date: Day
  amount_cents: number
  auto_pay: boolean
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
}

export interface Tables {
  member: MemberTable
  coverage: CoverageTable
  product: ProductTable
  vendor_detail: VendorDetailTable
  account: AccountTable
  session: SessionTable
  refresh_token: RefreshTokenTable
  rating_info: RatingInfoTable
  thread: ThreadTable
  message: MessageTable
  claim: ClaimTable
  accumulator: AccumulatorTable
  premium: PremiumTable
  app_config: AppConfigTable
  audit_event: AuditEventTable
}
