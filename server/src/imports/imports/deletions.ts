import { type ClinicalType, clinicalTypes } from '@portico/contract/fhir/types'
import { withdraw } from '../../apis/fhir/shelf/history.ts'
import { computeFhirId } from '../../apis/fhir/shelf/place.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { contentHash } from '../../platform/versions/content.ts'
import { listWithCoverage } from './coverage-store.ts'
import {
  listBrandsHolding,
  listServed,
  listValidClaims,
  listValidRecords,
  type StoredResource,
} from './deletion-store.ts'
import type { DeletableType, Deletion } from './fhir/read-deletion.ts'
import type { ReadCoverage } from './fhir/read-person.ts'
import { type ReadResource, readResource } from './fhir/read-resource.ts'
import { keepCoverage, type MemberRun, settleGroups } from './members.ts'

/** A version that removes a resource from members' view, as if the plan had sent it as entered in error. */
export type Withdrawal = Extract<ReadResource, { readonly type: 'claim' | 'record' }> & {
  readonly text: string
  /** Its member, even if no file had a Patient for them. */
  readonly memberId: string
}

type ShelvedAlone = ClinicalType | 'Provenance'
type DeletablePage = Exclude<DeletableType, ShelvedAlone>

/** The tables with the resources of a type, besides the claims. */
const records = {
  ExplanationOfBenefit: ['prior_authorization'],
  MedicationRequest: ['prescription'],
  MedicationDispense: ['dispense'],
  CareTeam: ['care_team'],
  RelatedPerson: ['related_person'],
  Coverage: [],
} as const satisfies Readonly<Record<DeletablePage, readonly string[]>>

/** The brands whose members have the deleted resource. */
export async function brandsWith(tx: Tx, { of, resourceId }: Deletion): Promise<string[]> {
  if (isShelvedAlone(of)) return []
  const tables = [
    ...records[of],
    ...(of === 'ExplanationOfBenefit' ? ['claim'] : []),
    ...(of === 'Coverage' ? ['coverage_source'] : []),
  ]
  return listBrandsHolding(tx, tables, resourceId)
}

/**
 * Builds the withdrawal of a deleted claim or record, to be imported like any version of it; none if it does not exist, or is withdrawn
 * already.
 */
export async function buildWithdrawals(
  tx: Tx,
  { of, resourceId, deletedAt }: Deletion,
  run: MemberRun,
): Promise<Withdrawal[]> {
  if (isShelvedAlone(of)) return []
  const found: StoredResource[] = of === 'ExplanationOfBenefit' ? await listValidClaims(tx, run.brand, resourceId) : []
  for (const table of records[of]) found.push(...(await listValidRecords(tx, table, run.brand, resourceId)))
  // A resource that was created again after its deletion exists, as a history shows.
  const gone = found.filter(({ resource: { meta } }) => !isLater(meta, deletedAt))
  return gone.flatMap((one) => withdrawDeleted(one, of, run))
}

function isLater(meta: unknown, deletedAt: string | null): boolean {
  const { lastUpdated } = (meta ?? {}) as { readonly lastUpdated?: unknown }
  return deletedAt !== null && typeof lastUpdated === 'string' && Date.parse(lastUpdated) > Date.parse(deletedAt)
}

function withdrawDeleted(
  { resource, memberId }: StoredResource,
  type: DeletableType,
  { now }: MemberRun,
): Withdrawal[] {
  const meta = { ...(resource.meta as object | undefined), versionId: undefined, lastUpdated: now.toISOString() }
  const status = type === 'RelatedPerson' ? {} : { status: 'entered-in-error' }
  const text = JSON.stringify({ ...resource, ...status, meta })
  const read = readResource(type, text, contentHash(text), easternDay(now))
  if (read.type === 'claim') {
    const incoming = { ...read.incoming, read: { ...read.incoming.read, withdrawn: true } }
    return [{ ...read, incoming, text, memberId }]
  }
  if (read.type !== 'record') return []
  return [{ ...read, incoming: { ...read.incoming, read: { ...read.incoming.read, withdrawn: true } }, text, memberId }]
}

/** Withdraws a deleted coverage; false if it does not exist, or is withdrawn already. */
export async function withdrawCoverage(tx: Tx, { resourceId }: Deletion, run: MemberRun): Promise<boolean> {
  const rows = await listWithCoverage(tx, run.brand, resourceId)
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

/** Whether resources of a type are served only to apps. */
export function isShelvedAlone(type: DeletableType): type is ShelvedAlone {
  return type === 'Provenance' || clinicalTypes.some((one) => one === type)
}

/** Withdraws a deleted resource from apps; false if it does not exist, or is withdrawn already. */
export async function withdrawShelved(tx: Tx, type: string, resourceId: string, run: MemberRun): Promise<boolean> {
  const rows = await listServed(tx, computeFhirId(run.brand, type, resourceId))
  await withdraw(tx, rows)
  return rows.length > 0
}
