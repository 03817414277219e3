import * as calls from '@portico/contract/calls/claims'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../../test/call.ts'
import { type Client, signInClient } from '../../../../test/client.ts'
import {
  buildLevel,
  buildLevels,
  findTable,
  type Kind,
  kinds,
  linesIn,
  listStated,
} from '../../../../test/fhir/dialect-tables.ts'
import { dialects, type Eob } from '../../../../test/fhir/dialects.ts'
import { importFiles, ndjson } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'

/** Claims of each public dialect as in bulk files, and what the member's list, pages and file show of them. */
const portal = testPortal()
let client: Client
let memberId = ''
/** A person in CMS's form: with their Medicare number, a former one, and CMS's internal number. */
let patient: object
beforeAll(async () => {
  client = await signInClient(portal.origin, 'MEMBER01')
  const member = await portal.database.read
    .selectFrom('account')
    .innerJoin('member', 'member.member_id', 'account.member_id')
    .selectAll('member')
    .where('login_id', '=', 'MEMBER01')
    .executeTakeFirstOrThrow()
  memberId = member.member_id
  const medicare = (value: string, currency: string) => ({
    system: 'http://hl7.org/fhir/sid/us-mbi',
    value,
    type: {
      coding: [
        {
          ...{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MC' },
          extension: [
            {
              url: 'https://bluebutton.cms.gov/resources/codesystem/identifier-currency',
              valueCoding: {
                system: 'https://bluebutton.cms.gov/resources/codesystem/identifier-currency',
                code: currency,
              },
            },
          ],
        },
      ],
    },
  })
  patient = {
    ...{ resourceType: 'Patient', id: '1', birthDate: member.date_of_birth, deceasedBoolean: false },
    identifier: [
      {
        system: 'https://bluebutton.cms.gov/resources/variables/bene_id',
        value: '-1',
        type: { coding: [{ code: 'MB' }] },
      },
      medicare('1S00E00AA11', 'historic'),
      medicare(member.member_number, 'current'),
    ],
    name: [{ use: 'usual', family: member.last_name, given: [member.first_name, 'Q'] }],
  }
})

const [received, paid] = ['2026-03-10', '2026-03-25']

/** A claim with what bulk files have besides the amounts: a provider, and days of receipt and payment. */
function complete(eob: Eob, at: number): Eob {
  const name = `Clinic ${at + 1}`
  const npi = { system: 'http://hl7.org/fhir/sid/us-npi', value: '1234567893' }
  const providers = [
    {
      contained: [{ resourceType: 'Organization', id: 'provider-org', active: true, identifier: [npi], name }],
      provider: { reference: '#provider-org' },
    },
    {
      contained: [{ resourceType: 'Practitioner', id: 'p', identifier: [npi], name: [{ text: name, _family: {} }] }],
      provider: { reference: '#p' },
    },
    { provider: { identifier: npi, display: name } },
  ]
  const days = {
    supportingInfo: [
      {
        sequence: 1,
        category: {
          coding: [
            { system: 'http://hl7.org/fhir/us/carin-bb/CodeSystem/C4BBSupportingInfoType', code: 'clmrecvddate' },
          ],
        },
        timingDate: received,
      },
    ],
    ...(eob.payment !== undefined && { payment: { ...eob.payment, date: paid } }),
  }
  return { ...eob, ...providers[at % providers.length], ...days }
}

const toCents = (cell: string | undefined) =>
  cell === undefined || cell === '' ? null : Math.round(Number(cell) * 100)

type Figures = Awaited<ReturnType<typeof open>>['figures']
const open = async (claimId: string) => (await make(client, calls.openClaim, { params: { claimId } })).body.payload

/** Checks the shown amounts: those of the file; what it leaves out is unknown, or calculated from the others. */
function expectShown(figures: Figures, stated: ReadonlyMap<Kind, number>, name: string) {
  for (const kind of kinds) {
    if (kind === 'paidToProvider' || kind === 'paidToPatient') continue
    const isWorkedOut = !stated.has(kind) && (kind === 'share' || kind === 'discount')
    if (!isWorkedOut) expect(figures[`${kind}Cents`], `${name}: ${kind}`).toBe(stated.get(kind) ?? null)
  }
  if (figures.shareCents !== null) expect(figures.addsUp, name).toBe(true)
}

describe.each(dialects)('IM-1 MP-3 MP-4 MP-6 claims of $name as the member sees them', ({ name, claims }) => {
  const table = findTable(name)
  // Each id once, as in a bulk export.
  const all = [...new Map(claims.map((eob, at) => [eob.id, complete(eob, at)])).values()]

  test('IM-1 MP-3 MP-4 MP-6 every amount, day and provider in the list, on the page and in the CSV is the file’s', async () => {
    for (const of of ['claim_version', 'claim', 'accumulator'] as const)
      await portal.database.read.deleteFrom(of).where('member_id', '=', memberId).execute()
    const file = { 'ExplanationOfBenefit.ndjson': ndjson(all), 'Patient.ndjson': ndjson([patient]) }
    const { rejected, counts } = await importFiles(portal.database, file, { kind: 'fhir', brand: 'hmbcbs' })
    expect([rejected, counts.skipped]).toEqual([[], 0])
    const { payload: list } = (await make(client, calls.listClaims, { query: { pageSize: '100', memberId } })).body
    const csv = (await make(client, calls.exportClaims, { body: { memberId } })).bytes.toString()
    const cells: string[][] = parse(csv, { bom: true, from: 2 })
    const stored = await portal.database.read
      .selectFrom('claim')
      .select(['claim_id', 'resource_id'])
      .where('member_id', '=', memberId)
      .execute()
    expect(stored.map((row) => row.resource_id).sort()).toEqual(all.map(({ id }) => id).sort())
    let listed = 0
    for (const eob of all) {
      const claimId = stored.find((row) => row.resource_id === eob.id)?.claim_id ?? ''
      const page = await open(claimId)
      const levels = buildLevels(table, eob)
      const stated = listStated(levels)
      expectShown(page.figures, stated, eob.id)
      const lines = linesIn(eob)
      expect(page.lines).toHaveLength(lines.length)
      const field = table.has('total eligible') ? 'total' : 'item.adjudication'
      for (const [at, line] of page.lines.entries()) {
        const level = buildLevel(table, [[field, lines[at]?.adjudication ?? []]])
        expectShown(line.figures, listStated([level]), `${eob.id} line ${at + 1}`)
        expect(line.others.map(({ cents }) => cents).sort()).toEqual([...level.words].sort())
      }
      expect([page.serviceFrom, page.serviceTo]).toEqual(['2026-03-05', '2026-03-07'])
      expect(page.providerName).toBe(`Clinic ${claims.indexOf(claims.find(({ id }) => id === eob.id) as Eob) + 1}`)
      const days = page.events.map(({ kind, day }) => `${kind} ${day}`)
      expect(days).toContain(`received ${received}`)
      if (eob.payment !== undefined && (page.figures.planPaidCents ?? 0) > 0) expect(days).toContain(`paid ${paid}`)
      const row = list.claims.find((one) => one.claimId === claimId)
      if (row === undefined) {
        expect(page.state).toBe('replaced')
        continue
      }
      listed += 1
      const { billedCents, allowedCents, planPaidCents, shareCents } = page.figures
      expect(row).toMatchObject({
        ...{ billedCents, allowedCents, planPaidCents, shareCents, claimNumber: page.claimNumber },
        ...{ serviceDate: '2026-03-05', providerName: page.providerName, state: page.state },
      })
      const line = cells.find((some) => some.includes(page.claimNumber)) ?? []
      expect(line.slice(-6, -2).map(toCents)).toEqual([billedCents, allowedCents, planPaidCents, shareCents])
      expect(line).toContain(page.providerName ?? '')
    }
    expect([list.total, cells.length]).toEqual([listed, listed])
    const sum = (amounts: readonly (number | null)[]) => amounts.reduce<number>((all, one) => all + (one ?? 0), 0)
    expect(list.totals.billedCents).toBe(sum(list.claims.map(({ billedCents }) => billedCents)))
  })
})

describe('IM-1 MP-4 MP-12 what CMS’s bulk files may leave out or add', () => {
  const cms = 'https://bluebutton.cms.gov'
  const absent = [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'not-applicable' }]
  const variable = (name: string, code?: string) => ({
    coding: [{ system: `${cms}/resources/codesystem/adjudication`, code: `${cms}/resources/variables/${name}` }],
    ...(code !== undefined && { text: code }),
  })
  const usd = (value: number) => ({ value, currency: 'USD' })
  const coverage = (part: string, more: object = {}) => ({
    ...{ resourceType: 'Coverage', id: `part-${part}`, status: 'active', subscriberId: '1S00E00AA77' },
    ...{ beneficiary: { reference: 'Patient/-77' }, relationship: { coding: [{ code: 'self' }] } },
    type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'SUBSIDIZ' }] },
    payor: [{ identifier: { value: 'Centers for Medicare and Medicaid Services' } }],
    class: [
      { type: { coding: [{ code: 'group' }] }, value: 'Medicare' },
      { type: { coding: [{ code: 'plan' }] }, value: `Part ${part}` },
    ],
    extension: [
      { url: `${cms}/resources/variables/rfrnc_yr`, valueDate: '2026' },
      { url: `${cms}/resources/variables/dual_01`, valueCoding: { code: 'NA' } },
    ],
    ...more,
  })
  const odd = (more: object) => ({
    ...{ resourceType: 'ExplanationOfBenefit', id: 'carrier--1', status: 'active', use: 'claim', outcome: 'complete' },
    ...{ patient: { reference: 'Patient/1' }, created: '2026-03-20T10:11:12.000+00:00' },
    identifier: [
      { type: { coding: [{ code: 'uc' }] }, system: `${cms}/resources/variables/clm_id`, value: '-1' },
      { type: { coding: [{ code: 'uc' }] }, system: `${cms}/resources/identifier/claim-group`, value: '-1' },
    ],
    type: { coding: [{ code: 'CARRIER' }, { code: 'professional' }] },
    billablePeriod: {
      extension: [{ url: `${cms}/resources/variables/claim_query_cd`, valueCoding: { code: '3' } }],
      ...{ start: '2026-03-05', end: '2026-03-05' },
    },
    insurer: { identifier: { value: 'CMS' } },
    insurance: [{ focal: true, coverage: { reference: 'Coverage/part-b--1' } }],
    provider: { extension: absent },
    ...more,
  })

  test('IM-1 MP-4 an absent amount is unknown, not zero, and no other amount is lost with it', async () => {
    await portal.database.read.deleteFrom('claim').where('member_id', '=', memberId).execute()
    const line = {
      sequence: 1,
      productOrService: {
        coding: [{ system: `${cms}/resources/codesystem/hcpcs`, code: '99213' }],
        _text: { extension: absent },
      },
      servicedPeriod: { start: '2026-03-05', _end: { extension: absent } },
      quantity: { _value: { extension: absent } },
      adjudication: [
        { category: variable('line_sbmtd_chrg_amt'), amount: usd(100.1) },
        { category: variable('line_alowd_chrg_amt'), amount: { _value: { extension: absent }, currency: 'USD' } },
        { category: variable('line_nch_pmt_amt'), amount: usd(0) },
        { category: variable('line_coinsrnc_amt'), amount: { extension: absent } },
        { category: { extension: absent }, amount: usd(5) },
        { category: variable('line_prcsg_ind_cd'), reason: { coding: [{ code: 'A' }] } },
      ],
    }
    const resources = [
      patient,
      odd({
        total: [
          { category: variable('clm_tot_chrg_amt'), amount: usd(100.1) },
          { category: { coding: [{ code: 'priorpayerpaid' }] }, amount: {} },
        ],
        payment: { amount: { extension: absent }, _date: { extension: absent } },
        item: [line],
      }),
    ]
    const { rejected } = await importFiles(
      portal.database,
      { 'a.ndjson': ndjson(resources) },
      { kind: 'fhir', brand: 'hmbcbs' },
    )
    expect(rejected).toEqual([])
    const { payload } = (await make(client, calls.listClaims, { query: { memberId } })).body
    const page = await open(payload.claims[0]?.claimId ?? '')
    expect(page).toMatchObject({
      ...{ claimNumber: '-1', providerName: null, serviceFrom: '2026-03-05' },
      figures: {
        billedCents: 10_010,
        allowedCents: null,
        planPaidCents: 0,
        coinsuranceCents: null,
        otherPaidCents: null,
      },
      lines: [
        {
          quantity: null,
          figures: { billedCents: 10_010, allowedCents: null, coinsuranceCents: null, planPaidCents: 0 },
        },
      ],
    })
    expect(page.lines[0]?.others.map(({ cents }) => cents)).toEqual([500])
  })

  test('IM-3 MP-4 LG-4 an amount outside of all sums is named in the reader’s language, or in the payer’s own words', async () => {
    await portal.database.read.deleteFrom('claim').where('member_id', '=', memberId).execute()
    const amount = (coding: object, cents: number) => ({ category: { coding: [coding] }, amount: usd(cents / 100) })
    const said = [
      amount({ code: 'submitted' }, -10_000),
      amount({ code: 'benefit', display: 'Benefit Amount' }, -8_000),
      amount({ code: 'memberliability' }, -2_000),
      amount({ code: 'ACME-7', display: 'Held back' }, -300),
    ]
    const line = { sequence: 1, servicedDate: '2026-03-05', adjudication: said }
    const { rejected } = await importFiles(
      portal.database,
      { 'a.ndjson': ndjson([patient, odd({ total: said, item: [line] })]) },
      { kind: 'fhir', brand: 'hmbcbs' },
    )
    expect(rejected).toEqual([])
    const { payload } = (await make(client, calls.listClaims, { query: { memberId } })).body
    const claimId = payload.claims[0]?.claimId ?? ''
    const readWords = async () => {
      const { others, lines } = await open(claimId)
      expect(lines[0]?.others).toEqual(others)
      return others.map(({ text, cents }) => [text, cents])
    }
    expect(await readWords()).toEqual([
      ['Billed', -10_000],
      ['Paid by the plan', -8_000],
      ['Member’s share', -2_000],
      ['Held back', -300],
    ])
    client.cookies.set('language', 'es')
    expect((await readWords()).map(([text]) => text)).toEqual([
      'Facturado',
      'Pagado por el plan',
      'Parte del miembro',
      'Held back',
    ])
    client.cookies.delete('language')
  })

  test('IM-1 IM-3 MP-12 people and coverages come without days, and undecided claims are counted', async () => {
    const person = {
      ...{
        resourceType: 'Patient',
        id: '-77',
        birthDate: '1950-02-03',
        deceasedDateTime: '2026-01-01',
        gender: 'unknown',
      },
      identifier: [
        { system: `${cms}/resources/variables/bene_id`, value: '-77', type: { coding: [{ code: 'MB' }] } },
        { system: 'http://hl7.org/fhir/sid/us-mbi', value: '1S00E00AA77', type: { coding: [{ code: 'MC' }] } },
      ],
      name: [{ use: 'usual', family: 'Doe', given: ['Jane', 'X'], _family: { extension: absent } }],
      address: [{ state: '05', postalCode: '99999', district: '999' }],
    }
    const resources = [
      person,
      ...['A', 'B'].map((part) => coverage(part)),
      coverage('C', { status: 'cancelled' }),
      coverage('D', { period: { start: '2026-01-01', _end: { extension: absent } } }),
      { resourceType: 'Claim', id: 'f-1', status: 'active', use: 'claim', patient: { reference: 'Patient/-77' } },
      {
        resourceType: 'ClaimResponse',
        id: 'f-1',
        status: 'active',
        use: 'claim',
        patient: { reference: 'Patient/-77' },
      },
    ]
    const { rejected, counts } = await importFiles(
      portal.database,
      { 'a.ndjson': ndjson(resources) },
      { kind: 'fhir', brand: 'hmbcbs' },
    )
    expect(rejected.map(({ path, reason }) => `${path} ${reason}`)).toEqual([])
    expect(counts.skips?.map(({ type, count }) => [type, count])).toEqual([
      ['Claim', 1],
      ['ClaimResponse', 1],
    ])
    const products = await portal.database.read
      .selectFrom('product')
      .innerJoin('member', 'member.member_id', 'product.member_id')
      .select(['product_name', 'coverage_begin_date as begins', 'coverage_end_date as ends', 'drug_coverage'])
      .where('member_number', '=', '1S00E00AA77')
      .orderBy('product_name')
      .execute()
    expect(products.map((row) => Object.values(row))).toEqual([
      ['Part A', null, null, false],
      ['Part B', null, null, false],
      ['Part D', '2026-01-01', null, true],
    ])
  })
})
