import { isTime } from '../../time-units.ts'
import { toMoment } from '../enrollment/read-file.ts'
import { FaultyElement, type NoteFault, readSpare } from '../faults.ts'
import type { Loop } from '../loops.ts'
import type { Segment } from '../segments.ts'
import { parseDay, readCode, readComponents, readRepetitions, readText } from '../values.ts'
import {
  type Adjustment,
  type ClaimPart,
  type Coded,
  type Decision,
  type PartLine,
  plainClaimNumber,
  replacing,
  type Specialty,
} from './part.ts'
import {
  amountAt,
  asPayer,
  createSpareDays,
  facilityAt,
  maybeAmountAt,
  memberNumberAt,
  nameAt,
  npiAt,
  numberOfPayer,
  readAdjustments,
  readApprovals,
  readCaregivers,
  readKnownDay,
  readRemarks,
  requireNumber,
  type SpareDays,
  serviceAt,
  splitAt,
  unitsAt,
} from './read-common.ts'

/** The guides of payers that pass on their decisions: such a bill contains our own decision. */
const decidedGuides = /X(298|299|300)/

const typesOfGuide: readonly (readonly [RegExp, ClaimPart['content']['type']])[] = [
  [/X(222|298)/, 'professional'],
  [/X(223|299)/, 'institutional'],
  [/X(224|300)/, 'oral'],
]

const isLine = ({ id }: Segment) => id === 'LX'
const isOther = ({ id }: Segment) => id === 'SBR'

/** The payer of an 837, as named at the subscriber's level, and the receiver of the file. */
export function payerOfBill({ above }: Pick<Loop, 'above'>): readonly string[] {
  const nm1 = (segments: readonly Segment[], kind: string) =>
    segments.find((one) => one.id === 'NM1' && readCode(one, 1) === kind)
  const [payer, receiver] = [nm1(findLevel(above, '22'), 'PR'), nm1(above[0] ?? [], '40')]
  return [readText(payer, 3), readText(payer, 9), readText(receiver, 3), readText(receiver, 9)]
}

/**
 * Reads a claim of an 837; `isPayer` says whether a payer's name or number is the brand's (FD-3). Null for a claim that only asks what the
 * plan would pay (CLM19). `note` receives the parts that it is read without. Throws Refused.
 */
