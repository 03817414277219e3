import { entitlements } from '@portico/rules/staff/entitlements'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Moment, recordId, ShortText, Uuid } from '../fields.ts'
import { staff, staffPath } from '../staff.ts'
import { SignInMethod } from './account-security.ts'

const people = `${staffPath}/people`
const accounts = `${staffPath}/accounts`
const maxBrands = 100

const Person = v.object({
  accountId: Uuid,
  loginId: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.nullable(v.string()),
  /** The brand whose portal they sign in to. */
  brand: v.string(),
  /** A representative, or other staff. */
  kind: v.picklist(['rep', 'other']),
  entitlements: v.array(v.picklist(entitlements)),
  /** Codes of the brands whose members they serve, or ALL. */
  brands: v.array(v.string()),
  state: v.picklist(['active', 'invited', 'ended']),
  /** How long the link in the invitation works. */
  invitedUntil: v.nullable(Moment),
  secondFactor: v.boolean(),
  lastActiveAt: v.nullable(Moment),
})

/** A change that one administrator has requested and another one must confirm. */
const Request = v.object({
  requestId: Uuid,
  kind: v.picklist(['rights', 'invitation', 'second-factor', 'scim-token', 'scim-group']),
  /** Empty if the request is not about an account (OS-67, OS-69). */
  loginId: v.string(),
  name: v.string(),
  /** Where the link of an invitation goes; null for other requests. */
  email: v.nullable(v.string()),
  entitlements: v.array(v.picklist(entitlements)),
  brands: v.array(v.string()),
  askedBy: v.string(),
  askedAt: Moment,
  expiresAt: Moment,
  /** Whether the caller requested it and therefore cannot confirm it. */
  own: v.boolean(),
  /** Whether the person who requested it could no longer do so, and it can therefore only be dropped. */
  lapsed: v.boolean(),
})

const LiveSession = v.object({
  sessionId: Uuid,
  kind: v.picklist(['computer', 'phone', 'tablet', 'program']),
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  method: SignInMethod,
  address: v.string(),
  signedInAt: Moment,
  lastActiveAt: Moment,
})

export const givenRights = {
  kind: v.picklist(['rep', 'other']),
  entitlements: v.pipe(v.array(v.picklist(entitlements)), v.maxLength(entitlements.length)),
  brands: v.pipe(v.array(ShortText), v.maxLength(maxBrands)),
}

/** The rights that the caller can give. */
export const Giving = {
  me: v.object({
    accountId: Uuid,
    /** Brands that the caller can give; null: all. */
    brands: v.nullable(v.array(v.string())),
    /** Nobody else has ever been an administrator, so nothing waits for confirmation. */
    alone: v.boolean(),
  }),
  /** Every brand with its name. */
  brands: v.array(v.object({ code: v.string(), name: v.string() })),
}

/** `waiting`: another administrator must confirm it. */
export const Outcome = v.object({ outcome: v.picklist(['done', 'waiting']) })
const Ended = v.object({ ended: v.pipe(v.number(), v.integer()) })
const OfAccount = v.object({ accountId: recordId('account') })

export const searchStaff = defineCall({
  method: 'POST',
  path: `${people}/search`,
  summary:
    'The staff, by login ID or name, and requests that wait for a second administrator (AD-2); for `administer`.',
  audience: staff,
  ...changing,
  onlyReads: true,
  audit: { action: 'staff.list', record: 'staff' },
  body: v.object({ text: v.optional(ShortText, ''), after: v.optional(ShortText, '') }),
  payload: v.object({
    people: v.array(Person),
    /** Pass it as `after` to get the next ones; null at the end. */
    next: v.nullable(v.string()),
    requests: v.array(Request),
    ...Giving,
  }),
  errors: [],
})

