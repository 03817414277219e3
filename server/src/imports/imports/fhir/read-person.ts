import type { YearLimit } from '@portico/rules/coverage/balances'
import type { CoverageRow } from '@portico/rules/fhir/build'
import { findFirstDay, findLastDay } from '../days.ts'
import { findPayor, type PayerRef, payerRef } from '../payers.ts'
import { Refused, Skipped } from '../refused.ts'
import { formulaReason, isFormula, isPartOfName, readPersonName, saysNothing } from '../text.ts'
import { findPatientId, findWords, hasCode, isCalled, listCodes, shortCode, toDay } from './codes.ts'
import { currentFirst } from './current.ts'
import { chooseNumbers, type NumberOfFile, plainNumber, readMedicareNumbers, readNumbers } from './member-numbers.ts'
import { findLimitKind, findNetwork, visitCodes } from './plan-codes.ts'
import { planKindNamed, toCents } from './read-plan.ts'
import type { Coverage, Patient } from './shapes.ts'

/** A person in a plan's file. */
export interface ReadPatient {
  readonly resourceId: string
  readonly firstName: string
  readonly lastName: string
  /** `yyyy-mm-dd` */
  readonly birthDate: string
  /** The numbers in the file; if it has none, a coverage may have one. */
  readonly numbers: readonly NumberOfFile[]
  readonly medicareNumber: string | null
  /** The Patients that replace this one, and those that it replaces. */
  readonly successors: readonly string[]
  readonly predecessors: readonly string[]
}

/** Throws Refused. */
export function readPatient(patient: Patient, today: string): ReadPatient {
  const { firstName, lastName } = readName(patient.name, today)
  const birthDate = toDay(patient.birthDate)
  if (birthDate === undefined) throw new Refused('birthDate', 'there is no whole date of birth')
  if (birthDate > today) throw new Refused('birthDate', 'is a day to come')
  const listLinked = (...types: readonly string[]) =>
    patient.link.flatMap(({ type, other }) => (types.includes(type ?? '') ? (findPatientId(other) ?? []) : []))
  return {
    resourceId: patient.id,
    firstName,
    lastName,
    birthDate,
    numbers: readNumbers(patient.identifier),
    medicareNumber: readMedicareNumbers(patient.identifier)[0] ?? null,
    successors: listLinked('replaced-by', 'refer'),
    predecessors: listLinked('replaces'),
  }
}

/** The name in use on a day: one with both parts, else one with a single part, else its text. Throws Refused. */
function readName(names: Patient['name'], today: string): Pick<ReadPatient, 'firstName' | 'lastName'> {
  const all = currentFirst(names, today)
  const said = [
    ...all.map(({ given, family }) => [given?.find(isPartOfName) ?? given?.[0], family] as const),
    ...all.map(({ text }) => splitName(text ?? '')),
  ]
  if (said.some((parts) => parts.some((part) => part !== undefined && isFormula(part))))
    throw new Refused('name', formulaReason)
  const read = said.flatMap(([given, family]) => readPersonName(given, family) ?? [])
  const found = read.find(({ lastName }) => lastName !== '') ?? read[0]
  if (found === undefined) throw new Refused('name', 'there is no name')
  return found
}

const titles = /^(?:(?:dr|mr|mrs|ms|miss|mx|prof|rev|hon)\.?\s+)+(?=\S)/i
const suffixes = /(?:,?\s+|,)(?:jr|sr|ii|iii|iv|md|m\.d|do|phd|ph\.d|esq|rn)\.?$/i

/** Splits `Kestrel, Ada` or `Ada Kestrel`, without titles, suffixes and initials. */
function splitName(text: string): readonly [string | undefined, string | undefined] {
  let plain = text.trim().replace(titles, '')
  // Some names have several.
  while (suffixes.test(plain)) plain = plain.replace(suffixes, '')
  const [behind = '', comma] = plain.split(/,\s*/)
  if (comma !== undefined) return [comma.replace(titles, '').replace(/ \p{L}\.?$/u, ''), behind.replace(suffixes, '')]
  const [first, ...more] = plain.split(/\s+/)
  return [first, more.filter((part, at) => at === more.length - 1 || !/^\p{L}\.?$/u.test(part)).join(' ')]
}

