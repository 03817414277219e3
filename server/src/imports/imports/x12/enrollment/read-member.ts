import { type NumberPlaces, usualPlaces } from '@portico/rules/feeds/thresholds'
import type { Told, ToldKind } from '@portico/rules/premium/told'
import { isNotKnown } from '@portico/rules/time/known-days'
import { easternDay } from '../../../../platform/day.ts'
import { isNoBeginning, isNoEnd } from '../../days.ts'
import { formulaReason, holdsSeveral, isFormula, isNoName, isNoNumber, isSurname } from '../../text.ts'
import { FaultyElement, type NoteFault, RefusedLoop, readSpare } from '../faults.ts'
import type { Loop } from '../loops.ts'
import type { Segment } from '../segments.ts'
import { parseCents, parseDay, parsePeriod, readCode, readComponents, readText } from '../values.ts'
import { loopsByName } from './read-file.ts'

/** A member of an 834, from their INS loop; null: not stated. */
export interface ReadMember {
  readonly ins: Segment
  readonly numbers: MemberNumbers
  readonly isSubscriber: boolean
  readonly relationshipCode: '18' | '01' | '05'
  /** INS03: 001 change, 021 addition, 024 end, 025 reinstatement, 030 audit. */
  readonly maintenance: string
  readonly reason: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly birthDate: string | null
  readonly sex: string | null
  readonly groupNumber: string | null
  readonly contact: Contact | null
  /** First and last day of the member's eligibility. */
  readonly eligibleFrom: string | null
  readonly eligibleTo: string | null
  /** DTP 303: the day from which a change applies. */
  readonly changesOn: string | null
  /** Whether the file says that the name or date of birth was wrong before (NM1 74). */
  readonly isCorrected: boolean
  readonly coverages: readonly CoverageLoop[]
  /** Values that are kept, but decide nothing and are not shown to members. */
  readonly aside: Readonly<Record<string, readonly string[]>>
  /** The premium, and what helps to pay it. */
  readonly told: readonly Told[]
  /** Whether the exchange says that a coverage never existed (CANCEL), or that it ended (TERM). */
  readonly ending: 'cancel' | 'term' | null
}

export interface MemberNumbers {
  /** REF 23, else NM109 of ZZ or MI; never a Social Security number. */
  readonly own: string | null
  readonly contract: string | null
  /** INS17, which numbers the people of a contract. */
  readonly suffix: string | null
  readonly former: string | null
}

export type Contact = Readonly<Record<'address' | 'city' | 'state' | 'zip_code' | 'email' | 'phone', string | null>>

/** An HD loop. */
export interface CoverageLoop {
  readonly hd: Segment
  readonly maintenance: string
  readonly kind: CoverageKind | null
  /** HD03 as written. */
  readonly line: string
  /** HD04, else the plan's number on the exchange (REF CE). */
  readonly plan: string
  /** HD04 as written. */
  readonly planName: string
  readonly level: string
  readonly groupNumber: string | null
  readonly begins: string | null
  /** Whether a placeholder says that the first day is not known. */
  readonly isBeginUnknown: boolean
  readonly changesOn: string | null
  readonly ends: string | null
  readonly isEndSaid: boolean
}

export type CoverageKind = 'medical' | 'dental' | 'vision' | 'drug'

const kindsOfLine: Readonly<Record<string, CoverageKind>> = {
  HLT: 'medical',
  HMO: 'medical',
  PPO: 'medical',
  POS: 'medical',
  EPO: 'medical',
  IND: 'medical',
  MM: 'medical',
  // Medicare Risk: a Medicare Advantage plan.
  AJ: 'medical',
  DEN: 'dental',
  DCP: 'dental',
  VIS: 'vision',
  PDG: 'drug',
  MOD: 'drug',
}

/** HD03 of benefits that are kept aside: wellness, disability, hearing, life and the like. */
const linesAside: ReadonlySet<string> = new Set('AG AH AK AM FAC HE LIF LTC LTD PRA STD UR'.split(' '))

/** INS03 and HD01. */
const maintenanceCodes: ReadonlySet<string> = new Set('001 002 021 024 025 026 030 032'.split(' '))
/** HD01: the subscriber is only named for the sake of dependents, and not covered. */
const notCovered = '032'
/** HD05: dependents, spouse and children, or the spouse alone. With children alone (CHD), the subscriber may be a child. */
const levelsWithoutSubscriber: ReadonlySet<string> = new Set(['DEP', 'SPC', 'SPO'])

