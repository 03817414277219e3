import { premiumBills } from '@portico/contract/calls/premium'
import { expect, test } from 'vitest'
import { make } from '../../../../test/call.ts'
import { type Cells, csv, importFiles } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { digestRows } from '../../../../test/rows.ts'
import { testClient } from '../../../../test/signed-in.ts'

const portal = testPortal()
const member = testClient(portal, 'MEMBERMN')

async function take(...rows: readonly Cells[]) {
  const files = { 'premiums.csv': csv(...rows) }
  const { counts, rejected } = await importFiles(portal.database, files, { kind: 'premiums', brand: 'mincr' })
  return { counts, rejected: rejected.map(({ line, path }) => `${line} ${path}`) }
}

const readBills = async () => (await make(member, premiumBills, {})).body.payload
const own = { member_number: '38590879400', account_number: 'A-1' }
const account: Cells = { ...own, record: 'account', balance: '$150.00', as_of: '2026-11-01', grace_days: '31' }
const bill: Cells = { ...own, record: 'bill', bill_number: 'B1', due_on: '2026-11-01', amount: '150' }
const line: Cells = { ...own, record: 'line', bill_number: 'B1', position: '1', kind: 'premium', amount: '150' }
const payment: Cells = { ...own, record: 'payment', payment_id: 'P1', date: '2026-10-02', kind: 'payment', amount: '9' }

test('IM-6 MP-18 accounts, bills, lines and payments come from one file, in any order, and once', async () => {
  expect((await readBills()).state).toBe('not-loaded')
  expect(await take(line, payment, bill, account)).toEqual({
    counts: { read: 4, created: 4, updated: 0, unchanged: 0, rejected: 0, skipped: 0 },
    rejected: [],
  })
  const [first] = (await readBills()).accounts
  expect(first).toMatchObject({ balanceCents: 15_000, autoPay: null, graceDays: 31, planName: null })
  expect(first?.bills).toMatchObject([{ billNumber: 'B1', amountCents: 15_000, addsUp: true }])
  expect(first?.history).toMatchObject([{ amountCents: 900, way: null }])
  const { import_run: _, ...before } = await digestRows(portal.database)
  expect((await take(account, bill, line, payment)).counts).toMatchObject({ unchanged: 4 })
  expect(await digestRows(portal.database)).toMatchObject(before)
})

test('IM-6 MP-18 wrong rows are refused with their place, and the rest is imported', async () => {
  const { rejected } = await take(
    { ...account, member_number: '1' },
    { ...account, account_number: 'A-2', as_of: '' },
    { ...bill, account_number: 'A-9' },
    { ...line, bill_number: 'B9' },
    { ...line, kind: 'refund', position: '2' },
    { ...payment, kind: 'premium', payment_id: 'P2' },
    { ...payment, amount: '-9', payment_id: 'P3' },
    { ...payment, kind: 'refund', payment_id: 'P4' },
    { ...bill, period_from: '2026-11-02', period_to: '2026-11-01', bill_number: 'B2' },
    { ...payment, kind: 'refund', amount: '-2', payment_id: 'P5' },
  )
  // What the cells alone say is told before what the database says.
  expect(rejected).toEqual([
    ...['3 as_of', '6 kind', '7 kind', '8 amount', '9 amount', '10 period_to'],
    ...['2 member_number', '4 account_number', '5 bill_number'],
  ])
  expect((await readBills()).accounts[0]?.history).toHaveLength(2)
})

test('IM-6 IM-2 an older row never overwrites a newer one, and withdrawn ones are no longer shown', async () => {
  await take({ ...account, balance: '20', updated_at: '2026-11-05' })
  await take({ ...account, balance: '1', updated_at: '2026-11-04' })
  expect((await readBills()).accounts[0]?.balanceCents).toBe(2_000)
  await take({ ...bill, withdrawn: 'yes', updated_at: '2026-11-06' })
  expect((await readBills()).accounts[0]?.bills).toEqual([])
  await take({ ...account, withdrawn: 'yes', updated_at: '2026-11-06' })
  expect(await readBills()).toMatchObject({ state: 'none', accounts: [] })
})
