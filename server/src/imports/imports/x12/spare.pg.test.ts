import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importFiles } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { enrollment, x12 } from '../../../../test/x12.ts'

const portal = testPortal()

async function take(content: string) {
  const answers = mkdtempSync(join(tmpdir(), 'portico-answers-'))
  const { counts, rejected } = await importFiles(
    portal.database,
    { 'spare.x12': content },
    { kind: 'x12', brand: 'ndbcbs', answers },
  )
  const lines = readdirSync(answers).flatMap((name) => readFileSync(join(answers, name), 'utf8').split('~\n'))
  return {
    rejected: rejected.map(({ path, reason }) => `${path} ${reason}`),
    warnings: (counts.warnings ?? []).map(({ reason }) => reason),
    taken: counts.created + counts.updated,
    answer: lines.filter((one) => /^IK[345]/.test(one)),
  }
}

const without = (place: string) => `is stored without what cannot be read: ${place}`

const member = (
  number: string,
  { head = [], hd = ['HD*021**HLT*GOLD*EMP', 'DTP*348*D8*20260101', 'DTP*349*D8*20261231'], more = [] }: Parts = {},
) =>
  enrollment([
    ...['INS*Y*18*021*28*A', `REF*0F*${number}`, 'REF*1L*G-1', `REF*23*${number}`, ...head],
    ...['NM1*IL*1*ASK*KNUT', 'DMG*D8*19810101*M', ...hd, ...more],
  ])

interface Parts {
  readonly head?: readonly string[]
  readonly hd?: readonly string[]
  readonly more?: readonly string[]
}

const category = (amount: string, day: string) => [
  ...['LS*2700', 'LX*1', 'N1*75*PRE AMT TOT', `REF*9X*${amount}`, `DTP*007*D8*${day}`, 'LE*2700'],
]

describe('FD-4 FD-1 a member’s dispensable values cost only themselves, and are reported', () => {
  test.each<[string, Parts, string, string, string]>([
    [
      'a day of a category',
      { more: category('800', '20261399') },
      'DTP03 of DTP 007 in loop 2750',
      'DTP*18*2750',
      '3**8*20261399',
    ],
    [
      'an amount of a category',
      { more: category('many', '20260101') },
      'REF02 of REF 9X in loop 2750',
      'REF*17*2750',
      '2**6',
    ],
    ['the premium of a coverage', { more: ['AMT*P3*much'] }, 'AMT02 of AMT P3 in loop 2300', 'AMT*14*2300', '2**6'],
    [
      'the first day of eligibility',
      { head: ['DTP*356*D8*2026'] },
      'DTP03 of DTP 356 in loop 2000',
      'DTP*9*2000',
      '3**8*2026',
    ],
    [
      'the last day of eligibility',
      { head: ['DTP*357*D8*20261301'] },
      'DTP03 of DTP 357 in loop 2000',
      'DTP*9*2000',
      '3**8*20261301',
    ],
    [
      'a day of what is no coverage here',
      { more: ['HD*021**LTC*CARE', 'DTP*348*D8*20260230'] },
      'DTP03 of DTP 348 in loop 2300',
      'DTP*15*2300',
      '3**8*20260230',
    ],
    ['a former number', { head: [`REF*Q4*${'9'.repeat(51)}`] }, 'REF02 of REF Q4 in loop 2000', 'REF*9*2000', '2**5'],
  ])('FD-4 %s', async (name, parts, place, segment, element) => {
    const { rejected, warnings, taken, answer } = await take(member(`SPARE${name.length}${segment.length}`, parts))
    expect({ rejected, taken }).toEqual({ rejected: [], taken: 1 })
    expect(warnings).toContain(without(place))
    expect(answer).toEqual([`IK3*${segment}*8`, `IK4*${element}`, 'IK5*E*5'])
  })

  test('FD-4 a last day of eligibility that a coverage needs still refuses the member', async () => {
    const hd = ['HD*021**HLT*GOLD*EMP', 'DTP*348*D8*20260101']
    const { rejected, taken } = await take(member('NEEDED1', { head: ['DTP*357*D8*20261301'], hd }))
    expect([taken, rejected]).toEqual([0, ['Segment 11 (DTP03, last day of eligibility) 20261301 is no day']])
  })
})

