import { sql } from 'kysely'
import { listNamedGroups } from '../../member/coverage/importing.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockMembers } from '../../platform/db/row-locks.ts'
import type { ReadCoverage } from './fhir/read-person.ts'
import type { IncomingResource } from './people-store.ts'

/** A coverage of a member. */
export interface CoverageOf {
  readonly memberId: string
  readonly coverageId: string
}

/** The digest and version of a stored coverage; undefined for a new one. */
export function findCoverage(tx: Tx, { memberId, coverageId }: CoverageOf) {
  return tx
    .selectFrom('coverage_source')
    .select(['content_hash as hash', 'version'])
    .where('member_id', '=', memberId)
    .where('resource_id', '=', coverageId)
    .executeTakeFirst()
}

/** Stores a coverage as its file has it. */
export async function upsertCoverage(
  tx: Tx,
  memberId: string,
  { read, version, hash }: IncomingResource<ReadCoverage>,
  runId: string,
): Promise<void> {
  const values = { version, content_hash: hash, coverage: JSON.stringify(read), run_id: runId }
  await tx
    .insertInto('coverage_source')
    .values({ member_id: memberId, resource_id: read.resourceId, ...values })
    .onConflict((conflict) => conflict.columns(['member_id', 'resource_id']).doUpdateSet(values))
    .execute()
}

/** A coverage as its file has it, and the run that brought it. */
export interface CoverageSource {
  readonly coverage: unknown
  readonly run_id: string
}

/** Reads all coverages of members, by member, and locks the members: a concurrent call waits, and then reads what the first has stored. */
export async function lockCoverages(
  tx: Tx,
  members: readonly string[],
): Promise<ReadonlyMap<string, CoverageSource[]>> {
  await lockMembers(tx, members)
  const sources = await tx
    .selectFrom('coverage_source')
    .select(['member_id', 'coverage', 'run_id'])
    .where('member_id', '=', sql<string>`any(${[...members]}::uuid[])`)
    .orderBy('resource_id')
    .execute()
  return Map.groupBy(sources, ({ member_id }) => member_id)
}

/** The members of a brand with a coverage of this id, and that coverage; their number is null unless their own resource gives it. */
export function listWithCoverage(tx: Tx, brand: string, coverageId: string) {
  return tx
    .selectFrom('coverage_source')
    .innerJoin('member', 'member.member_id', 'coverage_source.member_id')
    .innerJoin('import_patient', (join) =>
      join
        .onRef('import_patient.member_id', '=', 'member.member_id')
        .onRef('import_patient.brand', '=', 'member.brand'),
    )
    .select(['coverage_source.member_id', 'coverage', 'import_patient.member_number'])
    .distinctOn('coverage_source.member_id')
    .where('member.brand', '=', brand)
    .where('resource_id', '=', coverageId)
    .execute()
}

/** Assigns claims to the groups of their coverages. */
export async function groupClaims(tx: Tx, groups: Awaited<ReturnType<typeof listNamedGroups>>): Promise<void> {
  const listValues = (name: 'memberId' | 'coverageId' | 'number') => groups.map((one) => one[name])
  await sql`update claim set client_number = named.number, group_number = named.number
    from unnest(${listValues('memberId')}::uuid[], ${listValues('coverageId')}::text[], ${listValues('number')}::text[])
      as named (member, id, number)
    where member_id = named.member and coverage_id = named.id and group_number is distinct from named.number`.execute(
    tx,
  )
}

/** The groups of members' coverages, in the order of the coverages; null for an unknown coverage. */
export async function listGroups(
  tx: Tx,
  coverages: readonly { readonly memberId: string; readonly coverageId: string | null }[],
): Promise<(string | null)[]> {
  const named = coverages.flatMap(({ memberId, coverageId }) => (coverageId === null ? [] : { memberId, coverageId }))
  const rows = await listNamedGroups(tx, named)
  const groups = new Map(rows.map((row) => [`${row.memberId} ${row.coverageId}`, row.number]))
  return coverages.map(({ memberId, coverageId }) => groups.get(`${memberId} ${coverageId}`) ?? null)
}
