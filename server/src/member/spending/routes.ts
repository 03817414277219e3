import * as calls from '@portico/contract/calls/spending'
import { easternDay } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import { about } from '../../platform/http/recorded.ts'
import { findReader } from '../claims/people.ts'
import { readCovered } from '../member/contract.ts'
import { nameGroup, ownGroup } from '../member/own-group.ts'
import type { WellnessContent } from '../wellness/content.ts'
import { toListedAccount } from './accounts.ts'
import { transactionsCsv, yearCsv } from './csv.ts'
import { readOutlook } from './outlook.ts'
import { readClaimPayable, readSummary, readTransactions, readYear, scopeWith } from './service.ts'
import { listGroupAccounts } from './store.ts'
import { spendingTexts } from './texts.ts'

/** A member's spending accounts (HT-4, MP-10, MP-11). Nothing here moves money. */
export function bindSpending(binder: Binder, database: Database, wellness: WellnessContent): void {
  binder.bind(calls.accountList, async ({ principal, query }, _context, tx) => {
    const member = await readCovered(tx, principal.memberId)
    if (member?.memberNumber !== query.memberID) throw new CallError('NOT-FOUND')
    const scope = await ownGroup(tx, principal, query)
    const accounts = (await listGroupAccounts(tx, scope, query.vendorType)).map(toListedAccount)
    return about(nameGroup(scope), { accounts })
  })

  binder.bind(calls.spendingSummary, ({ principal, query }, context) =>
    readSummary(database, principal, query.year, context),
  )

  binder.bind(calls.claimPayable, readClaimPayable)

  binder.bind(calls.spendingOutlook, readOutlook(wellness))

  binder.bind(calls.listTransactions, readTransactions)

  binder.bind(calls.exportTransactions, {
    handle: async ({ principal, query }, { now, language }, tx) =>
      about(principal.memberId, {
        ...(await scopeWith(tx, principal, query, now)),
        language,
        reader: findReader(principal),
      }),
    finish: async (covered, { query }, { language, now }) => {
      const name = `${spendingTexts(language)('fileName')}-${easternDay(now)}.csv`
      return csvFile(name, transactionsCsv(database, covered, { filter: query, order: query }))
    },
  })

  binder.bind(calls.spendingYear, ({ principal, query }, context) => readYear(database, principal, query, context))

  binder.bind(calls.exportYear, {
    handle: async ({ principal, query }, { now, language }, tx) =>
      about(principal.memberId, {
        ...(await scopeWith(tx, principal, query, now)),
        language,
        reader: findReader(principal),
      }),
    finish: async (covered, { query }, { language, now }) => {
      const year = query.year ?? Number(easternDay(now).slice(0, 4))
      const name = `${spendingTexts(language)('yearName')}-${year}.csv`
      return csvFile(name, yearCsv(database, covered, { year, account: query.account }))
    },
  })
}

function csvFile(name: string, content: AsyncIterable<Uint8Array>): FileAnswer {
  return { name, type: 'text/csv; charset=utf-8', size: null, inline: false, content }
}