export const staffPerson = defineCall({
  method: 'GET',
  path: `${people}/{accountId}`,
  summary: 'A member of staff, and where they are signed in (AD-2); for `administer`.',
  audience: staff,
  ...asking,
  audit: { action: 'staff.read', record: 'staff' },
  params: OfAccount,
  payload: v.object({ person: Person, sessions: v.array(LiveSession), ...Giving }),
  errors: ['NOT-FOUND'],
})

export const inviteStaff = defineCall({
  method: 'POST',
  path: people,
  summary: 'Invites someone to join the staff by e-mail (AD-2); for `administer`. It waits for a second administrator.',
  audience: staff,
  ...changing,
  audit: { action: ['staff.invite', 'staff.ask invitation'], record: 'staff' },
  stepUp: true,
  body: v.object({
    loginId: ShortText,
    firstName: ShortText,
    lastName: ShortText,
    email: ShortText,
    /** The brand whose portal they sign in to. */
    brand: ShortText,
    ...givenRights,
  }),
  payload: Outcome,
  status: 201,
  errors: ['FIELD-INVALID', 'STEP-UP-REQUIRED'],
})

export const changeStaffRights = defineCall({
  method: 'PUT',
  path: `${people}/{accountId}/rights`,
  summary: 'Takes rights away at once, and asks a second administrator for new ones (AD-2).',
  audience: staff,
  ...changing,
  audit: { action: ['staff.rights', 'staff.rights alone', 'staff.ask rights'], record: 'staff' },
  stepUp: true,
  params: OfAccount,
  body: v.object(givenRights),
  payload: Outcome,
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'CONFLICT', 'STEP-UP-REQUIRED'],
})

export const endStaff = defineCall({
  method: 'DELETE',
  path: `${people}/{accountId}`,
  summary: "Ends a staff member's access at once and for good (AD-2); CONFLICT for the last administrator.",
  audience: staff,
  ...changing,
  audit: { action: 'staff.end', record: 'staff' },
  stepUp: true,
  params: OfAccount,
  payload: v.object({ ended: v.literal(true) }),
  errors: ['NOT-FOUND', 'CONFLICT', 'STEP-UP-REQUIRED'],
})

export const resetStaffSecondFactor = defineCall({
  method: 'POST',
  path: `${people}/{accountId}/secondFactorReset`,
  summary: 'Removes the second factor of someone who has lost it, once a second administrator confirms (AD-2).',
  audience: staff,
  ...changing,
  audit: { action: ['staff.second-factor-reset alone', 'staff.ask second-factor-reset'], record: 'staff' },
  stepUp: true,
  params: OfAccount,
  payload: Outcome,
  errors: ['NOT-FOUND', 'CONFLICT', 'STEP-UP-REQUIRED'],
})

export const decideStaffRequest = defineCall({
  method: 'POST',
  path: `${staffPath}/requests/{requestId}`,
  summary:
    "Confirms or drops another administrator's request; the requester can only drop it. Once the requester may no longer make such requests, nobody can confirm it.",
  audience: staff,
  ...changing,
  audit: {
    action: [
      ...(['staff.confirm', 'staff.drop', 'staff.invite', 'staff.rights', 'staff.second-factor-reset'] as const),
      ...(['scim.token.confirm', 'scim.token.drop', 'scim.group.means'] as const),
    ],
    record: 'staff',
  },
  stepUp: true,
  params: v.object({ requestId: recordId('request') }),
  body: v.object({ confirm: v.boolean() }),
  payload: v.object({ outcome: v.picklist(['confirmed', 'dropped']) }),
  errors: ['NOT-FOUND', 'CONFLICT', 'STEP-UP-REQUIRED'],
})

const FoundAccount = v.object({
  accountId: Uuid,
  loginId: v.string(),
  name: v.string(),
  brand: v.string(),
  role: v.picklist(['MEMBER', 'AGENT', 'AGENCY_ADMIN', 'PROS', 'VISITOR']),
  memberNumber: v.nullable(v.string()),
  email: v.nullable(v.string()),
})

