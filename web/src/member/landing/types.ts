import type { Overview } from '@portico/contract/calls/member'
import type * as v from 'valibot'

/** The landing page's data (MP-1), as answered by the call `overview`. */
export type OverviewData = v.InferOutput<typeof Overview>
