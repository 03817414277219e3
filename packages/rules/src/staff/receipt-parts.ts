/** What the receipt of an erasure lists, in plain words, by the tables that it counts. */
const tables = {
  person: words(
    'member former_kin member_contact guardian guardian_check import_patient exchange_member agency_client x12_member x12_before',
  ),
  coverage: words('coverage coverage_source product accumulator other_insurance'),
  claims: words(
    'claim claim_line claim_version x12_claim_part prior_authorization authorization_request cost_estimate',
  ),
  care: words(`prescription dispense medicine_order refill_reminder care_team related_person record_version saved_provider
    primary_care_choice provider_shown directory_report wellness_assessment wellness_goal wellness_day`),
  records: words('fhir_resource fhir_resource_version fhir_waiting earlier_request earlier_record'),
  money:
    words(`premium_account premium_bill premium_line premium_move premium_payment premium_method premium_autopay ledger_entry
    spending_account spending_transaction`),
  messages:
    words(`thread message message_claim message_words message_draft mailbox_count conversation thread_work thread_note
    thread_presence staff_draft form_draft member_form attachment attachment_part`),
  sharing: words('notification_choice sharing_choice person_access app_transfer'),
  proof: words('legal_hold erasure'),
} as const

type Named = keyof typeof tables
export type ReceiptPart = Named | 'other'

/** In the order of the receipt. */
export const receiptParts: readonly ReceiptPart[] = [...(Object.keys(tables) as Named[]), 'other']

export function findReceiptPart(table: string): ReceiptPart {
  return receiptParts.find((part) => part !== 'other' && tables[part].includes(table)) ?? 'other'
}

function words(text: string): readonly string[] {
  return text.split(/\s+/)
}
