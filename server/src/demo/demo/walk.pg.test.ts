import { claimEob, exportClaims, listClaims, openClaim } from '@portico/contract/calls/claims'
import { benefits } from '@portico/contract/calls/coverage'
import { memberInfo, overview } from '@portico/contract/calls/member'
import { nextSteps } from '@portico/contract/calls/next-steps'
import { premiumBillFile, premiumBills } from '@portico/contract/calls/premium'
import { listTransactions, spendingSummary } from '@portico/contract/calls/spending'
import type { AuthoredLanguage } from '@portico/contract/page'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client } from '../../../test/client.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { easternDay } from '../../platform/day.ts'

/**
 * Goes through landing, list, claims, explanations of benefits, coverage, spending, bills and ID cards of every member of the demo, and
 * compares whatever two of them tell: amounts, days, people, plans and states.
 */

let portal: Portal
const clients = new Map<string, Client>()
/** What each of them is told: nothing changes it, and three tests look at it. */
const reads = new Map<Client, ReturnType<typeof readAnew>>()
beforeAll(async () => {
  portal = await startPortal()
  const logins = await portal.database.read
    .selectFrom('account')
    .select('login_id')
    .where('role', '=', 'MEMBER')
    .where('member_id', 'is not', null)
    .orderBy('login_id')
    .execute()
  await portal.database.read.updateTable('account').set({ temporary_password: false }).execute()
  await portal.database.read.deleteFrom('sign_in_limit').execute()
  for (const { login_id: loginId } of logins) {
    const client = new Client(portal.origin)
    // Some of the demo's people are there to show how a sign-in fails.
    if ((await client.signIn(loginId)).status !== 200) continue
    await client.takeToken()
    if ((await make(client, overview, {})).status === 200) clients.set(loginId, client)
  }
})
afterAll(() => portal?.close())

const say = {
  en: {
    locale: 'en-US',
    share: 'Your share',
    left: 'Left to pay',
    unknown: 'Your share is not known yet',
    state: { paid: 'Decided', duplicate: 'Sent twice', denied: 'Denied' },
  },
  es: {
    locale: 'es-US',
    share: 'Su parte',
    left: 'Por pagar',
    unknown: 'Aún no se sabe cuál es su parte',
    state: { paid: 'Decidida', duplicate: 'Enviada dos veces', denied: 'Denegada' },
  },
} as const

const moneyIn = (language: AuthoredLanguage) =>
  new Intl.NumberFormat(say[language].locale, { style: 'currency', currency: 'USD' })
