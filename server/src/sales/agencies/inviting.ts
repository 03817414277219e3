import { STAFF_LINK_MS } from '@portico/rules/staff/invitation'
import type { FastifyBaseLogger } from 'fastify'
import type { BrandSet } from '../../brands/brand/load.ts'
import { openOnlyTicket, ticketLink } from '../../identity/recovery/tickets.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Job, startJob } from '../../platform/job.ts'
import { holdUninvited, noteInvited } from './provisioning-store.ts'

interface InvitingParts {
  readonly database: Database
  readonly emails: EmailService
  readonly brands: BrandSet
}

/** How many people a single transaction invites. */
const maxAtOnce = 50

/**
 * Sends agents whose accounts a file opened a link for choosing a password (AG-3). Each is invited once, on any number of instances; an
 * agent whose link has expired asks for another as for a forgotten password.
 */
export async function inviteAgents({ database, emails, brands }: InvitingParts, now: Date): Promise<void> {
  const round = () =>
    database.transaction(async (tx) => {
      const due = await holdUninvited(tx, maxAtOnce)
      for (const { account_id: accountId, login_id: loginId, email, brand } of due) {
        await noteInvited(tx, accountId, brands.get(brand)?.brand.storeID ?? '')
        if (email === null) continue
        const link = ticketLink(await openOnlyTicket(tx, accountId, { now, goodForMs: STAFF_LINK_MS }))
        const values = { link, loginId, hours: String(STAFF_LINK_MS / 3_600_000) }
        await emails.queue(tx, {
          template: 'agent-invitation',
          to: email,
          brand,
          language: 'en',
          memberId: null,
          values,
          now,
        })
      }
      return due.length
    })
  while ((await round()) === maxAtOnce);
}

/** Runs once a minute. */
export function startInviting(parts: InvitingParts & { readonly logger: Pick<FastifyBaseLogger, 'warn'> }): Job {
  return startJob({
    run: () => inviteAgents(parts, new Date()),
    firstMs: 5_000,
    everyMs: 60_000,
    logger: parts.logger,
    failed: 'agents could not be invited, tried again in a minute',
  })
}
