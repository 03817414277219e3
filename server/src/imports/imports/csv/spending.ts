import {
  type ImportedAccount,
  type ImportedTransaction,
  importAccounts,
  importTransactions,
  type KnownAccount,
  listKnownAccounts,
} from '../../../member/spending/importing.ts'
import { noteSent } from '../../../platform/db/upsert.ts'
import { stableId } from '../../../platform/versions/content.ts'
import { Refused } from '../refused.ts'
import { noteJudged } from '../sensitive/due-store.ts'
import { namesSensitiveCare } from '../sensitive/payments.ts'
import { acceptId, acceptOne, count, day, lastDay, money, number, words, yesNo } from './cell-types.ts'
import { type Columns, type CsvKind, type NewRow, optional, type RowOf, requireColumn, type Said } from './kind.ts'
import { findNamedMembers } from './named-members.ts'

const columns = {
  record: requireColumn(
    acceptOne({ account: 'account', transaction: 'transaction' } as const),
    'whether the row is an account in a plan year, or a transaction of one',
  ),
  member_number: requireColumn(number, 'the number on the ID card of the account’s owner'),
  account_number: requireColumn(acceptId(40), 'the vendor’s number for the account'),
  plan_year: optional(
    count(2000, 2100),
    'the year in which the plan year begins; if empty for a transaction, the plan year that contains its day',
  ),
  account_type: optional(
    acceptOne({ hsa: 'HSA', fsa: 'FSA', lpfsa: 'LPFSA', dca: 'DCA', dcfsa: 'DCA', hra: 'HRA' } as const),
    'account: health savings, flexible spending, limited-purpose flexible spending, dependent care, health reimbursement',
  ),
  status: optional(
    acceptOne({ open: 'open', closed: 'closed', withdrawn: 'withdrawn' } as const),
    'account: `open` if empty; `withdrawn` removes it, as if it had never existed',
  ),
  client_number: optional(
    acceptId(40),
    'account: the client that it belongs to; together with `group_number` or not at all',
  ),
  group_number: optional(acceptId(40), 'account: the group that it belongs to; empty: all of the member’s groups'),
  vendor_type: optional(words(40), 'account: the type under which the portal requests it; `SELECTACCOUNT` if empty'),
  vendor_name: optional(words(100), 'account: the vendor’s name, as members know it'),
  begin_date: optional(day, 'account: first day of the plan year; for a savings account, the day it was opened'),
  end_date: optional(lastDay, 'account: last day of the plan year; empty: none'),
  coverage_level: optional(
    acceptOne({ self: 'self', family: 'family' } as const),
    'savings account: whom the health plan covers, which determines the limit',
  ),
  election: optional(
    money,
    'account: the amount that the member chose to pay in, or that the employer gives, for the whole year',
  ),
  employee_contributed: optional(money, 'account: the amount that the member has paid in this plan year'),
  employer_contributed: optional(money, 'account: the amount that the employer has paid in this plan year'),
  spent: optional(money, 'account: the amount paid out this plan year'),
  balance: optional(money, 'account: the amount that can be spent; empty: computed from the other amounts if possible'),
  as_of: optional(day, 'account: the date of the amounts'),
  spend_by: optional(lastDay, 'account: last day of care that it pays for, if a grace period follows the plan year'),
  claim_by: optional(lastDay, 'account: last day to send in claims'),
  carry_over: optional(money, 'account: the most that carries over into the next plan year'),
  transaction_id: optional(acceptId(100), 'transaction: the vendor’s id; unique within the account'),
  date: optional(day, 'transaction: when the money moved, or was requested'),
  kind: optional(
    acceptOne({
      contribution: 'contribution',
      payment: 'payment',
      card: 'card',
      reimbursement: 'reimbursement',
      fee: 'fee',
      interest: 'interest',
      adjustment: 'adjustment',
    } as const),
    'transaction: its kind; `payment` goes to a provider, `reimbursement` to the member',
  ),
  amount: optional(money, 'transaction: money in is positive, money out negative'),
  state: optional(
    acceptOne({
      posted: 'posted',
      pending: 'pending',
      denied: 'denied',
      'receipt-needed': 'receipt-needed',
      withdrawn: 'withdrawn',
    } as const),
    'transaction: `posted` if empty; `withdrawn` removes it',
  ),
  paid_by: optional(
    acceptOne({ employee: 'employee', employer: 'employer' } as const),
    'contribution: who paid it in; empty: the file does not say',
  ),
  payee: optional(words(200), 'transaction: who got the money'),
  claim_number: optional(acceptId(100), 'transaction: the health plan’s number for the claim that it pays'),
  claim_payer: optional(
    words(200),
    'transaction: the name or number of the payer that numbers the claim, as claims say it, where several payers number their own',
  ),
  person_number: optional(
    number,
    'transaction: the number on the ID card of the person who got the care; empty: the member',
  ),
  sensitive: optional(
    yesNo,
    'transaction: `yes` shows its purpose to the patient alone; if empty, the words of `payee` and `note` decide',
  ),
  note: optional(words(500), 'transaction: in the vendor’s own words'),
} satisfies Columns

type Row = RowOf<typeof columns>
type Spending = CsvKind<typeof columns>

