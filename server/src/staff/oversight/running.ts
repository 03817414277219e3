import type { PayloadOf } from '@portico/contract/call'
import type { whatRuns } from '@portico/contract/calls/oversight'
import { sql } from 'kysely'
import type { BrandService } from '../../brands/brand/service.ts'
import { readOutboxDepth } from '../../mailing/email/service.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import { migrationNames } from '../../platform/db/migrate.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { isReporting } from '../../platform/versions/run-store.ts'
import { readLedgerState } from '../../sales/premium/check.ts'
import { requireEntitledScope } from '../staff/administering.ts'
import { readFeeds } from './feeds.ts'
import { type Instance, listInstances, staleMs } from './instances.ts'
import { mayTakeBack } from './take-back.ts'

type Running = PayloadOf<typeof whatRuns>

/** How long work may be overdue. */
const late = {
  outboxMs: 10 * 60_000,
  scanMs: 10 * 60_000,
  sealMs: 60_000,
  importMs: 12 * 3_600_000,
  paymentMs: 24 * 3_600_000,
}
const maxImports = 20

/** The running system (AD-5); throws WRONG-ROLE for staff who are not administrators. */
export function readRunning(
  parts: {
    readonly database: Database
    readonly brands: BrandService
    readonly instance: Instance | null
    readonly version: string
  },
  context: CallContext<Principal>,
): Promise<Running> {
  const { database, brands, instance, version } = parts
  const { now, language } = context
  const findBrandName = (code: string) =>
    brands.all.find(({ brand }) => brand.code === code)?.texts[language].name ?? code
  const connections = database.pool()
  return readAudited(database, async (tx) => {
    await requireEntitledScope(tx, context, 'administer')
    const event = { action: 'running.read', recordType: 'portal', recordId: null, memberId: null }
    await audit(tx, context.principal, event, context)
    const outbox = await readOutboxDepth(tx)
    const instances = await listInstances(tx)
    return {
      now: now.toISOString(),
      version,
      instances: instances.map((row) => ({
        instanceId: row.instance_id,
        host: row.host,
        pid: row.pid,
        version: row.version,
        startedAt: row.started_at.toISOString(),
        seenAt: row.seen_at.toISOString(),
        streams: row.streams,
        stale: now.getTime() - row.seen_at.getTime() > staleMs,
        own: row.instance_id === instance?.instanceId,
      })),
      database: { engine: database.kind, connections, ...(await readDatabase(tx)) },
      outbox: { waiting: outbox.waiting, dead: outbox.dead, ...since(outbox.oldest, now, late.outboxMs) },
      scans: await readWaiting(tx, 'attachment', sql`state = 'scanning'`, {
        column: 'created_at',
        now,
        lateMs: late.scanMs,
      }),
      sealing: await readWaiting(tx, 'audit_event', sql`seq is null`, { column: 'at', now, lateMs: late.sealMs }),
      payments: await readPayments(tx, now),
      feeds: await readFeeds(tx, now, findBrandName),
      imports: await readImports(tx, now, findBrandName),
    }
  })
}

function since(oldest: Date | null, now: Date, lateMs: number) {
  return { oldest: oldest?.toISOString() ?? null, stale: oldest !== null && now.getTime() - oldest.getTime() > lateMs }
}

async function readWaiting(
  db: Reader,
  table: 'attachment' | 'audit_event',
  condition: ReturnType<typeof sql>,
  { column, now, lateMs }: { readonly column: string; readonly now: Date; readonly lateMs: number },
) {
  const { rows } = await sql<{ waiting: number; oldest: Date | null }>`
    select count(*)::int as waiting, min(${sql.ref(column)}) as oldest from ${sql.table(table)} where ${condition}`.execute(
    db,
  )
  const { waiting = 0, oldest = null } = rows[0] ?? {}
  return { waiting, ...since(oldest, now, lateMs) }
}

async function readDatabase(db: Reader): Promise<Pick<Running['database'], 'version' | 'bytes' | 'migration'>> {
  const { rows } = await sql<{ version: string; bytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(db)
  return { version: rows[0]?.version ?? '', bytes: rows[0]?.bytes ?? 0, migration: migrationNames.at(-1) ?? '' }
}

async function readPayments(db: Reader, now: Date): Promise<Running['payments']> {
  const { waiting, oldest, last } = await readLedgerState(db)
  return {
    waiting,
    ...since(oldest, now, late.paymentMs),
    checked: last && {
      at: (last.ended_at ?? last.started_at).toISOString(),
      gateway: last.gateway,
      payments: last.payments,
      ledgerCents: last.ledger_cents,
      gatewayCents: last.gateway_cents,
      bankCents: last.bank_cents,
      bankThrough: last.bank_through,
      differences: [...last.differences],
    },
  }
}

async function readImports(
  db: Reader,
  now: Date,
  findBrandName: (brand: string) => string,
): Promise<Running['imports']> {
  const runs = await db
    .selectFrom('import_run')
    .select(['run_id', 'kind', 'brand', 'state', 'started_at', 'ended_at', 'counts', isReporting.as('reporting')])
    .select(mayTakeBack.as('mayTakeBack'))
    // Runs that are still under way come first, however many came after them; one that was killed is none.
    .orderBy(isReporting, 'desc')
    .orderBy('started_at', 'desc')
    .limit(maxImports)
    .execute()
  return runs.map((run) => ({
    runId: run.run_id,
    kind: run.kind,
    brand: run.brand && findBrandName(run.brand),
    state: run.state,
    startedAt: run.started_at.toISOString(),
    endedAt: run.ended_at?.toISOString() ?? null,
    read: run.counts.read,
    rejected: run.counts.rejected,
    removed: run.counts.removed ?? 0,
    mayTakeBack: run.mayTakeBack,
    stale: run.state === 'running' && (!run.reporting || now.getTime() - run.started_at.getTime() > late.importMs),
  }))
}
