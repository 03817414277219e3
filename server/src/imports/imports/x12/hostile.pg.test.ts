import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importFiles } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { enrollment, x12 } from '../../../../test/x12.ts'

const portal = testPortal()

const member = (number: string) => [
  ...['INS*Y*18*021*XN*A', `REF*0F*${number}`, `REF*23*${number}`, 'NM1*IL*1*ASK*KNUT', 'DMG*D8*19810101*M'],
  ...['HD*021**HLT*GOLD*EMP', 'DTP*348*D8*20260101'],
]
const payment = (...loops: readonly string[]) =>
  x12({ set: '835', segments: ['BPR*I*0*C*NON************20261125', 'TRN*1*T1*1450000022', 'LX*1', ...loops] })
const claim = (name: string, billed: string) => [
  `CLP*${name}*1*${billed}*0*0*12*P${name}`,
  'NM1*QC*1*ASK*KNUT****MI*HOST1',
  'DTM*232*20261102',
]

/** Imports a file; returns the result, the messages, and the relevant segments of its answers. */
async function take(content: string | Buffer) {
  const answers = mkdtempSync(join(tmpdir(), 'portico-answers-'))
  const { counts, rejected } = await importFiles(
    portal.database,
    { 'hostile.x12': content },
    { kind: 'x12', brand: 'ndbcbs', answers },
  )
  const lines = readdirSync(answers).flatMap((name) => readFileSync(join(answers, name), 'utf8').split('~\n'))
  return {
    counts,
    told: rejected.map(({ path, reason }) => `${path}: ${reason}`),
    answer: lines.filter((one) => /^(TA1|IK[345]|AK9)/.test(one)),
  }
}

describe('FD-1 files in any form', () => {
  test.each<[string, (file: string) => string | Buffer]>([
    ['all in small letters', (file) => file.toLowerCase()],
    ['with a byte order mark, and nothing but blanks and a 0x1A at the end', (file) => `\ufeff\r\n${file}\r\n\x1a\0 `],
    ['between bars, on lines', (file) => file.replaceAll('*', '|').replaceAll(':', '>').replaceAll('~\n', '\n')],
    ['wrapped at 80 letters', (file) => (file.replaceAll('\n', '').match(/.{1,80}/g) ?? []).join('\r\n')],
    ['with line ends within segments', (file) => file.replace('KNUT', 'KN\r\nUT')],
    [
      'with blanks for the control number',
      (file) => file.replace(/\*\d{9}\*0\*P/, '*         *0*P').replace(/IEA\*1\*\d+/, 'IEA*1*'),
    ],
  ])('FD-1 a file %s is read', async (_, change) => {
    const { counts, told } = await take(change(enrollment(member('HOST1'))))
    expect([counts.created + counts.updated + counts.unchanged, told]).toEqual([1, []])
  })

  test.each([
    ['without its envelope', (file: string) => file.split('\n').slice(2, -3).join('\n')],
    ['that is no X12', () => 'member_number,first_name\nHOST1,Knut\nHOST2,Liv\n'],
  ])('FD-1 a file %s is reported once, not on each of its lines', async (_, change) => {
    const { counts, told, answer } = await take(change(enrollment(member('HOST1'))))
    expect([counts.rejected, told, answer]).toEqual([1, [': is no X12 file: it has no ISA that can be read'], []])
  })

  test('FD-1 a file in UTF-16 is reported as such', async () => {
    const file = enrollment(member('HOST2'))
    for (const bytes of [Buffer.from(`\ufeff${file}`, 'utf16le'), Buffer.from(`\ufeff${file}`, 'utf16le').swap16()])
      expect((await take(bytes)).told).toEqual([expect.stringMatching(/^: the file is UTF-16, not UTF-8/)])
  })

  test('FD-1 numbers and names that are too long are reported by segment and element, and the others imported', async () => {
    const { counts, told, answer } = await take(
      enrollment([
        ...member('9'.repeat(60)),
        ...member('HOST3').map((one) => one.replace('KNUT', 'K'.repeat(5000))),
        ...member('HOST4'),
      ]),
    )
    expect([counts.created, told]).toEqual([
      1,
      ['Segment 8 (REF02, number): is longer than 50', 'Segment 17 (NM104, name): is longer than 100 letters'],
    ])
    expect(answer).toEqual(expect.arrayContaining(['IK4*2**5', 'IK4*4**5', 'IK5*E*5']))
  })
})