export function readBill(
  loop: Loop,
  isPayer: (names: readonly string[]) => boolean,
  note: NoteFault,
): ClaimPart | null {
  const { transaction, above, segments } = loop
  const clm = segments[0] as Segment
  if (readCode(clm, 19) === 'PB') return null
  const account = readText(clm, 1)
  if (account === '')
    throw new FaultyElement(
      { segment: clm, element: 1, code: '1', copy: null },
      'claim',
      'has no number of the provider',
    )
  const { head, parts } = splitAt(segments, isLine)
  const { head: own, parts: others } = splitAt(head, isOther)
  const [bht, provider, subscriber, patient] = [
    (above[0] ?? []).find(({ id }) => id === 'BHT'),
    findLevel(above, '20'),
    findLevel(above, '22'),
    findLevel(above, '23'),
  ]
  const type = typesOfGuide.find(([pattern]) => pattern.test(transaction.version))?.[1] ?? typeByLines(parts)
  const ours = decidedGuides.test(transaction.version) ? ourDecision(others, payerOfBill(loop), isPayer, note) : null
  const spare = createSpareDays(note)
  const lines = parts.map((part) => readLine(part, ours, { spare, note }))
  const days = serviceDays(own, lines, spare)
  const [place] = readComponents(clm, 5)
  const frequency = readFrequency(clm, note)
  const billing = findNm1(provider, '85')
  // Any other bill replaces nothing, whatever it names here.
  const former = replacing.test(frequency ?? '7') ? readRef(own, 'F8') : ''
  const approvals = readApprovals(own, ...parts)
  const specialties = readSpecialties([...provider, ...own, ...parts.flat()], nameAt(billing))
  const decision = ours && readDecision(ours, amountAt(clm, 2, 'amount billed'), lines, note)
  return {
    source: ours === null ? 'bill' : 'decided-bill',
    payerNumber: ours?.number ?? null,
    formerNumber: plainClaimNumber(former),
    account,
    npi: npiAt(billing, 8),
    ...sayPayer(findNm1(subscriber, 'PR'), ours),
    firstDay: days.from,
    lastDay: days.to,
    decidedOn: decision === null ? null : (ours?.decidedOn ?? parseDay(readText(bht, 4))),
    sentAt: toMoment(transaction.group.date, transaction.group.time) ?? '1970-01-01T00:00:00Z',
    place: clm.number,
    patient: requireNumber(clm, readPatient(subscriber, patient)),
    content: {
      type,
      isInpatient: type === 'institutional' && /^0?[1-8][1278]$/.test(place ?? ''),
      frequency,
      billType: type === 'institutional' && place ? `${place.padStart(3, '0')}${frequency ?? ''}` : null,
      billed: amountAt(clm, 2, 'amount billed'),
      receivedOn: parseDay(readText(bht, 4)),
      provider: nameAt(billing),
      ...facilityAt(findNm1(own, '77'), findNm1(own, '82')),
      ...readCodes(own, note),
      ...readDischarge(own),
      lines: lines.map(({ line }) =>
        type === 'professional' && line.place === null ? { ...line, place: place || null } : line,
      ),
      ...(specialties.length > 0 && { specialties }),
      ...readCaregivers([...own, ...parts.flat()]),
      ...(approvals.length > 0 && { approvals }),
      ...readNotes([...own, ...parts.flat()]),
      ...(saysProtected(clm, parts) && { isProtected: true }),
      decision,
    },
  }
}

/** Whether the program code or a line marks the claim as abortion (CLM12) or family planning (SV112), which its codes need not show. */
function saysProtected(clm: Segment, parts: readonly (readonly Segment[])[]): boolean {
  const isFamilyPlanning = (one: Segment) => one.id === 'SV1' && readCode(one, 12) === 'Y'
  return ['07', '08'].includes(readCode(clm, 12)) || parts.flat().some(isFamilyPlanning)
}

/** Elements in which the provider writes about the claim or its lines: notes, file information, why an ambulance or a chiropractor was needed. */
const noteElements: ReadonlyMap<string, readonly number[]> = new Map([
  ['NTE', [2]],
  ['K3', [1]],
  ['CR1', [9, 10]],
  ['CR2', [10, 11]],
])

function readNotes(segments: readonly Segment[]): Pick<ClaimPart['content'], 'notes'> {
  const notes = segments.flatMap((one) => (noteElements.get(one.id) ?? []).flatMap((at) => readText(one, at) || []))
  return notes.length > 0 ? { notes: [...new Set(notes)].slice(0, maxNotes) } : {}
}

const maxNotes = 100

/** Who pays a bill, or has decided on it. */
function sayPayer(payer: Segment | undefined, ours: Ours | null): Pick<ClaimPart, 'payer'> {
  const nm1 = ours === null ? payer : findNm1(ours.segments, 'PR')
  return asPayer([readText(nm1, 3)], numberOfPayer(readCode(nm1, 8), readText(nm1, 9)))
}

/** CLM05-3; null, and noted, if it is not a code of one character. */
function readFrequency(clm: Segment, note: NoteFault): string | null {
  const frequency = readComponents(clm, 5)[2] ?? ''
  if (/^\w?$/.test(frequency)) return frequency || null
  const fault = { segment: clm, element: 5, component: 3, code: '5', copy: null } as const
  note(new FaultyElement(fault, 'frequency', 'is longer than one character'))
  return null
}

function findLevel(above: Loop['above'], code: string): readonly Segment[] {
  return above.find(([first]) => first?.id === 'HL' && readCode(first, 3) === code) ?? []
}

