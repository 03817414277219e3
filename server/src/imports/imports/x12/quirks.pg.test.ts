import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { importFiles } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { enrollment, x12 } from '../../../../test/x12.ts'

const portal = testPortal()
const brand = 'ndbcbs'

const take = (content: string) => importFiles(portal.database, { 'nightly.x12': content }, { kind: 'x12', brand })
const load = async (content: string) => {
  const taken = await take(content)
  expect(taken.rejected).toEqual([])
  return taken.counts
}

/** A loop of an 834; `more` follows the name. */
const insLoop = (number: string, more: readonly string[], ins = 'INS*Y*18*021*28*A') => [
  ins,
  `REF*0F*${number.slice(0, -1)}`,
  'REF*1L*G-1',
  `REF*23*${number}`,
  'NM1*IL*1*ASK*KNUT',
  ...more,
]
const born = 'DMG*D8*19810101*M'
const gold = ['HD*021**HLT*GOLD*FAM', 'DTP*348*D8*20260101']
const enroll = (number: string) => load(enrollment(insLoop(number, [born, ...gold])))

const readMember = (number: string) =>
  portal.database.read
    .selectFrom('member')
    .leftJoin('member_contact', 'member_contact.member_id', 'member.member_id')
    .select(['first_name', 'last_name', 'date_of_birth', 'relationship_code', 'address', 'phone'])
    .where('brand', '=', brand)
    .where('member_number', '=', number)
    .executeTakeFirst()

async function readProducts(number: string) {
  const rows = await portal.database.read
    .selectFrom('product')
    .innerJoin('member', 'member.member_id', 'product.member_id')
    .select(['product_name as plan', 'coverage_begin_date as from', 'coverage_end_date as to'])
    .where('brand', '=', brand)
    .where('member_number', '=', number)
    .orderBy('coverage_begin_date')
    .execute()
  return rows.map(({ plan, from, to }) => [plan, from, to].join(' '))
}