/** X12's longest REF02, and more than any person's name has. */
const [maxNumber, maxName] = [50, 100]

/** The kinds of numbers that are read; others are kept aside. */
const numbersRead: ReadonlySet<string> = new Set(['0F', '1L', '23', 'Q4', 'SY'])

/**
 * Reads an INS loop; `note` receives the parts that it is read without. `secrets` are the Social Security numbers that earlier loops of the
 * file have in place of a number; those of this loop are added. Throws Refused.
 */
export function readMember(
  { segments }: Loop,
  note: NoteFault,
  places: NumberPlaces = usualPlaces,
  secrets: Set<string> = new Set(),
): ReadMember {
  const ins = segments[0] as Segment
  const parts = splitLoop(segments)
  const name = findName(parts.names)
  const nm1 = name?.[0]
  const isSubscriber = readCode(ins, 1) === 'Y'
  if (!isSubscriber && readCode(ins, 1) !== 'N')
    throw new FaultyElement(
      { segment: ins, element: 1, code: readCode(ins, 1) === '' ? '1' : '7', copy: checkCopied(readCode(ins, 1)) },
      'subscriber',
      'is neither Y nor N',
    )
  const dmg = name?.find(({ id }) => id === 'DMG')
  // Some senders fill a missing day with zeros.
  const birthDate = dmg === undefined || /^0*$/.test(readText(dmg, 2)) ? null : dayAt(dmg, 1, 2, 'birth date')
  if (birthDate !== null && dmg !== undefined && (isNotKnown(birthDate) || birthDate > easternDay(new Date())))
    throw new RefusedLoop(dmg, 2, 'birth date', `${birthDate} is no birth date`)
  const [firstName, lastName] = [readText(nm1, 4), readText(nm1, 3)]
  for (const [text, at] of [
    [firstName, 4],
    [lastName, 3],
  ] as const) {
    if (isFormula(text)) throw new RefusedLoop(nm1 as Segment, at, 'name', formulaReason)
    if (text.length > maxName)
      throw new FaultyElement(
        { segment: nm1 as Segment, element: at, code: '5', copy: null },
        'name',
        `is longer than ${maxName} letters`,
      )
  }
  const maintenance = readMaintenance(ins, 3)
  const coverages = parts.coverages.map((loop) => readCoverageLoop(loop, { maintenance, isSubscriber }, note))
  const social = readSocial(nm1, parts.head, note)
  const isSecret = (number: string) => social.includes(number) || secrets.has(number)
  return {
    ins,
    numbers: readNumbers(ins, nm1, parts.head, { note, places, isSecret, keep: (number) => secrets.add(number) }),
    isSubscriber,
    relationshipCode: isSubscriber ? '18' : toRelationship(readCode(ins, 2)),
    maintenance,
    reason: readCode(ins, 4),
    firstName: isNoName(firstName) ? null : firstName || null,
    lastName: isNoName(lastName) && !(firstName !== '' && isSurname(lastName)) ? null : lastName || null,
    birthDate,
    sex: /^[MF]$/.test(readCode(dmg, 3)) ? readCode(dmg, 3) : null,
    groupNumber: readRef(parts.head, '1L'),
    contact: name === undefined ? null : readContact(name, parts.names),
    ...readEligibility(parts.head, maintenance, coverages, note),
    changesOn: readSpare(() => readDay(parts.head, '303', 'day of the change'), null, note),
    isCorrected: readCode(nm1, 1) === '74',
    coverages,
    aside: { ...readAside(segments, isSecret), ...readOtherLines(parts.coverages, isSubscriber) },
    told: readTold(segments, note),
    ending: readEnding(segments),
  }
}

/** The first and last day of eligibility, which is dispensable if each coverage has its own days. */
function readEligibility(
  head: readonly Segment[],
  maintenance: string,
  coverages: readonly CoverageLoop[],
  note: NoteFault,
): Pick<ReadMember, 'eligibleFrom' | 'eligibleTo'> {
  const own = coverages.filter(({ kind }) => kind !== null)
  const needs = {
    '356': own.some(({ begins }) => begins === null),
    '357': coverages.length === 0 ? maintenance === '024' : own.some(({ isEndSaid }) => !isEndSaid),
  }
  const read = (kind: '356' | '357', name: string) =>
    needs[kind] ? readDay(head, kind, name) : readSpare(() => readDay(head, kind, name), null, note)
  return {
    eligibleFrom: read('356', 'first day of eligibility'),
    eligibleTo: computeEnd(read('357', 'last day of eligibility')),
  }
}

