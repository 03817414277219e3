import type { BodyOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/oversight'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { readAudited } from '../../platform/audit/reads.ts'
import { audit } from '../../platform/audit/store.ts'
import { verifyNext } from '../../platform/audit/verify.ts'
import { csvLines, csvMark } from '../../platform/csv.ts'
import { endOfEasternDay, isoDayAfter } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { type Cursor, cursorText, parseCursor } from '../../platform/http/cursor.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { requireEntitledScope } from '../staff/administering.ts'
import { addDetails, type DetailedEvent } from './audit-details.ts'
import { type AuditFilter, type FoundEvent, searchEvents } from './audit-search.ts'

type Filters = BodyOf<typeof calls.exportAudit>

const pageSize = 50
const partSize = 1_000
/** How many events one step of a walk through the chain reads: few enough to hold the event loop for only some milliseconds. */
const verifyAtOnce = 2_000

/** Searches and checks the audit log (AD-4). All throw WRONG-ROLE for staff without `audit`, and are audited themselves. */
export function bindAuditLog(binder: Binder, database: Database): void {
  binder.bind(calls.searchAudit, async ({ body: { before, ...filters } }, context) => {
    const place = parseCursor('before', before)
    return runRead(context, 'audit.search', async (tx, brands) => {
      requireOrder(filters)
      const found = await searchEvents(tx, { filter: toFilter(filters, brands), before: place, max: pageSize + 1 })
      const events = found.slice(0, pageSize)
      const last = events.at(-1)
      const next = last && found.length > pageSize ? cursorText({ at: last.at, id: last.eventId }) : null
      const detailed = await addDetails(tx, events)
      return { events: detailed.map(({ sessionId: _, ...event }) => ({ ...event, at: event.at.toISOString() })), next }
    })
  })

  binder.bind(calls.exportAudit, async ({ body: filters }, context) => {
    const filter = await runRead(context, 'audit.export', async (_tx, brands) => {
      requireOrder(filters)
      return toFilter(filters, brands)
    })
    return {
      name: `audit-log-${context.now.toISOString().slice(0, 10)}.csv`,
      type: 'text/csv; charset=utf-8',
      size: null,
      inline: false,
      // Events from now on, such as this export itself, are left out.
      content: toCsv(database, { ...filter, until: filter.until ?? context.now }),
    }
  })

  binder.bind(calls.verifyAudit, ({ body: { after } }, context) =>
    runRead(context, after === 0 ? 'audit.verify' : null, async (tx) => {
      const { head, at, broken, ended, unsealed } = await verifyNext(tx, { after, max: verifyAtOnce })
      return {
        verifiedTo: head,
        verifiedAt: at?.toISOString() ?? null,
        ended: ended || broken !== null,
        brokenAt: broken,
        waiting: unsealed.count,
        waitingSince: unsealed.oldest?.toISOString() ?? null,
      }
    }),
  )

  function runRead<T>(
    context: CallContext<Principal>,
    action: string | null,
    work: (tx: Tx, brands: readonly string[] | null) => Promise<T>,
  ): Promise<T> {
    return readAudited(database, async (tx) => {
      const { brands } = await requireEntitledScope(tx, context, 'audit')
      const event = { recordType: 'audit-log', recordId: null, memberId: null }
      if (action !== null) await audit(tx, context.principal, { action, ...event }, context)
      return work(tx, brands)
    })
  }
}

/** A search from a day to one before it would find nothing and say nothing. */
function requireOrder({ from, to }: Filters): void {
  if (from !== undefined && to !== undefined && from > to)
    refuseFields([{ field: 'to', code: 'administration.log.order' }])
}

/** Days are those of US Eastern time, as everywhere in the portal. */
function toFilter(
  { person, member, record, action, from, to }: Filters,
  brands: readonly string[] | null,
): AuditFilter {
  return {
    person: toText(person) === null ? null : normalizeLoginId(person ?? ''),
    memberNumber: toText(member),
    recordId: toText(record),
    action: toText(action),
    from: from === undefined ? null : endOfEasternDay(isoDayAfter(from, -1)),
    until: to === undefined ? null : endOfEasternDay(to),
    brands,
  }
}

function toText(value: string | undefined): string | null {
  return value === undefined || value.trim() === '' ? null : value.trim()
}

const columns = [
  ...['at', 'by', 'as', 'memberNumber', 'action', 'recordType', 'recordId', 'outcome', 'address', 'requestId', 'times'],
  ...['seq', 'eventId'],
] as const satisfies readonly (keyof FoundEvent)[]
const detailColumns = ['about', 'brand', 'before', 'value', 'reason', 'ticket'] as const

/** Read in parts, newest first: memory use stays the same however many there are. */
async function* toCsv(database: Database, filter: AuditFilter): AsyncGenerator<Uint8Array> {
  yield csvLines([[...columns, ...detailColumns]], csvMark)
  let before: Cursor | null = null
  for (;;) {
    const found: FoundEvent[] = await searchEvents(database.read, { filter, before, max: partSize })
    const events = await addDetails(database.read, found)
    if (events.length > 0) yield csvLines(events.map(listCells))
    const last = events.at(-1)
    if (last === undefined || events.length < partSize) return
    before = { at: last.at, id: last.eventId }
  }
}

function listCells(event: DetailedEvent): string[] {
  const own = columns.map((name) => formatCell(event[name]))
  return [...own, ...detailColumns.map((name) => event.detail?.[name] ?? '')]
}

function formatCell(value: FoundEvent[keyof FoundEvent]): string {
  return value instanceof Date ? value.toISOString() : String(value ?? '')
}
