import { expect, test } from 'vitest'
import { importFiles } from '../../../../../test/importing.ts'
import { testPortal } from '../../../../../test/portal.ts'
import { enrollment, x12 } from '../../../../../test/x12.ts'

const portal = testPortal()
const brand = 'ndbcbs'

const load = async (content: string) => {
  const { rejected, counts } = await importFiles(portal.database, { 'claims.x12': content }, { kind: 'x12', brand })
  expect(rejected).toEqual([])
  return counts
}
const enroll = (contract: string) =>
  load(
    enrollment([
      ...['INS*Y*18*021*28*A', `REF*0F*${contract}`, 'REF*1L*G-1', `REF*23*${contract}1`, 'NM1*IL*1*ASK*KNUT'],
      ...['DMG*D8*19810101*M', 'HD*021**DEN*TOOTH*FAM', 'DTP*348*D8*20260101'],
    ]),
  )
const bill = (contract: string, segments: readonly string[]) =>
  x12({
    set: '837',
    version: '005010X224A2',
    segments: [
      ...['BHT*0019*00*S1*20261115*1023*CH', 'NM1*41*2*PRAIRIE BILLING*****46*PB01'],
      ...['NM1*40*2*PLAINS HEALTH*****46*PLAINS', 'HL*1**20*1', 'NM1*85*2*PRAIRIE DENTAL*****XX*1234567893'],
      ...['HL*2*1*22*0', 'SBR*P*18*G-1******CI', `NM1*IL*1*ASK*KNUT****MI*${contract}1`, 'DMG*D8*19810101*M'],
      ...['NM1*PR*2*PLAINS HEALTH*****PI*PLAINS', ...segments],
    ],
  })
const pay = (paid: string, claims: readonly string[]) =>
  x12({
    set: '835',
    segments: [
      ...[`BPR*I*${paid}*C*ACH************20261125`, 'TRN*1*T1*1450000022', 'DTM*405*20261125'],
      ...['N1*PR*PLAINS HEALTH', 'N1*PE*PRAIRIE DENTAL*XX*1234567893', 'LX*1', ...claims],
    ],
  })
const claim = (account: string, dollars: string) => `CLM*${account}*${dollars}***11:B:1*Y*A*Y*Y`

