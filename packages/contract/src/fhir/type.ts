import type { ParameterKind, SearchParameter } from '@portico/rules/fhir/search-values'

/** Who owns the resources of a type: a member, or the brand's care givers. */
export type FhirAudience = 'member' | 'party'

/** A type of resource as the API serves it: the router, the capability statement and the tests derive from it. */
export interface FhirType {
  readonly audience: FhirAudience
  /** The parameter that sorts it and filters it by date, if it has a main date. */
  readonly date: string | null
  readonly parameters: Readonly<Record<string, SearchParameter>>
  /** Reference parameters that `_include` follows. */
  readonly includes: readonly string[]
  /** Of these parameters, the first that a resource has names its author (OS-5). */
  readonly authors: readonly string[]
}

/** A type of a public API: the router, the capability statement and the tests derive from it. */
export interface OpenType {
  readonly parameters: Readonly<Record<string, SearchParameter>>
  /** The types that reference parameters point to: `_include`, `_revinclude` and chains follow them. */
  readonly targets: Readonly<Record<string, readonly string[]>>
  readonly profiles: readonly string[]
}

/** The types of a public API, by name. */
export type OpenTypes = Readonly<Record<string, OpenType>>

const buildParameter =
  (kind: ParameterKind) =>
  (...paths: readonly [string, ...string[]]): SearchParameter => ({ kind, paths })

export const token = buildParameter('token')
export const date = buildParameter('date')
export const string = buildParameter('string')
export const uri = buildParameter('uri')
export const reference = buildParameter('reference')

type Given = Partial<FhirType> & Pick<FhirType, 'parameters'>

/** The person themselves. */
export function personType(given: Given): FhirType {
  return createType({ audience: 'member', ...given })
}

/** A type about a member. Its parameter `patient` reads the path of the patient. */
export function memberType(patient: string, { parameters, ...more }: Given): FhirType {
  return createType({
    audience: 'member',
    ...more,
    parameters: { patient: reference(patient), ...parameters },
  })
}

/** A type about people and organizations that give care, medicines and the like. */
export function partyType(given: Given): FhirType {
  return createType({ audience: 'party', ...given })
}

function createType(given: Given): FhirType {
  return {
    audience: 'member',
    date: null,
    includes: [],
    authors: [],
    ...given,
  }
}