describe('FD-4 reports of what cannot be accepted', () => {
  test('FD-4 a group of another version is refused by a 999 with 2, whatever it holds', async () => {
    const version = '004010X098A1'
    const { counts, told, answer } = await take(
      x12({ set: '837', version, segments: ['CLM*V1*10***11:B:1', 'DTP*472*D8*20261101'] }),
    )
    expect([counts.created, told]).toEqual([
      0,
      [expect.stringMatching(/^Group \d+: is refused: its version \(GS08\) is not read$/)],
    ])
    expect(answer).toEqual(['IK5*R', 'AK9*R*1*1*0*2'])
  })

  test('FD-4 GS08 with other addenda or none is read by the base guide', async () => {
    for (const version of ['005010X220', '005010X220A2', '005010', '5010'])
      expect(
        (await take(x12({ set: '834', version, segments: ['BGN*00*D*20261126*0200*CT***2', ...member('HOST1')] })))
          .told,
      ).toEqual([])
  })

  test('FD-4 an impossible amount refuses only its claim', async () => {
    await take(enrollment(member('HOST1')))
    const { counts, told, answer } = await take(payment(...claim('BIG', '999999999999999.99'), ...claim('FINE', '25')))
    expect([counts.created, told]).toEqual([
      1,
      ['Segment 7 (CLP03, amount billed): is larger than any amount of a claim'],
    ])
    expect(answer).toContain('IK4*3**5')
  })

  test('FD-4 lines with an impossible sum refuse only their claim, also if it has waited', async () => {
    const most = '999999999.99'
    const lines = (name: string) => [
      ...claim(name, most),
      ...Array.from({ length: 101 }).flatMap(() => [
        `SVC*HC:99213*${most}*0**1`,
        'DTM*472*20261102',
        `CAS*PR*1*${most}`,
      ]),
    ]
    const changeMember = (segments: readonly string[]) => segments.map((one) => one.replace('HOST1', 'HOSTLATE'))
    const { counts } = await take(payment(...changeMember(lines('WB')), ...changeMember(claim('WF', '25'))))
    expect(counts.skipped).toBe(2)
    expect((await take(enrollment(member('HOSTLATE')))).told).toEqual([])
    const { rows } = await findClaims('HOSTLATE')
    expect(rows).toContain('WF')
  })

  test('FD-4 a claim without a day is reported by its segment, with advice', async () => {
    const { told } = await take(payment('CLP*D1*1*10*10*0*12*PD1', 'NM1*QC*1*ASK*KNUT****MI*HOST1'))
    expect(told).toEqual([
      'Segment 7 (CLP, claim): has no date of service, neither of its own nor of a line; send it with one',
    ])
  })

  test.each([
    ['SE**0001', /SE\*\d+\*0001/, 'SE**0001', ['IK5*R*4', 'AK9*R*1*1*0']],
    ['no SE', /SE\*\d+\*0001~\n/, '', ['IK5*R*2', 'AK9*R*1*1*0']],
    ['GE without its count', /GE\*1\*/, 'GE**', ['IK5*R', 'AK9*R*1*1*0*5']],
    ['IEA without its count', /IEA\*1/, 'IEA*', [expect.stringMatching(/^TA1.*\*R\*021$/)]],
    ['no IEA', /IEA.*\n/, '', [expect.stringMatching(/^TA1.*\*R\*023$/)]],
    ['no GS', /G[SE]\*.*\n/g, '', [expect.stringMatching(/^TA1.*\*R\*022$/)]],
    ['a segment over 64 kB', 'NM1*IL', `REF*ZZ*${'A'.repeat(70_000)}~\nNM1*IL`, ['IK5*R*5', 'AK9*R*1*1*0']],
  ] as const)('FD-4 a file with %s stores nothing, and its sender is told', async (_, from, to, answer) => {
    const { counts, ...rest } = await take(enrollment(member('HOST9')).replace(from, to))
    expect([counts.created, rest.answer]).toEqual([0, answer])
  })
})

