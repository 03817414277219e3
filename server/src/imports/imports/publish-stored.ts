import type { FhirTypeName } from '@portico/contract/fhir/types'
import { sql } from 'kysely'
import { computeFhirId } from '../../apis/fhir/shelf/place.ts'
import { type Incoming, shelve } from '../../apis/fhir/shelf/shelve.ts'
import type { ClaimKey } from '../../member/claims/links.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { type Job, type JobParts, startJob } from '../../platform/job.ts'
import { findTargetId } from './fhir/codes.ts'
import type { ReadCoverage } from './fhir/read-person.ts'
import { recordTypes } from './fhir/read-record.ts'
import type { Reference } from './fhir/shapes.ts'
import { relateClaims } from './relate-claims.ts'
import { buildPeople, shelveCoverage } from './shelve-people.ts'

/** How many members are published in one transaction. */
const atOnce = 20

/**
 * Publishes what was stored before apps were served (OS-25): claims and records from their newest versions, people and coverages as far as
 * they were kept, until the next files bring them whole. Any number of servers may do it; once it is through, nothing is left to look at.
 */
export async function publishStored(database: Database, signal?: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !signal?.aborted; ) isMore = await database.transaction(publishSome)
}

async function publishSome(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ after: string }>`
    select after from fhir_catch_up where kind = 'members' for update skip locked`.execute(tx)
  const [due] = rows
  if (due === undefined) return false
  const members = await tx
    .selectFrom('member')
    .select(['member_id', 'brand'])
    .where('member_id', '>', due.after)
    .orderBy('member_id')
    .limit(atOnce)
    .execute()
  for (const [brand, some] of Map.groupBy(members, (member) => member.brand)) {
    const ids = some.map(({ member_id }) => member_id)
    await buildPeople(tx, brand, ids)
    await publishCoverages(tx, brand, ids)
    await shelve(tx, brand, [...(await readClaims(tx, ids)), ...(await readRecords(tx, ids))])
    await relateClaims(tx, brand, await listReplaced(tx, ids), new Set())
  }
  const last = members.length < atOnce ? undefined : members.at(-1)?.member_id
  if (last === undefined) await tx.deleteFrom('fhir_catch_up').where('kind', '=', 'members').execute()
  else await tx.updateTable('fhir_catch_up').set({ after: last }).where('kind', '=', 'members').execute()
  return last !== undefined
}

/** Coverages of which no file has brought the whole since. */
async function publishCoverages(tx: Tx, brand: string, members: readonly string[]): Promise<void> {
  const { rows } = await sql<{ memberId: string; coverage: ReadCoverage }>`
    select member_id as "memberId", coverage from coverage_source where member_id = any(${[...members]}::uuid[])
    order by member_id, resource_id`.execute(tx)
  const known = await tx
    .selectFrom('fhir_resource')
    .select('id')
    .where('member_id', '=', sql<string>`any(${[...members]}::uuid[])`)
    .where('type', '=', 'Coverage')
    .execute()
  const there = new Set(known.map(({ id }) => id))
  for (const { memberId, coverage } of rows)
    if (!there.has(computeFhirId(brand, 'Coverage', coverage.resourceId)))
      await shelveCoverage(tx, brand, memberId, coverage)
}

/** Claims that replace others, and those that they replace. */
async function listReplaced(tx: Tx, members: readonly string[]): Promise<readonly ClaimKey[]> {
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

async function readClaims(tx: Tx, members: readonly string[]): Promise<Incoming[]> {
  const { rows } = await sql<Stored>`
    select c.member_id as "memberId", v.resource::text as resource, c.version, c.content_hash as hash, c.sensitive, false as "isGone"
    from claim c join claim_version v using (member_id, claim_id, content_hash)
    where c.member_id = any(${[...members]}::uuid[]) order by c.member_id, c.claim_id`.execute(tx)
  return rows.map(listIncoming)
}

async function readRecords(tx: Tx, members: readonly string[]): Promise<Incoming[]> {
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

/** Looks now and then whether anything is left to publish. */
export function startPublishing({ database, logger }: JobParts): Job {
  return startJob({
    run: (signal) => publishStored(database, signal),
    firstMs: 5000,
    everyMs: 60_000,
    logger,
    failed: 'what was stored before could not be published for apps, tried again in a minute',
  })
}
