import { ROLES } from '@portico/rules/roles'
import * as v from 'valibot'
import { changing, defineCall } from '../call.ts'
import { Uuid } from '../fields.ts'

export const sendEmail = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/email/send',
  summary:
    "Sends one of the brand's e-mails by the name of its template (SH-2): `contact-card` to the caller's own address, `call-me` to the brand's customer service. The caller can supply neither an address nor any text. CONFLICT if the address, or the phone number to call, is not known.",
  audience: { by: 'session', roles: ROLES },
  ...changing,
  audit: { action: ['letter.contact-card', 'letter.call-me'], record: 'letter' },
  onceBy: 'letterId',
  body: v.object({
    /** Created by the caller: a letter sent twice goes out once. */
    letterId: Uuid,
    template: v.picklist(['contact-card', 'call-me']),
  }),
  payload: v.object({ queued: v.literal(true) }),
  errors: ['CONFLICT', 'TOO-MANY-REQUESTS'],
})
