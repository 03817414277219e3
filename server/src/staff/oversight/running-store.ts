import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { isReporting } from '../../platform/versions/run-store.ts'
import { mayTakeBack } from './take-back-store.ts'

/** How much waits for a worker, and since when. */
export interface Waiting {
  readonly waiting: number
  readonly oldest: Date | null
}

/** Files that wait to be scanned. */
export function countScans(db: Reader): Promise<Waiting> {
  return db
    .selectFrom('attachment')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('created_at').as('oldest')])
    .where('state', '=', 'scanning')
    .executeTakeFirstOrThrow()
}

export async function readSize(db: Reader): Promise<{ readonly version: string; readonly bytes: number }> {
  const { rows } = await sql<{ version: string; bytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(db)
  return { version: rows[0]?.version ?? '', bytes: rows[0]?.bytes ?? 0 }
}

/** The last imports for these brands, and those that are not for one brand, those still under way first. `brands` null: all. */
export function listRuns(
  db: Reader,
  { brands, max }: { readonly brands: readonly string[] | null; readonly max: number },
) {
  return (
    db
      .selectFrom('import_run')
      .select(['run_id', 'kind', 'brand', 'state', 'started_at', 'ended_at', 'counts', isReporting.as('reporting')])
      .select(mayTakeBack.as('mayTakeBack'))
      .$if(brands !== null, (query) =>
        query.where((eb) => eb.or([eb('brand', 'is', null), eb('brand', 'in', [...(brands ?? [])])])),
      )
      // Runs under way come first, however many came after them; a killed run does not count.
      .orderBy(isReporting, 'desc')
      .orderBy('started_at', 'desc')
      .limit(max)
      .execute()
  )
}
