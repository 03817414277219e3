import { listTransactions, spendingSummary } from '@portico/contract/calls/spending'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { make } from '../../../../test/call.ts'
import { type Cells, csv, importFiles } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { digestRows } from '../../../../test/rows.ts'
import { testClient } from '../../../../test/signed-in.ts'
import { reviewStored } from '../sensitive/review.ts'

const portal = testPortal()
const member = testClient(portal, 'MEMBERWY')

async function take(...rows: readonly Cells[]) {
  const files = { 'spending.csv': csv(...rows) }
  const { counts, rejected } = await importFiles(portal.database, files, { kind: 'spending', brand: 'wybcbs' })
  return { counts, rejected: rejected.map(({ line, path }) => `${line} ${path}`) }
}

const summary = async () => (await make(member, spendingSummary, { query: { year: '2026' } })).body.payload
const own = { member_number: '44432880300', account_number: 'FSA-1' }
const account: Cells = {
  ...own,
  record: 'account',
  plan_year: '2026',
  account_type: 'FSA',
  begin_date: '2026-01-01',
  end_date: '12/31/2026',
  election: '$1,200',
  spent: '0',
}
const transaction: Cells = {
  ...own,
  record: 'transaction',
  transaction_id: 'T1',
  date: '2026-03-01',
  kind: 'card',
  amount: '-12.50',
}

test('IM-6 MP-10 accounts and transactions come from one file, in any order, and once', async () => {
  expect((await summary()).state).toBe('not-loaded')
  const first = await take(transaction, account)
  expect(first).toEqual({
    counts: { read: 2, created: 2, updated: 0, unchanged: 0, rejected: 0, skipped: 0 },
    rejected: [],
  })
  expect(await summary()).toMatchObject({
    state: 'loaded',
    accounts: [{ accountType: 'FSA', balanceCents: 120_000, employeeCents: null, ending: 'SA-1' }],
  })
  const { import_run: _, ...before } = await digestRows(portal.database)
  expect((await take(account, transaction)).counts).toMatchObject({ unchanged: 2 })
  expect(await digestRows(portal.database)).toMatchObject(before)
})

test('IM-6 IM-2 an older row never overwrites a newer one, and withdrawn ones are no longer shown', async () => {
  await take({ ...account, election: '1300', updated_at: '2026-05-01' })
  await take({ ...account, election: '1', updated_at: '2026-04-01' })
  expect((await summary()).accounts).toMatchObject([{ electionCents: 130_000 }])
  await take({ ...account, status: 'withdrawn', updated_at: '2026-06-01' })
  expect((await summary()).accounts).toEqual([])
  expect((await make(member, listTransactions, {})).body.payload).toMatchObject({ total: 0, accounts: [] })
  await take({ ...account, updated_at: '2026-07-01' })
  expect((await summary()).accounts).toHaveLength(1)
  expect((await make(member, listTransactions, {})).body.payload.total).toBe(1)
})

test('IM-6 IM-3 each rejected row is reported with its line and column, and the rest is imported', async () => {
  const { rejected, counts } = await take(
    { ...account, account_number: 'B-0', member_number: '999' },
    { ...account, account_number: 'B-1', account_type: '' },
    { ...account, account_number: 'B-2', balance: '-1' },
    { ...account, account_number: 'B-3', group_number: 'G1' },
    { ...account, account_number: 'B-4', end_date: '2025-01-01' },
    { ...transaction, account_number: 'FSA-2' },
    { ...transaction, plan_year: '2020', transaction_id: 'T2' },
    { ...transaction, amount: '', transaction_id: 'T3' },
    { ...transaction, amount: '1.234', transaction_id: 'T4' },
    { ...transaction, person_number: '998', transaction_id: 'T5' },
    { ...transaction, transaction_id: 'T6' },
  )
  expect(rejected.toSorted()).toEqual(
    [
      '2 member_number',
      '3 account_type',
      '4 balance',
      '5 group_number',
      '6 end_date',
      '7 account_number',
      '8 account_number',
      '9 amount',
      '10 amount',
      '11 person_number',
    ].toSorted(),
  )
  expect(counts).toMatchObject({ read: 11, created: 1, rejected: 10 })
})

test('IM-6 MP-14 a transaction whose words name sensitive care is sensitive, unless its row says that it is not', async () => {
  const words: readonly (readonly [string, Cells, boolean])[] = [
    ['W1', { payee: 'Riverbend Psychiatric Associates' }, true],
    ['W2', { note: 'Copay, psychotherapy' }, true],
    ['W3', { payee: 'Corner Pharmacy', note: 'sertraline 50 MG' }, true],
    ['W4', { payee: 'Centro de Salud Mental', note: 'Consulta' }, true],
    ['W5', { payee: 'Corner Pharmacy', note: 'amoxicillin 500 MG' }, false],
    ['W6', { note: 'Copay, psychotherapy', sensitive: 'no' }, false],
    ['W7', { payee: 'Main Street Primary Care', sensitive: 'yes' }, true],
  ]
  await take(
    { ...account, updated_at: '2026-08-01' },
    ...words.map(([id, more]) => ({ ...transaction, transaction_id: id, ...more })),
  )
  const stored = await portal.database.read
    .selectFrom('spending_transaction')
    .select(['vendor_id', 'sensitive'])
    .where('vendor_id', 'like', 'W%')
    .orderBy('vendor_id')
    .execute()
  expect(stored.map(({ vendor_id, sensitive }) => [vendor_id, sensitive])).toEqual(words.map(([id, , is]) => [id, is]))
})

test('IM-6 MP-14 a stored transaction whose words newer rules call sensitive is hidden without a new file, unless its vendor has said that it is not', async () => {
  await take(
    { ...account, updated_at: '2026-08-01' },
    { ...transaction, transaction_id: 'V1', note: 'Copay, psychotherapy' },
    { ...transaction, transaction_id: 'V2', note: 'Copay, psychotherapy', sensitive: 'no' },
    { ...transaction, transaction_id: 'V3', note: 'Copay, flu shot' },
  )
  const { read } = portal.database
  await sql`update spending_transaction set sensitive = false where vendor_id like 'V%'`.execute(read)
  await sql`update sensitivity_review set edition = 'earlier'`.execute(read)
  await reviewStored(portal.database)
  const stored = await read
    .selectFrom('spending_transaction')
    .select(['vendor_id', 'sensitive'])
    .where('vendor_id', 'like', 'V%')
    .orderBy('vendor_id')
    .execute()
  expect(stored.map(({ vendor_id, sensitive }) => [vendor_id, sensitive])).toEqual([
    ['V1', true],
    ['V2', false],
    ['V3', false],
  ])
})
