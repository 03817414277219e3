import { isObject, type JsonObject, readText } from '../fhir/json.ts'

/** What the health record shows, each kind by itself, in this order. */
export const healthKinds = ['condition', 'allergy', 'immunization', 'result', 'care-plan'] as const
export type HealthKind = (typeof healthKinds)[number]

export const healthStates = [
  'active',
  'inactive',
  'resolved',
  'remission',
  'unconfirmed',
  'given',
  'not-given',
  'preliminary',
  'final',
  'corrected',
  'cancelled',
  'completed',
  'planned',
  'on-hold',
] as const
export type HealthState = (typeof healthStates)[number]

export const resultFlags = ['high', 'low', 'normal', 'abnormal'] as const
export type ResultFlag = (typeof resultFlags)[number]

/** An entry of the health record, in the words of its source; null: not stated. */
export interface HealthEntry {
  readonly kind: HealthKind
  readonly name: string | null
  readonly state: HealthState | null
  /** `yyyy-mm-dd`, or only as far as it is known: `yyyy-mm`, `yyyy`. */
  readonly day: string | null
  /** A result with its unit, the reactions of an allergy, what a care plan says. */
  readonly value: string | null
  /** The range that the laboratory calls normal. */
  readonly range: string | null
  readonly flag: ResultFlag | null
  /** Whether the reaction could endanger life. */
  readonly isSevere: boolean
  /** Who recorded it: their name, or a reference to resolve. */
  readonly by: { readonly name: string | null; readonly reference: string | null }
}

const kindOfType: Readonly<Record<string, HealthKind>> = {
  Condition: 'condition',
  AllergyIntolerance: 'allergy',
  Immunization: 'immunization',
  Observation: 'result',
  DiagnosticReport: 'result',
  CarePlan: 'care-plan',
}

/** The types of resources that make up the health record. */
export const healthTypes: readonly string[] = Object.keys(kindOfType)

/** The kind of entry that a type of resource becomes; undefined: none. */
export function findHealthKind(type: string): HealthKind | undefined {
  return Object.hasOwn(kindOfType, type) ? kindOfType[type] : undefined
}

/** Reads an entry from a US Core resource; null if it is no such entry, or was refuted or entered in error. */
export function readHealthEntry(resource: JsonObject): HealthEntry | null {
  const kind = findHealthKind(readText(resource.resourceType) ?? '')
  if (kind === undefined || isTakenBack(resource)) return null
  const { code, vaccineCode, title, category } = resource
  const name =
    findWords(code) ?? findWords(vaccineCode) ?? readText(title) ?? toList(category).map(findWords).find(Boolean)
  return {
    kind,
    name: name ?? null,
    state: readState(kind, resource),
    day: readDay(resource),
    value: readValue(kind, resource),
    range: kind === 'result' ? readRange(resource) : null,
    flag: readFlag(resource),
    isSevere: kind === 'allergy' && resource.criticality === 'high',
    by: readAuthor(resource),
  }
}

function isTakenBack({ status, verificationStatus }: JsonObject): boolean {
  const takenBack = ['refuted', 'entered-in-error']
  return takenBack.includes(readText(status) ?? '') || hasCode(verificationStatus, ...takenBack)
}

const states: Readonly<Record<string, HealthState>> = {
  active: 'active',
  recurrence: 'active',
  relapse: 'active',
  inactive: 'inactive',
  unconfirmed: 'unconfirmed',
  remission: 'remission',
  resolved: 'resolved',
  'not-done': 'not-given',
  registered: 'preliminary',
  preliminary: 'preliminary',
  partial: 'preliminary',
  final: 'final',
  amended: 'corrected',
  corrected: 'corrected',
  appended: 'corrected',
  cancelled: 'cancelled',
  revoked: 'cancelled',
  draft: 'planned',
  'on-hold': 'on-hold',
}

function readState(kind: HealthKind, resource: JsonObject): HealthState | null {
  const { status, clinicalStatus, verificationStatus, notGiven, wasNotGiven } = resource
  if (hasCode(verificationStatus, 'unconfirmed', 'provisional', 'differential')) return 'unconfirmed'
  // STU3 and DSTU2 say so beside the status.
  if (notGiven === true || wasNotGiven === true) return 'not-given'
  const said = listCodes(clinicalStatus)[0] ?? readText(status) ?? ''
  if (said === 'completed') return kind === 'immunization' ? 'given' : 'completed'
  return Object.hasOwn(states, said) ? (states[said] ?? null) : null
}

