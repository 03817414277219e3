import { lastDayToTell, TELL_DAYS } from '@portico/rules/spending/deadline'
import type { FastifyBaseLogger } from 'fastify'
import type { EmailService } from '../../mailing/email/service.ts'
import { easternDay, hourMs, isoDayAfter } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import { startJob } from '../../platform/job.ts'
import { notifyOfMoney } from '../notifications/service.ts'
import { computeDeadline } from './accounts.ts'
import { lockEnding, noteTold } from './notice-store.ts'

const atOnce = 20

interface Parts {
  readonly database: Database
  readonly emails: EmailService
}

/** Once a day, queues an e-mail about each account whose last day to spend, or to claim, is near (MP-29). Returns how many were checked. */
export function notifyOfLastDays({ database, emails }: Parts, now: Date): Promise<number> {
  const today = easternDay(now)
  const horizon = isoDayAfter(today, TELL_DAYS)
  return database.transaction(async (tx) => {
    const near = await lockEnding(tx, { today, horizon, max: atOnce })
    for (const row of near) {
      const { member_id: memberId, account_id: accountId } = row
      const deadline = computeDeadline(row, today)
      if (lastDayToTell(deadline) !== null)
        await notifyOfMoney(tx, emails, { memberId, template: 'account-ending', now })
      await noteTold(tx, { memberId, accountId }, 'lastDay' in deadline ? deadline.lastDay : null)
    }
    return near.length
  })
}

/** Checks every hour for accounts whose money may soon be lost. */
export function startSpendingNotices({
  logger,
  ...parts
}: Parts & { readonly logger: Pick<FastifyBaseLogger, 'warn'> }) {
  return startJob({
    run: async (signal) => {
      while ((await notifyOfLastDays(parts, new Date())) > 0 && !signal.aborted);
    },
    firstMs: 90_000,
    everyMs: hourMs,
    logger,
    failed: 'e-mails about the last days of accounts could not be queued, tried again in an hour',
  })
}
