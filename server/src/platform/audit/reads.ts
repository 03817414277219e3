import type { Database, Tx } from '../db/database.ts'
import { share } from '../db/shared.ts'
import { insertion } from './reads-statement.ts'
import type { AuditRow } from './store.ts'

/** Audit rows of a read, to be written once it is done. */
const leftOver = new WeakMap<Tx, AuditRow[]>()

/**
 * Reads in one read-only transaction, all as of one moment. The rows that `audit` records in it are written afterward, batched with those
 * of concurrent reads, and before anyone gets the answer: nothing is shown that is not in the log. What `complete` makes of the read comes
 * before that: if it throws, no one gets anything, and the log does not say that something was read.
 */
export async function readAudited<T>(
  database: Database,
  work: (tx: Tx) => Promise<T>,
  complete: (read: T) => Promise<T> = async (read) => read,
): Promise<T> {
  const rows: AuditRow[] = []
  const read = await database.readOnly((tx) => {
    leftOver.set(tx, rows)
    return work(tx)
  })
  const completed = await complete(read)
  await recordReads(database, rows)
  return completed
}

/** Defers rows to the end of a read; false if the transaction is not from `readAudited`. */
export function leaveToEnd(tx: Tx, rows: readonly AuditRow[]): boolean {
  const left = leftOver.get(tx)
  left?.push(...rows)
  return left !== undefined
}

/** Writes the audit rows of a read whose answer waits for them. */
export async function recordReads(database: Pick<Database, 'run'>, rows: readonly AuditRow[]): Promise<void> {
  if (rows.length === 0) return
  const batches = known.get(database) ?? createBatches(database)
  known.set(database, batches)
  await batches(rows)
}

const known = new WeakMap<Pick<Database, 'run'>, ReturnType<typeof createBatches>>()

interface Waiting {
  readonly rows: readonly AuditRow[]
  finish(): void
  fail(error: unknown): void
}

/** While one batch is being written, the next one gathers: the higher the load, the larger the batches. */
function createBatches({ run }: Pick<Database, 'run'>): (rows: readonly AuditRow[]) => Promise<void> {
  let gathered: Waiting[] = []
  const write = (rows: readonly AuditRow[]) => run(insertion, insertion.bindValues({ rows: JSON.stringify(rows) }))
  const writeGathered = share(async () => {
    const batch = gathered
    gathered = []
    try {
      await write(batch.flatMap(({ rows }) => rows))
      for (const { finish } of batch) finish()
    } catch (error) {
      // No one's answer fails because of another's row.
      if (batch.length === 1) return batch[0]?.fail(error)
      await Promise.all(batch.map((one) => write(one.rows).then(one.finish, one.fail)))
    }
  })
  return (rows) =>
    new Promise((finish, fail) => {
      gathered.push({ rows, finish, fail })
      void writeGathered()
    })
}
