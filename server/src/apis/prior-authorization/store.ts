import { npiSystem } from '@portico/rules/fhir/systems'
import { sql } from 'kysely'
import { selectIdsWithNumber } from '../../member/member/number-statement.ts'
import type { Reader } from '../../platform/db/database.ts'

export interface Candidate {
  readonly memberId: string
  readonly firstName: string
  /** Empty for someone with a single name. */
  readonly lastName: string
}

/** A brand's members with one of these numbers and this date of birth. */
export async function findCandidates(
  db: Reader,
  of: { readonly brand: string; readonly numbers: readonly string[]; readonly birthDate: string },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select member_id as "memberId", first_name as "firstName", last_name as "lastName" from member
    where brand = ${of.brand} and member_id in (${selectIdsWithNumber(of.numbers)}) and date_of_birth = ${of.birthDate}::date
    limit 20`.execute(db)
  return rows
}

/** A member's prior authorizations as apps get them, newest first, without those that only the patient may see (OS-41). */
export async function listServedAuthorizations(db: Reader, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`
    select body from fhir_resource where member_id = ${memberId} and type = 'ExplanationOfBenefit'
      and 'use:preauthorization' = any(tokens) and not sensitive and earlier_peer is null and body is not null and octet_length(body) <= 200000
    order by updated desc, id limit 100`.execute(db)
  return rows.map(({ body }) => body)
}

/** Those of some parties (`Organization/…`, `Practitioner/…`) that have one of these NPIs. */
export async function findPartiesWith(
  db: Reader,
  brand: string,
  { references, npis }: { readonly references: readonly string[]; readonly npis: readonly string[] },
): Promise<ReadonlySet<string>> {
  const ids = references.flatMap((one) => /^(?:Organization|Practitioner)\/([0-9a-f-]{36})$/.exec(one)?.[1] ?? [])
  if (ids.length === 0) return new Set()
  const wanted = npis.map((npi) => `identifier|${npiSystem}|${npi}`)
  const { rows } = await sql<{ reference: string }>`
    select type || '/' || id as reference from fhir_party
    where type in ('Organization', 'Practitioner') and id = any(${ids}::uuid[]) and brand in (${brand}, '*')
      and tokens && ${wanted}::text[]`.execute(db)
  return new Set(rows.map(({ reference }) => reference))
}
