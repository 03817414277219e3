import * as calls from '@portico/contract/calls/profile'
import type { Binder } from '../http/bind.ts'
import type { Profiles } from './profiles.ts'

export function bindProfile(binder: Binder, profiles: Profiles): void {
  binder.bind(calls.consumerProfile, ({ principal }, context) => profiles.read(principal, context))
  binder.bind(calls.updateProfile, ({ principal, body }, context) => profiles.update(principal, body, context))
  binder.bind(calls.changeEmail, ({ principal, body }, context) => profiles.changeEmail(principal, body.email, context))
  binder.bind(calls.withdrawEmail, ({ principal }, context) => profiles.withdrawEmail(principal, context))
  binder.bind(calls.confirmEmail, async ({ body }, context) => {
    await profiles.confirmEmail(body.ticket, context)
    return { confirmedAt: context.now.toISOString() }
  })
}
