import type { FhirTypeName } from '@portico/contract/fhir/types'
import { sql } from 'kysely'
import type { Incoming } from '../../apis/fhir/shelf/shelve.ts'
import type { ClaimKey } from '../../member/claims/links.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findTargetId } from './fhir/codes.ts'
import type { ReadCoverage } from './fhir/read-person.ts'
import { recordTypes } from './fhir/read-record.ts'
import type { Reference } from './fhir/shapes.ts'

/** Locks the catch-up and returns the member after whom to continue; undefined: nothing is left, or another server does it. */
export async function lockCatchUp(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ after: string }>`
    select after from fhir_catch_up where kind = 'members' for update skip locked`.execute(tx)
  return rows[0]?.after
}

export function listMembersAfter(tx: Tx, after: string, max: number) {
  return tx
    .selectFrom('member')
    .select(['member_id', 'brand'])
    .where('member_id', '>', after)
    .orderBy('member_id')
    .limit(max)
    .execute()
}

/** Undefined: the catch-up is done. */
export async function noteCatchUp(tx: Tx, last: string | undefined): Promise<void> {
  if (last === undefined) await tx.deleteFrom('fhir_catch_up').where('kind', '=', 'members').execute()
  else await tx.updateTable('fhir_catch_up').set({ after: last }).where('kind', '=', 'members').execute()
}

export async function listCoverages(
  tx: Tx,
  members: readonly string[],
): Promise<readonly { readonly memberId: string; readonly coverage: ReadCoverage }[]> {
  const { rows } = await sql<{ memberId: string; coverage: ReadCoverage }>`
    select member_id as "memberId", coverage from coverage_source where member_id = any(${[...members]}::uuid[])
    order by member_id, resource_id`.execute(tx)
  return rows
}

/** The ids of members' coverages on the shelf. */
export async function findShelvedCoverages(tx: Tx, members: readonly string[]): Promise<ReadonlySet<string>> {
  const known = await tx
    .selectFrom('fhir_resource')
    .select('id')
    .where('member_id', '=', sql<string>`any(${[...members]}::uuid[])`)
    .where('type', '=', 'Coverage')
    .execute()
  return new Set(known.map(({ id }) => id))
}

/** Claims that replace others, and those that they replace. */
export async function listReplaced(tx: Tx, members: readonly string[]): Promise<readonly ClaimKey[]> {
  const { rows } = await sql<ClaimKey>`
    select member_id as "memberId", unnest(array[claim_id, replaced_by]) as "claimId" from claim
    where member_id = any(${[...members]}::uuid[]) and replaced_by is not null`.execute(tx)
  return rows
}

interface Stored {
  readonly memberId: string
  readonly resource: string
  readonly version: string | null
  readonly hash: Buffer
  readonly sensitive: boolean
  readonly isGone: boolean
}

export async function readClaims(tx: Tx, members: readonly string[]): Promise<Incoming[]> {
  const { rows } = await sql<Stored>`
    select c.member_id as "memberId", v.resource::text as resource, c.version, c.content_hash as hash, c.sensitive, false as "isGone"
    from claim c join claim_version v using (member_id, claim_id, content_hash)
    where c.member_id = any(${[...members]}::uuid[]) order by c.member_id, c.claim_id`.execute(tx)
  return rows.map(listIncoming)
}

export async function readRecords(tx: Tx, members: readonly string[]): Promise<Incoming[]> {
  const found: Incoming[] = []
  for (const type of recordTypes) {
    // Prior authorizations of drugs are not for apps (OS-4).
    const served = type === 'prior_authorization' ? sql`r.rxnorm is null and r.ndc is null` : sql`true`
    const { rows } = await sql<Stored>`
      select r.member_id as "memberId", v.resource::text as resource, r.version, r.content_hash as hash, r.sensitive,
        ${type === 'related_person' ? sql`r.withdrawn` : sql`false`} as "isGone"
      from ${sql.table(type)} r join record_version v
        on v.type = ${type} and v.member_id = r.member_id and v.resource_id = r.resource_id and v.content_hash = r.content_hash
      where r.member_id = any(${[...members]}::uuid[]) and ${served} order by r.member_id, r.resource_id`.execute(tx)
    found.push(...rows.map(listIncoming))
  }
  return found
}

function listIncoming({ resource: text, ...stored }: Stored): Incoming {
  const { resourceType, subject, patient } = JSON.parse(text) as {
    readonly resourceType: FhirTypeName
    readonly subject?: Reference
    readonly patient?: Reference
  }
  return { ...stored, type: resourceType, patientId: findTargetId(subject ?? patient) ?? '', text }
}
