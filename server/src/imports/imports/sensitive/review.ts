import { randomUUID } from 'node:crypto'
import { clinicalTypes } from '@portico/contract/fhir/types'
import { computeFhirId } from '../../../apis/fhir/shelf/place.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { type Job, type JobParts, startJob } from '../../../platform/job.ts'
import { findTargetId } from '../fhir/codes.ts'
import { recordTypes } from '../fhir/read-record.ts'
import { findMedications } from '../record-store.ts'
import { remakeReadOtherwise } from '../x12/claims/claim-store.ts'
import { mapInTurns } from './in-turns.ts'
import { judge, withDrug } from './judge.ts'
import { reviewEarlier } from './judge-earlier.ts'
import { hideLinked } from './linked-store.ts'
import { findMarks, type Marks } from './marks.ts'
import { listNaming } from './naming-store.ts'
import { reviewPayments } from './payments.ts'
import { type MarkedOf, withReasons } from './reason-store.ts'
import {
  hideVersions,
  keepJudged,
  listClaims,
  listDueBrands,
  listMembersAfter,
  listRecords,
  listShelved,
  listShownVersions,
  lockDue,
  noteReviewed,
  type StoredRecord,
} from './review-store.ts'
import { markShelved } from './shelf-store.ts'

const ofPerson = ['Patient', 'Coverage'] as const

/** How many members' records are judged in one transaction. */
const atOnce = 20

/** How many members' records are searched for the parties that they name. */
const lookedThroughAtOnce = 200

/**
 * Judges everything that was stored before a list or a rule changed, some members at a time, by the resources as received: newly sensitive
 * records are hidden without a new file (MP-14). Any number of servers may run it.
 */
export async function reviewStored(database: Database, signal?: AbortSignal): Promise<void> {
  for (const brand of await listDueBrands(database.read))
    for (let isMore = true; isMore && !signal?.aborted; )
      isMore = await database.transaction((tx) => reviewSome(tx, brand))
}

/** Judges the next members' records; returns whether there may be more. */
async function reviewSome(tx: Tx, brand: string): Promise<boolean> {
  const { after, parties } = await lockDue(tx, brand)
  if (after === null) return false
  const some = await listMembersAfter(tx, brand, after, parties === null ? atOnce : lookedThroughAtOnce)
  const members = parties === null ? some : await listNaming(tx, some, parties)
  if (members.length > 0) {
    await remakeReadOtherwise(tx, members, { brand, runId: randomUUID(), now: new Date() })
    await reviewMembers(tx, brand, members)
    await reviewHistory(tx, brand, members)
    await reviewEarlier(tx, brand, members)
    await reviewPayments(tx, members)
  }
  const last = some.length < (parties === null ? atOnce : lookedThroughAtOnce) ? null : (some.at(-1) ?? null)
  await noteReviewed(tx, brand, { after: last, parties: last === null ? null : parties })
  return last !== null
}

/** How long a chain of claims that name each other is followed; without a limit, two could name each other. */
const longestChain = 10

/**
 * Judges the records of some members again, reasons before the records that depend on them: a diagnosis, a prescription, its fill, a claim.
 */
export async function reviewMembers(tx: Tx, brand: string, all: readonly string[]): Promise<void> {
  for (let from = 0; from < all.length; from += atOnce) {
    const members = all.slice(from, from + atOnce)
    // A label on a person applies to the person's coverages.
    for (const type of ofPerson) await reviewShelved(tx, brand, members, [type])
    await reviewShelved(tx, brand, members, [...clinicalTypes, 'Provenance'])
    // A report depends on its results, a panel on its parts.
    await reviewShelved(tx, brand, members, ['DiagnosticReport', 'Observation'])
    for (const type of recordTypes) await reviewRecords(tx, brand, type, members)
    // A claim may be the reason for another one, and that for a third.
    for (let isMore = true, left = longestChain; isMore && left > 0; left -= 1)
      isMore = await reviewClaims(tx, brand, members)
    await hideLinked(tx, brand, members)
  }
}

/** Returns whether the result for any claim has changed. */
async function reviewClaims(tx: Tx, brand: string, members: readonly string[]): Promise<boolean> {
  const rows = await listClaims(tx, members)
  const judged = await judgeRows(
    tx,
    brand,
    await mapInTurns(rows, (row) => ({ memberId: row.member_id, marks: findMarks(row.resource) })),
  )
  await keepJudged(tx, 'claim', listChanged(rows, judged))
  await keepShelved(tx, brand, rows, judged)
  return rows.some(({ sensitive }, index) => sensitive !== judged[index])
}