function findNm1(segments: readonly Segment[], kind: string): Segment | undefined {
  return segments.find((one) => one.id === 'NM1' && readCode(one, 1) === kind)
}

function readRef(segments: readonly Segment[], kind: string): string {
  return readText(
    segments.find((one) => one.id === 'REF' && readCode(one, 1) === kind),
    2,
  )
}

/** PRV: a taxonomy code, for the provider named before it. */
function readSpecialties(segments: readonly Segment[], billing: string | null): Specialty[] {
  let provider = billing
  return segments.flatMap((one) => {
    if (one.id === 'NM1') provider = nameAt(one)
    const code = one.id === 'PRV' ? readCode(one, 3) : ''
    return code === '' ? [] : [{ provider: readCode(one, 1) === 'BI' ? billing : provider, code }]
  })
}

function typeByLines(parts: readonly (readonly Segment[])[]): ClaimPart['content']['type'] {
  const has = (id: string) => parts.some((part) => part.some((one) => one.id === id))
  return has('SV3') ? 'oral' : has('SV2') ? 'institutional' : 'professional'
}

/** A patient at the level below the subscriber usually has no number of their own. */
function readPatient(subscriber: readonly Segment[], patient: readonly Segment[]): ClaimPart['patient'] {
  const isSelf = patient.length === 0
  const [il, name] = [findNm1(subscriber, 'IL'), isSelf ? findNm1(subscriber, 'IL') : findNm1(patient, 'QC')]
  const dmg = (isSelf ? subscriber : patient).find(({ id }) => id === 'DMG')
  return {
    numbers: [memberNumberAt(isSelf ? undefined : name), memberNumberAt(il)].filter((one) => one !== null),
    firstName: readText(name, 4) || null,
    lastName: readText(name, 3) || null,
    birthDate: parseDay(readText(dmg, 2)),
    isSelf,
  }
}

const diagnosisKinds: Readonly<Record<string, string>> = {
  ABK: icd10(),
  ABF: icd10(),
  ABJ: icd10(),
  ABN: icd10(),
  APR: icd10(),
  BK: icd9(),
  BF: icd9(),
  BJ: icd9(),
  BN: icd9(),
  PR: icd9(),
}
const procedureKinds: Readonly<Record<string, string>> = {
  BBR: 'http://www.cms.gov/Medicare/Coding/ICD10',
  BBQ: 'http://www.cms.gov/Medicare/Coding/ICD10',
  BR: icd9procedure(),
  BQ: icd9procedure(),
  BP: hcpcs(),
  BO: hcpcs(),
}

function icd10(): string {
  return 'http://hl7.org/fhir/sid/icd-10-cm'
}
function icd9(): string {
  return 'http://hl7.org/fhir/sid/icd-9-cm'
}
function icd9procedure(): string {
  return 'http://terminology.hl7.org/CodeSystem/icd9-procedure'
}
function hcpcs(): string {
  return 'https://www.cms.gov/Medicare/Coding/HCPCSReleaseCodeSets'
}

function readDischarge(own: readonly Segment[]): Pick<ClaimPart['content'], 'discharge'> {
  const institutional = own.find(({ id }) => id === 'CL1')
  const discharge = institutional === undefined ? '' : readCode(institutional, 3)
  return discharge === '' ? {} : { discharge }
}

/** Diagnoses, procedures and the diagnosis-related group from HI segments. */
function readCodes(own: readonly Segment[], note: NoteFault) {
  const [diagnoses, procedures]: [Coded[], Coded[]] = [[], []]
  const conditions: string[] = []
  let drg: string | null = null
  for (const { name, plain } of own.flatMap((segment) => (segment.id === 'HI' ? listCodes(segment, note) : []))) {
    if (name === 'DR') drg = plain
    else if (name === 'BG') conditions.push(plain)
    else if (diagnosisKinds[name] !== undefined) diagnoses.push({ system: diagnosisKinds[name], code: plain })
    else if (procedureKinds[name] !== undefined) procedures.push({ system: procedureKinds[name], code: plain })
  }
  return { diagnoses, procedures, drg, ...(conditions.length > 0 && { conditions }) }
}