async function readClaims(contract: string) {
  const claims = await portal.database.read
    .selectFrom('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .select(['claim_id', 'claim_number', 'service_from', 'service_to', 'billed_cents', 'plan_paid_cents'])
    .where('brand', '=', brand)
    .where('member_number', '=', `${contract}1`)
    .execute()
  return Promise.all(
    claims.map(async ({ claim_id, ...one }) => {
      const lines = await portal.database.read
        .selectFrom('claim_line')
        .select(['code', 'description', 'service_date', 'figures'])
        .where('claim_id', '=', claim_id)
        .orderBy('line')
        .execute()
      const told = lines.map(({ code, description, service_date, figures }) =>
        [code, description ?? '', service_date ?? '', figures.billed, figures.planPaid, figures.share].join('|'),
      )
      return { ...one, lines: told }
    }),
  )
}

const twoTeeth = [
  ...[claim('A1', '700'), 'DTP*472*D8*20261102', 'DN1*36*27', 'AMT*F5*50'],
  ...['LX*1', 'SV3*AD:D2393*250****1', 'TOO*JP*30*M:O:D', 'LX*2', 'SV3*AD:D2393*250***R*1', 'TOO*JP*14*O'],
  ...['DTP*441*D8*20150101', 'LX*3', 'SV3*AD:D4341*200**10^40**1'],
]

test('FD-3 a line of a dental bill has the claim’s day, with its teeth, surfaces and areas', async () => {
  await enroll('TEA')
  await load(bill('TEA', twoTeeth))
  expect(await readClaims('TEA')).toMatchObject([
    {
      ...{ service_from: '2026-11-02', service_to: '2026-11-02', billed_cents: 70_000 },
      lines: [
        'D2393|Tooth 30 MOD|2026-11-02|25000||',
        'D2393|Tooth 14 O|2026-11-02|25000||',
        'D4341|Upper right, Lower right|2026-11-02|20000||',
      ],
    },
  ])
})

test('FD-3 IM-3 what the patient has paid, and a price by a repricer, are not shown, and a warning counts them', async () => {
  await enroll('TEH')
  const lines = ['DTP*472*D8*20261102', 'LX*1', 'SV3*AD:D2393*250****1', 'TOO*JP*30']
  const findWarnings = async (number: string, ...more: readonly string[]) => {
    const { warnings } = await load(bill('TEH', [claim(number, '250'), ...more, ...lines]))
    return warnings?.map(({ type, reason, count }) => `${count} ${type} ${reason}`)
  }
  const paid = '1 claim says what the patient has paid the provider (AMT F5), which is not shown'
  const priced = '1 claim is priced by somebody else, too (HCP), which is not shown'
  expect(await findWarnings('H1', 'AMT*F5*50')).toEqual([paid])
  expect(await findWarnings('H2', 'AMT*F5*50', 'HCP*10*200*50')).toEqual([paid, priced])
  expect(await findWarnings('H3', 'AMT*F5*0')).toBeUndefined()
})

test('FD-2 FD-3 a payment with a day on each line decides those of a bill with a day on the claim', async () => {
  const decided = [
    ...['CLP*A1*1*700*400*270*12*TEBN*11*1', 'NM1*QC*1*ASK*KNUT****MI*TEB1'],
    ...['SVC*AD:D2393*250*200**1', 'DTM*472*20261102', 'CAS*PR*2*50'],
    ...['SVC*AD:D2393*250*50**1', 'DTM*472*20261102', 'CAS*PR*2*200'],
    ...['SVC*AD:D4341*200*150**1', 'DTM*472*20261102', 'CAS*PR*2*20', 'CAS*CO*45*30'],
  ]
  const lines = [
    'D2393|Tooth 30 MOD|2026-11-02|25000|20000|5000',
    'D2393|Tooth 14 O|2026-11-02|25000|5000|20000',
    'D4341|Upper right, Lower right|2026-11-02|20000|15000|2000',
  ]
  await enroll('TEB')
  await load(bill('TEB', twoTeeth))
  await load(pay('400', decided))
  expect(await readClaims('TEB')).toMatchObject([{ claim_number: 'TEBN', billed_cents: 70_000, lines }])
  // In whatever order they come.
  await enroll('TEC')
  await load(
    pay(
      '400',
      decided.map((one) => one.replace('TEB', 'TEC')),
    ),
  )
  await load(bill('TEC', twoTeeth))
  expect(await readClaims('TEC')).toMatchObject([{ claim_number: 'TECN', billed_cents: 70_000, lines }])
})

test('FD-2 FD-3 a bill for several days begins on the claim’s first day, not on the day that a line also has', async () => {
  await enroll('TED')
  await load(
    bill('TED', [
      ...[claim('D1', '300'), 'DTP*472*RD8*20261102-20261104'],
      ...['LX*1', 'SV3*AD:D2391*150****1', 'TOO*JP*A*M', 'LX*2', 'SV3*AD:D2392*150****1', 'DTP*472*D8*20261105'],
    ]),
  )
  await load(
    pay('150', [
      ...['CLP*D1*1*300*150*150*12*TEDN*11*1', 'NM1*QC*1*ASK*KNUT****MI*TED1', 'DTM*232*20261102', 'DTM*233*20261105'],
      ...['SVC*AD:D2391*150*100**1', 'CAS*PR*2*50', 'SVC*AD:D2392*150*50**1', 'DTM*472*20261105', 'CAS*PR*2*100'],
    ]),
  )
  expect(await readClaims('TED')).toMatchObject([
    {
      ...{ claim_number: 'TEDN', service_from: '2026-11-02', service_to: '2026-11-05', plan_paid_cents: 15_000 },
      lines: ['D2391|Tooth A M||15000|10000|5000', 'D2392||2026-11-05|15000|5000|10000'],
    },
  ])
})

test('FD-3 a dentist’s question is not a claim', async () => {
  await enroll('TEE')
  const asked = `${claim('E1', '900')}**********PB`
  const counts = await load(bill('TEE', [asked, 'LX*1', 'SV3*AD:D2750*900****1', 'TOO*JP*14']))
  expect([counts.skipped, await readClaims('TEE')]).toEqual([1, []])
})
