import { ledgerDifferences } from '@portico/rules/premium/ledger'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { feedReasons } from '../feed-reasons.ts'
import { AskedDay, Day, ListPlace, Moment, ShortText, Uuid } from '../fields.ts'
import { staff, staffPath } from '../staff.ts'
import { FileInStubs } from './attachments.ts'

const audit = `${staffPath}/audit`

/** An event must match all of them; the login ID may be that of the person who did it or on whose behalf it was done. */
const filters = {
  person: v.optional(ShortText),
  member: v.optional(ShortText),
  record: v.optional(ShortText),
  action: v.optional(ShortText),
  from: v.optional(AskedDay),
  to: v.optional(AskedDay),
}

/** What changed, for changes whose values we store: settings, texts, and what staff did for someone. */
const AuditDetail = v.object({
  /** Key of the setting, or name of the text. */
  about: v.nullable(v.string()),
  /** Code of the brand, or ALL. */
  brand: v.nullable(v.string()),
  /** Its name; null: every brand, or one that no longer exists. */
  brandName: v.nullable(v.string()),
  /** As stored; null: none. For settings only: texts have their own history. */
  before: v.nullable(v.string()),
  value: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  /** The ticket for which someone acts for a member. */
  ticket: v.nullable(v.string()),
})

const AuditEvent = v.object({
  eventId: Uuid,
  at: Moment,
  /** Login IDs; null: nobody was signed in. */
  by: v.nullable(v.string()),
  as: v.nullable(v.string()),
  memberNumber: v.nullable(v.string()),
  action: v.string(),
  recordType: v.string(),
  recordId: v.nullable(v.string()),
  outcome: v.picklist(['done', 'refused', 'failed']),
  address: v.string(),
  requestId: v.string(),
  times: v.nullable(v.number()),
  /** Position in the chain; null: it has not been sealed yet. */
  seq: v.nullable(v.number()),
  detail: v.nullable(AuditDetail),
})

export const searchAudit = defineCall({
  method: 'POST',
  path: `${audit}/search`,
  summary: 'The audit log, newest first, by person, member, record, action and day (AD-4); for `audit`.',
  audience: staff,
  ...changing,
  onlyReads: true,
  audit: { action: 'audit.search', record: 'audit-log' },
  body: v.object({ ...filters, before: v.optional(ListPlace) }),
  payload: v.object({
    events: v.array(AuditEvent),
    /** Pass it as `before` to get older ones; null at the end. */
    next: v.nullable(v.string()),
  }),
  errors: ['FIELD-INVALID'],
})

export const exportAudit = defineCall({
  method: 'POST',
  path: `${audit}/export`,
  summary: 'The events found by a search as CSV, streamed; no cell is a formula (AD-4).',
  audience: staff,
  ...changing,
  onlyReads: true,
  audit: { action: 'audit.export', record: 'audit-log' },
  body: v.object(filters),
  file: true,
  payload: FileInStubs,
  errors: ['FIELD-INVALID'],
})

export const verifyAudit = defineCall({
  method: 'POST',
  path: `${audit}/verify`,
  summary:
    'Checks the next events of the chain after a position (AD-4); for `audit`. Called repeatedly, it walks the whole chain.',
  audience: staff,
  ...changing,
  onlyReads: true,
  audit: { action: 'audit.verify', record: 'audit-log' },
  body: v.object({ after: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)) }),
  payload: v.object({
    /** The chain was checked up to here; pass it as `after` unless `ended`. */
    verifiedTo: v.number(),
    verifiedAt: v.nullable(Moment),
    ended: v.boolean(),
    /** The first position where the log differs from what was sealed. */
    brokenAt: v.nullable(v.number()),
    /** Events that have not been sealed yet, and since when. */
    waiting: v.number(),
    waitingSince: v.nullable(Moment),
  }),
  errors: [],
})

const Count = v.pipe(v.number(), v.integer())

const FeedCounts = v.object({
  members: Count,
  isFull: v.boolean(),
  missing: Count,
  ended: Count,
  renamed: Count,
  refused: Count,
  claims: Count,
  paidCents: Count,
})

