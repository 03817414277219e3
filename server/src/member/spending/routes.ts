import * as calls from '@portico/contract/calls/spending'
import { readAudited } from '../../platform/audit/reads.ts'
import { auditMember } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import { readCovered } from '../member/contract.ts'
import { nameGroup, ownGroup } from '../member/own-group.ts'
import { toListedAccount } from './accounts.ts'
import { type CsvAbout, transactionsCsv, yearCsv } from './csv.ts'
import { readClaimPayable, readSummary, readTransactions, readYear, scopeWith } from './service.ts'
import { listGroupAccounts, type TransactionFilter } from './store.ts'
import { spendingTexts } from './texts.ts'

/** A member's spending accounts (HT-4, MP-10, MP-11). Nothing here moves money. */
export function bindSpending(binder: Binder, database: Database): void {
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

  binder.bind(calls.listTransactions, readTransactions)

  binder.bind(calls.exportTransactions, async ({ principal, query }, context) => {
    const about = await auditExport(database, principal, query, context)
    const name = `${spendingTexts(context.language)('fileName')}-${easternDay(context.now)}.csv`
    return csvFile(name, transactionsCsv(database, about, { filter: query, order: query }))
  })

  binder.bind(calls.spendingYear, ({ principal, query }, context) => readYear(database, principal, query, context))

  binder.bind(calls.exportYear, async ({ principal, query }, context) => {
    const about = await auditExport(database, principal, query, context)
    const year = query.year ?? Number(easternDay(context.now).slice(0, 4))
    const name = `${spendingTexts(context.language)('yearName')}-${year}.csv`
    return csvFile(name, yearCsv(database, about, { year, account: query.account }))
  })
}

/** Audits the request for a file, and returns the accounts that the file may cover. */
function auditExport(
  database: Database,
  principal: MemberPrincipal,
  filter: Pick<TransactionFilter, 'account' | 'person'>,
  { origin, now, language }: CallContext,
): Promise<CsvAbout> {
  return readAudited(database, async (tx) => {
    await auditMember(tx, principal, 'spending.export', { origin, now })
    return { ...(await scopeWith(tx, principal, filter, now)), language }
  })
}

function csvFile(name: string, content: AsyncIterable<Uint8Array>): FileAnswer {
  return { name, type: 'text/csv; charset=utf-8', size: null, inline: false, content }
}
