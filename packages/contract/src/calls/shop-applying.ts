import { MAX_PEOPLE } from '@portico/rules/shop/lines'
import * as v from 'valibot'
import { changing, defineCall } from '../call.ts'
import { Day, Moment, ShortText, Uuid } from '../fields.ts'
import { ApplicationPayload, Basis, OpenedLink, PlanId, PlanYear } from './shop.ts'

const root = '/rbsmbl/x-services/shop/enrollment'
const anyone = { by: 'anyone' } as const

/** Fields of the form as typed, valid or not; more fields than the form has are refused. */
const Values = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(40)), v.pipe(v.string(), v.maxLength(200))),
  v.check((values) => Object.keys(values).length <= 20 + 6 * MAX_PEOPLE),
)
const Typed = {
  /** Created by the caller, who keeps it secret; the application is later sent under it. */
  enrollmentId: Uuid,
  planId: PlanId,
  planYear: PlanYear,
  basis: Basis,
  values: Values,
}

export const saveApplicationDraft = defineCall({
  method: 'POST',
  path: `${root}/draft`,
  summary:
    "Saves an application as typed so far (SH-9), sealed, for 60 days from its start, in the signed-in person's account or behind a link, whose secret it answers.",
  audience: anyone,
  ...changing,
  audit: { action: 'enrollment.save', record: 'application' },
  body: v.object({ ...Typed, brand: v.optional(ShortText) }),
  payload: v.object({ ticket: v.string(), savedAt: Moment, until: Day }),
  errors: ['FIELD-INVALID', 'CONFLICT', 'TOO-MANY-REQUESTS'],
})

export const openApplicationDraft = defineCall({
  method: 'POST',
  path: `${root}/draft/open`,
  summary:
    'Returns an application as it was typed, to anyone with the link (SH-9), so that they can continue on any device. OTHER-BRAND as for a comparison.',
  audience: anyone,
  ...changing,
  audit: { action: 'enrollment.open', record: 'application' },
  body: OpenedLink,
  payload: v.object(Typed),
  errors: ['CHALLENGE-EXPIRED', 'OTHER-BRAND', 'TOO-MANY-REQUESTS'],
})

export const reopenApplication = defineCall({
  method: 'POST',
  path: `${root}/reopen`,
  summary:
    'Reopens the draft of a sent application, to correct it (SH-9): for the account that sent it, for a device that has the link of the draft, and for anyone who has the application’s link and knows the applicant’s date of birth; a wrong date is refused at `dateOfBirth`, and so are too many attempts. CONFLICT once something has been paid or the application has ended, NOT-FOUND if the draft is no longer stored, OTHER-BRAND as for a comparison.',
  audience: anyone,
  ...changing,
  audit: { action: 'enrollment.reopen', record: 'application' },
  body: v.object({
    ...OpenedLink.entries,
    /** The secret of the draft, if the device has it. */
    held: v.optional(ShortText, ''),
    /** As typed. */
    dateOfBirth: v.optional(ShortText, ''),
  }),
  payload: v.object({ ticket: v.string() }),
  errors: ['CHALLENGE-EXPIRED', 'OTHER-BRAND', 'FIELD-INVALID', 'CONFLICT', 'NOT-FOUND', 'TOO-MANY-REQUESTS'],
})

export const withdrawApplication = defineCall({
  method: 'POST',
  path: `${root}/withdraw`,
  summary:
    'Withdraws an application, for anyone with its link (SH-9), while nothing has been paid: CONFLICT afterwards. If it has already ended, nothing changes.',
  audience: anyone,
  ...changing,
  audit: { action: 'enrollment.withdraw', record: 'application' },
  body: v.object({ ticket: ShortText }),
  payload: ApplicationPayload,
  errors: ['CHALLENGE-EXPIRED', 'CONFLICT', 'TOO-MANY-REQUESTS'],
})
