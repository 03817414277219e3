import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { EmailService } from '../../mailing/email/service.ts'
import { audit } from '../../platform/audit/store.ts'
import { easternDay, hourMs, isoDayAfter } from '../../platform/day.ts'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import { insertNew } from '../../platform/db/insert-new.ts'
import { type Job, startJob } from '../../platform/job.ts'
import { notifyOfRefill } from '../notifications/service.ts'
import { computeStanding } from './gather.ts'
import { findOpenOrder } from './orders.ts'
import { gather } from './read.ts'

/** How many days before a supply runs out the reminder is sent; none is sent afterwards. */
const daysBefore = 5
const atOnce = 200

interface Parts {
  readonly database: Database
  readonly emails: EmailService
}

/** Once a day, reminds members of medicines that run out; once per supply, even with several servers. */
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
  for (let after = ''; !signal?.aborted; ) {
    const members = await mayRunOut(database.read, easternDay(now), after)
    for (const memberId of members) {
      if (await database.transaction((tx) => remind(tx, emails, { memberId, now }))) told += 1
    }
    if (members.length < atOnce) break
    after = members.at(-1) ?? ''
  }
  return told
}

/** Members with a fill that may run out soon, with what earlier fills left: a superset that the next step narrows down. */
async function mayRunOut(db: Reader, today: string, after: string): Promise<string[]> {
  const soon = isoDayAfter(today, daysBefore)
  const { rows } = await sql<{ member_id: string }>`
    select distinct member_id from (
      select member_id, coalesce(handed_over_on, prepared_on) as day, days_supply as days from dispense
        where not withdrawn and days_supply between 1 and 400 and coalesce(handed_over_on, prepared_on) > ${today}::date - 800
      union all
      select member_id, service_from, (details ->> 'daysSupply')::int from claim
        where type = 'pharmacy' and service_from > ${today}::date - 800
          and (details ->> 'daysSupply')::numeric between 1 and 400) fill
    where day + days::int - 1 <= ${soon}::date and day + 2 * days::int - 1 >= ${today}::date
      and member_id::text > ${after}
    order by member_id limit ${atOnce}`.execute(db)
  return rows.map(({ member_id: id }) => id)
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
