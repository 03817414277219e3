import { ROLES } from '@portico/rules/roles'
import { phoneTypes } from '@portico/rules/validation/phone-type'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { ContactLines, Moment, ShortText, ShownContact } from '../fields.ts'

const root = '/rbsmbl/x-services'
const signedIn = { by: 'session', roles: ROLES } as const

/** A person's name and contact information (RG-3). */
const Profile = v.object({
  logonId: v.string(),
  /** From the plan; they cannot be changed here. */
  firstName: v.string(),
  lastName: v.string(),
  ...ShownContact,
  phoneType: v.nullable(v.picklist(phoneTypes)),
  /** It follows from the ZIP code. */
  state: v.nullable(v.string()),
  email: v.nullable(v.string()),
  /** A new address that we do not use until it is confirmed; null: none. */
  pendingEmail: v.nullable(v.object({ email: v.string(), expiresAt: Moment })),
})

export const consumerProfile = defineCall({
  method: 'GET',
  path: `${root}/consumerProfile`,
  summary: 'Name and contact information of the signed-in person (RG-3).',
  audience: signedIn,
  ...asking,
  audit: { action: 'profile.read' },
  payload: Profile,
  errors: [],
})

export const updateProfile = defineCall({
  method: 'PUT',
  path: `${root}/updateProfile`,
  summary:
    'Updates contact information of the signed-in person (RG-2, RG-3); fields left out stay as they are, empty ones are cleared. The state follows the zip code.',
  audience: signedIn,
  ...changing,
  audit: { action: 'profile.change' },
  body: v.object({ ...ContactLines, phoneType: v.optional(v.nullable(v.picklist(phoneTypes))) }),
  payload: Profile,
  errors: ['FIELD-INVALID'],
})

export const changeEmail = defineCall({
  method: 'POST',
  path: `${root}/account/email`,
  summary:
    "Sends a link, valid once and for 24 hours, to a new e-mail address (RG-3), which is used once it is confirmed. It replaces an earlier address that waits for confirmation. The account's present address is FIELD-INVALID with CONFLICT at `email`.",
  audience: signedIn,
  ...changing,
  audit: { action: 'email.change' },
  stepUp: true,
  body: v.object({ email: ShortText }),
  payload: Profile,
  errors: ['FIELD-INVALID', 'TOO-MANY-REQUESTS'],
})

export const withdrawEmail = defineCall({
  method: 'DELETE',
  path: `${root}/account/email`,
  summary: 'Cancels a new e-mail address that waits for confirmation; its link stops working.',
  audience: signedIn,
  ...changing,
  audit: { action: 'email.withdraw' },
  payload: Profile,
  errors: [],
})

export const confirmEmail = defineCall({
  method: 'POST',
  path: `${root}/confirmEmail`,
  summary:
    'Confirms a new e-mail address with the ticket of its link (RG-3). The old address is notified; recovery links that were sent to it stop working.',
  audience: { by: 'anyone' },
  ...changing,
  audit: { action: 'email.confirm', record: 'account' },
  body: v.object({ ticket: ShortText }),
  payload: v.object({ confirmedAt: Moment }),
  errors: ['CHALLENGE-EXPIRED', 'TOO-MANY-REQUESTS'],
})

export const closeAccount = defineCall({
  method: 'POST',
  path: `${root}/account/close`,
  summary:
    'Closes the account of the signed-in person for good (RG-3); requires their password. All sessions end; signing in answers as if no one had the login ID; a member may register again. Not for staff and agents.',
  audience: { by: 'session', roles: ['MEMBER', 'PROS', 'VISITOR'] },
  ...changing,
  audit: { action: 'account.close' },
  stepUp: true,
  body: v.object({ password: v.pipe(v.string(), v.maxLength(200)) }),
  payload: v.object({ closedAt: Moment }),
  errors: ['FIELD-INVALID', 'GEN-NOMATCH', 'GEN-SUSPEND', 'TOO-MANY-REQUESTS'],
})
