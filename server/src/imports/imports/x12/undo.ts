import { sql } from 'kysely'
import { easternDay } from '../../../platform/day.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { EnrolledBefore } from '../../../platform/db/tables.ts'
import { toHex, upsertRows } from '../../../platform/db/upsert.ts'
import { type Job, type JobParts, startJob } from '../../../platform/job.ts'
import { contentHash } from '../../../platform/versions/content.ts'
import { listUndoing, noteUndone } from '../../../platform/versions/feed-store.ts'
import { deriveCoverages } from '../derived.ts'
import type { ReadCoverage } from '../fhir/read-person.ts'
import { settleGroups } from '../members.ts'
import { forgetParts } from './claims/store.ts'

const atOnce = 200

/**
 * Undoes a night's files as a whole, some members at a time (FD-7): members are again what they were before, claims lose what the files said
 * of them. Whom a later file has changed since stays as that says. Any number of servers may do it, and it goes on where one was killed.
 */
export async function undoFeeds(database: Database, now: Date, signal?: AbortSignal): Promise<void> {
  for (const { feedId, brand } of await listUndoing(database.read)) {
    const run = { brand, runId: feedId, now }
    for (let isMore = true; isMore; ) {
      if (signal?.aborted) return
      isMore = await database.transaction((tx) => undoMembers(tx, run))
    }
    for (let isMore = true; isMore; ) {
      if (signal?.aborted) return
      isMore = await database.transaction((tx) => forgetParts(tx, run, atOnce))
    }
    await database.transaction(async (tx) => {
      await sql`delete from x12_interchange where run_id = ${feedId}`.execute(tx)
      await noteUndone(tx, feedId)
    })
  }
}

interface Run {
  readonly brand: string
  readonly runId: string
  readonly now: Date
}

interface Row {
  readonly member_id: string
  readonly before: EnrolledBefore | null
  readonly is_newest: boolean
}

/** Undoes what the run changed of the next members; false once there are no more. */
async function undoMembers(tx: Tx, { brand, runId, now }: Run): Promise<boolean> {
  const { rows } = await sql<Row>`
    select one.member_id, one.before, coalesce(x.run_id = ${runId}::uuid, false) as is_newest
    from x12_before one left join x12_member x on x.member_id = one.member_id and x.brand = ${brand}
    where one.run_id = ${runId} order by one.member_id limit ${atOnce} for update of one`.execute(tx)
  if (rows.length === 0) return false
  const undone = rows.filter(({ is_newest }) => is_newest)
  await restoreCoverages(tx, undone, runId)
  await restorePeople(tx, undone, { brand, runId })
  const members = undone.map(({ member_id }) => ({ memberId: member_id, numbered: true }))
  await deriveCoverages(tx, members, { brand, today: easternDay(now) })
  await settleGroups(
    tx,
    undone.flatMap(({ member_id, before }) =>
      (before?.coverages ?? []).map((one) => ({ memberId: member_id, coverageId: (one as ReadCoverage).resourceId })),
    ),
  )
  await sql`delete from x12_before where run_id = ${runId}
    and member_id = any(${rows.map(({ member_id }) => member_id)}::uuid[])`.execute(tx)
  return true
}

/** A coverage that the run has brought is withdrawn rather than deleted, so that nothing shows it and its group goes. */
async function restoreCoverages(tx: Tx, undone: readonly Row[], runId: string): Promise<void> {
  await sql`update coverage_source set coverage = coverage || '{"cancelled": true}', content_hash = ''
    where member_id = any(${undone.map(({ member_id }) => member_id)}::uuid[]) and run_id = ${runId}
      and resource_id like 'x12 %'`.execute(tx)
  const former = undone.flatMap(({ member_id, before }) =>
    (before?.coverages ?? []).map((one) => ({ member_id, coverage: one as ReadCoverage })),
  )
  await upsertRows(
    tx,
    'coverage_source',
    ['member_id', 'resource_id'],
    former.map(({ member_id, coverage }) => ({
      member_id,
      resource_id: coverage.resourceId,
      version: null,
      content_hash: toHex(contentHash(JSON.stringify(coverage))),
      coverage,
      run_id: runId,
    })),
  )
}

async function restorePeople(tx: Tx, undone: readonly Row[], { brand, runId }: Omit<Run, 'now'>): Promise<void> {
  const created = undone.filter(({ before }) => before === null).map(({ member_id }) => member_id)
  await sql`delete from x12_member where brand = ${brand} and member_id = any(${created}::uuid[])`.execute(tx)
  const former = undone.flatMap(({ member_id, before }) =>
    before === null ? [] : { member_id, ...before.row, contact: before.contact },
  )
  if (former.length === 0) return
  await restoreContacts(tx, brand, former)
  await sql`update x12_member x set contract_number = f."contractNumber", version = f.version, person = f.person,
      content_hash = decode(f.hash, 'hex'), run_id = ${runId}::uuid
    from jsonb_to_recordset(${JSON.stringify(former)}::jsonb) as f (member_id uuid, "contractNumber" text, version text,
      person jsonb, hash text)
    where x.brand = ${brand} and x.member_id = f.member_id`.execute(tx)
  await sql`update member m set first_name = x.person ->> 'firstName', last_name = x.person ->> 'lastName',
      date_of_birth = (x.person ->> 'birthDate')::date, contract_number = x.contract_number,
      relationship_code = x.person ->> 'relationshipCode'
    from x12_member x where x.brand = ${brand} and x.member_id = m.member_id
      and m.member_id = any(${former.map(({ member_id }) => member_id)}::uuid[])`.execute(tx)
}

/** How to reach members is as it was, but for what they or others have changed since. */
async function restoreContacts(tx: Tx, brand: string, former: readonly object[]): Promise<void> {
  const columns = ['address', 'city', 'state', 'zip_code', 'email', 'phone']
  const changes = columns.map(
    (name) => sql`${sql.ref(name)} = case when c.${sql.ref(name)} = x.person -> 'contact' ->> ${name}
      then f.contact ->> ${name} else c.${sql.ref(name)} end`,
  )
  await sql`update member_contact c set ${sql.join(changes)}
    from x12_member x, jsonb_to_recordset(${JSON.stringify(former)}::jsonb) as f (member_id uuid, contact jsonb)
    where x.brand = ${brand} and x.member_id = c.member_id and f.member_id = c.member_id and f.contact is not null`.execute(
    tx,
  )
}

/** Looks for files that staff want to be undone. */
export function startUndoing({ database, logger }: JobParts): Job {
  return startJob({
    run: (signal) => undoFeeds(database, new Date(), signal),
    firstMs: 3000,
    everyMs: 5000,
    logger,
    failed: 'files that are to be undone could not be, tried again in five seconds',
  })
}
