import { expect, test } from 'vitest'
import { importFiles } from '../../../../../test/importing.ts'
import { testPortal } from '../../../../../test/portal.ts'
import { enrollment, x12 } from '../../../../../test/x12.ts'

const portal = testPortal()
const brand = 'ndbcbs'

const take = (content: string) => importFiles(portal.database, { 'claims.x12': content }, { kind: 'x12', brand })
const load = async (content: string) => {
  const taken = await take(content)
  expect(taken.rejected).toEqual([])
  return taken.counts
}

const covered = [
  ...['HD*021**HLT*GOLD*FAM', 'DTP*348*D8*20260101'],
  ...['HD*021**DEN*TOOTH*FAM', 'DTP*348*D8*20260101'],
]
const person = (contract: string, number: string, first: string, born: string) => [
  number === '1' ? 'INS*Y*18*021*28*A' : 'INS*N*19*021*28*A',
  ...[`REF*0F*${contract}`, 'REF*1L*G-1', `REF*23*${contract}${number}`, `NM1*IL*1*ASK*${first}`, `DMG*D8*${born}*M`],
  ...covered,
]
/** Knut, whose number ends in 1, with his child Liv, whose number ends in 2, on a contract. */
const family = (contract: string) =>
  load(enrollment([...person(contract, '1', 'KNUT', '19810101'), ...person(contract, '2', 'LIV', '20140202')]))

const pay = (claims: readonly string[], paid: string, on = '20261125', more: { readonly sent?: string } = {}) =>
  x12(
    {
      set: '835',
      segments: [
        ...[`BPR*I*${paid}*C*ACH************${on}`, `TRN*1*T${on}*1450000022`, `DTM*405*${on}`],
        ...['N1*PR*PLAINS HEALTH', 'N1*PE*PRAIRIE CLINIC*XX*1234567893', 'LX*1', ...claims],
      ],
    },
    more,
  )
const patient = (contract: string) => `NM1*QC*1*ASK*KNUT****MI*${contract}1`

const subscriber = (contract: string, number = '2', parent = '1') => [
  `HL*${number}*${parent}*22*1`,
  'SBR*P*18*G-1******CI',
  `NM1*IL*1*ASK*KNUT****MI*${contract}1`,
  'DMG*D8*19810101*M',
  'NM1*PR*2*PLAINS HEALTH*****PI*PLAINS',
]
const line = (code: string, dollars: string, ...more: readonly string[]) => [
  ...['LX*1', `SV1*HC:${code}*${dollars}*UN*1***1`, 'DTP*472*D8*20261102', ...more],
]
const claim = (account: string, dollars: string, frequency = '1') =>
  `CLM*${account}*${dollars}***11:B:${frequency}*Y*A*Y*Y`
const bill = (segments: readonly string[], version = '005010X222A1', more: { readonly sent?: string } = {}) =>
  x12(
    {
      set: '837',
      version,
      segments: [
        ...['BHT*0019*00*S1*20261115*1023*CH', 'NM1*41*2*PRAIRIE BILLING*****46*PB01'],
        ...['NM1*40*2*PLAINS HEALTH*****46*PLAINS', 'HL*1**20*1', 'NM1*85*2*PRAIRIE CLINIC*****XX*1234567893'],
        ...segments,
      ],
    },
    more,
  )

