import type { BodyOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/oversight'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import type { BrandService } from '../../brands/brand/service.ts'
import { verifyNext } from '../../platform/audit/verify.ts'
import { csvLines, csvMark } from '../../platform/csv.ts'
import { endOfEasternDay, isoDayAfter } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { refuseFields } from '../../platform/http/call-error.ts'
import { type Cursor, cursorText, parseCursor } from '../../platform/http/cursor.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { requireEntitledScope } from '../staff/administering.ts'
import { addDetails, type DetailedEvent } from './audit-details.ts'
import { type AuditFilter, type FoundEvent, searchEvents } from './audit-search-store.ts'

type Filters = BodyOf<typeof calls.exportAudit>

const pageSize = 50
const partSize = 1_000
/** How many events each step of a walk through the chain reads: few enough to block the event loop for only some milliseconds. */
const verifyAtOnce = 2_000

/** Searches and checks the audit log (AD-4). All throw WRONG-ROLE for staff without `audit`, and are audited themselves. */
export function bindAuditLog(
  binder: Binder,
  { database, brands }: { readonly database: Database; readonly brands: BrandService },
): void {
  binder.bind(calls.searchAudit, searchLog(brands))
  binder.bind(calls.exportAudit, {
    handle: async ({ body: filters }, context, tx) => {
      const { brands } = await requireEntitledScope(tx, context, 'audit')
      requireOrder(filters)
      return about(null, toFilter(filters, brands), { memberId: null })
    },
    finish: async (filter, _input, { now }) => ({
      name: `audit-log-${now.toISOString().slice(0, 10)}.csv`,
      type: 'text/csv; charset=utf-8',
      size: null,
      inline: false,
      // Leaves out events from now on, such as this export itself.
      content: toCsv(database, { ...filter, until: filter.until ?? now }),
    }),
  })
  binder.bind(calls.verifyAudit, verifyLog)
}

const searchLog =
  (known: BrandService): AuditedHandler<typeof calls.searchAudit> =>
  async ({ body: { before, ...filters } }, context, tx) => {
    const place = parseCursor('before', before)
    const { brands } = await requireEntitledScope(tx, context, 'audit')
    requireOrder(filters)
    const found = await searchEvents(tx, { filter: toFilter(filters, brands), before: place, max: pageSize + 1 })
    const last = found.slice(0, pageSize).at(-1)
    const detailed = await addDetails(tx, found.slice(0, pageSize))
    const findName = (code: string | null) =>
      known.all.find(({ brand }) => brand.code === code?.toLowerCase())?.texts[context.language].name ?? null
    const shown = {
      events: detailed.map(({ sessionId: _, detail, ...event }) => ({
        ...event,
        at: event.at.toISOString(),
        detail: detail && { ...detail, brandName: findName(detail.brand) },
      })),
      next: last && found.length > pageSize ? cursorText({ at: last.at, id: last.eventId }) : null,
    }
    return about(null, shown, { memberId: null })
  }

/** A whole walk through the chain is one event, however many steps it takes. */
const verifyLog: AuditedHandler<typeof calls.verifyAudit> = async ({ body: { after } }, context, tx) => {
  await requireEntitledScope(tx, context, 'audit')
  const { head, at, broken, ended, unsealed } = await verifyNext(tx, { after, max: verifyAtOnce })
  const shown = {
    verifiedTo: head,
    verifiedAt: at?.toISOString() ?? null,
    ended: ended || broken !== null,
    brokenAt: broken,
    waiting: unsealed.count,
    waitingSince: unsealed.oldest?.toISOString() ?? null,
  }
  return after === 0 ? about(null, shown, { memberId: null }) : leaveUnchanged(shown)
}

/** A range that ends before it begins would silently find nothing. */
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

/** Reads in parts, newest first: memory use stays constant however many events there are. */
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
