import { findTargetId, withoutVersion } from '../fhir/codes.ts'
import { isOfNpi } from '../logical-references.ts'
import {
  type Context,
  findLeadingService,
  isBoundless,
  isDotted,
  isInTables,
  isListOfCodes,
  isOfDrugs,
  listDrugWordKeys,
  listKeys,
  listWordKeys,
  sensitiveWords,
} from './code-kinds.ts'
import { isRestricting, isSensitiveLabel } from './labels.ts'

/** The content of a resource that may make it sensitive, so that only the patient sees it (MP-14). */
export interface Marks {
  /** Whether a label anywhere in it restricts access. */
  readonly labeled: boolean
  /** All its codes of care, as keys of the tables of sensitive codes. */
  readonly codes: readonly string[]
  /** The resources that it refers to as its reason, as `Type/id`: several if a reference does not name the type. */
  readonly reasons: readonly string[]
  /** The numbers of prior authorizations that it names, without its own. */
  readonly numbers: readonly string[]
  /** The NPIs of care givers whom it identifies in no other way: once such a provider is known, their specialty tells the kind of care. */
  readonly npis: readonly string[]
  /** The days of the care; null: unknown. */
  readonly from: string | null
  readonly to: string | null
}

interface Place {
  readonly value: unknown
  readonly context: Context
  readonly isLabel: boolean
  /** The field that contains it. */
  readonly key: string
}

/** Extensions that label a part of a resource, such as DS4P's `extension-inline-sec-label`. */
export const labelExtension = /sec(urity)?-?label|confidential|sensitiv(e|ity)/i

/** The fields that hold the labels of resources. */
const securityKeys: ReadonlySet<string> = new Set(['security', 'securityLabel'])

const contexts: ReadonlyMap<string, Context> = new Map(
  Object.entries<Context>({
    diagnosis: 'diagnosis',
    reasonCode: 'diagnosis',
    procedure: 'procedure',
    modifier: 'modifier',
    productOrService: 'service',
    // Payments and benefit balances are not care.
    adjudication: 'amount',
    total: 'amount',
    benefitBalance: 'amount',
    medicationCodeableConcept: 'drug',
    medicationReference: 'drug',
    medication: 'drug',
    packageCode: 'drg',
    revenue: 'revenue',
    locationCodeableConcept: 'place',
    qualification: 'specialty',
    specialty: 'specialty',
    performerType: 'specialty',
    practiceSetting: 'specialty',
    facilityType: 'place',
    locationCode: 'place',
    dischargeDisposition: 'discharge',
    admitSource: 'discharge',
    // The substance of an allergy or intolerance.
    substance: 'drug',
  }),
)

/** Care givers and locations of care: what they do tells the kind of care. */
export const partyTypes = ['Practitioner', 'PractitionerRole', 'Organization', 'Location'] as const

const partyKeys: ReadonlySet<string> = new Set(
  (
    'provider facility performer actor requester individual serviceProvider member locationReference location ' +
    // Where somebody or something came from or went, and who wrote, keeps, read or leads it.
    'origin destination author recorder asserter custodian resultsInterpreter managingOrganization ' +
    // The payee gave the care; CARIN names a location of care in a claim's supporting information.
    'party valueReference'
  ).split(' '),
)

/** Fields whose words describe the care where no code does. */
const wordKeys: ReadonlySet<string> = new Set([
  ...'code type subType category serviceType description productOrService reasonCode diagnosis procedure'.split(' '),
  ...'role programCode bodySite formCode'.split(' '),
  // Findings, questions, procedures and plans.
  ...'valueCodeableConcept valueCoding interpretation class event measure detailCodeableConcept orderDetail'.split(' '),
  // Why information is given, or something was stopped or reduced.
  ...'reason statusReason adjustmentReason modifier'.split(' '),
  // What came of it.
  ...'conclusionCode complication followUp outcome manifestation summary'.split(' '),
  // How a drug is taken.
  ...'asNeededCodeableConcept additionalInstruction courseOfTherapyType'.split(' '),
])

/** Contexts in which words of care count, whatever the field is called. */
const wordContexts: ReadonlySet<Context> = new Set([
  'diagnosis',
  'procedure',
  'service',
  'specialty',
  'place',
  'revenue',
  'drg',
  'discharge',
])

