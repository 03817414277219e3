import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { CheckedHosts, Tables } from '../../platform/db/tables.ts'

export type App = Selectable<Tables['app']>

export function findApp(db: Reader, clientId: string): Promise<App | undefined> {
  return db.selectFrom('app').selectAll().where('client_id', '=', clientId).executeTakeFirst()
}

/** The same, locked until the transaction ends: of two people who decide at once, the second sees what the first decided. */
export function lockApp(tx: Tx, clientId: string): Promise<App | undefined> {
  return tx.selectFrom('app').selectAll().where('client_id', '=', clientId).forNoKeyUpdate().executeTakeFirst()
}

export async function findApps(db: Reader, clientIds: readonly string[]): Promise<ReadonlyMap<string, App>> {
  if (clientIds.length === 0) return new Map()
  const apps = await db.selectFrom('app').selectAll().where('client_id', 'in', clientIds).execute()
  return new Map(apps.map((app) => [app.client_id, app]))
}

export async function insertApp(tx: Tx, app: Insertable<Tables['app']>): Promise<void> {
  await tx.insertInto('app').values(app).execute()
}

/** All apps: those that wait for a decision first, then the newest. */
export function listApps(db: Reader): Promise<App[]> {
  return db
    .selectFrom('app')
    .selectAll()
    .orderBy((is) => is('state', '=', 'waiting'), 'desc')
    .orderBy('registered_at', 'desc')
    .limit(500)
    .execute()
}

/** Apps that can be opened from the portal (OS-34), by name. */
export function listLaunched(db: Reader): Promise<App[]> {
  return db
    .selectFrom('app')
    .selectAll()
    .where('launch_url', 'is not', null)
    .where('state', '!=', 'ended')
    .orderBy('name')
    .limit(100)
    .execute()
}

/** Number of people whose data each app may read now. */
export async function countPeople(db: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('app_grant')
    .select((of) => ['client_id', of.fn.count<string>('account_id').distinct().as('people')])
    .where('ended_at', 'is', null)
    .groupBy('client_id')
    .execute()
  return new Map(rows.map(({ client_id, people }) => [client_id, Number(people)]))
}

/** Stores which of an app's hosts were shown to be its maker's. */
export async function keepHosts(tx: Tx, clientId: string, hosts: CheckedHosts): Promise<void> {
  await tx
    .updateTable('app')
    .set({ hosts: JSON.stringify(hosts) })
    .where('client_id', '=', clientId)
    .execute()
}

/** False if there is no such app, or if it has ended, which is final. */
export async function decideApp(
  tx: Tx,
  clientId: string,
  decided: Pick<App, 'state' | 'reason' | 'changed_at' | 'decided_by'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app')
    .set(decided)
    .where('client_id', '=', clientId)
    .where('state', '!=', 'ended')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
