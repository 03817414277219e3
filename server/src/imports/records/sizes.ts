import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

/** What a table takes. */
interface Size {
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly indexes: number
}

/** How long what grows by itself is kept, in words (docs/operations.md, "What is deleted"). */
export const kept: Readonly<Record<string, string>> = {
  audit_event: 'AUDIT_ARCHIVE_AFTER_MONTHS, then in the archive for AUDIT_KEPT_YEARS',
  session: 'SESSIONS_KEPT_DAYS after its end; for ever if someone acted for another person',
  refresh_token: 'a day after it has expired',
  kept_card: 'KEPT_CARD_DAYS, or until the phone is signed out',
  desk_event: 'DESK_EVENTS_KEPT_DAYS',
  scim_call: '30 days',
  x12_original_part: 'X12_KEEP_DAYS, and while a legal hold keeps it',
  outbox: '30 days after it was sent or given up',
  provider_shown: 'PROVIDERS_SHOWN_KEPT_YEARS',
  thread: 'MAIL_KEPT_YEARS after the last message',
  message: 'MAIL_KEPT_YEARS after the last of its conversation',
  attachment_part: 'as long as its message',
}

/** Every table, with all its parts, by its size, the largest first, with rows as the database last counted them itself (OP-7). */
export async function describeSizes(db: Reader): Promise<string> {
  const { rows } = await sql<Size>`
    select coalesce(whole.relname, part.relname) as name, sum(greatest(part.reltuples, 0))::bigint as rows,
      sum(pg_table_size(part.oid))::bigint as bytes, sum(pg_indexes_size(part.oid))::bigint as indexes
    from pg_class part left join pg_inherits on inhrelid = part.oid left join pg_class whole on whole.oid = inhparent
    where part.relnamespace = current_schema()::regnamespace and part.relkind = 'r' and part.relname not like 'kysely%'
    group by 1 order by sum(pg_total_relation_size(part.oid)) desc`.execute(db)
  const lines = rows.map(({ name, rows: count, bytes, indexes }) =>
    [
      name.padEnd(28),
      `${count.toLocaleString('en')} rows`.padStart(20),
      `${toMegabytes(bytes)} MB`.padStart(14),
      `${toMegabytes(indexes)} MB of indexes`.padStart(26),
      kept[name] ? `  kept: ${kept[name]}` : '',
    ].join(''),
  )
  const all = rows.reduce((sum, { bytes, indexes }) => sum + bytes + indexes, 0)
  return [...lines, `In all ${toMegabytes(all)} MB.`].join('\n')
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
