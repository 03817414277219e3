import type { EmailService } from '../../mailing/email/service.ts'
import type { EmailTemplate, EmailValues } from '../../mailing/email/templates.ts'
import type { Tx } from '../../platform/db/database.ts'
import { listConfirmers, type Waiting } from './confirmer-store.ts'
import { requestDays } from './request-store.ts'

type Emails = Pick<EmailService, 'queue'>

/** Notifies the other administrators who can confirm a change that it waits (AD-2); the e-mail says neither what nor for whom. */
export async function tellConfirmers(tx: Tx, emails: Emails, waiting: Waiting, now: Date): Promise<void> {
  const letter = { template: 'staff-confirmation', values: { days: String(requestDays) }, now } as const
  await writeToConfirmers(tx, emails, waiting, letter)
}

/** Writes to the administrators who can decide something, each in the frame of the brand where they sign in. */
export async function writeToConfirmers<Template extends EmailTemplate>(
  tx: Tx,
  emails: Emails,
  waiting: Waiting,
  letter: { readonly template: Template; readonly values: EmailValues[Template]; readonly now: Date },
): Promise<void> {
  for (const { email: to, brand } of await listConfirmers(tx, waiting))
    await emails.queue(tx, { ...letter, to, brand, language: 'en', memberId: null })
}