/** The codes of an HI segment, each with its kind. */
function listCodes(segment: Segment, note: NoteFault): { readonly name: string; readonly plain: string }[] {
  const found: { readonly name: string; readonly plain: string }[] = []
  // Some files write a kind and its code as two elements.
  let alone: { readonly name: string; readonly fault: FaultyElement } | null = null
  for (let at = 1; at < segment.elements.length && at <= 12; at += 1) {
    const repetitions = readRepetitions(segment, at)
    for (const [index, [kind = '', code = '']] of repetitions.entries()) {
      const [plain, name] = [code.trim().toUpperCase(), kind.trim().toUpperCase()]
      if (plain !== '') found.push({ name, plain })
      else if (alone !== null && /\d/.test(name)) {
        found.push({ name: alone.name, plain: name })
        alone = null
        continue
      }
      if (alone !== null) note(alone.fault)
      alone = plain === '' && name !== '' ? { name, fault: refuseNoCode(segment, at, repetitions.length, index) } : null
    }
  }
  if (alone !== null) note(alone.fault)
  return found
}

function refuseNoCode(segment: Segment, element: number, count: number, index: number): FaultyElement {
  const repetition = count > 1 ? { repetition: index + 1 } : {}
  return new FaultyElement(
    { segment, element, component: 2, ...repetition, code: '1', copy: null },
    'code',
    'is missing',
  )
}

/** The decision of the brand's payer, in its loop of the claim. */
interface Ours {
  readonly segments: readonly Segment[]
  readonly ids: readonly string[]
  /** The names and numbers of the claim's other payers. */
  readonly others: readonly string[]
  readonly number: string | null
  readonly decidedOn: string | null
}

function ourDecision(
  others: readonly (readonly Segment[])[],
  payer: readonly string[],
  isPayer: (names: readonly string[]) => boolean,
  note: NoteFault,
): Ours | null {
  const named = others.map((segments) => {
    const pr = findNm1(segments, 'PR')
    return { segments, names: [readText(pr, 3), readText(pr, 9)].filter((one) => one !== '') }
  })
  const own =
    named.find(({ names }) => isPayer(names)) ??
    named.find(({ names }) => names.some((one) => payer.slice(0, 2).includes(one))) ??
    (named.length === 1 ? named[0] : undefined)
  if (own === undefined) return null
  const { segments, names } = own
  return {
    segments,
    ids: names,
    others: named.flatMap((one) => (one === own ? [] : one.names)),
    number: plainClaimNumber(readRef(segments, 'F8')),
    decidedOn: readSpare(() => readKnownDay(segments, '573'), null, note),
  }
}

interface ReadLine {
  readonly line: PartLine
  readonly isDecided: boolean
  readonly decidedOn: string | null
}

