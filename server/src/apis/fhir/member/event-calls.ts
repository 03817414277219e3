import { badParameter } from '../outcome.ts'
import { type ApiParts, type Call, countRead, requireAllowed } from './asked.ts'
import { bundlePage } from './list-page.ts'
import type { Place } from './page-link.ts'
import { buildAuditEvent } from './provenance.ts'
import { buildAtCondition, type Condition, countRows, type Pairs, patientCondition } from './search-statement.ts'
import { readEvents, recordAppRead } from './store.ts'
import { toValues } from './values-statement.ts'

/** Who read the member's data, and when. */
export async function searchEvents(
  { db, database, links }: ApiParts,
  asked: Pairs,
  after: Place | null,
  call: Call,
): Promise<string> {
  requireAllowed(call, 'AuditEvent', 's')
  const patientId = call.access.memberId
  const conditions: Condition[] = []
  let count = 20
  for (const [name, text] of asked) {
    if (name === '_count') count = countRows(text)
    else if (name === 'date') conditions.push(buildAtCondition(name, text))
    else if (name === 'patient') {
      conditions.push(patientCondition(toValues(name, text), call.base, patientId))
    } else throw badParameter(name, 'is no parameter of this type')
  }
  const events = await readEvents(db, { conditions, after, limit: count + 1 }, call.access)
  await recordAppRead(database, { about: 'AuditEvent', count: countRead(events, { limit: count + 1 }) }, call)
  const shown = events.slice(0, count)
  const entries = shown.map((event) => ({
    address: `${call.base}/AuditEvent/${event.id}`,
    body: buildAuditEvent(event, patientId, call.plan),
    mode: 'match' as const,
  }))
  const last = events.length > count ? shown.at(-1) : undefined
  const place = last && { at: last.at.toISOString(), id: last.id }
  return bundlePage(links, entries, { type: 'AuditEvent', asked, last: place, total: null }, call)
}