/** Texts that say what a resource is about, or why it was decided. */
const titles = ['title', 'description', 'conclusion', 'disposition']

/** Fields that refer to another resource as the subject or reason, with the types that count. */
const reasonTypes: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    diagnosisReference: ['Condition'],
    condition: ['Condition'],
    addresses: ['Condition'],
    procedureReference: ['Procedure'],
    reasonReference: ['Condition', 'Observation', 'DiagnosticReport'],
    prescription: ['MedicationRequest'],
    authorizingPrescription: ['MedicationRequest'],
    originalPrescription: ['MedicationRequest'],
    priorPrescription: ['MedicationRequest'],
    referral: ['ServiceRequest'],
    basedOn: ['MedicationRequest', 'ServiceRequest', 'CarePlan'],
    encounter: ['Encounter'],
    context: ['Encounter'],
    // A label on a person or on a coverage applies to everything about it.
    patient: ['Patient'],
    subject: ['Patient'],
    beneficiary: ['Patient'],
    coverage: ['Coverage'],
    // An earlier claim, or the same claim from another file; the bill that a claim answers has another type.
    claim: ['ExplanationOfBenefit'],
    // What a drug is, and its ingredients.
    medicationReference: ['Medication'],
    medication: ['Medication'],
    itemReference: ['Medication'],
    result: ['Observation'],
    hasMember: ['Observation'],
    ...Object.fromEntries([...partyKeys].map((key) => [key, partyTypes])),
    valueReference: ['MedicationRequest', 'Condition', 'Procedure', 'Encounter', 'Observation', ...partyTypes],
  }),
)

const allReasonTypes: ReadonlySet<string> = new Set([...reasonTypes.values()].flat())

/** Whether resources of a type may be the reason for others, which are judged by them, whichever came first. */
export function mayBeReason(type: string): boolean {
  return allReasonTypes.has(type)
}

/** Fields that refer to something by words alone: a diagnosis, a visit, a prescription. */
const namedKeys: ReadonlySet<string> = new Set(
  (
    'diagnosisReference condition addresses procedureReference reasonReference encounter context basedOn result hasMember ' +
    'related udi supportingInformation'
  ).split(' '),
)
const namedDrugKeys: ReadonlySet<string> = new Set(
  'prescription authorizingPrescription originalPrescription priorPrescription basedOn udi'.split(' '),
)

const contained: Readonly<Record<string, Context>> = {
  Condition: 'diagnosis',
  Procedure: 'procedure',
  Medication: 'drug',
}

/**
 * Looks for labels and codes everywhere in a resource: its lines, diagnoses and contained resources. Without recursion, because a file may
 * nest to any depth.
 */
export function findMarks(resource: unknown): Marks {
  let labeled = false
  const codes = new Set<string>()
  const reasons = new Set<string>()
  const npis = new Set<string>()
  const waiting: Place[] = [{ value: resource, context: null, isLabel: false, key: '' }]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value, isLabel } = place
    if (Array.isArray(value)) {
      for (const item of value) waiting.push({ ...place, value: item })
    } else if (isLabel && typeof value === 'string') {
      // Some files write a label as its code alone.
      if (isRestricting({ code: value })) labeled = true
    } else if (isObject(value)) {
      const isTelling = tellsAnything(value)
      const context = isTelling ? findContext(value, place.context) : place.context
      if (isLabel ? isRestrictingIn(value) : isTelling && isLabeled(value)) labeled = true
      if (!isLabel && isTelling) addKeys(codes, value, context, place.key)
      if (isTelling) for (const npi of listContainedNpis(value)) npis.add(npi)
      for (const key in value) {
        const inner = value[key]
        const isWord = typeof inner === 'string' && securityKeys.has(key)
        if (typeof inner !== 'object' && !isWord) continue
        for (const reason of listReasons(key, inner)) reasons.add(reason)
        for (const npi of listNamedNpis(key, inner)) npis.add(npi)
        waiting.push({
          value: inner,
          // The reason for an amount says more than the amount's category.
          context: context === 'amount' && key === 'reason' ? 'why' : (contexts.get(key) ?? context),
          isLabel: isLabelAt(key, value, isLabel),
          // The value of an extension is not a finding.
          key: key.startsWith('valueCod') && value.url !== undefined ? 'extension' : key,
        })
      }
    }
  }
  const { from, to } = readDays(resource)
  return {
    labeled,
    codes: [...codes],
    reasons: [...reasons],
    numbers: listNumbers(resource),
    npis: [...npis],
    from,
    to,
  }
}

