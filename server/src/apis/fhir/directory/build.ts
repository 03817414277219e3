import type { JsonObject } from '@portico/rules/fhir/json'
import { npiSystem } from '@portico/rules/fhir/systems'
import type { Entry } from '../../../care/finder/tell.ts'
import { stableId } from '../../../platform/versions/content.ts'
import type { OpenResource } from '../open/source.ts'

const guide = 'http://hl7.org/fhir/us/davinci-pdex-plan-net'
const nullFlavor = 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor'

/** Claims the profile only if the resource has what it requires (OS-2). */
const buildMeta = (updated: Date, profile: string, isWhole = true) => ({
  lastUpdated: updated.toISOString(),
  ...(isWhole && { profile: [`${guide}/StructureDefinition/plannet-${profile}|1.1.0`] }),
})

const buildConcept = (codeSystem: string, code: string, display: string) => ({
  coding: [{ system: `${guide}/CodeSystem/${codeSystem}`, code, display }],
})

export const newPatientsUrl = `${guide}/StructureDefinition/newpatients`

const payerId = 'payer'
export const toNetworkId = (brand: string, networkId: string) => stableId('fhir network', brand, networkId)
const toPlaceId = ({ providerId, place }: Pick<Entry, 'providerId' | 'place'>) => `${providerId}-${place}`

function isPerson({ kind }: Pick<Entry, 'kind'>): boolean {
  return kind === 'individual'
}

function buildContact({ phone, website }: Entry): object {
  const all = [
    ...(phone === null ? [] : [{ system: 'phone', value: phone }]),
    ...(website === null ? [] : [{ system: 'url', value: website }]),
  ]
  return all.length > 0 ? { telecom: all } : {}
}

/** Kinds of care in the directory's words: it has no codes of the taxonomy that the guide requires. */
function buildSpecialties({ specialties }: Entry): object {
  const all = specialties.map((one) =>
    typeof one === 'string'
      ? { text: one }
      : { coding: [{ system: 'urn:portico:specialty', code: one.id, display: one.name }], text: one.name },
  )
  return all.length > 0 ? { specialty: all } : {}
}

function buildAddress({ address, city, state, zip }: Entry): object | null {
  if (address === null && city === null && state === null && zip === null) return null
  return {
    ...(address !== null && { line: [address] }),
    ...(city !== null && { city }),
    ...(state !== null && { state }),
    ...(zip !== null && { postalCode: zip }),
  }
}

/** The person or organization that an entry describes. */
export function buildProvider(entry: Entry, updated: Date): OpenResource {
  return isPerson(entry) ? buildPerson(entry, updated) : buildFacility(entry, updated)
}

const buildIdentifier = ({ npi }: Entry) => (npi === null ? {} : { identifier: [{ system: npiSystem, value: npi }] })

function buildFacility(entry: Entry, updated: Date): OpenResource {
  const address = buildAddress(entry)
  return {
    resourceType: 'Organization',
    id: entry.providerId,
    meta: buildMeta(updated, 'Organization', address !== null),
    ...buildIdentifier(entry),
    active: true,
    type: [buildConcept('OrgTypeCS', 'fac', 'Facility')],
    name: entry.name,
    ...buildContact(entry),
    ...(address !== null && { address: [address] }),
  }
}

function buildPerson(entry: Entry, updated: Date): OpenResource {
  const { npi, name, credential, gender, languages } = entry
  const parts = name.trim().split(/\s+/)
  const [family, given] = [parts.at(-1) ?? name, parts.slice(0, -1)]
  const own = { text: name, family, ...(given.length > 0 && { given }) }
  return {
    resourceType: 'Practitioner',
    id: entry.providerId,
    meta: buildMeta(updated, 'Practitioner', npi !== null),
    ...buildIdentifier(entry),
    active: true,
    name: [{ ...own, ...(credential !== null && { suffix: [credential] }) }],
    ...(gender !== null && { gender: { F: 'female', M: 'male', X: 'other' }[gender] }),
    ...(credential !== null && { qualification: [{ code: { text: credential } }] }),
    ...(languages.length > 0 && {
      communication: languages.map((code) => ({ coding: [{ system: 'urn:ietf:bcp:47', code }] })),
    }),
  }
}

export function buildLocation(entry: Entry, updated: Date): OpenResource {
  const { lat, lon, exact, name, wheelchair, providerId } = entry
  const address = buildAddress(entry)
  const accessible = buildConcept('AccessibilityCS', 'handiaccess', 'handicap accessible')
  return {
    resourceType: 'Location',
    id: toPlaceId(entry),
    meta: buildMeta(updated, 'Location'),
    ...(wheelchair === true && {
      extension: [{ url: `${guide}/StructureDefinition/accessibility`, valueCodeableConcept: accessible }],
    }),
    status: 'active',
    name,
    ...buildContact(entry),
    ...(address !== null && { address }),
    // A ZIP code's point would send people to the wrong street.
    ...(exact && { position: { longitude: lon, latitude: lat } }),
    ...(!isPerson(entry) && { managingOrganization: { reference: `Organization/${providerId}` } }),
  }
}

