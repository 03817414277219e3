import { sql } from 'kysely'
import type { Database } from '../src/platform/db/database.ts'

const counts = JSON.stringify({
  ...{ members: 2, isFull: false, missing: 0, ended: 0, renamed: 0, refused: 0, claims: 0, paidCents: 0 },
})
const [runId, feedId, fileId, priceFileId] = [
  '01000000-0000-7000-8000-00000000fd08',
  '01000000-0000-7000-8000-00000000fd07',
  '01000000-0000-7000-8000-00000000fd04',
  '01000000-0000-7000-8000-00000000fd68',
]

/** A run whose list of drugs can be taken back, a night's files that are held back, a file that is kept, and one of prices; as they were, if they have been decided. */
export async function prepareOversight({ read }: Database): Promise<void> {
  await sql`insert into import_run (run_id, kind, brand, files, state, counts, started_at, ended_at)
    values (${runId}, 'formulary', 'hmbcbs', '[]', 'done', ${JSON.stringify({ read: 0, created: 0, updated: 0, unchanged: 0, rejected: 0, skipped: 0 })}, now(), now()) on conflict do nothing`.execute(
    read,
  )
  await sql`insert into formulary (brand, plan_id, version, costs, run_id, imported_at)
    values ('hmbcbs', 'SAMPLE-BEFORE', 'sample', '[]', ${runId}, now()) on conflict do nothing`.execute(read)
  await sql`insert into formulary_before (brand, plan_id, list, run_id)
    values ('hmbcbs', 'SAMPLE-BEFORE', null, ${runId}) on conflict do nothing`.execute(read)
  await sql`delete from x12_feed where feed_id = ${feedId}`.execute(read)
  await sql`insert into x12_feed (feed_id, brand, arrived_at, state, digests, counts, reasons)
    values (${feedId}, 'hmbcbs', now(), 'held', '{}', ${counts}, '[]')`.execute(read)
  await sql`insert into x12_original (file_id, brand, run_id, name, bytes, digest, arrived_at, kept_until, whole)
    values (${fileId}, 'hmbcbs', ${runId}, 'night.834', 0, '', now(), now() + interval '1 day', true) on conflict do nothing`.execute(
    read,
  )
  await sql`insert into rates_file (file_id, brand, source, name, state, entity, updated_on, content_hash, pieces, run_id, imported_at)
    values (${priceFileId}, 'hmbcbs', 'file Sample payer sample', 'sample.json', 'current', 'Sample payer', '2026-11-01', '', 1, ${fileId}, now())
    on conflict (file_id) do update set state = 'current'`.execute(read)
}

/** Valid requests for what is decided about runs and nightly files, once `prepareOversight` has made them. */
export const oversightSamples = {
  takeBackImport: { right: () => ({ body: { runId } }), as: 'ADMIN002', undo: prepareOversight },
  removePrices: { right: () => ({ body: { fileId: priceFileId } }), as: 'ADMIN002', undo: prepareOversight },
  openOriginal: { right: () => ({ body: { fileId } }), as: 'ADMIN002', undo: prepareOversight },
  decideFeed: {
    right: () => ({ body: { feedId, decision: 'release' as const } }),
    as: 'ADMIN002',
    undo: prepareOversight,
  },
} as const
