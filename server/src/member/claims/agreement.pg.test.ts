import * as calls from '@portico/contract/calls/claims'
import { benefits } from '@portico/contract/calls/coverage'
import { spendingSummary } from '@portico/contract/calls/spending'
import { isDecided } from '@portico/rules/claims/state'
import fc from 'fast-check'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, signInClient } from '../../../test/client.ts'
import { importFiles, ndjson } from '../../../test/importing.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { easternDay } from '../../platform/day.ts'

const year = easternDay(new Date()).slice(0, 4)

let portal: Portal
let client: Client
let memberId = ''
let patient: object
beforeAll(async () => {
  portal = await startPortal()
  // Someone with a spending account, in a plan with yearly limits.
  client = await signInClient(portal.origin, 'MEMBER01')
  const member = await portal.database.read
    .selectFrom('account')
    .innerJoin('member', 'member.member_id', 'account.member_id')
    .selectAll('member')
    .where('login_id', '=', 'MEMBER01')
    .executeTakeFirstOrThrow()
  memberId = member.member_id
  patient = {
    resourceType: 'Patient',
    id: 'agreeing',
    identifier: [{ type: { coding: [{ code: 'MB' }] }, value: member.member_number }],
    name: [{ family: member.last_name, given: [member.first_name] }],
    birthDate: member.date_of_birth,
  }
})
afterAll(() => portal?.close())

const codes = [
  ...['submitted', 'eligible', 'deductible', 'copay', 'benefit', 'coinsurance', 'noncovered', 'discount'],
  ...['memberliability', 'paidtoprovider', 'priorpayerpaid', 'paidbypatient', 'acme-fee'],
]
const amounts = fc.uniqueArray(
  fc.record({
    codes: fc.tuple(
      fc.constantFrom(...codes),
      fc.option(fc.constantFrom('ACME-1', 'clm_line_cvrd_pd_amt', 'gdc_blw_oopt_amt')),
    ),
    cents: fc.integer({ min: 0, max: 300_000 }),
  }),
  { maxLength: 9, selector: (one) => one.codes[0] },
)
const line = fc.record({ amounts, code: fc.constantFrom('0450', '0300', '0001'), added: fc.boolean() })
const claim = fc.record({
  number: fc.constantFrom('A', 'B', 'C', 'D'),
  prior: fc.option(fc.constantFrom('A', 'B', 'C')),
  sign: fc.constantFrom(1, 1, 1, -1),
  total: amounts,
  // A second total of a category, with a different amount or the same amount again.
  again: fc.option(fc.constantFrom(0, 1, 2_500)),
  lines: fc.array(line, { maxLength: 3 }),
  paid: fc.option(fc.integer({ min: 0, max: 200_000 })),
  status: fc.constantFrom('active', 'active', 'active', 'cancelled'),
  outcome: fc.constantFrom('complete', 'complete', 'queued', 'partial'),
  day: fc.constantFrom('01-05', '01-06', '01-07'),
  type: fc.constantFrom('professional', 'institutional', 'pharmacy'),
})
type Claim = typeof claim extends fc.Arbitrary<infer One> ? One : never
type Amounts = typeof amounts extends fc.Arbitrary<infer One> ? One : never

const entries = (all: Amounts, sign: number) =>
  all.map(({ codes: [general, exact], cents }) => ({
    category: { coding: [{ code: general }, ...(exact === null ? [] : [{ code: exact }])] },
    amount: { value: (sign * cents) / 100, currency: 'USD' },
  }))

