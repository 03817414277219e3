import type { IdCardFacts } from '@portico/contract/calls/coverage'
import type * as v from 'valibot'

/** What the two sides of a card show besides the brand's own data. */
export type CardFace = Pick<
  v.InferOutput<typeof IdCardFacts>,
  | 'firstName'
  | 'lastName'
  | 'memberNumber'
  | 'groupNumber'
  | 'planName'
  | 'coverageKinds'
  | 'rx'
  | 'copays'
  | 'limits'
  | 'emergency'
>
