import { setImmediate } from 'node:timers/promises'
import { findFhirType } from '@portico/contract/fhir/types'
import type { Organization } from '@portico/rules/apps/system'
import { isDeniedAuthorization, toBasis } from '@portico/rules/fhir/basis'
import { audit } from '../../../platform/audit/store.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { ExchangeProgress } from '../../../platform/db/tables.ts'
import { buildProvenance } from '../member/provenance.ts'
import { nobody } from '../shelf/row.ts'
import { toActor } from './actor.ts'
import { listParties, noteParties, type Row, readRows } from './export-store.ts'
import { listMembersAfter } from './group-store.ts'
import { listLeftOut, type WhyNot } from './may-export.ts'
import { type Line, sealLines } from './sealed-chunk.ts'
import { insertChunks, keptMs, moveWork, type NewChunk, type Work } from './work-store.ts'

/** Sizes: how much is read and in memory at once, and how much one transaction covers, which must be short yet worth its commit. */
const [membersAtOnce, rowsAtOnce, batchesAtOnce, chunksPerFile] = [20, 500, 16, 64]

interface Parts {
  readonly key: Buffer
  readonly organization: Organization
  readonly now: Date
}

/**
 * Exports a part of a group (OS-26): the output and the progress commit together, so that a killed process loses nothing and repeats
 * nothing.
 */
export async function exportSome(tx: Tx, work: Work, parts: Parts): Promise<void> {
  let at = work
  let step: Step | null = await readStep(tx, at, parts)
  let isDone = false
  const memberIds: string[] = []
  for (let batch = 1; step !== null; batch += 1) {
    isDone = step.isLast
    memberIds.push(...step.members)
    at = advance(at, step.progress)
    // The database reads the next batch while these are packed.
    const [sealed, next]: [Sealed, Step | null] = await Promise.all([
      sealRows(at, step.rows, parts),
      isDone || batch === batchesAtOnce ? null : readStep(tx, at, parts),
    ])
    await insertChunks(tx, sealed.chunks)
    at = advance(at, sealed.progress)
    step = next
  }
  await auditExport(tx, work, { memberIds, ...parts })
  const { now } = parts
  // Its expiry starts over while it is in progress, so that a long export is not deleted midway.
  const kept = { changed_at: now, ends_at: new Date(now.getTime() + keptMs) }
  await moveWork(tx, work.work_id, at.progress, { ...kept, ...(isDone && { state: 'done' as const }) })
}

function advance(work: Work, progress: Partial<ExchangeProgress>): Work {
  return { ...work, progress: { ...work.progress, ...progress } }
}

function readStep(tx: Tx, work: Work, parts: Parts): Promise<Step> {
  return work.progress.phase === 'members' ? readMembers(tx, work, parts) : readParties(tx, work)
}

interface Step {
  readonly rows: readonly Row[]
  /** Members whose data are first included in this step. */
  readonly members: readonly string[]
  readonly progress: Partial<ExchangeProgress>
  readonly isLast: boolean
}

