import type { FastifyBaseLogger } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import type { EmailService } from '../../mailing/email/service.ts'
import { audit } from '../../platform/audit/store.ts'
import { easternDay, hourMs } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { insertNew } from '../../platform/db/insert-new.ts'
import { type Job, startJob } from '../../platform/job.ts'
import { notifyOfRefill } from '../notifications/service.ts'
import { computeStanding } from './gather.ts'
import { findOpenOrder } from './orders.ts'
import { gather } from './read.ts'
import { firstMember, listNextMembers } from './reminder-store.ts'

/** How many days before a supply runs out we send the reminder; never afterwards. */
const daysBefore = 5

const atOnce = 1_000

interface Parts {
  readonly database: Database
  readonly emails: EmailService
}

/** Reminds members once a day of medicines that run out; once per supply, even with several servers. */
export function startRefillReminders(parts: Parts & { readonly logger: Pick<FastifyBaseLogger, 'warn'> }): Job {
  let done: string | null = null
  return startJob({
    run: async (signal) => {
      const now = new Date()
      if (done === easternDay(now)) return
      await remindOfRefills(parts, now, signal)
      if (!signal.aborted) done = easternDay(now)
    },
    firstMs: 2 * 60_000,
    everyMs: hourMs,
    logger: parts.logger,
    failed: 'reminders of refills could not be queued, tried again in an hour',
  })
}

/** Returns how many members were reminded. */
export async function remindOfRefills({ database, emails }: Parts, now: Date, signal?: AbortSignal): Promise<number> {
  let told = 0
  for (let after: string | undefined = firstMember; after !== undefined && !signal?.aborted; ) {
    const members = await listNextMembers(database.read, { today: easternDay(now), daysBefore, after, max: atOnce })
    for (const { memberId, mayRunOut } of members) {
      if (mayRunOut && (await database.transaction((tx) => remind(tx, emails, { memberId, now })))) told += 1
    }
    after = members.at(-1)?.memberId
  }
  return told
}

interface Reminder {
  readonly memberId: string
  readonly now: Date
}

/** Reminds a member of the supplies that run out now, once for each. */
async function remind(tx: Tx, emails: EmailService, { memberId, now }: Reminder): Promise<boolean> {
  const scope = { people: [{ memberId, firstName: '', lastName: '' }], sensitiveOf: memberId }
  const { gathered } = await gather(tx, scope, now)
  let isNew = false
  for (const medicine of gathered) {
    const { taken, supply, next } = computeStanding(medicine, easternDay(now))
    if (!taken || supply === null || supply.daysLeft < 1 || supply.daysLeft > daysBefore || next === 'ask') continue
    if ((await findOpenOrder(tx, medicine, now)) !== undefined) continue
    const row = { member_id: memberId, medicine_id: medicine.medicineId, last_day: supply.lastDay, told_at: now }
    if (await insertNew(tx, 'refill_reminder', row)) isNew = true
  }
  if (!isNew) return false
  const event = { action: 'medicines.remind', recordType: 'member', recordId: memberId, memberId }
  await audit(tx, null, event, { origin: { address: 'reminders', requestId: uuidv7() }, now })
  await notifyOfRefill(tx, emails, { memberId, now })
  return true
}
