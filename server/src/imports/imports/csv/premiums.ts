import { noteSent } from '../../../platform/db/upsert.ts'
import { stableId } from '../../../platform/versions/content.ts'
import {
  type ImportedBill,
  type ImportedLine,
  type ImportedMove,
  type ImportedPremiumAccount,
  importPremiums,
  listKnownPremiums,
} from '../../../sales/premium/importing.ts'
import { Refused } from '../refused.ts'
import { acceptId, acceptOne, count, day, lastDay, money, number, uuid, words, yesNo } from './cell-types.ts'
import { type Columns, type CsvKind, optional, type RowOf, requireColumn, type Said } from './kind.ts'
import { findNamedMembers } from './named-members.ts'

const lineKinds = {
  premium: 'premium',
  tax_credit: 'tax-credit',
  fee: 'fee',
  adjustment: 'adjustment',
  carried: 'carried',
} as const
const moveKinds = { payment: 'payment', refund: 'refund', returned: 'returned', adjustment: 'adjustment' } as const

const columns = {
  record: requireColumn(
    acceptOne({ account: 'account', bill: 'bill', line: 'line', payment: 'payment' } as const),
    'what the row is: an account on which a contract is billed, a bill, a line of one, or a payment',
  ),
  member_number: requireColumn(number, 'the number on the ID card of the person who pays: the subscriber'),
  account_number: requireColumn(acceptId(40), 'the number of the account in the plan’s billing'),
  withdrawn: optional(yesNo, '`yes` removes the row, as if it had never existed'),
  closed: optional(yesNo, 'account: `yes` if there will be no more bills'),
  client_number: optional(acceptId(40), 'account: its client; together with `group_number` or not at all'),
  group_number: optional(acceptId(40), 'account: its group'),
  balance: optional(money, 'account: the amount owed, below zero a credit; empty: unknown, and not computed'),
  as_of: optional(day, 'account: the date of the balance; required with a balance'),
  paid_through: optional(lastDay, 'account: last day paid for'),
  auto_pay: optional(yesNo, 'account: whether the plan itself collects the premium from an account or a card'),
  tax_credit: optional(yesNo, 'account: whether the advance premium tax credit pays part of it'),
  grace_days: optional(count(0, 366), 'account: days after the due day until coverage ends; 90 with the tax credit'),
  coverage_ends: optional(
    acceptOne({ first_month: 'first-month', paid_through: 'paid-through', grace_end: 'grace-end' } as const),
    'account: the last day of coverage after that: the end of the first month of these days, the last day paid for, or the last of these days',
  ),
  bill_number: optional(acceptId(40), 'bill and line: the bill’s number; unique within the account'),
  issued_on: optional(day, 'bill: when it was sent'),
  due_on: optional(day, 'bill: the day by which it must be paid'),
  period_from: optional(day, 'bill: first day that it covers'),
  period_to: optional(lastDay, 'bill: last day that it covers'),
  amount: optional(
    money,
    'bill: its total; line: its part of it; payment: money received is positive, money returned negative',
  ),
  position: optional(count(1, 200), 'line: its position on the bill, which identifies it'),
  kind: optional(
    acceptOne({ ...lineKinds, ...moveKinds }),
    'line: `premium`, `tax_credit`, `fee`, `adjustment`, `carried` (left from earlier bills); payment: `payment`, `refund`, `returned` (taken back by the bank), `adjustment`',
  ),
  person_number: optional(
    number,
    'line: the number on the ID card of the person it is for; empty: no one in particular',
  ),
  payment_id: optional(acceptId(100), 'payment: its id in the plan’s billing; unique within the account'),
  date: optional(day, 'payment: when the money moved'),
  way: optional(
    acceptOne({
      card: 'card',
      bank: 'bank',
      check: 'check',
      cash: 'cash',
      payroll: 'payroll',
      other: 'other',
    } as const),
    'payment: how it was paid; empty: the file does not say',
  ),
  portal_payment: optional(uuid, 'payment: the id of the same payment in the portal, so that it is not counted twice'),
  note: optional(words(200), 'line and payment: in the plan’s own words'),
} satisfies Columns

type Row = RowOf<typeof columns>

/** Premium accounts, bills with their lines, and payments (MP-18), in any order within a file. */
export const premiums: CsvKind<typeof columns> = {
  name: 'premiums',
  columns,
  check,
  toKey: (row) => {
    const key = [row.record, row.member_number, row.account_number]
    if (row.record === 'account') return key
    if (row.record === 'payment') return [...key, row.payment_id]
    return [...key, row.bill_number, ...(row.record === 'line' ? [row.position] : [])]
  },
  store: async (tx, rows, run) => {
    const members = await findNamedMembers(tx, run.now, rows)
    const known = new Set(await listKnownPremiums(tx, [...new Set(members.values())]))
    const read = rows.map(({ brand, values }) => readRow(brand, values, members))
    // Accounts and bills in the same batch count as known, too.
    for (const one of read) if ('account' in one) known.add(String(one.account.account_id))
    for (const one of read)
      if ('bill' in one && known.has(String(one.bill.account_id))) known.add(String(one.bill.bill_id))
    const placed = read.map((one) => placeRow(known, one))
    await importPremiums(
      tx,
      {
        accounts: placed.flatMap((one) => ('account' in one ? one.account : [])),
        bills: placed.flatMap((one) => ('bill' in one ? one.bill : [])),
        lines: placed.flatMap((one) => ('line' in one ? one.line : [])),
        moves: placed.flatMap((one) => ('move' in one ? one.move : [])),
      },
      run,
    )
    const refused = placed.map((one) => (one instanceof Refused ? one : null))
    const brands = rows.flatMap(({ brand }, index) => (refused[index] === null ? brand : []))
    await noteSent(tx, 'premium_sent', brands, run.now)
    return refused
  },
}

