import { overview } from '@portico/contract/calls/member'
import { customerServicePhone } from '@portico/contract/calls/messages'
import { listPeople, startViewing } from '@portico/contract/calls/people'
import * as calls from '@portico/contract/calls/premium'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { memberClient, signInClient } from '../../../test/client.ts'
import { seededOn, testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { actForMember } from '../../../test/signed-in.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'

const today = easternDay(new Date())

const portal = testPortal()

const signIn = (loginId: string) => signInClient(portal.origin, loginId)
const readBills = async (loginId: string) => (await make(await signIn(loginId), calls.premiumBills, {})).body.payload
const readAccount = async (loginId: string) => {
  const [account] = (await readBills(loginId)).accounts
  if (account === undefined) throw new Error(`${loginId} has no account.`)
  return account
}

describe('MP-18 premium bills', () => {
  test('MP-18 the amount owed, its date and its due date, with bills line by line and payments', async () => {
    const account = await readAccount('MEMBER01')
    expect(account).toMatchObject({
      ending: '4471',
      planName: 'PPO Blue 1500',
      balanceCents: 21_240,
      asOf: seededOn,
      dueOn: isoDayAfter(seededOn, 10),
      overdueCents: 0,
      autoPay: false,
      taxCredit: true,
      grace: { stage: 'none' },
    })
    const [newest, before] = account.bills
    expect(newest).toMatchObject({ state: 'open', openCents: 21_240, addsUp: true })
    expect(newest?.lines).toHaveLength(5)
    expect(newest?.lines.map(({ person }) => person)).toEqual(['Mayte', 'Ramiro', 'Ines', null, null])
    expect(before).toMatchObject({ state: 'paid', openCents: 0 })
    for (const { lines, amountCents } of account.bills)
      expect(lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(amountCents)
    const days = account.history.map(({ date }) => date)
    expect(days).toEqual(days.toSorted().toReversed())
    expect(account.history.find(({ kind }) => kind === 'refund')).toMatchObject({ amountCents: -1_850 })
  })

  test('MP-18 a running grace period shows its last day and the day coverage would end', async () => {
    const account = await readAccount('MEMBERID')
    const due = account.dueOn ?? ''
    expect(due < today).toBe(true)
    expect(account).toMatchObject({ balanceCents: 63_800, overdueCents: 31_900, graceDays: 90 })
    expect(account.grace).toMatchObject({ stage: 'running', lastDay: isoDayAfter(due, 90) })
    expect(account.bills.map(({ state }) => state).slice(0, 3)).toEqual(['open', 'overdue', 'paid'])
    const [newest] = account.bills
    expect(newest?.lines.at(-1)).toMatchObject({ kind: 'carried', amountCents: 31_900 })
    // A standard contract owes less, and its coverage would end with the last day that is paid for.
    const other = await readAccount('BXPLUS01')
    expect(other.grace).toMatchObject({ stage: 'running', ends: other.paidThrough })
    expect(other.history.some(({ kind }) => kind === 'returned')).toBe(true)
  })

  test('MP-18 MP-12 a first payment has no grace period: there is no coverage yet that it could continue', async () => {
    const account = await readAccount('TWOGROUPS')
    expect(account).toMatchObject({ isFirst: true, balanceCents: 3_410, graceDays: null, grace: { stage: 'none' } })
    const [bill] = account.bills
    const params = { billId: bill?.billId ?? '' }
    const { bytes } = await make(await signIn('TWOGROUPS'), calls.premiumBillFile, { params, query: {} })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
    expect(text).toContain('This is your first payment.')
    expect(text).not.toMatch(/grace period|coverage continues/)
    expect(await readAccount('MEMBERID')).toMatchObject({ isFirst: false })
  })

  test('MP-18 automatic payment, paid up and unknown are told apart; an unknown amount is not zero', async () => {
    expect(await readAccount('MEMBERWY')).toMatchObject({ autoPay: true, balanceCents: 28_815 })
    expect(await readAccount('BXBASIC1')).toMatchObject({ balanceCents: 0, dueOn: null, grace: { stage: 'none' } })
    const unknown = await readAccount('DENTAL01')
    expect(unknown).toMatchObject({ balanceCents: null, asOf: null, dueOn: null, overdueCents: null, autoPay: null })
    expect(unknown.bills).toMatchObject([{ state: 'unknown', openCents: null, lines: [], addsUp: false }])
    expect(await readBills('MEMBER02')).toEqual({ state: 'none', why: null, accounts: [], methods: [], told: [] })
    expect(await readBills('MEDICMN01')).toEqual({
      state: 'not-loaded',
      why: null,
      accounts: [],
      methods: [],
      told: [],
    })
  })

  test('MP-18 if the balance exceeds the known bills, the grace period of an overdue bill is unknown', async () => {
    const owe = (balanceCents: number) =>
      portal.database.read
        .updateTable('premium_account')
        .set({ balance_cents: balanceCents })
        .where('account_number', 'like', '%4471')
        .execute()
    const { bills } = await readAccount('MEMBER01')
    await owe(1 + bills.reduce((sum, { amountCents }) => sum + amountCents, 0))
    const account = await readAccount('MEMBER01')
    await owe(21_240)
    expect(account.bills.some(({ state }) => state === 'overdue')).toBe(true)
    expect(account).toMatchObject({ dueOn: null, grace: { stage: 'unknown' } })
  })

  test('MP-18 only the person who pays sees the bills: a spouse and a person with shared access are told why not', async () => {
    expect(await readBills('FAMILY02')).toEqual({
      state: 'not-payer',
      why: 'not-subscriber',
      accounts: [],
      methods: [],
      told: [],
    })
    const caregiver = await signIn('CAREGIV1')
    const { held } = (await make(caregiver, listPeople, {})).body.payload
    await make(caregiver, startViewing, { body: { personId: held[0]?.personId ?? '' } })
    expect((await make(caregiver, calls.premiumBills, {})).body.payload).toEqual({
      state: 'not-payer',
      why: 'viewing',
      accounts: [],
      methods: [],
      told: [],
    })
  })

  test('MP-18 CS-1 a rep who acts for the member sees the bills, and the audit log names both', async () => {
    const rep = await actForMember(portal.origin, 'MEMBER01')
    const answer = await make(rep, calls.premiumBills, {})
    expect(answer.body.payload.accounts).toHaveLength(1)
    expect(await listAuditedActions(portal.database, answer)).toEqual(['premium.read done'])
  })

  test('MP-1 MP-18 the landing page tells everyone who pays what is owed next', async () => {
    const next = async (login: string) => (await make(await signIn(login), overview, {})).body.payload.nextPayment
    const nothingLate = { overdueCents: 0, autoPay: false, graceLastDay: null }
    expect(await next('MEMBER01')).toEqual({ dueDate: isoDayAfter(seededOn, 10), amountCents: 21_240, ...nothingLate })
    const { dueOn, grace } = await readAccount('MEMBERID')
    // The last day to pay is the same as on the bill's own page, and the overdue part is less than all that is owed.
    expect(await next('MEMBERID')).toMatchObject({
      ...{ dueDate: dueOn, amountCents: 63_800, overdueCents: 31_900 },
      graceLastDay: grace.stage === 'running' ? grace.lastDay : '',
    })
    expect(await next('BXBASIC1')).toBeNull()
    expect(await next('DENTAL01')).toBeNull()
  })
})

describe('MP-18 PDFs of a bill and a receipt', () => {
  test('MP-18 both are tagged PDFs in the requested language, and reading them is audited', async () => {
    const client = await signIn('MEMBER01')
    const account = await readAccount('MEMBER01')
    const billId = account.bills[0]?.billId ?? ''
    const moveId = account.history[0]?.moveId ?? ''
    const bill = await make(client, calls.premiumBillFile, { params: { billId }, query: { language: 'es' } })
    expect([bill.status, bill.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(bill.headers.get('content-disposition')).toContain('factura-de-prima')
    expect(bill.bytes.toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(await listAuditedActions(portal.database, bill)).toEqual(['premium-bill.read done'])
    const receipt = await make(client, calls.premiumReceipt, { params: { moveId }, query: {} })
    expect([receipt.status, receipt.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect(await listAuditedActions(portal.database, receipt)).toEqual(['premium-receipt.read done'])
  })

  test('MP-18 the PDF of an overdue bill gives the last day to pay, as the page does; receipts name their bills', async () => {
    const client = await signIn('MEMBERID')
    const { bills, grace, history } = await readAccount('MEMBERID')
    const readText = async (call: typeof calls.premiumBillFile | typeof calls.premiumReceipt, id: string) => {
      const params = { billId: id, moveId: id }
      const { bytes } = await make(client, call, { params, query: {} })
      return (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text
    }
    const late = await readText(calls.premiumBillFile, bills[0]?.billId ?? '')
    const day = (text: string) => new Date(text).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    if (grace.stage !== 'running' || grace.ends === null) throw new Error('No grace period runs.')
    expect(late).toContain(`Pay in full by ${day(grace.lastDay)}`)
    expect(late).toContain(`${grace.daysLeft} days are left.`)
    expect(late.replace(/\s+/g, ' ')).toContain(`your coverage will have ended on ${day(grace.ends)}`)
    const paid = await readText(calls.premiumBillFile, bills.at(-1)?.billId ?? '')
    expect(paid).toContain('You have 90 days after the due date')
    expect(paid).not.toContain('Pay in full')
    const [payment] = history
    expect(payment?.paidFor).toMatchObject([{ billNumber: bills[2]?.billNumber, cents: bills[2]?.amountCents }])
    expect(await readText(calls.premiumReceipt, payment?.moveId ?? '')).toContain(bills[2]?.billNumber)
  })

  test('MP-18 BR-10 both give the phone line for members, not the one for the public', async () => {
    await portal.database.transaction(async (tx) => {
      await sql`insert into premium_account (member_id, account_id, account_number, state, run_id, imported_at)
        select dakota.member_id, one.account_id, account_number, one.state, run_id, imported_at
        from premium_account one join account own using (member_id), account dakota
        where own.login_id = 'MEMBER01' and dakota.login_id = 'MEMBERND'`.execute(tx)
      await sql`insert into premium_bill
          (member_id, bill_id, account_id, bill_number, state, due_on, amount_cents, run_id, imported_at)
        select dakota.member_id, bill_id, one.account_id, bill_number, one.state, due_on, amount_cents, run_id, imported_at
        from premium_bill one join account own using (member_id), account dakota
        where own.login_id = 'MEMBER01' and dakota.login_id = 'MEMBERND'`.execute(tx)
    })
    const client = await memberClient(portal.origin, 'MEMBERND')
    const billId = (await readAccount('MEMBERND')).bills[0]?.billId ?? ''
    const bill = await make(client, calls.premiumBillFile, { params: { billId }, query: {} })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bill.bytes)), { mergePages: true })
    const { phoneNumber } = (await make(client, customerServicePhone, {})).body.payload
    expect(text).toContain(phoneNumber)
  })
})
