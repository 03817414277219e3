import { parseExact, writeExact } from '@portico/rules/fhir/exact'
import type { JsonObject } from '@portico/rules/fhir/json'
import type { Reader } from '../../../platform/db/database.ts'
import { followReceived } from '../open/received-candidates.ts'
import type { Candidate, PartAsked } from '../open/source.ts'
import { amendReceived } from './amend.ts'
import type { ReceivedFor } from './received-statement.ts'
import { listReceived, type ReceivedRow, readReceived } from './shown-store.ts'

/** Resources of a type from a brand's file, in the order of their ids, after one of them: only those that match the search. */
export async function listReceivedCandidates(
  db: Reader,
  type: string,
  { terms, includes, after, limit }: Pick<PartAsked, 'terms' | 'includes' | 'after' | 'limit'>,
  of: ReceivedFor,
): Promise<readonly Candidate[]> {
  const rows = await listReceived(db, type, { terms, after, limit }, of)
  return followReceived(rows.map(amend), includes, async (keys) => (await readReceived(db, keys, of)).map(amend))
}

function amend(row: ReceivedRow): ReceivedRow {
  if (row.corrections.length === 0) return row
  return { ...row, body: writeExact(amendReceived(parseExact(row.body) as JsonObject, row)) }
}
