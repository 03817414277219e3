import type { PayloadOf } from '@portico/contract/call'
import type { directoryReports, settleReport } from '@portico/contract/calls/finder'
import { VERIFIED_DAYS } from '@portico/rules/finder/limits'
import { sql } from 'kysely'
import { requireDeskScope, type Scope, worksFor } from '../../identity/rights/scope.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import { audit } from '../../platform/audit/store.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { AuditedHandler } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'

type Work = PayloadOf<typeof directoryReports>

const maxShown = 100

/** Members' reports of directory errors, and how staff settle them, within the brands they work for (MP-25). */
export function createDirectoryWork(database: Database) {
  return {
    list: (principal: Principal, context: CallContext): Promise<Work> =>
      readAudited(database, async (tx) => {
        const scope = await requireDeskScope(tx, principal)
        return read(tx, scope, principal, context)
      }),
  }
}

/** Staff settle a report, within the brands they work for. Throws NOT-FOUND, and CONFLICT for one that is settled. */
export const settle: AuditedHandler<typeof settleReport> = async (
  { principal, body: { settleId, outcome, correction } },
  context,
  tx,
) => {
  const scope = await requireDeskScope(tx, principal)
  const report = await tx
    .selectFrom('directory_report')
    .selectAll()
    .where('report_id', '=', settleId)
    .forUpdate()
    .executeTakeFirst()
  if (report === undefined || !worksFor(scope, report.brand)) throw new CallError('NOT-FOUND')
  if (report.outcome !== null) throw new CallError('CONFLICT')
  const { kind, provider_id, brand, place, network_id } = report
  const isTold = kind === 'phone' || kind === 'address'
  if (outcome === 'corrected' && isTold && correction === '') throw fieldError('correction', 'FIELD-INVALID')
  const settled = { outcome, settled_by: principal.accountId, settled_at: context.now, answer: correction }
  await tx
    .updateTable('directory_report')
    .set(settled)
    .where('member_id', '=', report.member_id)
    .where('report_id', '=', settleId)
    .execute()
  if (outcome === 'corrected') {
    const row = { value: correction === '' ? null : correction, made_at: context.now }
    await tx
      .insertInto('directory_correction')
      .values({ provider_id, brand, kind, place, network_id, ...row })
      .onConflict((conflict) =>
        conflict.columns(['provider_id', 'brand', 'kind', 'place', 'network_id']).doUpdateSet(row),
      )
      .execute()
  }
  return about(settleId, await read(tx, scope, principal, context), { memberId: report.member_id })
}

/** The open reports; each read is audited for the member who sent it. */
async function read(tx: Tx, { brands }: Scope, principal: Principal, context: CallContext): Promise<Work> {
  const { now } = context
  const today = easternDay(now)
  const ofBrands = brands === null ? sql`true` : sql`brand = any(${[...brands]}::text[])`
  const rows = await tx
    .selectFrom('directory_report')
    .selectAll()
    .where('outcome', 'is', null)
    .where(sql<boolean>`${ofBrands}`)
    .orderBy('due_on')
    .orderBy('reported_at')
    .limit(maxShown)
    .execute()
  const action = 'directory.reports'
  const seen = rows.map(({ report_id: recordId, member_id: memberId }) => {
    return { action, recordType: 'directory-report', recordId, memberId }
  })
  const empty = { action, recordType: 'queue', recordId: 'directory', memberId: null }
  await audit(tx, principal, seen.length > 0 ? seen : empty, context)
  const yearAgo = new Date(now.getTime() - 365 * 24 * 60 * 60 * 1000)
  const { rows: counts } = await sql<Record<'open' | 'overdue' | 'settled' | 'right', number>>`
    select count(*) filter (where outcome is null)::int as open,
      count(*) filter (where outcome is null and due_on < ${today})::int as overdue,
      count(*) filter (where outcome is not null and settled_at > ${yearAgo})::int as settled,
      count(*) filter (where outcome = 'right' and settled_at > ${yearAgo})::int as "right"
    from directory_report where ${ofBrands}
  `.execute(tx)
  const { rows: known } = await sql<{ entries: number; verified: number }>`
    select coalesce(sum(g.entries), 0)::int as entries, (
      select count(*)::int from directory_entry e join directory_generation l using (generation)
      where l.state = 'live' and (e.verified_on >= ${isoDayAfter(today, -VERIFIED_DAYS)} or exists (
        select from directory_seat s where s.generation = e.generation and s.provider_id = e.provider_id
          and s.verified_on >= ${isoDayAfter(today, -VERIFIED_DAYS)}))
    ) as verified
    from directory_generation g where g.state = 'live'
  `.execute(tx)
  return {
    reports: rows.map((row) => {
      const [entry] = row.entry as { address?: string; phone?: string | null; networks?: string[] }[]
      return {
        reportId: row.report_id,
        brand: row.brand,
        providerId: row.provider_id,
        name: row.name,
        address: entry?.address ?? null,
        phone: entry?.phone ?? null,
        networks: row.kind === 'network' ? (entry?.networks ?? []) : [],
        kind: row.kind,
        note: row.note,
        ...{
          reportedAt: row.reported_at.toISOString(),
          dueOn: row.due_on,
          overdue: row.due_on < today,
          outcome: row.outcome,
        },
      }
    }),
    open: 0,
    overdue: 0,
    settled: 0,
    right: 0,
    ...counts[0],
    entries: 0,
    verified: 0,
    ...known[0],
  }
}