describe('FD-4 several interchanges', () => {
  test.each([
    ['ABC      ', 'ABC      '],
    ['0000A1234', '0000A1234'],
    ['         ', '         '],
    ['000000077', '000000077'],
    ['77', '000000077'],
  ])('FD-4 a TA1 repeats ISA13 exactly: %j', async (control, named) => {
    const { answer } = await take(x12({ set: '834', segments: [] }, { control, wantsAnswer: true, sender: 'TA1CO' }))
    expect(answer.filter((one) => one.startsWith('TA1')).map((one) => one.split('*')[1])).toEqual([named])
  })

  test('FD-4 the second interchange with the same number and moment in a file is refused, and its sender is told', async () => {
    const from = { control: '000000555', sender: 'TWICECO', wantsAnswer: true }
    const build = (number: string) =>
      x12({ set: '834', segments: ['BGN*00*D*20261126*0200*CT***2', ...member(number)] }, from)
    const both = build('TWICE1') + build('TWICE2')
    const { counts, told, answer } = await take(both)
    expect([counts.created, told]).toEqual([
      1,
      [expect.stringMatching(/000000555 of TWICECO: is refused: another interchange .* the same control number/)],
    ])
    expect(answer.filter((one) => one.startsWith('TA1')).map((one) => one.split('*').slice(-2))).toEqual([
      ['A', '000'],
      ['R', '025'],
    ])
    // The same file again changes nothing.
    expect((await take(both)).counts).toMatchObject({ created: 0, updated: 0, unchanged: 1, rejected: 1 })
  })

  test('FD-4 two files of one run with the same number and moment and different content are not both imported', async () => {
    const from = { control: '000000556', sender: 'TWICECO' }
    const [one, other] = ['TWICE3', 'TWICE4'].map((number) =>
      x12({ set: '834', segments: ['BGN*00*D*20261126*0200*CT***2', ...member(number)] }, from),
    )
    const asked = { kind: 'x12', brand: 'ndbcbs' }
    const { counts } = await importFiles(portal.database, { 'a.x12': one ?? '', 'b.x12': other ?? '' }, asked)
    expect([counts.created, counts.rejected]).toEqual([1, 1])
    const same = await importFiles(portal.database, { 'a.x12': one ?? '', 'b.x12': one ?? '' }, asked)
    expect(same.counts).toMatchObject({ rejected: 0, unchanged: 2 })
  })

  test('FD-4 an interchange without groups is no error, and is counted', async () => {
    const empty = x12({ set: '834', segments: [] }, { wantsAnswer: true, control: '000000557' })
      .replace(/(?:GS|ST|SE|GE)\*.*\n/g, '')
      .replace('IEA*1', 'IEA*0')
    const { counts, told, answer } = await take(empty)
    expect([counts.read, counts.rejected, told]).toEqual([0, 0, []])
    expect(counts.skips).toEqual([{ type: 'interchange', reason: 'holds no group of transactions', count: 1 }])
    expect(answer).toEqual([expect.stringMatching(/^TA1\*000000557.*\*A\*000$/)])
  })
})

async function findClaims(memberNumber: string) {
  const rows = await portal.database.read
    .selectFrom('x12_claim_part')
    .innerJoin('member', 'member.member_id', 'x12_claim_part.member_id')
    .select('account')
    .where('member.member_number', '=', memberNumber)
    .execute()
  return { rows: rows.map(({ account }) => account) }
}
