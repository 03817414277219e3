import type { PayloadOf } from '@portico/contract/call'
import type { directoryReports, settleReport as settleReportCall } from '@portico/contract/calls/finder'
import { VERIFIED_DAYS } from '@portico/rules/finder/limits'
import { requireDeskScope, type Scope, worksFor } from '../../identity/rights/scope.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import { audit } from '../../platform/audit/store.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
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
  return about(settleId, await read(tx, scope, principal, context), { memberId: report.member_id })
}

/** The open reports; each read is audited for the member who sent it. */
async function read(tx: Tx, { brands }: Scope, principal: Principal, context: CallContext): Promise<Work> {
  const { now } = context
  const today = easternDay(now)
  const rows = await listOpenReports(tx, brands, maxShown)
  const action = 'directory.reports'
  const seen = rows.map(({ report_id: recordId, member_id: memberId }) => {
    return { action, recordType: 'directory-report', recordId, memberId }
  })
  const empty = { action, recordType: 'queue', recordId: 'directory', memberId: null }
  await audit(tx, principal, seen.length > 0 ? seen : empty, context)
  const yearAgo = new Date(now.getTime() - 365 * 24 * 60 * 60 * 1000)
  const counts = await countReports(tx, brands, { today, yearAgo })
  const known = await countVerified(tx, isoDayAfter(today, -VERIFIED_DAYS))
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
    ...counts,
    ...known,
  }
}