function buildEob({ number, prior, sign, total, again, lines, paid, status, outcome, day, type }: Claim, id: string) {
  const [first] = total
  const twice = first === undefined || again === null ? [] : [{ ...first, cents: first.cents + again }]
  const items = lines.map((one, index) => ({
    sequence: index + 1,
    revenue: { coding: [{ code: one.code }] },
    adjudication: entries(one.amounts, sign),
    added: one.added,
  }))
  return {
    resourceType: 'ExplanationOfBenefit',
    id,
    identifier: [{ type: { coding: [{ code: 'uc' }] }, value: `AGREE-${number}` }],
    status,
    use: 'claim',
    outcome,
    type: { coding: [{ code: type }] },
    patient: { reference: 'Patient/agreeing' },
    provider: { display: 'Maple Clinic' },
    billablePeriod: { start: `${year}-01-04` },
    created: `${year}-${day}`,
    related:
      prior === null ? [] : [{ relationship: { coding: [{ code: 'prior' }] }, reference: { value: `AGREE-${prior}` } }],
    total: entries([...total, ...twice], sign),
    ...(paid !== null && { payment: { amount: { value: (sign * paid) / 100, currency: 'USD' } } }),
    item: items.filter(({ added }) => !added),
    addItem: items.filter(({ added }) => added),
  }
}

