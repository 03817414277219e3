import type { EmailService } from '../../mailing/email/service.ts'
import type { EmailTemplate, EmailValues } from '../../mailing/email/templates.ts'
import type { Tx } from '../../platform/db/database.ts'
import { reserveNews } from '../../platform/limits/limits.ts'
import { listConfirmers, type Waiting } from './confirmer-store.ts'
import { requestDays } from './request-store.ts'

type Emails = Pick<EmailService, 'queue'>

/**
 * Notifies the other administrators who can confirm a change that it waits (AD-2); the e-mail says neither what nor for whom. Whoever got too
 * many of them finds the change in the console.
 */
export async function tellConfirmers(tx: Tx, emails: Emails, waiting: Waiting, now: Date): Promise<void> {
  const letter = { template: 'staff-confirmation', values: { days: String(requestDays) }, now } as const
  await writeToConfirmers(tx, emails, waiting, letter, (to) => reserveNews(tx, to, now))
}

/** Writes to the administrators who can decide something, each in the frame of the brand where they sign in. */
export async function writeToConfirmers<Template extends EmailTemplate>(
  tx: Tx,
  emails: Emails,
  waiting: Waiting,
  letter: { readonly template: Template; readonly values: EmailValues[Template]; readonly now: Date },
  mayGet: (to: string) => Promise<boolean> = async () => true,
): Promise<void> {
  // In a fixed order: two people may ask the same confirmers.
  const confirmers = (await listConfirmers(tx, waiting)).toSorted((a, b) => (a.email < b.email ? -1 : 1))
  for (const { email: to, brand } of confirmers)
    if (await mayGet(to)) await emails.queue(tx, { ...letter, to, brand, language: 'en', memberId: null })
}