/** Numbers of the prior authorizations that a claim names, or that a prior authorization follows up. */
function listNumbers(resource: unknown): string[] {
  if (!isObject(resource)) return []
  const listParts = (key: string) => [resource[key]].flat().filter(isObject)
  const own = resource.use === 'preauthorization' ? [] : [resource.preAuthRef]
  const said = [
    ...own,
    ...listParts('insurance').map(({ preAuthRef }) => preAuthRef),
    ...listParts('related').flatMap(({ reference, claim }) => [
      isObject(reference) ? reference.value : undefined,
      isObject(claim) && isObject(claim.identifier) ? claim.identifier.value : undefined,
    ]),
  ].flat()
  return [...new Set(said.flatMap((one) => (typeof one === 'string' ? one.trim() || [] : [])))]
}

/** Fields by which an object itself says what it is about, or that it is a label; objects without them are only containers. */
const tellingKeys: ReadonlySet<string> = new Set([
  ...'resourceType category code coding text display url valueString linkId questionnaire'.split(' '),
  ...'patientInstruction detailString'.split(' '),
  ...titles,
])

function tellsAnything(value: Readonly<Record<string, unknown>>): boolean {
  for (const key in value) if (tellingKeys.has(key)) return true
  return false
}

/** Adds the keys of a value's code, and of its words if no table is complete or if only words describe a diagnosis or procedure. */
function addKeys(codes: Set<string>, value: Readonly<Record<string, unknown>>, context: Context, key: string): void {
  const add = (keys: readonly string[]) => {
    for (const one of keys) codes.add(one)
  }
  const { system: said, code, coding, text, display } = value
  const system = typeof said === 'string' ? said : ''
  if (typeof code === 'string') add(listKeys({ system, code }, context))
  // A concept without a coding may have its code in its text: `F11.20 Opioid dependence`.
  if (typeof text === 'string' && coding === undefined)
    add(listKeys({ system, code: readCode(text, context) }, context))
  if ((context === 'drg' || context === 'discharge') && typeof value.valueString === 'string')
    add(listKeys({ system, code: value.valueString }, context))
  if (typeof code === 'string' && /rolecode/i.test(system) && sensitiveLocations.has(code.trim().toUpperCase()))
    codes.add(sensitiveWords)
  if (context === 'why' && typeof code === 'string' && psychiatricReduction.test(code)) codes.add(sensitiveWords)
  // A claim's supporting information may give the reason for admission in words alone.
  if (key === 'supportingInfo' && typeof value.valueString === 'string') {
    add(listWordKeys(value.valueString))
    if (isDotted(value.valueString)) add(listKeys({ system: '', code: value.valueString }, 'diagnosis'))
  }
  if (value.url !== undefined)
    for (const one of listExtended(value))
      add(listKeys({ system: '', code: one }, isDotted(one) ? 'diagnosis' : context))
  if (value.resourceType !== undefined)
    for (const title of titles) listText(value[title]).map(listWordKeys).forEach(add)
  if (value.linkId !== undefined || value.questionnaire !== undefined) add(listQuestions(value))
  listTold(value, key).map(listWordKeys).forEach(add)
  if (value.resourceType === 'Device') listNames(value.deviceName).map(listEveryKey).forEach(add)
  const codings = Array.isArray(coding) ? coding.filter(isObject) : []
  const words = [text, display, ...codings.map((one) => one.display)].filter((one) => typeof one === 'string')
  if (words.length === 0 && codings.length === 0) return
  const isOneOfMany = (one: Readonly<Record<string, unknown>>) =>
    typeof one.system === 'string' && isBoundless(one.system)
  const isNamed = wordContexts.has(context) || (context !== 'amount' && wordKeys.has(key))
  const isBare = isNamed && !isJudged(value, context) && !codings.some((one) => isJudged(one, context))
  if (isBare) {
    words.map((one) => listSaidCodes(one, context)).forEach(add)
    codings.map(sayCode).map(listWordKeys).forEach(add)
  }
  const isSaid = context === 'why' || partyKeys.has(key) || namedKeys.has(key)
  if (isSaid || isBare || isOneOfMany(value) || codings.some(isOneOfMany)) words.map(listWordKeys).forEach(add)
  const isNamedDrug = context === 'drug' || context === 'service' || namedDrugKeys.has(key)
  if (isNamedDrug || isOfDrugs(system)) words.map(listDrugWordKeys).forEach(add)
}

