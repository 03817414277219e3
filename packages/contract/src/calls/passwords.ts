import { ROLES } from '@portico/rules/roles'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Moment, ShortText } from '../fields.ts'

/** The purpose of a new password. */
export const passwordFunctions = ['changePassword', 'register', 'forgottenPassword'] as const

const PasswordText = v.pipe(v.string(), v.maxLength(200))

export const passwordStrength = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/passwordStrength',
  summary: "How strong a new password has to be, by function and the page's brand (VA-4).",
  audience: { by: 'anyone' },
  ofNoOne: true,
  ...asking,
  query: v.object({ function: v.picklist(passwordFunctions) }),
  payload: v.object({
    minLength: v.number(),
    upper: v.literal(true),
    lower: v.literal(true),
    digit: v.literal(true),
    special: v.boolean(),
    /** How many previous passwords cannot be used again; zero at registration, where there are none. */
    history: v.number(),
  }),
  errors: ['FIELD-INVALID'],
})

export const changePassword = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/changePassword',
  summary:
    'Changes the password of the signed-in person (RG-2, SI-7). The present one is required unless a new one is due. All other sessions end; this one continues with new cookies.',
  audience: { by: 'session', roles: ROLES },
  ...changing,
  audit: { action: 'password.change' },
  whileFactorDue: 'allowed',
  whilePasswordDue: 'allowed',
  body: v.object({ currentPassword: v.optional(PasswordText), newPassword: PasswordText }),
  payload: v.object({ changedAt: Moment }),
  errors: ['FIELD-INVALID', 'TOO-MANY-REQUESTS', 'CONFLICT'],
})

export const unlockAccount = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/userauth/v1/unlock',
  summary:
    'Lifts every lock on a login ID (SI-13); for staff who are entitled to `unlock`. The answer is the same if no one has the login ID; a login ID of a brand that they do not work for, or of staff, is NOT-FOUND.',
  audience: { by: 'session', roles: ['INTERNAL'] },
  ...changing,
  audit: { action: 'account.unlock', record: 'login-id' },
  body: v.object({ logonId: ShortText }),
  payload: v.object({ logonId: v.string() }),
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})
