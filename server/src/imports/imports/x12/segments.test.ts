import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { x12 } from '../../../../test/x12.ts'
import { groupAnswer, interchangeAnswer } from './answers.ts'
import { EnvelopeReader, type Interchange } from './envelope.ts'
import { createLoopReader, type LoopReader } from './loops.ts'
import { SegmentReader } from './segments.ts'
import { parseCents } from './values.ts'

/** Reads bytes in chunks of a size. */
function read(text: string | Buffer, size = 1 << 20) {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : text
  const interchanges: Interchange[] = []
  const loops: string[] = []
  const outside: string[] = []
  let reader: LoopReader | null = null
  const keep = (loop: ReturnType<LoopReader['end']>) => {
    if (loop !== null) loops.push(loop.segments.map(({ elements }) => elements.join('*')).join('~'))
  }
  const envelope = new EnvelopeReader({
    interchange: (one) => interchanges.push(one),
    begin: (transaction) => {
      reader = createLoopReader(transaction, () => undefined)
    },
    body: (_, segment) => keep(reader?.take(segment) ?? null),
    end: () => keep(reader?.end() ?? null),
    outside: (_, what) => outside.push(what),
  })
  const segments = new SegmentReader(
    (segment) => envelope.take(segment),
    (problem) => envelope.tellMisplaced(problem),
  )
  for (let at = 0; at < bytes.length; at += size) segments.push(bytes.subarray(at, at + size))
  segments.end()
  envelope.end()
  return { interchanges, loops, outside, notes: interchanges.map(({ note }) => note) }
}

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => [
    `INS*Y*18*021*28*A`,
    `REF*0F*C${at}`,
    `NM1*IL*1*ISAACS*ISA`,
    'HD*021**HLT*GOLD',
  ]).flat()
const file = x12({ set: '834', segments: ['BGN*00*D1*20261126*0200*CT***2', ...people(3)] })
const plain = read(file)
const answer = (text: string) =>
  read(text).interchanges.map((interchange) => {
    const own = { interchange, faults: new Map(), now: new Date('2026-11-26T12:00:00Z'), control: 7 }
    return { ta1: interchangeAnswer(own), ack: groupAnswer(own) }
  })

describe('FD-1 X12 in any form', () => {
  test('FD-1 chunks of any size give the same loops', () => {
    expect(plain.loops).toHaveLength(3)
    for (let size = 1; size <= 200; size += 1) expect(read(file, size)).toEqual(plain)
  })

  test.each([
    ['lines that end in CR LF', file.replaceAll('\n', '\r\n')],
    ['no line breaks at all', file.replaceAll('\n', '')],
    ['lines wrapped at 80', (file.replaceAll('\n', '').match(/.{1,80}/g) ?? []).join('\r\n')],
    ['a byte order mark and blank lines', `\xef\xbb\xbf\n\n${file}\n\x1a\0`],
    ['blanks around the segments', file.replaceAll('~\n', '~  \n  ')],
    ['a line feed as terminator', file.replaceAll('~', '')],
    ['other separators', file.replaceAll('*', '|').replaceAll('~', '!')],
    ['blanks before each terminator', file.replaceAll('~\n', '   ~   \n')],
    ['blanks before a line feed that is the terminator', file.replaceAll('~\n', '   \n')],
    ['an ISA without padding', file.replace(/ {10}/g, '').replace(/ +\*/g, '*')],
  ])('FD-1 %s change nothing', (_, text) => {
    const found = read(text)
    expect(found.notes).toEqual(['000'])
    expect(found.loops.map((loop) => loop.replaceAll('|', '*'))).toEqual(plain.loops)
  })

  test('FD-1 elements separated by tabs, also empty ones at the end of a segment', () => {
    const tabbed = file.replaceAll('*', '\t').replaceAll('HLT\tGOLD~', 'HLT\tGOLD\t\t~')
    expect(read(tabbed)).toMatchObject({ loops: plain.loops, outside: [], notes: ['000'] })
    for (const size of [1, 7, 106]) expect(read(tabbed, size).loops).toEqual(plain.loops)
  })

  test('FD-1 several interchanges with different separators are all read', () => {
    const both = read(file + file.replaceAll('*', '|').replaceAll('~\n', '\n'))
    expect(both.loops).toHaveLength(6)
    expect(both.notes).toEqual(['000', '000'])
  })

  test.each(['END OF FILE\n', 'END OF FILE~', '--\r\nboundary\r\n'])(
    'FD-1 %j between interchanges is reported, and swallows none of them',
    (line) => {
      for (const size of [1, 7, 4096]) {
        const found = read(line + file + line + file + line, size)
        expect(found.loops).toEqual([...plain.loops, ...plain.loops])
        expect(found.notes).toEqual(['000', '000'])
        expect(found.outside.length).toBeGreaterThan(2)
      }
    },
  )

  test('FD-1 a segment without an end is not kept', () => {
    const found = read(file.replace('NM1*IL*1*ISAACS', `NM1*IL*1*${'x'.repeat(200_000)}`), 4096)
    expect(found.interchanges[0]?.groups[0]?.transactions[0]?.problems).toContain('5')
  })

  test('FD-1 content that is not X12 is reported, not imported', () => {
    expect(read('member_number,first_name\n1,Ann\n').outside.length).toBeGreaterThan(0)
    expect(read('').interchanges).toEqual([])
  })
})