/** Null: the file does not state the number. */
export interface PharmacyNumbers {
  readonly bin: string | null
  readonly pcn: string | null
  readonly group: string | null
}

/** A coverage, as in a plan's file. */
export interface ReadCoverage extends CoverageRow {
  /** The Patient of the contract's subscriber; missing in files that name nobody. */
  readonly subscriberPatientId?: string | undefined
  /** The payer; missing in files without one. */
  readonly payer?: PayerRef
  /** The payer's own code for a part of the group. */
  readonly subgroup?: string | null
  /** Numbers that pharmacies ask for; missing in files without them. */
  readonly pharmacy?: PharmacyNumbers
  readonly kind: 'medical' | 'drug' | 'dental' | 'vision'
  readonly isMedicare: boolean
  /** From here on, null, or missing in files without it, means not stated and keeps the stored value. */
  readonly isMedicaid?: boolean | null
  /** Whether members pay the plan directly. */
  readonly directPay?: boolean | null
  readonly blueExtra?: 'basic' | 'plus' | null
  readonly isIndividualDental?: boolean | null
  /** First day of the contract, if it differs from `begins`. */
  readonly contractBegins?: string | null
  /** Pending, e.g. because the first premium is not paid yet. */
  readonly pending: boolean
  readonly payerName: string | null
  /** Whether it names a group or a plan, as payers do only for their own coverage. */
  readonly namesPlan: boolean
  /** The order in which coverages pay. */
  readonly order: number | null
  /** Visit costs in whole cents, by kind. */
  readonly copays: Readonly<Record<string, number>>
  readonly limits: readonly YearLimit[]
}

/** Throws Refused. */
export function readCoverage(coverage: Coverage, today: string): ReadCoverage {
  const patientId = findPatientId(coverage.beneficiary)
  if (patientId === undefined) throw new Refused('beneficiary.reference', 'names no Patient')
  if (isNoHealthCoverage(coverage.type)) throw new Skipped('is no health coverage')
  const findClass = (kind: string) => coverage.class.find(({ type }) => isCalled(type, [kind]))
  const valueOfClass = (kind: string) => omitNothing(findClass(kind)?.value) ?? null
  const nameClass = (kind: string) => ({
    value: valueOfClass(kind) ?? undefined,
    name: omitNothing(findClass(kind)?.name),
  })
  const [group, plan] = [nameClass('group'), nameClass('plan')]
  const paying = findPayor(coverage.payor)
  const payor = omitNothing(paying?.display)
  const planName = plan.name ?? omitNothing(coverage.network) ?? findWords(coverage.type) ?? payor ?? plan.value ?? ''
  const subscriberId = plainNumber(coverage.subscriberId)
  const dependent = plainNumber(coverage.dependent)
  const { memberNumber, formerNumber } = chooseNumbers(readNumbers(coverage.identifier), today)
  // Blue Button 2 names the program only in the group's value.
  const words = [planName, group.name, group.value, findWords(coverage.type)].join(' ')
  const program = findProgram(coverage.type)
  const [begins, ends] = [findFirstDay(coverage.period?.start), findLastDay(coverage.period?.end)]
  // A coverage that ends before it begins was never in force, as in enrollment files.
  const isNever = begins !== null && ends !== null && ends < begins
  const [, extra] = /\bblue\s*extra\s*(basic|plus)\b/i.exec(words) ?? []
  return {
    resourceId: coverage.id,
    patientId,
    subscriberPatientId: findPatientId(coverage.subscriber),
    memberNumber: memberNumber ?? formerNumber ?? (subscriberId && `${subscriberId}${dependent ?? ''}`),
    contractNumber: subscriberId,
    relationshipCode: findRelationship(coverage),
    groupNumber: group.value ?? plan.value ?? coverage.id.slice(0, 40),
    groupName: group.name ?? group.value ?? planName,
    planName,
    payer: payerRef(paying, coverage.contained),
    planCode: valueOfClass('plan'),
    subgroup: valueOfClass('subgroup'),
    pharmacy: { bin: valueOfClass('rxbin'), pcn: valueOfClass('rxpcn'), group: valueOfClass('rxgroup') },
    kind: isPartD(plan.value) ? 'drug' : findKind(coverage.type, planName),
    isMedicare: program === 'medicare' || isNamed('medicare', words),
    isMedicaid: program === 'medicaid' || isNamed('medicaid', words) || null,
    blueExtra: extra === undefined ? null : extra.toLowerCase() === 'basic' ? 'basic' : 'plus',
    begins,
    ends,
    cancelled: isNever || coverage.status === 'cancelled' || coverage.status === 'entered-in-error',
    pending: coverage.status === 'draft',
    payerName: payor || paying?.identifier?.value?.trim() || null,
    namesPlan: [group, plan].some(({ value, name }) => value !== undefined || name !== undefined),
    order: coverage.order ?? null,
    ...ownCosts(coverage),
  }
}

