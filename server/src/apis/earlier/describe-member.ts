import { naicSystem, npiSystem } from '@portico/rules/fhir/systems'

/** One of our members as another plan knew them, and what they agreed to. */
export interface AskedMember {
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string
  /** Their member numbers here and there. */
  readonly ownNumber: string
  readonly earlierNumber: string
  readonly planName: string
  readonly peerName: string
  /** Our number as known to the other plan: an NPI or NAIC. */
  readonly ourNumber: string
  readonly agreedAt: Date
}

const regular = 'http://hl7.org/fhir/us/davinci-hrex/StructureDefinition-hrex-consent.html#regular'
/** The answer comes long before; a later request has its own consent. */
const consentLastsMs = 90 * 24 * 60 * 60_000

/** The request of a bulk match for one member (PDex), with the member's consent (HRex). */
export function buildMatchRequest(member: AskedMember, now: Date): object {
  const { firstName, lastName, birthDate, agreedAt } = member
  const reference = { reference: 'Patient/1' }
  const patient = {
    resourceType: 'Patient',
    id: '1',
    birthDate,
    name: [lastName === '' ? { family: firstName } : { family: lastName, given: [firstName] }],
    gender: 'unknown',
  }
  const buildCoverage = (id: string, number: string, payor: object) => ({
    ...{ resourceType: 'Coverage', id, status: id === '2' ? 'draft' : 'active', subscriberId: number },
    ...{ identifier: [{ value: number }], beneficiary: reference, payor: [payor] },
  })
  const us = { display: member.planName, identifier: toIdentifier(member.ourNumber) }
  const buildActor = (system: string, code: string, party: object) => ({
    ...{ role: { coding: [{ system: `http://terminology.hl7.org/CodeSystem/${system}`, code }] }, reference: party },
  })
  const consent = {
    ...{ resourceType: 'Consent', id: '4', status: 'active', patient: reference, performer: [reference] },
    scope: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/consentscope', code: 'patient-privacy' }] },
    category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'IDSCL' }] }],
    ...{
      dateTime: agreedAt.toISOString(),
      policy: [{ uri: regular }],
      sourceReference: { display: 'Agreed in the portal' },
    },
    provision: {
      type: 'permit',
      period: { start: agreedAt.toISOString(), end: new Date(now.getTime() + consentLastsMs).toISOString() },
      actor: [
        buildActor('provenance-participant-type', 'performer', { display: member.peerName }),
        buildActor('v3-ParticipationType', 'IRCP', us),
      ],
      action: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/consentaction', code: 'disclose' }] }],
    },
  }
  const part = [
    { name: 'MemberPatient', resource: patient },
    { name: 'CoverageToMatch', resource: buildCoverage('2', member.earlierNumber, { display: member.peerName }) },
    { name: 'CoverageToLink', resource: buildCoverage('3', member.ownNumber, us) },
    { name: 'Consent', resource: consent },
  ]
  return { resourceType: 'Parameters', parameter: [{ name: 'MemberBundle', part }] }
}

function toIdentifier(number: string): object {
  const isNaic = /^\d{5}$/.test(number)
  return { system: isNaic ? naicSystem : npiSystem, value: number }
}
