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
    "Keeps an application as it has been typed so far (SH-9), sealed, for 60 days from its beginning, in the signed-in person's account or behind a link, whose secret is answered.",
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
    'Returns an application as it was typed, to anyone with the link (SH-9), so that it goes on on any device. OTHER-BRAND as for a comparison.',
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
    'The way from an application that was sent back to what was typed into it, to correct it (SH-9): for the account that sent it, for a device that has the link of what was typed, and for whoever has its link and knows the date of birth of the person who applied; a wrong one is refused at `dateOfBirth`, and too many of them are. CONFLICT once something has been paid or it has ended, NOT-FOUND if what was typed is not kept anymore, OTHER-BRAND as for a comparison.',
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
    'Takes an application back, for anyone with its link (SH-9), while nothing has been paid: CONFLICT afterwards. If it has ended before, nothing changes.',
  audience: anyone,
  ...changing,
  audit: { action: 'enrollment.withdraw', record: 'application' },
  body: v.object({ ticket: ShortText }),
  payload: ApplicationPayload,
  errors: ['CHALLENGE-EXPIRED', 'CONFLICT', 'TOO-MANY-REQUESTS'],
})