/** A name or a number; undefined for a text that means "none". */
function omitNothing(said: string | undefined): string | undefined {
  const plain = said?.trim() ?? ''
  return plain === '' || saysNothing(plain) ? undefined : plain
}

/** HL7's codes of insurance for other things than care, and of people who pay themselves: none is a health plan. */
const otherInsurance: ReadonlySet<string> = new Set([
  ...['autopol', 'col', 'uninsmot', 'dis', 'life', 'annu', 'tlife', 'ulife', 'pnc', 'rei', 'surpl', 'umbrl'],
  ...['wcbpol', 'pay'],
])

/** Whether a type says nothing but that it is another kind of insurance. */
function isNoHealthCoverage(type: Coverage['type']): boolean {
  const codings = (type?.coding ?? []).filter(({ code }) => code !== undefined)
  const isOther = ({ system = '', code }: (typeof codings)[number]) =>
    /actcode|selfpay/i.test(system) && otherInsurance.has(shortCode(code).toLowerCase())
  return codings.length > 0 && codings.every(isOther)
}

/** Whether words name a program, and not that people are outside of it: `Non-Medicare retirees`, `Not eligible for Medicare`. */
function isNamed(program: string, words: string): boolean {
  const outside = new RegExp(
    `\\b(?:non|pre|not|without|before|until)\\b[- ]?(?:(?:yet|eligible|for|on|in) )*${program}(?:[- ]eligible)?`,
    'gi',
  )
  return words.replace(outside, '').toLowerCase().includes(program)
}

/** Codes of the public typology of payers (SOPT). */
function listTypology(type: Coverage['type']): readonly string[] {
  const isTypology = (system: string | undefined) => /\bsopt\b|113883\.3\.221\.5$/i.test(system ?? '')
  return (type?.coding ?? []).filter(({ system }) => isTypology(system)).map(({ code }) => shortCode(code))
}

/** Medicare or Medicaid by the typology, whose first digit is the program. */
function findProgram(type: Coverage['type']): 'medicare' | 'medicaid' | null {
  const codes = listTypology(type)
  if (codes.some((code) => code.startsWith('1'))) return 'medicare'
  return codes.some((code) => code.startsWith('2')) ? 'medicaid' : null
}

/** SOPT's plans for one kind of care alone. */
const kindsOfTypology = new Map<string, ReadCoverage['kind']>([
  ['561', 'dental'],
  ['562', 'vision'],
])

