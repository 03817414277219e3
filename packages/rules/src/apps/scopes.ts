/** The parts of a person's data that they can share with an app, each separately (OS-38). */
export const appParts = ['coverage', 'claims', 'authorizations', 'medicines', 'clinical', 'care-team'] as const
export type AppPart = (typeof appParts)[number]

/** The FHIR types of each part; claims and prior authorizations are one type, told apart by `use`. */
const typesOfPart: Readonly<Record<AppPart, readonly string[]>> = {
  coverage: ['Patient', 'Coverage', 'RelatedPerson'],
  claims: ['ExplanationOfBenefit'],
  authorizations: ['ExplanationOfBenefit'],
  medicines: ['MedicationRequest', 'MedicationDispense'],
  clinical: [
    'AllergyIntolerance',
    'CarePlan',
    'Condition',
    'Device',
    'DiagnosticReport',
    'DocumentReference',
    'Encounter',
    'Goal',
    'Immunization',
    'Observation',
    'Procedure',
    'QuestionnaireResponse',
    'ServiceRequest',
    'Specimen',
  ],
  'care-team': ['CareTeam'],
}

/** Resources that others refer to, and the log of who read what: they come with any part. */
const supporting = [
  'Organization',
  'Practitioner',
  'PractitionerRole',
  'Location',
  'Medication',
  'Provenance',
  'AuditEvent',
  'Consent',
]

const usesOfPart: Partial<Record<AppPart, string>> = { claims: 'claim', authorizations: 'preauthorization' }

/** Scopes about how the app works rather than what it reads (OS-33). */
export const appScopes = [
  'openid',
  'fhirUser',
  'profile',
  'offline_access',
  'online_access',
  'launch',
  'launch/patient',
] as const

const types = [...new Set([...Object.values(typesOfPart).flat(), ...supporting])].sort()
const permissions = ['rs', 'r', 's', 'read'] as const

/** The narrower scopes: those of US Core 6.1, and claims by type and use. */
const narrower: Readonly<Record<string, readonly string[]>> = {
  Condition: [
    'category=http://terminology.hl7.org/CodeSystem/condition-category|encounter-diagnosis',
    'category=http://terminology.hl7.org/CodeSystem/condition-category|problem-list-item',
    'category=http://hl7.org/fhir/us/core/CodeSystem/condition-category|health-concern',
  ],
  Observation: [
    'category=http://terminology.hl7.org/CodeSystem/observation-category|laboratory',
    'category=http://terminology.hl7.org/CodeSystem/observation-category|social-history',
    'category=http://terminology.hl7.org/CodeSystem/observation-category|survey',
    'category=http://terminology.hl7.org/CodeSystem/observation-category|vital-signs',
    'category=http://hl7.org/fhir/us/core/CodeSystem/us-core-category|sdoh',
  ],
  ExplanationOfBenefit: [
    'use=claim',
    'use=preauthorization',
    ...['institutional', 'oral', 'pharmacy', 'professional', 'vision'].map(
      (type) => `type=http://terminology.hl7.org/CodeSystem/claim-type|${type}`,
    ),
  ],
}

/** Every data scope that an app may request. */
export const dataScopes: readonly string[] = ['patient', 'user'].flatMap((context) => [
  ...['*', ...types].flatMap((type) => permissions.map((permission) => `${context}/${type}.${permission}`)),
  ...Object.entries(narrower).flatMap(([type, queries]) =>
    ['rs', 'r', 's'].flatMap((permission) => queries.map((query) => `${context}/${type}.${permission}?${query}`)),
  ),
])

interface DataScope {
  readonly context: string
  readonly type: string
  readonly permission: string
  readonly query: string | null
}

/** Parses a data scope; null for any other scope. */
export function parseDataScope(scope: string): DataScope | null {
  const [, context, type, permission, query = null] =
    /^(patient|user)\/(\*|[A-Z][A-Za-z]+)\.(rs|r|s|read)(?:\?(.+))?$/.exec(scope) ?? []
  return context && type && permission ? { context, type, permission, query } : null
}

/** The parts of the data that the scopes cover, in order. */
export function listParts(scopes: readonly string[]): AppPart[] {
  const asked = scopes.flatMap((scope) => parseDataScope(scope) ?? [])
  return appParts.filter((part) => asked.some((scope) => narrowTo(scope, part).length > 0))
}

/**
 * Narrows scopes to the parts that the person shares (OS-33): the types of the other parts drop out, and a wildcard scope becomes one
 * scope per type. Scopes that are not about data stay.
 */
export function narrowScopes(scopes: readonly string[], parts: readonly AppPart[]): string[] {
  const asked = listParts(scopes)
  const narrowed = scopes.flatMap((text) => {
    const scope = parseDataScope(text)
    if (scope === null) return [text]
    const own = asked.filter((part) => narrowTo(scope, part).length > 0)
    if (own.length === 0) return parts.length > 0 ? [text] : []
    if (own.every((part) => parts.includes(part)) && (scope.type !== '*' || parts.length === appParts.length))
      return [text]
    const kept = own.filter((part) => parts.includes(part))
    const both = kept.includes('claims') && kept.includes('authorizations')
    const narrow = kept.flatMap((part) => narrowTo(scope, part)).map((one) => (both ? wholeAgain(one, scope) : one))
    const besides =
      scope.type === '*' && kept.length > 0 ? supporting.map((type) => formatScope({ ...scope, type })) : []
    return [...narrow, ...besides]
  })
  return [...new Set(narrowed)]
}

/** The scopes within a scope that cover a single part. */
function narrowTo(scope: DataScope, part: AppPart): string[] {
  return typesOfPart[part]
    .filter((type) => scope.type === '*' || scope.type === type)
    .flatMap((type) => {
      const use = usesOfPart[part]
      const same = formatScope({ ...scope, type })
      if (use === undefined) return [same]
      if (scope.query === null) return [formatScope({ ...scope, type, query: `use=${use}` })]
      // A `type=` filter selects claims, never authorizations.
      return scope.query === `use=${use}` || (part === 'claims' && scope.query.startsWith('type=')) ? [same] : []
    })
}

function wholeAgain(text: string, scope: DataScope): string {
  return scope.query === null ? text.replace(/\?use=\w+$/, '') : text
}

function formatScope({ context, type, permission, query }: DataScope): string {
  return `${context}/${type}.${permission}${query === null ? '' : `?${query}`}`
}