/** The parts of an INS loop: what precedes the names, the name loops, and the coverage loops. */
function splitLoop(segments: readonly Segment[]) {
  const firstName = segments.findIndex(({ id }) => id === 'NM1')
  const firstCoverage = segments.findIndex(({ id }) => id === 'HD')
  const firstOther = segments.findIndex(({ id }) => id === 'LS' || id === 'DSB')
  const ends = [firstCoverage, firstOther].filter((at) => at !== -1)
  const end = Math.min(segments.length, ...ends)
  const head = segments.slice(0, firstName === -1 || firstName > end ? end : firstName)
  const coverages: Segment[][] = []
  let isReporting = false
  for (const segment of firstCoverage === -1 ? [] : segments.slice(firstCoverage)) {
    // Reporting categories end with LE; some senders write coverages after them.
    isReporting = segment.id === 'LS' || (isReporting && segment.id !== 'HD')
    if (segment.id === 'HD') coverages.push([segment])
    else if (!isReporting) coverages.at(-1)?.push(segment)
  }
  return { head, names: loopsByName(segments.slice(head.length, end)), coverages }
}

/** The member's own name, the corrected one first. */
function findName(names: readonly (readonly Segment[])[]): readonly Segment[] | undefined {
  const of = (kind: string) => names.find(([nm1]) => readCode(nm1, 1) === kind)
  return of('74') ?? of('IL')
}

/** The Social Security numbers of a loop. */
function readSocial(nm1: Segment | undefined, head: readonly Segment[], note: NoteFault): readonly string[] {
  return [
    readCode(nm1, 8) === '34' ? readSpare(() => numberAt(nm1, 9), null, note) : null,
    readSpare(() => readRef(head, 'SY'), null, note),
  ].filter((one) => one !== null)
}

/**
 * A Social Security number is never used as a number here, in whichever field it comes: neither the person's own, nor that of a subscriber
 * in a dependent's loop.
 */
function readNumbers(
  ins: Segment,
  nm1: Segment | undefined,
  head: readonly Segment[],
  {
    note,
    places,
    isSecret,
    keep,
  }: {
    readonly note: NoteFault
    readonly places: NumberPlaces
    readonly isSecret: (number: string) => boolean
    readonly keep: (number: string) => void
  },
): MemberNumbers {
  const isSocial = readCode(nm1, 8) === '34'
  const refs = head.filter(({ id }) => id === 'REF')
  const read = (kind: string) => {
    const ref = refs.find((segment) => readCode(segment, 1) === kind)
    const number = numberAt(ref, 2)
    if (ref === undefined || number === null || !isSecret(number)) return number
    keep(number)
    throw new RefusedLoop(
      ref,
      2,
      'member number',
      'is a Social Security number, which Portico takes for no one’s number',
    )
  }
  const contract = read('0F')
  const counted = places.suffix === null || places.suffix === 'INS17' ? readCode(ins, 17) : (read(places.suffix) ?? '')
  const suffix = /^\d{1,4}$/.test(counted) ? counted.padStart(places.digits ?? 0, '0') : null
  const readNamed = () =>
    isSocial ? null : numberAt(readCode(nm1, 8) === 'ZZ' || readCode(nm1, 8) === 'MI' ? nm1 : undefined, 9)
  const readOwn = (): string | null => {
    if (places.number === null) return read('23') ?? readNamed()
    if (places.number === 'NM109') return isSocial ? null : numberAt(nm1, 9)
    if (places.number === '0F+SUFFIX') return contract === null || suffix === null ? null : contract + suffix
    return read(places.number)
  }
  return {
    own: readOwn(),
    contract,
    suffix,
    former: readSpare(() => read('Q4'), null, note),
  }
}

/**
 * A number without blanks and hyphens; null if nothing remains. Throws Refused for several numbers in one, and for one longer than X12
 * allows.
 */
function numberAt(segment: Segment | undefined, at: number): string | null {
  const number = readCode(segment, at).replace(/[^A-Z0-9]/g, '')
  if (segment !== undefined && number.length > maxNumber)
    throw new FaultyElement({ segment, element: at, code: '5', copy: null }, 'number', `is longer than ${maxNumber}`)
  if (segment !== undefined && holdsSeveral(readText(segment, at)))
    throw new FaultyElement(
      { segment, element: at, code: '7', copy: null },
      'number',
      'is several values in one: say in FEED_SENDERS where this sender writes the number that counts (docs/imports.md)',
    )
  return isNoNumber(readText(segment, at)) ? null : number || null
}

