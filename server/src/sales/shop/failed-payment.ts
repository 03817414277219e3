import type { EmailService } from '../../mailing/email/service.ts'
import type { DataKey } from '../../platform/data-key.ts'
import type { Tx } from '../../platform/db/database.ts'
import { reserveNews } from '../../platform/limits/limits.ts'
import { linkApplication, makeApplicationTicket, openContent } from './application.ts'
import { isPayable } from './first-payment.ts'
import { findApplication } from './store.ts'

/**
 * Notifies an applicant that the bank has refused the first premium, perhaps days after they left the page (SH-9), and how long they
 * can still pay it. An application that is paid or over by then has its own e-mails.
 */
export async function notifyOfFailedPremium(
  tx: Tx,
  { dataKey, emails }: { readonly dataKey: DataKey; readonly emails: EmailService },
  enrollmentId: string,
  now: Date,
): Promise<void> {
  const row = await findApplication(tx, enrollmentId)
  if (row === undefined || !isPayable(row, now)) return
  const { brand, language, application_number: number, pay_by: payBy } = row
  const content = openContent(dataKey, row)
  const to = content.email
  if (!(await reserveNews(tx, to, now))) return
  const link = linkApplication(makeApplicationTicket(dataKey, enrollmentId), content)
  const values = { link, number, payBy }
  await emails.queue(tx, { template: 'application-unpaid', values, to, brand, language, memberId: null, now })
}
