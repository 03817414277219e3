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

/** Why a request cannot be answered (CT-2), in the words of the sources. */
export type RequestProblem =
  | 'Missing teamsite cache key'
  | 'Missing required qualifier key'
  | 'Missing required options'
  | 'Missing required brand qualifier'
  | 'Missing required relationship qualifier'
  | `Missing request object for ${string}`

/** A requested item as it may arrive; a whole type of content (name '*') needs no qualifiers. */
export interface AskedContent {
  readonly name?: string | undefined
  readonly qualifiers?: readonly QualifierPair[] | undefined
  readonly contentType?: string | undefined
}

/** The first thing that is missing, or null (CT-2). Empty requests are named by their place in the list. */
export function requestProblem(wishes: readonly (AskedContent | null)[]): RequestProblem | null {
  if (wishes.length === 0) return 'Missing teamsite cache key'
  for (const [at, wish] of wishes.entries()) {
    if (wish === null) return `Missing request object for ${at + 1}`
    const { name, qualifiers, contentType } = wish
    if (!name) return 'Missing teamsite cache key'
    if (name === '*') {
      if (!contentType) return 'Missing required qualifier key'
      continue
    }
    if (qualifiers === undefined) return 'Missing required options'
    const has = (wanted: string) => qualifiers.some((one) => one.name === wanted && one.value !== '')
    if (!has('brand')) return 'Missing required brand qualifier'
    if (!has('relationship')) return 'Missing required relationship qualifier'
  }
  return null
}
