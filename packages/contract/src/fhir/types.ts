import { date, type FhirType, memberType, partyType, personType, reference, string, token, uri } from './type.ts'

const performed = date('performedDateTime', 'performedPeriod')
const effective = date('effectiveDateTime', 'effectivePeriod', 'effectiveInstant')

/** The types of the member's API (OS-1), with the searches of CARIN Blue Button, PDex and US Core. */
export const fhirTypes = {
  Patient: personType({
    parameters: {
      identifier: token('identifier'),
      name: string('name'),
      family: string('name.family'),
      given: string('name.given'),
      birthdate: date('birthDate'),
      'death-date': date('deceasedDateTime'),
      gender: token('gender'),
    },
  }),
  Coverage: memberType('beneficiary', {
    date: 'period',
    parameters: {
      status: token('status'),
      period: date('period'),
      payor: reference('payor'),
      subscriber: reference('subscriber'),
      identifier: token('identifier'),
    },
    includes: ['payor', 'patient', 'subscriber'],
    authors: ['payor'],
  }),
  ExplanationOfBenefit: memberType('patient', {
    date: 'billable-period',
    parameters: {
      identifier: token('identifier'),
      type: token('type'),
      use: token('use'),
      status: token('status'),
      created: date('created'),
      'service-date': date('billablePeriod', 'item.servicedDate', 'item.servicedPeriod'),
      'service-start-date': date('billablePeriod.start', 'item.servicedDate', 'item.servicedPeriod.start'),
      'billable-period': date('billablePeriod'),
      'billable-period-start': date('billablePeriod.start'),
      provider: reference('provider'),
      facility: reference('facility'),
      'care-team': reference('careTeam.provider'),
      coverage: reference('insurance.coverage'),
      insurer: reference('insurer'),
      payee: reference('payee.party'),
    },
    includes: ['patient', 'provider', 'facility', 'care-team', 'coverage', 'insurer', 'payee'],
    authors: ['insurer', 'provider'],
  }),
  MedicationRequest: memberType('subject', {
    date: 'authoredon',
    parameters: {
      intent: token('intent'),
      status: token('status'),
      authoredon: date('authoredOn'),
      encounter: reference('encounter'),
      medication: reference('medicationReference'),
      code: token('medicationCodeableConcept'),
      requester: reference('requester'),
      identifier: token('identifier'),
    },
    includes: ['patient', 'medication', 'requester', 'encounter'],
    authors: ['requester'],
  }),
  MedicationDispense: memberType('subject', {
    date: 'whenhandedover',
    parameters: {
      status: token('status'),
      type: token('type'),
      whenhandedover: date('whenHandedOver'),
      medication: reference('medicationReference'),
      code: token('medicationCodeableConcept'),
      performer: reference('performer.actor'),
      prescription: reference('authorizingPrescription'),
      identifier: token('identifier'),
    },
    includes: ['patient', 'medication', 'performer', 'prescription'],
    authors: ['performer'],
  }),
  CareTeam: memberType('subject', {
    date: 'date',
    parameters: {
      status: token('status'),
      role: token('participant.role'),
      date: date('period'),
      participant: reference('participant.member'),
    },
    includes: ['patient', 'participant'],
    authors: ['participant'],
  }),
  RelatedPerson: memberType('patient', {
    parameters: { name: string('name'), relationship: token('relationship') },
    includes: ['patient'],
  }),
  Device: memberType('patient', {
    parameters: { type: token('type'), status: token('status') },
    includes: ['patient'],
  }),
  Immunization: memberType('patient', {
    date: 'date',
    parameters: {
      status: token('status'),
      date: date('occurrenceDateTime'),
      'vaccine-code': token('vaccineCode'),
      performer: reference('performer.actor'),
      location: reference('location'),
    },
    includes: ['patient', 'performer', 'location'],
    authors: ['performer'],
  }),
  AllergyIntolerance: memberType('patient', {
    date: 'date',
    parameters: {
      'clinical-status': token('clinicalStatus'),
      code: token('code'),
      date: date('recordedDate'),
      recorder: reference('recorder'),
    },
    includes: ['patient', 'recorder'],
    authors: ['recorder'],
  }),
  Procedure: memberType('subject', {
    date: 'date',
    parameters: {
      status: token('status'),
      code: token('code'),
      date: performed,
      encounter: reference('encounter'),
      performer: reference('performer.actor'),
    },
    includes: ['patient', 'performer', 'encounter'],
    authors: ['performer'],
  }),
  Goal: memberType('subject', {
    date: 'target-date',
    parameters: {
      'lifecycle-status': token('lifecycleStatus'),
      description: token('description'),
      'target-date': date('target.dueDate'),
    },
    includes: ['patient'],
  }),
  CarePlan: memberType('subject', {
    date: 'date',
    parameters: { category: token('category'), status: token('status'), date: date('period') },
    includes: ['patient'],
  }),
  Encounter: memberType('subject', {
    date: 'date',
    parameters: {
      identifier: token('identifier'),
      class: token('class'),
      type: token('type'),
      status: token('status'),
      date: date('period'),
      'discharge-disposition': token('hospitalization.dischargeDisposition'),
      location: reference('location.location'),
      participant: reference('participant.individual'),
      'service-provider': reference('serviceProvider'),
    },
    includes: ['patient', 'location', 'participant', 'service-provider'],
    authors: ['participant', 'service-provider'],
  }),
  DocumentReference: memberType('subject', {
    date: 'date',
    parameters: {
      category: token('category'),
      type: token('type'),
      status: token('status'),
      date: date('date'),
      period: date('context.period'),
      identifier: token('identifier', 'masterIdentifier'),
      author: reference('author'),
      encounter: reference('context.encounter'),
    },
    includes: ['patient', 'author', 'encounter'],
    authors: ['author'],
  }),
  DiagnosticReport: memberType('subject', {
    date: 'date',
    parameters: {
      category: token('category'),
      code: token('code'),
      status: token('status'),
      date: effective,
      performer: reference('performer'),
      result: reference('result'),
      encounter: reference('encounter'),
    },
    includes: ['patient', 'performer', 'result', 'encounter'],
    authors: ['performer'],
  }),
  ServiceRequest: memberType('subject', {
    date: 'authored',
    parameters: {
      category: token('category'),
      code: token('code'),
      status: token('status'),
      authored: date('authoredOn'),
      requester: reference('requester'),
    },
    includes: ['patient', 'requester'],
    authors: ['requester'],
  }),
  Specimen: memberType('subject', {
    parameters: { type: token('type'), identifier: token('identifier') },
    includes: ['patient'],
  }),
  QuestionnaireResponse: memberType('subject', {
    date: 'authored',
    parameters: {
      status: token('status'),
      authored: date('authored'),
      questionnaire: uri('questionnaire'),
      author: reference('author'),
    },
    includes: ['patient', 'author'],
    authors: ['author'],
  }),
  Condition: memberType('subject', {
    date: 'recorded-date',
    parameters: {
      category: token('category'),
      code: token('code'),
      'clinical-status': token('clinicalStatus'),
      'onset-date': date('onsetDateTime', 'onsetPeriod'),
      'abatement-date': date('abatementDateTime', 'abatementPeriod'),
      'recorded-date': date('recordedDate'),
      'asserted-date': date('extension.valueDateTime'),
      encounter: reference('encounter'),
    },
    includes: ['patient', 'encounter'],
  }),
  Observation: memberType('subject', {
    date: 'date',
    parameters: {
      category: token('category'),
      code: token('code'),
      status: token('status'),
      date: effective,
      performer: reference('performer'),
      encounter: reference('encounter'),
    },
    includes: ['patient', 'performer', 'encounter'],
    authors: ['performer'],
  }),
  Organization: partyType({
    parameters: {
      name: string('name'),
      identifier: token('identifier'),
      type: token('type'),
      address: string('address'),
    },
  }),
  Practitioner: partyType({
    parameters: {
      name: string('name'),
      family: string('name.family'),
      given: string('name.given'),
      identifier: token('identifier'),
    },
  }),
  PractitionerRole: partyType({
    parameters: {
      specialty: token('specialty'),
      role: token('code'),
      identifier: token('identifier'),
      practitioner: reference('practitioner'),
      organization: reference('organization'),
      location: reference('location'),
    },
    includes: ['practitioner', 'organization', 'location'],
  }),
  Location: partyType({
    parameters: {
      name: string('name'),
      identifier: token('identifier'),
      address: string('address'),
      'address-city': string('address.city'),
      'address-state': string('address.state'),
      'address-postalcode': string('address.postalCode'),
      organization: reference('managingOrganization'),
    },
    includes: ['organization'],
  }),
  Medication: partyType({ parameters: { code: token('code'), identifier: token('identifier') } }),
} as const satisfies Readonly<Record<string, FhirType>>

export type FhirTypeName = keyof typeof fhirTypes

/** The type with this name; undefined: the API serves none. */
export function findFhirType(name: string): FhirType | undefined {
  return Object.hasOwn(fhirTypes, name) ? fhirTypes[name as FhirTypeName] : undefined
}

/**
 * The origin of resources according to a plan's file: stored on the shelf, and answered next to the provenance that we build for each
 * resource (OS-5).
 */
export const receivedProvenance: FhirType = personType({
  parameters: { target: reference('target'), recorded: date('recorded') },
})

/** A type of resource on members' shelves. */
export type ShelvedType = FhirTypeName | 'Provenance'

/** Types of clinical data that the import stores for the API alone (US Core). */
export const clinicalTypes = [
  'Device',
  'Immunization',
  'AllergyIntolerance',
  'Procedure',
  'Goal',
  'CarePlan',
  'Encounter',
  'DocumentReference',
  'DiagnosticReport',
  'ServiceRequest',
  'Specimen',
  'QuestionnaireResponse',
  'Condition',
  'Observation',
] as const satisfies readonly FhirTypeName[]
export type ClinicalType = (typeof clinicalTypes)[number]
