import type { PayloadOf } from '@portico/contract/call'
import type { whatRuns } from '@portico/contract/calls/oversight'
import type { BrandService } from '../../brands/brand/service.ts'
import { readOutboxDepth } from '../../mailing/email/service.ts'
import { countUnsealed } from '../../platform/audit/seal-store.ts'
import type { DataKey } from '../../platform/data-key.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import { migrationNames } from '../../platform/db/migrate.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { readLedgerState } from '../../sales/premium/check.ts'
import { requireEntitledScope } from '../staff/administering.ts'
import { readFeeds } from './feeds.ts'
import { listInstances } from './instance-store.ts'
import { type Instance, staleMs } from './instances.ts'
import { showOriginals } from './originals.ts'
import { showPriceFiles } from './price-files.ts'
import { countScans, listRuns, readSize, type Waiting } from './running-store.ts'

type Running = PayloadOf<typeof whatRuns>

/** How long overdue work may be before it counts as late. */
const late = {
  outboxMs: 10 * 60_000,
  scanMs: 10 * 60_000,
  sealMs: 60_000,
  importMs: 12 * 3_600_000,
  paymentMs: 24 * 3_600_000,
}
const maxImports = 20

export interface RunningParts {
  readonly database: Database
  readonly dataKey: DataKey
  readonly brands: BrandService
  readonly instance: Instance | null
  readonly version: string
}

/** The running system (AD-5); throws WRONG-ROLE for staff who are not administrators. */
export const readRunning =
  ({ database, brands, instance, version }: RunningParts): AuditedHandler<typeof whatRuns> =>
  async (_input, context, tx) => {
    const { now, language } = context
    const findBrandName = (code: string) =>
      brands.all.find(({ brand }) => brand.code === code)?.texts[language].name ?? code
    const scope = await requireEntitledScope(tx, context, 'administer')
    const outbox = await readOutboxDepth(tx)
    const instances = await listInstances(tx)
    const unsealed = await countUnsealed(tx)
    const shown: Running = {
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
      database: {
        engine: database.kind,
        connections: database.pool(),
        ...(await readSize(tx)),
        migration: migrationNames.at(-1) ?? '',
      },
      outbox: { waiting: outbox.waiting, dead: outbox.dead, ...since(outbox.oldest, now, late.outboxMs) },
      scans: describeWaiting(await countScans(tx), now, late.scanMs),
      sealing: describeWaiting({ waiting: unsealed.count, oldest: unsealed.oldest }, now, late.sealMs),
      payments: await readPayments(tx, now),
      feeds: await readFeeds(tx, { brands: scope.brands, now }, findBrandName),
      originals: await showOriginals(tx, scope.brands, findBrandName),
      prices: await showPriceFiles(tx, scope.brands, findBrandName),
      imports: await readImports(tx, { brands: scope.brands, now }, findBrandName),
    }
    return about(null, shown, { memberId: null })
  }

function since(oldest: Date | null, now: Date, lateMs: number) {
  return { oldest: oldest?.toISOString() ?? null, stale: oldest !== null && now.getTime() - oldest.getTime() > lateMs }
}

function describeWaiting({ waiting, oldest }: Waiting, now: Date, lateMs: number) {
  return { waiting, ...since(oldest, now, lateMs) }
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
  { brands, now }: { readonly brands: readonly string[] | null; readonly now: Date },
  findBrandName: (brand: string) => string,
): Promise<Running['imports']> {
  const runs = await listRuns(db, { brands, max: maxImports })
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