const bill = (own: readonly string[], line: readonly string[], clm = '11:B:1') =>
  x12({
    set: '837',
    version: '005010X222A1',
    segments: [
      ...['BHT*0019*00*S1*20261115*1023*CH', 'NM1*41*2*PRAIRIE BILLING*****46*PB01'],
      ...['NM1*40*2*PLAINS HEALTH*****46*PLAINS', 'HL*1**20*1', 'NM1*85*2*PRAIRIE CLINIC*****XX*1234567893'],
      ...['HL*2*1*22*0', 'SBR*P*18*G-1******CI', 'NM1*IL*1*ASK*KNUT****MI*BILLED1', 'DMG*D8*19810101*M'],
      ...['NM1*PR*2*PLAINS HEALTH*****PI*PLAINS', `CLM*${++account}*150***${clm}*Y*A*Y*Y`, ...own, 'LX*1'],
      ...(line.some((one) => one.startsWith('SV1')) ? [] : ['SV1*HC:99213*150*UN*1***1']),
      ...line,
    ],
  })
let account = 100

const payment = (header: readonly string[], claim: readonly string[]) =>
  x12({
    set: '835',
    segments: [
      ...['BPR*I*75*C*ACH************20261125', 'TRN*1*T1*1450000022', ...header, 'N1*PR*PLAINS HEALTH'],
      ...['N1*PE*PRAIRIE CLINIC*XX*1234567893', 'LX*1', `CLP*${++account}*1*150*75**12*F${account}*11*1`],
      ...['NM1*QC*1*ASK*KNUT****MI*BILLED1', ...claim],
    ],
  })

describe('FD-4 FD-2 FD-3 a claim’s dispensable values cost only themselves, and are reported', () => {
  const day = 'DTP*472*D8*20261102'
  const paid = ['DTM*232*20261102', 'SVC*HC:99213*150*75']
  test.each<[string, string, string, string, string]>([
    [
      'a day of a line beside others',
      bill([], ['SV1*HC:99213*149*UN*1***1', 'DTP*472*D8*20261399', 'LX*2', 'SV1*HC:99214*1*UN*1***1', day]),
      'DTP03 of DTP 472 in loop 2400',
      'DTP*15*2400',
      '3**8*20261399',
    ],
    [
      'a day of a paid line',
      payment([], [...paid, 'DTM*472*20261399']),
      'DTM02 of DTM 472 in loop 2110',
      'DTM*11*2110',
      '2**8*20261399',
    ],
    [
      'the day of a payment',
      payment(['DTM*405*20261399'], paid),
      'DTM02 of DTM 405 in loop HEADER',
      'DTM*4*HEADER',
      '2**8*20261399',
    ],
    [
      'the day of receipt',
      payment([], ['DTM*050*yesterday', ...paid]),
      'DTM02 of DTM 050 in loop 2100',
      'DTM*9*2100',
      '2**8',
    ],
    ['an allowed amount', payment([], [...paid, 'AMT*B6*some']), 'AMT02 of AMT B6 in loop 2110', 'AMT*11*2110', '2**6'],
    [
      'a service without a code',
      bill([], ['SV1*HC*150*UN*1***1', day]),
      'SV101-2 in loop 2400',
      'SV1*14*2400',
      '1:2**1',
    ],
    ['a modifier', bill([], ['SV1*HC:99213:2:25*150*UN*1***1', day]), 'SV101-3 in loop 2400', 'SV1*14*2400', '1:3**6'],
    ['a diagnosis without a code', bill(['HI*ABK:R05*ABF'], [day]), 'HI02-2 in loop 2300', 'HI*13*2300', '2:2**1'],
    ['a repeated code', bill(['HI*ABK:R05^ABF'], [day]), 'HI01-2 in loop 2300', 'HI*13*2300', '1:2:2**1'],
    ['a frequency', bill([], [day], '11:B:11'), 'CLM05-3 in loop 2300', 'CLM*12*2300', '5:3**5'],
  ])('FD-4 %s', async (_, content, place, segment, element) => {
    await take(member('BILLED1'))
    const { rejected, warnings, taken, answer } = await take(content)
    expect({ rejected, taken }).toEqual({ rejected: [], taken: 1 })
    expect(warnings).toContain(without(place))
    expect(answer).toEqual([`IK3*${segment}*8`, `IK4*${element}`, 'IK5*E*5'])
  })
})
