import { type ClinicalType, clinicalTypes } from '@portico/contract/fhir/types'
import { sql } from 'kysely'
import { withdraw } from '../../apis/fhir/shelf/history.ts'
import { computeFhirId } from '../../apis/fhir/shelf/place.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { contentHash } from '../../platform/versions/content.ts'
import type { DeletableType, Deletion } from './fhir/read-deletion.ts'
import type { ReadCoverage } from './fhir/read-person.ts'
import { type ReadResource, readResource } from './fhir/read-resource.ts'
import { keepCoverage, type MemberRun, settleGroups } from './members.ts'

/** A version that takes a resource from the members' view, as if the plan had sent it as entered in error. */
export type Withdrawal = Extract<ReadResource, { readonly type: 'claim' | 'record' }> & { readonly text: string }

type ShelvedAlone = ClinicalType | 'Provenance'
type DeletablePage = Exclude<DeletableType, ShelvedAlone>

/** Where the resources of a type are, newest version first to be found by its digest. */
const records = {
  ExplanationOfBenefit: ['prior_authorization'],
  MedicationRequest: ['prescription'],
  MedicationDispense: ['dispense'],
  CareTeam: ['care_team'],
  RelatedPerson: ['related_person'],
  Coverage: [],
} as const satisfies Readonly<Record<DeletablePage, readonly string[]>>

interface StoredResource {
  readonly resource: Readonly<Record<string, unknown>>
}

/** The brands whose members have a resource that was deleted. */
export async function brandsWith(tx: Tx, { of, resourceId }: Deletion): Promise<string[]> {
  if (isShelvedAlone(of)) return []
  const tables = [
    ...records[of],
    ...(of === 'ExplanationOfBenefit' ? ['claim'] : []),
    ...(of === 'Coverage' ? ['coverage_source'] : []),
  ]
  const each = tables.map((table) => sql`select member_id from ${sql.table(table)} where resource_id = ${resourceId}`)
  const { rows } = await sql<{ brand: string }>`
    select distinct brand from member where member_id in (${sql.join(each, sql` union all `)}) order by brand`.execute(
    tx,
  )
  return rows.map(({ brand }) => brand)
}

/** The withdrawal of a deleted claim or record, to be imported like any version of it; none if it is not there, or withdrawn already. */
export async function buildWithdrawals(tx: Tx, { of, resourceId }: Deletion, run: MemberRun): Promise<Withdrawal[]> {
  if (isShelvedAlone(of)) return []
  const found: StoredResource[] = []
  if (of === 'ExplanationOfBenefit') {
    const claims = await sql<StoredResource>`
      select version.resource from claim join member using (member_id) join claim_version version
        on version.member_id = claim.member_id and version.claim_id = claim.claim_id
          and version.content_hash = claim.content_hash
      where member.brand = ${run.brand} and claim.resource_id = ${resourceId} and claim.state <> 'cancelled'`.execute(
      tx,
    )
    found.push(...claims.rows)
  }
  for (const table of records[of]) {
    const some = await sql<StoredResource>`
      select version.resource from ${sql.table(table)} one join member using (member_id) join record_version version
        on version.member_id = one.member_id and version.type = ${table} and version.resource_id = one.resource_id
          and version.content_hash = one.content_hash
      where member.brand = ${run.brand} and one.resource_id = ${resourceId} and not one.withdrawn`.execute(tx)
    found.push(...some.rows)
  }
  return found.flatMap(({ resource }) => withdrawDeleted(resource, of, run))
}

function withdrawDeleted(resource: StoredResource['resource'], type: DeletableType, { now }: MemberRun): Withdrawal[] {
  const meta = { ...(resource.meta as object | undefined), versionId: undefined, lastUpdated: now.toISOString() }
  const status = type === 'RelatedPerson' ? {} : { status: 'entered-in-error' }
  const text = JSON.stringify({ ...resource, ...status, meta })
  const read = readResource(type, text, contentHash(text), easternDay(now))
  if (read.type === 'claim') {
    const incoming = { ...read.incoming, read: { ...read.incoming.read, withdrawn: true } }
    return [{ ...read, incoming, text }]
  }
  if (read.type !== 'record') return []
  return [{ ...read, incoming: { ...read.incoming, read: { ...read.incoming.read, withdrawn: true } }, text }]
}

/** Withdraws a coverage that was deleted; false if it is not there, or withdrawn already. */
export async function withdrawCoverage(tx: Tx, { resourceId }: Deletion, run: MemberRun): Promise<boolean> {
  const rows = await tx
    .selectFrom('coverage_source')
    .innerJoin('member', 'member.member_id', 'coverage_source.member_id')
    .innerJoin('import_patient', (join) =>
      join
        .onRef('import_patient.member_id', '=', 'member.member_id')
        .onRef('import_patient.brand', '=', 'member.brand'),
    )
    .select(['coverage_source.member_id', 'coverage', 'import_patient.member_number'])
    .distinctOn('coverage_source.member_id')
    .where('member.brand', '=', run.brand)
    .where('resource_id', '=', resourceId)
    .execute()
  const valid = rows.filter(({ coverage }) => !(coverage as ReadCoverage).cancelled)
  for (const { member_id, coverage, member_number } of valid) {
    const read = { ...(coverage as ReadCoverage), cancelled: true }
    const incoming = { read, version: run.now.toISOString(), hash: contentHash(JSON.stringify(read)) }
    await keepCoverage(tx, member_id, incoming, { ...run, numbered: member_number !== null })
  }
  const changed = valid.map(({ member_id }) => ({ memberId: member_id, coverageId: resourceId }))
  await settleGroups(tx, changed)
  await withdrawShelved(tx, 'Coverage', resourceId, run)
  return valid.length > 0
}

/** Whether it is on the shelf for apps alone. */
export function isShelvedAlone(type: DeletableType): type is ShelvedAlone {
  return type === 'Provenance' || clinicalTypes.some((one) => one === type)
}

/** Takes a deleted resource from what apps are served; false if it is not there, or withdrawn already. */
export async function withdrawShelved(tx: Tx, type: string, resourceId: string, run: MemberRun): Promise<boolean> {
  const id = computeFhirId(run.brand, type, resourceId)
  const rows = await tx
    .selectFrom('fhir_resource')
    .select(['member_id as memberId', 'type', 'id'])
    .where('id', '=', id)
    .where('body', 'is not', null)
    .execute()
  await withdraw(tx, rows)
  return rows.length > 0
}
