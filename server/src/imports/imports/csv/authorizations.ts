import { type AuthorizationRow, buildAuthorization } from '@portico/rules/authorizations/build'
import { appealOutcomes } from '@portico/rules/authorizations/outcomes'
import { easternDay } from '../../../platform/day.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { contentHash } from '../../../platform/versions/content.ts'
import { findSameAuthorizations } from '../authorization-store.ts'
import { readResource } from '../fhir/read-resource.ts'
import { Refused } from '../refused.ts'
import { type KnownRecord, storeRecords } from '../resources.ts'
import { noteJudged } from '../sensitive/due-store.ts'
import { acceptId, acceptOne, count, day, lastDay, momentOrDay, npi, number, words, yesNo } from './cell-types.ts'
import { type Columns, type CsvKind, type NewRow, optional, type RowOf, requireColumn, type Said } from './kind.ts'
import { findNamedMembers } from './named-members.ts'

const columns = {
  member_number: requireColumn(number, 'the number on the ID card of the person whom the care is for'),
  authorization_number: requireColumn(
    acceptId(60),
    'the plan’s number of the request; the same for every answer to it',
  ),
  service: requireColumn(words(300), 'what was asked for, in words that the member understands'),
  service_code: optional(acceptId(20), 'CPT or HCPCS'),
  diagnosis_code: optional(words(20), 'ICD-10; it may make the row the patient’s own, and is shown to no one'),
  ndc: optional(acceptId(20), 'a drug’s NDC: a request with it is not shown to apps, and not in the yearly figures'),
  rxnorm: optional(acceptId(20), 'the same with a drug’s RxNorm code'),
  provider: optional(words(200), 'who asked for it'),
  provider_npi: optional(npi, 'the NPI of who asked: their systems may ask what became of it (`Claim/$inquire`)'),
  requested_at: optional(momentOrDay, 'when it was sent to the plan'),
  received_at: optional(momentOrDay, 'when the plan had it'),
  decided_at: optional(momentOrDay, 'when the plan decided; a moment lets the yearly figures count hours'),
  extended_at: optional(momentOrDay, 'when the plan said that it takes longer to decide; empty: it did not'),
  expedited: optional(yesNo, 'whether the plan had to decide sooner; empty: not known'),
  decision: optional(
    acceptOne({ approved: 'A1', partly: 'A6', denied: 'A3', pending: 'A4', cancelled: 'C' } as const),
    'what stands today, also after an appeal; empty: not known',
  ),
  reason_code: optional(acceptId(20), 'why it was not approved, or not as asked: the plan’s code'),
  reason: optional(words(1000), 'the same in words that the member understands'),
  valid_from: optional(day, 'first day of care that it holds for'),
  valid_to: optional(lastDay, 'last day'),
  units_approved: optional(count(0, 100_000), 'how many visits, days or pieces were approved'),
  units_used: optional(count(0, 100_000), 'how many of them are used up'),
  documents: optional(words(2000), 'what the plan asks for before it decides; several are separated by semicolons'),
  appealed_at: optional(momentOrDay, 'when an appeal of the decision came in'),
  appeal_outcome: optional(
    acceptOne(Object.fromEntries(appealOutcomes.map((one) => [one, one]))),
    'how the appeal ended; a row with one was denied at first',
  ),
  sensitive: optional(yesNo, '`yes` shows it to the patient alone'),
  withdrawn: optional(yesNo, '`yes` removes the row, as if it had never existed'),
  note: optional(words(1000), 'in the plan’s own words'),
} satisfies Columns

type Row = RowOf<typeof columns>

