import * as v from 'valibot'
import { asking, defineCall } from '../call.ts'
import { Day } from '../fields.ts'

/** Separate from the finder's other calls, which Home does not need. */
export const primaryCare = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/finder/v1/primary-care',
  summary: 'The primary doctor that a member has chosen, with the phone number in the directory (MP-23).',
  audience: { by: 'session', roles: ['MEMBER'] },
  ...asking,
  audit: { action: 'finder.primary-care-read', record: 'member' },
  whileViewing: 'claims',
  payload: v.object({
    primaryCare: v.nullable(
      v.object({ providerId: v.string(), name: v.string(), phone: v.nullable(v.string()), chosenOn: Day }),
    ),
    /** Whether there is a directory to choose from. */
    isChoice: v.boolean(),
    /** Whether a coverage is in force today; without one there is nobody to choose. */
    isCovered: v.boolean(),
  }),
  errors: [],
})
