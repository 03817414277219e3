import { isNotKnown } from '@portico/rules/time/known-days'
import { holdsSeveral, isNoNumber, joinName, saysNothing } from '../../text.ts'
import { FaultyElement, type NoteFault, RefusedLoop, readSpare } from '../faults.ts'
import type { Segment } from '../segments.ts'
import { parseCents, parseDay, parsePeriod, parseQuantity, readCode, readComponents, readText } from '../values.ts'
import type { Adjustment, Caregiver, ClaimPart, PayerOfPart, ServiceCode } from './part.ts'

/** With larger amounts, the sum of the lines could exceed what a claim can hold. */
const maxCents = 1e11

/** A required amount of money. Throws Refused. */
export function amountAt(segment: Segment, at: number, name: string): number {
  const text = readText(segment, at)
  const cents = parseCents(text)
  if (cents !== null && Math.abs(cents) < maxCents) return cents
  if (cents !== null)
    throw new FaultyElement(
      { segment, element: at, code: '5', copy: null },
      name,
      'is larger than any amount of a claim',
    )
  throw new FaultyElement(
    { segment, element: at, code: text === '' ? '1' : '6', copy: null },
    name,
    text === '' ? 'is missing' : 'is no amount',
  )
}

/** An optional amount. Throws Refused for an invalid one. */
export function maybeAmountAt(segment: Segment | undefined, at: number, name: string): number | null {
  return segment === undefined || readText(segment, at) === '' ? null : amountAt(segment, at, name)
}

/** The days of the first DTP or DTM of some kinds; null if there is none. Throws Refused for an invalid day. */
function readDays(segments: readonly Segment[], ...kinds: readonly string[]) {
  const found = kinds.flatMap((kind) =>
    segments.filter((one) => (one.id === 'DTP' || one.id === 'DTM') && readCode(one, 1) === kind),
  )
  const [segment] = found
  if (segment === undefined) return null
  const at = segment.id === 'DTP' ? 3 : 2
  const text = readText(segment, at)
  const period = segment.id === 'DTP' ? parsePeriod(readCode(segment, 2), text) : asPeriod(parseDay(text))
  if (period !== null && !isNotKnown(period.from) && !isNotKnown(period.to)) return period
  const copy = /^[\d-]{1,17}$/.test(text) ? text : null
  throw new FaultyElement(
    { segment, element: at, code: '8', copy },
    'date',
    period === null ? `${text} is no day` : `${text} is no day that can be`,
  )
}

/** A day other than that of the care; null for a placeholder far in the past or future. Throws Refused for an invalid day. */
export function readKnownDay(segments: readonly Segment[], kind: string): string | null {
  const segment = segments.find((one) => (one.id === 'DTP' || one.id === 'DTM') && readCode(one, 1) === kind)
  const day = parseDay(readText(segment, segment?.id === 'DTP' ? 3 : 2))
  return day !== null && isNotKnown(day) ? null : (readDays(segments, kind)?.from ?? null)
}

function asPeriod(day: string | null) {
  return day === null ? null : { from: day, to: day }
}

/** The adjustments of CAS segments: up to six per segment, with three elements each, of which the quantity may be empty. */
export function readAdjustments(segments: readonly Segment[]): Adjustment[] {
  return segments.flatMap((segment) => {
    if (segment.id !== 'CAS') return []
    const found: Adjustment[] = []
    for (let at = 2; at < 20 && at < segment.elements.length; at += 3) {
      const code = readCode(segment, at)
      if (code === '' && readText(segment, at + 1) === '') continue
      found.push({
        group: readCode(segment, 1),
        code: code.replace(/^0+(?=\d)/, ''),
        cents: amountAt(segment, at + 1, 'adjustment'),
      })
    }
    return found
  })
}

