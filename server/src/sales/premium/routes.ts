import * as autopayCalls from '@portico/contract/calls/autopay'
import * as calls from '@portico/contract/calls/premium'
import type { Binder } from '../../platform/http/bind.ts'
import type { Methods } from './methods.ts'
import type { Payments } from './payments.ts'
import { readBills } from './service.ts'

/** What coverage costs, for the person who pays for it (MP-18). */
export function bindPremium(binder: Binder, parts: { readonly payments: Payments; readonly methods: Methods }): void {
  const { payments, methods } = parts
  binder.bind(calls.premiumBills, readBills(payments.gateway?.name ?? null))
  binder.bind(calls.payPremium, payments.begin)
  binder.bind(calls.premiumPayment, payments.read)
  binder.bind(calls.cancelPremiumPayment, payments.cancel)
  binder.bind(autopayCalls.keepMethod, methods.keep)
  binder.bind(autopayCalls.premiumMethod, methods.read)
  binder.bind(autopayCalls.removeMethod, methods.remove)
}
