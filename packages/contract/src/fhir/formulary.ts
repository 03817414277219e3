import { date, type OpenTypes, reference, string, token } from './type.ts'

const guide = 'http://hl7.org/fhir/us/davinci-drug-formulary/StructureDefinition'
const profile = (name: string) => `${guide}/usdf-${name}|2.0.1`

/** The types of the public formulary API (OS-17), with the searches of the US Drug Formulary for what a list of drugs says. */
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
    },
    targets: { 'formulary-coverage': ['InsurancePlan'] },
    profiles: [profile('PayerInsurancePlan'), profile('Formulary')],
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
    profiles: [profile('FormularyItem')],
  },
  MedicationKnowledge: {
    parameters: {
      status: token('status'),
      code: token('code'),
      'drug-name': string('code.coding.display', 'code.text', 'synonym'),
    },
    targets: {},
    profiles: [profile('FormularyDrug')],
  },
} as const satisfies OpenTypes