async function judgeRows(tx: Tx, brand: string, rows: readonly MarkedOf[]): Promise<boolean[]> {
  return judge(tx, brand, await withReasons(tx, brand, rows))
}

/** A coverage depends only on its person, whoever pays for it; a person depends on nobody else. */
function listOfPeople({ reasons }: Marks): string[] {
  return reasons.filter((reason) => reason.startsWith('Patient/'))
}

/** Resources that only apps get are judged by their served form. */
async function reviewShelved(
  tx: Tx,
  brand: string,
  members: readonly string[],
  types: readonly string[],
): Promise<void> {
  const rows = await listShelved(tx, members, types)
  const judged = await judgeRows(
    tx,
    brand,
    await mapInTurns(rows, (row) => {
      const marks = findMarks(JSON.parse(row.body))
      // A person's identity and coverage are not care: only labels count.
      const isOfPerson = ofPerson.some((type) => type === row.type)
      const counts = isOfPerson ? { ...marks, codes: [], reasons: listOfPeople(marks) } : marks
      return { memberId: row.member_id, marks: counts, isPublished: true }
    }),
  )
  await markShelved(
    tx,
    rows.map((row, index) => ({ ...row, sensitive: judged[index] ?? true })),
  )
}

/** Earlier versions are judged by their served form, and never become visible again, because that form lacks the data of their drugs. */
async function reviewHistory(tx: Tx, brand: string, members: readonly string[]): Promise<void> {
  const rows = await listShownVersions(tx, members)
  const judged = await judgeRows(
    tx,
    brand,
    await mapInTurns(rows, (row) => ({
      memberId: row.member_id,
      marks: findMarks(JSON.parse(row.body)),
      isPublished: true,
    })),
  )
  await hideVersions(
    tx,
    rows.filter((_, index) => judged[index]),
  )
}

/** Apps see a record under the same rule as pages do. */
async function keepShelved(
  tx: Tx,
  brand: string,
  rows: readonly StoredRecord[],
  judged: readonly boolean[],
): Promise<void> {
  const changed = rows.flatMap((row, index) => {
    const { resourceType: type, id } = row.resource as { readonly resourceType: string; readonly id: string }
    const sensitive = judged[index] ?? true
    return row.sensitive === sensitive
      ? []
      : { member_id: row.member_id, type, id: computeFhirId(brand, type, id), sensitive }
  })
  await markShelved(tx, changed)
}

async function reviewRecords(
  tx: Tx,
  brand: string,
  type: (typeof recordTypes)[number],
  members: readonly string[],
): Promise<void> {
  const rows = await listRecords(tx, type, members)
  const drugIds = rows.map(({ resource }) =>
    findTargetId((resource as { medicationReference?: object }).medicationReference),
  )
  const drugs = await findMedications(tx, brand, [...new Set(drugIds.filter((id) => id !== undefined))])
  const marked = await mapInTurns(rows, ({ member_id: memberId, resource, rxnorm, ndc }, index) => {
    const drug = drugs.get(drugIds[index] ?? '')
    const said = { name: drug?.name ?? null, rxnorm, ndc, labeled: drug?.labeled ?? false }
    return { memberId, marks: withDrug(findMarks(resource), said) }
  })
  const judged = await judgeRows(tx, brand, marked)
  await keepJudged(tx, type, listChanged(rows, judged))
  await keepShelved(tx, brand, rows, judged)
}

/** The rows with a changed result, with the new one. */
function listChanged(rows: readonly StoredRecord[], judged: readonly boolean[]): StoredRecord[] {
  return rows.flatMap((row, index) => (row.sensitive === judged[index] ? [] : { ...row, sensitive: !row.sensitive }))
}

/** Looks for records to judge again, at intervals. */
export function startSensitivityReview({ database, logger }: JobParts): Job {
  return startJob({
    run: (signal) => reviewStored(database, signal),
    firstMs: 2000,
    everyMs: 10_000,
    logger,
    failed: 'stored claims and records could not be judged by the list of sensitive codes, tried again in ten seconds',
  })
}
