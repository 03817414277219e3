import type { SelectType } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * What is a person's, column by column (RG-3): whether it is in the file of their own data, and what becomes of it when they
 * close their account. Both are done by this declaration; a table or column of `tables.ts` that it does not name does not compile.
 */

/** In the file of a person's own data, or why not. */
type Sharing = 'exported' | `withheld: ${string}`
type Kept = `kept: ${string}`
/** A value of a column, as it is read. */
type ValueOf<T extends keyof Tables, C extends keyof Tables[T]> = SelectType<Tables[T][C]>

type OrderBy<Column extends string> = Column | `${Column} desc`

interface Personal<T extends keyof Tables> {
  /** Whose its rows are, by the column `account_id` or `member_id`. */
  readonly of: 'account' | 'member'
  /** Its name in the file, and the column that it is ordered by; of tables of which anything is exported. */
  readonly part?: string
  readonly order?: OrderBy<keyof Tables[T] & string>
  readonly columns: { readonly [C in keyof Tables[T]]: Sharing }
  /**
   * What closing the account does: its rows go, those of a member unless another account is theirs too; or they stay; or they
   * stay with some columns emptied.
   */
  readonly closing: 'deleted' | Kept | { readonly [C in keyof Tables[T]]: Kept | { readonly becomes: ValueOf<T, C> } }
}

/** Of no account and no member, or not to be told by them. */
interface Apart {
  readonly of: 'no-one'
  readonly why: string
}
const apart = (why: string): Apart => ({ of: 'no-one', why })

const id = 'withheld: says only which rows belong together'
const secret = 'withheld: a secret of the portal’s own, or a hash of one'
const inner = 'withheld: how the portal works with it; it says nothing of the person'
const work = 'withheld: what staff write and do among themselves'
const ofPlan = 'kept: the plan’s, and the same for the next account of the member'
const forAudit = 'kept: what the audit log says of the account needs it'

/** The login ID of a closed account, with the account's id after it. */
export const closedName = 'CLOSED'
/** In the place of a hash: no password has this one. */
export const closedPassword = 'closed'

