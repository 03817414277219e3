import type { ParameterKind, SearchParameter } from '@portico/rules/fhir/search-values'

/** Who may read resources of a type: an app that a member chose, their own ones or whoever they name; or anyone. */
export type FhirAudience = 'member' | 'party'

/** A type of resource as the API serves it: the router, the capability statement and the tests are made from it. */
export interface FhirType {
  readonly audience: FhirAudience
  /** The path that says whose it is; null: it is about no member. */
  readonly patient: string | null
  /** The parameter by which it is sorted and narrowed by date, if it has a main date. */
  readonly date: string | null
  readonly parameters: Readonly<Record<string, SearchParameter>>
  /** Reference parameters that `_include` follows. */
  readonly includes: readonly string[]
  /** The first of these parameters that a resource has names its author (OS-5). */
  readonly authors: readonly string[]
  /** Shown to the patient alone if a label or a code says so (MP-14). */
  readonly isJudged: boolean
}

const kindOf =
  (kind: ParameterKind) =>
  (...paths: readonly [string, ...string[]]): SearchParameter => ({ kind, paths })

export const token = kindOf('token')
export const date = kindOf('date')
export const string = kindOf('string')
export const uri = kindOf('uri')
export const reference = kindOf('reference')

type Given = Partial<FhirType> & Pick<FhirType, 'parameters'>

/** The person themselves. */
export function personType(given: Given): FhirType {
  return typeOf({ audience: 'member', ...given })
}

/** A type about a member. Its parameter `patient` reads the path of the patient. */
export function memberType(patient: string, { parameters, ...more }: Given): FhirType {
  return typeOf({
    audience: 'member',
    patient,
    isJudged: true,
    ...more,
    parameters: { patient: reference(patient), ...parameters },
  })
}

/** A type about people and organizations that give care, medicines and the like. */
export function partyType(given: Given): FhirType {
  return typeOf({ audience: 'party', ...given })
}

function typeOf(given: Given): FhirType {
  return {
    audience: 'member',
    patient: null,
    date: null,
    includes: [],
    authors: [],
    isJudged: false,
    ...given,
  }
}