export const findAccounts = defineCall({
  method: 'POST',
  path: `${accounts}/find`,
  summary: "Members' accounts by the whole login ID, member number or e-mail address (AD-3); for `administer`.",
  audience: staff,
  ...changing,
  audit: { action: 'account.find', record: 'member-account' },
  body: v.object({ by: v.picklist(['login-id', 'member-number', 'email']), text: ShortText }),
  payload: v.object({ accounts: v.array(FoundAccount) }),
  errors: ['FIELD-INVALID'],
})

/** Why a sign-in failed; the wording is the page's. */
export const signInFailures = [
  'wrong-password',
  'locked-by-guesses',
  'locked-by-staff',
  'code-asked',
  'code-wrong',
  'password-due',
  'no-record',
  'brand-conflict',
  'guardian',
  'other',
] as const

export const openAccountRecord = defineCall({
  method: 'GET',
  path: `${accounts}/{accountId}`,
  summary: "A member's account: locks, sessions, and why the last sign-ins failed (AD-3); never a password.",
  audience: staff,
  ...asking,
  audit: { action: 'account.read', record: 'member-account' },
  params: OfAccount,
  payload: v.object({
    account: FoundAccount,
    /** Since when staff have kept it locked. */
    lockedSince: v.nullable(Moment),
    /** How long wrong passwords keep it locked for everyone; `closed`: locked until someone unlocks it. */
    guesses: v.object({ failures: v.number(), lockedUntil: v.nullable(Moment), closed: v.boolean() }),
    secondFactor: v.boolean(),
    passwordDue: v.boolean(),
    passwordChangedAt: Moment,
    sessions: v.array(LiveSession),
    failures: v.array(v.object({ at: Moment, why: v.picklist(signInFailures), address: v.string() })),
  }),
  errors: ['NOT-FOUND'],
})

export const lockMemberAccount = defineCall({
  method: 'PUT',
  path: `${accounts}/{accountId}/lock`,
  summary: "Locks a member's account, which ends its sessions, or lifts every lock of it (AD-3); for `administer`.",
  audience: staff,
  ...changing,
  audit: { action: ['account.lock', 'account.unlock'], record: 'member-account' },
  params: OfAccount,
  body: v.object({ locked: v.boolean() }),
  payload: v.object({ lockedSince: v.nullable(Moment) }),
  errors: ['NOT-FOUND'],
})

export const endAccountSessions = defineCall({
  method: 'DELETE',
  path: `${accounts}/{accountId}/sessions`,
  summary: 'Ends every session of a member or of staff (AD-2, AD-3); for `administer`.',
  audience: staff,
  ...changing,
  audit: [
    { action: 'account.sessions-end', record: 'member-account' },
    { action: 'staff.sessions-end', record: 'staff' },
  ],
  params: OfAccount,
  payload: Ended,
  errors: ['NOT-FOUND'],
})

export const endAccountSession = defineCall({
  method: 'DELETE',
  path: `${accounts}/{accountId}/sessions/{sessionId}`,
  summary: 'Ends one session of a member or of staff (AD-2, AD-3); for `administer`.',
  audience: staff,
  ...changing,
  audit: [
    { action: 'account.sessions-end', record: 'member-account' },
    { action: 'staff.sessions-end', record: 'staff' },
  ],
  params: v.object({ accountId: recordId('account'), sessionId: recordId('session') }),
  payload: Ended,
  errors: ['NOT-FOUND'],
})

export const sendAccountLink = defineCall({
  method: 'POST',
  path: `${accounts}/{accountId}/link`,
  summary: 'Sends a member or staff the link for a new password (AD-2, AD-3), to the address of the account.',
  audience: staff,
  ...changing,
  audit: [
    { action: 'account.link', record: 'member-account' },
    { action: 'staff.link', record: 'staff' },
  ],
  params: OfAccount,
  payload: v.object({ sent: v.boolean() }),
  errors: ['NOT-FOUND', 'TOO-MANY-REQUESTS'],
})
