import * as autopayCalls from '@portico/contract/calls/autopay'
import * as calls from '@portico/contract/calls/premium'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import type { Methods } from './methods.ts'
import type { Payments } from './payments.ts'
import { readBills } from './service.ts'

/** What coverage costs, for the person who pays for it (MP-18). */
export function bindPremium(
  binder: Binder,
  parts: {
    readonly database: Database
    readonly payments: Payments
    readonly methods: Methods
  },
): void {
  const { database, payments, methods } = parts
  const bills = { database, gateway: payments.gateway?.name ?? null }
  binder.bind(calls.premiumBills, ({ principal }, context) => readBills(bills, principal, context))

  binder.bind(calls.payPremium, ({ principal, body }, context) => payments.begin(principal, body, context))

  binder.bind(calls.premiumPayment, ({ principal, params }, context) =>
    payments.read(principal, params.paymentId, context),
  )

  binder.bind(calls.cancelPremiumPayment, ({ principal, params }, context) =>
    payments.cancel(principal, params.paymentId, context),
  )

  binder.bind(autopayCalls.keepMethod, ({ principal, body }, context) => methods.keep(principal, body, context))

  binder.bind(autopayCalls.premiumMethod, ({ principal, params }, context) =>
    methods.read(principal, params.methodId, context),
  )

  binder.bind(autopayCalls.removeMethod, ({ principal, params }, context) =>
    methods.remove(principal, params.methodId, context),
  )
}
