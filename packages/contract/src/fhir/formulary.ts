import { formularyProfiles } from './formulary-profiles.ts'
import { date, type OpenTypes, reference, string, token } from './type.ts'

const listProfiles = (type: keyof typeof formularyProfiles) =>
  formularyProfiles[type].map(({ url, version }) => `${url}|${version}`)

/** The types of the public formulary API (OS-17), with the searches of the US Drug Formulary. */
export const formularyTypes = {
  InsurancePlan: {
    parameters: {
      identifier: token('identifier'),
      status: token('status'),
      period: date('period'),
      type: token('type'),
      name: string('name'),
      'coverage-type': token('coverage.type'),
      'formulary-coverage': reference('coverage.extension:usdf-FormularyReference-extension.valueReference'),
      'coverage-area': reference('coverageArea'),
    },
    targets: { 'formulary-coverage': ['InsurancePlan'], 'coverage-area': ['Location'] },
    profiles: listProfiles('InsurancePlan'),
  },
  Basic: {
    parameters: {
      code: token('code'),
      subject: reference('subject'),
      status: token('extension:usdf-AvailabilityStatus-extension.valueCode'),
      period: date('extension:usdf-AvailabilityPeriod-extension.valuePeriod'),
      formulary: reference('extension:usdf-FormularyReference-extension.valueReference'),
      'pharmacy-benefit-type': token('extension:usdf-PharmacyBenefitType-extension.valueCodeableConcept'),
      'drug-tier': token('extension:usdf-DrugTierID-extension.valueCodeableConcept'),
    },
    targets: { subject: ['MedicationKnowledge'], formulary: ['InsurancePlan'] },
    profiles: listProfiles('Basic'),
  },
  MedicationKnowledge: {
    parameters: {
      status: token('status'),
      code: token('code'),
      'drug-name': string('code.coding.display', 'code.text', 'synonym'),
      doseform: token('doseForm'),
    },
    targets: {},
    profiles: listProfiles('MedicationKnowledge'),
  },
  Location: {
    parameters: {
      address: string('address'),
      'address-city': string('address.city'),
      'address-state': string('address.state'),
      'address-postalcode': string('address.postalCode'),
    },
    targets: {},
    profiles: listProfiles('Location'),
  },
} as const satisfies OpenTypes
