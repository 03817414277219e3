import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { listClaims, openClaim } from '@portico/contract/calls/claims'
import { startSimulation } from '@portico/contract/calls/simulation'
import * as calls from '@portico/contract/calls/spending'
import { countDaysLeft } from '@portico/rules/time/days-left'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, listErrorCodes, signInClient } from '../../../test/client.ts'
import { type Portal, seededOn, startPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'

const today = easternDay(new Date())
const thisYear = Number(today.slice(0, 4))

let portal: Portal
let member: Client
/** Has a health savings account and a limited-purpose account. */
let saver: Client
beforeAll(async () => {
  portal = await startPortal()
  member = await signIn('MEMBER01')
  saver = await signIn('HSAFAM01')
})
afterAll(() => portal?.close())

const signIn = (loginId: string) => signInClient(portal.origin, loginId)

type Query = NonNullable<Parameters<typeof make<typeof calls.listTransactions>>[2]['query']>
const summary = async (client = member, query: { year?: string } = {}) =>
  (await make(client, calls.spendingSummary, { query })).body.payload
const list = async (query: Query = {}, client = member) =>
  (await make(client, calls.listTransactions, { query: { pageSize: '100', ...query } })).body.payload
const year = async (client = member, query: { year?: string; account?: string } = {}) =>
  (await make(client, calls.spendingYear, { query })).body.payload
const splitLines = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')

describe('MP-10 spending accounts', () => {
  test('MP-10 the demo has every kind of account, a member without one, and a plan that has sent none', async () => {
    const logins = ['MEMBER01', 'FAMILY01', 'HSAFAM01', 'MEMBERDE', 'MEMBERWV', 'MEMBERMN']
    const found = await Promise.all(logins.map(async (login) => summary(await signIn(login))))
    expect(new Set(found.flatMap(({ accounts }) => accounts.map(({ accountType }) => accountType)))).toEqual(
      new Set(['HSA', 'FSA', 'LPFSA', 'DCA', 'HRA']),
    )
    expect(found.every(({ state }) => state === 'loaded')).toBe(true)
    expect(await summary(await signIn('TWOGROUPS'))).toMatchObject({ state: 'none', accounts: [], claims: [] })
    expect(await summary(await signIn('MEMBERWY'))).toMatchObject({ state: 'not-loaded', accounts: [] })
  })

  test('MP-10 each has its balance, what was paid in, the legal limit with its source, and its last day', async () => {
    const { accounts } = await summary(saver)
    const [hsa, limited] = ['HSA', 'LPFSA'].map((type) => accounts.find(({ accountType }) => accountType === type))
    expect(hsa).toMatchObject({
      ending: '0718',
      planYear: thisYear,
      balanceCents: 841_267,
      asOf: seededOn,
      deadline: { stage: 'never' },
      coverageLevel: 'family',
    })
    expect(hsa?.countedCents).toBe((hsa?.employeeCents ?? 0) + (hsa?.employerCents ?? 0))
    // The yearly limits are data; a year without data says so.
    const known = { known: true, catchUpCents: 0, source: { published: expect.any(String) } }
    expect(hsa?.limit).toMatchObject(thisYear <= 2027 ? known : { known: false, why: 'year' })
    expect(limited).toMatchObject({
      electionCents: 60_000,
      deadline: { stage: 'spend', lastDay: `${thisYear}-12-31`, lostCents: limited?.balanceCents },
    })
    expect(limited?.balanceCents).toBe(60_000 - (limited?.spentCents ?? 0))
  })

  test('MP-10 an earlier plan year can be looked at, and money of it that can still be claimed is shown with this one', async () => {
    const last = await summary(saver, { year: String(thisYear - 1) })
    expect(last.accounts.map(({ planYear }) => planYear)).toEqual([thisYear - 1, thisYear - 1])
    expect(last.years).toEqual([thisYear, thisYear - 1])
    const ended = (await summary(await signIn('MEMBERWV'))).accounts
    expect(ended).toMatchObject([
      { accountType: 'FSA', deadline: { stage: 'claim', days: countDaysLeft(isoDayAfter(seededOn, 59), today) } },
    ])
  })

  test('MP-10 lists the claims that may be paid, starting with the account that expires first, and what is already paid', async () => {
    const { claims, accounts } = await summary()
    const findType = (id: string | undefined) => accounts.find(({ accountId }) => accountId === id)?.accountType
    expect(claims.length).toBeGreaterThan(0)
    for (const claim of claims) {
      expect(claim.leftCents).toBe(claim.shareCents - claim.paidCents)
      expect(claim.leftCents).toBeGreaterThan(0)
      expect(new Set(claim.accounts.map(({ accountId }) => findType(accountId)))).toEqual(new Set(['FSA']))
    }
    expect(claims.some(({ paidCents }) => paidCents > 0)).toBe(true)
    // A limited-purpose account pays for no medical care.
    const saved = await summary(saver)
    const [savings] = saved.accounts.filter(({ accountType }) => accountType === 'HSA')
    for (const { accounts: paying } of saved.claims)
      expect(paying.map(({ accountId }) => accountId)).toEqual([savings?.accountId])
    const family = await summary(await signIn('FAMILY01'))
    const types = new Map(family.accounts.map((one) => [one.accountId, one.accountType]))
    const paying = family.claims.flatMap((one) => one.accounts.map(({ accountId }) => types.get(accountId)))
    expect(new Set(paying)).toEqual(new Set(['FSA']))
    const combined = await summary(await signIn('MEMBERDE'))
    expect(combined.claims[0]?.accounts.length).toBe(2)
  })

  test('MP-10 a single claim says the same, and another’s is 404', async () => {
    const [claim] = (await summary()).claims
    const params = { claimId: claim?.claimId ?? '' }
    const { body } = await make(member, calls.claimPayable, { params })
    expect(body.payload.paidCents).toBe(claim?.paidCents)
    expect(body.payload.accounts).toMatchObject(claim?.accounts ?? [])
    const other = await make(await signIn('MEMBER02'), calls.claimPayable, { params })
    expect([other.status, listErrorCodes(other)]).toEqual([404, ['NOT-FOUND']])
  })

  test('MP-10 an account whose figures leave nothing pays for nothing, though its file states no balance', async () => {
    const family = await signIn('FAMILY01')
    const { accounts } = await summary(family)
    const stored = portal.database.read
      .selectFrom('spending_account')
      .select(['account_id', 'balance_cents', 'election_cents', 'spent_cents'])
    const before = await stored
      .where(
        'account_id',
        'in',
        accounts.map((one) => one.accountId),
      )
      .execute()
    const change = (id: string, to: object) =>
      portal.database.read.updateTable('spending_account').set(to).where('account_id', '=', id).execute()
    for (const { account_id: id } of before)
      await change(id, { balance_cents: null, election_cents: 50_000, spent_cents: 50_000 })
    const now = await summary(family)
    expect(now.accounts.find(({ accountType }) => accountType === 'FSA')?.balanceCents).toBe(0)
    expect(now.claims).toEqual([])
    for (const { account_id: id, ...row } of before) await change(id, row)
  })

  test('MP-10 every claim that a demo payment names is one of the demo’s own, of whoever was paid, and was there before', () => {
    const root = join(import.meta.dirname, '../../../../demo')
    for (const name of readdirSync(join(root, 'spending'))) {
      const record = gunzipSync(readFileSync(join(root, 'record', name.replace('.csv', '.ndjson.gz')))).toString()
      const claims = record.split('\n').filter((line) => line.includes('"ExplanationOfBenefit"'))
      const paid = readFileSync(join(root, 'spending', name), 'utf8').split('\n')
      for (const line of paid.filter((one) => /\bC\d{9}\b/.test(one))) {
        const [number] = /\bC\d{9}\b/.exec(line) ?? []
        const claim = JSON.parse(claims.find((one) => one.includes(`"${number}"`)) ?? '{}')
        expect(line).toContain(claim.provider?.display)
        const [day = ''] = /\d{4}-\d{2}-\d{2}/.exec(line) ?? []
        expect([line, claim.billablePeriod.start <= day]).toEqual([line, true])
      }
    }
  })
})

describe('MP-11 transactions', () => {
  test('MP-11 newest first, page by page, with sums over all transactions found', async () => {
    const { body, status } = await make(member, calls.listTransactions, {})
    expect([status, body.payload.transactions.length]).toEqual([200, 10])
    const all: typeof body.payload.transactions = []
    for (let page = 1; all.length < body.payload.total; page++)
      all.push(...(await list({ page: String(page) })).transactions)
    expect(all.slice(0, 10)).toEqual(body.payload.transactions)
    const days = all.map(({ date }) => date)
    expect(days).toEqual([...days].sort().reverse())
    const moved = all.filter(({ state }) => state === 'posted' || state === 'receipt-needed')
    const sum = (amounts: readonly number[]) => amounts.reduce((cents, one) => cents + one, 0)
    expect(body.payload.totals).toEqual({
      inCents: sum(moved.map(({ amountCents: cents }) => Math.max(0, cents))),
      outCents: sum(moved.map(({ amountCents: cents }) => Math.min(0, cents))),
      waitingCents: 0,
    })
  })

  test('MP-11 filters by account, days, kind and person, together too, and sorts by amount', async () => {
    const { accounts } = await summary()
    const all = (await list()).transactions
    const own = accounts.find(({ accountType }) => accountType === 'FSA')?.accountId ?? ''
    const day = all[20]?.date ?? ''
    for (const [query, keep] of [
      [{ kind: 'card' }, (one) => one.kind === 'card'],
      [{ account: own, kind: 'card' }, (one) => one.accountId === own && one.kind === 'card'],
    ] as [Query, (one: (typeof all)[number]) => boolean][]) {
      const found = (await list({ ...query, from: all.at(-1)?.date })).transactions
      expect(found.length).toBeGreaterThan(0)
      expect(found.filter((one) => all.some(({ transactionId }) => transactionId === one.transactionId))).toEqual(
        all.filter(keep),
      )
    }
    expect((await list({ from: day, to: day })).transactions.every(({ date }) => date === day)).toBe(true)
    const sorted = (await list({ sort: 'amount' })).transactions.map(({ amountCents }) => Math.abs(amountCents))
    expect(sorted).toEqual(sorted.toSorted((a, b) => b - a))
    const family = await signIn('FAMILY01')
    const child = (await list({}, family)).people[1]
    const ofChild = (await list({ person: child?.memberId ?? '' }, family)).transactions
    expect(ofChild.length).toBeGreaterThan(0)
    expect(ofChild.every(({ person }) => person?.memberId === child?.memberId)).toBe(true)
  })

  test('MP-11 refuses an invalid filter and names the field', async () => {
    const answer = await member.get(`${calls.listTransactions.path}?kind=magic&from=soon&account=1&pageSize=7`)
    expect([answer.status, answer.body.errors?.map(({ field }) => field).sort()]).toEqual([
      400,
      ['account', 'from', 'kind', 'pageSize'],
    ])
  })

  test('MP-11 a transaction leads to the claim that it paid', async () => {
    const paid = (await list()).transactions.find(({ payee }) => payee === 'Hilltop Physical Therapy')
    const claims = (await make(member, listClaims, { query: { pageSize: '100' } })).body.payload.claims
    expect(claims).toContainEqual(expect.objectContaining({ ...paid?.claim }))
    expect(paid?.person?.firstName).toBe('Mayte')
  })
})

describe('MP-11 the year in numbers', () => {
  test('MP-11 months, kinds and people add up to the year, and the year to its transactions', async () => {
    const found = await year(saver)
    const days = { from: `${thisYear}-01-01`, to: `${thisYear}-12-31` }
    const { totals } = await list(days, saver)
    const sum = (parts: readonly { inCents: number; outCents: number }[]) => ({
      inCents: parts.reduce((cents, one) => cents + one.inCents, 0),
      outCents: parts.reduce((cents, one) => cents + one.outCents, 0),
    })
    for (const parts of [found.months, found.kinds, found.people, [found.total]]) {
      expect(sum(parts)).toEqual({ inCents: totals.inCents, outCents: totals.outCents })
    }
    expect(found.months).toHaveLength(12)
    const { accounts } = await summary(saver)
    const sumPaidIn = (by: 'employeeCents' | 'employerCents') =>
      accounts.reduce((cents, one) => cents + (one[by] ?? 0), 0)
    expect(found.paidIn).toEqual({
      employeeCents: sumPaidIn('employeeCents'),
      employerCents: sumPaidIn('employerCents'),
      otherCents: null,
    })
    expect(found.chart.bars.length).toBeGreaterThan(found.months.filter(({ count }) => count > 0).length)
  })

  test('MP-11 accounts add up to the year too', async () => {
    const { accounts } = await summary(saver)
    const whole = await year(saver)
    const parts = await Promise.all(accounts.map(({ accountId: account }) => year(saver, { account })))
    expect(parts.reduce((cents, { total }) => cents + total.outCents, 0)).toBe(whole.total.outCents)
  })
})

describe('MP-10 what an account has paid of a claim', () => {
  test('MP-10 MP-4 a payment for a person whom the vendor names never reduces another person’s claim with the same number', async () => {
    const client = await signIn('FAMILY01')
    const { accounts } = await summary(client)
    const claims = async () => (await make(client, listClaims, { query: { pageSize: '100' } })).body.payload.claims
    const before = await claims()
    const open = before.filter(({ youOweCents }) => (youOweCents ?? 0) > 100)
    const [one] = open
    const two = open.find(({ patient }) => patient.memberId !== one?.patient.memberId)
    if (one === undefined || two === undefined) throw new Error('The family has no two people who owe.')
    await portal.database.transaction(async (tx) => {
      for (const { claimId } of [one, two])
        await tx.updateTable('claim').set({ claim_number: 'TWO-PAYERS-1' }).where('claim_id', '=', claimId).execute()
      const owner = await tx
        .selectFrom('spending_account')
        .select(['member_id', 'account_id'])
        .where('account_id', '=', accounts[0]?.accountId ?? '')
        .executeTakeFirstOrThrow()
      const { run_id } = await tx.selectFrom('spending_transaction').select('run_id').limit(1).executeTakeFirstOrThrow()
      const row = { ...owner, run_id, transaction_id: randomUUID(), vendor_id: 'TP1', moved_on: today }
      await tx
        .insertInto('spending_transaction')
        .values({
          ...row,
          ...{ kind: 'payment', state: 'posted', amount_cents: -100, paid_by: null, payee: null, note: null },
          ...{ for_member_id: two.patient.memberId, claim_number: 'TWO-PAYERS-1', sensitive: false },
          ...{ imported_at: new Date() },
        })
        .execute()
    })
    const after = await claims()
    const findOwed = ({ claimId }: typeof one) => after.find((claim) => claim.claimId === claimId)?.youOweCents
    expect([findOwed(one), findOwed(two)]).toEqual([one.youOweCents, (two.youOweCents ?? 0) - 100])
    const page = await make(client, openClaim, { params: { claimId: one.claimId } })
    expect(page.body.payload.owed.youOweCents).toBe(one.youOweCents)
    const { claims: payable } = await summary(client)
    const paidOf = new Map(payable.map(({ claimId, paidCents }) => [claimId, paidCents]))
    expect([paidOf.get(one.claimId) ?? 0, paidOf.get(two.claimId) ?? 100]).toEqual([0, 100])
  })
})

describe('MP-11 downloads', () => {
  test('MP-11 the list as CSV has what the list has, and no cell of it is a formula', async () => {
    const change = (payee: string) =>
      portal.database.transaction((tx) =>
        tx.updateTable('spending_transaction').set({ payee }).where('note', '=', 'Replacement card').execute(),
      )
    await change('=HYPERLINK("http://x","y")')
    const answer = await member.get(`${calls.exportTransactions.path}?kind=fee`)
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(answer.headers.get('content-disposition')).toContain(`spending-${today}.csv`)
    const [header, fee, ...none] = splitLines(String(answer.body.payload))
    expect(header).toBe('Date,Account,Kind,Status,Money in,Money out,Paid in by,Person,Paid to,Claim number,Note')
    expect(fee).toContain('"\'=HYPERLINK')
    expect(none).toEqual([])
    await change('Keystone Savings')
  })

  test('MP-11 the year as CSV ends with its total, in Spanish too', async () => {
    const found = await year()
    const answer = await member.get(calls.exportYear.path)
    const lines = splitLines(String(answer.body.payload))
    const dollars = (cents: number) => (cents / 100).toFixed(2)
    expect(lines.at(-1)).toBe(`Total,,,,,${dollars(found.total.inCents)},${dollars(-found.total.outCents)}`)
    member.cookies.set('language', 'es')
    const spanish = await member.get(calls.exportYear.path)
    member.cookies.delete('language')
    expect(splitLines(String(spanish.body.payload))[0]).toBe('Mes,Cuenta,Tipo,Aportado por,Persona,Entradas,Salidas')
  })
})

describe('MP-14 whose', () => {
  test('MP-14 a payment for a spouse, or for a child from 14 on, names nobody', async () => {
    const { transactions, people } = await list()
    const withheld = transactions.filter((one) => one.withheld)
    expect(withheld.length).toBeGreaterThan(0)
    for (const one of withheld) expect(one).toMatchObject({ person: null, payee: null, note: null, claim: null })
    expect(people.map(({ firstName }) => firstName)).toEqual(['Mayte'])
  })

  test('MP-14 CS-1 only the patient sees what a payment on a sensitive claim was for: a rep who acts for them sees the amount', async () => {
    const counseling = (await list()).transactions.find(({ payee }) => payee === 'Quiet Harbor Counseling')
    expect(counseling).toBeDefined()
    const rep = await signIn('CSRREP01')
    const why = { reason: 'Asked for help with a payment', ticket: 'T-1001' }
    const begun = await make(rep, startSimulation, { params: { storeID: '10151', logonID: 'MEMBER01' }, body: why })
    expect(begun.status).toBe(200)
    const seen = await list({}, rep)
    const same = seen.transactions.find(({ transactionId }) => transactionId === counseling?.transactionId)
    expect(same).toMatchObject({ amountCents: counseling?.amountCents, payee: null, withheld: true })
    const asked = await list({ person: seen.people[0]?.memberId ?? '' }, rep)
    expect(asked.transactions.map(({ transactionId }) => transactionId)).not.toContain(counseling?.transactionId)
  })

  test.each([
    ['in lower case', (number: string) => number.toLowerCase()],
    ['with a hyphen', (number: string) => `${number.slice(0, 1)}-${number.slice(1)}`],
    ['with blanks', (number: string) => `${number.slice(0, 4)} ${number.slice(4)}`],
  ])('MP-14 a vendor’s row with the claim number of a child from 14 on, %s, names nobody', async (_, write) => {
    const db = portal.database.read
    const [of] = (await list()).people
    const { rows } = await sql<{ number: string }>`select claim.claim_number as number from member own
      join member other on other.brand = own.brand and other.contract_number = own.contract_number
      join claim on claim.member_id = other.member_id
      where own.member_id = ${of?.memberId} and other.member_id <> own.member_id
        and other.date_of_birth <= current_date - interval '14 years' and claim.content_hash <> '' limit 1`.execute(db)
    expect(rows).toHaveLength(1)
    const number = write(rows[0]?.number ?? '')
    const id = randomUUID()
    await sql`insert into spending_transaction select (jsonb_populate_record(null::spending_transaction, to_jsonb(one) || jsonb_build_object('transaction_id', ${id}::text,
      'claim_number', ${number}::text, 'payee', 'Somewhere else', 'note', 'Somewhere else', 'for_member_id', null))).*
      from (select * from spending_transaction where member_id = ${of?.memberId} and kind = 'reimbursement' and state = 'posted'
        and not sensitive limit 1) as one`.execute(db)
    onTestFinished(async () => {
      await sql`delete from spending_transaction where transaction_id = ${id}`.execute(db)
    })
    const found = (await list()).transactions.find(({ transactionId }) => transactionId === id)
    expect(found).toMatchObject({ payee: null, note: null, person: null, claim: null, withheld: true })
  })

  test('MP-14 RO-4 another’s account and person are 404', async () => {
    const other = await signIn('MEMBER02')
    const { accounts } = await summary()
    const account = accounts[0]?.accountId ?? ''
    const [person] = (await list()).people
    for (const query of [{ account }, { person: person?.memberId ?? '' }]) {
      const answer = await make(other, calls.listTransactions, { query })
      expect([answer.status, listErrorCodes(answer)]).toEqual([404, ['NOT-FOUND']])
    }
  })

  test('MP-10 MP-11 every read is written down', async () => {
    const reads = [
      [await make(member, calls.spendingSummary, {}), 'spending.read done'],
      [await make(member, calls.listTransactions, {}), 'spending-transactions.read done'],
      [await make(member, calls.exportTransactions, {}), 'spending.export done'],
      [await make(member, calls.spendingYear, {}), 'spending-year.read done'],
      [await make(member, calls.exportYear, {}), 'spending.export done'],
    ] as const
    for (const [answer, action] of reads) expect(await listAuditedActions(portal.database, answer)).toEqual([action])
  })
})

test.each([
  { login: 'MEMBER01', shows: 'Flexible spending account (FSA)' },
  { login: 'HSAFAM01', shows: 'Health savings account (HSA)' },
  { login: 'FAMILY01', shows: 'Dependent care account' },
  { login: 'TWOGROUPS', shows: 'You have no spending account' },
  { login: 'MEMBERMN', shows: 'Flexible spending account (FSA)' },
  { login: 'MEMBERWY', shows: 'Your accounts are not here yet' },
  { login: 'MEMBERWV', shows: 'left to send in bills' },
  { login: 'MEMBERDE', shows: 'Health reimbursement account (HRA)' },
])(
  'HD-4 MP-10 MP-11 $login, whose coverage gives the tab, finds their accounts behind it, drawn by the server',
  async ({ login, shows }) => {
    const { status, body } = await (await signIn(login)).get<string>('/spa/', { headers: { accept: 'text/html' } })
    expect(status).toBe(200)
    expect(body.payload).toMatch(/<a [^>]*href="(\/spa\/#\/spendingSummary|\/login\/#\/claims-and-spending)"/)
    const shown = /<main.*<\/main>/s.exec(body.payload)?.[0] ?? ''
    expect(shown).toContain(shows)
    if (shows.startsWith('You')) return
    expect(shown.match(/<rect/g)?.length, 'bars').toBeGreaterThan(5)
    expect(shown, 'the table of months').toContain('<th scope="row">December</th>')
  },
)