async function load(claims: readonly Claim[], run: number) {
  for (const table of ['claim_version', 'claim', 'accumulator'] as const)
    await portal.database.read.deleteFrom(table).where('member_id', '=', memberId).execute()
  const resources = [patient, ...claims.map((one, index) => buildEob(one, `agree-${run}-${index}`))]
  const file = { 'agree.ndjson': ndjson(resources) }
  expect((await importFiles(portal.database, file, { kind: 'fhir', brand: 'hmbcbs' })).rejected).toEqual([])
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const formatMoney = (cents: number | null) => (cents === null ? 'Your plan did not say' : dollars.format(cents / 100))
const plain = (cents: number | null) => (cents === null ? '' : (cents / 100).toFixed(2))
const total = (all: readonly (number | null)[]) => all.reduce<number>((sum, cents) => sum + (cents ?? 0), 0)

test('MP-3 MP-4 MP-5 MP-6 MP-10 MP-12 for any claims, list, sums, page, document, CSV, spending and limits agree to the cent', async () => {
  let run = 0
  const property = fc.asyncProperty(fc.array(claim, { minLength: 1, maxLength: 6 }), async (claims) => {
    await load(claims, run++)
    const { payload: list } = (await make(client, calls.listClaims, { query: { pageSize: '100', memberId } })).body
    const own = list.claims
    expect(own.length).toBe(list.total)
    // The list and its sums.
    const { totals } = list
    expect(totals.billedCents).toBe(total(own.map(({ billedCents }) => billedCents)))
    expect(totals.planPaidCents).toBe(total(own.map(({ planPaidCents }) => planPaidCents)))
    expect(totals.youOweCents).toBe(total(own.map(({ youOweCents }) => youOweCents)))
    const { discountCents, planPaidCents, otherPaidCents, shareCents, openCents } = totals
    expect(shareCents).toBe(total(own.map((row) => row.shareCents)))
    expect(discountCents + planPaidCents + otherPaidCents + shareCents + openCents).toBe(totals.billedCents)
    // Each claim's own page.
    const pages = []
    for (const row of own) {
      const { payload: page } = (await make(client, calls.openClaim, { params: { claimId: row.claimId } })).body
      const { figures } = page
      expect([figures.billedCents, figures.allowedCents, figures.planPaidCents, figures.shareCents]).toEqual([
        ...[row.billedCents, row.allowedCents, row.planPaidCents, row.shareCents],
      ])
      const { shareCents, paidCents, youOweCents, step } = row
      expect(page.owed).toEqual({ shareCents, paidCents, youOweCents, step })
      expect(row.youOweCents ?? 0).toBeGreaterThanOrEqual(0)
      // A claim that it replaces is readable.
      for (const claimId of page.replaces === null ? [] : [page.replaces])
        expect((await make(client, calls.openClaim, { params: { claimId } })).status).toBe(200)
      pages.push(page)
    }
    if (totals.unknown === 0 && totals.odd === 0 && own.every(({ state }) => state !== 'in-progress'))
      expect(openCents).toBe(0)
    // The CSV.
    const csv = (await make(client, calls.exportClaims, { body: { memberId } })).bytes
      .toString()
      .trimEnd()
      .split('\r\n')
      .slice(1)
    expect(csv.map((row) => row.split(',').slice(-6))).toEqual(
      own.map((row) => {
        const paid = row.shareCents === null ? null : row.paidCents
        return [row.billedCents, row.allowedCents, row.planPaidCents, row.shareCents, paid, row.youOweCents].map(plain)
      }),
    )
    // What an account may pay.
    const { claims: payable } = (await make(client, spendingSummary, { query: {} })).body.payload
    for (const one of payable.filter(({ patient: { memberId: of } }) => of === memberId)) {
      expect(one.shareCents).toBe(own.find(({ claimId }) => claimId === one.claimId)?.shareCents)
    }
    const { payload: owed } = (
      await make(client, calls.listClaims, { query: { owe: 'true', pageSize: '100', memberId } })
    ).body
    expect(owed.totals.youOweCents).toBe(totals.youOweCents)
    // The year's limits.
    const { plans } = (await make(client, benefits, {})).body.payload
    const counted = pages.filter(({ state }) => state !== 'replaced' && isDecided(state))
    const sumUsed = (parts: readonly ('deductibleCents' | 'copayCents' | 'coinsuranceCents')[]) => {
      const all = counted.flatMap(({ figures, state }) =>
        parts.map((part) => figures[part] ?? (figures.unexplainedCents === 0 || state === 'denied' ? 0 : null)),
      )
      return all.includes(null) ? null : total(all)
    }
    const [plan] = plans
    const balances = plan?.people.find((one) => one.own)?.balances ?? []
    const inNetwork = balances.filter(({ network, basis }) => network === 'in' && basis !== 'told')
    expect(inNetwork.length).toBeGreaterThan(0)
    for (const { kind, usedCents, limitCents } of inNetwork) {
      const sum = sumUsed(
        kind === 'deductible' ? ['deductibleCents'] : ['deductibleCents', 'copayCents', 'coinsuranceCents'],
      )
      expect([kind, usedCents]).toEqual([kind, sum === null ? null : Math.min(sum, limitCents ?? sum)])
    }
    // The document.
    await portal.database.read.deleteFrom('sign_in_limit').execute()
    for (const page of pages.filter(({ state }) => state !== 'in-progress' && state !== 'correction')) {
      const eob = await make(client, calls.claimEob, { params: { claimId: page.claimId }, query: { language: 'en' } })
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(eob.bytes)), { mergePages: true })
      const said = text.replace(/[\s\u200b]+/g, ' ')
      const listParts = ({ billedCents, discountCents, planPaidCents, shareCents }: typeof page.figures) =>
        [billedCents, discountCents, planPaidCents, shareCents].map(formatMoney).join(' ')
      const { figures } = page
      expect(said).toContain(`Amount billed ${formatMoney(figures.billedCents)}`)
      expect(said).toContain(`Your plan paid ${formatMoney(figures.planPaidCents && -figures.planPaidCents)}`)
      expect(said).toContain(`Your share ${formatMoney(figures.shareCents)}`)
      if (page.lines.length > 0) expect(said).toContain(`Total ${listParts(figures)}`)
      for (const line of page.lines) expect(said).toContain(listParts(line.figures))
      // What the claim did to the year's limits, and those limits.
      for (const { beforeCents, afterCents, limitCents } of page.effects) {
        const used = [beforeCents, afterCents].map((cents) => (cents === null ? 'Not known' : formatMoney(cents)))
        expect(said).toContain([...used, limitCents === null ? 'Not loaded yet' : formatMoney(limitCents)].join(' '))
      }
    }
  })
  await fc.assert(property, { numRuns: 15 })
})
