import { setImmediate } from 'node:timers/promises'
import { findFhirType } from '@portico/contract/fhir/types'
import type { Organization } from '@portico/rules/apps/system'
import { isDeniedAuthorization, toBasis } from '@portico/rules/fhir/basis'
import { sql } from 'kysely'
import { listOptedOut } from '../../../member/sharing/choice-statement.ts'
import { audit } from '../../../platform/audit/store.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { ExchangeProgress } from '../../../platform/db/tables.ts'
import { everyParty } from '../shelf/row.ts'
import { toActor } from './actor.ts'
import { buildFilter } from './export-request.ts'
import { listMembersAfter } from './group-store.ts'
import { sealChunk } from './sealed-chunk.ts'
import { insertChunks, keptMs, moveWork, type Work } from './work-store.ts'

/** How much one step reads, so that its transaction is short and its memory small. */
const [membersAtOnce, rowsAtOnce, chunksPerFile] = [50, 400, 64]

interface Row {
  readonly memberId: string
  readonly type: string
  readonly id: string
  readonly body: string
  readonly refs: readonly string[]
}

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
  const { may, leftOut } = await judge(tx, work, batch, parts)
  const rows = may.length === 0 ? [] : await readRows(tx, work, may)
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

type Why = 'opted-out' | 'over' | 'gone' | 'not-asked'

/** Whose data may go now, whatever was so at the match (OS-42), and why the others' may not. */
async function judge(
  tx: Tx,
  { brand, request }: Work,
  batch: readonly { readonly memberId: string; readonly isOver: boolean }[],
  { organization }: Parts,
): Promise<{ readonly may: readonly string[]; readonly leftOut: ReadonlyMap<string, Why> }> {
  const ids = batch.map(({ memberId }) => memberId)
  const known = await tx
    .selectFrom('member')
    .select('member_id')
    .where('member_id', 'in', ids)
    .where('brand', '=', brand)
    .execute()
  const members = new Set(known.map(({ member_id }) => member_id))
  const optedOut = organization.kind === 'provider' ? await listOptedOut(tx, ids) : new Set<string>()
  const leftOut = new Map<string, Why>()
  for (const { memberId, isOver } of batch) {
    if (request.members !== null && !request.members.includes(memberId)) leftOut.set(memberId, 'not-asked')
    else if (!members.has(memberId)) leftOut.set(memberId, 'gone')
    else if (optedOut.has(memberId)) leftOut.set(memberId, 'opted-out')
    else if (isOver) leftOut.set(memberId, 'over')
  }
  return { may: ids.filter((memberId) => !leftOut.has(memberId)), leftOut }
}

/** What is shown to the patient alone never goes (OS-41). */
async function readRows(tx: Tx, { request, progress }: Work, memberIds: readonly string[]): Promise<readonly Row[]> {
  const { types, since, until, filters, base } = request
  const narrowed = [...Map.groupBy(filters, ({ type }) => type)].map(([type, some]) => {
    const any = sql.join(
      some.map((one) => sql`(${sql.join(buildFilter(one, base), sql` and `)})`),
      sql` or `,
    )
    return sql`and (type <> ${type} or ${any})`
  })
  const { within } = progress
  const further =
    within === null
      ? sql``
      : sql`and (member_id, type, id) > (${within.memberId}::uuid, ${within.type}, ${within.id}::uuid)`
  const { rows } = await sql<Row>`
    select member_id as "memberId", type, id, body, refs from fhir_resource found
    where member_id = any(${[...memberIds]}::uuid[]) and body is not null and not sensitive and type = any(${[...types]}::text[])
      ${since === null ? sql`` : sql`and updated > ${since}::timestamptz`}
      ${until === null ? sql`` : sql`and updated <= ${until}::timestamptz`}
      ${sql.join(narrowed, sql` `)} ${further}
    order by member_id, type, id limit ${rowsAtOnce}`.execute(tx)
  return rows
}

/** Those who give care come once, after the members that refer to them. */
async function noteParties(tx: Tx, { work_id: workId, request }: Work, rows: readonly Row[]): Promise<void> {
  const targets = new Set(rows.flatMap(({ refs }) => refs.map((ref) => ref.slice(ref.indexOf('=') + 1))))
  const parties = [...targets]
    .map((target) => target.split('/'))
    .filter(([type = '']) => request.types.includes(type) && findFhirType(type)?.audience === 'party')
  if (parties.length === 0) return
  await sql`insert into exchange_party (work_id, type, id)
    select ${workId}::uuid, * from unnest(${parties.map(([type]) => type)}::text[], ${parties.map(([, id]) => id)}::uuid[])
    on conflict do nothing`.execute(tx)
}

async function readParties(tx: Tx, { work_id: workId, brand, progress }: Work): Promise<Step> {
  const { type, id } = progress.within ?? { type: '', id: '00000000-0000-0000-0000-000000000000' }
  const { rows } = await sql<Row>`
    select distinct on (x.type, x.id) '' as "memberId", x.type, x.id, p.body, '{}'::text[] as refs
    from exchange_party x join fhir_party p on p.type = x.type and p.id = x.id and p.brand in (${brand}, ${everyParty})
    where x.work_id = ${workId}::uuid and (x.type, x.id) > (${type}, ${id}::uuid) and p.body is not null
    order by x.type, x.id, p.brand desc limit ${rowsAtOnce}`.execute(tx)
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
    const lines: string[] = []
    for (const { body } of some) {
      lines.push(type === 'ExplanationOfBenefit' || type === 'Coverage' ? toBasis(body) : body)
      // Requests come in between.
      if (lines.length % 40 === 0) await setImmediate()
    }
    const begun = files[type]
    const place = begun === undefined || begun.chunks >= chunksPerFile ? { file: nextFile++, chunks: 0 } : begun
    files[type] = { file: place.file, chunks: place.chunks + 1 }
    const content = sealChunk(key, Buffer.from(`${lines.join('\n')}\n`), `${workId} ${place.file} ${place.chunks}`)
    chunks.push({ work_id: workId, file: place.file, chunk: place.chunks, type, lines: lines.length, content })
  }
  return { chunks, files, nextFile }
}
