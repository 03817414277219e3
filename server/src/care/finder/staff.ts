import type { PayloadOf } from '@portico/contract/call'
import type { directoryReports, settleReport as settleReportCall } from '@portico/contract/calls/finder'
import { VERIFIED_DAYS } from '@portico/rules/finder/limits'
import { requireDeskScope, type Scope, worksFor } from '../../identity/rights/scope.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import { aboutEach, type Subject } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import {
  countReports,
  countVerified,
  listOpenReports,
  lockReport,
  putCorrection,
  settleReport,
} from './report-store.ts'

type Work = PayloadOf<typeof directoryReports>

const maxShown = 100

/** Members' reports of directory errors, within the brands that staff work for (MP-25). */
export const listReports: AuditedHandler<typeof directoryReports> = async ({ principal }, { now }, tx) => {
  const { work, seen } = await read(tx, await requireDeskScope(tx, principal), now)
  return aboutEach(seen, work)
}

/** Staff settle a report, within the brands they work for. Throws NOT-FOUND, and CONFLICT if it is settled already. */
export const settle: AuditedHandler<typeof settleReportCall> = async (
  { principal, body: { settleId, outcome, correction } },
  context,
  tx,
) => {
  const scope = await requireDeskScope(tx, principal)
  const report = await lockReport(tx, settleId)
  if (report === undefined || !worksFor(scope, report.brand)) throw new CallError('NOT-FOUND')
  if (report.outcome !== null) throw new CallError('CONFLICT')
  const { kind, provider_id, brand, place, network_id } = report
  const isTold = kind === 'phone' || kind === 'address'
  if (outcome === 'corrected' && isTold && correction === '') throw fieldError('correction', 'FIELD-INVALID')
  const settled = { outcome, settled_by: principal.accountId, settled_at: context.now, answer: correction }
  await settleReport(tx, report, settled)
  if (outcome === 'corrected') {
    const row = { value: correction === '' ? null : correction, made_at: context.now }
    await putCorrection(tx, { provider_id, brand, kind, place, network_id }, row)
  }
  const { work, seen } = await read(tx, scope, context.now)
  const reads = seen.map((one) => ({ ...one, action: 'directory.reports' as const }))
  return aboutEach([...reads, { action: 'directory.settle', recordId: settleId, memberId: report.member_id }], work)
}

/** The open reports, and their audit events: each report under the member who sent it. */
async function read(
  tx: Tx,
  { brands }: Scope,
  now: Date,
): Promise<{ readonly work: Work; readonly seen: readonly Subject[] }> {
  const today = easternDay(now)
  const rows = await listOpenReports(tx, brands, maxShown)
  const reports = rows.map((row) => ({ recordId: row.report_id, memberId: row.member_id }))
  const seen = reports.length > 0 ? reports : [{ record: 'queue', recordId: 'directory', memberId: null }]
  const yearAgo = new Date(now.getTime() - 365 * 24 * 60 * 60 * 1000)
  const counts = await countReports(tx, brands, { today, yearAgo })
  const known = await countVerified(tx, isoDayAfter(today, -VERIFIED_DAYS))
  const work = {
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
    ...counts,
    ...known,
  }
  return { work, seen }
}
