import { type SqlBool, sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import type { ImportCountsData } from '../db/tables.ts'

const none: ImportCountsData = { read: 0, created: 0, updated: 0, unchanged: 0, rejected: 0, skipped: 0 }

/** A run that has not reported for this long was killed. By the database's clock, because instances' clocks differ. */
const silentMs = 120_000
export const everyMs = 20_000

/** Whether a run marked as running still reports. */
export const isReporting = sql<SqlBool>`state = 'running' and seen_at > now() - ${silentMs} * interval '1 millisecond'`

/** Reports that a run is running. */
export async function reportRun({ read }: Database, runId: string): Promise<void> {
  await sql`update import_run set seen_at = now() where run_id = ${runId}`.execute(read)
}

/** Records the start of a run, with its files' names but none of their content; killed runs are marked as ended. */
export async function startRun(
  tx: Tx,
  run: {
    readonly runId: string
    readonly kind: string
    readonly brand: string | null
    readonly files: readonly string[]
    readonly now: Date
  },
): Promise<void> {
  await tx
    .updateTable('import_run')
    .set({ state: 'failed', problem: 'Killed', ended_at: sql<Date>`seen_at` })
    .where('state', '=', 'running')
    .where(sql<SqlBool>`not (${isReporting})`)
    .execute()
  const files = JSON.stringify(run.files.map((file) => file.split(/[\\/]/).at(-1) ?? file))
  const row = { run_id: run.runId, kind: run.kind, brand: run.brand, files, started_at: run.now }
  await tx
    .insertInto('import_run')
    .values({ ...row, state: 'running', counts: JSON.stringify(none) })
    .execute()
}

export async function finishRun(
  tx: Tx,
  runId: string,
  end: { readonly state: 'done' | 'failed'; readonly counts: ImportCountsData; readonly problem?: string },
): Promise<void> {
  const { state, counts, problem = null } = end
  await tx
    .updateTable('import_run')
    .set({ state, counts: JSON.stringify(counts), problem, ended_at: new Date() })
    .where('run_id', '=', runId)
    .execute()
}

/** Deletes a run that has imported nothing. */
export async function dropRun(tx: Tx, runId: string): Promise<void> {
  await tx.deleteFrom('import_run').where('run_id', '=', runId).execute()
}
