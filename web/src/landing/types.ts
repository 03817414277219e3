import type { Overview } from '@portico/contract/calls/member'
import type * as v from 'valibot'

/** What the landing page shows (MP-1), as the call `overview` answers it. */
export type OverviewData = v.InferOutput<typeof Overview>
