import type { Reader } from '../../platform/db/database.ts'
import { type AuditDetail, readActingDetails, readSettingDetails, readTextDetails } from './audit-detail-store.ts'
import type { FoundEvent } from './audit-search-store.ts'

export type DetailedEvent = FoundEvent & { readonly detail: AuditDetail | null }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Adds to events what they changed, from the tables that record it: the log itself holds no values. */
export async function addDetails(db: Reader, events: readonly FoundEvent[]): Promise<DetailedEvent[]> {
  const listIds = (type: string) =>
    events.flatMap(({ recordType, recordId }) =>
      recordType === type && recordId !== null && uuid.test(recordId) ? [recordId] : [],
    )
  const settings = await readSettingDetails(db, listIds('setting'))
  const texts = await readTextDetails(db, listIds('content'))
  const acting = await readActingDetails(
    db,
    events.flatMap(({ as, sessionId }) => (as !== null && sessionId !== null ? [sessionId] : [])),
  )
  return events.map((event) => {
    const { recordType, recordId, sessionId, as } = event
    const kept = recordType === 'setting' ? settings : recordType === 'content' ? texts : null
    const detail = kept?.get(recordId ?? '') ?? (as === null ? null : (acting.get(sessionId ?? '') ?? null))
    return { ...event, detail }
  })
}
