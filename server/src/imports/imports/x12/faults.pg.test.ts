import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importFiles } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { setSettings } from '../../../../test/settings.ts'
import { enrollment, x12 } from '../../../../test/x12.ts'

const portal = testPortal()

async function take(content: string, brand = 'ndbcbs') {
  const answers = mkdtempSync(join(tmpdir(), 'portico-answers-'))
  const { counts, rejected } = await importFiles(
    portal.database,
    { 'faulty.x12': content },
    { kind: 'x12', brand, answers },
  )
  const lines = readdirSync(answers).flatMap((name) => readFileSync(join(answers, name), 'utf8').split('~\n'))
  return { counts, rejected, answer: lines.filter((one) => /^(TA1|IK[345]|AK9)/.test(one)) }
}

const member = (number: string, more: readonly string[], ins = 'INS*Y*18*021*28*A') =>
  enrollment([ins, `REF*0F*${number}`, 'REF*1L*G-1', `REF*23*${number}`, 'NM1*IL*1*ASK*KNUT', ...more])

const bill = (lines: readonly string[], version = '005010X222A1', own: readonly string[] = []) =>
  x12({
    set: '837',
    version,
    segments: [
      ...['BHT*0019*00*S1*20261115*1023*CH', 'NM1*41*2*PRAIRIE BILLING*****46*PB01'],
      ...['NM1*40*2*PLAINS HEALTH*****46*PLAINS', 'HL*1**20*1', 'NM1*85*2*PRAIRIE CLINIC*****XX*1234567893'],
      ...['HL*2*1*22*0', 'SBR*P*18*G-1******CI', 'NM1*IL*1*ASK*KNUT****MI*FLT1'],
      ...['NM1*PR*2*PLAINS HEALTH*****PI*PLAINS', 'CLM*A1*150***11:B:1*Y*A*Y*Y', ...own, 'LX*1'],
      ...['SV1*HC:99213*150*UN*1***1', ...lines],
    ],
  })
const payment = (claim: readonly string[]) =>
  x12({
    set: '835',
    segments: [
      ...['BPR*I*75*C*ACH************20261125', 'TRN*1*T1*1450000022', 'N1*PR*PLAINS HEALTH'],
      ...['N1*PE*PRAIRIE CLINIC*XX*1234567893', 'LX*1', ...claim],
    ],
  })

describe('FD-4 answers and rejects name the loop, the position in the transaction and the element', () => {
  test.each<[string, string, string, number, string]>([
    ['a birth date', member('FLT3', ['DMG*D8*20260230*M', 'HD*021**HLT*GOLD*EMP']), '2100A DMG', 10, '2**8*20260230'],
    [
      'a day of a coverage',
      member('FLT4', ['DMG*D8*19810101*M', 'HD*021**HLT*GOLD*EMP', 'DTP*348*D8*20261301']),
      ...(['2300 DTP', 12, '3**8*20261301'] as const),
    ],
    [
      'a day of eligibility',
      enrollment(['INS*Y*18*021*28*A', 'DTP*356*D8*2026', 'HD*021**HLT*GOLD*EMP']),
      ...(['2000 DTP', 6, '3**8*2026'] as const),
    ],
    ['a day of a line', bill(['DTP*472*D8*20261399']), '2400 DTP', 14, '3**8*20261399'],
    [
      'a day of a stay',
      bill([], '005010X223A2', ['DTP*434*RD8*20261104-20261102']),
      '2300 DTP',
      12,
      '3**8*20261104-20261102',
    ],
    [
      'what another payer paid for a line',
      bill(['DTP*472*D8*20261102', 'SVD*PLAINS*none*HC:99213**1'], '005010X298', [
        ...['SBR*P*18*G-1******CI', 'NM1*IL*1*ASK*KNUT', 'NM1*PR*2*PLAINS HEALTH*****PI*PLAINS'],
      ]),
      ...(['2430 SVD', 18, '2**6'] as const),
    ],
    [
      'an amount of a claim',
      payment(['CLP*A1*1*many*75**12*F1*11*1', 'NM1*QC*1*ASK*KNUT****MI*88840012300', 'DTM*232*20261102']),
      '2100 CLP',
      7,
      '3**6',
    ],
    [
      'an amount of a paid line',
      payment(['CLP*A1*1*150*75**12*F1*11*1', 'DTM*232*20261102', 'SVC*HC:99213*x*75']),
      ...(['2110 SVC', 9, '2**6'] as const),
    ],
  ])('FD-4 %s', async (_, content, at, position, element) => {
    const [loop = '', segment = ''] = at.split(' ')
    const { rejected, answer } = await take(content)
    expect(answer.filter((one) => one.startsWith('IK3') || one.startsWith('IK4'))).toEqual([
      `IK3*${segment}*${position}*${loop}*8`,
      `IK4*${element}`,
    ])
    expect(rejected).toMatchObject([
      { where: { transaction: '0001', loop, segment, position, element: Number(element.slice(0, 1)) } },
    ])
  })

  test('FD-4 a loop with valid syntax and wrong content is in the rejects, and in the 999 of senders who ask for it', async () => {
    const buildEnding = () => member('FLT8', ['HD*024**HLT*GOLD*EMP'], 'INS*Y*18*024*08*A')
    const before = await take(buildEnding())
    expect(before.answer).toEqual(['IK5*A', 'AK9*A*1*1*1'])
    expect(before.rejected).toMatchObject([{ where: { loop: '2000', segment: 'INS', position: 5, element: 0 } }])
    await setSettings(portal.database, 'fl', { X12_BUSINESS_999: 'OTHERCO; plainshealth' })
    const after = await take(buildEnding(), 'fl')
    expect(after.answer).toEqual(['IK3*INS*5*2000*I6', 'IK5*E*5', 'AK9*E*1*1*1'])
    await setSettings(portal.database, 'wi', { X12_BUSINESS_999: 'OTHERCO' })
    expect((await take(buildEnding(), 'wi')).answer).toEqual(before.answer)
  })

  test('FD-4 an interchange for another receiver is refused by TA1, if the brand has set its names', async () => {
    const content = () => member('FLT9', ['DMG*D8*19810101*M', 'HD*021**HLT*GOLD*EMP', 'DTP*348*D8*20260101'])
    await setSettings(portal.database, 'wy', { X12_RECEIVERS: 'PLAINS; PLAINSTEST' })
    const { counts, answer, rejected } = await take(content(), 'wy')
    expect(counts.created).toBe(0)
    expect(answer[0]).toMatch(/^TA1\*\d{9}\*261126\*0200\*R\*009$/)
    expect(rejected.map(({ reason }) => reason)).toEqual(['is refused: it is for somebody else (ISA08)'])
    await setSettings(portal.database, 'mn', { X12_RECEIVERS: 'portico' })
    expect((await take(content(), 'mn')).counts.created).toBe(1)
  })
})