/** HL7's codes of locations for psychiatry, psychology and substance use. */
const sensitiveLocations: ReadonlySet<string> = new Set(['PSYCHF', 'PSY', 'PSI', 'PHU', 'SURF'])

/** The keys of the code with which the words of a payer's own code begin. */
function listSaidCodes(words: string, context: Context): readonly string[] {
  if (context === 'diagnosis')
    return isDotted(words) ? listKeys({ system: '', code: readCode(words, context) }, context) : []
  const code = context === 'service' ? findLeadingService(words) : undefined
  return code === undefined ? [] : listKeys({ system: '', code }, context)
}

/** The words of a code that consists of words, such as `behavioral-health`. */
function sayCode({ code }: Readonly<Record<string, unknown>>): string {
  return typeof code === 'string' && /^[a-z]+(?:[-_. ]?[a-z]+)*$/i.test(code.slice(0, 100))
    ? code.slice(0, 100).replaceAll(/[-_.]/g, ' ')
    : ''
}

function listEveryKey(words: string): readonly string[] {
  return [...listWordKeys(words), ...listDrugWordKeys(words)]
}

function listNames(some: unknown): string[] {
  return [some].flat().flatMap((one) => (isObject(one) ? listText(one.name) : []))
}

/** Texts that say what was found, asked, planned or attached, or what a drug is for. */
function listTold(value: Readonly<Record<string, unknown>>, key: string): string[] {
  if (attachmentKeys.has(key)) return listText(value.title)
  if (key === 'detail') return listText(value.description)
  if (key === 'target') return listText(value.detailString)
  if (key === 'dosageInstruction' || (value.resourceType !== undefined && value.patientInstruction !== undefined))
    return [value.text, value.patientInstruction].flatMap(listText).map((one) => one.replaceAll(warnings, ' '))
  if (value.linkId !== undefined) return listText(value.text)
  // The documents that the plan asks for before it approves.
  if (value.url === 'document') return listText(value.valueString)
  // The value of an observation, of a component, or of an answer.
  return isObject(value.code) || key === 'answer' ? listText(value.valueString) : []
}

const attachmentKeys: ReadonlySet<string> = new Set(['attachment', 'valueAttachment', 'presentedForm', 'form'])