async function readMembers(tx: Tx, work: Work, parts: Parts): Promise<Step> {
  const { progress, request, group_id: groupId } = work
  const batch = groupId === null ? [] : await listMembersAfter(tx, groupId, progress.after, membersAtOnce)
  const last = batch.at(-1)
  const wantsParties = request.types.some((type) => findFhirType(type)?.audience === 'party')
  const wantsProvenance = request.types.includes('Provenance')
  if (last === undefined)
    return { rows: [], members: [], progress: { phase: 'parties', within: null }, isLast: !wantsParties }
  const notAsked = batch.filter(({ memberId }) => request.members !== null && !request.members.includes(memberId))
  const leftOut = new Map<string, WhyNot | 'not-asked'>([
    ...(await listLeftOut(tx, { brand: work.brand, organization: parts.organization }, batch)),
    ...notAsked.map(({ memberId }) => [memberId, 'not-asked'] as const),
  ])
  const may = batch.flatMap(({ memberId }) => (leftOut.has(memberId) ? [] : [memberId]))
  const rows =
    may.length === 0
      ? []
      : await readRows(tx, work, may, { limit: rowsAtOnce, isPlain: !wantsParties && !wantsProvenance })
  // An earlier step has begun the members before this place in the batch.
  const begun = progress.within?.memberId ?? progress.after
  if (wantsParties) await noteParties(tx, work, rows)
  const end = rows.length === rowsAtOnce ? rows.at(-1) : undefined
  const done = end === undefined ? last.memberId : progress.after
  const counts: Record<string, number> = { ...progress.leftOut }
  const isNew = (memberId: string) => memberId > begun && (end === undefined || memberId <= end.memberId)
  for (const [memberId, why] of leftOut) if (isNew(memberId)) counts[why] = (counts[why] ?? 0) + 1
  const kept = rows.filter(({ body }) => parts.organization.kind === 'provider' || !isDeniedAuthorization(body))
  return {
    rows: wantsProvenance ? [...kept, ...kept.flatMap((row) => toProvenance(row, request.plan))] : kept,
    progress: {
      after: done,
      within: end === undefined ? null : { memberId: end.memberId, type: end.type, id: end.id },
      walked: progress.walked + batch.filter(({ memberId }) => isNew(memberId)).length,
      leftOut: counts,
    },
    members: may.filter(isNew),
    isLast: false,
  }
}

/** A resource's Provenance (OS-5) as a separate line; there is none for Provenance itself. */
function toProvenance(row: Row, plan = ''): Row[] {
  const { type, refs, version, updated } = row
  if (type === 'Provenance' || refs === null || version === null || updated === null) return []
  const body = buildProvenance({ ...row, refs, version, updated }, plan)
  return [{ ...row, type: 'Provenance', body, isWhole: false }]
}

async function readParties(tx: Tx, work: Work): Promise<Step> {
  const { type, id } = work.progress.within ?? { type: '', id: nobody }
  const rows = await listParties(tx, work, { type, id }, rowsAtOnce)
  const end = rows.at(-1)
  const within = end === undefined ? null : { memberId: '', type: end.type, id: end.id }
  return { rows, members: [], progress: { phase: 'parties', within }, isLast: rows.length < rowsAtOnce }
}

/** Records in a member's audit log that an organization got their data (OS-44). */
async function auditExport(
  tx: Tx,
  { work_id: workId, client_id: clientId }: Work,
  { memberIds, organization, now }: Omit<Parts, 'key'> & { readonly memberIds: readonly string[] },
): Promise<void> {
  const events = memberIds.map((memberId) => ({
    ...{ action: `exchange.read ${organization.kind}`, memberId, recordType: 'exchange', recordId: workId },
  }))
  await audit(tx, toActor({ clientId, organization }), events, { origin: { address: '', requestId: '' }, now })
}

interface Sealed {
  readonly chunks: readonly NewChunk[]
  readonly progress: Pick<ExchangeProgress, 'files' | 'nextFile'>
}

/** The lines of each type as one sealed chunk of that type's file. */
async function sealRows({ work_id: workId, progress }: Work, rows: readonly Row[], { key }: Parts): Promise<Sealed> {
  const files = { ...progress.files }
  let { nextFile } = progress
  const chunks: NewChunk[] = []
  for (const [type, some] of Map.groupBy(rows, (row) => row.type)) {
    const lines: Line[] = []
    for (const { memberId, body, isWhole } of some) {
      lines.push({ memberId, text: isWhole ? toBasis(body) : body })
      // Lets requests in between.
      if (isWhole && lines.length % 40 === 0) await setImmediate()
    }
    const begun = files[type]
    const place = begun === undefined || begun.chunks >= chunksPerFile ? { file: nextFile++, chunks: 0 } : begun
    files[type] = { file: place.file, chunks: place.chunks + 1 }
    const content = await sealLines(key, lines, { workId, file: place.file, chunk: place.chunks })
    chunks.push({ work_id: workId, file: place.file, chunk: place.chunks, type, lines: lines.length, content })
  }
  return { chunks, progress: { files, nextFile } }
}
