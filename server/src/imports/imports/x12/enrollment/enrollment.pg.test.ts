import { describe, expect, test } from 'vitest'
import { importFiles } from '../../../../../test/importing.ts'
import { testPortal } from '../../../../../test/portal.ts'
import { enrollment } from '../../../../../test/x12.ts'

const portal = testPortal()

const take = (content: string, more: { readonly dryRun?: boolean } = {}) =>
  importFiles(portal.database, { 'nightly.834': content }, { kind: 'x12', brand: 'ndbcbs', ...more })

const load = async (content: string) => {
  const taken = await take(content)
  expect(taken.rejected).toEqual([])
  return taken.counts
}

/** A member's coverages as the portal shows them: kind, plan, first and last day. */
async function readProducts(number: string) {
  const rows = await portal.database.read
    .selectFrom('product')
    .innerJoin('member', 'member.member_id', 'product.member_id')
    .select([
      'benefit_plan_type as kind',
      'product_name as plan',
      'coverage_begin_date as from',
      'coverage_end_date as to',
    ])
    .where('brand', '=', 'ndbcbs')
    .where('member_number', '=', number)
    .orderBy('benefit_plan_type')
    .orderBy('coverage_begin_date')
    .execute()
  return rows.map(({ kind, plan, from, to }) => [kind, plan, from, to].join(' '))
}

const readMember = (number: string) =>
  portal.database.read
    .selectFrom('member')
    .selectAll()
    .where('brand', '=', 'ndbcbs')
    .where('member_number', '=', number)
    .executeTakeFirst()

interface Loop {
  readonly contract: string
  readonly number: string
  readonly type?: string
  readonly relationship?: string
  readonly first?: string
  readonly born?: string
  readonly dates?: readonly string[]
  readonly coverages?: readonly string[]
}

/** An INS loop. */
function person({
  contract,
  number,
  type = '021',
  relationship = '18',
  first = 'KNUT',
  born = '19810101',
  dates = [],
  coverages = [],
}: Loop): string[] {
  return [
    `INS*${relationship === '18' ? 'Y' : 'N'}*${relationship}*${type}*28*A***FT`,
    `REF*0F*${contract}`,
    'REF*1L*G-1',
    ...(number === '' ? [] : [`REF*23*${number}`]),
    ...dates,
    `NM1*IL*1*ASK*${first}`,
    `DMG*D8*${born}*M`,
    ...coverages,
  ]
}

const gold = (from = '20260101', to?: string, type = '021') => [
  `HD*${type}**HLT*GOLD*FAM`,
  `DTP*348*D8*${from}`,
  ...(to === undefined ? [] : [`DTP*349*D8*${to}`]),
]
const tooth = (plan = 'TOOTH', from = '20260101', type = '021') => [`HD*${type}**DEN*${plan}*FAM`, `DTP*348*D8*${from}`]

/** A separate family for a test: a subscriber with a number ending in 1, and a child with one ending in 2. */
async function family(contract: string): Promise<void> {
  await load(
    enrollment([
      ...person({ contract, number: `${contract}1`, coverages: [...gold(), ...tooth()] }),
      ...person({
        contract,
        number: `${contract}2`,
        relationship: '19',
        first: 'LIV',
        born: '20140202',
        coverages: gold(),
      }),
    ]),
  )
}

