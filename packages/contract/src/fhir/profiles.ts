import type { InvariantKey } from '@portico/rules/fhir/invariants'
import type { Profile } from '@portico/rules/fhir/profiles'
import type { FhirTypeName } from './types.ts'

type More = Omit<Profile, 'url' | 'version' | 'needs'>

/** Makes the profiles of a version of a guide; `needs` are the elements that a profile requires, without slices. */
export const guide =
  (base: string, version: string) =>
  (name: string, needs: string, more: More = {}): Profile => ({
    url: `${base}/StructureDefinition/${name}`,
    version,
    needs: needs.split(' '),
    ...more,
  })

const usCore = guide('http://hl7.org/fhir/us/core', '6.1.0')
const carin = guide('http://hl7.org/fhir/us/carin-bb', '2.0.0')
const pdex = guide('http://hl7.org/fhir/us/davinci-pdex', '2.0.0')
const always = { isDefault: true } as const
const alwaysWith = (...invariants: readonly InvariantKey[]): More => ({ isDefault: true, invariants })
const ofClaims = ['EOB-insurance-focal', 'EOB-payee-other-type-requires-party'] as const
const numbers = ['us-core-16', 'us-core-17'] as const
const buildClaimUse = (code: string, ...more: readonly InvariantKey[]): More => ({
  codes: [code],
  use: 'claim',
  isDefault: true,
  invariants: [...ofClaims, ...more],
})

