import type { EmailService } from '../../mailing/email/service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { listConfirmers, type Waiting } from './confirmer-store.ts'
import { requestDays } from './request-store.ts'

/** Tells the other administrators who can confirm a change that it waits (AD-2); the e-mail says neither what nor for whom. */
export async function tellConfirmers(
  tx: Tx,
  emails: Pick<EmailService, 'queue'>,
  waiting: Waiting,
  now: Date,
): Promise<void> {
  const letter = { template: 'staff-confirmation', language: 'en', memberId: null, now } as const
  for (const { email: to, brand } of await listConfirmers(tx, waiting))
    await emails.queue(tx, { ...letter, to, brand, values: { days: String(requestDays) } })
}