function readRef(segments: readonly Segment[], kind: string): string | null {
  const found = segments.find((segment) => segment.id === 'REF' && readCode(segment, 1) === kind)
  return kind === '1L' ? readText(found, 2) || null : numberAt(found, 2)
}

/** A dependent by INS01 is a dependent, even if INS02 says 18. */
function toRelationship(code: string): '01' | '05' {
  return code === '01' || code === '53' ? '01' : '05'
}

/** Whether a subscriber's coverage is only that of their dependents. */
function isWithoutSubscriber(hd: Segment, isSubscriber: boolean): boolean {
  return readMaintenance(hd, 1) === notCovered || (isSubscriber && levelsWithoutSubscriber.has(readCode(hd, 5)))
}

function readCoverageLoop(
  loop: readonly Segment[],
  { maintenance, isSubscriber }: Pick<ReadMember, 'maintenance' | 'isSubscriber'>,
  note: NoteFault,
): CoverageLoop {
  const hd = loop[0] as Segment
  const line = readLine(hd, note)
  const own = readMaintenance(hd, 1)
  const kind = isWithoutSubscriber(hd, isSubscriber) ? null : (kindsOfLine[line] ?? null)
  // Days of a coverage that is only kept aside do not matter.
  const read = (of: string, name: string) =>
    kind !== null ? readDay(loop, of, name) : readSpare(() => readDay(loop, of, name), null, note)
  const ends = read('349', 'last day of coverage') ?? readLastOfPeriod(loop, '348')
  return {
    hd,
    maintenance: own || maintenance,
    kind,
    line,
    plan: readText(hd, 4) || readExchangePlan(loop),
    planName: readText(hd, 4),
    level: readCode(hd, 5),
    groupNumber: readRef(loop, '1L'),
    begins: read('348', 'first day of coverage'),
    isBeginUnknown: isPlaceholder(loop, '348'),
    changesOn: readSpare(() => readDay(loop, '303', 'day of the change'), null, note),
    ends: computeEnd(ends),
    isEndSaid: ends !== null,
  }
}

/** HD03. An unknown code is noted: its coverage is kept aside. Throws Refused if there is none. */
function readLine(hd: Segment, note: NoteFault): string {
  const line = readCode(hd, 3)
  if (line in kindsOfLine || linesAside.has(line)) return line
  const code = line === '' ? '1' : '7'
  const reason = line === '' ? 'is missing: it says what the coverage is for' : 'is no insurance line of X12'
  const fault = new FaultyElement({ segment: hd, element: 3, code, copy: checkCopied(line) }, 'insurance line', reason)
  if (line === '') throw fault
  note(fault)
  return line
}

/** INS03 or HD01; some senders leave out the leading zeros. '' if it is missing. Throws Refused for an unknown code. */
function readMaintenance(segment: Segment, at: number): string {
  const said = readCode(segment, at)
  const code = /^\d{1,2}$/.test(said) ? said.padStart(3, '0') : said
  if (code === '' || maintenanceCodes.has(code)) return code
  throw new FaultyElement(
    { segment, element: at, code: '7', copy: checkCopied(said) },
    'maintenance type',
    `is none of ${[...maintenanceCodes].join(', ')}`,
  )
}

/** The plan's number on the exchange with its variant, `12345PA0010001-04`; '' for anything else that senders write into REF CE. */
function readExchangePlan(loop: readonly Segment[]): string {
  const ce = loop.find((segment) => segment.id === 'REF' && readCode(segment, 1) === 'CE')
  const [, plan = '', variant] = /^(\d{5}[A-Z]{2}\d{7})(?:[- ]?(\d{2}))?$/.exec(readCode(ce, 2)) ?? []
  return variant === undefined ? plan : `${plan}-${variant}`
}

/** A last day; null if it is so far away that it means no end. */
function computeEnd(day: string | null): string | null {
  return day === null || isNoEnd(day) ? null : day
}

/** The DTP kinds of a last day: for a period, its end. */
const lastDays: ReadonlySet<string> = new Set(['349', '357'])

/** The day of a DTP; null if there is none. Throws Refused for an invalid day. */
function readDay(segments: readonly Segment[], kind: string, name: string): string | null {
  const dtp = segments.find((segment) => segment.id === 'DTP' && readCode(segment, 1) === kind)
  // Some senders fill a missing day with zeros.
  if (dtp === undefined || /^0*$/.test(readText(dtp, 3))) return null
  const first = dayAt(dtp, 2, 3, name)
  if (lastDays.has(kind)) return readLastOfPeriod([dtp], kind) ?? first
  // Whoever stores a first day judges one that never comes.
  return isNotKnown(first) && !isNoBeginning(first) ? null : first
}

