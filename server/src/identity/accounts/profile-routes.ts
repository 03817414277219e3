import * as calls from '@portico/contract/calls/profile'
import type { Binder } from '../../platform/http/bind.ts'
import { clearSessionCookies } from '../sessions/cookies.ts'
import type { AccountClosing } from './closing.ts'
import type { Profiles } from './profiles.ts'

export function bindProfile(
  binder: Binder,
  { profiles, closing }: { readonly profiles: Profiles; readonly closing: AccountClosing },
): void {
  binder.bind(calls.consumerProfile, ({ principal }, context) => profiles.read(principal, context))
  binder.bind(calls.updateProfile, ({ principal, body }, context) => profiles.update(principal, body, context))
  binder.bind(calls.changeEmail, ({ principal, body }, context) => profiles.changeEmail(principal, body.email, context))
  binder.bind(calls.withdrawEmail, ({ principal }, context) => profiles.withdrawEmail(principal, context))
  binder.bind(calls.closeAccount, async ({ principal, body }, context) => {
    await closing.close(principal, body.password, context)
    clearSessionCookies(context)
    return { closedAt: context.now.toISOString() }
  })
  binder.bind(calls.confirmEmail, async ({ body }, context) => {
    await profiles.confirmEmail(body.ticket, context)
    return { confirmedAt: context.now.toISOString() }
  })
}
