import { usualThresholds } from '@portico/rules/feeds/thresholds'
import type { Database, Reader } from '../../../platform/db/database.ts'
import type { FeedFinding, FeedPartData } from '../../../platform/db/tables.ts'
import { findReleased, includeDiscarded, listStored } from '../../../platform/versions/feed-store.ts'
import type { Payers } from '../payers.ts'
import { Refused } from '../refused.ts'
import { type AbsentRun, endAllAbsent } from './enrollment/absent.ts'
import type { Enrolling } from './enrollment/enroll.ts'
import { BeyondThresholds, type FormerPart, findReasons, HeldBack } from './feed.ts'
import { type Inspected, refusals } from './inspect.ts'
import { keepNight, listMissing, type Night, tallyMembers } from './night-store.ts'
import { readLoop } from './read-loop.ts'
import { readLoops } from './read-loops.ts'
import { createNumbering } from './sender-rules.ts'
import { addCounts, FeedTally, type NamedGroups, type TalliedPart } from './tally.ts'
import { parseThresholds, readSenders, readThresholds } from './thresholds.ts'

/** What the judgment of a night's files needs. */
export interface Judging {
  readonly payers: Payers
  /** Thresholds of the command, in place of the brand's; '': the brand's apply. */
  readonly thresholds: string
}

/** How many members are counted at a time before they are stored. */
const tallyAtOnce = 500

/** The findings that count for a command without thresholds. */
const ofCommand: readonly FeedFinding['reason'][] = ['smaller', 'missing', 'refused']

/**
 * Judges a night's files before any of them is stored (FD-7). Throws HeldBack or BeyondThresholds unless they look right or somebody has
 * approved them.
 */
export async function judgeNight(
  database: Database,
  files: readonly Inspected[],
  night: Night,
  judging: Judging,
): Promise<Night> {
  const { brand, now, feedId, digests, isNightly } = night
  const { thresholds, payers } = judging
  const released = isNightly ? await findReleased(database.read, brand, digests) : new Set<string>()
  const open = files.filter(({ digest }) => !released.has(digest.toString('hex')))
  const tally = await tallyNight(database, open, { brand, runId: feedId, now, payers })
  const set = await readThresholds(database.read, brand)
  const find = await readSenders(database.read, brand)
  const own = thresholds === '' ? set : () => ({ ...usualThresholds, ...parseThresholds(thresholds) })
  const former = await readFormer(database.read, brand)
  const openDigests = open.map(({ digest }) => digest.toString('hex'))
  const isDiscarded = isNightly && (await includeDiscarded(database.read, brand, openDigests))
  const applies = (reason: FeedFinding['reason']) =>
    isNightly || (thresholds === '' ? ofCommand.includes(reason) : reason !== 'first' && reason !== 'earlier')
  const parts = tally.parts().map((part): FeedPartData => {
    const last = former(part)
    const found = findReasons(part, { former: last, now, thresholds: own(part.sender) })
    if (isDiscarded) found.push({ reason: 'discarded', is: 0, limit: 0 })
    const endsMissing = part.counts.isFull && part.counts.missing > 0 && find(part.sender).absent === 'end'
    const counted = found.filter(({ reason }) => applies(reason))
    return { ...part, before: last.counts, beforeAt: last.at, found: counted, endsMissing }
  })
  if (parts.every(({ found }) => found.length === 0)) return { ...night, parts: released.size > 0 ? null : parts }
  if (!isNightly) throw new BeyondThresholds(parts)
  await keepNight(database, night, { state: 'held', counts: addCounts(parts.map(({ counts }) => counts)), parts })
  throw new HeldBack(feedId, parts)
}

/**
 * Counts the members missing in a night's full files, and ends their coverage if the sender's rules say so. An incomplete night ends no
 * coverage: a missing member may be in a refused part.
 */
