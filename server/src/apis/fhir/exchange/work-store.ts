import { type Insertable, type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../../platform/db/database.ts'
import type { ExchangeProgress, Tables } from '../../../platform/db/tables.ts'
import type { SystemAccess } from '../access.ts'

export type Work = Selectable<Tables['exchange_work']>

/** How long a work's files are kept (OS-26). */
export const keptMs = 7 * 24 * 60 * 60_000

/** False if the system already has one of that kind in progress: one at a time. */
export async function insertWork(tx: Tx, work: Insertable<Tables['exchange_work']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('exchange_work')
    .values(work)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Number of works kept for a system. */
export async function countWorks(db: Reader, { clientId, brand }: Pick<SystemAccess, 'clientId' | 'brand'>) {
  const { count } = await db
    .selectFrom('exchange_work')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where((is) => is.and({ client_id: clientId, brand }))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A work that belongs to the system; undefined: there is none, it is another's, or it has expired. */
export function findWork(
  db: Reader,
  { clientId, brand }: Pick<SystemAccess, 'clientId' | 'brand'>,
  workId: string,
  now: Date,
): Promise<Work | undefined> {
  return db
    .selectFrom('exchange_work')
    .selectAll()
    .where((is) => is.and({ work_id: workId, client_id: clientId, brand }))
    .where('kind', '!=', 'attribute')
    .where('ends_at', '>', now)
    .executeTakeFirst()
}

/** Cancels or deletes a work, with everything produced. */
export async function dropWork(tx: Tx, workId: string): Promise<void> {
  await tx.deleteFrom('exchange_work').where('work_id', '=', workId).execute()
}

/** Deletes expired works and groups. */
export async function dropOver(db: Reader, now: Date): Promise<void> {
  await db.deleteFrom('exchange_work').where('ends_at', '<=', now).execute()
  await db.deleteFrom('exchange_group').where('ends_at', '<=', now).execute()
}

/** Ids of pending works, those that have waited longest first. */
export async function listWaiting(db: Reader): Promise<readonly string[]> {
  const waiting = db.selectFrom('exchange_work').select('work_id').where('state', '=', 'waiting')
  return (await waiting.orderBy('changed_at').limit(20).execute()).map(({ work_id }) => work_id)
}

/** Takes a work for one step; undefined: another server has it, or it was canceled. A killed process leaves it unchanged. */
export function takeWork(tx: Tx, workId: string): Promise<Work | undefined> {
  return tx
    .selectFrom('exchange_work')
    .selectAll()
    .where('work_id', '=', workId)
    .where('state', '=', 'waiting')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Records a work's progress, in the transaction that stores its output. */
export async function moveWork(
  tx: Tx,
  workId: string,
  progress: ExchangeProgress,
  more: Partial<Pick<Work, 'state' | 'sealed' | 'group_id'>> & { readonly changed_at: Date; readonly ends_at?: Date },
): Promise<void> {
  await tx
    .updateTable('exchange_work')
    .set({ progress: JSON.stringify(progress), ...more })
    .where('work_id', '=', workId)
    .execute()
}

export type NewChunk = Insertable<Tables['exchange_chunk']>

/** No file, but the search data of a match. */
export const askedFile = -1

/** Deletes the search data of a match. */
export async function dropAsked(tx: Tx, workId: string): Promise<void> {
  await tx
    .deleteFrom('exchange_chunk')
    .where((is) => is.and({ work_id: workId, file: askedFile }))
    .execute()
}

export async function insertChunks(tx: Tx, chunks: readonly NewChunk[]): Promise<void> {
  // Together they would be one huge message.
  for (const chunk of chunks) await tx.insertInto('exchange_chunk').values(chunk).execute()
}

/** A work's files. */
export async function listFiles(db: Reader, workId: string) {
  const { rows } = await sql<{ file: number; type: string; count: number }>`
    select file, min(type) as type, sum(lines)::int as count from exchange_chunk where work_id = ${workId} and file <> ${askedFile}
    group by file order by file`.execute(db)
  return rows
}

export function findChunk(db: Reader, workId: string, file: number, chunk: number) {
  return db
    .selectFrom('exchange_chunk')
    .select('content')
    .where((is) => is.and({ work_id: workId, file, chunk }))
    .executeTakeFirst()
}

/** Records what went wrong; the work no longer waits. */
export async function failWork(db: Reader, workId: string): Promise<void> {
  await sql`update exchange_work set state = 'failed', changed_at = now() where work_id = ${workId}`.execute(db)
}

/** The system whose work it is; null: it was ended. */
export async function findAccess(db: Reader, { client_id: clientId, brand }: Work): Promise<SystemAccess | null> {
  const own = db.selectFrom('app').select(['organization', 'state']).where('client_id', '=', clientId)
  const app = await own.executeTakeFirst()
  if (!app?.organization || app.state === 'ended') return null
  return { clientId, brand, scopes: [], organization: app.organization }
}