describe('FD-4 answers', () => {
  test('FD-4 a TA1 only if it is asked for', () => {
    expect(answer(file)[0]?.ta1).toBeNull()
    const asking = x12(
      { set: '834', segments: ['BGN*00*D1*20261126*0200*CT***2'] },
      { wantsAnswer: true, control: '000000077' },
    )
    expect(answer(asking)[0]?.ta1).toContain('TA1*000000077*261126*0200*A*000~')
    expect(answer(asking.replace(/ {10}/, ''))[0]?.ta1).toContain('*E*022~')
  })

  test.each([
    [/SE\*\d+/, 'SE*40', 'IK5*R*4~', 'AK9*R*1*1*0~'],
    [/(SE\*\d+)\*0001/, '$1*0002', 'IK5*R*3~', 'AK9*R*1*1*0~'],
    [/SE\*\d+\*0001~\n/, '', 'IK5*R*2~', 'AK9*R*1*1*0~'],
    [/GE\*1/, 'GE*2', 'IK5*R~', 'AK9*R*2*1*0*5~'],
  ])('FD-4 %s as %s is answered by %s and %s', (from, to, transaction, group) => {
    const { ack } = answer(file.replace(from, to))[0] ?? {}
    expect(ack).toContain(transaction)
    expect(ack).toContain(group)
  })

  test('FD-4 FD-5 skipped transactions are answered as not supported, beside the accepted ones', () => {
    const eligibility = ['ST*270*0002*005010X279A1~', 'BHT*0022*13*1*20261126*0200~', 'SE*3*0002~'].join('\n')
    const { ack } = answer(file.replace('GE*1', `${eligibility}\nGE*2`))[0] ?? {}
    expect(ack).toMatch(
      /AK2\*834\*0001\*005010X220A1~\nIK5\*A~\nAK2\*270\*0002\*005010X279A1~\nIK5\*R\*1~\nAK9\*P\*2\*2\*1~/,
    )
  })

  test('FD-4 valid transactions are accepted, and an answer is not answered', () => {
    expect(answer(file)[0]?.ack).toMatch(/AK2\*834\*0001\*005010X220A1~\nIK5\*A~\nAK9\*A\*1\*1\*1~/)
    const { ack } = answer(file)[0] ?? {}
    expect(answer(ack ?? '')[0]?.ack).toBeNull()
  })

  test.each([
    [/IEA\*1\*\d+/, 'IEA*1*000000999', '001'],
    [/IEA\*1/, 'IEA*2', '021'],
    [/IEA[^~]*~\n/, '', '023'],
    [/GE[^~]*~\n/, 'HD*021~\nGE*1*1~\nHD*021~\n', '022'],
  ])('FD-4 an interchange with %s as %s is refused by a TA1 with %s', (from, to, note) => {
    const { ta1, ack } = answer(file.replace(from, to))[0] ?? {}
    expect(ta1).toMatch(new RegExp(`TA1\\*\\d+\\*261126\\*0200\\*R\\*${note}~`))
    expect(ack).toBeNull()
  })
})

describe('FD-1 FD-4 damaged files', () => {
  const whole = new Set(plain.loops)
  const places = fc.nat({ max: file.length - 1 })

  test('FD-4 a truncated file is never accepted as whole', () => {
    fc.assert(
      fc.property(fc.nat({ max: file.trimEnd().length - 3 }), (end) => {
        const { notes, outside } = read(file.slice(0, end))
        return notes.length === 0 ? true : notes.every((note) => note !== '000') || outside.length > 0
      }),
    )
  })

  test('FD-1 a changed byte breaks nothing and merges no two members', () => {
    fc.assert(
      fc.property(places, fc.nat({ max: 255 }), fc.integer({ min: 1, max: 64 }), (at, byte, size) => {
        const bytes = Buffer.from(file, 'latin1')
        bytes[at] = byte
        const { loops, notes, interchanges } = read(bytes, size)
        const isTaken =
          notes[0] === '000' &&
          interchanges.every(({ groups }) =>
            groups.every(
              ({ problems, transactions }) =>
                problems.length === 0 && transactions.every((one) => one.problems.length === 0),
            ),
          )
        // An accepted file has every member, and at most one of them differs.
        return !isTaken || loops.filter((loop) => !whole.has(loop)).length <= 1 || loops.length === 0
      }),
      { numRuns: 500 },
    )
  })

  test('FD-1 lost, doubled or exchanged segments break nothing', () => {
    const lines = file.trimEnd().split('\n')
    fc.assert(
      fc.property(
        fc.nat({ max: lines.length - 1 }),
        fc.nat({ max: lines.length - 1 }),
        fc.constantFrom('lose', 'double', 'exchange'),
        (a, b, how) => {
          const changed =
            how === 'lose'
              ? lines.toSpliced(a, 1)
              : how === 'double'
                ? lines.toSpliced(b, 0, lines[a] ?? '')
                : lines.with(a, lines[b] ?? '').with(b, lines[a] ?? '')
          return read(changed.join('\n')).interchanges.length <= 2
        },
      ),
      { numRuns: 300 },
    )
  })
})

test.each([
  ['1.005', 101],
  ['-1.005', -101],
  ['-100.125', -10_013],
  ['.5', 50],
  ['5.', 500],
  ['-0', 0],
  ['103.91999999999999', 10_392],
  ['120.330000000000001', 12_033],
  ['-12.34567', -1235],
  ['12.344996', 1234],
  ['.00000000001', 0],
  // X12's implementation guides prohibit exponents.
  ['1e3', null],
  ['1.2.3', null],
  ['', null],
])('FD-2 half a cent rounds away from zero: %s', (text, cents) => {
  expect(parseCents(text)).toBe(cents)
})