type Read =
  | Refused
  | { readonly account: ImportedPremiumAccount }
  | { readonly bill: ImportedBill }
  | { readonly line: ImportedLine }
  | { readonly move: ImportedMove }

function placeRow(known: ReadonlySet<string>, one: Read): Read {
  if (one instanceof Refused || 'account' in one) return one
  const isAccount = !('line' in one)
  const of = 'line' in one ? one.line.bill_id : 'bill' in one ? one.bill.account_id : one.move.account_id
  if (known.has(String(of))) return one
  return isAccount
    ? new Refused('account_number', 'there is no such account of the member: load the account, then this again')
    : new Refused('bill_number', 'there is no such bill of the account: load the bill, then this again')
}

function readRow(brand: string, row: Row, members: ReadonlyMap<string, string>): Read {
  const memberId = members.get(`${brand} ${row.member_number}`)
  if (memberId === undefined) {
    return new Refused('member_number', 'there is no member with this number: load the members, then this again')
  }
  const account = ['premium', brand, row.member_number, row.account_number] as const
  const ids = { member_id: memberId, account_id: stableId(...account) }
  const computeId = (what: string, ...own: (string | number | null)[]) => stableId(...account, what, ...own.map(String))
  if (row.record === 'account') return readAccount(row, ids)
  if (row.record === 'bill') return readBill(row, { ...ids, bill_id: computeId('bill', row.bill_number) })
  if (row.record === 'payment') return readMove(row, { ...ids, move_id: computeId('move', row.payment_id) })
  const person = row.person_number === null ? null : members.get(`${brand} ${row.person_number}`)
  if (person === undefined) return new Refused('person_number', 'there is no member with this number')
  return readLine(row, {
    member_id: memberId,
    bill_id: computeId('bill', row.bill_number),
    line_id: computeId('line', row.bill_number, row.position),
    for_member_id: person,
  })
}

function listMissing(row: Said<Row>, names: readonly (keyof Row)[]): readonly Refused[] {
  const missing = names.filter((one) => row[one] === null)
  return missing.map((name) => new Refused(name, `is empty, and no ${row.record} is without it`))
}

function check(row: Said<Row>): readonly Refused[] {
  switch (row.record) {
    case 'account':
      return [
        ...(row.balance === null ? [] : listMissing(row, ['as_of'])),
        ...((row.client_number === null) === (row.group_number === null)
          ? []
          : [new Refused('group_number', 'needs client_number and group_number, or neither')]),
      ]
    case 'bill':
      return [
        ...listMissing(row, ['bill_number', 'amount']),
        ...(row.period_from !== null && row.period_to !== null && row.period_to < row.period_from
          ? [new Refused('period_to', 'is before period_from')]
          : []),
      ]
    case 'payment':
      return [...listMissing(row, ['payment_id', 'date', 'kind', 'amount']), ...checkMove(row)]
    case null:
      return []
    default:
      return [
        ...listMissing(row, ['bill_number', 'position', 'kind', 'amount']),
        ...(row.kind === null || Object.values<string | null>(lineKinds).includes(row.kind)
          ? []
          : [new Refused('kind', 'is none of a line')]),
      ]
  }
}

function checkMove({ kind, amount }: Said<Row>): readonly Refused[] {
  if (kind === null) return []
  if (!Object.values<string | null>(moveKinds).includes(kind)) return [new Refused('kind', 'is none of a payment')]
  const goesBack = kind === 'refund' || kind === 'returned'
  if (kind === 'adjustment' || amount === null || amount < 0 === goesBack) return []
  const reason = goesBack ? 'is not below zero, though it went back' : 'is below zero, though it came in'
  return [new Refused('amount', reason)]
}

type AccountKey = Pick<ImportedPremiumAccount, 'member_id' | 'account_id'>

function readAccount(row: Row, ids: AccountKey): Read {
  return {
    account: {
      ...ids,
      account_number: row.account_number,
      client_number: row.client_number,
      group_number: row.group_number,
      state: row.withdrawn ? 'withdrawn' : row.closed ? 'closed' : 'open',
      balance_cents: row.balance,
      as_of: row.as_of,
      paid_through: row.paid_through,
      auto_pay: row.auto_pay,
      tax_credit: row.tax_credit,
      grace_days: row.grace_days,
      end_rule: row.coverage_ends,
    },
  }
}

function readBill(row: Row, ids: AccountKey & Pick<ImportedBill, 'bill_id'>): Read {
  return {
    bill: {
      ...ids,
      bill_number: row.bill_number,
      state: row.withdrawn ? 'withdrawn' : 'sent',
      issued_on: row.issued_on,
      due_on: row.due_on,
      period_from: row.period_from,
      period_to: row.period_to,
      amount_cents: row.amount,
    },
  }
}

function readLine(row: Row, ids: Pick<ImportedLine, 'member_id' | 'bill_id' | 'line_id' | 'for_member_id'>): Read {
  return {
    line: {
      ...ids,
      position: row.position,
      state: row.withdrawn ? 'withdrawn' : 'sent',
      kind: row.kind,
      amount_cents: row.amount,
      note: row.note,
    },
  }
}

function readMove(row: Row, ids: AccountKey & Pick<ImportedMove, 'move_id'>): Read {
  return {
    move: {
      ...ids,
      vendor_id: row.payment_id,
      state: row.withdrawn ? 'withdrawn' : 'posted',
      moved_on: row.date,
      kind: row.kind,
      way: row.way,
      amount_cents: row.amount,
      note: row.note,
      payment_id: row.portal_payment,
    },
  }
}
