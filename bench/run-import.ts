import { type ImportJob, runJob } from '../server/src/imports/imports/job.ts'
import { createDatabase } from '../server/src/platform/db/database.ts'
import { openPostgres } from '../server/src/platform/db/engine.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import type { ImportCountsData } from '../server/src/platform/db/tables.ts'

/** Imports a file without errors as the command does; returns its counts, and its time in ms. */
export async function runImport(
  url: string,
  asked: Pick<ImportJob, 'kind' | 'assignNumbers'> & { readonly file: string },
): Promise<{ readonly counts: ImportCountsData; readonly ms: number }> {
  const { kind, assignNumbers, file } = asked
  const database = createDatabase(openPostgres({ url, poolSize: 2 }))
  try {
    await migrate(database)
    const began = performance.now()
    const job = { kind, assignNumbers, files: [file], brand: 'neb', dryRun: false }
    const counts = await runJob(database, new Set(['neb']), job, {
      bytes: () => undefined,
      progress: () => undefined,
      reject: ({ line, reason }) => {
        throw new Error(`line or segment ${line}: ${reason}`)
      },
    })
    return { counts, ms: performance.now() - began }
  } finally {
    await database.close()
  }
}
