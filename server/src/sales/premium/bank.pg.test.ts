import { randomUUID } from 'node:crypto'
import * as calls from '@portico/contract/calls/premium'
import { expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { testClient } from '../../../test/signed-in.ts'
import { isoDayAfter } from '../../platform/day.ts'
import { compareBank } from './bank.ts'
import { takeWord } from './payment-store.ts'

const portal = testPortal()
const member = testClient(portal, 'MEMBER01')

const today = new Date().toISOString().slice(0, 10)
const since = new Date(Date.now() - 30 * 24 * 3_600_000)
/** This many days from now, when everything has had time to reach the bank. */
const night = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)
const compareSandbox = (now: Date) => compareBank(portal.database.read, { gateway: 'sandbox', since, now })

async function payBill(cents: number, refundedCents = 0): Promise<string> {
  const [account] = (await make(member, calls.premiumBills, {})).body.payload.accounts
  const paymentId = randomUUID()
  const body = { billingAccountId: account?.accountId ?? '', amountCents: cents, clientPaymentId: paymentId }
  await make(member, calls.payPremium, { body })
  const { member_id: memberId } = await portal.database.read
    .selectFrom('premium_payment')
    .select('member_id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const word = { status: 'paid', paidCents: cents, refundedCents } as const
  await portal.database.transaction((tx) => takeWord(tx, { payerId: memberId, paymentId }, { word }, new Date()))
  return paymentId
}
async function load(
  ...rows: readonly (readonly [id: string, day: string, kind: string, payment: string, amount: string])[]
) {
  const lines = rows.map(([id, day, kind, payment, amount]) => [id, 'po_1', day, kind, payment, amount].join(','))
  const file = ['line_id,payout,paid_on,kind,payment_id,amount', ...lines].join('\n')
  const asked = { kind: 'payouts', brand: 'hmbcbs' }
  return (await importFiles(portal.database, { 'payouts.csv': file }, asked)).counts
}

test('MP-19 ledger and bank file agree to the cent, and each difference is named', async () => {
  const [whole, part, missing] = [await payBill(5_000), await payBill(4_000, 1_000), await payBill(700)]
  // Without a bank file, nothing is reported.
  expect(await compareSandbox(night(40))).toEqual({ bankCents: null, through: null, differences: [] })
  const later = isoDayAfter(today, 20)
  const counts = await load(
    ['1', later, 'payment', whole, '50.00'],
    ['2', later, 'payment', part, '40.00'],
    ['3', later, 'refund', part, '-9.99'],
    ['4', later, 'payment', '', '12.00'],
    ['5', later, 'other', '', '-1.05'],
  )
  expect(counts).toMatchObject({ created: 5, rejected: 0 })
  const { bankCents, through, differences } = await compareSandbox(night(40))
  expect([bankCents, through]).toEqual([8_001, later])
  expect(differences.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { kind: 'bank-amount', paymentId: part, ref: expect.any(String), cents: -1 },
    { kind: 'bank-not-ours', paymentId: null, ref: 'hmbcbs 4', cents: 1_200 },
    { kind: 'not-in-bank', paymentId: missing, ref: expect.any(String), cents: 700 },
  ])
  // The same file counts once; a separate line corrects an error.
  expect(await load(['1', later, 'payment', whole, '50.00'])).toMatchObject({ unchanged: 1 })
  await load(['3', later, 'refund', part, '-10.00'], ['6', later, 'payment', missing, '7.00'])
  expect((await compareSandbox(night(40))).differences.map(({ kind }) => kind)).toEqual(['bank-not-ours'])
})

test('MP-19 a payment that has had no time to reach the bank is no difference', async () => {
  const fresh = await payBill(600)
  expect((await compareSandbox(night(1))).differences.filter(({ paymentId }) => paymentId === fresh)).toEqual([])
})
