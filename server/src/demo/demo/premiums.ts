import { readFileSync } from 'node:fs'
import { lastDayOfMonth } from '@portico/rules/premium/grace'
import * as v from 'valibot'
import { premiums } from '../../imports/imports/csv/premiums.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import { type DemoRow, importDemoRows } from './import-rows.ts'
import { listLoadedBrands, listMemberNumbers } from './store.ts'

const Account = v.object({
  brand: v.string(),
  member: v.string(),
  account: v.string(),
  client: v.string(),
  group: v.string(),
  dueInDays: v.number(),
  months: v.number(),
  /** How many of the newest bills are unpaid. */
  unpaid: v.number(),
  balance: v.optional(v.literal('unknown')),
  autoPay: v.nullable(v.boolean()),
  taxCredit: v.nullable(v.boolean()),
  graceDays: v.nullable(v.number()),
  coverageEnds: v.nullable(v.string()),
  way: v.string(),
  lines: v.array(
    v.object({ kind: v.string(), amount: v.number(), person: v.optional(v.string()), note: v.optional(v.string()) }),
  ),
  /** The amount of bills without lines. */
  amount: v.optional(v.number()),
  moved: v.array(
    v.object({
      daysAgo: v.number(),
      kind: v.string(),
      amount: v.number(),
      way: v.optional(v.string()),
      note: v.optional(v.string()),
    }),
  ),
})
type Account = v.InferOutput<typeof Account>
const File = v.object({ accounts: v.array(Account) })

/** Imports the premium bills of the demo's members, one brand at a time. A brand that has some is left alone. */
export async function loadDemoPremiums(database: Database, file: string, now: Date): Promise<void> {
  const { accounts } = v.parse(File, JSON.parse(readFileSync(file, 'utf8')))
  const sent = await listLoadedBrands(database.read, 'premium_sent')
  const known = await listMemberNumbers(database.read)
  const isKnown = new Set(known.map((member) => `${member.brand} ${member.member_number}`))
  for (const [brand, all] of Map.groupBy(accounts, (one) => one.brand)) {
    if (sent.has(brand)) continue
    // If the database has other people than the demo's, their rows are left out.
    const theirs = all.filter(({ member, lines }) =>
      [member, ...lines.flatMap(({ person = [] }) => person)].every((number) => isKnown.has(`${brand} ${number}`)),
    )
    const rows = theirs.flatMap((account) => premiumRows(account, easternDay(now)))
    if (rows.length > 0) await importDemoRows(database, premiums, { name: 'demo/premiums.json', brand, rows }, now)
  }
}

const dollars = (cents: number) => (cents / 100).toFixed(2)
const toCents = (amount: number) => Math.round(amount * 100)
const yesNo = (value: boolean | null) => (value === null ? '' : value ? 'yes' : 'no')

/** An account's rows as of a day: one bill per month, and a payment for each paid bill. */
function premiumRows(account: Account, today: string): DemoRow[] {
  const key = { member_number: account.member, account_number: account.account }
  const newest = newestDue(account, today)
  const price =
    account.amount === undefined
      ? account.lines.reduce((sum, { amount }) => sum + toCents(amount), 0)
      : toCents(account.amount)
  const bills = Array.from({ length: account.months }, (_, ago) =>
    billRows(account, { key, today, newest, ago, price }),
  )
  const isPaidSome = account.balance !== 'unknown' && account.unpaid < account.months
  const paidThrough = isPaidSome ? isoDayAfter(firstOfMonth(monthsBefore(newest, account.unpaid - 1)), -1) : ''
  return [
    {
      ...key,
      record: 'account',
      client_number: account.client,
      group_number: account.group,
      balance: account.balance === 'unknown' ? '' : dollars(account.unpaid * price),
      as_of: account.balance === 'unknown' ? '' : today,
      paid_through: paidThrough,
      auto_pay: yesNo(account.autoPay),
      tax_credit: yesNo(account.taxCredit),
      grace_days: account.graceDays === null ? '' : String(account.graceDays),
      coverage_ends: account.coverageEnds ?? '',
    },
    ...bills.flat(),
    ...account.moved.map((one, at) => ({
      ...key,
      record: 'payment',
      payment_id: `M${at + 1}`,
      date: isoDayAfter(today, -one.daysAgo),
      kind: one.kind,
      amount: dollars(toCents(one.amount)),
      way: one.way ?? '',
      note: one.note ?? '',
    })),
  ]
}

/** In the coverage's year, which is today's. */
function newestDue({ dueInDays }: Account, today: string): string {
  const due = isoDayAfter(today, dueInDays)
  return due.slice(0, 4) === today.slice(0, 4) ? due : `${today.slice(0, 4)}-12-31`
}

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`

interface Month {
  readonly key: DemoRow
  readonly today: string
  readonly newest: string
  /** Months before the newest bill. */
  readonly ago: number
  readonly price: number
}

function billRows(account: Account, { key, today, newest, ago, price }: Month): DemoRow[] {
  const due = monthsBefore(newest, ago)
  const bill = { ...key, bill_number: `B${due.slice(2).replaceAll('-', '')}` }
  // A bill includes what the previous one left unpaid.
  const carried = Math.max(0, account.unpaid - 1 - ago) * price
  const lines = [
    ...account.lines.map(({ kind, amount, person = '', note = '' }) => ({
      kind,
      amount: dollars(toCents(amount)),
      person_number: person,
      note,
    })),
    ...(carried === 0 ? [] : [{ kind: 'carried', amount: dollars(carried), person_number: '', note: '' }]),
  ]
  const paidOn = isoDayAfter(due, account.autoPay ? 0 : -4 - (ago % 3))
  const paid = {
    ...key,
    record: 'payment',
    payment_id: `P${due.slice(2).replaceAll('-', '')}`,
    date: paidOn < today ? paidOn : today,
    kind: 'payment',
    amount: dollars(price),
    way: account.way,
  }
  return [
    {
      ...bill,
      record: 'bill',
      issued_on: isoDayAfter(due, -20),
      due_on: due,
      period_from: firstOfMonth(due),
      period_to: lastDayOfMonth(due),
      amount: dollars(price + carried),
    },
    ...lines.map((line, at) => ({ ...bill, ...line, record: 'line', position: String(at + 1) })),
    ...(ago < account.unpaid ? [] : [paid]),
  ]
}

/** The same day some months earlier, or the last day of a shorter month. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10)
}
