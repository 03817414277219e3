import { CHOSEN_QUESTIONS } from '@portico/rules/identity/recovery'
import { limits } from '@portico/rules/limits'
import { savedFields } from '@portico/rules/registration/saved'
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { ShortText, Uuid } from '../fields.ts'

const root = '/rbsmbl/x-services/registration'
const anyone = { by: 'anyone' } as const

const PasswordText = v.pipe(v.string(), v.maxLength(200))
const Answers = v.array(
  v.object({
    questionId: v.pipe(v.string(), v.maxLength(40), v.regex(/^[a-z-]+$/)),
    answer: v.pipe(v.string(), v.maxLength(limits.securityAnswer.max)),
  }),
)
/** The same for everyone, so that it reveals nothing about anyone. */
const Accepted = v.object({ accepted: v.literal(true) })

/** Where someone lives and what they are looking for; without a brand, the page's counts. */
const place = {
  brand: v.optional(ShortText),
  zipCode: ShortText,
  segment: v.optional(v.picklist(['U65', 'MED'])),
}
/** The person a plan is for; `memberId` is the subscriber's, `dateOfBirth` is `mm/dd/yyyy`. */
const coverageFields = {
  relationship: ShortText,
  memberId: ShortText,
  firstName: ShortText,
  lastName: ShortText,
  dateOfBirth: ShortText,
}
/** What guardians tell us about themselves; the date is `mm/dd/yyyy`. */
const guardianDetails = {
  guardianFirstName: ShortText,
  guardianLastName: ShortText,
  guardianDateOfBirth: ShortText,
}
/** What every account needs. */
const accountFields = {
  /** Created by the caller: a registration sent twice is done once. */
  registrationId: Uuid,
  userType: ShortText,
  /** Fips code; required where the zip covers several counties. */
  county: v.optional(ShortText, ''),
  email: ShortText,
  emailRepeat: ShortText,
  phone: ShortText,
  phoneType: ShortText,
  logonId: ShortText,
  newPassword: PasswordText,
  answers: v.pipe(Answers, v.length(CHOSEN_QUESTIONS)),
  termsAccepted: v.boolean(),
  /** The saved registration, which is no longer needed. */
  savedId: v.optional(Uuid),
}

export const registrationQuestions = defineCall({
  method: 'GET',
  path: `${root}/securityQuestions`,
  summary: "The security questions that the page's brand offers to anyone who registers (RG-1).",
  audience: anyone,
  appid: false,
  changes: false,
  query: v.object({ brand: v.optional(ShortText) }),
  payload: v.object({ offered: v.array(v.object({ questionId: v.string(), text: v.string() })) }),
  status: 200,
  errors: [],
})

export const registrationProfile = defineCall({
  method: 'POST',
  path: `${root}/consumerProfile`,
  summary:
    'Where a registration leads by its zip code (RG-1, BR-11): the counties to choose from, and the brand that serves the zip where it is not the one that asks.',
  audience: anyone,
  appid: false,
  changes: false,
  body: v.object({ ...place, userType: ShortText }),
  payload: v.object({
    counties: v.array(v.object({ fips: v.string(), name: v.string(), state: v.string() })),
    /** `mayStay`: whether a member may stay with the present brand, e.g. after moving. */
    otherBrand: v.nullable(v.object({ brand: v.string(), name: v.string(), mayStay: v.boolean() })),
  }),
  status: 200,
  errors: ['FIELD-INVALID'],
})

export const matchCoverage = defineCall({
  method: 'POST',
  path: `${root}/coverage`,
  summary:
    'Whether someone can register for the coverage that they describe (RG-1). Details that match no one and a member who is registered already are both FIELD-INVALID with GEN-NOMATCH at `coverage`, after the same time; so many tries by member ID and address are let through.',
  audience: anyone,
  appid: true,
  changes: true,
  body: v.object({ ...place, ...coverageFields, userType: ShortText }),
  payload: v.object({
    matched: v.literal(true),
    /** Whether a guardian must prove who they are before the member can register (ER-4, ER-5). */
    guardianNeeded: v.boolean(),
  }),
  status: 200,
  errors: ['FIELD-INVALID', 'GEN-NOMATCH', 'TOO-MANY-REQUESTS'],
})

