import { findAddressee, listAddressees } from '../../identity/accounts/people.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Grant } from './grant-store.ts'

type Template = 'app-connected' | 'app-changed' | 'app-ending' | 'app-ended'

/**
 * E-mails the person who let an app read, and the person whose data it is (OS-39); neither names the app, whose name may reveal an illness.
 */
export type Tell = (tx: Tx, template: Template, grant: Grant, now: Date) => Promise<void>

export function createTelling(emails: EmailService): Tell {
  return async (tx, template, grant, now) => {
    const granter = await findAddressee(tx, grant.account_id)
    const owners = grant.whose === 'shared' ? await listAddressees(tx, grant.member_id) : []
    const at = (template === 'app-ending' ? (grant.ends_at ?? now) : now).toISOString()
    for (const { email: to, brand, language, memberId } of [granter, ...owners]) {
      if (to === null) continue
      await emails.queue(tx, { template, to, brand, language: language ?? 'en', memberId, values: { at }, now })
    }
  }
}