export async function settleMissing(
  database: Database,
  {
    night: { feedId, brand, now, parts },
    tally,
    isWhole,
    ...reports
  }: Pick<AbsentRun, 'warn' | 'signal'> & {
    readonly night: Night
    readonly tally: FeedTally
    readonly isWhole: boolean
  },
): Promise<void> {
  if (parts === null) await countMissing(database, brand, tally)
  const find = await readSenders(database.read, brand)
  for (const named of tally.listGroups()) {
    if (find(named.sender).absent !== 'end') continue
    if (isWhole) await endAllAbsent(database, named, { brand, runId: feedId, now, ...reports })
    else reports.warn('coverage', 'of members whom a full file names no more stays: some of the files were refused')
  }
}

/** Records that a night's files were stored, with their counts beside those of the last files. */
export async function noteStored(database: Database, night: Night, tally: FeedTally): Promise<void> {
  const former = await readFormer(database.read, night.brand)
  const parts = tally.parts().map((part): FeedPartData => {
    const judged = night.parts?.find(({ sender, set }) => sender === part.sender && set === part.set)
    // The count from before storing includes the missing members whose coverage has ended since.
    const counts = judged === undefined ? part.counts : { ...part.counts, missing: judged.counts.missing }
    const last = judged === undefined ? former(part) : null
    return {
      ...part,
      counts,
      before: last === null ? (judged?.before ?? null) : last.counts,
      beforeAt: last === null ? (judged?.beforeAt ?? null) : last.at,
      found: [],
      endsMissing: false,
    }
  })
  await keepNight(database, night, { state: 'stored', counts: addCounts(parts.map(({ counts }) => counts)), parts })
}

/** Counts a night's files before any of them is stored. */
async function tallyNight(
  database: Database,
  files: readonly Inspected[],
  { payers, ...run }: { readonly brand: string; readonly runId: string; readonly now: Date; readonly payers: Payers },
): Promise<FeedTally> {
  const tally = new FeedTally()
  const numbering = createNumbering(database.read)
  let batch: Enrolling[] = []
  const count = async () => {
    await tallyMembers(database, batch, { ...run, tally })
    batch = []
  }
  for (const file of files) {
    const isRefused = refusals(file)
    const secrets = new Set<string>()
    for await (const { loop } of readLoops(file.file, ({ ordinal }) => !isRefused(ordinal))) {
      if (loop === undefined) continue
      try {
        const read = readLoop(
          loop,
          (names) => payers.findBrand(...names) === run.brand,
          () => undefined,
          await numbering(run.brand, loop.transaction),
          secrets,
        )
        if (read === null) continue
        tally.note(read, loop.transaction)
        if (read.type === 'member') batch.push(read)
        if (batch.length >= tallyAtOnce) await count()
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        tally.refuse(loop)
      }
    }
  }
  await count()
  await countMissing(database, run.brand, tally)
  return tally
}

async function countMissing(database: Database, brand: string, tally: FeedTally): Promise<void> {
  await tally.countMissing(async (named: NamedGroups) => {
    let missing = 0
    for await (const some of listMissing(database.read, brand, named)) missing += some.length
    return missing
  })
}

/** Finds the counts of each sender's last files of the same kind and for as many people as they list. */
async function readFormer(db: Reader, brand: string): Promise<(part: TalliedPart) => FormerPart> {
  const nights = await listStored(db, brand)
  return ({ sender, set, counts }) => {
    const before = nights.flatMap(
      (night): readonly (Pick<FeedPartData, 'counts' | 'moment'> & { readonly at: string })[] => {
        const at = night.arrived_at.toISOString()
        // Nights from an earlier release do not record their senders.
        if (night.parts.length === 0)
          return (set === '834' ? night.counts.members : night.counts.claims) > 0
            ? [{ counts: night.counts, moment: '', at }]
            : []
        return night.parts.flatMap(({ sender: from, set: kind, counts: own, moment }) =>
          from === sender && kind === set ? [{ counts: own, moment, at }] : [],
        )
      },
    )
    const like = before.find((one) => one.counts.isFull === counts.isFull)
    return {
      isKnown: before.length > 0,
      counts: like?.counts ?? null,
      at: like?.at ?? null,
      moment: before[0]?.moment ?? '',
    }
  }
}
