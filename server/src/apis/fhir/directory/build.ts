import type { Entry } from '../../../care/finder/tell.ts'
import { stableId } from '../../../platform/versions/content.ts'

const guide = 'http://hl7.org/fhir/us/davinci-pdex-plan-net'
const profile = (name: string) => ({ profile: [`${guide}/StructureDefinition/plannet-${name}|1.1.0`] })
const npiSystem = 'http://hl7.org/fhir/sid/us-npi'

/** A resource of the directory, as JSON. */
export type Listed = Readonly<Record<string, unknown>> & { readonly resourceType: string; readonly id: string }

export const toNetworkId = (brand: string, networkId: string) => stableId('fhir network', brand, networkId)
const toPlaceId = ({ providerId, place }: Pick<Entry, 'providerId' | 'place'>) => `${providerId}-${place}`

export function isPerson({ kind }: Pick<Entry, 'kind'>): boolean {
  return kind === 'individual'
}

const readContact = ({ phone, website }: Entry) => [
  ...(phone === null ? [] : [{ system: 'phone', value: phone }]),
  ...(website === null ? [] : [{ system: 'url', value: website }]),
]

const findSpecialties = ({ specialties }: Entry) =>
  specialties.map((text) => ({ text: typeof text === 'string' ? text : text.name }))

/** The person, or the organization, that some entries are about. */
export function buildProvider([entry]: readonly [Entry, ...Entry[]]): Listed {
  const { providerId: id, npi, name, credential, gender, languages } = entry
  const identifier = npi === null ? {} : { identifier: [{ system: npiSystem, value: npi }] }
  if (!isPerson(entry)) {
    const type = { coding: [{ system: `${guide}/CodeSystem/OrgTypeCS`, code: 'fac', display: 'Facility' }] }
    const about = { active: true, type: [type], name }
    return { resourceType: 'Organization', id, meta: profile('Organization'), ...identifier, ...about }
  }
  const parts = name.trim().split(/\s+/)
  const [family, given] = [parts.at(-1) ?? name, parts.slice(0, -1)]
  return {
    resourceType: 'Practitioner',
    id,
    meta: profile('Practitioner'),
    ...identifier,
    active: true,
    name: [
      { text: name, family, ...(given.length > 0 && { given }), ...(credential !== null && { suffix: [credential] }) },
    ],
    ...(gender !== null && { gender: { F: 'female', M: 'male', X: 'other' }[gender] }),
    ...(languages.length > 0 && {
      communication: languages.map((code) => ({ coding: [{ system: 'urn:ietf:bcp:47', code }] })),
    }),
  }
}

export function buildLocation(entry: Entry): Listed {
  const { address, city, state, zip, lat, lon, exact, name } = entry
  const contact = readContact(entry)
  return {
    resourceType: 'Location',
    id: toPlaceId(entry),
    meta: profile('Location'),
    status: 'active',
    name,
    ...(contact.length > 0 && { telecom: contact }),
    address: {
      ...(address !== null && { line: [address] }),
      ...(city !== null && { city }),
      ...(state !== null && { state }),
      ...(zip !== null && { postalCode: zip }),
    },
    // That of a ZIP code would send people to the wrong street.
    ...(exact && { position: { longitude: lon, latitude: lat } }),
  }
}

/** What someone does at a place, in which networks, for whom. */
export function buildRole(entry: Entry, brand: string): Listed {
  const { providerId, networks, accepting } = entry
  const networksOf = networks.map(({ networkId, name }) => ({
    url: `${guide}/StructureDefinition/network-reference`,
    valueReference: { reference: `Organization/${toNetworkId(brand, networkId)}`, display: name },
  }))
  const patients = accepting === null ? [] : [newPatients(accepting)]
  const contact = readContact(entry)
  const specialty = findSpecialties(entry)
  const extension = [...(isPerson(entry) ? networksOf : []), ...patients, ...buildVerified(entry)]
  const about = isPerson(entry)
    ? {
        resourceType: 'PractitionerRole',
        meta: profile('PractitionerRole'),
        practitioner: { reference: `Practitioner/${providerId}` },
      }
    : {
        resourceType: 'OrganizationAffiliation',
        meta: profile('OrganizationAffiliation'),
        participatingOrganization: { reference: `Organization/${providerId}` },
        network: networks.map(({ networkId }) => ({ reference: `Organization/${toNetworkId(brand, networkId)}` })),
      }
  return {
    ...about,
    id: toPlaceId(entry),
    ...(extension.length > 0 && { extension }),
    active: true,
    location: [{ reference: `Location/${toPlaceId(entry)}` }],
    ...(specialty.length > 0 && { specialty }),
    ...(contact.length > 0 && { telecom: contact }),
  }
}

function newPatients(accepting: boolean): object {
  const code = accepting ? 'newpt' : 'nopt'
  return {
    url: `${guide}/StructureDefinition/newpatients`,
    extension: [
      {
        url: 'acceptingPatients',
        valueCodeableConcept: { coding: [{ system: `${guide}/CodeSystem/AcceptingPatientsCS`, code }] },
      },
    ],
  }
}

function buildVerified({ verifiedOn }: Entry): object[] {
  return verifiedOn === null ? [] : [{ url: 'urn:portico:verified-on', valueDate: verifiedOn }]
}

export function buildNetwork(
  brand: string,
  { network_id, name }: { readonly network_id: string; readonly name: string },
  plan: string,
): Listed {
  return {
    resourceType: 'Organization',
    id: toNetworkId(brand, network_id),
    meta: profile('Network'),
    active: true,
    type: [{ coding: [{ system: `${guide}/CodeSystem/OrgTypeCS`, code: 'ntwk', display: 'Network' }] }],
    name,
    partOf: { display: plan },
  }
}