export const whatRuns = defineCall({
  method: 'GET',
  path: `${staffPath}/running`,
  summary: 'The running system: instances, database, outbox, scans, event streams, imports (AD-5); for `administer`.',
  audience: staff,
  ...asking,
  audit: { action: 'running.read', record: 'portal' },
  payload: v.object({
    now: Moment,
    version: v.string(),
    instances: v.array(
      v.object({
        instanceId: Uuid,
        host: v.string(),
        pid: Count,
        version: v.string(),
        startedAt: Moment,
        seenAt: Moment,
        streams: Count,
        /** Silent for a while. */
        stale: v.boolean(),
        /** Whether this server answers the call. */
        own: v.boolean(),
      }),
    ),
    database: v.object({
      engine: v.picklist(['embedded', 'postgres']),
      version: v.string(),
      bytes: v.number(),
      migration: v.string(),
      connections: v.object({ open: Count, idle: Count, waiting: Count }),
    }),
    outbox: v.object({ waiting: Count, dead: Count, oldest: v.nullable(Moment), stale: v.boolean() }),
    scans: v.object({ waiting: Count, oldest: v.nullable(Moment), stale: v.boolean() }),
    sealing: v.object({ waiting: Count, oldest: v.nullable(Moment), stale: v.boolean() }),
    /** Payments with no news, and the result of last night's comparison with the gateway's records (MP-19). */
    payments: v.object({
      waiting: Count,
      oldest: v.nullable(Moment),
      stale: v.boolean(),
      checked: v.nullable(
        v.object({
          at: Moment,
          gateway: v.string(),
          payments: Count,
          ledgerCents: v.number(),
          gatewayCents: v.number(),
          /** The bank's total for them, and the last day that its files cover; null: there are no files. */
          bankCents: v.nullable(v.number()),
          bankThrough: v.nullable(Day),
          differences: v.array(
            v.object({
              kind: v.picklist(ledgerDifferences),
              paymentId: v.nullable(v.string()),
              ref: v.nullable(v.string()),
              cents: v.number(),
            }),
          ),
        }),
      ),
    }),
    /** The nightly X12 files of each brand, held ones first (FD-7). */
    feeds: v.array(
      v.object({
        feedId: Uuid,
        brand: v.string(),
        arrivedAt: Moment,
        state: v.picklist(['stored', 'held', 'released', 'discarded', 'undoing', 'undone']),
        reasons: v.array(v.picklist(feedReasons)),
        /** The name of the person who released, discarded or undid them. */
        decidedBy: v.nullable(v.string()),
        decidedAt: v.nullable(Moment),
        counts: FeedCounts,
        /** The counts of the night before. */
        before: v.nullable(FeedCounts),
        /** When that night arrived. */
        beforeAt: v.nullable(Moment),
        /** The counts of each sender's files, next to those of the previous ones of that kind, and why they are held. */
        parts: v.array(
          v.object({
            sender: v.string(),
            set: v.picklist(['834', '835', '837']),
            counts: FeedCounts,
            before: v.nullable(FeedCounts),
            /** When the night of the previous ones arrived; null: there are none, or an earlier release compared them. */
            beforeAt: v.nullable(Moment),
            found: v.array(v.object({ reason: v.picklist(feedReasons), is: v.number(), limit: v.number() })),
            /** Whether storing them ends the coverage of people who are missing. */
            endsMissing: v.boolean(),
          }),
        ),
        /** When the next ones are expected; null for all but the newest of a brand. */
        expectedBy: v.nullable(Moment),
        late: v.boolean(),
      }),
    ),
    /** The newest of the original X12 files that we keep. */
    originals: v.array(
      v.object({
        fileId: Uuid,
        name: v.string(),
        /** Name of the brand; null: the file names none. */
        brand: v.nullable(v.string()),
        bytes: v.number(),
        arrivedAt: Moment,
        keptUntil: Moment,
        /** A legal hold extends its storage. */
        held: v.boolean(),
      }),
    ),
    /** The files whose prices are shown (IM-8), by plan. */
    prices: v.array(
      v.object({
        fileId: Uuid,
        /** Name of the brand. */
        brand: v.string(),
        /** Its name when it came; '': it came before we stored names. */
        name: v.string(),
        /** Who published it. */
        entity: v.string(),
        /** Null: its prices apply to all plans of the brand. */
        planId: v.nullable(v.string()),
        planName: v.nullable(v.string()),
        /** The day stated in the file. */
        day: v.nullable(Day),
        /** Groups of providers, services and lists of prices. */
        pieces: Count,
        /** Whether another file of the same payer and plan is from a later month. */
        behind: v.boolean(),
      }),
    ),
    imports: v.array(
      v.object({
        runId: Uuid,
        kind: v.string(),
        /** Name of the brand whose members it covers; null: the files themselves say. */
        brand: v.nullable(v.string()),
        state: v.picklist(['running', 'done', 'failed']),
        startedAt: Moment,
        endedAt: v.nullable(Moment),
        read: Count,
        rejected: Count,
        /** How much disappeared because no file of the run has it. */
        removed: Count,
        /** Whether we still have what it replaced, so that it can be restored. */
        mayTakeBack: v.boolean(),
        /** It has been running for half a day, or no longer reports. */
        stale: v.boolean(),
      }),
    ),
  }),
  errors: [],
})

export const takeBackImport = defineCall({
  method: 'POST',
  path: `${staffPath}/running/take-back`,
  summary: 'Restores the directory or the drug lists that a run has replaced (IM-7, IM-9); for `administer`.',
  audience: staff,
  ...changing,
  audit: { action: 'import.take-back', record: 'import' },
  body: v.object({ runId: Uuid }),
  payload: v.object({}),
  errors: ['NOT-FOUND'],
})

export const removePrices = defineCall({
  method: 'POST',
  path: `${staffPath}/running/prices`,
  summary: 'Stops showing the prices of a file that its payer no longer sends (IM-8); for `administer`.',
  audience: staff,
  ...changing,
  audit: { action: 'price-file.remove', record: 'price-file' },
  body: v.object({ fileId: Uuid }),
  payload: v.object({}),
  errors: ['NOT-FOUND'],
})

export const openOriginal = defineCall({
  method: 'POST',
  path: `${staffPath}/running/originals`,
  summary: 'An original X12 file, streamed (FD-4); for `administer`.',
  audience: staff,
  ...changing,
  onlyReads: true,
  audit: { action: 'original.read', record: 'original' },
  body: v.object({ fileId: Uuid }),
  file: true,
  payload: FileInStubs,
  errors: ['NOT-FOUND'],
})

export const decideFeed = defineCall({
  method: 'POST',
  path: `${staffPath}/running/feeds`,
  summary: 'Releases or discards nightly X12 files that are held back, or undoes stored ones (FD-7); for `administer`.',
  audience: staff,
  ...changing,
  audit: { action: ['feed.release', 'feed.discard', 'feed.undo'], record: 'feed' },
  body: v.object({ feedId: Uuid, decision: v.picklist(['release', 'discard', 'undo']) }),
  payload: v.object({}),
  errors: ['NOT-FOUND'],
})
