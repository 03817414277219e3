import type { PayloadOf } from '@portico/contract/call'
import type { decideFeed, whatRuns } from '@portico/contract/calls/oversight'
import type { Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { decideFeed as decide, listFeeds } from '../../platform/versions/feed-store.ts'
import { requireEntitledScope } from '../staff/administering.ts'
import { type Expecting, readExpecting } from './when-expected.ts'

type Feeds = PayloadOf<typeof whatRuns>['feeds']

const maxFeeds = 20

/** The nightly X12 files of these brands (FD-7); `brands` null: of all. */
export async function readFeeds(
  db: Reader,
  { brands, now }: { readonly brands: readonly string[] | null; readonly now: Date },
  formatName: (brand: string) => string,
): Promise<Feeds> {
  const rows = await listFeeds(db, { brands, max: maxFeeds })
  /** The latest nightly files of each sender: we do not expect files that a person loads by the command. */
  const newest = new Map<string, number>()
  for (const { brand, arrived_at, parts, nightly } of rows)
    for (const { sender } of nightly ? parts : [])
      newest.set(`${brand} ${sender}`, Math.max(newest.get(`${brand} ${sender}`) ?? 0, arrived_at.getTime()))
  const expecting = new Map<string, Expecting>()
  for (const brand of new Set(rows.map((row) => row.brand))) expecting.set(brand, await readExpecting(db, brand))
  return rows.map((row) => {
    const waited = row.parts
      .filter(({ sender }) => row.nightly && newest.get(`${row.brand} ${sender}`) === row.arrived_at.getTime())
      .flatMap(({ sender }) => expecting.get(row.brand)?.(sender, row.arrived_at, now) ?? [])
      .toSorted((a, b) => a.expectedBy.getTime() - b.expectedBy.getTime())
    return {
      feedId: row.feed_id,
      brand: formatName(row.brand),
      arrivedAt: row.arrived_at.toISOString(),
      state: row.state,
      reasons: [...row.reasons],
      decidedBy: row.decided_by,
      decidedAt: row.decided_at?.toISOString() ?? null,
      counts: row.counts,
      before: row.before,
      beforeAt: row.before_at?.toISOString() ?? null,
      parts: row.parts.map(({ sender, set, counts, before, beforeAt = null, found, endsMissing = false }) => ({
        ...{ sender, set, counts, before, beforeAt, endsMissing },
        found: found.map(({ reason, is, limit }) => ({ reason, is, limit })),
      })),
      expectedBy: waited[0]?.expectedBy.toISOString() ?? null,
      late: waited.some(({ isLate }) => isLate),
    }
  })
}

/** Releases, discards or undoes a night's files; throws NOT-FOUND if there are none, or their state does not allow it. */
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
