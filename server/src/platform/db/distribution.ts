import { tables } from './tables.ts'

/**
 * Where a table's rows are on a distributed PostgreSQL (Citus, OP-1). `member`: sharded by `member_id`, so that all of a member's rows are
 * on one machine; `shared`: replicated to every machine, because members' rows are joined with it; `local`: on one machine, for rows found
 * by an account, a session, or in a work queue.
 */
export type TableKind = 'member' | 'shared' | 'local'

type Declared = typeof tables
/** A table that does not belong to a member must be listed here; otherwise a new one does not compile. */
type Named = {
  [Name in keyof Declared]: Declared[Name] extends { readonly of: 'no-one' } ? Name : never
}[keyof Declared]

const ofNoOne: Readonly<Record<Named, 'shared' | 'local'>> = {
  ...declare('shared', [
    ...(['vendor_detail', 'app_config', 'sensitive_code', 'authorization_figures'] as const),
    ...(['import_party', 'import_medication', 'fhir_party', 'formulary', 'formulary_drug', 'plan'] as const),
    ...([
      'directory_generation',
      'directory_entry',
      'directory_network',
      'directory_seat',
      'directory_correction',
      'fhir_directory',
      'fhir_directory_value',
    ] as const),
    ...(['fhir_formulary', 'fhir_formulary_part', 'fhir_formulary_value'] as const),
  ]),
  ...declare('local', [
    ...([
      'shop_applicant',
      'shop_application_event',
      'saved_registration',
      'agency_proposal',
      'lead',
      'lead_entry',
      'outbox',
    ] as const),
    ...(['tag_count', 'content_item', 'content_released', 'content_mark'] as const),
    ...(['audit_event', 'audit_seal', 'audit_waiting', 'audit_archive'] as const),
    ...([
      'audit_forward',
      'extract_state',
      'sign_in_limit',
      'desk_event',
      'staff_request',
      'setting_request',
      'language_mark',
      'data_request',
    ] as const),
    ...(['agency', 'agency_region'] as const),
    ...([
      'app',
      'payer_peer',
      'scim_token',
      'scim_group',
      'scim_member',
      'scim_call',
      'instance',
      'app_token',
      'refresh_token',
    ] as const),
    ...(['directory_term', 'directory_word', 'fhir_catch_up', 'import_naming'] as const),
    ...(['shop_catalogue_before', 'shop_before'] as const),
    ...(['formulary_before', 'shop_catalogue', 'shop_plan', 'shop_benefit', 'shop_rate', 'shop_place'] as const),
    ...([
      'payout_line',
      'x12_feed',
      'x12_interchange',
      'x12_original',
      'x12_original_part',
      'import_row',
      'import_lease',
      'import_patient_brand',
    ] as const),
    ...([
      'sensitivity_review',
      'rates_file',
      'rates_file_plan',
      'rates_provider',
      'rates_service',
      'rates_price',
      'premium_sent',
    ] as const),
    ...(['ledger_check', 'spending_sent', 'import_run', 'identity_connection', 'identity_version'] as const),
    ...(['identity_request', 'identity_attempt', 'site', 'brand_version'] as const),
    ...(['exchange_group', 'exchange_work', 'exchange_chunk', 'exchange_party'] as const),
  ]),
}

function declare<Name extends Named, Kind extends TableKind>(kind: Kind, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, kind])) as Record<Name, Kind>
}

/** Tables with a member in each row that are not sharded. */
const apart: Readonly<Partial<Record<keyof Declared, 'shared' | 'local'>>> = {
  // The lookup of households and numbers, which every statement may join.
  member: 'shared',
  former_kin: 'shared',
  // Mailboxes and what staff do in them: queues span many members, and triggers keep counts.
  ...placeLocal(['thread', 'message', 'message_words', 'message_claim', 'mailbox_count', 'conversation']),
  ...placeLocal([
    'message_draft',
    'attachment',
    'attachment_part',
    'staff_draft',
    'thread_work',
    'thread_note',
    'thread_presence',
  ]),
  // Found by an id that others know, such as an agency's, an app's or a pharmacy's.
  ...placeLocal([
    'person_access',
    'agency_client',
    'app_transfer',
    'sharing_choice',
    'medicine_order',
    'legal_hold',
    'erasure',
    'directory_report',
  ]),
  // Found by what a bank says, or by the payer, which may be an application.
  ...placeLocal([
    'premium_account',
    'premium_bill',
    'premium_line',
    'premium_move',
    'ledger_entry',
    'premium_payment',
    'premium_method',
    'premium_autopay',
  ]),
  // Requests to earlier plans.
  ...placeLocal(['earlier_request', 'earlier_record', 'exchange_member']),
  // What imports compare files with.
  ...placeLocal(['import_patient', 'x12_member', 'x12_before', 'x12_claim_part', 'fhir_waiting']),
}

function placeLocal<Name extends keyof Declared>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, 'local'])) as Record<Name, 'local'>
}

export const tableKinds: ReadonlyMap<string, TableKind> = new Map(
  Object.entries(tables).map(([name, { of }]) => [
    name,
    apart[name as keyof Declared] ?? (of === 'no-one' ? ofNoOne[name as Named] : of === 'member' ? 'member' : 'local'),
  ]),
)

export const memberTables: ReadonlySet<string> = new Set(
  [...tableKinds].filter(([, kind]) => kind === 'member').map(([name]) => name),
)
