/** A person from a plan's rows; null: the rows do not say. */
export interface PersonRow {
  readonly brand: string
  readonly memberNumber: string
  readonly firstName: string
  readonly lastName: string
  /** `yyyy-mm-dd` */
  readonly dateOfBirth: string
  readonly address: string | null
  readonly city: string | null
  readonly state: string | null
  readonly zipCode: string | null
  readonly email: string | null
  readonly phone: string | null
}

const identifierType = 'http://terminology.hl7.org/CodeSystem/v2-0203'

/** Builds the Patient for someone who did not come as FHIR. Unknown values are left out, or marked as unknown. */
export function buildPatient(person: PersonRow): object {
  const { address, city, state, zipCode, email, phone } = person
  const place = {
    ...(address !== null && { line: [address] }),
    ...(city !== null && { city }),
    ...(state !== null && { state }),
    ...(zipCode !== null && { postalCode: zipCode }),
  }
  const telecom = [
    ...(phone === null ? [] : [{ system: 'phone', value: phone }]),
    ...(email === null ? [] : [{ system: 'email', value: email }]),
  ]
  return {
    resourceType: 'Patient',
    id: person.memberNumber,
    identifier: [
      {
        type: { coding: [{ system: identifierType, code: 'MB' }] },
        system: `urn:portico:${person.brand}:member-number`,
        value: person.memberNumber,
      },
    ],
    active: true,
    name: [toHumanName(person)],
    ...(telecom.length > 0 && { telecom }),
    // Plans' rows have no gender, which the profiles require.
    gender: 'unknown',
    birthDate: person.dateOfBirth,
    ...(Object.keys(place).length > 0 && { address: [place] }),
  }
}

/** A person with only one name has it as family name. */
function toHumanName({ firstName, lastName }: PersonRow): object {
  if (lastName === '') return { use: 'official', family: firstName }
  return { use: 'official', family: lastName, given: [firstName] }
}

/** A coverage from a plan's row, or what we kept of its resource; null: it does not say. */
export interface CoverageRow {
  readonly resourceId: string
  readonly patientId: string
  readonly memberNumber: string | null
  /** The subscriber's number, shared by everyone on the contract. */
  readonly contractNumber: string | null
  /** 18 subscriber, 01 spouse, 05 dependent. */
  readonly relationshipCode: '18' | '01' | '05' | null
  readonly groupNumber: string
  readonly groupName: string
  readonly planName: string
  /** The payer's own code for the plan. */
  readonly planCode?: string | null
  readonly kind: string
  readonly begins: string | null
  readonly ends: string | null
  readonly cancelled: boolean
}

const relationships = { '18': 'self', '01': 'spouse', '05': 'child' } as const

/** Builds the Coverage for one that did not come as FHIR; `payer` is the name of the plan. */
export function buildCoverage(row: CoverageRow, payer: string): object {
  const buildPart = (code: string, value: string, name: string) => ({
    type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/coverage-class', code }] },
    value,
    name,
  })
  const { relationshipCode, contractNumber, memberNumber, begins, ends } = row
  const number = contractNumber ?? memberNumber
  return {
    resourceType: 'Coverage',
    id: row.resourceId,
    ...(memberNumber !== null && {
      identifier: [{ type: { coding: [{ system: identifierType, code: 'MB' }] }, value: memberNumber }],
    }),
    status: row.cancelled ? 'entered-in-error' : 'active',
    type: { text: row.kind },
    ...(number !== null && { subscriberId: number }),
    beneficiary: { reference: `Patient/${row.patientId}` },
    ...(relationshipCode !== null && {
      relationship: {
        coding: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/subscriber-relationship',
            code: relationships[relationshipCode],
          },
        ],
      },
    }),
    ...((begins ?? ends) !== null && {
      period: { ...(begins !== null && { start: begins }), ...(ends !== null && { end: ends }) },
    }),
    payor: [{ display: payer }],
    class: [
      buildPart('group', row.groupNumber, row.groupName),
      buildPart('plan', row.planCode ?? row.planName, row.planName),
    ],
  }
}
