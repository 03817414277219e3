import { type ClientRefusal, importClient } from '../../../sales/agencies/importing.ts'
import { Refused } from '../refused.ts'
import { acceptCode, day, lastDay, npn, number } from './cell-types.ts'
import { type Columns, type CsvKind, optional, requireColumn } from './kind.ts'
import { findNamedMembers } from './named-members.ts'

const columns = {
  member_number: requireColumn(number, 'the member who is a client'),
  agency_id: requireColumn(acceptCode(40), 'the agency'),
  region: requireColumn(acceptCode(40), 'its region'),
  npn: optional(npn, 'the agent who looks after them; empty: nobody yet, or as before'),
  consented_on: optional(day, 'since when the member lets the agency see their data; empty: they do not'),
  consent_ended_on: optional(lastDay, 'when they took that back'),
} satisfies Columns

const reasons: Readonly<Record<ClientRefusal, readonly [column: keyof typeof columns, reason: string]>> = {
  'no-region': ['region', 'the agency has no such region; import `agencies` first'],
  'other-brand': ['region', 'sells the plans of another brand'],
  'no-agent': ['npn', 'no agent with this number works in the region; import `agents` first'],
}

/** Members as clients of agencies, which see the members' data only with their consent (AG-5). */
export const clients: CsvKind<typeof columns> = {
  name: 'clients',
  columns,
  toKey: (row) => [row.member_number, row.agency_id, row.region],
  store: async (tx, rows, run) => {
    const members = await findNamedMembers(
      tx,
      run.now,
      rows.map(({ brand, values }) => ({ brand, values: { ...values, person_number: null } })),
    )
    const outcome: (Refused | null)[] = []
    for (const { brand, values: row } of rows) {
      const memberId = members.get(`${brand} ${row.member_number}`)
      if (memberId === undefined) {
        outcome.push(new Refused('member_number', 'the brand has no member with this number'))
        continue
      }
      const { agency_id: agencyId, region, npn, consented_on: consentedOn, consent_ended_on: consentEndedOn } = row
      const why = await importClient(tx, { memberId, agencyId, region, npn, consentedOn, consentEndedOn, brand }, run)
      outcome.push(why === null ? null : new Refused(...reasons[why]))
    }
    return outcome
  },
}