function readLine(
  segments: readonly Segment[],
  ours: Ours | null,
  { spare, note }: { readonly spare: SpareDays; readonly note: NoteFault },
): ReadLine {
  const { head, parts } = splitAt(segments, ({ id }) => id === 'SVD')
  const sv = head.find(({ id }) => id === 'SV1' || id === 'SV2' || id === 'SV3')
  const lin = head.find((one) => one.id === 'LIN' && readCode(one, 2) === 'N4')
  const too = head.filter(({ id }) => id === 'TOO')
  const svd =
    parts.find(([one]) => ours?.ids.includes(readText(one, 1))) ??
    // Some payers write another number of theirs here, but the number of another payer is not ours.
    (parts.length === 1 && ours?.others.includes(readText(parts[0]?.[0], 1)) === false ? parts[0] : undefined)
  const days = spare.read(head, '472')
  const isHospital = sv?.id === 'SV2'
  const chargeAt = isHospital ? 3 : 2
  const revenue = isHospital ? readCode(sv, 1) || null : null
  return {
    line: {
      control: readRef(head, '6R') || null,
      service: sv === undefined ? null : serviceAt(sv, isHospital ? 2 : 1, note),
      submitted: null,
      revenue,
      ndc: readCode(lin, 3) || null,
      tooth:
        too.map((one) => [readText(one, 2), readComponents(one, 3).join('')].filter(Boolean).join(' ')).join(', ') ||
        null,
      ...readAreas(sv),
      place: sv?.id === 'SV1' ? readCode(sv, 5) || null : null,
      billed: maybeAmountAt(sv, chargeAt, 'charge'),
      units: sv === undefined ? null : unitsAt(sv, sv.id === 'SV1' ? 4 : sv.id === 'SV2' ? 5 : 6),
      ...(sv?.id === 'SV1' && isTime(readCode(sv, 3)) && { isTimed: true as const }),
      from: days?.from ?? null,
      to: days?.to ?? null,
      paid: maybeAmountAt(svd?.[0], 2, 'amount paid'),
      allowed: null,
      adjustments: readAdjustments(svd ?? []),
      remarks: [],
    },
    isDecided: svd !== undefined,
    decidedOn: readSpare(() => readKnownDay(svd ?? [], '573'), null, note),
  }
}

/** SV304: areas of the mouth, for care that is not for a single tooth. */
function readAreas(sv: Segment | undefined): Pick<PartLine, 'areas'> {
  if (sv?.id !== 'SV3') return {}
  const areas = readRepetitions(sv, 4)
    .flat()
    .filter((area) => area !== '')
  return areas.length > 0 ? { areas } : {}
}

/** Adjustments of the claim repeat those of its lines, unless only both together explain the unpaid amount; repeated ones are ignored. */
function readDecision(ours: Ours, billed: number, lines: readonly ReadLine[], note: NoteFault): Decision {
  const amount = (kind: string) => {
    const amt = ours.segments.find((one) => one.id === 'AMT' && readCode(one, 1) === kind)
    return readSpare(() => maybeAmountAt(amt, 2, 'amount'), null, note)
  }
  const ofLines = lines.flatMap(({ line }) => line.adjustments)
  const ofClaim = readAdjustments(ours.segments)
  const paidByLines = lines.some(({ isDecided }) => isDecided)
    ? lines.reduce((sum, { line }) => sum + (line.paid ?? 0), 0)
    : null
  const paid = amount('D') ?? paidByLines
  const open = billed - (paid ?? 0) - sumCents(ofLines)
  const isBeside = ofLines.length === 0 || (open !== 0 && open === sumCents(ofClaim))
  const decidedOn =
    ours.decidedOn ??
    lines
      .flatMap((one) => one.decidedOn ?? [])
      .sort()
      .at(-1) ??
    null
  return {
    ...{ status: '1', billed, paid, share: amount('EAF'), paidOn: decidedOn, payment: '' },
    adjustments: isBeside ? ofClaim : [],
    remarks: readRemarks(ours.segments),
  }
}

function sumCents(adjustments: readonly Adjustment[]): number {
  return adjustments.reduce((sum, { cents }) => sum + cents, 0)
}

function serviceDays(
  own: readonly Segment[],
  lines: readonly ReadLine[],
  spare: SpareDays,
): { readonly from: string; readonly to: string } {
  const stated = spare.read(own, '434')
  const of = lines.flatMap(({ line: { from, to } }) => [from, to].filter((day) => day !== null)).sort()
  // In dental bills, the claim has the day, and a line only if its day differs.
  const ofClaim = stated === null ? spare.read(own, '472') : null
  const all = [...of, ...(ofClaim === null ? [] : [ofClaim.from, ofClaim.to])].sort()
  const from = spare.settle(own[0] as Segment, stated?.from ?? all[0] ?? spare.read(own, '435')?.from)
  return stated ?? { from, to: all.at(-1) ?? from }
}
