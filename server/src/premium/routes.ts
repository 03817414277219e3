import * as calls from '@portico/contract/calls/premium'
import type { Database } from '../db/database.ts'
import type { Binder } from '../http/bind.ts'
import type { PremiumDocuments } from './documents.ts'
import { readBills } from './service.ts'

/** What coverage costs, for who pays for it (MP-18). */
export function bindPremium(
  binder: Binder,
  parts: { readonly database: Database; readonly documents: PremiumDocuments },
): void {
  const { database, documents } = parts
  binder.bind(calls.premiumBills, ({ principal }, context) => readBills(database, principal, context))

  binder.bind(calls.premiumBillFile, ({ principal, params, query }, context) => {
    const wanted = { kind: 'bill', id: params.billId, language: query.language ?? context.language } as const
    return documents.create(principal, wanted, context)
  })

  binder.bind(calls.premiumReceipt, ({ principal, params, query }, context) => {
    const wanted = { kind: 'receipt', id: params.moveId, language: query.language ?? context.language } as const
    return documents.create(principal, wanted, context)
  })
}
