import { parseExact, writeExact } from '@portico/rules/fhir/exact'
import type { JsonObject } from '@portico/rules/fhir/json'
import type { Reader } from '../../../platform/db/database.ts'
import type { Candidate, OpenResource, PartAsked } from '../open/source.ts'
import { amendReceived } from './amend.ts'
import type { ReceivedFor } from './received-statement.ts'
import { listReceived, type ReceivedRow, readReceived } from './shown-store.ts'

/** Resources of a type as a brand's file has them, in the order of their ids, after one of them: what is asked for, and nothing else. */
export async function listReceivedCandidates(
  db: Reader,
  type: string,
  { terms, includes, after, limit }: Pick<PartAsked, 'terms' | 'includes' | 'after' | 'limit'>,
  of: ReceivedFor,
): Promise<readonly Candidate[]> {
  const rows = await listReceived(db, type, { terms, after, limit }, of)
  const wanted = new Set(rows.flatMap((row) => includes.flatMap((name) => listTargets(row, name))))
  const targets = new Map(
    (await readReceived(db, [...wanted], of)).map((row) => [`${row.type}/${row.id}`, toCandidate(row, () => [])]),
  )
  return rows.map((row) =>
    toCandidate(row, (name) => listTargets(row, name).flatMap((target) => targets.get(target) ?? [])),
  )
}

function listTargets({ refs }: ReceivedRow, name: string): readonly string[] {
  return refs.flatMap((ref) => (ref.startsWith(`${name}=`) ? [ref.slice(name.length + 1)] : []))
}

function toCandidate(row: ReceivedRow, follow: Candidate['follow']): Candidate {
  const { type, id, profiles, corrections } = row
  const lastUpdated = row.updated.toISOString()
  const meta = { lastUpdated, ...(profiles.length > 0 && { profile: profiles }) }
  const head = `{"resourceType":"${type}","id":"${id}"`
  const body = corrections.length === 0 ? row.body : writeExact(amendReceived(parseExact(row.body) as JsonObject, row))
  const resource: OpenResource = { resourceType: type, id, meta }
  return { resource, text: `${head},"meta":${JSON.stringify(meta)}${body.slice(head.length)}`, isFound: true, follow }
}