/** A drug label's warning says nothing about who takes the drug. */
const warnings =
  /(?:avoid|\bno\b|\bnot\b|n['’]t\b|without|never|limit)[^.;]{0,60}\balcohol\w*|alcohol\w*[^.;]{0,60}(?:avoid|\bnot\b|prohibit|intensif|increase)\w*/gi

/** X12's reason 122, which pages explain as mental health care; some files write the group code before it. */
const psychiatricReduction = /^\s*(?:(?:CO|CR|OA|PI|PR)[-: ]?)?122\s*$/i

/** LOINC codes of a questionnaire or of a question. */
function listQuestions({ questionnaire, linkId }: Readonly<Record<string, unknown>>): string[] {
  return [questionnaire, linkId].flatMap(listText).flatMap((one) => {
    const [, code] = /(?:^|\/)(\d{1,7}-\d)(?:\||$)/.exec(one) ?? []
    return code === undefined ? [] : listKeys({ system: 'loinc', code }, null)
  })
}

function listText(value: unknown): string[] {
  return typeof value === 'string' ? [value] : []
}

/** Whether tables cover a coding, so that its absence from them counts: not for a payer's own code, or without a code. */
function isJudged({ system, code }: Readonly<Record<string, unknown>>, context: Context): boolean {
  return typeof code === 'string' && isInTables({ system: typeof system === 'string' ? system : '', code }, context)
}

/** Codes in the value of an extension, which has no system. */
function listExtended({ url, valueCode, valueString }: Readonly<Record<string, unknown>>): string[] {
  if (typeof url !== 'string') return []
  return [valueCode, valueString]
    .filter((one) => typeof one === 'string')
    .filter((one) => isListOfCodes(one) || isDotted(one))
}

/** The part of a concept's words that may be a code. */
function readCode(text: string, context: Context): string {
  const words = text.replaceAll(/[()[\]]/g, ' ').trim()
  return context === 'diagnosis' ? words.replaceAll(amounts, ' ') : words
}

/**
 * Numbers in the words of a diagnosis that are certainly not codes: an index of 30.4, a pressure of 305/94, a weight of 305 lb. ICD-9 has
 * three digits before its dot. A number that may be a code counts as one.
 */
const amounts =
  /(?<![\w.])(?:\d{1,2}\.\d+(?![\w.])|\d{2,3}\/\d{2}(?![\w.])|\d+(?:\.\d+)? *(?:%|(?:lbs?|kg|k?cal|[mµ]?g|mcg|mm|cm|mmhg|ml|bpm|beats|pounds)\b))/gi

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function findContext(value: Readonly<Record<string, unknown>>, context: Context): Context {
  const { resourceType, category, code } = value
  if (typeof resourceType === 'string') return contained[resourceType] ?? context
  // Supporting information may hold a diagnosis-related group, or the discharge status, by its category.
  if (!isObject(category) || (code === undefined && value.valueString === undefined)) return context
  const codings = Array.isArray(category.coding) ? category.coding.filter(isObject) : []
  const said = [category.text, ...codings.flatMap((one) => [one.code, one.display])].join(' ')
  if (/drg|diagnosis[- ]related/i.test(said)) return 'drg'
  if (/type[- ]?of[- ]?bill/i.test(said)) return 'bill-type'
  return /discharge[- ]?(?:status|disposition)|dschrg/i.test(said) ? 'discharge' : context
}

function listReasons(key: string, value: unknown): string[] {
  const types = reasonTypes.get(key) ?? []
  if (types.length === 0) return []
  return [value].flat().flatMap((one) => {
    const reference = isObject(one) ? readReference(one) : undefined
    const id = findTargetId({ reference })
    if (reference === undefined || id === undefined) return []
    const [, said] = /(?:^|\/)([A-Z]\w+)\/[^/]+$/.exec(withoutVersion(reference)) ?? []
    return (said === undefined ? types : [said]).map((type) => `${type}/${id}`)
  })
}

/** The NPIs by which a value names care givers without a reference. */
function listNamedNpis(key: string, value: unknown): string[] {
  if (!partyKeys.has(key)) return []
  return [value].flat().flatMap((one) => {
    if (!isObject(one) || readReference(one) !== undefined || !isObject(one.identifier)) return []
    return toNpi(one.identifier, true)
  })
}

/** The NPIs of contained care givers, of whom a resource may know no more than that. */
function listContainedNpis({ resourceType, identifier }: Readonly<Record<string, unknown>>): string[] {
  if (!partyTypes.some((type) => type === resourceType) || !Array.isArray(identifier)) return []
  return identifier.filter(isObject).flatMap((one) => toNpi(one, false))
}

function toNpi({ system, value }: Readonly<Record<string, unknown>>, mayBeBare: boolean): string[] {
  const isSaid = typeof system === 'string' ? isOfNpi.test(system) : system === undefined && mayBeBare
  return isSaid && typeof value === 'string' && /^\d{10}$/.test(value) ? [value] : []
}

/** A resource that is served before its target exists keeps the reference in the id of the element. */
function readReference({ reference, id }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof reference === 'string') return reference
  const [, type, target] = typeof id === 'string' ? (/^([A-Z]\w+)\.([0-9a-f-]{36})(?:\.t)?$/.exec(id) ?? []) : []
  return type === undefined ? undefined : `${type}/${target}`
}

/** Whether a value in a label's place restricts access; a concept is judged by its codings, if it has any. */
function isRestrictingIn(value: Readonly<Record<string, unknown>>): boolean {
  return !Array.isArray(value.coding) || value.coding.length === 0 ? isRestricting(value) : false
}

function isLabeled(value: Readonly<Record<string, unknown>>): boolean {
  return isSensitiveLabel(value) || isRestrictingExtension(value) || isOfSensitiveCare(value)
}

/** HL7's codes of coverage for mental health, substance use and HIV. */
const sensitiveCoverage = ['MENTPOL', 'MENTPRG', 'SUBPOL', 'SUBPRG', 'HIVAIDS']

/** Whether a coverage's type says nothing but that it covers sensitive care. */
function isOfSensitiveCare({ resourceType, type }: Readonly<Record<string, unknown>>): boolean {
  if (resourceType !== 'Coverage' || !isObject(type) || !Array.isArray(type.coding)) return false
  const codes = type.coding.filter(isObject).map(({ code }) => String(code).trim().toUpperCase())
  return codes.length > 0 && codes.every((code) => sensitiveCoverage.includes(code))
}

function isRestrictingExtension(value: Readonly<Record<string, unknown>>): boolean {
  return typeof value.url === 'string' && labelExtension.test(value.url) && saysRestricting(value)
}

/** Whether a label's extension restricts access: any value does, alone or in nested extensions, unless it is known to be open. */
function saysRestricting(extension: Readonly<Record<string, unknown>>): boolean {
  const nested = Array.isArray(extension.extension) ? extension.extension.filter(isObject) : []
  return (
    nested.some(saysRestricting) ||
    Object.entries(extension).some(([key, said]) => {
      if (!key.startsWith('value') || said === false) return false
      if (typeof said === 'number') return said !== 0
      // In a URL, the code follows the system.
      return said === true || (typeof said === 'string' && isRestricting({ code: said.replace(/^.*[#|/]/, '') }))
    })
  )
}

/** Whether the value of a field is a label, or a list of labels. */
function isLabelAt(key: string, { url, coding }: Readonly<Record<string, unknown>>, isLabel: boolean): boolean {
  if (securityKeys.has(key)) return true
  if (key === 'valueCoding' || key === 'valueCodeableConcept')
    return typeof url === 'string' && labelExtension.test(url)
  return isLabel && key === 'coding' && coding !== undefined
}

/** The first and last day of the care, or of its prescription, that a resource names. */
function readDays(resource: unknown): Pick<Marks, 'from' | 'to'> {
  if (!isObject(resource)) return { from: null, to: null }
  const lines = [resource.item, resource.addItem].flatMap((some) => (Array.isArray(some) ? some.filter(isObject) : []))
  const when = [
    ...listEdges(resource.billablePeriod),
    ...lines.flatMap((line) => [line.servicedDate, ...listEdges(line.servicedPeriod)]),
    ...[resource.authoredOn, resource.whenPrepared, resource.whenHandedOver],
  ]
  const edges = when.flatMap((one) => (typeof one === 'string' ? toEdges(one) : []))
  const [first, last] = [edges.map(({ from }) => from).sort(), edges.map(({ to }) => to).sort()]
  return { from: first[0] ?? null, to: last.at(-1) ?? null }
}

/** The first and last day of a date, which may be a month or a year. */
function toEdges(date: string): { readonly from: string; readonly to: string }[] {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(date) ?? []
  if (year === undefined) return []
  return [{ from: `${year}-${month ?? '01'}-${day ?? '01'}`, to: `${year}-${month ?? '12'}-${day ?? '31'}` }]
}

function listEdges(period: unknown): unknown[] {
  return isObject(period) ? [period.start, period.end] : []
}

/** A sensitive code, valid on some days, both included. */
export interface SensitiveCode {
  readonly key: string
  readonly begins: string
  readonly ends: string
}

/** Whether one of the codes was, or may have been, sensitive at the time of the care. */
export function isAmong({ from, to }: Pick<Marks, 'from' | 'to'>, codes: readonly SensitiveCode[]): boolean {
  return codes.some(({ begins, ends }) => (to === null || to >= begins) && (from === null || from <= ends))
}
