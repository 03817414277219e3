import * as calls from '@portico/contract/calls/profile'
import type { Binder } from '../../platform/http/bind.ts'
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
  binder.bind(calls.closeAccount, parts.closing.close)
  binder.bind(calls.confirmEmail, confirmEmail(parts))
}
