import { ANCHOR } from '../../server/src/demo/demo/record.ts'
import { prescriber } from './medicines.ts'

/**
 * Health data of two of the demo's households from doctors and laboratories, as FHIR R4 with US Core; it matches the medicines and the care
 * in their claims.
 */

const dayMs = 24 * 60 * 60 * 1000
const dayBefore = (days: number) => new Date(Date.parse(ANCHOR) - days * dayMs).toISOString().slice(0, 10)

const terms = 'http://terminology.hl7.org/CodeSystem'
const snomed = 'http://snomed.info/sct'
const cvx = 'http://hl7.org/fhir/sid/cvx'
const loinc = 'http://loinc.org'
const concept = (system: string, code: string, text?: string) => ({ coding: [{ system, code }], ...(text && { text }) })
const doctor = { reference: `Practitioner/${prescriber}` }
const laboratory = { display: 'Union Laboratory' }
const clinic = { display: 'Main Street Primary Care' }

/** Someone's resources, without their ids and the patient. */
type Entry = { readonly resourceType: string } & Readonly<Record<string, unknown>>

/** `onset`: a day, or only a year. */
function condition(code: string, text: string, onset: string, status = 'active'): Entry {
  return {
    resourceType: 'Condition',
    clinicalStatus: concept(`${terms}/condition-clinical`, status),
    verificationStatus: concept(`${terms}/condition-ver-status`, 'confirmed'),
    category: [concept(`${terms}/condition-category`, 'problem-list-item')],
    code: concept(snomed, code, text),
    onsetDateTime: onset,
    recorder: doctor,
  }
}

function allergy(code: string, text: string, reaction: string, since: string, criticality: 'high' | 'low'): Entry {
  return {
    resourceType: 'AllergyIntolerance',
    clinicalStatus: concept(`${terms}/allergyintolerance-clinical`, 'active'),
    verificationStatus: concept(`${terms}/allergyintolerance-verification`, 'confirmed'),
    criticality,
    code: concept(snomed, code, text),
    onsetDateTime: since,
    recorder: doctor,
    reaction: [{ manifestation: [{ text: reaction }] }],
  }
}

function vaccine(code: string, text: string, daysAgo: number, by: object = { display: 'Corner Pharmacy' }): Entry {
  return {
    resourceType: 'Immunization',
    status: 'completed',
    vaccineCode: concept(cvx, code, text),
    occurrenceDateTime: dayBefore(daysAgo),
    primarySource: true,
    performer: [{ actor: by }],
  }
}

interface Measure {
  readonly code: string
  readonly text: string
  readonly unit: string
  readonly low?: number
  readonly high?: number
}

const a1c: Measure = { code: '4548-4', text: 'Hemoglobin A1c', unit: '%', low: 4, high: 5.6 }
const ldl: Measure = { code: '13457-7', text: 'LDL cholesterol', unit: 'mg/dL', high: 99 }
const kidneys: Measure = { code: '98979-8', text: 'Kidney filtration rate (eGFR)', unit: 'mL/min/1.73 m²', low: 60 }
const ferritin: Measure = { code: '2276-4', text: 'Ferritin', unit: 'ng/mL', low: 15, high: 150 }

function result({ code, text, unit, low, high }: Measure, value: number, daysAgo: number): Entry {
  const flag = value < (low ?? value) ? 'L' : value > (high ?? value) ? 'H' : 'N'
  const edge = (limit: number | undefined) => limit !== undefined && { value: limit, unit }
  return {
    resourceType: 'Observation',
    status: 'final',
    category: [concept(`${terms}/observation-category`, 'laboratory')],
    code: concept(loinc, code, text),
    effectiveDateTime: dayBefore(daysAgo),
    performer: [laboratory],
    valueQuantity: { value, unit },
    interpretation: [concept(`${terms}/v3-ObservationInterpretation`, flag)],
    referenceRange: [{ ...(low !== undefined && { low: edge(low) }), ...(high !== undefined && { high: edge(high) }) }],
  }
}

