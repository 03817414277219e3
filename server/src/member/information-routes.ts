import * as calls from '@portico/contract/calls/member'
import { balanceCents } from '@portico/rules/member/spending'
import { audit } from '../audit/store.ts'
import { easternDay } from '../day.ts'
import type { Database } from '../db/database.ts'
import type { Binder } from '../http/bind.ts'
import { CallError } from '../http/call-error.ts'
import { readMemberInfo } from './member-info.ts'
import { ownGroup, recordGroupEvent } from './own-group.ts'
import { findMember, listCoverages, listSpendingAccounts, type SpendingAccount } from './store.ts'

/** What the page asks about a member besides what their screens show (HT-4). */
export function bindMemberInformation(binder: Binder, database: Database): void {
  binder.bind(calls.memberInfo, ({ principal }, context) => readMemberInfo(database, principal, context))

  binder.bind(calls.coverageEffectuation, ({ principal }, { origin, now }) =>
    database.transaction(async (tx) => {
      const { memberId } = principal
      await audit(
        tx,
        principal,
        { action: 'effectuation.read', recordType: 'member', recordId: memberId },
        { origin, now },
      )
      const today = easternDay(now)
      const coverages = await listCoverages(tx, memberId)
      return {
        coverages: coverages.map(({ client_number, group_number, effectuated_on: day }) => ({
          clientNumber: client_number,
          groupNumber: group_number,
          effectuated: day !== null && day <= today,
          effectuationDate: day,
        })),
      }
    }),
  )

  binder.bind(calls.accountList, ({ principal, query }, context) =>
    database.transaction(async (tx) => {
      const member = await findMember(tx, principal.memberId)
      if (member?.member_number !== query.memberID) throw new CallError('NOT-FOUND')
      const scope = await ownGroup(tx, principal, query)
      await recordGroupEvent(tx, 'spending-accounts.read', principal, scope, context)
      return { accounts: (await listSpendingAccounts(tx, scope, query.vendorType)).map(accountOf) }
    }),
  )
}

function accountOf(row: SpendingAccount) {
  const { annual_cents: annualCents, contributed_cents: contributedCents, spent_cents: spentCents } = row
  return {
    accountId: row.account_id,
    accountType: row.account_type,
    planYear: row.plan_year,
    beginDate: row.begin_date,
    endDate: row.end_date,
    annualCents,
    contributedCents,
    spentCents,
    balanceCents: balanceCents({ type: row.account_type, annualCents, contributedCents, spentCents }),
  }
}
