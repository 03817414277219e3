/** What may qualify a content item besides its language (CT-1). */
export const QUALIFIERS = [
  'brand',
  'relationship',
  'spendingAccountExistsIndicator',
  'Line of Business',
  'spendingAccountBlackoutIndicator',
  'directPayIndicator',
  'hsaExistsIndicator',
  'hsaSetupIndicator',
  'hsaEnrollmentInProcessIndicator',
  'hcraIndicator',
  'autoEnrollIndicator',
  'gender',
  'HCRMemberEffectuated',
  'PBM',
  'MedicareProduct',
  'BuyUp',
  'CustomClientID',
  'Product Line',
  'channel',
] as const

export interface QualifierPair {
  readonly name: string
  readonly value: string
}

/** One part of a content request: an item by name, or every item of a content type (name '*'). */
export type ContentWish =
  | { readonly name: string; readonly qualifiers: readonly QualifierPair[] }
  | { readonly name: '*'; readonly contentType: string }

/** What a caller knows about the person and the place when it asks for content. */
export interface QualifierSet {
  /** The answer is cached under this key. */
  readonly key: string
  readonly options: {
    /** Upper-cased shared code. */
    readonly brand?: string
    readonly relationshipCode?: string
    /** Further qualifiers. */
    readonly [name: string]: string | undefined
  }
  readonly names: readonly string[]
}

/** Why a qualifier set cannot be used (CT-2), in the words of the sources. */
export type QualifierProblem =
  | 'Missing teamsite cache key'
  | 'Missing required qualifier key'
  | 'Missing required options'
  | 'Missing required brand qualifier'
  | 'Missing required relationship qualifier'
  | `Missing request object for ${string}`
  | 'Missing teamsite service URL'

/** The first thing that is missing, or null (CT-2). `serviceUrl` is where the content service is. */
export function qualifierProblem(options: {
  readonly set: Partial<QualifierSet> | null | undefined
  readonly cacheKey: string | null | undefined
  readonly serviceUrl: string | null | undefined
}): QualifierProblem | null {
  const { set, cacheKey, serviceUrl } = options
  if (!cacheKey) return 'Missing teamsite cache key'
  if (!set) return `Missing request object for ${cacheKey}`
  if (!set.key) return 'Missing required qualifier key'
  if (!set.options) return 'Missing required options'
  if (!set.options.brand) return 'Missing required brand qualifier'
  if (!set.options.relationshipCode) return 'Missing required relationship qualifier'
  if (!serviceUrl) return 'Missing teamsite service URL'
  return null
}

/** The requests that a set stands for: each name with the same qualifiers, the brand in upper case (CT-1). */
export function wishesOf({ options, names }: QualifierSet): ContentWish[] {
  const { brand, relationshipCode, ...others } = options
  const qualifiers = [
    { name: 'brand', value: (brand ?? '').toUpperCase() },
    { name: 'relationship', value: relationshipCode ?? '' },
    ...Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }])),
  ]
  return names.map((name) => ({ name, qualifiers }))
}
