import { tellBeforeMs } from '@portico/rules/apps/grant'
import type { FastifyBaseLogger } from 'fastify'
import type { EmailService } from '../../mailing/email/service.ts'
import { dayMs, hourMs } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Job, startJob } from '../../platform/job.ts'
import { isStillConnectable } from './connectable.ts'
import { createEnding } from './ending.ts'
import { findGrant, listDoubtful, listEnding, markTold } from './grant-store.ts'
import { createTelling } from './telling.ts'
import { dropExpired } from './token-store.ts'

const origin = { address: '', requestId: '' }

/**
 * Ends grants that have expired or lost their basis (OS-40), tells people 30 days before (OS-39), and deletes old tokens. Refusing an app
 * does not depend on it: each of the app's requests is checked.
 */
export async function tidyGrants(parts: { readonly database: Database; readonly emails: EmailService }, now: Date) {
  const { database, emails } = parts
  const tell = createTelling(emails)
  const { endApps } = createEnding(tell)
  const ending = { now, origin, by: null }
  const soon = await listEnding(database.read, now, new Date(now.getTime() + tellBeforeMs))
  for (const { grant_id: grantId, ends_at } of soon) {
    await database.transaction(async (tx) => {
      if (ends_at !== null && ends_at <= now)
        return void (await endApps(tx, { grantId }, { ...ending, reason: 'over' }))
      const grant = await findGrant(tx, grantId, now)
      // A grant for a shorter time ends as the person chose, without notice.
      const isLong = grant?.ends_at && grant.ends_at.getTime() - grant.changed_at.getTime() > tellBeforeMs + dayMs
      if (grant === undefined || !(await markTold(tx, grantId, now))) return
      if (isLong) await tell(tx, 'app-ending', grant, now)
    })
  }
  for (const grant of await listDoubtful(database.read)) {
    const person = { accountId: grant.account_id, memberId: grant.own_member_id }
    if (await isStillConnectable(database.read, person, grant, now)) continue
    await database.transaction((tx) => endApps(tx, { grantId: grant.grant_id }, { ...ending, reason: 'access-ended' }))
  }
  await database.transaction((tx) => dropExpired(tx, new Date(now.getTime() - dayMs)))
}

export function startTidyingGrants(options: {
  readonly database: Database
  readonly emails: EmailService
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}): Job {
  return startJob({
    run: () => tidyGrants(options, new Date()),
    firstMs: 90_000,
    everyMs: hourMs,
    logger: options.logger,
    failed: 'what apps may read could not be tidied up, tried again in an hour',
  })
}
