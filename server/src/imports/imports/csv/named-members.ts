import type { Tx } from '../../../platform/db/database.ts'
import { findByAnyNumber } from '../several-numbers.ts'
import type { NewRow } from './kind.ts'

/** Finds the members that rows name, by brand and number: `hmbcbs 12345`. */
export async function findNamedMembers(
  tx: Tx,
  now: Date,
  rows: readonly NewRow<{ readonly member_number: string; readonly person_number: string | null }>[],
): Promise<Map<string, string>> {
  const members = new Map<string, string>()
  for (const [brand, of] of Map.groupBy(rows, (row) => row.brand)) {
    const numbers = of.flatMap(({ values }) => [values.member_number, values.person_number ?? values.member_number])
    for (const [memberNumber, memberId] of await findByAnyNumber(tx, { brand, now }, numbers)) {
      members.set(`${brand} ${memberNumber}`, memberId)
    }
  }
  return members
}
