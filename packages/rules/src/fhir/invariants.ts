import { isNpi } from '../apps/system.ts'
import { isObject, valuesAt } from './json.ts'
import { naicSystem, npiSystem, rxnormSystem } from './systems.ts'

type Invariant = (resource: unknown) => boolean

/**
 * What guides demand of resources that claim their profiles, in addition to required elements, by the guides' own keys: the invariants
 * that real files break, and that the resource alone can decide.
 */
export const invariants = {
  // A person's name has a part, or says why it has none.
  'us-core-6': (one) => valuesAt(one, 'name').every((name) => has(name, 'family', 'given') !== isAbsent(name)),
  'us-core-7': (one) =>
    !hasCode(one, 'status', 'completed', 'in-progress') ||
    has(one, 'performedDateTime', 'performedPeriod', 'performedString', 'performedAge', 'performedRange'),
  'us-core-13': (one) => has(one, 'practitioner', 'organization', 'healthcareService', 'location'),
  'us-core-14': (one) => has(one, 'name', 'relationship'),
  'us-core-15': (one) => hasCode(one, 'identifier.type.coding.code', 'MB') || has(one, 'subscriberId'),
  'us-core-16': (one) => listNumbers(one, npiSystem).every((number) => /^\d{10}$/.test(number)),
  'us-core-17': (one) => listNumbers(one, npiSystem).every(isNpi),
  'us-core-18': (one) => listNumbers(one, clia).every((number) => /^\d{2}D\d{7}$/.test(number)),
  'us-core-19': (one) => listNumbers(one, naicSystem).every((number) => /^\d{5}$/.test(number)),
  'us-core-20': (one) => !hasCode(one, 'status', 'completed') || has(one, 'whenHandedOver'),
  'us-core-21': (one) =>
    !hasCode(one, 'intent', 'order', 'original-order', 'reflex-order', 'filler-order', 'instance-order') ||
    has(one, 'requester'),
  'organization-or-participatingOrganization': (one) => has(one, 'organization', 'participatingOrganization'),
  // A directory's networks belong to all plans, or to each plan.
  'network-or-plan-Network': (one) =>
    has(one, 'network') || valuesAt(one, 'plan').every((plan) => has(plan, 'network')),
  'plan-type-is-distinct': (one) => {
    const codes = valuesAt(one, 'plan.type.coding.code')
    return new Set(codes).size === codes.length
  },
  // The slices of the US Drug Formulary have no invariant keys of the guide's own.
  'usdf-drug-coverage': (one) =>
    valuesAt(one, 'coverage').some(
      (coverage) =>
        hasCode(coverage, 'type.coding.code', 'DRUGPOL') &&
        valuesAt(coverage, 'extension:usdf-FormularyReference-extension').length > 0 &&
        hasCode(coverage, 'benefit.type.coding.code', 'drug'),
    ),
  'usdf-drug-plan': (one) =>
    valuesAt(one, 'plan').some(
      (plan) => hasCode(plan, 'type.coding.code', 'drug') && valuesAt(plan, 'specificCost.benefit.cost').length > 0,
    ),
  'usdf-formulary-item': (one) => {
    const urls =
      isObject(one) && Array.isArray(one.extension) ? one.extension.map((each) => isObject(each) && each.url) : []
    return hasCode(one, 'code.coding.code', 'formulary-item') && itemExtensions.every((url) => urls.includes(url))
  },
  'usdf-semantic-drug': (one) =>
    valuesAt(one, 'code.coding').some(
      (coding) => isObject(coding) && coding.system === rxnormSystem && has(coding, 'code'),
    ),
  'Location-address-or-geolocation': (one) =>
    has(one, 'address') || valuesAt(one, 'extension:location-boundary-geojson').length > 0,
  'pd-1': (one) => has(one, 'telecom', 'endpoint'),
  'Practitioner-identifier': (one) => hasCode(one, 'identifier.type.coding.code', 'NPI', 'TAX'),
  'EOB-insurance-focal': (one) => valuesAt(one, 'insurance.focal').filter((focal) => focal === true).length < 2,
  'EOB-payee-other-type-requires-party': (one) =>
    !hasCode(one, 'payee.type.coding.code', 'other') || valuesAt(one, 'payee.party').length > 0,
  // Amounts are on the claim or on its lines, never on both.
  'EOB-institutional-item-or-header-adjudication': (one) =>
    hasAmounts(one, 'adjudication') !== hasAmounts(one, 'item.adjudication'),
} as const satisfies Record<string, Invariant>

export type InvariantKey = keyof typeof invariants

const itemExtensions = ['FormularyReference', 'AvailabilityStatus', 'PharmacyBenefitType', 'DrugTierID'].map(
  (name) => `http://hl7.org/fhir/us/davinci-drug-formulary/StructureDefinition/usdf-${name}-extension`,
)

const clia = 'urn:oid:2.16.840.1.113883.4.7'

function has(value: unknown, ...names: readonly string[]): boolean {
  return isObject(value) && names.some((name) => value[name] !== undefined)
}

function hasCode(value: unknown, path: string, ...codes: readonly string[]): boolean {
  return valuesAt(value, path).some((code) => codes.includes(String(code)))
}

const isAbsent = (value: unknown) => valuesAt(value, 'extension:data-absent-reason').length > 0

function listNumbers(resource: unknown, system: string): string[] {
  return valuesAt(resource, 'identifier').flatMap((one) =>
    isObject(one) && one.system === system && typeof one.value === 'string' ? one.value : [],
  )
}

/** Kinds of amounts of Blue Button's adjudications. */
const amounts =
  'submitted copay eligible deductible benefit coinsurance noncovered priorpayerpaid paidbypatient paidbypatientcash paidbypatientother paidtopatient paidtoprovider memberliability discount drugcost'.split(
    ' ',
  )

function hasAmounts(claim: unknown, path: string): boolean {
  return hasCode(claim, `${path}.category.coding.code`, ...amounts)
}
