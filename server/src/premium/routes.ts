import * as calls from '@portico/contract/calls/premium'
import type { Database } from '../db/database.ts'
import type { Binder } from '../http/bind.ts'
import type { PremiumDocuments } from './documents.ts'
import type { Payments } from './payments.ts'
import { readBills } from './service.ts'

/** What coverage costs, for who pays for it (MP-18). */
export function bindPremium(
  binder: Binder,
  parts: { readonly database: Database; readonly documents: PremiumDocuments; readonly payments: Payments },
): void {
  const { database, documents, payments } = parts
  const bills = { database, gateway: payments.gateway?.name ?? null }
  binder.bind(calls.premiumBills, ({ principal }, context) => readBills(bills, principal, context))

  binder.bind(calls.premiumBillFile, ({ principal, params, query }, context) => {
    const wanted = { kind: 'bill', id: params.billId, language: query.language ?? context.language } as const
    return documents.create(principal, wanted, context)
  })

  binder.bind(calls.premiumReceipt, ({ principal, params, query }, context) => {
    const wanted = { kind: 'receipt', id: params.moveId, language: query.language ?? context.language } as const
    return documents.create(principal, wanted, context)
  })

  binder.bind(calls.payPremium, ({ principal, body }, context) => payments.begin(principal, body, context))

  binder.bind(calls.premiumPayment, ({ principal, params }, context) =>
    payments.read(principal, params.paymentId, context),
  )

  binder.bind(calls.cancelPremiumPayment, ({ principal, params }, context) =>
    payments.cancel(principal, params.paymentId, context),
  )
}