/** Prior authorizations (MP-15, OS-56): each row becomes the resource that FHIR files would bring, and is stored and served like one. */
export const authorizations: CsvKind<typeof columns> = {
  name: 'authorizations',
  columns,
  check,
  toKey: (row) => [row.authorization_number],
  store: async (tx, rows, run) => {
    const members = await findNamedMembers(
      tx,
      run.now,
      rows.map(({ brand, values }) => ({ brand, values: { ...values, person_number: null } })),
    )
    const results = new Map<NewRow<Row>, Refused>()
    for (const [brand, some] of Map.groupBy(rows, (row) => row.brand)) {
      const same = await findNames(tx, some, members)
      const read = some.map((row) => readRow(row, { members, same, now: run.now }))
      for (const [index, row] of some.entries()) if (read[index] instanceof Refused) results.set(row, read[index])
      const known = read.flatMap((one) => (one instanceof Refused ? [] : one))
      if (known.length === 0) continue
      await noteJudged(tx, brand)
      await storeRecords(tx, known, { ...run, brand, assignNumbers: false })
    }
    return rows.map((row) => results.get(row) ?? null)
  },
}

/** Finds the resource ids of authorizations that the plan's utilization system has already decided (OS-56), by member and number. */
async function findNames(
  tx: Tx,
  rows: readonly NewRow<Row>[],
  members: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const numbered = rows.flatMap(({ brand, values }) => {
    const memberId = members.get(`${brand} ${values.member_number}`)
    return memberId === undefined ? [] : { memberId, number: values.authorization_number }
  })
  const found = await findSameAuthorizations(tx, numbered, 'ClaimResponse-')
  return new Map(found.map(({ memberId, number: of, resourceId }) => [`${memberId} ${of}`, resourceId]))
}

interface Known {
  readonly members: ReadonlyMap<string, string>
  readonly same: ReadonlyMap<string, string>
  readonly now: Date
}

function check({ valid_from: begins, valid_to: ends, decided_at: decided, ...row }: Said<Row>): readonly Refused[] {
  const sent = row.requested_at ?? row.received_at
  return [
    ...(begins !== null && ends !== null && ends < begins ? [new Refused('valid_to', 'is before valid_from')] : []),
    ...(sent !== null && decided !== null && decided.slice(0, 10) < sent.slice(0, 10)
      ? [new Refused('decided_at', 'is before it was asked for')]
      : []),
  ]
}

function readRow({ brand, values }: NewRow<Row>, { members, same, now }: Known): KnownRecord | Refused {
  const memberId = members.get(`${brand} ${values.member_number}`)
  if (memberId === undefined)
    return new Refused('member_number', 'there is no member with this number: load the members, then this again')
  const id = same.get(`${memberId} ${values.authorization_number}`)
  const text = JSON.stringify({ ...buildAuthorization(toAuthorization(values)), ...(id !== undefined && { id }) })
  const read = readResource('ExplanationOfBenefit', text, contentHash(text), easternDay(now))
  if (read.type !== 'record') throw new Error('A prior authorization was built that is none.')
  return { memberId, text, incoming: read.incoming, marks: read.marks }
}

function toAuthorization(row: Row): AuthorizationRow {
  return {
    memberNumber: row.member_number,
    number: row.authorization_number,
    service: row.service,
    serviceCode: row.service_code,
    diagnosisCode: row.diagnosis_code,
    ndc: row.ndc,
    rxnorm: row.rxnorm,
    provider: row.provider,
    providerNpi: row.provider_npi,
    requestedAt: row.requested_at,
    receivedAt: row.received_at,
    decidedAt: row.decided_at,
    extendedAt: row.extended_at,
    expedited: row.expedited,
    action: row.decision,
    reasonCode: row.reason_code,
    reason: row.reason,
    begins: row.valid_from,
    ends: row.valid_to,
    unitsApproved: row.units_approved,
    unitsUsed: row.units_used,
    documents: (row.documents ?? '')
      .split(';')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    appealedAt: row.appealed_at,
    appealOutcome: row.appeal_outcome,
    sensitive: row.sensitive ?? false,
    withdrawn: row.withdrawn ?? false,
    note: row.note,
  }
}