export const personalData = {
  account: {
    of: 'account',
    part: 'account',
    order: 'account_id',
    columns: {
      account_id: id,
      login_id: 'exported',
      password_hash: secret,
      role: 'exported',
      actor_type: inner,
      brand: 'exported',
      member_id: id,
      first_name: 'exported',
      last_name: 'exported',
      date_of_birth: 'exported',
      email: 'exported',
      phone: 'exported',
      phone_type: 'exported',
      bus_phone: 'exported',
      address: 'exported',
      city: 'exported',
      state: 'exported',
      zip_code: 'exported',
      county: 'exported',
      market: 'exported',
      ecid: 'exported',
      npn: 'exported',
      ffm_id: 'exported',
      certifications: 'exported',
      nick_name: 'exported',
      challenge_question: 'exported',
      agencies: 'exported',
      preferred_store: inner,
      temporary_password: inner,
      security_strength_enforcement: inner,
      employee: 'exported',
      demo_of_brand: inner,
      directory_out_of_step: inner,
      entitlements: 'exported',
      page_language: 'exported',
      password_changed_at: 'exported',
      created_at: 'exported',
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
      certifications: { becomes: [] },
      nick_name: { becomes: null },
      challenge_question: { becomes: null },
      agencies: { becomes: [] },
      preferred_store: { becomes: '' },
      temporary_password: { becomes: false },
      security_strength_enforcement: { becomes: 'NONE' },
      employee: { becomes: false },
      demo_of_brand: { becomes: null },
      directory_out_of_step: { becomes: false },
      entitlements: { becomes: [] },
      page_language: { becomes: null },
      password_changed_at: forAudit,
      created_at: forAudit,
    },
  },
  session: {
    of: 'account',
    part: 'sessions',
    order: 'created_at desc',
    columns: {
      session_id: id,
      token_hash: secret,
      account_id: id,
      login_id: 'withheld: the account’s, which is told with it',
      role: inner,
      member_id: id,
      brand: 'exported',
      created_at: 'exported',
      last_seen_at: 'exported',
      expires_at: inner,
      ended_at: 'exported',
      ended_reason: 'exported',
      user_agent: 'exported',
      address: 'exported',
      method: 'exported',
      authenticated_at: inner,
      password_due: inner,
      market: inner,
      page_key_hash: secret,
      actor_account_id: work,
      actor_login_id: work,
      actor_session_id: work,
      actor_return_hash: secret,
      reason: work,
      ticket: work,
      scopes: inner,
    },
    closing: {
      session_id: forAudit,
      token_hash: 'kept: a page that is still open is told by it why its session has ended',
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
      market: { becomes: null },
      page_key_hash: { becomes: null },
      actor_account_id: forAudit,
      actor_login_id: forAudit,
      actor_session_id: forAudit,
      actor_return_hash: forAudit,
      reason: forAudit,
      ticket: forAudit,
      scopes: forAudit,
    },
  },
  passkey: {
    of: 'account',
    part: 'passkeys',
    order: 'created_at',
    columns: {
      account_id: id,
      passkey_id: id,
      credential_id: secret,
      public_key: secret,
      counter: inner,
      transports: inner,
      host: 'exported',
      name: 'exported',
      created_at: 'exported',
      last_used_at: 'exported',
    },
    closing: 'deleted',
  },
  authenticator: {
    of: 'account',
    part: 'authenticatorApps',
    order: 'created_at',
    columns: { account_id: id, secret: secret, created_at: 'exported', confirmed_at: 'exported', last_step: inner },
    closing: 'deleted',
  },
  recovery_code: {
    of: 'account',
    part: 'recoveryCodes',
    order: 'used_at',
    columns: { account_id: id, code_hash: secret, used_at: 'exported' },
    closing: 'deleted',
  },
  trusted_device: {
    of: 'account',
    part: 'rememberedBrowsers',
    order: 'created_at',
    columns: {
      account_id: id,
      device_hash: secret,
      user_agent: 'exported',
      created_at: 'exported',
      expires_at: 'exported',
    },
    closing: 'deleted',
  },
  sign_in_challenge: {
    of: 'account',
    columns: {
      challenge_hash: secret,
      purpose: inner,
      account_id: id,
      session_id: id,
      webauthn_challenge: secret,
      failures: inner,
      created_at: inner,
      expires_at: inner,
    },
    closing: 'deleted',
  },
  recovery_ticket: {
    of: 'account',
    columns: { account_id: id, ticket_hash: secret, created_at: inner, expires_at: inner },
    closing: 'deleted',
  },
  email_change: {
    of: 'account',
    part: 'newEmailAddress',
    order: 'created_at',
    columns: {
      account_id: id,
      email: 'exported',
      ticket_hash: secret,
      created_at: 'exported',
      expires_at: 'exported',
    },
    closing: 'deleted',
  },
  security_answer: {
    of: 'account',
    part: 'securityQuestions',
    order: 'position',
    columns: {
      account_id: id,
      position: inner,
      question_id: 'exported',
      answer_hash: secret,
      set_at: 'exported',
    },
    closing: 'deleted',
  },
  password_history: {
    of: 'account',
    columns: { account_id: id, set_at: inner, password_hash: secret },
    closing: 'deleted',
  },
  person_state: {
    of: 'account',
    part: 'smallState',
    order: 'key',
    columns: { account_id: id, key: 'exported', value: 'exported', updated_at: 'exported' },
    closing: 'deleted',
  },
  rating_info: {
    of: 'account',
    part: 'ratings',
    order: 'position',
    columns: { account_id: id, store_id: 'exported', brand: 'exported', position: inner },
    closing: 'deleted',
  },
  registration: {
    of: 'account',
    columns: {
      registration_id: id,
      ticket_hash: secret,
      sealed: 'withheld: became the account, which is told',
      created_at: inner,
      expires_at: inner,
      account_id: id,
    },
    closing: 'deleted',
  },
  staff_brand: {
    of: 'account',
    part: 'worksForBrands',
    order: 'brand',
    columns: { account_id: id, brand: 'exported' },
    closing: 'deleted',
  },
  staff_draft: {
    of: 'account',
    columns: {
      account_id: id,
      member_id: id,
      thread_id: id,
      draft_id: id,
      version: inner,
      data: 'withheld: written at work, about someone else',
      saved_at: inner,
    },
    closing: 'deleted',
  },

  member: {
    of: 'member',
    part: 'person',
    order: 'member_id',
    columns: {
      member_id: id,
      brand: 'exported',
      member_number: 'exported',
      contract_number: 'exported',
      first_name: 'exported',
      last_name: 'exported',
      date_of_birth: 'exported',
      relationship_code: 'exported',
      chip: 'exported',
      guardian_verified: 'exported',
    },
    closing: ofPlan,
  },
  guardian: {
    of: 'member',
    columns: {
      member_id: id,
      first_name: 'withheld: the guardian’s',
      last_name: 'withheld: the guardian’s',
      date_of_birth: 'withheld: the guardian’s',
      email: 'withheld: the guardian’s',
    },
    closing: ofPlan,
  },
  guardian_check: {
    of: 'member',
    columns: {
      member_id: id,
      pin_hash: secret,
      pin_expires_at: inner,
      proof_hash: secret,
      proof_expires_at: inner,
    },
    closing: 'kept: hashes that are worth nothing after half an hour',
  },
  coverage: {
    of: 'member',
    part: 'coverages',
    order: 'position',
    columns: {
      member_id: id,
      client_number: 'exported',
      group_number: 'exported',
      client_name: 'exported',
      group_name: 'exported',
      plan_name: 'exported',
      medicare_indicator: 'exported',
      direct_pay_indicator: 'exported',
      is_nd_medicaid: 'exported',
      rx_bin: 'exported',
      rx_pcn: 'exported',
      rx_group: 'exported',
      copays: 'exported',
      effectuated_on: 'exported',
      position: inner,
    },
    closing: ofPlan,
  },
  product: {
    of: 'member',
    part: 'products',
    order: 'position',
    columns: {
      member_id: id,
      client_number: 'exported',
      group_number: 'exported',
      position: inner,
      product_name: 'exported',
      is_blue_extra_basic: inner,
      is_blue_extra_plus: inner,
      blue_edge_dental_indv: inner,
      coverage_begin_date: 'exported',
      coverage_con_begin_date: 'exported',
      coverage_end_date: 'exported',
      benefit_plan_type: 'exported',
      drug_coverage: 'exported',
    },
    closing: ofPlan,
  },
  claim: {
    of: 'member',
    part: 'claims',
    order: 'service_date desc',
    columns: {
      member_id: id,
      claim_id: 'exported',
      client_number: 'exported',
      group_number: 'exported',
      service_date: 'exported',
      provider_name: 'exported',
      category: 'exported',
      status: 'exported',
      billed_cents: 'exported',
      plan_paid_cents: 'exported',
      you_owe_cents: 'exported',
    },
    closing: ofPlan,
  },
  accumulator: {
    of: 'member',
    part: 'amounts',
    order: 'plan_year desc',
    columns: {
      member_id: id,
      client_number: 'exported',
      group_number: 'exported',
      plan_year: 'exported',
      kind: 'exported',
      network: 'exported',
      used_cents: 'exported',
      limit_cents: 'exported',
    },
    closing: ofPlan,
  },
  premium: {
    of: 'member',
    part: 'premiums',
    order: 'due_date desc',
    columns: {
      member_id: id,
      client_number: 'exported',
      group_number: 'exported',
      due_date: 'exported',
      amount_cents: 'exported',
      auto_pay: 'exported',
    },
    closing: ofPlan,
  },
  spending_account: {
    of: 'member',
    part: 'spendingAccounts',
    order: 'plan_year desc',
    columns: {
      member_id: id,
      client_number: 'exported',
      group_number: 'exported',
      account_id: 'exported',
      vendor_type: 'exported',
      account_type: 'exported',
      plan_year: 'exported',
      begin_date: 'exported',
      end_date: 'exported',
      annual_cents: 'exported',
      contributed_cents: 'exported',
      spent_cents: 'exported',
    },
    closing: ofPlan,
  },
  thread: {
    of: 'member',
    part: 'conversations',
    order: 'created_at',
    columns: {
      member_id: id,
      thread_id: 'exported',
      brand: 'exported',
      category_id: 'exported',
      sub_category_id: 'exported',
      subject: 'exported',
      reply_blocked_reason: inner,
      created_at: 'exported',
    },
    closing: ofPlan,
  },
  message: {
    of: 'member',
    part: 'messages',
    order: 'sent_at',
    columns: {
      member_id: id,
      message_id: 'exported',
      thread_id: 'exported',
      client_message_id: id,
      incoming: 'exported',
      author_name: 'exported',
      on_behalf: 'exported',
      body: 'exported',
      phone_number: 'exported',
      best_time: 'exported',
      sent_at: 'exported',
      read_at: 'exported',
      deleted_at: 'exported',
      attachment_count: inner,
      purged_at: inner,
      subject_key: inner,
    },
    closing: ofPlan,
  },
  message_words: {
    of: 'member',
    columns: { member_id: id, message_id: id, incoming: inner, sent_at: inner, words: inner },
    closing: ofPlan,
  },
  mailbox_count: {
    of: 'member',
    columns: {
      member_id: id,
      inbox: inner,
      sent: inner,
      deleted: inner,
      unread: inner,
      inbox_threads: inner,
      sent_threads: inner,
      deleted_threads: inner,
    },
    closing: ofPlan,
  },
  conversation: {
    of: 'member',
    columns: {
      member_id: id,
      folder: inner,
      thread_id: id,
      messages: inner,
      unread: inner,
      attachments: inner,
      newest_id: id,
      newest_at: inner,
      subject_key: inner,
      author_key: inner,
    },
    closing: ofPlan,
  },
  message_draft: {
    of: 'member',
    part: 'drafts',
    order: 'saved_at',
    columns: {
      member_id: id,
      draft_id: id,
      thread_id: 'exported',
      in_reply_to: 'exported',
      version: inner,
      data: 'exported',
      saved_at: 'exported',
    },
    closing: 'deleted',
  },
  notification_choice: {
    of: 'member',
    part: 'notifications',
    order: 'changed_at',
    columns: { member_id: id, new_message: 'exported', language: 'exported', changed_at: 'exported' },
    closing: 'deleted',
  },
  attachment: {
    of: 'member',
    part: 'files',
    order: 'created_at',
    columns: {
      member_id: id,
      attachment_id: id,
      account_id: id,
      client_attachment_id: id,
      client_message_id: id,
      name: 'exported',
      type: 'exported',
      size: 'exported',
      state: inner,
      refusal: inner,
      stored: inner,
      created_at: 'exported',
      submitted_at: 'exported',
      message_id: 'exported',
      scan_at: inner,
      scan_attempts: inner,
    },
    closing: 'kept: sent with messages, which are the plan’s; what was not sent is cleaned away within a day',
  },
  attachment_part: {
    of: 'member',
    columns: {
      member_id: id,
      attachment_id: id,
      position: inner,
      content: 'withheld: files are opened at their messages',
    },
    closing: 'kept: goes with its file',
  },
  person_access: {
    of: 'member',
    part: 'sharedWith',
    order: 'invited_at',
    columns: {
      access_id: id,
      member_id: id,
      brand: 'exported',
      name: 'exported',
      email: 'exported',
      relationship: 'exported',
      scopes: 'exported',
      last_day: 'exported',
      state: 'exported',
      account_id: 'withheld: the other person’s',
      ticket_hash: secret,
      answer_by: 'exported',
      begins: 'exported',
      invited_at: 'exported',
      changed_at: 'exported',
    },
    closing: 'kept: ended, and what the audit log says of it needs it',
  },
  thread_work: {
    of: 'member',
    columns: {
      member_id: id,
      thread_id: id,
      brand: work,
      category_id: work,
      language: work,
      state: work,
      version: work,
      assignee_account_id: work,
      waiting_since: work,
      due_at: work,
      changed_at: work,
    },
    closing: ofPlan,
  },
  thread_note: {
    of: 'member',
    columns: {
      member_id: id,
      note_id: id,
      thread_id: id,
      client_message_id: id,
      author_account_id: work,
      author_name: work,
      body: work,
      written_at: work,
    },
    closing: ofPlan,
  },
  thread_presence: {
    of: 'member',
    columns: { member_id: id, thread_id: id, account_id: work, typing: work, seen_at: work },
    closing: 'kept: forgotten within minutes',
  },

  refresh_token: apart('hashes, which are worth nothing once their session has ended'),
  sign_in_limit: apart('counts; those of a login ID go when its account is closed, all are forgotten in time'),
  saved_registration: apart('sealed, of no one whom the portal knows, and deleted after seven days'),
  lead: apart('of people without an account, who asked to hear of plans'),
  outbox: apart('what was sent to an address; deleted in time'),
  audit_event: apart('append-only; its owner is told it under Recent activity'),
  vendor_detail: apart('of groups'),
  app_config: apart('settings'),
  content_item: apart('texts'),
  canned_reply: apart('texts'),
  tag_count: apart('counts of no one'),
  desk_event: apart('figures of no one'),
} as const satisfies { readonly [T in keyof Tables]: Personal<T> | Apart }

type Declared = typeof personalData
export type PersonalTable = { [T in keyof Declared]: Declared[T] extends Apart ? never : T }[keyof Declared]

/** Columns of a table that are in the file of a person's own data. */
export type ExportedColumn<T extends PersonalTable> = {
  [C in keyof Declared[T]['columns']]: Declared[T]['columns'][C] extends 'exported' ? C : never
}[keyof Declared[T]['columns']] &
  string

export type ExportedTable = {
  [T in PersonalTable]: Declared[T] extends { readonly part: string } ? T : never
}[PersonalTable]

export const personalTables = (Object.keys(personalData) as (keyof Declared)[]).filter(
  (table): table is PersonalTable => personalData[table].of !== 'no-one',
)
export const exportedTables = personalTables.filter((table): table is ExportedTable => 'part' in personalData[table])

export function exportedColumns<T extends ExportedTable>(table: T): ExportedColumn<T>[] {
  const { columns } = personalData[table]
  return Object.entries(columns).flatMap(([column, sharing]) =>
    sharing === 'exported' ? [column as ExportedColumn<T>] : [],
  )
}