export const requestGuardianPin = defineCall({
  method: 'POST',
  path: `${root}/guardian`,
  summary:
    "Sends a PIN, good once and for 15 minutes, to the address that the plan has of a child's guardian (ER-4, ER-5). The guardian's own details have to match, else FIELD-INVALID with UNDER_CHIP14 or OVER_CHIP14 at `guardian`; three such tries, and three PINs, are let through.",
  audience: anyone,
  appid: true,
  changes: true,
  body: v.object({
    ...place,
    ...coverageFields,
    userType: ShortText,
    ...guardianDetails,
  }),
  payload: Accepted,
  status: 200,
  errors: ['FIELD-INVALID', 'GEN-NOMATCH', 'UNDER_CHIP14', 'OVER_CHIP14', 'TOO-MANY-REQUESTS'],
})

export const verifyGuardian = defineCall({
  method: 'POST',
  path: `${root}/guardian/verify`,
  summary:
    'Takes the PIN of a guardian (ER-4, ER-5): FIELD-INVALID with pin.wrong at `pin` for one that is wrong, used or over, three times at most. Answers a proof for `register`, good for an hour.',
  audience: anyone,
  appid: true,
  changes: true,
  body: v.object({ ...place, ...coverageFields, userType: ShortText, pin: ShortText }),
  payload: v.object({ guardianProof: v.string() }),
  status: 200,
  errors: ['FIELD-INVALID', 'GEN-NOMATCH', 'TOO-MANY-REQUESTS'],
})

export const requestSignInPin = defineCall({
  method: 'POST',
  path: `${root}/guardian/sign-in`,
  summary:
    'The same for the account that this browser has just been refused for want of a guardian (401 UNDER_CHIP14 or OVER_CHIP14 after the right password): no details of the child are asked for. CHALLENGE-EXPIRED half an hour after that, or where it never was.',
  audience: anyone,
  appid: true,
  changes: true,
  body: v.object(guardianDetails),
  payload: Accepted,
  status: 200,
  errors: ['FIELD-INVALID', 'CHALLENGE-EXPIRED', 'UNDER_CHIP14', 'OVER_CHIP14', 'TOO-MANY-REQUESTS'],
})

export const verifySignInGuardian = defineCall({
  method: 'POST',
  path: `${root}/guardian/sign-in/verify`,
  summary:
    'Takes the PIN of a guardian for the account that this browser was refused for (ER-4, ER-5), as `guardian/verify` does. From then on the account can sign in.',
  audience: anyone,
  appid: true,
  changes: true,
  body: v.object({ pin: ShortText }),
  payload: v.object({ logonId: v.string() }),
  status: 200,
  errors: ['FIELD-INVALID', 'CHALLENGE-EXPIRED', 'TOO-MANY-REQUESTS'],
})

export const unlockGuardian = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/userauth/v1/unlock/guardian',
  summary:
    "Lifts what is counted against the guardians of the children on a contract (ER-5) and against registering for it, by the subscriber's member ID; for staff who are entitled to `unlock`. The answer is the same for a member ID that no one has; one that is on a contract of brands alone that they do not work for is NOT-FOUND.",
  audience: { by: 'session', roles: ['INTERNAL'] },
  appid: true,
  changes: true,
  body: v.object({ memberId: ShortText }),
  payload: v.object({ memberId: v.string() }),
  status: 200,
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})

