import type { PayloadOf } from '@portico/contract/call'
import type { decideFeed, whatRuns } from '@portico/contract/calls/oversight'
import type { Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { decideFeed as decide, listFeeds } from '../../platform/versions/feed-store.ts'
import { requireEntitledScope } from '../staff/administering.ts'
import { whenExpected } from './when-expected.ts'

type Feeds = PayloadOf<typeof whatRuns>['feeds']

const maxFeeds = 20

/** The nightly X12 files (FD-7). */
export async function readFeeds(db: Reader, now: Date, formatName: (brand: string) => string): Promise<Feeds> {
  const rows = await listFeeds(db, maxFeeds)
  const newest = new Map<string, number>()
  for (const { brand, arrived_at } of rows) newest.set(brand, Math.max(newest.get(brand) ?? 0, arrived_at.getTime()))
  return rows.map((row) => {
    const arrived = row.arrived_at.getTime()
    const isNewest = newest.get(row.brand) === arrived
    const { expectedBy, isLate } = whenExpected(row.arrived_at, now)
    return {
      feedId: row.feed_id,
      brand: formatName(row.brand),
      arrivedAt: row.arrived_at.toISOString(),
      state: row.state,
      reasons: [...row.reasons],
      decidedBy: row.decided_by,
      counts: row.counts,
      before: row.before,
      parts: row.parts.map(({ sender, set, counts, before, found }) => ({
        ...{ sender, set, counts, before },
        found: found.map(({ reason, is, limit }) => ({ reason, is, limit })),
      })),
      expectedBy: isNewest ? expectedBy.toISOString() : null,
      late: isNewest && isLate,
    }
  })
}

/** Releases or undoes a night's files; throws NOT-FOUND if there are none in a state in which that can be done. */
export const decideAboutFeed: AuditedHandler<typeof decideFeed> = async (
  { body: { feedId, decision } },
  context,
  tx,
) => {
  const { name, brands } = await requireEntitledScope(tx, context, 'administer')
  const isDone = await decide(tx, feedId, { decision, by: name, brands, now: context.now })
  if (!isDone) throw new CallError('NOT-FOUND')
  return about(feedId, {}, { action: `feed.${decision}` as const, memberId: null })
}
