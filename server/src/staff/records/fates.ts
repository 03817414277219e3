import { type PersonalTable, tables } from '../../platform/db/tables.ts'

/** How long the plan's correspondence must be kept: ten years, as 42 CFR 422.504(d) and 45 CFR 156.705 require (HIPAA requires six). */
export const correspondenceYears = 10

const books = 'money moved, and the law requires books of it'
const correspondence = `correspondence with the plan is kept for ${correspondenceYears} years`
const proof = 'the audit log’s events about it need it'

/**
 * What an erasure leaves of a member (RG-3): tables not named here go, including tables added later. A text says why rows stay; an
 * object empties their columns.
 */
const remaining: { readonly [Table in PersonalTable]?: Fate } = {
  member: {
    why: proof,
    becomes: {
      first_name: '',
      last_name: '',
      date_of_birth: '1900-01-01',
      relationship_code: '',
      chip: false,
      guardian_verified_on: null,
    },
  },
  person_access: { why: proof, becomes: { name: '', email: '', ticket_hash: null, answer_by: null, state: 'ended' } },
  legal_hold: { why: 'says what had to be kept, and why' },
  erasure: { why: 'the proof of the erasure' },
  ledger_entry: { why: books },
  premium_account: { why: books },
  premium_bill: { why: books },
  premium_line: { why: books },
  premium_move: { why: books },
  premium_payment: { why: books },
  premium_method: { why: 'needed to ask the gateway to forget it' },
  thread: { why: correspondence },
  message: { why: correspondence },
  message_claim: { why: correspondence },
  message_words: { why: correspondence },
  mailbox_count: { why: correspondence },
  conversation: { why: correspondence },
  thread_work: { why: correspondence },
  thread_note: { why: correspondence },
  member_form: { why: correspondence },
  attachment: { why: correspondence },
  attachment_part: { why: correspondence },
}

export interface Fate {
  readonly why: string
  /** The columns to empty. */
  readonly becomes?: Readonly<Record<string, unknown>>
}

/** What remains of a table; null: its rows go. */
export function findFate(table: PersonalTable): Fate | null {
  const fate = remaining[table]
  if (fate === undefined) return null
  const { closing } = tables[table]
  if (fate.becomes !== undefined || typeof closing === 'string') return fate
  // What closing an account empties must also be empty after an erasure.
  const becomes = Object.entries(closing).flatMap(([column, one]) =>
    typeof one === 'object' ? [[column, one.becomes] as const] : [],
  )
  return { ...fate, becomes: Object.fromEntries(becomes) }
}