export const registerMember = defineCall({
  method: 'POST',
  path: `${root}/register`,
  summary:
    'Registers a member (RG-1): sends a link, good for 24 hours, to the e-mail address; following it opens the account. Nothing in the answer or its time tells whether a login ID or an e-mail address is known; details are matched as in `coverage`. For a child of the plan for children the proof of `guardian/verify` has to go with it, else FIELD-INVALID with UNDER_CHIP14 or OVER_CHIP14 at `guardian`.',
  audience: anyone,
  appid: true,
  changes: true,
  onceBy: 'registrationId',
  body: v.object({ ...place, ...coverageFields, ...accountFields, guardianProof: v.optional(ShortText, '') }),
  payload: Accepted,
  status: 200,
  errors: ['FIELD-INVALID', 'GEN-NOMATCH', 'TOO-MANY-REQUESTS'],
})

export const createProspect = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/prospect',
  summary:
    'Registers a visitor, whose role is PROS (RG-1), in the territory of the brand; by a link in an e-mail as `register` does.',
  audience: anyone,
  appid: true,
  changes: true,
  onceBy: 'registrationId',
  body: v.object({
    ...place,
    ...accountFields,
    firstName: ShortText,
    lastName: ShortText,
    dateOfBirth: ShortText,
  }),
  payload: Accepted,
  status: 200,
  errors: ['FIELD-INVALID', 'TOO-MANY-REQUESTS'],
})

export const saveRegistration = defineCall({
  method: 'POST',
  path: `${root}/saved`,
  summary:
    'Keeps what was typed of a registration for seven days, sealed, and sends a link to the e-mail address with which it is gone on with (RG-1). Neither passwords nor answers are among it.',
  audience: anyone,
  appid: true,
  changes: true,
  onceBy: 'saveId',
  body: v.object({
    /** Created by the caller: sent twice, it is stored once. */
    saveId: Uuid,
    /** The previously saved registration, which this one replaces. */
    savedId: v.optional(Uuid),
    brand: place.brand,
    ...v.entriesFromList(savedFields, v.optional(ShortText, '')),
  }),
  payload: Accepted,
  status: 200,
  errors: ['FIELD-INVALID', 'TOO-MANY-REQUESTS'],
})

export const resumeRegistration = defineCall({
  method: 'POST',
  path: `${root}/saved/resume`,
  summary:
    'Gives back what was typed, to anyone who has the link and knows the date of birth that was typed (RG-1): FIELD-INVALID with birth.wrong for another one, `mm/dd/yyyy`; with the third the link ends.',
  audience: anyone,
  appid: true,
  changes: true,
  body: v.object({ ticket: ShortText, dateOfBirth: ShortText }),
  payload: v.object({ savedId: Uuid, values: v.object(v.entriesFromList(savedFields, v.string())) }),
  status: 200,
  errors: ['FIELD-INVALID', 'CHALLENGE-EXPIRED', 'TOO-MANY-REQUESTS'],
})

export const confirmRegistration = defineCall({
  method: 'POST',
  path: `${root}/confirm`,
  summary:
    'Opens the account of a registration by the link of its e-mail (RG-1); following it again answers the same. A login ID that is taken by now is FIELD-INVALID with login-id.taken at `logonId`: another one goes with a new password. CONFLICT where the member has registered meanwhile.',
  audience: anyone,
  appid: true,
  changes: true,
  body: v.object({ ticket: ShortText, logonId: v.optional(ShortText), newPassword: v.optional(PasswordText) }),
  payload: v.object({ logonId: v.string() }),
  status: 200,
  errors: ['FIELD-INVALID', 'CHALLENGE-EXPIRED', 'CONFLICT', 'TOO-MANY-REQUESTS'],
})

export const createLead = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/lead',
  summary: 'Asks the brand to contact someone about its plans (SH-1), by telephone or e-mail.',
  audience: anyone,
  appid: true,
  changes: true,
  onceBy: 'leadId',
  body: v.object({
    ...place,
    /** Created by the caller: sent twice, it is stored once. */
    leadId: Uuid,
    county: v.optional(ShortText, ''),
    firstName: ShortText,
    lastName: ShortText,
    email: ShortText,
    phone: ShortText,
  }),
  payload: Accepted,
  status: 200,
  errors: ['FIELD-INVALID', 'TOO-MANY-REQUESTS'],
})
