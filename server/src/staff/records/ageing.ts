import type { FastifyBaseLogger } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { audit } from '../../platform/audit/store.ts'
import { dayMs } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Job, startJob } from '../../platform/job.ts'
import { deleteOldThreads, listWriters } from './correspondence-store.ts'

const batchSize = 500

/** The origin of these deletions in the audit log. */
const address = 'retention'

/**
 * Deletes conversations in which nobody has written for as long as mail must be kept (OP-7), for a batch of members without a legal
 * hold. Returns the last of them, after whom to continue; null: there are no more.
 */
export async function deleteOldMail(
  database: Database,
  { after, years, now }: { readonly after: string; readonly years: number; readonly now: Date },
  max = batchSize,
): Promise<string | null> {
  const before = new Date(now)
  before.setUTCFullYear(now.getUTCFullYear() - years)
  const rows = await listWriters(database.read, { after, before, max })
  for (const { member_id: memberId } of rows.filter(({ old }) => old))
    await database.transaction(async (tx) => {
      const counts = await deleteOldThreads(tx, memberId, before)
      if (!counts.thread) return
      const event = { action: 'mail.age-out', memberId, recordType: 'member', recordId: memberId }
      await audit(tx, null, event, { origin: { address, requestId: uuidv7() }, now })
    })
  return rows.length < max ? null : (rows.at(-1)?.member_id ?? null)
}

const noMember = '00000000-0000-0000-0000-000000000000'

/** Deletes old mail once a day, beginning ten minutes after the start. */
export function startDeletingOldMail(options: {
  readonly database: Database
  readonly years: number
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}): Job {
  const { database, years, logger } = options
  return startJob({
    run: async (signal) => {
      let after: string | null = noMember
      while (after !== null && !signal.aborted) after = await deleteOldMail(database, { after, years, now: new Date() })
    },
    firstMs: 10 * 60_000,
    everyMs: dayMs,
    logger,
    failed: 'old conversations could not be deleted, tried again in a day',
  })
}