describe('FD-1 members of an enrollment file', () => {
  test('FD-1 a family comes with its coverages, and again without any change', async () => {
    const file = enrollment([
      ...person({ contract: 'P1001000', number: 'P10010001', coverages: [...gold(), ...tooth()] }),
      ...person({
        contract: 'P1001000',
        number: 'P10010002',
        relationship: '19',
        first: 'LIV',
        born: '20140202',
        coverages: gold(),
      }),
    ])
    expect(await load(file)).toMatchObject({ read: 2, created: 2 })
    expect(await readProducts('P10010001')).toEqual(['dental TOOTH 2026-01-01 ', 'medical GOLD 2026-01-01 '])
    expect(await readProducts('P10010002')).toEqual(['medical GOLD 2026-01-01 '])
    expect(await readMember('P10010001')).toMatchObject({
      first_name: 'KNUT',
      contract_number: 'P1001000',
      relationship_code: '18',
    })
    expect(await readMember('P10010002')).toMatchObject({ relationship_code: '05', contract_number: 'P1001000' })
    expect(await load(file)).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  })

  test('FD-1 a dry run stores nothing', async () => {
    const taken = await take(enrollment(person({ contract: 'DRY1', number: 'DRY11', coverages: gold() })), {
      dryRun: true,
    })
    expect(taken.counts).toMatchObject({ created: 1, rejected: 0 })
    expect(await readMember('DRY11')).toBeUndefined()
  })

  test('FD-1 a dependent may come before the subscriber', async () => {
    await load(
      enrollment(person({ contract: 'DEP1', number: 'DEP12', relationship: '01', first: 'LIV', coverages: gold() })),
    )
    expect(await readMember('DEP12')).toMatchObject({ relationship_code: '01', contract_number: 'DEP1' })
  })

  test('FD-1 contact information is kept, and stays if a later file lacks it', async () => {
    const ins = ['INS*Y*18*021*28*A***FT', 'REF*0F*CON1', 'REF*23*CON11', 'NM1*IL*1*ASK*KNUT']
    const where = [
      'PER*IP**TE*7015550100*EM*knut@example.com',
      'N3*2210 ELM AVE*APT 2',
      'N4*FARGO*ND*581021234',
      'DMG*D8*19810101*M',
    ]
    await load(enrollment([...ins, ...where]))
    await load(
      enrollment([...ins.with(0, 'INS*Y*18*001*AI*A'), 'N3*1 OAK ST', 'DMG*D8*19810101*M'], { sent: '20261127*0200' }),
    )
    const contact = await portal.database.read
      .selectFrom('member_contact')
      .selectAll('member_contact')
      .innerJoin('member', 'member.member_id', 'member_contact.member_id')
      .where('member_number', '=', 'CON11')
      .executeTakeFirstOrThrow()
    expect(contact).toMatchObject({
      address: '1 OAK ST',
      city: 'FARGO',
      state: 'ND',
      zip_code: '58102',
      phone: '7015550100',
      email: 'knut@example.com',
    })
  })

  test('FD-1 a Social Security number is no one’s member number', async () => {
    const { rejected } = await take(
      enrollment([
        'INS*Y*18*021*28*A',
        'REF*0F*SSN1',
        'REF*23*900112222',
        'NM1*IL*1*ASK*KNUT****34*900112222',
        'DMG*D8*19810101*M',
        ...gold(),
      ]),
    )
    expect(rejected).toMatchObject([
      { path: expect.stringMatching(/REF02, member number/), reason: expect.stringMatching(/Social Security/) },
    ])
    expect(rejected[0]?.reason).not.toContain('900112222')
  })

  test('FD-1 a person without a number is found on the contract by date of birth and first name; names distinguish twins', async () => {
    await load(
      enrollment([
        ...person({ contract: 'TWIN', number: 'TWIN1', coverages: gold() }),
        ...person({
          contract: 'TWIN',
          number: 'TWIN2',
          relationship: '19',
          first: 'ÁSA',
          born: '20140202',
          coverages: gold(),
        }),
        ...person({
          contract: 'TWIN',
          number: 'TWIN3',
          relationship: '19',
          first: 'EVA',
          born: '20140202',
          coverages: gold(),
        }),
      ]),
    )
    const end = person({
      contract: 'TWIN',
      number: '',
      relationship: '19',
      type: '024',
      first: 'Asa',
      born: '20140202',
      dates: ['DTP*357*D8*20261031'],
    })
    await load(enrollment(end, { sent: '20261127*0200' }))
    expect(await readProducts('TWIN2')).toEqual(['medical GOLD 2026-01-01 2026-10-31'])
    expect(await readProducts('TWIN3')).toEqual(['medical GOLD 2026-01-01 '])
    const { rejected } = await take(
      enrollment(['INS*N*19*024*28*A', 'REF*0F*TWIN', 'DTP*357*D8*20261031', 'NM1*IL*1*ASK*NOBODY'], {
        sent: '20261127*0300',
      }),
    )
    expect(rejected).toMatchObject([{ reason: expect.stringMatching(/is not known on the contract/) }])
  })

  test('FD-1 MP-14 a placeholder number is not a contract, which strangers would share, and not a member number', async () => {
    for (const none of ['UNKNOWN', 'N/A', '000000000'])
      for (const [number, first] of [
        ['NONE1', 'ANN'],
        ['NONE2', 'BO'],
      ] as const) {
        await load(enrollment(person({ contract: none, number, first, coverages: gold() })))
        expect(await readMember(number)).toMatchObject({ contract_number: number })
      }
    const { rejected } = await take(enrollment(person({ contract: 'NULL', number: 'NONE', coverages: gold() })))
    expect(rejected).toHaveLength(1)
    expect(await readMember('NONE')).toBeUndefined()
  })

  test('FD-1 a new member number moves the person with all their data', async () => {
    await family('MOVE')
    const before = await readMember('MOVE2')
    const loop = person({
      contract: 'MOVE',
      number: 'MOVED2',
      type: '001',
      relationship: '19',
      first: 'LIV',
      born: '20140202',
    })
    await load(enrollment(loop.toSpliced(1, 0, 'REF*Q4*MOVE2'), { sent: '20261127*0200' }))
    expect((await readMember('MOVED2'))?.member_id).toBe(before?.member_id)
    expect(await readMember('MOVE2')).toBeUndefined()
  })
})

