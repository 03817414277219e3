import { directoryProfiles } from './directory-profiles.ts'
import { type OpenTypes, reference, string, token } from './type.ts'

const listProfiles = (type: keyof typeof directoryProfiles) =>
  directoryProfiles[type].map(({ url, version }) => `${url}|${version}`)

const area = 'extension:location-reference.valueReference'

/** The types of the public provider directory (OS-13), with the searches that Plan-Net requires. */
export const directoryTypes = {
  Practitioner: {
    parameters: {
      identifier: token('identifier'),
      name: string('name'),
      family: string('name.family'),
      given: string('name.given'),
    },
    targets: {},
    profiles: listProfiles('Practitioner'),
  },
  PractitionerRole: {
    parameters: {
      practitioner: reference('practitioner'),
      organization: reference('organization'),
      location: reference('location'),
      service: reference('healthcareService'),
      network: reference('extension:network-reference.valueReference'),
      endpoint: reference('endpoint'),
      role: token('code'),
      specialty: token('specialty'),
    },
    targets: {
      practitioner: ['Practitioner'],
      organization: ['Organization'],
      location: ['Location'],
      service: ['HealthcareService'],
      network: ['Organization'],
      endpoint: ['Endpoint'],
    },
    profiles: listProfiles('PractitionerRole'),
  },
  Organization: {
    parameters: {
      identifier: token('identifier'),
      name: string('name', 'alias'),
      type: token('type'),
      address: string('address'),
      partof: reference('partOf'),
      endpoint: reference('endpoint'),
      'coverage-area': reference(area),
    },
    targets: { partof: ['Organization'], endpoint: ['Endpoint'], 'coverage-area': ['Location'] },
    profiles: listProfiles('Organization'),
  },
  OrganizationAffiliation: {
    parameters: {
      'primary-organization': reference('organization'),
      'participating-organization': reference('participatingOrganization'),
      location: reference('location'),
      service: reference('healthcareService'),
      network: reference('network'),
      endpoint: reference('endpoint'),
      role: token('code'),
      specialty: token('specialty'),
    },
    targets: {
      'primary-organization': ['Organization'],
      'participating-organization': ['Organization'],
      location: ['Location'],
      service: ['HealthcareService'],
      network: ['Organization'],
      endpoint: ['Endpoint'],
    },
    profiles: listProfiles('OrganizationAffiliation'),
  },
  HealthcareService: {
    parameters: {
      name: string('name'),
      organization: reference('providedBy'),
      location: reference('location'),
      'coverage-area': reference('coverageArea'),
      endpoint: reference('endpoint'),
      'service-category': token('category'),
      'service-type': token('type'),
      specialty: token('specialty'),
    },
    targets: {
      organization: ['Organization'],
      location: ['Location'],
      'coverage-area': ['Location'],
      endpoint: ['Endpoint'],
    },
    profiles: listProfiles('HealthcareService'),
  },
  InsurancePlan: {
    parameters: {
      identifier: token('identifier'),
      name: string('name', 'alias'),
      type: token('type'),
      'plan-type': token('plan.type'),
      'administered-by': reference('administeredBy'),
      'owned-by': reference('ownedBy'),
      'coverage-area': reference('coverageArea'),
      network: reference('network', 'plan.network'),
    },
    targets: {
      'administered-by': ['Organization'],
      'owned-by': ['Organization'],
      'coverage-area': ['Location'],
      network: ['Organization'],
    },
    profiles: listProfiles('InsurancePlan'),
  },
  Location: {
    parameters: {
      name: string('name', 'alias'),
      type: token('type'),
      address: string('address'),
      'address-city': string('address.city'),
      'address-state': string('address.state'),
      'address-postalcode': string('address.postalCode'),
      organization: reference('managingOrganization'),
      partof: reference('partOf'),
      endpoint: reference('endpoint'),
    },
    targets: { organization: ['Organization'], partof: ['Location'], endpoint: ['Endpoint'] },
    profiles: listProfiles('Location'),
  },
  Endpoint: {
    parameters: { organization: reference('managingOrganization') },
    targets: { organization: ['Organization'] },
    profiles: listProfiles('Endpoint'),
  },
} as const satisfies OpenTypes

export type DirectoryTypeName = keyof typeof directoryTypes
