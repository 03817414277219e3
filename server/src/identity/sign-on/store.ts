import { everyBrand } from '@portico/rules/brand/every'
import type { ConnectionSettings } from '@portico/rules/identity/connection'
import { type Selectable, sql } from 'kysely'
import { createStatement, type Database, executeKept, type Reader, type Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { createLruCache } from '../../platform/lru-cache.ts'

export type Connection = Selectable<Tables['identity_connection']>
export type Version = Selectable<Tables['identity_version']>

/** A version of a connection's settings, with what all its versions share. */
export type ConnectionVersion = Connection & Version

const whole = (db: Reader) =>
  db
    .selectFrom('identity_connection as c')
    .innerJoin('identity_version as v', 'v.connection_id', 'c.connection_id')
    .selectAll('c')
    .selectAll('v')

/** One version. Its columns are named, so that its plan is kept: every step of a sign-in reads it. */
const one = (db: Reader, connectionId: string) =>
  db
    .selectFrom('identity_connection as c')
    .innerJoin('identity_version as v', 'v.connection_id', 'c.connection_id')
    .select(connectionColumns)
    .select(versionColumns)
    .where('c.connection_id', '=', connectionId)

const connectionColumns = [
  'c.connection_id',
  'c.name',
  'c.brand',
  'c.audience',
  'c.kind',
  'c.created_at',
  'c.live_version',
  'c.signing_key',
  'c.signing_certificate',
] as const satisfies `c.${keyof Connection}`[]
const versionColumns = [
  'v.version',
  'v.state',
  'v.domains',
  'v.settings',
  'v.secret',
  'v.made_by',
  'v.made_at',
  'v.tried_at',
  'v.arrived',
  'v.decided_by',
  'v.decided_at',
] as const satisfies `v.${keyof Version}`[]

const columns = [...connectionColumns, ...versionColumns]

/** Columns of a connection `c` and its version `v`, for statements that also read others of the same names. */
export const prefixedColumns = columns.map((column) => `${column} as of_${column.slice(2)}`).join(', ')

/** The version in a row with these columns; undefined if there is none. */
export function toVersion(
  row: {
    readonly [Name in keyof ConnectionVersion as `of_${Name}`]: ConnectionVersion[Name] | null
  },
): ConnectionVersion | undefined {
  if (row.of_connection_id === null) return undefined
  const names = columns.map((column) => column.slice(2) as keyof ConnectionVersion)
  return Object.fromEntries(names.map((name) => [name, row[`of_${name}`]])) as unknown as ConnectionVersion
}

const settingsOf = createLruCache<ConnectionVersion>(200)

/** A version as it was first read: its settings and its secret never change. Throws VersionGone. */
export function recallVersion(db: Reader, connectionId: string, version: number): Promise<ConnectionVersion> {
  return settingsOf(`${connectionId} ${version}`, '', async () => {
    const found = await findVersion(db, connectionId, version)
    if (found === undefined) throw new VersionGone()
    return found
  })
}

export class VersionGone extends Error {}

/** The live version, by which people sign in; undefined for a connection that is off. */
export async function findLive(db: Reader, connectionId: string): Promise<ConnectionVersion | undefined> {
  return (await executeKept(db, one(db, connectionId).whereRef('v.version', '=', 'c.live_version')))[0]
}

const liveStatement = createStatement<ConnectionVersion, { readonly connectionId: string }>(
  'sign-on-live',
  `select ${columns.join(', ')} from identity_connection c join identity_version v on v.connection_id = c.connection_id
  where c.connection_id = :connectionId::uuid and v.version = c.live_version`,
)

/** The same as a statement that is not built anew, because every sign-in begins with it. */
export async function readLive({ run }: Pick<Database, 'run'>, connectionId: string) {
  return (await run(liveStatement, liveStatement.bindValues({ connectionId })))[0]
}

export async function findConnection(db: Reader, connectionId: string): Promise<Connection | undefined> {
  return db.selectFrom('identity_connection').selectAll().where('connection_id', '=', connectionId).executeTakeFirst()
}

export async function findVersion(
  db: Reader,
  connectionId: string,
  version: number,
): Promise<ConnectionVersion | undefined> {
  return (await executeKept(db, one(db, connectionId).where('v.version', '=', version)))[0]
}

/** Live connections by which a brand's people sign in: the brand's own first. */
export function listLive(db: Reader, brand: string): Promise<ConnectionVersion[]> {
  return whole(db)
    .whereRef('v.version', '=', 'c.live_version')
    .where('c.brand', 'in', [brand, 'ALL'])
    .orderBy((is) => is('c.brand', '=', 'ALL'))
    .orderBy('c.name')
    .limit(50)
    .execute()
}

/** All live connections, for the doctor. */
export function listAllLive(db: Reader): Promise<ConnectionVersion[]> {
  return whole(db).whereRef('v.version', '=', 'c.live_version').orderBy('c.name').limit(500).execute()
}

/** The live connection of a brand, or of all, for people whose login IDs end with a domain: the brand's own first. */
export async function findByDomain(db: Reader, domain: string, brand: string): Promise<string | null> {
  const row = await whole(db)
    .whereRef('v.version', '=', 'c.live_version')
    .where('c.brand', 'in', [brand, everyBrand])
    .where(sql<boolean>`v.domains ? ${domain}`)
    .orderBy((is) => is('c.brand', '=', brand), 'desc')
    .orderBy('c.name')
    .executeTakeFirst()
  return row?.connection_id ?? null
}

export async function listConnections(db: Reader): Promise<Connection[]> {
  return db.selectFrom('identity_connection').selectAll().orderBy('name').orderBy('connection_id').limit(500).execute()
}

/** A connection, locked until the transaction ends, so that its changes wait for each other. */
export async function lockConnection(tx: Tx, connectionId: string): Promise<Connection | undefined> {
  return tx
    .selectFrom('identity_connection')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .forUpdate()
    .executeTakeFirst()
}

/** Versions that are live or wait, with the login IDs of those who made them. */
export function listShownVersions(
  db: Reader,
): Promise<(Version & { readonly madeBy: string | null; readonly live: boolean })[]> {
  return db
    .selectFrom('identity_version as v')
    .innerJoin('identity_connection as c', 'c.connection_id', 'v.connection_id')
    .leftJoin('account', 'account.account_id', 'v.made_by')
    .selectAll('v')
    .select('account.login_id as madeBy')
    .select((of) => of.fn.coalesce(of('v.version', '=', of.ref('c.live_version')), sql<boolean>`false`).as('live'))
    .where((is) => is.or([is('v.state', '=', 'waiting'), is('v.version', '=', is.ref('c.live_version'))]))
    .execute() as never
}

/** The meaning of a group that a connection's provider names (OS-67). */
export interface Meaning extends Pick<Selectable<Tables['scim_group']>, 'entitlements' | 'brands'> {
  readonly connection_id: string | null
  readonly name: string
}

/** For connections on which something waits. */
export function listMeanings(db: Reader): Promise<Meaning[]> {
  const waiting = db.selectFrom('identity_version').select('connection_id').where('state', '=', 'waiting')
  return db
    .selectFrom('scim_group')
    .select(['connection_id', 'display_name as name', 'entitlements', 'brands'])
    .where('connection_id', 'in', waiting)
    .execute()
}

/** Stores a connection's key, unless it has one. */
export async function keepSigner(
  db: Reader,
  connectionId: string,
  signer: { readonly sealed: Buffer; readonly certificate: string },
): Promise<void> {
  await db
    .updateTable('identity_connection')
    .set({ signing_key: signer.sealed, signing_certificate: signer.certificate })
    .where('connection_id', '=', connectionId)
    .where('signing_key', 'is', null)
    .execute()
}

export async function insertConnection(
  tx: Tx,
  connection: Omit<Connection, 'live_version' | 'signing_key' | 'signing_certificate'>,
): Promise<void> {
  await tx.insertInto('identity_connection').values(connection).execute()
}

export interface NewVersion {
  readonly connectionId: string
  readonly domains: readonly string[]
  readonly settings: ConnectionSettings
  readonly secret: Buffer | null
  readonly madeBy: string
  readonly now: Date
}

/** Waiting versions of any connection that someone made with the same domains and settings; their secrets may differ. */
export function listWaitingAlike(
  db: Reader,
  { domains, settings, madeBy }: Pick<NewVersion, 'domains' | 'settings' | 'madeBy'>,
): Promise<ConnectionVersion[]> {
  return whole(db)
    .where('v.state', '=', 'waiting')
    .where('v.made_by', '=', madeBy)
    .where(
      sql<boolean>`v.domains = ${JSON.stringify(domains)}::jsonb and v.settings = ${JSON.stringify(settings)}::jsonb`,
    )
    .execute()
}

/** Stores a waiting version, replacing an earlier waiting one. Call it with the connection locked. */
export async function insertVersion(tx: Tx, made: NewVersion): Promise<void> {
  await dropWaiting(tx, made.connectionId, { by: made.madeBy, now: made.now })
  const last = await tx
    .selectFrom('identity_version')
    .select((of) => of.fn.max('version').as('version'))
    .where('connection_id', '=', made.connectionId)
    .executeTakeFirst()
  const version = (last?.version ?? 0) + 1
  await tx
    .insertInto('identity_version')
    .values({
      connection_id: made.connectionId,
      version,
      state: 'waiting',
      domains: JSON.stringify(made.domains),
      settings: JSON.stringify(made.settings),
      secret: made.secret,
      made_by: made.madeBy,
      made_at: made.now,
    })
    .execute()
}

async function dropWaiting(
  tx: Tx,
  connectionId: string,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('identity_version')
    .set({ state: 'dropped', arrived: null, decided_by: by, decided_at: now })
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Confirms or drops a waiting version; what arrived in its test is deleted. */
export async function settleVersion(
  tx: Tx,
  { connection_id: connectionId, version }: Pick<Version, 'connection_id' | 'version'>,
  decided: { readonly state: 'confirmed' | 'dropped'; readonly by: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('identity_version')
    .set({ state: decided.state, arrived: null, decided_by: decided.by, decided_at: decided.now })
    .where('connection_id', '=', connectionId)
    .where('version', '=', version)
    .execute()
  if (decided.state === 'confirmed') await storeLive(tx, connectionId, version)
}

export async function storeLive(tx: Tx, connectionId: string, version: number | null): Promise<void> {
  await tx
    .updateTable('identity_connection')
    .set({ live_version: version })
    .where('connection_id', '=', connectionId)
    .execute()
}

/** Shown among a test's claims if there were too many groups to arrive. */
export const tooManyGroups = '(too many groups)'

/** Stores what arrived in a test, while the version waits. */
export async function storeTrial(
  tx: Tx,
  { connection_id: connectionId, version }: Pick<Version, 'connection_id' | 'version'>,
  { arrived, now }: { readonly arrived: Readonly<Record<string, readonly string[]>>; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('identity_version')
    .set({ tried_at: now, arrived: JSON.stringify(arrived) })
    .where('connection_id', '=', connectionId)
    .where('version', '=', version)
    .where('state', '=', 'waiting')
    .execute()
}
