import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { moveRows } from './spending.ts'

const folder = join(import.meta.dirname, '../../../../demo/spending')
const files = readdirSync(folder).map((name) => {
  const [header = '', ...lines] = readFileSync(join(folder, name), 'utf8').trim().split('\n')
  const columns = header.split(',')
  const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [columns[at] ?? '', cell])))
  return { name, rows }
})

// The first and last days of years, and days in between, in leap years too.
const days = ['2026-11-22', '2026-12-31', '2027-01-01', '2027-03-31', '2028-02-29', '2029-07-14']

test.each(days)('MP-10 the demo’s accounts agree with what moved in them on %s', (today) => {
  for (const { rows } of files) {
    const moved = moveRows(rows, today)
    const accounts = moved.filter(({ record }) => record === 'account')
    for (const account of accounts) {
      const [election, spent, paidIn] = ['election', 'spent', 'employee_contributed'].map((name) =>
        Number(account[name]),
      )
      if (election) expect(spent, `${account.account_number} ${account.plan_year}`).toBeLessThanOrEqual(election)
      if (election) expect(paidIn).toBeLessThanOrEqual(election)
      expect(Number(account.balance)).toBeGreaterThanOrEqual(0)
      expect(account.as_of).toBe(today)
    }
    for (const { record, date, account_number } of moved) {
      if (record !== 'transaction') continue
      expect((date ?? '') <= today).toBe(true)
      expect(accounts.some((one) => one.account_number === account_number)).toBe(true)
    }
  }
})