/** RARC, and a pharmacy's reject codes: from LQ for a line, from MIA and MOA for a claim. */
export function readRemarks(segments: readonly Segment[]): string[] {
  return segments.flatMap((one) => {
    if (one.id === 'LQ') {
      const [list, code] = [readCode(one, 1), readCode(one, 2)]
      return code === '' ? [] : list === 'HE' ? [code] : list === 'RX' ? [`NCPDP ${code}`] : []
    }
    const places = one.id === 'MOA' ? [3, 4, 5, 6, 7] : one.id === 'MIA' ? [5, 20, 21, 22, 23] : []
    return places.map((at) => readCode(one, at)).filter((code) => /^[A-Z]+\d+$/.test(code))
  })
}

const systems: Readonly<Record<string, ServiceCode['system']>> = {
  HC: 'hcpcs',
  HP: 'hcpcs',
  AD: 'cdt',
  N4: 'ndc',
  NU: 'revenue',
}

/** A composite service code: its system, the code, up to four modifiers; null if there is none. */
export function serviceAt(segment: Segment, at: number, note: NoteFault): ServiceCode | null {
  const [system = '', code = '', ...behind] = readComponents(segment, at)
  const [modifiers, description] = [behind.slice(0, 4), behind[4]?.trim() ?? '']
  const noteAt = (component: number, fault: '1' | '6', reason: string) =>
    note(new FaultyElement({ segment, element: at, component, code: fault, copy: null }, 'service', reason))
  if (code.trim() === '') {
    if (system.trim() !== '') noteAt(2, '1', 'has no code')
    return null
  }
  for (const [index, one] of modifiers.entries())
    if (!/^(\w{2})?$/.test(one.trim())) noteAt(index + 3, '6', 'has a modifier that is none')
  const kind = systems[system.trim().toUpperCase()] ?? 'other'
  const written = code.trim().toUpperCase()
  return {
    system: kind,
    // Some files leave out the leading zero of a revenue code.
    code: kind === 'revenue' ? written.padStart(4, '0') : written,
    modifiers: modifiers.map((one) => one.trim().toUpperCase()).filter((one) => /^\w{2}$/.test(one)),
    ...(description !== '' && { description }),
  }
}

export function unitsAt(segment: Segment, at: number): number | null {
  return parseQuantity(readText(segment, at))
}

/** The person or company of a name loop. */
export function nameAt(nm1: Segment | undefined): string | null {
  if (nm1 === undefined) return null
  const [last, first] = [readText(nm1, 3), readText(nm1, 4)]
  return joinName([first, last]) || null
}

/** An NPI, from an element whose qualifier says that it is one. */
export function npiAt(segment: Segment | undefined, kindAt: number): string | null {
  return segment !== undefined && readCode(segment, kindAt) === 'XX' ? readText(segment, kindAt + 1) || null : null
}

/** A payer's number by its qualifier: CMS's `XV`, NAIC's `NF`, and numbers without a known issuer. */
export function numberOfPayer(qualifier: string, value: string): PayerOfPart['numbers'] {
  const systems: Readonly<Record<string, string>> = { XV: 'hpid', NF: 'naic', PI: '', '2U': '' }
  const [system, plain] = [systems[qualifier], value.trim().toUpperCase()]
  return system === undefined || plain === '' ? [] : [{ system, value: plain }]
}

export function asPayer(names: readonly string[], numbers: PayerOfPart['numbers']): Pick<ClaimPart, 'payer'> {
  const said = names.filter((name) => name.trim() !== '' && !saysNothing(name))
  return said.length + numbers.length > 0 ? { payer: { names: said, numbers } } : {}
}

/** Where care was given, or by whom: the first with a name, else the first with an NPI. */
export function facilityAt(...loops: readonly (Segment | undefined)[]) {
  const all = loops.map((one) => ({ facility: nameAt(one), npi: npiAt(one, 8) }))
  const { facility = null, npi = null } =
    all.find((one) => one.facility !== null) ?? all.find((one) => one.npi !== null) ?? {}
  return { facility, ...(npi !== null && { facilityNpi: npi }) }
}

/**
 * NM1 of people who gave, led or ordered care: rendering, attending, operating, assisting, supervising, purchased, referring and ordering
 * providers. Locations and payers have other kinds.
 */
const caregiverKinds: ReadonlySet<string> = new Set('82 71 72 73 ZZ DD DQ QB DN DK'.split(' '))