function bloodPressure(upper: number, lower: number, daysAgo: number): Entry {
  const part = (code: string, value: number) => ({
    code: concept(loinc, code, code === '8480-6' ? 'Upper' : 'Lower'),
    valueQuantity: { value, unit: 'mm Hg', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' },
  })
  return {
    resourceType: 'Observation',
    status: 'final',
    category: [concept(`${terms}/observation-category`, 'vital-signs')],
    code: concept(loinc, '85354-9', 'Blood pressure'),
    effectiveDateTime: dayBefore(daysAgo),
    performer: [clinic],
    component: [part('8480-6', upper), part('8462-4', lower)],
  }
}

function carePlan(title: string, description: string, daysAgo: number): Entry {
  return {
    resourceType: 'CarePlan',
    status: 'active',
    intent: 'plan',
    category: [concept('http://hl7.org/fhir/us/core/CodeSystem/careplan-category', 'assess-plan')],
    title,
    description,
    period: { start: dayBefore(daysAgo) },
    author: doctor,
  }
}

/** The label that only the patient may see it. */
const sensitive = (entry: Entry): Entry => ({ ...entry, meta: { security: [{ code: 'PSY' }] } })

const heldOf: Readonly<Record<string, readonly Entry[]>> = {
  '99406232200': [
    condition('44054006', 'Type 2 diabetes', '2018'),
    condition('195967001', 'Asthma', '1994'),
    condition('239873007', 'Arthritis of the right knee', dayBefore(38)),
    condition('43878008', 'Strep throat', dayBefore(302), 'resolved'),
    sensitive(condition('197480006', 'Anxiety', dayBefore(120))),
    allergy('387406002', 'Sulfa antibiotics', 'Hives', '2007', 'low'),
    allergy('288328004', 'Bee stings', 'Trouble breathing, swelling of the face', '1989', 'high'),
    // The flu shot is known from its claim, and no tetanus shot is known: recommended care distinguishes the two.
    vaccine('187', 'Shingles (second dose)', 655),
    vaccine('187', 'Shingles (first dose)', 760),
    vaccine('216', 'Pneumonia (PCV20)', 410, clinic),
    result(a1c, 6.9, 11),
    result(ldl, 96, 11),
    result(kidneys, 84, 11),
    bloodPressure(128, 78, 88),
    result(a1c, 7.4, 250),
    result(ldl, 118, 250),
    result(a1c, 7.9, 431),
    carePlan(
      'Diabetes and knee care plan',
      'Goal: A1c below 7 %. Blood test every 3 months.\nEye exam and foot exam once a year.\nExercises for the knee every day, as therapy showed.',
      11,
    ),
  ],
  '99406232202': [
    allergy('91935009', 'Peanuts', 'Hives', '2015', 'high'),
    vaccine('165', 'HPV (first dose)', 505, clinic),
    vaccine('165', 'HPV (second dose)', 140, clinic),
    result(ferritin, 22, 230),
  ],
  '61530988402': [
    vaccine('94', 'Measles, mumps, rubella and chickenpox (second dose)', 1928, clinic),
    vaccine('130', 'DTaP and polio (age 4 to 6)', 1928, clinic),
    vaccine('150', 'Flu shot', 39, clinic),
  ],
}

/** The health data that the plan has received about someone; empty for everyone else. */
export function healthResources(memberNumber: string): object[] {
  const reference = { reference: `Patient/${memberNumber}` }
  return (heldOf[memberNumber] ?? []).map((one, index) => {
    const { resourceType, meta, ...said } = one
    const about = /^(AllergyIntolerance|Immunization)$/.test(resourceType) ? 'patient' : 'subject'
    const id = `${memberNumber}-health-${index + 1}`
    const updated = { lastUpdated: `${dayBefore(10)}T15:00:00Z`, ...(meta as object | undefined) }
    return { resourceType, id, meta: updated, [about]: reference, ...said }
  })
}
