import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

/** What an event changed, and why (AD-4). */
export interface AuditDetail {
  readonly about: string | null
  readonly brand: string | null
  readonly before: string | null
  readonly value: string | null
  readonly reason: string | null
  readonly ticket: string | null
}

type Row = AuditDetail & { readonly id: string }

const byId = (rows: readonly Row[]) => new Map(rows.map(({ id, ...detail }) => [id, detail]))

export async function readSettingDetails(db: Reader, ids: readonly string[]): Promise<Map<string, AuditDetail>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select change_id as id, key as about, brand, coalesce(before_string, before_boolean::text) as before,
      coalesce(string_value, boolean_value::text) as value, reason, null as ticket
      from setting_change where change_id = any(${ids}::uuid[])
    union all
    select asked.change_id, asked.key, asked.brand, coalesce(known.string_value, known.boolean_value::text),
      coalesce(asked.string_value, asked.boolean_value::text), asked.reason, null
      from setting_request asked left join setting_change known on known.change_id = asked.based_on
      where asked.change_id = any(${ids}::uuid[]) and asked.state <> 'confirmed'`.execute(db)
  return byId(rows)
}

export async function readTextDetails(db: Reader, ids: readonly string[]): Promise<Map<string, AuditDetail>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select version_id as id, name as about, brand, null as before, null as value, note as reason, null as ticket
      from content_version where version_id = any(${ids}::uuid[])
    union all
    select step.step_id, version.name, version.brand, null, null, step.note, null
      from content_step step join content_version version on version.version_id = step.version_id
      where step.step_id = any(${ids}::uuid[])`.execute(db)
  return byId(rows)
}

/** The reason and the ticket with which a rep began to act for someone (CS-1). */
export async function readActingDetails(db: Reader, sessionIds: readonly string[]): Promise<Map<string, AuditDetail>> {
  if (sessionIds.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select session_id as id, null as about, null as brand, null as before, null as value, reason, ticket
      from session where session_id = any(${sessionIds}::uuid[]) and (reason is not null or ticket is not null)`.execute(
    db,
  )
  return byId(rows)
}