const readClaims = (number: string) =>
  portal.database.read
    .selectFrom('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .selectAll('claim')
    .where('brand', '=', brand)
    .where('member_number', '=', number)
    .where('state', 'not in', ['cancelled', 'replaced'])
    .orderBy('claim_number')
    .execute()

interface Paid {
  readonly claims: readonly string[]
  readonly paid: string
  readonly on?: string
  readonly head?: readonly string[]
  readonly after?: readonly string[]
}
const pay = ({ claims, paid, on = '20261125', head = [], after = [] }: Paid) =>
  x12({
    set: '835',
    segments: [
      `BPR*I*${paid}*C*ACH************${on}`,
      `TRN*1*T${on}*1450000022`,
      ...head,
      'N1*PR*PLAINS HEALTH',
      'N1*PE*PRAIRIE CLINIC*XX*1234567893',
      'LX*1',
      ...claims,
      ...after,
    ],
  })
const buildPaidClaim = (member: string, number: string, ...cas: readonly string[]) => [
  `CLP*A-${number}*1*150.00*100.00*20.00*12*${number}*11*1`,
  `NM1*QC*1*ASK*KNUT****MI*${member}`,
  'DTM*232*20261102',
  ...(cas.length > 0 ? cas : ['CAS*CO*45*30.00', 'CAS*PR*3*20.00']),
]

describe('FD-1 senders’ ways of writing enrollments', () => {
  test('FD-1 segment codes and names in lower case are read', async () => {
    await load(
      enrollment(
        insLoop('QUA1', ['dmg*d8*19810101*m', 'hd*021**hlt*GOLD*fam', 'dtp*348*d8*20260101'], 'ins*y*18*021*28*a'),
      ),
    )
    expect(await readProducts('QUA1')).toEqual(['GOLD 2026-01-01 '])
  })

  test('FD-1 a missing date of birth keeps the stored one, and refuses a new person', async () => {
    await enroll('QUB1')
    await load(enrollment(insLoop('QUB1', ['DMG***F'], 'INS*Y*18*001*25*A'), { sent: '20261127*0200' }))
    expect(await readMember('QUB1')).toMatchObject({ date_of_birth: '1981-01-01' })
    const { rejected } = await take(enrollment(insLoop('QUB2', ['DMG*D8**M', ...gold])))
    expect(rejected).toMatchObject([{ reason: expect.stringMatching(/birth date/) }])
  })

  test('FD-1 INS01 makes a subscriber whatever the relationship, and a change without coverages affects only the person', async () => {
    await load(enrollment(insLoop('QUC1', [born, ...gold], 'INS*Y*01*021*28*A')))
    expect(await readMember('QUC1')).toMatchObject({ relationship_code: '18' })
    const loop = insLoop('QUC1', [born], 'INS*Y*18*001*25*A').map((one) => one.replace('*ASK*', '*ASKELAND*'))
    await load(enrollment(loop, { sent: '20261127*0200' }))
    expect(await readMember('QUC1')).toMatchObject({ last_name: 'ASKELAND' })
    expect(await readProducts('QUC1')).toEqual(['GOLD 2026-01-01 '])
  })

  test('FD-1 a postal code of another country stays whole', async () => {
    await load(enrollment(insLoop('POSTAL11', ['N3*1 RUE', 'N4*MONTREAL*QC*H2X 1Y4*CAN', born, ...gold])))
    await load(enrollment(insLoop('POSTAL12', ['N3*1 MAIN', 'N4*FARGO*ND*581021234', born, ...gold])))
    const { rows } = await sql`select zip_code from member_contact join member using (member_id)
      where member_number like 'POSTAL1%' order by member_number`.execute(portal.database.read)
    expect(rows).toEqual([{ zip_code: 'H2X 1Y4' }, { zip_code: '58102' }])
  })

  test('FD-1 custodial parents, guardians and responsible persons are not the member, nor members themselves', async () => {
    const others = ['S3', 'QD', 'GD', 'E1'].flatMap((kind) => [
      `NM1*${kind}*1*OTHER*${kind}NAME*****34*900112222`,
      'PER*PQ**HP*7015559999',
      'N3*9 ELSEWHERE RD',
      'N4*BISMARCK*ND*58501',
    ])
    const where = ['PER*IP**HP*7015550100', 'N3*1 OAK ST', 'N4*FARGO*ND*58102', born]
    await load(enrollment(insLoop('QUD1', [...where, ...others, ...gold])))
    expect(await readMember('QUD1')).toMatchObject({
      first_name: 'KNUT',
      address: '1 OAK ST',
      phone: '7015550100',
    })
    const strangers = await portal.database.read
      .selectFrom('member')
      .selectAll()
      .where('last_name', '=', 'OTHER')
      .execute()
    expect(strangers).toEqual([])
  })

  test('FD-1 doctors, other insurance and the exchange’s categories after a coverage do not change it', async () => {
    const behind = [
      ...['REF*1L*G-2', 'AMT*P3*412.50', 'LX*1', 'NM1*P3*1*DOCTOR*ANN****XX*1234567893*25'],
      ...['COB*S*890111*1', 'REF*60*G-9', 'DTP*344*D8*20200101', 'DTP*345*D8*20201231', 'NM1*IN*2*OTHER PAYER'],
      ...['LS*2700', 'LX*1', 'N1*75*PRE AMT TOT', 'REF*9X*412.50', 'DTP*007*D8*20260301', 'LE*2700'],
    ]
    await load(enrollment(insLoop('QUE1', [born, ...gold, ...behind])))
    expect(await readProducts('QUE1')).toEqual(['GOLD 2026-01-01 '])
  })

  test('FD-1 the same loop twice in a file is one person with one coverage', async () => {
    const loop = insLoop('QUF1', [born, ...gold])
    expect(await load(enrollment([...loop, ...loop]))).toMatchObject({ read: 2, created: 1 })
    expect(await readProducts('QUF1')).toEqual(['GOLD 2026-01-01 '])
  })

  test('FD-1 a first day with its time or as a period, and an end in the year 2299, are read', async () => {
    const coverages = ['HD*021**HLT*GOLD*FAM', 'DTP*348*DT*202601010000', 'DTP*349*D8*22991231']
    await load(enrollment(insLoop('QUG1', [born, ...coverages])))
    await load(enrollment(insLoop('QUH1', [born, 'HD*021**HLT*GOLD', 'DTP*348*RD8*20260101-20261231'])))
    expect(await readProducts('QUG1')).toEqual(['GOLD 2026-01-01 '])
    expect((await readProducts('QUH1'))[0]).toContain('GOLD 2026-01-01')
  })

  test('FD-1 a reinstatement from a later day leaves a gap', async () => {
    await enroll('QUI1')
    const end = insLoop('QUI1', [born, 'HD*024**HLT*GOLD', 'DTP*348*D8*20260101', 'DTP*349*D8*20260331'])
    await load(enrollment(end, { sent: '20261127*0200' }))
    const again = insLoop('QUI1', [born, 'HD*025**HLT*GOLD', 'DTP*348*D8*20260601'], 'INS*Y*18*025*41*A')
    await load(enrollment(again, { sent: '20261128*0200' }))
    expect(await readProducts('QUI1')).toEqual(['GOLD 2026-01-01 2026-03-31', 'GOLD 2026-06-01 '])
  })

  test('FD-1 a deleted coverage was never in force, and ends if the deletion names a last day', async () => {
    await enroll('QUL1')
    await enroll('QUM1')
    const erased = insLoop('QUL1', [born, 'HD*002**HLT*GOLD', 'DTP*348*D8*20260101'], 'INS*Y*18*001*25*A')
    const ended = insLoop('QUM1', [born, 'HD*002**HLT*GOLD', 'DTP*348*D8*20260101', 'DTP*349*D8*20260630'])
    await load(enrollment([...erased, ...ended], { sent: '20261127*0200' }))
    expect(await readProducts('QUL1')).toEqual([])
    expect(await readProducts('QUM1')).toEqual(['GOLD 2026-01-01 2026-06-30'])
    // A deletion of a coverage that does not exist adds nothing.
    await load(enrollment(insLoop('QUN1', [born, 'HD*002**HLT*GOLD', 'DTP*348*D8*20260101'])))
    expect(await readProducts('QUN1')).toEqual([])
  })

  test('FD-1 a dependent of a subscriber whose coverage never existed is not covered either', async () => {
    await enroll('QUO1')
    const child = insLoop('QUO2', ['DMG*D8*20140202*F', ...gold], 'INS*N*19*021*28*A')
    await load(enrollment(child.map((one) => one.replace('KNUT', 'LIV'))))
    const never = ['HD*024**HLT*GOLD', 'DTP*348*D8*20260101', 'DTP*349*D8*20260101']
    await load(enrollment(insLoop('QUO1', [born, ...never], 'INS*Y*18*024*59*A'), { sent: '20261127*0200' }))
    expect(await readProducts('QUO1')).toEqual([])
    expect(await readProducts('QUO2')).toEqual([])
  })

  test('FD-4 of several transactions in a group, the sound ones are imported, also with other zeros in their numbers', async () => {
    const one = enrollment(insLoop('QUJ1', [born, ...gold])).split('~\n')
    const body = one.slice(3, -4)
    const both = [
      ...one.slice(0, 2),
      ...['ST*834*0001*005010X220A1', ...body, `SE*${body.length + 2}*1`],
      ...['ST*834*0002*005010X220A1', ...body.map((part) => part.replace('QUJ', 'QUK')), 'SE*4*0002'],
      (one.at(-3) ?? '').replace('GE*1*', 'GE*2*'),
      one.at(-2),
      '',
    ].join('~\n')
    const { rejected } = await take(both)
    expect(rejected.length).toBeGreaterThan(0)
    expect(await readMember('QUJ1')).toBeDefined()
    expect(await readMember('QUK1')).toBeUndefined()
  })

  test('FD-4 an interchange that comes again changes nothing; its number with other content is reported, and not applied', async () => {
    const first = enrollment(insLoop('QZA1', [born, ...gold]))
    await load(first)
    expect(await load(first)).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
    const { rejected, counts } = await take(first.replace('ASK*KNUT', 'ASK*KNUTE'))
    expect(JSON.stringify(rejected)).toMatch(/the same control number \(ISA13\) and time, and other content/)
    expect(counts).toMatchObject({ created: 0, updated: 0 })
    expect(await readMember('QZA1')).toMatchObject({ first_name: 'KNUT' })
    // A control number that is used again at another time is another interchange.
    const later = first.replace('ASK*KNUT', 'ASK*KNUTE').replaceAll('261126*0200', '261126*0315')
    expect(await load(later)).toMatchObject({ updated: 1 })
    expect(await readMember('QZA1')).toMatchObject({ first_name: 'KNUTE' })
  })

  test('FD-4 a payment sent again under its number with other amounts is not paid twice', async () => {
    await enroll('QZB1')
    const first = pay({ claims: buildPaidClaim('QZB1', '26QZB1'), paid: '100.00' })
    await load(first)
    const again = await take(first)
    expect([again.rejected, again.counts.created, again.counts.updated]).toEqual([[], 0, 0])
    const { rejected } = await take(first.replaceAll('100.00', '90.00'))
    expect(rejected).not.toEqual([])
    expect((await readClaims('QZB1')).map(({ plan_paid_cents }) => plan_paid_cents)).toEqual([10_000])
  })
})

describe('FD-2 senders’ ways of writing payments', () => {
  test('FD-2 an invalid day other than that of the care costs no claim, and is reported', async () => {
    await enroll('QVZ1')
    const claims = [...buildPaidClaim('QVZ1', '26VZ'), 'DTM*050*20261332']
    const counts = await load(pay({ paid: '100.00', head: ['DTM*405*20260230'], claims }))
    expect(counts.warnings).toEqual([
      { type: 'claim', reason: 'is stored without what cannot be read: DTM02 of DTM 405 in loop HEADER', count: 1 },
      { type: 'claim', reason: 'is stored without what cannot be read: DTM02 of DTM 050 in loop 2100', count: 1 },
    ])
    // The payment order's day stands in for that of the payment.
    expect(await readClaims('QVZ1')).toMatchObject([{ state: 'paid', share_cents: 2000, processed_on: '2026-11-25' }])
  })

  test('FD-2 an adjustment segment with six reasons, with quantities or without, counts completely', async () => {
    await enroll('QVA1')
    const cas = ['CAS*CO*45*5.00**42*5.00*1*131*5.00**A2*5.00**59*5.00**94*5.00', 'CAS*pr*1*8.00**2*7.00**3*5']
    await load(pay({ paid: '100.00', claims: buildPaidClaim('QVA1', '26VA', ...cas) }))
    expect(await readClaims('QVA1')).toMatchObject([
      {
        ...{ discount_cents: 3000, allowed_cents: 12000, deductible_cents: 800, coinsurance_cents: 700 },
        ...{ copay_cents: 500, share_cents: 2000, adds_up: true },
      },
    ])
  })

  test('FD-2 a payment balances with all pairs of several provider adjustments', async () => {
    await enroll('QVB1')
    const after = ['PLB*1234567893*20261231*WO:1*10.00*L6*-2.50*72*5.00', 'PLB*1234567893*20261231*FB*-1.00']
    const counts = await load(pay({ paid: '88.50', claims: buildPaidClaim('QVB1', '26VB'), after }))
    expect(counts.warnings).toBeUndefined()
    expect(await readClaims('QVB1')).toMatchObject([{ plan_paid_cents: 10000, share_cents: 2000 }])
  })

  test('FD-2 a predetermination is not a claim', async () => {
    await enroll('QVC1')
    const claims = buildPaidClaim('QVC1', '26VC').map((one) => one.replace(/^(CLP\*[^*]+)\*1\*/, '$1*25*'))
    await load(pay({ paid: '100.00', claims }))
    expect(await readClaims('QVC1')).toEqual([])
  })

  test('FD-2 a reversal that comes before its decision takes it back once it is there', async () => {
    await enroll('QVD1')
    const claims = buildPaidClaim('QVD1', '26VD')
    const back = claims.map((one) =>
      one.replace('*1*150.00*100.00*20.00*', '*22*-150.00*-100.00**').replace(/^(CAS\*..\*\d+)\*/, '$1*-'),
    )
    await load(pay({ paid: '-100.00', claims: back, on: '20261127' }))
    await load(pay({ paid: '100.00', claims, on: '20261125' }))
    expect(await readClaims('QVD1')).toMatchObject([{ state: 'in-progress', plan_paid_cents: null, share_cents: null }])
  })

  test('FD-2 totals between claims, remarks and empty name segments are skipped', async () => {
    await enroll('QVE1')
    const [clp = '', qc = '', day = '', ...cas] = buildPaidClaim('QVE1', '26VE')
    const claims = ['TS3*1234567893*11*20261231*1*150', clp, ...cas, qc, 'NM1*82*2', 'MOA***MA01', day, 'LQ*HE*N130']
    await load(pay({ paid: '100.00', claims }))
    expect(await readClaims('QVE1')).toMatchObject([{ plan_paid_cents: 10000, share_cents: 2000 }])
  })

  test('FD-2 a service code with another component separator is read', async () => {
    await enroll('QVF1')
    const [clp = '', qc = '', day = ''] = buildPaidClaim('QVF1', '26VF')
    const line = ['SVC*HC>99213>25*150.00*100.00**1', 'DTM*472*20261102', 'CAS*CO*45*30.00', 'CAS*PR*3*20.00']
    await load(pay({ paid: '100.00', claims: [clp, qc, day, ...line] }))
    const [claim] = await readClaims('QVF1')
    const lines = await portal.database.read
      .selectFrom('claim_line')
      .selectAll()
      .where('claim_id', '=', claim?.claim_id ?? '')
      .execute()
    expect(lines).toMatchObject([{ code: '99213', figures: { billed: 15000, planPaid: 10000, share: 2000 } }])
  })
})

describe('FD-3 senders’ ways of writing bills', () => {
  const visit = (account: string) => [
    `CLM*${account}*150.00***11:B:1*Y*A*Y*Y`,
    'HI*ABK:J069',
    ...['LX*1', 'SV1*HC:99213*150.00*UN*1***1', 'DTP*472*D8*20261102'],
  ]
  const subscriber = (number: string, member: string) => [
    `HL*${number}*1*22*0`,
    'SBR*P*18*G-1******CI',
    `NM1*IL*1*ASK*KNUT****MI*${member}`,
    born,
  ]

  test('FD-3 a bill is its own subscriber’s, after another one’s patient and other insurances, however levels are numbered', async () => {
    await enroll('QWA1')
    await enroll('QWB1')
    const child = insLoop('QWA2', ['DMG*D8*20140202*F', ...gold], 'INS*N*19*021*28*A')
    await load(enrollment(child.map((one) => one.replace('KNUT', 'LIV'))))
    const otherInsurance = ['P', 'S'].flatMap((order) => [
      ...[`SBR*${order}*18*******CI`, 'CAS*OA*23*179.88', 'AMT*D*12.00', 'OI***Y***Y'],
      ...['NM1*IL*1*STRANGER*ANN****MI*QWB1', `NM1*PR*2*OTHER ${order}*****PI*OTHER${order}`],
    ])
    const segments = [
      ...['BHT*0019*00*S1*20261115*1023*CH', 'HL*7**20*1', 'NM1*85*2*PRAIRIE CLINIC*****XX*1234567893'],
      ...subscriber('7', 'QWA1').with(0, 'HL*7*7*22*1'),
      ...['HL*9*2*23*0', 'PAT*19', 'NM1*QC*1*ASK*LIV', 'DMG*D8*20140202*F'],
      ...visit('ACC-LIV').toSpliced(2, 0, ...otherInsurance),
      ...subscriber('9', 'QWB1'),
      ...visit('ACC-B'),
    ]
    await load(x12({ set: '837', segments }))
    expect(await readClaims('QWA1')).toEqual([])
    for (const member of ['QWA2', 'QWB1'])
      expect(await readClaims(member)).toMatchObject([{ billed_cents: 15000, state: 'in-progress', share_cents: null }])
  })

  test('FD-3 the base guide counts, whatever its addenda', async () => {
    await enroll('QWC1')
    const head = ['BHT*0019*00*S1*20261115*1023*CH', 'HL*1**20*1', 'NM1*85*2*CLINIC*****XX*1234567893']
    for (const [at, version] of ['005010X222', '005010X222A2'].entries()) {
      const segments = [...head, ...subscriber('2', 'QWC1'), ...visit(`ACC-${at}`)]
      await load(x12({ set: '837', version, segments }))
    }
    expect(await readClaims('QWC1')).toHaveLength(2)
  })
})