async function readClaims(number: string) {
  const claims = await portal.database.read
    .selectFrom('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .selectAll('claim')
    .where('brand', '=', brand)
    .where('member_number', '=', number)
    .orderBy('claim_number')
    .execute()
  return Promise.all(
    claims.map(async (one) => ({
      ...one,
      lines: await portal.database.read
        .selectFrom('claim_line')
        .select(['code', 'quantity', 'service_date', 'figures', 'details'])
        .where('claim_id', '=', one.claim_id)
        .orderBy('line')
        .execute(),
    })),
  )
}

test.each([
  [
    'split into two',
    '100',
    ['80053*100'],
    ['80048*60*40**1*HC:80053', 'CAS*CO*45*20', '80076*40*30**1*HC:80053', 'CAS*PR*3*10'],
  ],
  ['bundled into one', '150', ['80048*100', '80076*50'], ['80053*150*70**1*HC:80048', 'CAS*CO*45*70', 'CAS*PR*3*10']],
] as const)('FD-2 a line that was %s is billed once', async (what, dollars, billed, decided) => {
  const contract = what.startsWith('split') ? 'SPL' : 'BUN'
  await family(contract)
  const lines = billed.flatMap((one, at) => {
    const [code = '', cost = ''] = one.split('*')
    return [`LX*${at + 1}`, ...line(code, cost).slice(1)]
  })
  const answer = decided.map((one) => (one.startsWith('CAS') ? one : `SVC*HC:${one}`))
  await load(bill([...subscriber(contract), claim('A1', dollars), ...lines]))
  await load(
    pay([`CLP*A1*1*${dollars}*70*10*12*${contract}N*11*1`, patient(contract), 'DTM*232*20261102', ...answer], '70'),
  )
  const [found] = await readClaims(`${contract}1`)
  expect(found).toMatchObject({ billed_cents: Number(dollars) * 100, plan_paid_cents: 7000, share_cents: 1000 })
  const sum = (found?.lines ?? []).reduce((all, { figures }) => all + (figures.billed ?? 0), 0)
  expect(sum).toBe(Number(dollars) * 100)
  // A line whose amounts are on another line says so.
  const bare = found?.lines.filter(({ figures }) => figures.billed === null) ?? []
  expect(bare.map(({ code }) => code)).toEqual(billed.map((one) => one.split('*')[0]))
  expect(bare.every(({ details }) => details.reasons.some(({ code }) => code === '97'))).toBe(true)
})

test('FD-2 the price of lines that are paid as one is what the plan and the patient pay for each', async () => {
  await family('OA94')
  const [first, second] = [
    ['SVC*HC:80053*90*70**1*HC:80048', 'CAS*CO*45*70', 'CAS*OA*94*-60', 'CAS*PR*3*10'],
    ['SVC*HC:80053*60*0**1*HC:80076', 'CAS*OA*97*60'],
  ]
  const claimed = ['CLP*A1*1*150*70*10*12*OA94N*11*1', patient('OA94'), 'DTM*232*20261102']
  await load(pay([...claimed, ...first, ...second], '70'))
  const [found] = await readClaims('OA941')
  expect(found).toMatchObject({ billed_cents: 15_000, allowed_cents: 8_000, discount_cents: 7_000, share_cents: 1_000 })
  expect(found?.lines.map(({ figures }) => [figures.allowed, figures.planPaid, figures.share])).toEqual([
    [8_000, 7_000, 1_000],
    [0, 0, 0],
  ])
})

test('FD-2 lines without their own day have the claim’s, and match the billed lines', async () => {
  await family('DAY')
  await load(bill([...subscriber('DAY'), claim('A1', '100'), ...line('99213', '100')]))
  await load(
    pay(
      ['CLP*A1*1*100*80*20*12*DAYN*11*1', patient('DAY'), 'DTM*232*20261102', 'SVC*HC:99213*100*80**1', 'CAS*PR*3*20'],
      '80',
    ),
  )
  const [found] = await readClaims('DAY1')
  expect(found?.lines).toMatchObject([
    { code: '99213', service_date: '2026-11-02', figures: { billed: 10000, share: 2000 } },
  ])
})

test('FD-2 if the unpaid part is only the patient’s share, the billed amount is the price', async () => {
  await family('PRI')
  await load(
    pay(
      [
        ...[
          'CLP*A1*1*100*80*20*12*PRI1N*11*1',
          patient('PRI'),
          'DTM*232*20261102',
          'SVC*HC:99213*100*80**1',
          'CAS*PR*3*20',
        ],
        // Nothing of it is covered, so it has no price.
        ...[
          'CLP*A2*4*150*0*150*12*PRI2N*11*1',
          patient('PRI'),
          'DTM*232*20261103',
          'SVC*HC:99214*150*0**1',
          'CAS*PR*96*150',
        ],
      ],
      '80',
    ),
  )
  expect(await readClaims('PRI1')).toMatchObject([
    { allowed_cents: 10000, share_cents: 2000, lines: [{ figures: { allowed: 10000 } }] },
    { allowed_cents: null, not_covered_cents: 15000, share_cents: 15000, state: 'denied' },
  ])
})

test('FD-3 a dentist who asks what the plan would pay has not billed anything', async () => {
  await family('ASK')
  const asked = 'CLM*A1*900***11:B:1*Y*A*Y*Y**********PB'
  const counts = await load(
    bill([...subscriber('ASK'), asked, 'LX*1', 'SV3*AD:D2740*900****1', 'DTP*472*D8*20261102'], '005010X224A2'),
  )
  expect(counts).toMatchObject({ created: 0, skipped: 1 })
  expect(await readClaims('ASK1')).toEqual([])
})

test('FD-3 a patient belongs to the subscriber whom HL02 names, whoever comes between', async () => {
  await family('HLA')
  await family('HLB')
  const child = (number: string, parent: string) => [
    ...[`HL*${number}*${parent}*23*0`, 'PAT*19', 'NM1*QC*1*ASK*LIV', 'DMG*D8*20140202*F'],
  ]
  await load(
    bill([
      ...subscriber('HLA', '2'),
      ...subscriber('HLB', '3'),
      ...[...child('4', '2'), claim('A1', '50'), ...line('99213', '50')],
      ...[...child('5', '3'), claim('A2', '60'), ...line('99214', '60')],
    ]),
  )
  expect(await readClaims('HLA2')).toMatchObject([{ billed_cents: 5000 }])
  expect(await readClaims('HLB2')).toMatchObject([{ billed_cents: 6000 }])
})

test('FD-3 a bill that replaces a decided one leaves the decision with the lines that it was about', async () => {
  await family('REP')
  await load(bill([...subscriber('REP'), claim('A1', '100'), ...line('99213', '100')]))
  await load(
    pay(
      ['CLP*A1*1*100*80*20*12*REPN*11*1', patient('REP'), 'DTM*232*20261102', 'SVC*HC:99213*100*80**1', 'CAS*PR*3*20'],
      '80',
    ),
  )
  const later = { sent: '20261130*0200' }
  await load(
    bill([...subscriber('REP'), claim('A1R', '120', '7'), 'REF*F8*REPN', ...line('99214', '120')], undefined, later),
  )
  expect(await readClaims('REP1')).toMatchObject([
    { billed_cents: 10000, share_cents: 2000, lines: [{ code: '99213', figures: { billed: 10000, share: 2000 } }] },
  ])
  await load(
    pay(
      ['CLP*A1R*1*120*96*24*12*REPN*11*7', patient('REP'), 'DTM*232*20261102', 'SVC*HC:99214*120*96**1', 'CAS*PR*3*24'],
      ...(['96', '20261202', { sent: '20261203*0200' }] as const),
    ),
  )
  expect(await readClaims('REP1')).toMatchObject([
    { billed_cents: 12000, share_cents: 2400, lines: [{ code: '99214', figures: { billed: 12000, share: 2400 } }] },
  ])
})

test('FD-2 FD-3 FD-4 an impossible day of care is refused by its element; any other invalid day is left out', async () => {
  await family('FAR')
  const days = ['D8*99991231', 'RD8*20261104-20261102']
  for (const day of days) {
    const { rejected } = await take(
      bill([...subscriber('FAR'), claim('A1', '50'), 'LX*1', 'SV1*HC:99213*50*UN*1***1', `DTP*472*${day}`]),
    )
    expect(rejected.map(({ path }) => path)).toEqual(['Segment 17 (DTP03, date)'])
  }
  const stay = ['CLP*A1*1*100*80*20*12*FARN*11*1', patient('FAR'), 'DTM*232*99991231', 'CAS*PR*3*20']
  expect((await take(pay(stay, '80'))).rejected.map(({ path }) => path)).toEqual(['Segment 12 (DTM02, date)'])
  await load(
    pay(
      ['CLP*A1*1*100*80*20*12*FARN*11*1', patient('FAR'), 'DTM*232*20261102', 'DTM*050*99991231', 'CAS*PR*3*20'],
      ...(['80', '99991231'] as const),
    ),
  )
  expect(await readClaims('FAR1')).toMatchObject([{ paid_on: null, received_on: null, share_cents: 2000 }])
})

test('FD-2 FD-3 a room that the payer names by its revenue code alone is the line that the hospital billed', async () => {
  await family('NUR')
  const stay = ['CLM*A1*12000***11:A:1**A*Y*Y', 'DTP*434*RD8*20261102-20261107', 'CL1*1*9*01']
  const billed = ['LX*1', 'SV2*0120**5000*DA*5', 'LX*2', 'SV2*0250**2000*UN*40', 'LX*3', 'SV2*0360*HC:92941*5000*UN*1']
  await load(bill([...subscriber('NUR'), ...stay, ...billed], '005010X223A2'))
  await load(
    pay(
      [
        ...['CLP*A1*1*12000*8000*1500*12*NURN*11*1**280*1', patient('NUR'), 'DTM*232*20261102', 'DTM*233*20261107'],
        ...['SVC*NU:0120*5000*3000**5', 'CAS*CO*45*1500', 'CAS*PR*2*500', 'SVC*NU:250*2000*1500', 'CAS*CO*45*500'],
        ...['SVC*HC:92941*5000*3500*0360*1', 'CAS*CO*45*500', 'CAS*PR*1*1000'],
      ],
      '8000',
    ),
  )
  const [found] = await readClaims('NUR1')
  expect(found).toMatchObject({
    billed_cents: 1_200_000,
    plan_paid_cents: 800_000,
    share_cents: 150_000,
    adds_up: true,
  })
  const told = found?.lines.map(({ code, quantity, figures }) => [code, quantity, figures.billed, figures.planPaid])
  expect(told).toEqual([
    ['0120', null, 500_000, 300_000],
    // A payer who leaves the units out decides on those of the bill.
    ['0250', 40, 200_000, 150_000],
    ['92941', 1, 500_000, 350_000],
  ])
})

test.each([
  ['00810:AA*600*MJ*60', null],
  ['00810:AA*600*UN*4', 4],
] as const)('FD-3 a line of %s has %s units: minutes of an anesthesia are none', async (service, units) => {
  const contract = `ANE${units ?? 0}`
  await family(contract)
  const lines = ['LX*1', `SV1*HC:${service}***1`, 'DTP*472*D8*20261102']
  await load(bill([...subscriber(contract), claim('A1', '600'), ...lines]))
  expect((await readClaims(`${contract}1`))[0]?.lines.map((line) => line.quantity)).toEqual([units])
  const decided = [`SVC*HC:00810:AA*600*500**${units ?? 60}`, 'DTM*472*20261102', 'CAS*CO*45*100']
  await load(pay([`CLP*A1*1*600*500*0*12*${contract}N*24*1`, patient(contract), ...decided], '500'))
  expect((await readClaims(`${contract}1`))[0]?.lines.map((line) => line.quantity)).toEqual([units])
})

test('FD-2 a code that only reports how care was given (CARC 246) makes no claim partly denied', async () => {
  await family('PQR')
  const visit = ['SVC*HC:99213*100*60**1', 'DTM*472*20261102', 'CAS*CO*45*20', 'CAS*PR*3*20']
  const report = ['SVC*HC:G8783*.01*0**1', 'DTM*472*20261102', 'CAS*CO*246*.01', 'LQ*HE*N620']
  await load(pay(['CLP*A1*1*100.01*60*20*12*PQRN*11*1', patient('PQR'), ...visit, ...report], '60'))
  expect(await readClaims('PQR1')).toMatchObject([{ state: 'paid', share_cents: 2000, discount_cents: 2001 }])
})

test.each([
  ['72', 'laboratory'],
  ['71', 'laboratory'],
  ['32', 'laboratory'],
  ['81', 'laboratory'],
  ['13', 'laboratory'],
  ['11', 'hospital'],
  ['21', 'hospital'],
  ['18', 'hospital'],
] as const)('FD-3 MP-3 laboratory work on a bill of the type %s is %s care', async (type, category) => {
  const contract = `TOB${type}`
  await family(contract)
  const lines = ['DTP*434*D8*20261102', 'LX*1', 'SV2*0301*HC:80053*100*UN*1', 'DTP*472*D8*20261102']
  await load(bill([...subscriber(contract), `CLM*A1*100***${type}:A:1**A*Y*Y`, ...lines], '005010X223A2'))
  expect(await readClaims(`${contract}1`)).toMatchObject([{ category }])
})

test.each([
  ['1', 'in-progress'],
  ['8', 'cancelled'],
])('FD-2 MP-3 a reversal of the frequency %s leaves the claim %s', async (frequency, state) => {
  const contract = `REV${frequency}`
  await family(contract)
  const decide = (sign: string, status: string, how: string) => [
    ...[`CLP*A1*${status}*${sign}100*${sign}60*${sign}20*12*${contract}N*11*${how}`, patient(contract)],
    ...[`SVC*HC:99213*${sign}100*${sign}60**1`, 'DTM*472*20261102', `CAS*CO*45*${sign}20`, `CAS*PR*3*${sign}20`],
  ]
  await load(pay(decide('', '1', '1'), '60', '20261120'))
  await load(pay(decide('-', '22', frequency), '-60'))
  expect(await readClaims(`${contract}1`)).toMatchObject([{ state, share_cents: null }])
  // A payer who corrects it after all has decided on it again.
  await load(pay(decide('', '1', '7'), '60', '20261126'))
  expect(await readClaims(`${contract}1`)).toMatchObject([{ share_cents: 2000 }])
})

test('FD-2 MP-3 a payment for drugs alone is a pharmacy’s, and one for a drug that was given is not', async () => {
  await family('PHA')
  const drug = ['SVC*N4:00093505698*60*40**30', 'DTM*472*20261102', 'CAS*CO*45*10', 'CAS*PR*3*10']
  const visit = ['SVC*HC:J0129*60*40**1', 'DTM*472*20261103', 'CAS*CO*45*10', 'CAS*PR*3*10']
  await load(pay(['CLP*RX1*1*60*40*10*13*PHAN1*01*1', patient('PHA'), ...drug], '40'))
  await load(pay(['CLP*RX2*1*60*40*10*13*PHAN2*11*1', patient('PHA'), ...visit], '40'))
  const found = await readClaims('PHA1')
  expect(found.map(({ type, category, share_cents }) => [type, category, share_cents])).toEqual([
    ['pharmacy', 'pharmacy', 1000],
    ['professional', 'office', 1000],
  ])
  // Reasons stay those of X12.
  expect(found[0]?.lines[0]?.details.reasons.map(({ code }) => code)).toEqual(['45', '3'])
})

test.each([
  // Three were billed, and two are paid: the charge is that for three.
  ['SVC*HC:97110*90*40**2**3', 3],
  ['SVC*HC:97110*90*40**2', 2],
  ['SVC*HC:97110*90*40*', null],
  // Without a bill, nobody knows whether these are minutes.
  ['SVC*HC:00810:AA*90*40**60', null],
] as const)('FD-2 MP-6 a paid line of %s shows the %s units that its whole charge is for', async (service, units) => {
  const contract = `UNI${service.length}${units ?? 0}`
  await family(contract)
  const decided = [service, 'DTM*472*20261102', 'CAS*CO*45*50']
  await load(pay([`CLP*A1*1*90*40*0*12*${contract}N*11*1`, patient(contract), ...decided], '40'))
  expect((await readClaims(`${contract}1`))[0]?.lines.map((line) => line.quantity)).toEqual([units])
})

test('FD-2 FD-3 MP-6 a bill knows the units of its charge, even if the payer names only those that it pays', async () => {
  await family('UNB')
  const lines = ['LX*1', 'SV1*HC:97110*90*UN*3***1', 'DTP*472*D8*20261102']
  await load(bill([...subscriber('UNB'), claim('A1', '90'), ...lines]))
  const decided = ['SVC*HC:97110*90*40**2', 'DTM*472*20261102', 'CAS*CO*45*50']
  await load(pay(['CLP*A1*1*90*40*0*12*UNBN*11*1', patient('UNB'), ...decided], '40'))
  expect((await readClaims('UNB1'))[0]?.lines.map((line) => line.quantity)).toEqual([3])
})

test.each([
  ['1', false],
  ['2', false],
  ['5', false],
  ['6', true],
  ['7', true],
] as const)(
  'FD-3 MP-3 a bill of frequency %s that names another claim (REF F8): adjusted %s',
  async (frequency, isAdjusted) => {
    const contract = `FRQ${frequency}`
    await family(contract)
    await load(bill([...subscriber(contract), claim('A1', '100', frequency), 'REF*F8*OTHER9', ...line('99213', '100')]))
    await load(
      pay(
        [`CLP*A1*1*100*100**12*${contract}N*11*1`, patient(contract), 'SVC*HC:99213*100*100**1', 'DTM*472*20261102'],
        '100',
      ),
    )
    expect((await readClaims(`${contract}1`)).map(({ state }) => state)).toEqual([isAdjusted ? 'adjusted' : 'paid'])
  },
)

test('FD-2 adjustments of a claim that repeat those of its lines count once', async () => {
  await family('STR')
  const twice = ['CAS*CO*45*40', 'CAS*PR*2*10']
  const decide = (account: string, ofClaim: readonly string[], share: string, ofLine: readonly string[]) => [
    `CLP*${account}*1*100*50*${share}*12*${account}N*11*1`,
    ...[patient('STR'), 'DTM*232*20261102', ...ofClaim, 'SVC*HC:99213*100*50**1', ...ofLine],
  ]
  const taken = await load(
    pay(
      [
        ...decide('STRA', twice, '10', twice),
        ...decide('STRB', ['CAS*CO*45*20', 'CAS*PR*2*5'], '10', ['CAS*CO*45*20', 'CAS*PR*2*5']),
      ],
      '100',
    ),
  )
  expect(taken.warnings ?? []).not.toContainEqual(expect.objectContaining({ reason: expect.stringContaining('CLP05') }))
  const amounts = { billed_cents: 10000, allowed_cents: 6000, discount_cents: 4000, coinsurance_cents: 1000 }
  expect(await readClaims('STR1')).toMatchObject([
    { claim_number: 'STRAN', ...amounts, share_cents: 1000, adds_up: true },
    { claim_number: 'STRBN', ...amounts, share_cents: 1000, adds_up: true },
  ])
})