const dayIn = (language: AuthoredLanguage, day: string) =>
  new Intl.DateTimeFormat(say[language].locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

async function toText(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text.replace(/[\s\u200b]+/g, ' ')
}

const sum = (all: readonly (number | null)[]) => all.reduce<number>((cents, one) => cents + (one ?? 0), 0)

function readAll(client: Client) {
  const read = reads.get(client) ?? readAnew(client)
  reads.set(client, read)
  return read
}

async function readAnew(client: Client) {
  const get = async () => ({
    landing: (await make(client, overview, {})).body.payload,
    next: (await make(client, nextSteps, {})).body.payload.steps,
    list: (await make(client, listClaims, { query: { pageSize: '100' } })).body.payload,
    owing: (await make(client, listClaims, { query: { pageSize: '100', owe: 'true' } })).body.payload,
    coverage: (await make(client, benefits, {})).body.payload,
    bills: (await make(client, premiumBills, {})).body.payload,
    spending: (await make(client, spendingSummary, { query: {} })).body.payload,
    moves: (await make(client, listTransactions, { query: { pageSize: '100' } })).body.payload,
  })
  const read = await get()
  const pages = []
  for (const { claimId } of read.list.claims)
    pages.push((await make(client, openClaim, { params: { claimId } })).body.payload)
  return { ...read, pages }
}

type Read = Awaited<ReturnType<typeof readAnew>>

function compareClaims({ landing, list, owing, pages }: Read): void {
  expect(landing.recentClaims).toEqual(list.claims.slice(0, landing.recentClaims.length))
  expect(landing.recentClaims).toHaveLength(Math.min(list.total, 4))
  if (list.total > 0) expect(landing.claimsShared).toBe(list.people.length > 1)
  expect(list.total).toBe(list.claims.length)
  const { totals } = list
  expect(totals.billedCents).toBe(sum(list.claims.map((one) => one.billedCents)))
  expect(totals.shareCents).toBe(sum(list.claims.map((one) => one.shareCents)))
  expect(totals.youOweCents).toBe(sum(list.claims.map((one) => one.youOweCents)))
  expect(owing.totals.youOweCents).toBe(totals.youOweCents)
  expect(owing.claims).toEqual(list.claims.filter(({ youOweCents }) => (youOweCents ?? 0) > 0))
  for (const [at, row] of list.claims.entries()) {
    const page = pages[at]
    const { shareCents, paidCents, youOweCents, step } = row
    expect(page).toMatchObject({
      claimNumber: row.claimNumber,
      serviceFrom: row.serviceDate,
      providerName: row.providerName,
      category: row.category,
      state: row.state,
      patient: row.patient,
      owed: { shareCents, paidCents, youOweCents, step },
    })
    expect([page?.figures.billedCents, page?.figures.planPaidCents, page?.figures.shareCents]).toEqual([
      ...[row.billedCents, row.planPaidCents, shareCents],
    ])
    if (shareCents !== null) expect((youOweCents ?? 0) + paidCents).toBe(shareCents)
    // Only a denial can be appealed, and something is asked of people only if something is left.
    const isDenied = row.state === 'denied' || row.state === 'partly-denied'
    expect([page?.appealBy !== null, page?.appeal !== null]).toEqual([isDenied, isDenied])
    for (const event of page?.events ?? []) expect(event.toCome).toBe(event.day > easternDay(new Date()))
  }
}

async function compareDocuments(client: Client, { list, pages }: Read, language: AuthoredLanguage): Promise<void> {
  const money = moneyIn(language)
  const csv = (await make(client, exportClaims, { body: {} }, { 'accept-language': language })).bytes.toString()
  const plain = (cents: number | null) => (cents === null ? '' : (cents / 100).toFixed(2))
  for (const row of list.claims) {
    const line = csv.split('\r\n').find((one) => one.includes(row.claimNumber))
    const paid = row.shareCents === null ? null : row.paidCents
    expect(line?.split(',').slice(-6)).toEqual(
      [row.billedCents, row.allowedCents, row.planPaidCents, row.shareCents, paid, row.youOweCents].map(plain),
    )
  }
  // Every claim in one language, and every member in both.
  const own = pages.filter((_, at) => (at % 2 === 0) === (language === 'en'))
  for (const page of own) {
    const { claimId, owed, state, patient } = page
    await portal.database.read.deleteFrom('sign_in_limit').execute()
    const eob = await make(client, claimEob, { params: { claimId }, query: { language } })
    expect(eob.status).toBe(state === 'in-progress' ? 404 : 200)
    if (eob.status === 404) continue
    const text = await toText(eob.bytes)
    expect(text).toContain(`${patient.firstName} ${patient.lastName}`)
    expect(text).toContain(page.claimNumber)
    expect(text).toContain(dayIn(language, page.serviceFrom))
    expect(text).toContain(
      owed.shareCents === null
        ? say[language].unknown
        : `${say[language].share}: ${money.format(owed.shareCents / 100)}`,
    )
    if (owed.youOweCents !== null)
      expect(text).toContain(`${say[language].left}: ${money.format(owed.youOweCents / 100)}`)
    if (state in say[language].state) expect(text).toContain(say[language].state[state as 'paid'])
  }
}

function compareCoverage({ landing, coverage }: Read): void {
  const plan = coverage.plans.find(
    (one) => one.groupNumber === landing.groupNumber && one.planName === landing.planName,
  )
  expect(plan).toMatchObject({
    groupName: landing.groupName,
    begins: landing.coverageBegin,
    ends: landing.coverageEnd,
    standing: landing.standing,
  })
  expect(landing.limitsTold).toBe(plan?.loadedAt !== null)
  const own = plan?.people.find((one) => one.own)?.balances ?? []
  const family = plan?.family === 'withheld' ? [] : (plan?.family ?? [])
  for (const one of landing.accumulators) {
    expect([...own, ...family]).toContainEqual(one)
    // Once the family has reached its limit, nobody has anything left of their own.
    const shared = family.find(({ kind, network }) => kind === one.kind && network === one.network)
    const isOver = shared !== undefined && shared.usedCents === shared.limitCents
    if (isOver) expect(one.usedCents, `${one.kind} of ${landing.firstName}`).toBe(one.limitCents)
  }
  const kinds = new Set(coverage.plans.filter(({ standing }) => standing !== 'ended').map(({ planName }) => planName))
  for (const card of coverage.cards) {
    expect(kinds).toContain(card.planName)
    if (card.own)
      expect([card.firstName, card.lastName, card.memberNumber]).toEqual([
        ...[landing.firstName, landing.lastName, landing.memberNumber],
      ])
  }
}

function compareMoney({ landing, list, bills, spending, moves }: Read): void {
  for (const one of spending.claims) {
    const row = list.claims.find(({ claimId }) => claimId === one.claimId)
    expect(row).toMatchObject({ shareCents: one.shareCents, serviceDate: one.serviceDate, patient: one.patient })
    expect(one.atCounter).toBe(row?.step === 'counter')
    if (one.atCounter) expect(row?.youOweCents).toBe(0)
    else expect([row?.paidCents, row?.youOweCents]).toEqual([one.paidCents, one.leftCents])
  }
  for (const { claim, person } of moves.transactions) {
    const row = claim && list.claims.find(({ claimId }) => claimId === claim.claimId)
    if (claim !== null) expect([row?.claimNumber, row?.patient]).toEqual([claim.claimNumber, person])
  }
  const owed = bills.accounts.filter(({ balanceCents }) => (balanceCents ?? 0) > 0)
  if (landing.nextPayment !== null) {
    const { dueDate, amountCents, overdueCents } = landing.nextPayment
    expect(owed.map((one) => [one.dueOn, one.balanceCents, one.overdueCents])).toContainEqual([
      dueDate,
      amountCents,
      overdueCents,
    ])
  }
}

function compareNext({ next, list, owing, pages, spending, bills }: Read): void {
  for (const step of next) {
    if (step.kind === 'denial') {
      const page = pages.find(({ claimId }) => claimId === step.claimId)
      expect(page).toMatchObject({
        ...{ appealBy: step.appealBy, providerName: step.providerName, serviceFrom: step.serviceDate },
        appeal: { step: 'open', daysLeft: step.daysLeft, sent: null },
      })
    }
    if (step.kind === 'payment') {
      const { accountId, planName, amountCents: balanceCents, dueOn } = step
      expect(bills.accounts).toContainEqual(expect.objectContaining({ accountId, planName, balanceCents, dueOn }))
    }
    if (step.kind === 'money') {
      const account = spending.accounts.find(({ accountId }) => accountId === step.accountId)
      const { stage, lastDay, lostCents } = step
      expect(account?.deadline).toMatchObject({ stage, lastDay, lostCents })
    }
  }
  // No denial that can be appealed is left out, unless there are more than fit.
  const open = pages.filter(
    ({ appeal, appealBy }) => appeal?.step === 'open' && appeal.sent === null && appealBy !== null,
  )
  expect(next.filter(({ kind }) => kind === 'denial')).toHaveLength(Math.min(open.length, 3))
  // Whoever has something left to pay is never told that nothing needs attention.
  expect(next.filter(({ kind }) => kind === 'owed')).toEqual(
    owing.total === 0 ? [] : [{ kind: 'owed', claims: owing.total, amountCents: list.totals.youOweCents }],
  )
}

async function compareBillFiles(client: Client, { bills }: Read, language: AuthoredLanguage): Promise<void> {
  const money = moneyIn(language)
  for (const { bills: all } of bills.accounts) {
    const [bill] = all
    if (bill === undefined) continue
    const file = await make(client, premiumBillFile, { params: { billId: bill.billId }, query: { language } })
    const text = await toText(file.bytes)
    expect(text).toContain(bill.billNumber)
    expect(text).toContain(money.format(bill.amountCents / 100))
    if (bill.dueOn !== null) expect(text).toContain(dayIn(language, bill.dueOn))
    for (const { person } of bill.lines) if (person !== null) expect(text).toContain(person)
  }
}

describe('MP-1 MP-3 MP-4 MP-5 MP-6 MP-10 MP-12 MP-18 one truth on every screen of a member', () => {
  test('MP-1 MP-3 MP-5 MP-10 every member of the demo is told the same amounts, days, people, plans and states everywhere, in both languages', async () => {
    expect(clients.size).toBeGreaterThan(20)
    for (const [loginId, client] of clients) {
      try {
        const read = await readAll(client)
        compareClaims(read)
        compareCoverage(read)
        compareMoney(read)
        compareNext(read)
        for (const language of ['en', 'es'] as const) {
          await compareDocuments(client, read, language)
          await compareBillFiles(client, read, language)
        }
      } catch (error) {
        throw new Error(`${loginId}: ${error instanceof Error ? error.message : error}`, { cause: error })
      }
    }
  })
})

describe('ER-2 the demo’s data keep to the rules of a real plan', () => {
  test('ER-2 care is of the kind that a plan covers, shares are what it asks for, and days are within the coverage', async () => {
    const problems: string[] = []
    for (const [loginId, client] of clients) {
      const { landing, list, pages, coverage, bills } = await readAll(client)
      const check = (holds: boolean, problem: string) => {
        if (!holds) problems.push(`${loginId}: ${problem}`)
      }
      const kinds = new Set(coverage.plans.flatMap(({ kind, coversDrugs }) => [kind, ...(coversDrugs ? ['drug'] : [])]))
      for (const { category, claimNumber, state, shareCents } of list.claims) {
        const kind =
          category === 'dental' || category === 'vision' ? category : category === 'pharmacy' ? 'drug' : 'medical'
        // A medical plan may pay for the dental care of an accident.
        check(kinds.has(kind), `the ${category} claim ${claimNumber} is not of their plans`)
        const isFree = coverage.plans.some(isWithoutShare)
        check(!isFree || state === 'denied' || (shareCents ?? 0) === 0, `${claimNumber} has a share`)
      }
      check(
        !coverage.plans.some(({ planName }) => planName === 'Medicaid Expansion') || list.totals.shareCents === 0,
        'Medicaid asks for a share',
      )
      for (const { planName, benefits } of coverage.plans.filter(isWithoutShare))
        for (const { service, ...sides } of benefits)
          for (const side of [sides.in, sides.out])
            check(
              (side?.copayCents ?? 0) === 0 && (side?.coinsurance ?? 0) === 0,
              `${planName} asks for a share of ${service}`,
            )
      const people = new Set(coverage.plans.flatMap(({ covered }) => covered.map(({ firstName }) => firstName)))
      for (const { patient } of pages) check(people.has(patient.firstName), `${patient.firstName} is not covered`)
      for (const { firstName } of (await make(client, memberInfo, {})).body.payload.familyMembers)
        check(people.has(firstName), `${firstName} is on the plan and not covered`)
      const paysOfDental = list.claims.some(
        ({ category, patient, shareCents }) =>
          category === 'dental' && patient.firstName === landing.firstName && (shareCents ?? 0) > 0,
      )
      for (const { kind, planName, people: persons } of coverage.plans) {
        const [deductible] = (persons.find(({ own }) => own)?.balances ?? []).filter(
          (one) => one.kind === 'deductible' && one.network === 'in',
        )
        const isUsed = (deductible?.usedCents ?? 0) > 0
        check(kind !== 'dental' || isUsed === paysOfDental, `${planName} asks for a share before its deductible`)
      }
      const billed = bills.accounts.map(({ planName }) => planName)
      check(new Set(billed).size === billed.length, `a plan is billed twice: ${billed.join(', ')}`)
      for (const account of bills.accounts) {
        const plan = coverage.plans.find(({ planName }) => planName === account.planName)
        check(plan !== undefined, `${account.planName} is billed`)
        for (const bill of account.bills) {
          for (const { person } of bill.lines) check(person === null || people.has(person), `${person} is billed`)
          const hasCredit = bill.lines.some((line) => line.kind === 'tax-credit')
          check(!hasCredit || plan?.groupName !== 'Employees', 'an employer’s plan has a premium tax credit')
          const isWithin =
            (plan?.begins ?? '') <= (bill.periodFrom ?? '9') && (bill.periodTo ?? '') <= (plan?.ends ?? '9')
          check(isWithin, `${bill.billNumber}, ${bill.periodFrom} to ${bill.periodTo}, is outside of the coverage`)
        }
        check(
          plan?.standing !== 'pending' || (account.bills.length === 1 && account.paidThrough === null),
          'has paid for a coverage that waits for its first payment',
        )
      }
    }
    expect(problems).toEqual([])
  })

  // 26 U.S.C. 223(c); the amounts are those of 2026 (Rev. Proc. 2025-19), and the demo's plans do not change with the year.
  test('ER-2 MP-10 who pays into a health savings account has a plan that allows it, and no other account for medical care', async () => {
    const problems: string[] = []
    let savers = 0
    for (const [loginId, client] of clients) {
      const { coverage, spending } = await readAll(client)
      const kinds = new Set(spending.accounts.filter(({ open }) => open).map(({ accountType }) => accountType))
      const check = (holds: boolean, problem: string) => {
        if (!holds) problems.push(`${loginId}: ${problem}`)
      }
      check(!kinds.has('LPFSA') || kinds.has('HSA'), 'a limited account beside none that it makes room for')
      const savings = spending.accounts.find(({ accountType }) => accountType === 'HSA')
      if (savings === undefined || (savings.employeeCents ?? 0) + (savings.employerCents ?? 0) === 0) continue
      savers += 1
      check(!kinds.has('FSA') && !kinds.has('HRA'), 'another account pays for medical care')
      const least = savings.coverageLevel === 'family' ? 340_000 : 170_000
      const most = savings.coverageLevel === 'family' ? 1_700_000 : 850_000
      const medical = coverage.plans.filter(({ kind, standing }) => kind === 'medical' && standing !== 'ended')
      check(medical.length > 0, 'no medical plan')
      for (const { planName, family, people, benefits } of medical) {
        const balances = [...(family === 'withheld' ? [] : (family ?? [])), ...people.flatMap((one) => one.balances)]
        for (const { kind, network, limitCents } of balances.filter((one) => one.network === 'in')) {
          check(
            kind !== 'deductible' || limitCents >= least,
            `the deductible of ${planName} is ${limitCents}, ${network}`,
          )
          check(kind !== 'out-of-pocket' || limitCents <= most, `the maximum of ${planName} is ${limitCents}`)
        }
        for (const one of benefits.filter(
          ({ in: side }) => side?.covered !== false && side?.deductibleApplies === false,
        ))
          check(/^Preventive/.test(one.service), `${planName} pays for ${one.service} before the deductible`)
      }
    }
    expect(problems).toEqual([])
    expect(savers).toBeGreaterThan(0)
  })

  test('ER-2 no one is born on a day to come, and no message names an amount or a claim that there is not', async () => {
    const unborn = await portal.database.read
      .selectFrom('member')
      .select('first_name')
      .where('date_of_birth', '>', easternDay(new Date()))
      .execute()
    expect(unborn).toEqual([])
    const messages = await portal.database.read.selectFrom('message').select(['body', 'member_id']).execute()
    for (const { body, member_id: memberId } of messages) {
      const amounts = body.match(/\$[\d,]+\.\d\d/g) ?? []
      const numbers = body.match(/\bC\d{9}\b/g) ?? []
      const claims = await portal.database.read
        .selectFrom('claim')
        .select(['claim_number', 'share_cents', 'billed_cents'])
        .where('member_id', '=', memberId)
        .execute()
      const known = claims.flatMap(({ share_cents: share, billed_cents: billed }) => [share, billed])
      for (const one of amounts) expect(known).toContain(Math.round(Number(one.replace(/[$,]/g, '')) * 100))
      for (const one of numbers) expect(claims.map((claim) => claim.claim_number)).toContain(one)
    }
  })
})

function isWithoutShare({ planName }: { readonly planName: string }): boolean {
  return planName === 'Medicaid Expansion' || planName === 'CHIP HMO'
}