/** Whether the day of a DTP stands for one that is not known, such as 19000101. */
function isPlaceholder(segments: readonly Segment[], kind: string): boolean {
  const dtp = segments.find((segment) => segment.id === 'DTP' && readCode(segment, 1) === kind)
  const day = parseDay(readText(dtp, 3).split('-')[0] ?? '')
  return day !== null && isNotKnown(day) && !isNoBeginning(day)
}

/** The last day of a DTP with a period; null if it has a single day. */
function readLastOfPeriod(segments: readonly Segment[], kind: string): string | null {
  const dtp = segments.find((segment) => segment.id === 'DTP' && readCode(segment, 1) === kind)
  return readCode(dtp, 2) === 'RD8' ? (parsePeriod('RD8', readText(dtp, 3))?.to ?? null) : null
}

function dayAt(segment: Segment, format: number, at: number, name: string): string {
  const text = readText(segment, at)
  const day = readCode(segment, format) === 'RD8' ? (parsePeriod('RD8', text)?.from ?? null) : parseDay(text)
  if (day !== null) return day
  throw new FaultyElement({ segment, element: at, code: '8', copy: checkCopied(text) }, name, `${text} is no day`)
}

/** A text that a 999 may repeat: a code or a day. */
function checkCopied(text: string): string | null {
  return /^[\dA-Z]{1,8}$/.test(text) ? text : null
}

function readContact(name: readonly Segment[], names: readonly (readonly Segment[])[]): Contact | null {
  const mailing = names.find(([nm1]) => readCode(nm1, 1) === '31')
  const place = mailing?.some(({ id }) => id === 'N3') ? mailing : name
  const [n3, n4] = [place.find(({ id }) => id === 'N3'), place.find(({ id }) => id === 'N4')]
  const per = name.find(({ id }) => id === 'PER')
  const told = new Map([3, 5, 7].map((at) => [readCode(per, at), readText(per, at + 1)]))
  const contact = {
    address: [readText(n3, 1), readText(n3, 2)].filter(Boolean).join(', ') || null,
    city: readText(n4, 1) || null,
    state: readCode(n4, 2) || null,
    // Postal codes of other countries are kept whole.
    zip_code:
      readText(n4, 3)
        .replace(/^(\d{5})[-\d]*$/, '$1')
        .slice(0, 10) || null,
    email: told.get('EM') || null,
    phone: told.get('HP') || told.get('TE') || told.get('CP') || told.get('WP') || null,
  }
  return Object.values(contact).some((value) => value !== null) ? contact : null
}

/** Coverages that Portico does not show, by insurance line: plan, level, first and last day as sent. */
function readOtherLines(coverages: readonly (readonly Segment[])[], isSubscriber: boolean): ReadMember['aside'] {
  const others = coverages.flatMap((loop) => {
    const [hd] = loop
    const line = readCode(hd, 3)
    const isShown = line in kindsOfLine && !isWithoutSubscriber(hd as Segment, isSubscriber)
    const day = (kind: string) =>
      readText(
        loop.find((one) => one.id === 'DTP' && readCode(one, 1) === kind),
        3,
      )
    const said = [readCode(hd, 1), readText(hd, 4), readCode(hd, 5), day('348'), day('349')]
    return isShown ? [] : { line, text: said.filter(Boolean).join(' ') }
  })
  const byLine = Map.groupBy(others, ({ line }) => line)
  return Object.fromEntries(
    [...byLine].map(([line, some]) => [`HD ${line}`, some.map(({ text }) => text).slice(0, 50)]),
  )
}