/** What someone does at a place, in which networks, and for whom. */
export function buildRole(entry: Entry, brand: string, updated: Date): OpenResource {
  const { providerId, networks, accepting, specialties } = entry
  const listed = networks.map(({ networkId, name }) => ({
    reference: `Organization/${toNetworkId(brand, networkId)}`,
    display: name,
  }))
  const url = `${guide}/StructureDefinition/network-reference`
  const extension = [
    ...(isPerson(entry) ? listed.map((valueReference) => ({ url, valueReference })) : []),
    ...(accepting === null ? [] : [buildNewPatients(accepting)]),
    ...buildVerified(entry),
  ]
  const type = isPerson(entry) ? 'PractitionerRole' : 'OrganizationAffiliation'
  return {
    resourceType: type,
    id: toPlaceId(entry),
    meta: buildMeta(updated, type, specialties.length === 0),
    ...(extension.length > 0 && { extension }),
    active: true,
    ...(isPerson(entry)
      ? { practitioner: { reference: `Practitioner/${providerId}` } }
      : { participatingOrganization: { reference: `Organization/${providerId}` }, network: listed }),
    location: [{ reference: `Location/${toPlaceId(entry)}` }],
    ...(!isPerson(entry) && { healthcareService: [{ reference: `HealthcareService/${toPlaceId(entry)}` }] }),
    ...buildSpecialties(entry),
    ...buildContact(entry),
  }
}

const categories: Readonly<Partial<Record<Entry['kind'], readonly [code: string, display: string]>>> = {
  hospital: ['hosp', 'Hospital'],
  pharmacy: ['pharm', 'Pharmacy'],
}

/** What an organization does at a place. */
export function buildService(entry: Entry, updated: Date): OpenResource {
  const { providerId, accepting, specialties, kind, name } = entry
  const [code, display] = categories[kind] ?? []
  const category =
    code === undefined || display === undefined
      ? { coding: [{ system: nullFlavor, code: 'UNK', display: 'unknown' }] }
      : buildConcept('HealthcareServiceCategoryCS', code, display)
  return {
    resourceType: 'HealthcareService',
    id: toPlaceId(entry),
    meta: buildMeta(updated, 'HealthcareService', specialties.length === 0),
    ...(accepting !== null && { extension: [buildNewPatients(accepting)] }),
    active: true,
    providedBy: { reference: `Organization/${providerId}` },
    category: [category],
    ...buildSpecialties(entry),
    location: [{ reference: `Location/${toPlaceId(entry)}` }],
    name,
    ...buildContact(entry),
  }
}

function buildNewPatients(accepting: boolean): JsonObject {
  const concept = accepting
    ? buildConcept('AcceptingPatientsCS', 'newpt', 'Accepting')
    : buildConcept('AcceptingPatientsCS', 'nopt', 'Not Accepting')
  return { url: newPatientsUrl, extension: [{ url: 'acceptingPatients', valueCodeableConcept: concept }] }
}

/** States that no new patients are taken. */
export const closedToNew = buildNewPatients(false)

function buildVerified({ verifiedOn }: Entry): object[] {
  return verifiedOn === null ? [] : [{ url: 'urn:portico:verified-on', valueDate: verifiedOn }]
}

export function buildNetwork(
  brand: string,
  { network_id, name }: { readonly network_id: string; readonly name: string },
  { plan, updated }: { readonly plan: string; readonly updated: Date },
): OpenResource {
  return {
    resourceType: 'Organization',
    id: toNetworkId(brand, network_id),
    meta: buildMeta(updated, 'Network'),
    active: true,
    type: [buildConcept('OrgTypeCS', 'ntwk', 'Network')],
    name,
    partOf: { reference: `Organization/${payerId}`, display: plan },
  }
}

/** The plan itself; the directory lacks its address, which the profile requires. */
export function buildPayer(plan: string, endpoints: readonly string[], updated: Date): OpenResource {
  return {
    resourceType: 'Organization',
    id: payerId,
    meta: buildMeta(updated, 'Organization', false),
    active: true,
    type: [buildConcept('OrgTypeCS', 'payer', 'Payer')],
    name: plan,
    endpoint: endpoints.map((id) => ({ reference: `Endpoint/${id}` })),
  }
}

/** A product of the plan; the directory knows its id and networks, but the profile also requires its type and benefits. */
export function buildPlan(
  brand: string,
  planId: string,
  {
    networkIds,
    plan,
    updated,
  }: { readonly networkIds: readonly string[]; readonly plan: string; readonly updated: Date },
): OpenResource {
  const payer = { reference: `Organization/${payerId}`, display: plan }
  return {
    resourceType: 'InsurancePlan',
    id: stableId('fhir plan', brand, planId),
    meta: buildMeta(updated, 'InsurancePlan', false),
    identifier: [{ value: planId }],
    status: 'active',
    ownedBy: payer,
    administeredBy: payer,
    network: networkIds.map((networkId) => ({ reference: `Organization/${toNetworkId(brand, networkId)}` })),
  }
}

/** The address of one of the plan's APIs. */
export function buildEndpoint(
  name: string,
  { address, plan, updated }: { readonly address: string; readonly plan: string; readonly updated: Date },
): OpenResource {
  return {
    resourceType: 'Endpoint',
    id: `endpoint-${name}`,
    meta: buildMeta(updated, 'Endpoint'),
    status: 'active',
    connectionType: {
      system: 'http://terminology.hl7.org/CodeSystem/endpoint-connection-type',
      code: 'hl7-fhir-rest',
    },
    name: `${plan}: ${name}`,
    managingOrganization: { reference: `Organization/${payerId}` },
    payloadType: [buildConcept('EndpointPayloadTypeCS', 'NA', 'Not Applicable')],
    address,
  }
}
