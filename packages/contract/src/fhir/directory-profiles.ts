import type { Profile } from '@portico/rules/fhir/profiles'
import { guide } from './profiles.ts'

const planNet = guide('http://hl7.org/fhir/us/davinci-pdex-plan-net', '1.1.0')
const always = { isDefault: true } as const

/** The profiles that resources in a provider directory may claim (OS-13), by type. */
export const directoryProfiles = {
  Practitioner: [
    planNet(
      'plannet-Practitioner',
      'identifier identifier.system identifier.value active name name.family qualification.code',
      always,
    ),
  ],
  PractitionerRole: [
    planNet('plannet-PractitionerRole', 'active telecom.system telecom.value notAvailable.description', {
      isDefault: true,
      invariants: ['us-core-13'],
    }),
  ],
  Organization: [
    planNet('plannet-Organization', 'active type name address', {
      isDefault: true,
      codes: ['fac', 'prvgrp', 'payer', 'atyprv', 'bus'],
    }),
    planNet('plannet-Network', 'active type name partOf', { isDefault: true, codes: ['ntwk'] }),
  ],
  OrganizationAffiliation: [
    planNet('plannet-OrganizationAffiliation', 'active', {
      isDefault: true,
      invariants: ['organization-or-participatingOrganization'],
    }),
  ],
  HealthcareService: [planNet('plannet-HealthcareService', 'active category notAvailable.description', always)],
  InsurancePlan: [
    planNet(
      'plannet-InsurancePlan',
      'status type ownedBy administeredBy coverage.type coverage.benefit coverage.benefit.type plan.specificCost.category plan.specificCost.benefit.type plan.specificCost.benefit.cost.type',
      { isDefault: true, invariants: ['network-or-plan-Network', 'plan-type-is-distinct'] },
    ),
  ],
  Location: [planNet('plannet-Location', 'status name position.longitude position.latitude', always)],
  Endpoint: [planNet('plannet-Endpoint', 'status connectionType payloadType address', always)],
} as const satisfies Readonly<Record<string, readonly Profile[]>>
