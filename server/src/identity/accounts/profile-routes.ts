import * as calls from '@portico/contract/calls/profile'
import type { Binder } from '../../platform/http/bind.ts'
import { clearSessionCookies } from '../sessions/cookies.ts'
import type { AccountClosing } from './closing.ts'
import {
  changeProfile,
  confirmEmail,
  type ProfileParts,
  readProfile,
  sendEmailLink,
  withdrawEmail,
} from './profiles.ts'

export function bindProfile(binder: Binder, parts: ProfileParts & { readonly closing: AccountClosing }): void {
  binder.bind(calls.consumerProfile, readProfile)
  binder.bind(calls.updateProfile, changeProfile(parts))
  binder.bind(calls.changeEmail, sendEmailLink(parts))
  binder.bind(calls.withdrawEmail, withdrawEmail)
  binder.bind(calls.closeAccount, async ({ principal, body }, context) => {
    await parts.closing.close(principal, body.password, context)
    clearSessionCookies(context)
    return { closedAt: context.now.toISOString() }
  })
  binder.bind(calls.confirmEmail, async ({ body }, context) => {
    await confirmEmail(parts, body.ticket, context)
    return { confirmedAt: context.now.toISOString() }
  })
}
