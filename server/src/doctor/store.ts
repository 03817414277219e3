import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'

/** What the database server is, and what the portal's user may do there. */
interface ServerState {
  readonly number: number
  readonly version: string
  readonly encoding: string
  /** Whether tables can be made. */
  readonly create: boolean
  /** Whether what people write can be kept out of its log. */
  readonly quiet: boolean
  readonly open: number
  readonly max: number
}

export async function readServer(db: Reader): Promise<ServerState | undefined> {
  const { rows } = await sql<ServerState>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding, has_schema_privilege(current_schema(), 'create') as create,
      has_parameter_privilege('log_min_messages', 'set') and has_parameter_privilege('log_parameter_max_length', 'set') as quiet,
      (select count(*)::int from pg_stat_activity) as open, current_setting('max_connections')::int as max`.execute(db)
  return rows[0]
}

/** The standbys that a commit waits for, and how far it waits. */
export async function readStandbys(
  db: Reader,
): Promise<{ readonly names: string; readonly commit: string } | undefined> {
  const { rows } = await sql<{ names: string; commit: string }>`
    select current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as commit`.execute(
    db,
  )
  return rows[0]
}

export async function readClock(db: Reader): Promise<Date | undefined> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now
}

/** How many administrators of every brand can sign in. */
export async function countAdministrators(db: Reader): Promise<number> {
  const { rows } = await sql<{ administrators: number }>`
    select (select count(*)::int from account where role = 'INTERNAL' and entitlements @> '["administer"]'
        and not temporary_password and ended_at is null and locked_at is null
        and exists (select from staff_brand where staff_brand.account_id = account.account_id and staff_brand.brand = 'ALL')
      ) as administrators`.execute(db)
  return rows[0]?.administrators ?? 0
}

/** The servers that have reported to this database lately. */
export async function listInstances(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select instance_id::text as id from instance where seen_at > now() - interval '5 minutes'`.execute(db)
  return rows.map(({ id }) => id)
}

/** The newest attachments that are kept as objects. */
export function listStoredAttachments(db: Reader, max: number) {
  return db
    .selectFrom('attachment')
    .select(['member_id as memberId', 'attachment_id as attachmentId'])
    .where('stored', '=', true)
    .where('state', 'not in', ['gone', 'refused'])
    .orderBy('created_at', 'desc')
    .limit(max)
    .execute()
}