/** What a coverage covers, by its type; without a type, by the name of a plan for teeth or eyes alone. */
function findKind(type: Coverage['type'], planName: string): ReadCoverage['kind'] {
  const typology = listTypology(type).map((code) => kindsOfTypology.get(code))
  if (type !== undefined) return typology.find(Boolean) ?? planKindNamed([type])
  // `PPO with dental and vision` is a medical plan, and `Vision HMO Gold` may be one.
  if (/medical|health|\bwith\b|\band\b|[&+]/i.test(planName)) return 'medical'
  if (/\bdental\b/i.test(planName)) return 'dental'
  return /\bvision\b(?!.*\b(?:ppo|hmo|epo|pos|hsa|hdhp|gold|silver|bronze|platinum)\b)/i.test(planName)
    ? 'vision'
    : 'medical'
}

/** Whether a plan is Medicare Part D, by CMS's names. */
function isPartD(plan: string | undefined): boolean {
  return /^(?:medicare )?part[ -]?d$/i.test(plan?.trim() ?? '')
}

interface OwnCost {
  readonly key: string
  readonly cents: number
  readonly visit?: string
  readonly limit?: YearLimit
}

/** The member's costs in the coverage itself (`costToBeneficiary`); a cost with contradictions or exceptions is unknown. */
function ownCosts({ costToBeneficiary }: Coverage): Pick<ReadCoverage, 'copays' | 'limits'> {
  const said = costToBeneficiary.flatMap(({ type, valueMoney, valueQuantity, exception }): OwnCost[] => {
    const cents = valueMoney ?? toCents(valueQuantity)
    if (cents === null || cents < 0 || exception.length > 0) return []
    const visit = listCodes(type)
      .map((code) => visitCodes[code])
      .find(Boolean)
    const kind = findLimitKind(type)
    if (visit !== undefined) return [{ key: visit, visit, cents }]
    if (kind === null) return []
    const holder = /family/i.test(findWords(type) ?? '') ? 'family' : 'person'
    const limit: YearLimit = { kind, network: findNetwork(type) ?? 'in', holder, limitCents: cents }
    return [{ key: `${limit.kind} ${limit.network} ${holder}`, limit, cents }]
  })
  const clear = [...Map.groupBy(said, ({ key }) => key).values()].flatMap((same) =>
    same.every(({ cents }) => cents === same[0]?.cents) ? same.slice(0, 1) : [],
  )
  return {
    copays: Object.fromEntries(clear.flatMap(({ visit, cents }) => (visit === undefined ? [] : [[visit, cents]]))),
    limits: clear.flatMap(({ limit }) => limit ?? []),
  }
}

/** Codes of HL7's tables and X12 for the subscriber and for the subscriber's spouse or partner; without a code, the same words. */
const selves = ['self', 'oneself', 'onself', 'sel', 'subscriber', 'policyholder', 'insured', 'employee', '18', '20']
const spouses = [
  ...['spouse', 'common', 'sps', 'spo', 'husb', 'wife', 'husband', 'dompart', 'dom', '01', '53'],
  ...['domesticpartner', 'lifepartner', 'partner'],
]
const dependents = ['child', 'dependent', 'son', 'daughter', 'stepchild', 'fosterchild', 'parent', 'other', 'ward']

/** Codes for a relationship that is not known. */
const notKnown = ['unk', 'ni', 'nask', 'asku', 'na', 'unknown', '21']

function findRelationship({ relationship, subscriber, beneficiary }: Coverage): ReadCoverage['relationshipCode'] {
  const subscriberId = findPatientId(subscriber)
  const isOfAnother = subscriberId !== undefined && subscriberId !== findPatientId(beneficiary)
  // Some files call everybody `self`: whoever has another subscriber is none, and would see the whole family.
  if (isCalled(relationship, selves)) return isOfAnother ? null : '18'
  if (isCalled(relationship, spouses)) return '01'
  const isSaid = listCodes(relationship).length > 0 && !hasCode(relationship, ...notKnown)
  if (isSaid || isCalled(relationship, dependents)) return '05'
  if (subscriber === undefined) return null
  return isOfAnother ? '05' : '18'
}