/** Spending accounts and their transactions, accounts first (MP-10, MP-11). */
export const spending: Spending = {
  name: 'spending',
  columns,
  check,
  toKey: (row) =>
    row.record === 'account'
      ? ['account', row.member_number, row.account_number, row.plan_year]
      : ['transaction', row.member_number, row.account_number, row.transaction_id],
  store: async (tx, rows, run) => {
    const members = await findNamedMembers(tx, run.now, rows)
    const read = rows.map((row) => readRow(row, members))
    await importAccounts(
      tx,
      read.flatMap((one) => ('account' in one ? one.account : [])),
      run,
    )
    const accounts = await listKnownAccounts(tx, [...new Set(members.values())])
    const placed = read.map((one) => ('transaction' in one ? inAccount(one, accounts) : one))
    await importTransactions(
      tx,
      placed.flatMap((one) => ('imported' in one ? one.imported : [])),
      run,
    )
    const refused = placed.map((one) => (one instanceof Refused ? one : null))
    const brands = rows.flatMap(({ brand }, index) => (refused[index] === null ? brand : []))
    await noteSent(tx, 'spending_sent', brands, run.now)
    for (const brand of new Set(brands)) await noteJudged(tx, brand)
    return refused
  },
}

type Placeless = Omit<ImportedTransaction, 'account_id'>
type Read =
  | Refused
  | { readonly account: ImportedAccount }
  | { readonly transaction: Placeless; readonly values: Row; readonly memberId: string }

function readRow({ brand, values }: NewRow<Row>, members: ReadonlyMap<string, string>): Read {
  const memberId = members.get(`${brand} ${values.member_number}`)
  if (memberId === undefined) {
    return new Refused('member_number', 'there is no member with this number: load the members, then this again')
  }
  return values.record === 'account'
    ? readAccount(brand, values, memberId)
    : readTransaction(brand, values, memberId, members)
}

function listMissing(row: Said<Row>, names: readonly (keyof Row)[]): readonly Refused[] {
  const missing = names.filter((one) => row[one] === null)
  return missing.map((name) => new Refused(name, `is empty, and no ${row.record} is without it`))
}

function check(row: Said<Row>): readonly Refused[] {
  if (row.record === 'transaction') return listMissing(row, ['transaction_id', 'date', 'kind', 'amount'])
  if (row.record !== 'account') return []
  const { account_type: type, begin_date: begins, end_date: ends } = row
  return [
    ...listMissing(row, ['account_type', 'plan_year']),
    ...((row.client_number === null) === (row.group_number === null)
      ? []
      : [new Refused('group_number', 'needs client_number and group_number, or neither')]),
    ...(type !== null && type !== 'HSA' && (row.balance ?? 0) < 0
      ? [new Refused('balance', 'is below zero, which only a savings account can be')]
      : []),
    ...(begins !== null && ends !== null && ends < begins ? [new Refused('end_date', 'is before begin_date')] : []),
  ]
}

function readAccount(brand: string, row: Row, memberId: string): Read {
  return {
    account: {
      member_id: memberId,
      account_id: stableId('spending', brand, row.member_number, row.account_number, String(row.plan_year)),
      account_number: row.account_number,
      client_number: row.client_number,
      group_number: row.group_number,
      vendor_type: row.vendor_type ?? 'SELECTACCOUNT',
      vendor_name: row.vendor_name,
      account_type: row.account_type,
      state: row.status ?? 'open',
      plan_year: row.plan_year,
      begin_date: row.begin_date,
      end_date: row.end_date,
      coverage_level: row.coverage_level,
      election_cents: row.election,
      employee_cents: row.employee_contributed,
      employer_cents: row.employer_contributed,
      spent_cents: row.spent,
      balance_cents: row.balance,
      as_of: row.as_of,
      spend_by: row.spend_by,
      claim_by: row.claim_by,
      carry_over_cents: row.carry_over,
    },
  }
}

function readTransaction(brand: string, row: Row, memberId: string, members: ReadonlyMap<string, string>): Read {
  const person = row.person_number === null ? memberId : members.get(`${brand} ${row.person_number}`)
  if (person === undefined) return new Refused('person_number', 'there is no member with this number')
  return {
    memberId,
    values: row,
    transaction: {
      member_id: memberId,
      transaction_id: stableId('moved', brand, row.member_number, row.account_number, row.transaction_id ?? ''),
      vendor_id: row.transaction_id,
      moved_on: row.date,
      kind: row.kind,
      state: row.state ?? 'posted',
      amount_cents: row.amount,
      paid_by: row.paid_by,
      payee: row.payee,
      note: row.note,
      for_member_id: person === memberId ? null : person,
      claim_number: row.claim_number,
      claim_payer: row.claim_payer,
      sensitive: row.sensitive ?? namesSensitiveCare(row),
      sensitive_said: row.sensitive,
    },
  }
}

/** Assigns a transaction to the plan year that its row names, or to the last one that had begun on its day. */
function inAccount(
  one: Extract<Read, { transaction: Placeless }>,
  accounts: readonly KnownAccount[],
): Refused | { readonly imported: ImportedTransaction } {
  const { values, memberId, transaction } = one
  const years = accounts.filter(
    (account) => account.memberId === memberId && account.accountNumber === values.account_number,
  )
  const hasBegun = (account: KnownAccount) => (account.beginDate ?? `${account.planYear}-01-01`) <= (values.date ?? '')
  const account =
    values.plan_year === null
      ? (years.findLast(hasBegun) ?? years[0])
      : years.find(({ planYear }) => planYear === values.plan_year)
  if (account === undefined) {
    return new Refused('account_number', 'there is no such account of the member: load the account, then this again')
  }
  return { imported: { ...transaction, account_id: account.accountId } as ImportedTransaction }
}
