import { setImmediate } from 'node:timers/promises'
import { findFhirType } from '@portico/contract/fhir/types'
import type { Organization } from '@portico/rules/apps/system'
import { isDeniedAuthorization, toBasis } from '@portico/rules/fhir/basis'
import { audit } from '../../../platform/audit/store.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { ExchangeProgress } from '../../../platform/db/tables.ts'
import { nobody } from '../shelf/row.ts'
import { toActor } from './actor.ts'
import { listParties, noteParties, type Row, readRows } from './export-store.ts'
import { listMembersAfter } from './group-store.ts'
import { listLeftOut, type WhyNot } from './may-export.ts'
import { type Line, sealLines } from './sealed-chunk.ts'
import { insertChunks, keptMs, moveWork, type Work } from './work-store.ts'

/** How much one step reads, so that its transaction is short and its memory small. */
const [membersAtOnce, rowsAtOnce, chunksPerFile] = [50, 400, 64]

interface Parts {
  readonly key: Buffer
  readonly organization: Organization
  readonly now: Date
}

/** Exports some more of a group (OS-26): what was made and how far it came are one transaction, so a kill loses nothing and repeats nothing. */
export async function exportSome(tx: Tx, work: Work, parts: Parts): Promise<void> {
  const { progress } = work
  const step = progress.phase === 'members' ? await readMembers(tx, work, parts) : await readParties(tx, work)
  const { chunks, files, nextFile } = await sealRows(work, step.rows, parts)
  await insertChunks(tx, chunks)
  const { now } = parts
  const next = { ...progress, ...step.progress, files, nextFile }
  const isDone = { state: 'done' as const, ends_at: new Date(now.getTime() + keptMs) }
  await moveWork(tx, work.work_id, next, { changed_at: now, ...(step.isLast && isDone) })
}

interface Step {
  readonly rows: readonly Row[]
  readonly progress: Partial<ExchangeProgress>
  readonly isLast: boolean
}

async function readMembers(tx: Tx, work: Work, parts: Parts): Promise<Step> {
  const { progress, request, group_id: groupId } = work
  const batch = groupId === null ? [] : await listMembersAfter(tx, groupId, progress.after, membersAtOnce)
  const last = batch.at(-1)
  const wantsParties = request.types.some((type) => findFhirType(type)?.audience === 'party')
  if (last === undefined) return { rows: [], progress: { phase: 'parties', within: null }, isLast: !wantsParties }
  const notAsked = batch.filter(({ memberId }) => request.members !== null && !request.members.includes(memberId))
  const leftOut = new Map<string, WhyNot | 'not-asked'>([
    ...(await listLeftOut(tx, { brand: work.brand, organization: parts.organization }, batch)),
    ...notAsked.map(({ memberId }) => [memberId, 'not-asked'] as const),
  ])
  const may = batch.flatMap(({ memberId }) => (leftOut.has(memberId) ? [] : [memberId]))
  const rows = may.length === 0 ? [] : await readRows(tx, work, may, rowsAtOnce)
  // Those before the place within the batch were begun by an earlier step.
  const begun = progress.within?.memberId ?? progress.after
  await auditExport(tx, work, { memberIds: may.filter((memberId) => memberId > begun), ...parts })
  if (wantsParties) await noteParties(tx, work, rows)
  const end = rows.length === rowsAtOnce ? rows.at(-1) : undefined
  const done = end === undefined ? last.memberId : progress.after
  const counts: Record<string, number> = { ...progress.leftOut }
  const isNew = (memberId: string) => memberId > begun && (end === undefined || memberId <= end.memberId)
  for (const [memberId, why] of leftOut) if (isNew(memberId)) counts[why] = (counts[why] ?? 0) + 1
  return {
    rows: rows.filter(({ body }) => parts.organization.kind === 'provider' || !isDeniedAuthorization(body)),
    progress: {
      after: done,
      within: end === undefined ? null : { memberId: end.memberId, type: end.type, id: end.id },
      walked: progress.walked + batch.filter(({ memberId }) => isNew(memberId)).length,
      leftOut: counts,
    },
    isLast: false,
  }
}

async function readParties(tx: Tx, work: Work): Promise<Step> {
  const { type, id } = work.progress.within ?? { type: '', id: nobody }
  const rows = await listParties(tx, work, { type, id }, rowsAtOnce)
  const end = rows.at(-1)
  const within = end === undefined ? null : { memberId: '', type: end.type, id: end.id }
  return { rows, progress: { phase: 'parties', within }, isLast: rows.length < rowsAtOnce }
}

/** A member's audit log says that an organization got their data (OS-44). */
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

/** The lines of each type as one sealed chunk of a file of that type. */
async function sealRows({ work_id: workId, progress }: Work, rows: readonly Row[], { key }: Parts) {
  const files = { ...progress.files }
  let { nextFile } = progress
  const chunks = []
  for (const [type, some] of Map.groupBy(rows, (row) => row.type)) {
    const lines: Line[] = []
    for (const { memberId, body } of some) {
      lines.push({ memberId, text: type === 'ExplanationOfBenefit' || type === 'Coverage' ? toBasis(body) : body })
      // Requests come in between.
      if (lines.length % 40 === 0) await setImmediate()
    }
    const begun = files[type]
    const place = begun === undefined || begun.chunks >= chunksPerFile ? { file: nextFile++, chunks: 0 } : begun
    files[type] = { file: place.file, chunks: place.chunks + 1 }
    const content = sealLines(key, lines, { workId, file: place.file, chunk: place.chunks })
    chunks.push({ work_id: workId, file: place.file, chunk: place.chunks, type, lines: lines.length, content })
  }
  return { chunks, files, nextFile }
}