/** Where a resource states its time, most telling first. */
const whens = [
  ...['occurrenceDateTime', 'effectiveDateTime', 'effectivePeriod', 'effectiveInstant', 'onsetDateTime', 'onsetPeriod'],
  ...['recordedDate', 'period', 'issued', 'created', 'date'],
]

function readDay(resource: JsonObject): string | null {
  for (const name of whens) {
    const one = resource[name]
    const text = isObject(one) ? (readText(one.start) ?? readText(one.end)) : readText(one)
    const day = /^\d{4}(-\d{2}(-\d{2})?)?/.exec(text ?? '')?.[0]
    if (day !== undefined) return day
  }
  return null
}

function readValue(kind: HealthKind, resource: JsonObject): string | null {
  if (kind === 'allergy') {
    const reactions = toList(resource.reaction).flatMap((one) => (isObject(one) ? toList(one.manifestation) : []))
    return join(reactions.map(findWords))
  }
  if (kind === 'care-plan') return readText(resource.description) ?? null
  if (kind !== 'result') return null
  const own = toWords(resource)
  if (own !== null) return own
  const parts = toList(resource.component).filter(isObject)
  const measured = parts.map((part) => [findWords(part.code), toWords(part)].filter(Boolean).join(' '))
  return join(measured) ?? readText(resource.conclusion) ?? null
}

/** `value[x]` in words; null: there is none. */
function toWords(of: JsonObject): string | null {
  const { valueQuantity: quantity, valueString, valueInteger, valueBoolean } = of
  if (isObject(quantity) && quantity.value !== undefined) {
    const sign = readText(quantity.comparator) ?? ''
    return `${sign}${quantity.value} ${readText(quantity.unit) ?? readText(quantity.code) ?? ''}`.trim()
  }
  if (typeof valueBoolean === 'boolean') return null
  if (typeof valueInteger === 'number') return `${valueInteger}`
  return readText(valueString) ?? findWords(of.valueCodeableConcept) ?? null
}

function readRange({ referenceRange }: JsonObject): string | null {
  const [range] = toList(referenceRange)
  if (!isObject(range)) return null
  const say = (edge: unknown) =>
    isObject(edge) && edge.value !== undefined ? `${edge.value} ${readText(edge.unit) ?? ''}`.trim() : null
  const [low, high] = [say(range.low), say(range.high)]
  if (low !== null && high !== null) return `${low} – ${high}`
  if (low !== null) return `≥ ${low}`
  return high !== null ? `≤ ${high}` : (readText(range.text) ?? null)
}

const flags: Readonly<Record<string, ResultFlag>> = {
  h: 'high',
  hh: 'high',
  hu: 'high',
  l: 'low',
  ll: 'low',
  lu: 'low',
  n: 'normal',
  a: 'abnormal',
  aa: 'abnormal',
}

function readFlag({ interpretation }: JsonObject): ResultFlag | null {
  const code = toList(interpretation)
    .flatMap(listCodes)
    .find((one) => Object.hasOwn(flags, one))
  return code === undefined ? null : (flags[code] ?? null)
}

function readAuthor(resource: JsonObject): HealthEntry['by'] {
  const performers = toList(resource.performer).map((one) => (isObject(one) && isObject(one.actor) ? one.actor : one))
  const found = [resource.recorder, resource.asserter, ...performers, resource.author].find(isObject)
  return { name: readText(found?.display) ?? null, reference: readText(found?.reference) ?? null }
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
}

/** The codes of a concept; before R4, and in some files, a status is a text alone. */
function listCodes(concept: unknown): string[] {
  if (typeof concept === 'string') return [concept.trim().toLowerCase()]
  return isObject(concept)
    ? toList(concept.coding).flatMap((one) => (isObject(one) ? (readText(one.code)?.toLowerCase() ?? []) : []))
    : []
}

function hasCode(concept: unknown, ...codes: readonly string[]): boolean {
  return listCodes(concept).some((code) => codes.includes(code))
}

/** A concept in words: its text, or else the first display. */
function findWords(concept: unknown): string | undefined {
  if (!isObject(concept)) return undefined
  const displays = toList(concept.coding).map((one) => (isObject(one) ? readText(one.display) : undefined))
  return readText(concept.text) ?? displays.find((one) => one !== undefined)
}

function join(words: readonly (string | undefined)[]): string | null {
  return words.filter(Boolean).join(', ') || null
}
