import { type OpenTypes, reference, string, token } from './type.ts'

const guide = 'http://hl7.org/fhir/us/davinci-pdex-plan-net/StructureDefinition'
const profile = (name: string) => `${guide}/plannet-${name}|1.1.0`

/** The types of the public directory of providers (OS-13), with the searches of Plan-Net for what a directory says. */
export const directoryTypes = {
  Practitioner: {
    parameters: {
      identifier: token('identifier'),
      name: string('name'),
      family: string('name.family'),
      given: string('name.given'),
    },
    targets: {},
    profiles: [profile('Practitioner')],
  },
  PractitionerRole: {
    parameters: {
      practitioner: reference('practitioner'),
      location: reference('location'),
      network: reference('extension:network-reference.valueReference'),
      specialty: token('specialty'),
    },
    targets: { practitioner: ['Practitioner'], location: ['Location'], network: ['Organization'] },
    profiles: [profile('PractitionerRole')],
  },
  Organization: {
    parameters: {
      identifier: token('identifier'),
      name: string('name'),
      type: token('type'),
      address: string('address'),
      partof: reference('partOf'),
      endpoint: reference('endpoint'),
    },
    targets: { partof: ['Organization'], endpoint: ['Endpoint'] },
    profiles: [profile('Organization'), profile('Network')],
  },
  OrganizationAffiliation: {
    parameters: {
      'participating-organization': reference('participatingOrganization'),
      location: reference('location'),
      network: reference('network'),
      service: reference('healthcareService'),
      specialty: token('specialty'),
    },
    targets: {
      'participating-organization': ['Organization'],
      location: ['Location'],
      network: ['Organization'],
      service: ['HealthcareService'],
    },
    profiles: [profile('OrganizationAffiliation')],
  },
  HealthcareService: {
    parameters: {
      organization: reference('providedBy'),
      location: reference('location'),
      'service-category': token('category'),
      specialty: token('specialty'),
    },
    targets: { organization: ['Organization'], location: ['Location'] },
    profiles: [profile('HealthcareService')],
  },
  Location: {
    parameters: {
      address: string('address'),
      'address-city': string('address.city'),
      'address-state': string('address.state'),
      'address-postalcode': string('address.postalCode'),
      organization: reference('managingOrganization'),
    },
    targets: { organization: ['Organization'] },
    profiles: [profile('Location')],
  },
  Endpoint: {
    parameters: { organization: reference('managingOrganization') },
    targets: { organization: ['Organization'] },
    profiles: [profile('Endpoint')],
  },
} as const satisfies OpenTypes