describe('FD-1 changes of coverage', () => {
  test('FD-1 an end without HD ends all open coverages; a reinstatement reopens them without a gap', async () => {
    await family('END1')
    const end = person({
      contract: 'END1',
      number: 'END12',
      type: '024',
      relationship: '19',
      first: 'LIV',
      born: '20140202',
      dates: ['DTP*357*D8*20261031'],
    })
    await load(enrollment(end, { sent: '20261127*0200' }))
    expect(await readProducts('END12')).toEqual(['medical GOLD 2026-01-01 2026-10-31'])
    const again = person({
      contract: 'END1',
      number: 'END12',
      type: '025',
      relationship: '19',
      first: 'LIV',
      born: '20140202',
    })
    await load(enrollment(again, { sent: '20261128*0200' }))
    expect(await readProducts('END12')).toEqual(['medical GOLD 2026-01-01 '])
  })

  test('FD-1 an end without a last day is refused, and the coverage stays', async () => {
    await family('NODAY')
    const end = person({ contract: 'NODAY', number: 'NODAY1', type: '024', coverages: ['HD*024**HLT*GOLD*FAM'] })
    const { rejected, counts } = await take(enrollment(end, { sent: '20261127*0200' }))
    expect(counts).toMatchObject({ rejected: 1, updated: 0 })
    expect(rejected).toMatchObject([
      {
        path: expect.stringMatching(/^Segment \d+ \(HD01, maintenance type\)$/),
        reason: expect.stringMatching(/without a last day/),
      },
    ])
    expect(await readProducts('NODAY1')).toContain('medical GOLD 2026-01-01 ')
  })

  test('FD-1 a coverage’s end has its own last day; days far in the future mean no end', async () => {
    await family('OWN')
    const loop = person({
      contract: 'OWN',
      number: 'OWN1',
      type: '001',
      dates: ['DTP*357*D8*20261231'],
      coverages: gold('20260101', '20261130', '024'),
    })
    await load(enrollment(loop, { sent: '20261127*0200' }))
    expect(await readProducts('OWN1')).toContain('medical GOLD 2026-01-01 2026-11-30')
    await load(
      enrollment(
        person({ contract: 'OWN', number: 'OWN1', type: '001', coverages: gold('20260101', '99991231', '030') }),
        { sent: '20261128*0200' },
      ),
    )
    expect(await readProducts('OWN1')).toContain('medical GOLD 2026-01-01 ')
  })

  test('FD-1 a change of plan ends the former plan on the day before; other kinds stay', async () => {
    await family('PLAN')
    const loop = person({
      contract: 'PLAN',
      number: 'PLAN1',
      type: '001',
      dates: ['DTP*303*D8*20261101'],
      coverages: tooth('TOOTH-PLUS', '20261101', '001'),
    })
    await load(enrollment(loop, { sent: '20261127*0200' }))
    expect(await readProducts('PLAN1')).toEqual([
      'dental TOOTH 2026-01-01 2026-10-31',
      'dental TOOTH-PLUS 2026-11-01 ',
      'medical GOLD 2026-01-01 ',
    ])
  })

  test('FD-1 a coverage that ends on its first day was never in force', async () => {
    await family('NEVER')
    await load(
      enrollment(
        person({ contract: 'NEVER', number: 'NEVER1', type: '001', coverages: gold('20260101', '20260101', '024') }),
        { sent: '20261127*0200' },
      ),
    )
    expect(await readProducts('NEVER1')).toEqual(['dental TOOTH 2026-01-01 '])
  })

  test('FD-1 an end without a first day ends the coverage in force on its last day, and later ones', async () => {
    await load(enrollment(person({ contract: 'WHICH1', number: 'WHICH11', coverages: gold() })))
    // The loop names the new period, whichever of the two comes first.
    const ended = ['HD*024**HLT*GOLD*FAM', 'DTP*349*D8*20260630']
    await load(
      enrollment(person({ contract: 'WHICH1', number: 'WHICH11', coverages: [...gold('20260701'), ...ended] })),
    )
    expect(await readProducts('WHICH11')).toEqual(['medical GOLD 2026-01-01 2026-06-30', 'medical GOLD 2026-07-01 '])
    await load(enrollment(person({ contract: 'WHICH2', number: 'WHICH21', coverages: gold() })))
    await load(enrollment(person({ contract: 'WHICH2', number: 'WHICH21', coverages: gold('20270101') })))
    const september = ['HD*024**HLT*GOLD*FAM', 'DTP*349*D8*20260930']
    const file = enrollment(person({ contract: 'WHICH2', number: 'WHICH21', type: '024', coverages: september }))
    await load(file)
    expect(await readProducts('WHICH21')).toEqual(['medical GOLD 2026-01-01 2026-09-30'])
    expect(await load(file)).toMatchObject({ unchanged: 1 })
  })

  test('FD-1 a coverage cancelled without its first day is cancelled once, also when the file repeats it', async () => {
    await load(enrollment(person({ contract: 'WHICH3', number: 'WHICH31', coverages: gold() })))
    const never = enrollment(
      person({
        contract: 'WHICH3',
        number: 'WHICH31',
        type: '024',
        coverages: ['HD*024**HLT*GOLD*FAM', 'DTP*349*D8*20251231'],
      }),
    )
    expect(await load(never)).toMatchObject({ updated: 1 })
    expect(await readProducts('WHICH31')).toEqual([])
    expect(await load(never)).toMatchObject({ unchanged: 1 })
  })

  test.each([
    ['plan', 'HD*024**HLT*SILVER*FAM', []],
    ['group', 'HD*024**HLT*GOLD*FAM', ['REF*1L*G-2']],
  ])('FD-1 the end of another %s leaves the existing coverage alone, and is reported', async (what, hd, refs) => {
    const contract = `OTHER${what.toUpperCase()}`
    await load(enrollment(person({ contract, number: `${contract}1`, coverages: gold() })))
    const coverages = [hd, 'DTP*348*D8*20260101', 'DTP*349*D8*20260630', ...refs]
    const { warnings } = await load(enrollment(person({ contract, number: `${contract}1`, type: '024', coverages })))
    expect(await readProducts(`${contract}1`)).toContain('medical GOLD 2026-01-01 ')
    expect(warnings).toContainEqual({ type: 'coverage', reason: 'that ends was not known', count: 1 })
  })

  test.each([
    ['and names one of its coverages', 'END1', 'HD*024**HLT*GOLD*FAM', ['DTP*349*D8*20260930'], '2026-09-30'],
    ['and names one that it has end by itself', 'END2', 'HD*024**HLT*GOLD*FAM', [], '2026-10-31'],
    ['and says of one how it is', 'END3', 'HD*030**HLT*GOLD*FAM', ['DTP*348*D8*20260101'], '2026-10-31'],
  ])('FD-1 a membership that ends on a day, %s, leaves none open after it', async (_, contract, hd, days, last) => {
    await load(enrollment(person({ contract, number: `${contract}1`, coverages: [...gold(), ...tooth()] })))
    const [dates, coverages] = [['DTP*357*D8*20261031'], [hd, ...days]]
    const end = enrollment(person({ contract, number: `${contract}1`, type: '024', dates, coverages }))
    await load(end)
    expect(await readProducts(`${contract}1`)).toEqual([
      'dental TOOTH 2026-01-01 2026-10-31',
      `medical GOLD 2026-01-01 ${last}`,
    ])
    expect(await load(end)).toMatchObject({ unchanged: 1 })
    // It comes back with another loop without coverages.
    await load(enrollment(person({ contract, number: `${contract}1`, type: '025' }), { sent: '20261128*0200' }))
    expect(await readProducts(`${contract}1`)).toContain('dental TOOTH 2026-01-01 ')
  })

  test.each(['19000101', '17530101', '00010101', '18000101'])(
    'FD-1 IM-1 a first day of %s means that the first day is not known, and another one that is known counts',
    async (day) => {
      const contract = `87${day.slice(0, 4)}`
      const loops = (first: string) => enrollment(person({ contract, number: `${contract}1`, coverages: gold(first) }))
      await load(loops(day))
      expect(await readProducts(`${contract}1`)).toEqual(['medical GOLD  '])
      expect(await load(loops(day))).toMatchObject({ created: 0, updated: 0 })
      // The first day of eligibility is known.
      const dates = ['DTP*356*D8*20250201']
      await load(enrollment(person({ contract, number: `${contract}2`, first: 'LIV', dates, coverages: gold(day) })))
      expect(await readProducts(`${contract}2`)).toEqual(['medical GOLD 2025-02-01 '])
      // A later file knows it.
      await load(enrollment(person({ contract, number: `${contract}3`, first: 'ODD', coverages: gold(day) })))
      await load(enrollment(person({ contract, number: `${contract}3`, first: 'ODD', coverages: gold('20240301') })))
      expect(await readProducts(`${contract}3`)).toEqual(['medical GOLD 2024-03-01 '])
      // An end keeps what is known.
      await load(
        enrollment(person({ contract, number: `${contract}1`, type: '024', coverages: gold(day, '20260930', '024') })),
      )
      expect(await readProducts(`${contract}1`)).toEqual(['medical GOLD  2026-09-30'])
    },
  )

  test('FD-1 a membership that ends before a coverage begins leaves that coverage never in force', async () => {
    const dates = ['DTP*357*D8*20251231']
    const early = (contract: string, type: string) =>
      load(enrollment(person({ contract, number: `${contract}1`, type, dates, coverages: gold() })))
    await load(enrollment(person({ contract: 'EARLY1', number: 'EARLY11', coverages: gold() })))
    await early('EARLY1', '024')
    expect(await readProducts('EARLY11')).toEqual([])
    // For a member who is added, it is the end of an earlier period.
    await early('EARLY2', '021')
    expect(await readProducts('EARLY21')).toEqual(['medical GOLD 2026-01-01 '])
  })

  test('FD-1 MP-7 drugs by prescription and by mail under one plan are one coverage, in force as long as either is', async () => {
    const drugs = (line: string, type = '021', from = '20260101', to?: string) => [
      `HD*${type}**${line}*RX*FAM`,
      `DTP*348*D8*${from}`,
      ...(to === undefined ? [] : [`DTP*349*D8*${to}`]),
    ]
    const send = (contract: string, type: string, ...coverages: readonly string[]) =>
      load(enrollment(person({ contract, number: `${contract}1`, type, coverages })))
    await send('RX1', '021', ...drugs('PDG'), ...drugs('MOD'))
    expect(await readProducts('RX11')).toEqual([' RX 2026-01-01 '])
    await send('RX1', '001', ...drugs('MOD', '024', '20260101', '20260630'))
    expect(await readProducts('RX11')).toEqual([' RX 2026-01-01 '])
    await send('RX1', '001', ...drugs('PDG', '024', '20260101', '20260930'))
    expect(await readProducts('RX11')).toEqual([' RX 2026-01-01 2026-09-30'])
    // Whichever comes first in a full file, and whichever began first.
    await send('RX2', '021', ...drugs('PDG'))
    await send('RX2', '021', ...drugs('MOD', '021', '20260701'))
    expect(await readProducts('RX21')).toEqual([' RX 2026-01-01 '])
    for (const loops of [
      [drugs('MOD', '030', '20260701'), drugs('PDG', '030', '20260101', '20260930')],
      [drugs('PDG', '030', '20260101', '20260930'), drugs('MOD', '030', '20260701')],
    ]) {
      await send('RX2', '030', ...loops.flat())
      expect(await readProducts('RX21')).toEqual([' RX 2026-01-01 '])
    }
    await send('RX2', '001', ...drugs('MOD', '002', '20260701'))
    expect(await readProducts('RX21')).toEqual([' RX 2026-01-01 2026-09-30'])
    // A single line ends as any other coverage does.
    await send('RX3', '021', ...drugs('MOD'))
    await send('RX3', '001', ...drugs('MOD', '024', '20260101', '20260630'))
    expect(await readProducts('RX31')).toEqual([' RX 2026-01-01 2026-06-30'])
  })

  test('FD-1 an end or a change without a plan applies to the known plan, which keeps its name', async () => {
    await load(enrollment(person({ contract: 'NOPLAN1', number: 'NOPLAN11', coverages: gold() })))
    const coverages = ['HD*024**HLT', 'DTP*349*D8*20260630']
    await load(enrollment(person({ contract: 'NOPLAN1', number: 'NOPLAN11', type: '024', coverages })))
    expect(await readProducts('NOPLAN11')).toEqual(['medical GOLD 2026-01-01 2026-06-30'])
  })

  test('FD-1 a membership that ends while its coverages go on, without any last day, is refused', async () => {
    await load(enrollment(person({ contract: 'BOTH1', number: 'BOTH11', coverages: gold() })))
    const { rejected } = await take(
      enrollment(
        person({ contract: 'BOTH1', number: 'BOTH11', type: '024', coverages: gold('20260101', undefined, '030') }),
      ),
    )
    expect(rejected.map(({ reason }) => reason)).toEqual([expect.stringMatching(/no coverage has a last day/)])
    expect(await readProducts('BOTH11')).toEqual(['medical GOLD 2026-01-01 '])
  })

  test('FD-1 a day of zeros counts as missing', async () => {
    await load(
      enrollment(
        person({
          contract: 'ZEROS1',
          number: 'ZEROS11',
          dates: ['DTP*357*D8*00000000'],
          coverages: gold('20260101', '00000000'),
        }),
      ),
    )
    expect(await readProducts('ZEROS11')).toEqual(['medical GOLD 2026-01-01 '])
  })

  test('FD-1 a later file corrects the day on which a membership has ended, for the family as well', async () => {
    await family('CORR1')
    const end = (day: string) =>
      load(enrollment(person({ contract: 'CORR1', number: 'CORR11', type: '024', dates: [`DTP*357*D8*${day}`] })))
    for (const [day, last] of [
      ['20260630', '2026-06-30'],
      ['20260731', '2026-07-31'],
      ['20260531', '2026-05-31'],
    ] as const) {
      await end(day)
      expect(await readProducts('CORR11')).toEqual([
        `dental TOOTH 2026-01-01 ${last}`,
        `medical GOLD 2026-01-01 ${last}`,
      ])
      expect(await readProducts('CORR12')).toEqual([`medical GOLD 2026-01-01 ${last}`])
    }
  })

  test('FD-1 when a membership ends, the family’s other kinds of coverage end, too', async () => {
    const contract = 'KINDS1'
    const child = { contract, number: 'KINDS12', relationship: '19', first: 'LIV', born: '20140202' }
    await load(
      enrollment([
        ...person({ contract, number: 'KINDS11' }),
        ...person({ ...child, coverages: [...gold(), ...tooth()] }),
      ]),
    )
    await load(enrollment(person({ contract, number: 'KINDS11', type: '024', dates: ['DTP*357*D8*20260630'] })))
    expect(await readProducts('KINDS12')).toEqual([
      'dental TOOTH 2026-01-01 2026-06-30',
      'medical GOLD 2026-01-01 2026-06-30',
    ])
  })

  test('FD-1 dependents’ coverage ends with the subscriber’s, and is reported', async () => {
    await family('FAM')
    const end = person({ contract: 'FAM', number: 'FAM1', type: '024', dates: ['DTP*357*D8*20261031'] })
    const counts = await load(enrollment(end, { sent: '20261127*0200' }))
    expect(await readProducts('FAM2')).toEqual(['medical GOLD 2026-01-01 2026-10-31'])
    expect(counts.warnings).toEqual([
      { type: 'coverage', reason: 'of a dependent has ended with the subscriber’s', count: 1 },
    ])
  })

  test('FD-1 a dependent whose coverage the same file keeps is covered on, before and after the subscriber whose coverage ends', async () => {
    for (const [contract, isBefore] of [
      ['KEEP', true],
      ['STAY', false],
    ] as const) {
      await family(contract)
      const child = person({
        contract,
        number: `${contract}2`,
        type: '030',
        relationship: '19',
        first: 'LIV',
        born: '20140202',
        coverages: gold('20260101', undefined, '030'),
      })
      const end = person({ contract, number: `${contract}1`, type: '024', dates: ['DTP*357*D8*20261031'] })
      await load(enrollment(isBefore ? [...child, ...end] : [...end, ...child], { sent: '20261127*0200' }))
      expect(await readProducts(`${contract}2`)).toEqual(['medical GOLD 2026-01-01 '])
    }
  })

  test('FD-1 coverage never outlasts eligibility; a day far in the future ends nothing', async () => {
    await family('ELIG')
    const again = (...dates: readonly string[]) =>
      person({ contract: 'ELIG', number: 'ELIG1', type: '030', dates, coverages: gold('20260101', undefined, '030') })
    await load(enrollment(again('DTP*357*D8*20261130'), { action: '4', sent: '20261127*0200' }))
    expect(await readProducts('ELIG1')).toContain('medical GOLD 2026-01-01 2026-11-30')
    await load(enrollment(again('DTP*357*D8*99991231'), { action: '4', sent: '20261128*0200' }))
    expect(await readProducts('ELIG1')).toContain('medical GOLD 2026-01-01 ')
    const end = person({ contract: 'ELIG', number: 'ELIG1', type: '024', dates: ['DTP*357*D8*99991231'] })
    const { rejected } = await take(enrollment(end, { sent: '20261129*0200' }))
    expect(rejected).toMatchObject([{ reason: expect.stringMatching(/without a last day/) }])
  })

  test('FD-1 an earlier first day of the same coverage corrects it, and adds none', async () => {
    await load(enrollment(person({ contract: 'RETRO', number: 'RETRO1', coverages: gold('20260301') })))
    const loop = person({
      contract: 'RETRO',
      number: 'RETRO1',
      type: '001',
      coverages: gold('20260201', undefined, '001'),
    })
    const counts = await load(enrollment(loop, { sent: '20261127*0200' }))
    expect(await readProducts('RETRO1')).toEqual(['medical GOLD 2026-02-01 '])
    expect(counts.warnings).toBeUndefined()
  })

  test('FD-1 a retroactive end counts, and an older file after a newer one changes nothing', async () => {
    await family('OLD')
    await load(
      enrollment(
        person({ contract: 'OLD', number: 'OLD1', type: '024', coverages: gold('20260101', '20260331', '024') }),
        { sent: '20261128*0200' },
      ),
    )
    const late = enrollment(
      person({ contract: 'OLD', number: 'OLD1', type: '001', coverages: gold('20260101', undefined, '030') }),
      { sent: '20261127*0200' },
    )
    expect(await load(late)).toMatchObject({ unchanged: 1 })
    expect(await readProducts('OLD1')).toContain('medical GOLD 2026-01-01 2026-03-31')
  })

  test('FD-1 a full file states the present, and changes nothing when it comes again', async () => {
    await family('FULL')
    const loop = person({
      contract: 'FULL',
      number: 'FULL1',
      type: '030',
      coverages: [...gold('20260101', undefined, '030'), ...tooth('TOOTH', '20260101', '030')],
    })
    expect(await load(enrollment(loop, { action: '4', sent: '20261127*0200' }))).toMatchObject({ unchanged: 1 })
    expect(await load(enrollment(loop, { action: '4', sent: '20261128*0200' }))).toMatchObject({ unchanged: 1 })
  })

  test('FD-1 a period as the first day of a coverage also ends it', async () => {
    const coverages = ['HD*021**HLT*GOLD*FAM', 'DTP*348*RD8*20260101-20261031']
    await load(enrollment(person({ contract: 'PERI', number: 'PERI1', coverages })))
    expect(await readProducts('PERI1')).toEqual(['medical GOLD 2026-01-01 2026-10-31'])
  })

  test.each([
    ['its end', 'GLFT', ['HD*024**HLT*GOLD*FAM', 'DTP*349*D8*20260630'], ['medical GOLD 2026-01-01 2026-06-30']],
    ['an earlier first day', 'GFST', gold('20251101', undefined, '001'), ['medical GOLD 2025-11-01 ']],
    [
      'another plan',
      'GPLN',
      ['HD*001**HLT*SILVER*FAM', 'DTP*348*D8*20260701'],
      ['medical GOLD 2026-01-01 2026-06-30', 'medical SILVER 2026-07-01 '],
    ],
  ] as const)(
    'FD-1 a change without a group applies to the existing coverage: %s',
    async (_, contract, coverages, after) => {
      await load(enrollment(person({ contract, number: `${contract}1`, coverages: gold() })))
      const [type = ''] = /0\d\d/.exec(coverages[0] ?? '') ?? []
      const loop = person({ contract, number: `${contract}1`, type, coverages })
      const changes = loop.filter((segment) => !segment.startsWith('REF*1L'))
      await load(enrollment(changes, { sent: '20261127*0200' }))
      expect(await readProducts(`${contract}1`)).toEqual(after)
    },
  )

  test('FD-1 a plan that is called Medicare is, as in FHIR', async () => {
    const coverages = ['HD*021**HMO*MEDICARE ADVANTAGE SILVER', 'DTP*348*D8*20260101']
    await load(enrollment(person({ contract: 'MEDI', number: 'MEDI1', coverages })))
    const member = await readMember('MEDI1')
    const groups = await portal.database.read
      .selectFrom('coverage')
      .select('medicare_indicator')
      .where('member_id', '=', member?.member_id ?? '')
      .execute()
    expect(groups).toEqual([{ medicare_indicator: true }])
  })

  test('FD-1 kinds that are not health coverage are kept aside', async () => {
    await load(
      enrollment(
        person({
          contract: 'LIFE',
          number: 'LIFE1',
          coverages: ['HD*021**LTC*CARE', 'DTP*348*D8*20260101', ...gold()],
        }),
      ),
    )
    expect(await readProducts('LIFE1')).toEqual(['medical GOLD 2026-01-01 '])
  })
})

test('FD-1 a person with one name, in NM103, is enrolled with it; a placeholder is not a name', async () => {
  const loop = (number: string, nm1: string) => [
    ...['INS*Y*18*021*28*A***FT', `REF*0F*${number}`, `REF*23*${number}`],
    ...[`NM1*IL*1*${nm1}`, 'DMG*D8*19810101*M', ...gold()],
  ]
  await load(enrollment(loop('ONE1', 'SUHARTO')))
  expect(await readMember('ONE1')).toMatchObject({ first_name: 'SUHARTO', last_name: '' })
  await load(enrollment(loop('ONE1', 'SUHARTO*FNU')))
  expect(await readMember('ONE1')).toMatchObject({ first_name: 'SUHARTO', last_name: '' })
  await load(enrollment(loop('ONE2', 'ASK*KNUT')))
  await load(enrollment(loop('ONE2', 'ASKELADD')))
  expect(await readMember('ONE2')).toMatchObject({ first_name: 'KNUT', last_name: 'ASKELADD' })
  const { rejected } = await take(enrollment(loop('ONE3', 'UNKNOWN*TEST')))
  expect(rejected[0]?.reason).toMatch(/has no name/)
})
