import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readCsv } from '../../imports/imports/csv/rows.ts'
import { spending } from '../../imports/imports/csv/spending.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import { importDemoRows } from './import-rows.ts'
import { ANCHOR } from './record.ts'
import { listLoadedBrands, listMemberNumbers } from './store.ts'

type Row = Record<string, string>

/**
 * Imports the spending accounts of the demo's members like a vendor's files, one file per brand, with their days moved so that the anchor
 * is today. A brand that has some is left alone.
 */
export async function loadDemoSpending(database: Database, folder: string, now: Date): Promise<void> {
  const sent = await listLoadedBrands(database.read, 'spending_sent')
  const members = await listMemberNumbers(database.read)
  for (const name of readdirSync(folder)) {
    const brand = name.replace('.csv', '')
    if (sent.has(brand)) continue
    const known = new Set(members.filter((one) => one.brand === brand).map(({ member_number }) => member_number))
    // If the database has other people than the demo's, their rows are left out.
    const theirs = (await readRows(join(folder, name))).filter(({ member_number = '', person_number = '' }) =>
      [member_number, person_number].every((one) => one === '' || known.has(one)),
    )
    if (theirs.length === 0) continue
    const rows = moveRows(theirs, easternDay(now))
    await importDemoRows(database, spending, { name: `demo/spending/${name}`, brand, rows }, now)
  }
}

async function readRows(file: string): Promise<Row[]> {
  const rows: Row[] = []
  let columns: readonly string[] = []
  for await (const row of readCsv(file)) {
    if (row.problem !== undefined) throw new Error(`${file}:${row.line}: ${row.problem}`)
    if (columns.length === 0) columns = row.cells
    else rows.push(Object.fromEntries(columns.map((column, at) => [column, row.cells[at] ?? ''])))
  }
  return rows
}

const dayColumns = ['begin_date', 'end_date', 'as_of', 'spend_by', 'claim_by'] as const

/**
 * The rows as of a day: transactions move by days, plan years that follow the calendar by years. The amounts paid in and out of each
 * account are counted again.
 */
export function moveRows(rows: readonly Row[], today: string): Row[] {
  const days = Math.round((Date.parse(today) - Date.parse(ANCHOR)) / (24 * 60 * 60 * 1000))
  const years = Number(today.slice(0, 4)) - Number(ANCHOR.slice(0, 4))
  const transactions = rows.filter((row) => row.record === 'transaction')
  const moved = transactions.map((row) => ({ ...row, date: isoDayAfter(row.date ?? '', days) }))
  const accounts = rows.filter((row) => row.record === 'account').map((row) => moveAccount(row, { days, years, today }))
  const placed = Map.groupBy(moved, (row) => accounts.findLast((account) => holds(account, row)))
  return [
    ...accounts.map((account) => tallyAccount(account, placed.get(account) ?? [], moved)),
    ...accounts.flatMap((account) => placed.get(account) ?? []),
  ]
}

function moveAccount(row: Row, by: { readonly days: number; readonly years: number; readonly today: string }): Row {
  const isCalendar = row.account_type === 'hsa' || row.begin_date?.endsWith('-01-01')
  const move = (day: string) => {
    if (day === '') return ''
    return isCalendar ? `${Number(day.slice(0, 4)) + by.years}${day.slice(4)}` : isoDayAfter(day, by.days)
  }
  const result = { ...row }
  for (const column of dayColumns) result[column] = move(row[column] ?? '')
  const planYear = isCalendar ? Number(row.plan_year) + by.years : Number(result.begin_date?.slice(0, 4))
  return { ...result, plan_year: String(planYear), as_of: by.today }
}

function toBeginDay(account: Row): string {
  return account.account_type === 'hsa' ? `${account.plan_year}-01-01` : (account.begin_date ?? '')
}

/** Whether a transaction was made in an account after its plan year had begun. */
function holds(account: Row, row: Row): boolean {
  return account.account_number === row.account_number && toBeginDay(account) <= (row.date ?? '')
}

function tallyAccount(account: Row, own: readonly Row[], all: readonly Row[]): Row {
  const dollars = (rows: readonly Row[]) => rows.reduce((cents, row) => cents + Math.round(Number(row.amount) * 100), 0)
  const done = own.filter(({ state = '' }) => state === '' || state === 'receipt-needed')
  const sumPaidIn = (by: string) => (dollars(done.filter((row) => row.paid_by === by)) / 100).toFixed(2)
  const out = done.filter((row) => row.kind !== 'contribution' && row.kind !== 'interest')
  const later = all.filter(
    (row) => row.account_number === account.account_number && (row.date ?? '') > `${account.plan_year}-12-31`,
  )
  const isSavings = account.account_type === 'hsa'
  return {
    ...account,
    employee_contributed: account.account_type === 'hra' ? '' : sumPaidIn('employee'),
    employer_contributed: isSavings ? sumPaidIn('employer') : '',
    spent: (-dollars(out) / 100).toFixed(2),
    balance: isSavings ? ((Math.round(Number(account.balance) * 100) - dollars(later)) / 100).toFixed(2) : '',
  }
}
