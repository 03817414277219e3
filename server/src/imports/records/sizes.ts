import type { Reader } from '../../platform/db/database.ts'
import { listSizes } from './size-store.ts'

/** How long data that grows by itself is kept, in words (docs/operations.md, "What is deleted"). */
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

/** Describes every table with all its parts, largest first; row counts are the database's last own estimate (OP-7). */
export async function describeSizes(db: Reader): Promise<string> {
  const sizes = await listSizes(db)
  const lines = sizes.map(({ name, rows, bytes, indexes }) =>
    [
      name.padEnd(28),
      `${rows.toLocaleString('en')} rows`.padStart(20),
      `${toMegabytes(bytes)} MB`.padStart(14),
      `${toMegabytes(indexes)} MB of indexes`.padStart(26),
      kept[name] ? `  kept: ${kept[name]}` : '',
    ].join(''),
  )
  const all = sizes.reduce((sum, { bytes, indexes }) => sum + bytes + indexes, 0)
  return [...lines, `In all ${toMegabytes(all)} MB.`].join('\n')
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