/** Numbers, days, people and amounts that Portico keeps as sent, but never a whole Social Security number. */
function readAside(segments: readonly Segment[], isSecret: (number: string) => boolean): ReadMember['aside'] {
  const aside: Record<string, string[]> = {}
  const add = (key: string, text: string) => {
    if (text !== '') aside[key] = [...(aside[key] ?? []), text].slice(0, 50)
  }
  for (const segment of segments) {
    const kind = readCode(segment, 1)
    if (segment.id === 'REF' && !numbersRead.has(kind))
      add(`REF ${kind}`, maskNumber(kind, readText(segment, 2), isSecret))
    else if (segment.id === 'DTP' && !['348', '349', '356', '357'].includes(kind))
      add(`DTP ${kind}`, readText(segment, 3))
    else if (segment.id === 'NM1' && kind !== 'IL' && kind !== '74')
      add(`NM1 ${kind}`, [readText(segment, 4), readText(segment, 3)].filter(Boolean).join(' '))
    else if (segment.id === 'AMT') add(`AMT ${kind}`, readText(segment, 2))
    else if (segment.id === 'LUI') add('LUI', readText(segment, 2))
    else if (segment.id === 'N1' && kind === '75') add('N1 75', readText(segment, 2))
    else if (segment.id === 'COB') add('COB', [kind, readText(segment, 2), readCode(segment, 3)].join(' '))
  }
  const ins = segments[0]
  for (const [at, name] of [
    [7, 'COBRA'],
    [8, 'employment'],
    [9, 'student'],
    [10, 'disabled'],
    [12, 'died on'],
    [13, 'confidentiality'],
  ] as const)
    add(name, readCode(ins, at))
  add('Medicare', readComponents(ins, 6).join(' ').toUpperCase())
  return aside
}

/** Medicare's numbers may begin with a Social Security number. */
function maskNumber(kind: string, number: string, isSecret: (number: string) => boolean): string {
  return kind === 'F6' || isSecret(number.replace(/[^A-Z0-9]/gi, '')) ? mask(number) : number
}

function mask(number: string): string {
  return number.length <= 4 ? '…' : `…${number.slice(-4)}`
}

/** The meaning of a reporting category by its name (N102 of N1 75). */
const toldByName: readonly (readonly [RegExp, ToldKind])[] = [
  [/^PRE AMT TOT$/, 'premium'],
  [/^APTC AMT$/, 'taxCredit'],
  [/^TOT RES AMT$/, 'ownShare'],
  [/^TOT EMP RES AMT$/, 'employerShare'],
  [/^OTH PAY AMT( \d+)?$/, 'otherShare'],
  [/^CSR AMT$/, 'costSharing'],
  [/^PRE AMT 1$/, 'personPremium'],
]

/** An amount; null, and noted, if it is invalid. */
function spareCents(segment: Segment | undefined, name: string, note: NoteFault): number | null {
  const text = readText(segment, 2)
  const cents = parseCents(text)
  if (cents === null && segment !== undefined)
    note(new FaultyElement({ segment, element: 2, code: text === '' ? '1' : '6', copy: null }, name, 'is no amount'))
  return cents
}

/** Amounts of the reporting categories, by their names whatever the qualifier of their REF, and the premium of each coverage. */
function readTold(segments: readonly Segment[], note: NoteFault): Told[] {
  const told: Told[] = []
  let plan: string | null = null
  for (const [at, segment] of segments.entries()) {
    if (segment.id === 'LS') plan = null
    if (segment.id === 'HD') plan = readText(segment, 4) || null
    if (segment.id === 'AMT' && readCode(segment, 1) === 'P3' && plan !== null) {
      const amountCents = spareCents(segment, 'premium of a coverage', note)
      if (amountCents !== null) told.push({ kind: 'coveragePremium', plan, amountCents, from: null })
    }
    if (segment.id !== 'N1' || readCode(segment, 1) !== '75') continue
    const name = readCode(segment, 2)
    const kind = toldByName.find(([pattern]) => pattern.test(name))?.[1]
    const end = segments.findIndex(({ id }, place) => place > at && (id === 'N1' || id === 'LX' || id === 'LE'))
    const own = segments.slice(at + 1, end === -1 ? undefined : end)
    if (kind === undefined) continue
    const amountCents = spareCents(
      own.find(({ id }) => id === 'REF'),
      'amount',
      note,
    )
    // An amount without the day from which it applies might replace a later one.
    const from = readSpare(() => readDay(own, '007', 'day from which an amount holds'), undefined, note)
    if (amountCents !== null && from !== undefined) told.push({ kind, plan: null, amountCents, from })
  }
  return told.slice(0, maxTold)
}

const maxTold = 100

/** `ADDL MAINT REASON` of an exchange. */
function readEnding(segments: readonly Segment[]): ReadMember['ending'] {
  const at = segments.findIndex(
    (segment) => segment.id === 'N1' && readCode(segment, 1) === '75' && readCode(segment, 2) === 'ADDL MAINT REASON',
  )
  const said =
    at === -1
      ? ''
      : readCode(
          segments.slice(at).find(({ id }) => id === 'REF'),
          2,
        )
  return said === 'CANCEL' ? 'cancel' : said === 'TERM' ? 'term' : null
}
