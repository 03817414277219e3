import type { Loop } from './loops.ts'
import type { Segment } from './segments.ts'
import { readCode } from './values.ts'

/** The guide's loop that a segment begins after the previous segment; null: it continues the loop. */
type Begins = (segment: Segment, loop: string) => string | null

/** Loops that a name segment begins, by its qualifier. */
const membersNames: Readonly<Record<string, string>> = {
  IL: '2100A',
  '74': '2100A',
  '70': '2100B',
  '31': '2100C',
  '36': '2100D',
  M8: '2100E',
  S3: '2100F',
  '6Y': '2100G',
  '9K': '2100G',
  E1: '2100G',
  EI: '2100G',
  EXS: '2100G',
  GB: '2100G',
  GD: '2100G',
  J6: '2100G',
  LR: '2100G',
  QD: '2100G',
  S1: '2100G',
  TZ: '2100G',
  X4: '2100G',
  '45': '2100H',
}

const billNames: Readonly<Record<string, string>> = {
  DN: '2310A',
  P3: '2310A',
  '82': '2310B',
  '77': '2310C',
  DQ: '2310D',
  PW: '2310E',
  '45': '2310F',
}
const hospitalNames: Readonly<Record<string, string>> = {
  '71': '2310A',
  '72': '2310B',
  ZZ: '2310C',
  '82': '2310D',
  '77': '2310E',
  DN: '2310F',
}
const dentalNames: Readonly<Record<string, string>> = {
  DN: '2310A',
  P3: '2310A',
  '82': '2310B',
  '77': '2310C',
  DD: '2310D',
  DQ: '2310E',
}
const payerNames: Readonly<Record<string, string>> = { IL: '2330A', PR: '2330B' }

function beginsOf834(segment: Segment, loop: string): string | null {
  const kind = readCode(segment, 1)
  switch (segment.id) {
    case 'INS':
      return '2000'
    case 'NM1':
      if (loop.startsWith('2310')) return '2310'
      if (loop.startsWith('2320')) return '2330'
      return membersNames[kind] ?? null
    case 'DSB':
      return '2200'
    case 'HD':
      return '2300'
    case 'LX':
      return loop.startsWith('27') ? '2710' : '2310'
    case 'COB':
      return '2320'
    case 'LS':
      return '2700'
    case 'N1':
      return kind === '75' ? '2750' : null
    default:
      return null
  }
}

function beginsOf835({ id }: Segment): string | null {
  return id === 'CLP' ? '2100' : id === 'SVC' ? '2110' : null
}

function chooseBegins(version: string): Begins {
  const [isHospital, isDental] = [/X(223|299)/.test(version), /X(224|300)/.test(version)]
  const names = isHospital ? hospitalNames : isDental ? dentalNames : billNames
  return (segment, loop) => {
    const kind = readCode(segment, 1)
    switch (segment.id) {
      case 'CLM':
        return '2300'
      case 'SBR':
        return '2320'
      case 'LX':
        return '2400'
      case 'LIN':
        return '2410'
      case 'SVD':
        return '2430'
      case 'NM1':
        if (loop.startsWith('24')) return '2420'
        if (loop.startsWith('23') && loop !== '2300' && !loop.startsWith('2310')) return payerNames[kind] ?? '2330'
        return names[kind] ?? '2310'
      default:
        return null
    }
  }
}

/** The name loop of a level above a claim. */
function nameLevel(level: readonly Segment[], at: Segment, set: string): string {
  const [first] = level
  const code = first?.id === 'HL' ? readCode(first, 3) : ''
  const own = level.slice(0, level.indexOf(at) + 1)
  const name = own.findLast(({ id }) => id === 'NM1' || id === 'N1')
  const kind = readCode(name, 1)
  if (set === '834') return kind === '' ? 'HEADER' : kind === 'IN' ? '1000B' : kind === 'P5' ? '1000A' : '1000C'
  if (set === '835') return kind === '' ? 'HEADER' : kind === 'PE' ? '1000B' : '1000A'
  if (code === '20') return kind === '85' ? '2010AA' : kind === '87' ? '2010AB' : kind === 'PE' ? '2010AC' : '2000A'
  if (code === '22') return kind === 'IL' ? '2010BA' : kind === 'PR' ? '2010BB' : '2000B'
  if (code === '23') return kind === 'QC' ? '2010CA' : '2000C'
  return kind === '41' ? '1000A' : kind === '40' ? '1000B' : 'HEADER'
}

/** The guide's loop of a segment (IK304), which shows its sender where to look (FD-4). */
export function nameLoop(
  { transaction, above, segments }: Pick<Loop, 'transaction' | 'above' | 'segments'>,
  at: Segment,
): string {
  const { set, version } = transaction
  const level = above.find((one) => one.includes(at))
  if (level !== undefined) return nameLevel(level, at, set)
  const begins = set === '834' ? beginsOf834 : set === '835' ? beginsOf835 : chooseBegins(version)
  let loop = ''
  for (const segment of segments) {
    loop = begins(segment, loop) ?? loop
    if (segment === at) break
  }
  return loop
}