/** The profiles that resources may claim (OS-2), by type. */
export const fhirProfiles: Readonly<Partial<Record<FhirTypeName, readonly Profile[]>>> = {
  Patient: [
    carin(
      'C4BB-Patient',
      'identifier identifier.system identifier.value name telecom.system telecom.value gender communication.language link.other link.type',
      always,
    ),
    usCore(
      'us-core-patient',
      'identifier identifier.system identifier.value name telecom.system telecom.value gender communication.language link.other link.type',
      alwaysWith('us-core-6'),
    ),
  ],
  Coverage: [
    carin(
      'C4BB-Coverage',
      'status subscriberId beneficiary relationship payor class.type class.value costToBeneficiary.value[x] costToBeneficiary.exception.type',
      always,
    ),
    usCore(
      'us-core-coverage',
      'status beneficiary relationship payor class.type class.value costToBeneficiary.value[x] costToBeneficiary.exception.type',
      alwaysWith('us-core-15'),
    ),
  ],
  ExplanationOfBenefit: [
    carin(
      'C4BB-ExplanationOfBenefit-Inpatient-Institutional',
      'identifier status type subType use patient billablePeriod billablePeriod.start created insurer provider related.relationship related.reference payee.type outcome careTeam.sequence careTeam.provider careTeam.role supportingInfo supportingInfo.sequence supportingInfo.category diagnosis diagnosis.sequence diagnosis.diagnosis[x] diagnosis.type procedure.sequence procedure.type procedure.procedure[x] insurance insurance.focal insurance.coverage item item.sequence item.revenue item.productOrService item.adjudication.category item.detail.sequence item.detail.productOrService item.detail.subDetail.sequence item.detail.subDetail.productOrService addItem.productOrService addItem.detail.productOrService addItem.detail.subDetail.productOrService adjudication adjudication.category total total.category total.amount benefitBalance.category benefitBalance.financial.type',
      buildClaimUse('inpatient', 'EOB-institutional-item-or-header-adjudication'),
    ),
    carin(
      'C4BB-ExplanationOfBenefit-Oral',
      'identifier status type use patient billablePeriod billablePeriod.start created insurer provider related.relationship related.reference payee.type outcome careTeam.sequence careTeam.provider careTeam.role supportingInfo.sequence supportingInfo.category diagnosis.sequence diagnosis.diagnosis[x] diagnosis.type procedure.sequence procedure.procedure[x] insurance insurance.focal insurance.coverage item item.sequence item.productOrService item.serviced[x] item.location[x] item.adjudication item.adjudication.category item.detail.sequence item.detail.productOrService item.detail.subDetail.sequence item.detail.subDetail.productOrService addItem.productOrService addItem.detail.productOrService addItem.detail.subDetail.productOrService adjudication adjudication.category total total.category total.amount benefitBalance.category benefitBalance.financial.type',
      buildClaimUse('oral'),
    ),
    carin(
      'C4BB-ExplanationOfBenefit-Outpatient-Institutional',
      'identifier status type subType use patient billablePeriod billablePeriod.start created insurer provider related.relationship related.reference payee.type outcome careTeam.sequence careTeam.provider careTeam.role supportingInfo.sequence supportingInfo.category diagnosis diagnosis.sequence diagnosis.diagnosis[x] diagnosis.type procedure.sequence procedure.procedure[x] insurance insurance.focal insurance.coverage item item.sequence item.productOrService item.serviced[x] item.adjudication.category item.detail.sequence item.detail.productOrService item.detail.subDetail.sequence item.detail.subDetail.productOrService addItem.productOrService addItem.detail.productOrService addItem.detail.subDetail.productOrService adjudication adjudication.category total total.category total.amount benefitBalance.category benefitBalance.financial.type',
      buildClaimUse('outpatient', 'EOB-institutional-item-or-header-adjudication'),
    ),
    carin(
      'C4BB-ExplanationOfBenefit-Pharmacy',
      'identifier status type use patient billablePeriod billablePeriod.start created insurer provider related.relationship related.reference payee.type outcome careTeam.sequence careTeam.provider careTeam.role supportingInfo supportingInfo.sequence supportingInfo.category diagnosis.sequence diagnosis.diagnosis[x] procedure.sequence procedure.procedure[x] insurance insurance.focal insurance.coverage item item.sequence item.productOrService item.serviced[x] item.adjudication item.adjudication.category item.detail.sequence item.detail.productOrService item.detail.subDetail.sequence item.detail.subDetail.productOrService addItem.productOrService addItem.detail.productOrService addItem.detail.subDetail.productOrService adjudication adjudication.category total total.category total.amount benefitBalance.category benefitBalance.financial.type',
      buildClaimUse('pharmacy'),
    ),
    carin(
      'C4BB-ExplanationOfBenefit-Professional-NonClinician',
      'identifier status type use patient billablePeriod billablePeriod.start created insurer provider related.relationship related.reference payee.type outcome careTeam.sequence careTeam.provider careTeam.role supportingInfo.sequence supportingInfo.category diagnosis diagnosis.sequence diagnosis.diagnosis[x] diagnosis.type procedure.sequence procedure.procedure[x] insurance insurance.focal insurance.coverage item item.sequence item.productOrService item.serviced[x] item.location[x] item.adjudication item.adjudication.category item.detail.sequence item.detail.productOrService item.detail.subDetail.sequence item.detail.subDetail.productOrService addItem.productOrService addItem.detail.productOrService addItem.detail.subDetail.productOrService adjudication.category total total.category total.amount benefitBalance.category benefitBalance.financial.type',
      buildClaimUse('professional'),
    ),
    pdex(
      'pdex-priorauthorization',
      'status type use patient created insurer provider outcome careTeam.sequence careTeam.provider supportingInfo.sequence supportingInfo.category diagnosis.sequence diagnosis.diagnosis[x] procedure.sequence procedure.procedure[x] insurance insurance.focal insurance.coverage item.sequence item.productOrService item.adjudication.category item.detail.sequence item.detail.productOrService item.detail.subDetail.sequence item.detail.subDetail.productOrService addItem.productOrService addItem.detail.productOrService addItem.detail.subDetail.productOrService adjudication.category total.category total.amount benefitBalance.category benefitBalance.financial.type',
      { use: 'preauthorization', isDefault: true, invariants: ofClaims },
    ),
  ],
  MedicationRequest: [
    usCore(
      'us-core-medicationrequest',
      'status intent medication[x] subject substitution.allowed[x]',
      alwaysWith('us-core-21'),
    ),
  ],
  MedicationDispense: [
    usCore(
      'us-core-medicationdispense',
      'status medication[x] subject performer.actor substitution.wasSubstituted',
      alwaysWith('us-core-20'),
    ),
  ],
  CareTeam: [usCore('us-core-careteam', 'subject participant participant.role participant.member', always)],
  RelatedPerson: [
    carin('C4BB-RelatedPerson', 'active patient communication.language', alwaysWith('us-core-14')),
    usCore('us-core-relatedperson', 'active patient communication.language', alwaysWith('us-core-14')),
  ],
  Device: [
    usCore(
      'us-core-implantable-device',
      'udiCarrier.deviceIdentifier deviceName.name deviceName.type type specialization.systemType version.value property.type patient',
    ),
  ],
  Immunization: [
    usCore(
      'us-core-immunization',
      'status vaccineCode patient occurrence[x] performer.actor protocolApplied.doseNumber[x]',
      always,
    ),
  ],
  AllergyIntolerance: [usCore('us-core-allergyintolerance', 'code patient reaction.manifestation', always)],
  Procedure: [
    usCore('us-core-procedure', 'status code subject performer.actor focalDevice.manipulated', alwaysWith('us-core-7')),
  ],
  Goal: [usCore('us-core-goal', 'lifecycleStatus description subject', always)],
  CarePlan: [usCore('us-core-careplan', 'status intent category subject activity.detail.status')],
  Encounter: [
    usCore(
      'us-core-encounter',
      'identifier.system identifier.value status statusHistory.status statusHistory.period class classHistory.class classHistory.period type subject diagnosis.condition location.location',
      always,
    ),
  ],
  DocumentReference: [
    usCore(
      'us-core-documentreference',
      'status type category subject relatesTo.code relatesTo.target content content.attachment',
      always,
    ),
  ],
  DiagnosticReport: [
    usCore('us-core-diagnosticreport-lab', 'status category code subject media.link'),
    usCore('us-core-diagnosticreport-note', 'status category code subject media.link'),
  ],
  ServiceRequest: [usCore('us-core-servicerequest', 'status intent code subject', always)],
  Specimen: [usCore('us-core-specimen', 'type', always)],
  QuestionnaireResponse: [usCore('us-core-questionnaireresponse', 'questionnaire status subject authored item.linkId')],
  Condition: [
    usCore('us-core-condition-encounter-diagnosis', 'category code subject'),
    usCore('us-core-condition-problems-health-concerns', 'category code subject'),
  ],
  Observation: [
    usCore(
      'head-occipital-frontal-circumference-percentile',
      'status category code subject effective[x] component.code',
    ),
    usCore('pediatric-bmi-for-age', 'status category code subject effective[x] component.code'),
    usCore('pediatric-weight-for-height', 'status category code subject effective[x] component.code'),
    usCore('us-core-blood-pressure', 'status category code subject effective[x] component component.code'),
    usCore('us-core-bmi', 'status category code subject effective[x] component.code'),
    usCore('us-core-body-height', 'status category code subject effective[x] component.code'),
    usCore('us-core-body-temperature', 'status category code subject effective[x] component.code'),
    usCore('us-core-body-weight', 'status category code subject effective[x] component.code'),
    usCore('us-core-head-circumference', 'status category code subject effective[x] component.code'),
    usCore('us-core-heart-rate', 'status category code subject effective[x] component.code'),
    usCore('us-core-observation-clinical-result', 'status category code subject component.code'),
    usCore('us-core-observation-lab', 'status category code subject component.code'),
    usCore('us-core-observation-occupation', 'status code subject value[x] component.code'),
    usCore('us-core-observation-pregnancyintent', 'status code subject effective[x] value[x] component.code'),
    usCore('us-core-observation-pregnancystatus', 'status code subject effective[x] value[x] component.code'),
    usCore('us-core-observation-screening-assessment', 'status category code subject component.code'),
    usCore('us-core-observation-sexual-orientation', 'status code subject component.code'),
    usCore('us-core-pulse-oximetry', 'status category code code.coding subject effective[x] component.code'),
    usCore('us-core-respiratory-rate', 'status category code subject effective[x] component.code'),
    usCore('us-core-simple-observation', 'status category code subject component.code'),
    usCore('us-core-smokingstatus', 'status category code subject effective[x] value[x] component.code'),
    usCore('us-core-vital-signs', 'status category code subject effective[x] component.code'),
  ],
  Organization: [
    carin('C4BB-Organization', 'active name', always),
    usCore('us-core-organization', 'active name', alwaysWith(...numbers, 'us-core-18', 'us-core-19')),
  ],
  Practitioner: [
    carin('C4BB-Practitioner', 'identifier name name.family qualification.code', alwaysWith('Practitioner-identifier')),
    usCore(
      'us-core-practitioner',
      'identifier identifier.system identifier.value name name.family qualification.code',
      alwaysWith(...numbers),
    ),
  ],
  PractitionerRole: [
    usCore(
      'us-core-practitionerrole',
      'telecom.system telecom.value notAvailable.description',
      alwaysWith('us-core-13', 'pd-1'),
    ),
  ],
  Location: [usCore('us-core-location', 'name position.longitude position.latitude', always)],
  Medication: [usCore('us-core-medication', 'code ingredient.item[x]', always)],
}
