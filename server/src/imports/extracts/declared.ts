/** A table of the nightly extracts (OP-12): which columns are exported, and how changed rows are recognized. */
export interface Extracted {
  readonly key: readonly string[]
  /** Besides the key. */
  readonly columns: readonly string[]
  /** Text that people wrote in their own words: exported only on request. */
  readonly freeText?: readonly string[]
  /** When a row last changed, as SQL over the row `t`; missing: the whole table is exported each time. */
  readonly changedAt?: string
}

const ofPlanFile = { changedAt: 't.imported_at' } as const

/** Everything that is exported to a warehouse: no secrets, no device addresses, no files. */
export const extracted: Readonly<Record<string, Extracted>> = {
  member: {
    key: ['member_id'],
    columns: [
      ...['brand', 'member_number', 'contract_number', 'relationship_code'],
      ...['first_name', 'last_name', 'date_of_birth', 'chip'],
    ],
  },
  account: {
    key: ['account_id'],
    columns: ['role', 'brand', 'member_id', 'page_language', 'created_at', 'ended_at'],
  },
  coverage: {
    key: ['member_id', 'client_number', 'group_number'],
    columns: ['client_name', 'group_name', 'plan_name', 'medicare_indicator', 'is_nd_medicaid', 'effectuated_on'],
  },
  product: {
    key: ['member_id', 'client_number', 'group_number', 'position'],
    columns: [
      ...['product_name', 'benefit_plan_type', 'plan_id', 'drug_coverage'],
      ...['coverage_begin_date', 'coverage_end_date', 'pending'],
    ],
  },
  claim: {
    key: ['member_id', 'claim_id'],
    columns: [
      ...['claim_number', 'client_number', 'group_number', 'type', 'category', 'state', 'sensitive'],
      ...[
        'service_from',
        'service_to',
        'received_on',
        'processed_on',
        'paid_on',
        'provider_id',
        'facility_id',
        'network',
      ],
      ...['billed_cents', 'allowed_cents', 'discount_cents', 'plan_paid_cents', 'other_paid_cents', 'deductible_cents'],
      ...[
        'copay_cents',
        'coinsurance_cents',
        'not_covered_cents',
        'share_cents',
        'replaces',
        'replaced_by',
        'imported_at',
      ],
    ],
    ...ofPlanFile,
  },
  claim_line: {
    key: ['member_id', 'claim_id', 'line'],
    columns: ['service_date', 'code', 'description', 'quantity', 'denied', 'figures'],
    changedAt: '(select imported_at from claim where (claim.member_id, claim.claim_id) = (t.member_id, t.claim_id))',
  },
  prescription: {
    key: ['member_id', 'resource_id'],
    columns: [
      ...['name', 'rxnorm', 'ndc', 'prescriber_id', 'written_on', 'ends_on', 'quantity', 'days_supply', 'refills'],
      ...['status', 'withdrawn', 'sensitive', 'imported_at'],
    ],
    freeText: ['dose'],
    ...ofPlanFile,
  },
  dispense: {
    key: ['member_id', 'resource_id'],
    columns: [
      ...['prescription_id', 'name', 'rxnorm', 'ndc', 'pharmacy_id', 'prepared_on', 'handed_over_on', 'quantity'],
      ...['days_supply', 'status', 'withdrawn', 'sensitive', 'imported_at'],
    ],
    freeText: ['dose'],
    ...ofPlanFile,
  },
  prior_authorization: {
    key: ['member_id', 'resource_id'],
    columns: [
      ...[
        'number',
        'service',
        'rxnorm',
        'told',
        'requested_on',
        'decided_on',
        'begins',
        'ends',
        'provider_id',
        'status',
      ],
      ...['withdrawn', 'sensitive', 'imported_at'],
    ],
    freeText: ['note'],
    ...ofPlanFile,
  },
  premium_account: {
    key: ['member_id', 'account_id'],
    columns: [
      'client_number',
      'group_number',
      'state',
      'balance_cents',
      'as_of',
      'paid_through',
      'auto_pay',
      'imported_at',
    ],
    ...ofPlanFile,
  },
  premium_bill: {
    key: ['member_id', 'bill_id'],
    columns: [
      ...['account_id', 'bill_number', 'state', 'issued_on', 'due_on', 'period_from', 'period_to', 'amount_cents'],
      'imported_at',
    ],
    ...ofPlanFile,
  },
  premium_payment: {
    key: ['member_id', 'payment_id'],
    columns: [
      ...[
        'account_id',
        'amount_cents',
        'paid_cents',
        'refunded_cents',
        'state',
        'created_at',
        'changed_at',
        'settled_at',
      ],
    ],
    changedAt: 't.changed_at',
  },
  thread: {
    key: ['member_id', 'thread_id'],
    columns: ['brand', 'category_id', 'sub_category_id', 'created_at'],
    freeText: ['subject'],
    changedAt: 't.created_at',
  },
  message: {
    key: ['member_id', 'message_id'],
    columns: ['thread_id', 'incoming', 'on_behalf', 'attachment_count', 'sent_at', 'read_at'],
    freeText: ['body'],
    changedAt: 'greatest(t.sent_at, t.read_at)',
  },
  thread_work: {
    key: ['member_id', 'thread_id'],
    columns: [
      'brand',
      'category_id',
      'language',
      'state',
      'assignee_account_id',
      'waiting_since',
      'due_at',
      'changed_at',
    ],
    changedAt: 't.changed_at',
  },
  desk_event: {
    key: ['event_id'],
    columns: ['at', 'brand', 'category_id', 'kind', 'waited_minutes', 'late'],
    changedAt: 't.at',
  },
  shop_application: {
    key: ['enrollment_id'],
    columns: ['brand', 'plan_year', 'plan_id', 'state', 'starts', 'pay_by', 'first_premium_cents', 'created_at'],
  },
  tag_count: {
    key: ['day', 'brand', 'page', 'category', 'event'],
    columns: ['count'],
    changedAt: `t.day::timestamp at time zone 'UTC' + interval '2 days'`,
  },
  // The warehouse has to erase these people, too.
  erasure: { key: ['erasure_id'], columns: ['member_id', 'erased_at'], changedAt: 't.erased_at' },
}