/** Who gave or ordered the care of the claim or of its lines (MP-14): their specialty tells the kind of care, even from an NPI alone. */
export function readCaregivers(segments: readonly Segment[]): Pick<ClaimPart['content'], 'caregivers'> {
  const found = segments.flatMap((one): Caregiver[] => {
    // The provider of a line in an 835.
    if (one.id === 'REF' && readCode(one, 1) === 'HPI') return [{ name: null, npi: readText(one, 2) || null }]
    if (one.id !== 'NM1' || !caregiverKinds.has(readCode(one, 1))) return []
    return [{ name: nameAt(one), npi: npiAt(one, 8) }]
  })
  const named = found.filter(({ name, npi }) => name !== null || npi !== null)
  const caregivers = [...new Map(named.map((one) => [`${one.npi} ${one.name}`, one])).values()]
  return caregivers.length > 0 ? { caregivers } : {}
}

/** The numbers of approvals and referrals that a claim or its lines name. */
export function readApprovals(...loops: readonly (readonly Segment[])[]): string[] {
  const refs = loops.flat().filter((one) => one.id === 'REF' && ['G1', 'BB', '9F'].includes(readCode(one, 1)))
  return [...new Set(refs.flatMap((one) => readText(one, 2) || []))]
}

/** A member's number, unless it is a Social Security number or several numbers in one. */
export function memberNumberAt(nm1: Segment | undefined): string | null {
  return readCode(nm1, 8) === '34' ? null : toMemberNumber(readText(nm1, 9))
}

/** REF 1W: the patient's or the subscriber's member number, of payers that leave it out of the names. */
export function memberNumberOfRef(segments: readonly Segment[]): string | null {
  const find = (kind: string) => segments.find((one) => one.id === 'REF' && readCode(one, 1) === kind)
  const number = toMemberNumber(readText(find('1W'), 2))
  const social = segments.flatMap((one) => (one.id === 'NM1' && readCode(one, 8) === '34' ? readText(one, 9) : []))
  return [...social, readText(find('SY'), 2)].some((one) => toMemberNumber(one) === number) ? null : number
}

function toMemberNumber(said: string): string | null {
  return isNoNumber(said) || holdsSeveral(said) ? null : said.toUpperCase().replace(/[^A-Z0-9]/g, '') || null
}

/** A claim that says nobody's number can belong to no member, not even later. Throws Refused. */
export function requireNumber(claim: Segment, patient: ClaimPart['patient']): ClaimPart['patient'] {
  if (patient.numbers.length > 0) return patient
  throw new RefusedLoop(
    claim,
    0,
    'claim',
    'names no member: send it with a member number (NM109 of the patient or the subscriber), which is never a Social Security number',
  )
}

/** Splits a loop into parts that begin with a certain segment: its lines. The segments before the first are the claim itself. */
export function splitAt(segments: readonly Segment[], begins: (segment: Segment) => boolean) {
  const first = segments.findIndex(begins)
  const head = first === -1 ? segments : segments.slice(0, first)
  const parts: Segment[][] = []
  for (const segment of first === -1 ? [] : segments.slice(first)) {
    if (begins(segment)) parts.push([segment])
    else parts.at(-1)?.push(segment)
  }
  return { head, parts }
}

/** Days that a claim can partly do without: invalid ones are noted if it has others, and refuse it if it has none. */
export function createSpareDays(note: NoteFault) {
  const wrong: FaultyElement[] = []
  return {
    read: (segments: readonly Segment[], ...kinds: readonly string[]) =>
      readSpare(
        () => readDays(segments, ...kinds),
        null,
        (error) => wrong.push(error),
      ),
    settle: (claim: Segment, from: string | undefined): string => {
      if (from === undefined) throw wrong[0] ?? refuseMissingDay(claim)
      for (const error of wrong) note(error)
      return from
    },
  }
}

export type SpareDays = ReturnType<typeof createSpareDays>

function refuseMissingDay(claim: Segment): RefusedLoop {
  return new RefusedLoop(
    claim,
    0,
    'claim',
    'has no date of service, neither of its own nor of a line; send it with one',
  )
}
