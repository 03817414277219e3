import { isObject, type JsonObject, readText } from '../fhir/json.ts'
import { isCalendarDay } from '../fhir/moments.ts'
import { npiSystem } from '../fhir/systems.ts'

/** An organization's inquiry about its own requests, as Da Vinci's PAS writes it: by member, and optionally by number or service. */
export interface Inquiry {
  readonly memberNumbers: readonly string[]
  readonly familyName: string
  /** `yyyy-mm-dd` */
  readonly birthDate: string
  /** NPIs of the providers who requested the approval. */
  readonly npis: readonly string[]
  /** Numbers of the requests in question; empty: all. */
  readonly numbers: readonly string[]
  /** Codes of the services in question; empty: all. */
  readonly codes: readonly string[]
}

const maxListed = 20

/** Reads the Bundle of an inquiry; returns a text that says what is missing if it cannot. */
export function readInquiry(bundle: unknown): Inquiry | string {
  if (!isObject(bundle) || bundle.resourceType !== 'Bundle') return 'Bundle'
  const entries = toList(bundle.entry).filter(isObject)
  const [claim] = listClaims(bundle)
  if (claim === undefined || claim.use !== 'preauthorization') return 'Claim.use'
  const patient = findTarget(entries, claim.patient, 'Patient')
  const memberNumbers = listValues(patient?.identifier)
  const [name] = toList(patient?.name).filter(isObject)
  const [familyName, birthDate] = [readText(name?.family), readText(patient?.birthDate)]
  if (memberNumbers.length === 0) return 'Patient.identifier'
  if (familyName === undefined) return 'Patient.name.family'
  if (birthDate === undefined || !isCalendarDay(birthDate)) return 'Patient.birthDate'
  const npis = findNpis(entries, claim.provider)
  if (npis.length === 0) return 'Claim.provider'
  const numbers = toList(claim.insurance).flatMap((one) => (isObject(one) ? toList(one.preAuthRef) : []))
  const codes = toList(claim.item).flatMap((one) => (isObject(one) ? listCodes(one.productOrService) : []))
  return {
    ...{ memberNumbers, familyName, birthDate, npis },
    numbers: numbers.filter((one) => typeof one === 'string').slice(0, maxListed),
    codes: codes.slice(0, maxListed),
  }
}

/** The requests in a Bundle. */
export function listClaims(bundle: unknown): JsonObject[] {
  const entries = isObject(bundle) ? toList(bundle.entry).filter(isObject) : []
  const resources: unknown[] = entries.map(({ resource }) => resource)
  return resources.filter(isObject).filter(({ resourceType }) => resourceType === 'Claim')
}

/** The answer to a request as the requesting organization receives it: a ClaimResponse of PAS, without amounts (OS-54). */
export function toClaimResponse(eob: JsonObject): JsonObject {
  const {
    resourceType: _,
    meta: __,
    provider,
    preAuthRef,
    preAuthRefPeriod,
    total: ___,
    payment: ____,
    item,
    ...kept
  } = eob
  const [number, period] = [toList(preAuthRef)[0], toList(preAuthRefPeriod)[0]]
  const names = [
    'identifier',
    'extension',
    'status',
    'type',
    'use',
    'patient',
    'created',
    'insurer',
    'outcome',
    'disposition',
  ]
  const told = Object.fromEntries(names.flatMap((name) => (kept[name] === undefined ? [] : [[name, kept[name]]])))
  const [processNote, error] = [kept.processNote, kept.error]
  return {
    resourceType: 'ClaimResponse',
    id: kept.id,
    ...told,
    ...(provider !== undefined && { requestor: provider }),
    ...(typeof number === 'string' && { preAuthRef: number }),
    ...(isObject(period) && { preAuthPeriod: period }),
    ...(item !== undefined && { item: toList(item).filter(isObject).map(toResponseItem) }),
    ...(processNote !== undefined && { processNote }),
    ...(error !== undefined && { error }),
  } as JsonObject
}

function toResponseItem({ sequence, extension, adjudication, productOrService }: JsonObject): JsonObject {
  const detail =
    productOrService === undefined
      ? []
      : [
          {
            url: 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition/extension-itemAuthorizedDetail',
            extension: [{ url: 'productOrServiceCode', valueCodeableConcept: productOrService }],
          },
        ]
  const extensions = [...toList(extension), ...detail]
  const kept = toList(adjudication)
    .filter(isObject)
    .map(({ amount: _, ...one }) => one)
  return {
    itemSequence: sequence,
    ...(extensions.length > 0 && { extension: extensions }),
    ...(kept.length > 0 && { adjudication: kept }),
  } as JsonObject
}

/** Whether a stored answer matches an inquiry. */
export function isAsked(eob: JsonObject, { numbers, codes }: Inquiry): boolean {
  const own = [...toList(eob.preAuthRef), ...listValues(eob.identifier)]
  if (numbers.length > 0 && !numbers.some((one) => own.includes(one))) return false
  const services = toList(eob.item).flatMap((one) => (isObject(one) ? listCodes(one.productOrService) : []))
  return codes.length === 0 || services.some((one) => codes.includes(one))
}

/** The NPI in the reference's own identifier. */
export function listOwnNpis(reference: unknown): string[] {
  const identifier = isObject(reference) ? (reference as JsonObject).identifier : undefined
  return isObject(identifier) && identifier.system === npiSystem && typeof identifier.value === 'string'
    ? [identifier.value]
    : []
}

function findNpis(entries: readonly JsonObject[], provider: unknown): string[] {
  const types = ['Organization', 'Practitioner']
  const role = findTarget(entries, provider, 'PractitionerRole')
  const named = [provider, role?.practitioner, role?.organization]
  const targets: readonly (JsonObject | undefined)[] = named.flatMap((one) =>
    types.map((type) => findTarget(entries, one, type)),
  )
  const identifiers = targets.flatMap((one) => toList(one?.identifier)).filter(isObject)
  const own = identifiers.filter(({ system }) => system === npiSystem).flatMap(({ value }) => readText(value) ?? [])
  const said = listOwnNpis(provider)
  // The reference and its identifier name different providers: two readers could each pick a different one.
  if (said.length > 0 && own.length > 0 && !said.some((npi) => own.includes(npi))) return []
  return [...new Set([...said, ...own])].slice(0, maxListed)
}

/** The resource in the Bundle that a reference points to; undefined: none, or several, and the plan's system might pick a different one. */
function findTarget(entries: readonly JsonObject[], reference: unknown, type: string): JsonObject | undefined {
  const text = isObject(reference) ? readText(reference.reference) : undefined
  if (text === undefined) return undefined
  const [found, ...others] = entries.filter(({ fullUrl, resource }) => {
    if (!isObject(resource) || resource.resourceType !== type) return false
    return fullUrl === text || `${type}/${resource.id}` === text || readText(fullUrl)?.endsWith(`/${text}`) === true
  })
  return isObject(found?.resource) && others.length === 0 ? found.resource : undefined
}

function listValues(identifiers: unknown): string[] {
  return toList(identifiers)
    .flatMap((one) => (isObject(one) ? (readText(one.value) ?? []) : []))
    .slice(0, maxListed)
}

function listCodes(concept: unknown): string[] {
  return isObject(concept)
    ? toList(concept.coding).flatMap((one) => (isObject(one) ? (readText(one.code) ?? []) : []))
    : []
}

export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
}
