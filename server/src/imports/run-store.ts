import type { Tx } from '../db/database.ts'
import type { ImportCountsData } from '../db/tables.ts'

const none: ImportCountsData = { read: 0, created: 0, updated: 0, unchanged: 0, rejected: 0 }

/** Records that a run begins, with the names of its files but none of their content. */
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
