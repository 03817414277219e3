import { closeAccount } from '@portico/contract/calls/profile'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { PreparedHandler } from '../../platform/http/stages.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { PasswordCheck } from '../passwords/password-check.ts'
import { clearSessionCookies } from '../sessions/cookies.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { findAccount } from './account-statement.ts'
import { closeDoor, closeRows, holdOpenAccount } from './closing-store.ts'
import { readHold } from './legal-hold.ts'
import { isRegistered } from './new-accounts.ts'

export interface AccountClosing {
  /**
   * Closes the signed-in person's account permanently (RG-3): all sessions end, no one can sign in to it anymore, and an e-mail tells the
   * person. The plan's records of a member stay. Throws FIELD-INVALID at `password`, TOO-MANY-REQUESTS.
   */
  readonly close: PreparedHandler<typeof closeAccount, void>
}

export function createClosing(parts: {
  readonly passwordCheck: PasswordCheck
  readonly sessions: Sessions
  readonly emails: EmailService
  readonly limits: Limits
  /** Ends the access that the account has given to others, and its own access to others' information (RG-3). */
  readonly endAccess: (tx: Tx, principal: Principal, context: CallContext) => Promise<void>
}): AccountClosing {
  const { passwordCheck, sessions, emails, limits, endAccess } = parts
  const close: PreparedHandler<typeof closeAccount, void> = {
    prepare: async ({ principal, body: { password } }, context) =>
      passwordCheck.confirm(principal, { password, field: 'password', action: closeAccount.audit.action }, context),
    handle: async ({ principal }, context, tx) => {
      const { now, language } = context
      const { accountId, memberId, brand } = principal
      const account = (await holdOpenAccount(tx, accountId)) && (await findAccount(tx, accountId))
      if (!account) throw new CallError('NO-SESSION')
      const { member_id: own } = account
      // Waits for whatever is being stored for the member right now, so that it is deleted, too.
      if (own !== null) await lockMember(tx, own)
      await endAccess(tx, principal, context)
      if (own !== null && (await readHold(tx, own)) !== null) await closeDoor(tx, accountId)
      else {
        await closeRows(tx, 'account', accountId)
        // The rows stay for another account of the same member.
        if (own !== null && !(await isRegistered(tx, own))) await closeRows(tx, 'member', own)
      }
      await sessions.endAll(tx, accountId, { except: null, reason: 'account-closed', now })
      await limits.forgetLogin(tx, account.login_id)
      const { email: to } = account
      const letter = { template: 'account-closed', brand, language, memberId, now } as const
      if (to !== null) await emails.queue(tx, { ...letter, to, values: { at: now.toISOString() } })
      clearSessionCookies(context)
      return { closedAt: now.toISOString() }
    },
  }
  return { close }
}
