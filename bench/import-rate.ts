import { runJob } from '../server/src/imports/imports/job.ts'
import { createDatabase } from '../server/src/platform/db/database.ts'
import { openPostgres } from '../server/src/platform/db/engine.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'

interface Loaded {
  readonly file: string
  readonly resources: number
  /** Whether they are new to the database. */
  readonly isNew: boolean
}

/** Imports a file of claims as the command does; returns resources per second. */
export async function importRate(url: string, { file, resources, isNew }: Loaded): Promise<number> {
  const database = createDatabase(openPostgres({ url, poolSize: 2 }))
  try {
    await migrate(database)
    const began = performance.now()
    const job = { kind: 'fhir' as const, files: [file], brand: 'neb', dryRun: false, assignNumbers: true }
    const counts = await runJob(database, new Set(['neb']), job, {
      bytes: () => undefined,
      progress: () => undefined,
      reject: ({ line: at, reason }) => {
        throw new Error(`line ${at}: ${reason}`)
      },
    })
    if (counts[isNew ? 'created' : 'unchanged'] < resources * 0.9) throw new Error(JSON.stringify(counts))
    return (resources / (performance.now() - began)) * 1000
  } finally {
    await database.close()
  }
}
