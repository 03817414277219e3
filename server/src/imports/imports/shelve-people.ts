import { buildCoverage, buildPatient } from '@portico/rules/fhir/build'
import { shelve } from '../../apis/fhir/shelf/shelve.ts'
import type { Tx } from '../../platform/db/database.ts'
import { contentHash } from '../../platform/versions/content.ts'
import type { ReadCoverage } from './fhir/read-person.ts'
import { findMarks } from './sensitive/marks.ts'
import { findLabeledPeople } from './sensitive/reason-store.ts'
import { listPatientsOfMembers, listWithoutPatient } from './shelved-people-store.ts'

/** Serves to apps the people of a file who are members by now (OS-20). */
export async function shelvePatients(tx: Tx, brand: string, patientIds: readonly string[]): Promise<void> {
  const rows = await listPatientsOfMembers(tx, brand, patientIds)
  const people = rows.map((row) => {
    const sensitive = findMarks(JSON.parse(row.text)).labeled
    return { ...row, type: 'Patient' as const, sensitive, isGone: false }
  })
  await shelve(tx, brand, people)
}

/** Builds resources of the members whom no file brought as FHIR, and serves them to apps. */
export async function buildPeople(tx: Tx, brand: string, memberIds: readonly string[]): Promise<void> {
  const rows = await listWithoutPatient(tx, memberIds)
  const built = rows.map(({ memberId, ...person }) => {
    const text = JSON.stringify(buildPatient(person))
    return { type: 'Patient' as const, memberId, patientId: person.memberNumber, ...toBuilt(text) }
  })
  await shelve(tx, brand, built)
}

/** Builds a coverage that did not come as FHIR, and serves it to apps. */
export async function shelveCoverage(tx: Tx, brand: string, memberId: string, read: ReadCoverage): Promise<void> {
  const text = JSON.stringify(buildCoverage(read, read.payerName ?? read.planName))
  const sensitive = (await findLabeledPeople(tx, [memberId])).has(memberId)
  await shelve(tx, brand, [{ type: 'Coverage', memberId, patientId: read.patientId, ...toBuilt(text), sensitive }])
}

function toBuilt(text: string) {
  return { text, version: null, hash: contentHash(text), sensitive: false, isGone: false }
}
