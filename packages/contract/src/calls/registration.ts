import { CHOSEN_QUESTIONS } from '@portico/rules/identity/recovery'
import { limits } from '@portico/rules/limits'
import { savedFields } from '@portico/rules/registration/saved'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
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

/** Where someone lives and what they are looking for; without a brand, the page's brand counts. */
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
  /** Created by the caller: a registration sent twice takes effect once. */
  registrationId: Uuid,
  userType: ShortText,
  /** FIPS code; required if the ZIP code covers several counties. */
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
  ofNoOne: true,
  ...asking,
  query: v.object({ brand: v.optional(ShortText) }),
  payload: v.object({ offered: v.array(v.object({ questionId: v.string(), text: v.string() })) }),
  errors: [],
})

export const registrationProfile = defineCall({
  method: 'POST',
  path: `${root}/consumerProfile`,
  summary:
    "What a registration's zip code means (RG-1, BR-11): the counties to choose from, and the brand that serves the zip if it is not the caller's.",
  audience: anyone,
  ...asking,
  body: v.object({ ...place, userType: ShortText }),
  payload: v.object({
    counties: v.array(v.object({ fips: v.string(), name: v.string(), state: v.string() })),
    /** `mayStay`: whether a member may stay with the present brand, e.g. after moving. */
    otherBrand: v.nullable(v.object({ brand: v.string(), name: v.string(), mayStay: v.boolean() })),
  }),
  errors: ['FIELD-INVALID'],
})

export const matchCoverage = defineCall({
  method: 'POST',
  path: `${root}/coverage`,
  summary:
    'Whether someone can register for the coverage that they describe (RG-1). Details that match no one and a member who is already registered are both FIELD-INVALID with GEN-NOMATCH at `coverage`, after the same time; the number of attempts per member ID and address is limited.',
  audience: anyone,
  ...changing,
  audit: { action: 'registration.match', record: 'member' },
  body: v.object({ ...place, ...coverageFields, userType: ShortText }),
  payload: v.object({
    matched: v.literal(true),
    /** Whether a guardian must prove who they are before the member can register (ER-4, ER-5). */
    guardianNeeded: v.boolean(),
  }),
  errors: ['FIELD-INVALID', 'GEN-NOMATCH', 'TOO-MANY-REQUESTS'],
})

export const requestGuardianPin = defineCall({
  method: 'POST',
  path: `${root}/guardian`,
  summary:
    "Sends a PIN, valid once and for 15 minutes, to the address that the plan has for a child's guardian (ER-4, ER-5). The guardian's own details must match, otherwise FIELD-INVALID with UNDER_CHIP14 or OVER_CHIP14 at `guardian`; three such attempts, and three PINs, are allowed.",
  audience: anyone,
  ...changing,
  audit: { action: 'guardian.pin', record: 'member' },
  body: v.object({
    ...place,
    ...coverageFields,
    userType: ShortText,
    ...guardianDetails,
  }),
  payload: Accepted,
  errors: ['FIELD-INVALID', 'GEN-NOMATCH', 'UNDER_CHIP14', 'OVER_CHIP14', 'TOO-MANY-REQUESTS'],
})

export const verifyGuardian = defineCall({
  method: 'POST',
  path: `${root}/guardian/verify`,
  summary:
    "Accepts a guardian's PIN (ER-4, ER-5): FIELD-INVALID with pin.wrong at `pin` if it is wrong, used or expired, three times at most. Answers a proof for `register`, valid for an hour.",
  audience: anyone,
  ...changing,
  audit: { action: 'guardian.verify', record: 'member' },
  body: v.object({ ...place, ...coverageFields, userType: ShortText, pin: ShortText }),
  payload: v.object({ guardianProof: v.string() }),
  errors: ['FIELD-INVALID', 'GEN-NOMATCH', 'TOO-MANY-REQUESTS'],
})

export const requestSignInPin = defineCall({
  method: 'POST',
  path: `${root}/guardian/sign-in`,
  summary:
    "The same for the account that this browser was just refused because it needs a guardian (401 UNDER_CHIP14 or OVER_CHIP14 after the right password), without the child's details. CHALLENGE-EXPIRED half an hour after that, or if it never happened.",
  audience: anyone,
  ...changing,
  audit: { action: 'guardian.pin', record: 'member' },
  body: v.object(guardianDetails),
  payload: Accepted,
  errors: ['FIELD-INVALID', 'CHALLENGE-EXPIRED', 'UNDER_CHIP14', 'OVER_CHIP14', 'TOO-MANY-REQUESTS'],
})

export const verifySignInGuardian = defineCall({
  method: 'POST',
  path: `${root}/guardian/sign-in/verify`,
  summary:
    "Accepts a guardian's PIN for the account that this browser was refused for (ER-4, ER-5), like `guardian/verify`. From then on the account can sign in.",
  audience: anyone,
  ...changing,
  audit: { action: 'guardian.verify', record: 'member' },
  body: v.object({ pin: ShortText }),
  payload: v.object({ logonId: v.string() }),
  errors: ['FIELD-INVALID', 'CHALLENGE-EXPIRED', 'TOO-MANY-REQUESTS'],
})

export const unlockGuardian = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/userauth/v1/unlock/guardian',
  summary:
    "Clears the failed attempts of guardians of the children on a contract (ER-5) and of registering for it, by the subscriber's member ID; for staff who are entitled to `unlock`. The answer is the same if no one has the member ID; a contract that belongs only to brands that they do not work for is NOT-FOUND.",
  audience: { by: 'session', roles: ['INTERNAL'] },
  ...changing,
  audit: { action: 'guardian.unlock', record: 'member-id' },
  body: v.object({ memberId: ShortText }),
  payload: v.object({ memberId: v.string() }),
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})

export const registerMember = defineCall({
  method: 'POST',
  path: `${root}/register`,
  summary:
    'Registers a member (RG-1): sends a link, valid for 24 hours, to the e-mail address; following it opens the account. Nothing in the answer or its time reveals whether a login ID or an e-mail address is known; details are matched as in `coverage`. For a child in the plan for children it requires the proof from `guardian/verify`, otherwise FIELD-INVALID with UNDER_CHIP14 or OVER_CHIP14 at `guardian`.',
  audience: anyone,
  ...changing,
  audit: { action: 'registration.submit', record: 'member' },
  onceBy: 'registrationId',
  body: v.object({ ...place, ...coverageFields, ...accountFields, guardianProof: v.optional(ShortText, '') }),
  payload: Accepted,
  errors: ['FIELD-INVALID', 'GEN-NOMATCH', 'TOO-MANY-REQUESTS'],
})

export const createProspect = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/prospect',
  summary:
    "Registers a visitor, whose role is PROS (RG-1), in the brand's territory; by a link in an e-mail like `register`.",
  audience: anyone,
  ...changing,
  audit: { action: 'registration.submit', record: 'member' },
  onceBy: 'registrationId',
  body: v.object({
    ...place,
    ...accountFields,
    firstName: ShortText,
    lastName: ShortText,
    dateOfBirth: ShortText,
  }),
  payload: Accepted,
  errors: ['FIELD-INVALID', 'TOO-MANY-REQUESTS'],
})

export const saveRegistration = defineCall({
  method: 'POST',
  path: `${root}/saved`,
  summary:
    'Stores an unfinished registration for seven days, sealed, and e-mails a link to continue it (RG-1). It includes neither passwords nor answers.',
  audience: anyone,
  ...changing,
  audit: { action: 'registration.save', record: 'registration' },
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
  errors: ['FIELD-INVALID', 'TOO-MANY-REQUESTS'],
})

export const resumeRegistration = defineCall({
  method: 'POST',
  path: `${root}/saved/resume`,
  summary:
    'Returns a stored registration to anyone with the link who knows the date of birth entered in it (RG-1): a wrong date (`mm/dd/yyyy`) is FIELD-INVALID with birth.wrong; after the third, the link stops working.',
  audience: anyone,
  ...changing,
  audit: { action: 'registration.resume', record: 'registration' },
  body: v.object({ ticket: ShortText, dateOfBirth: ShortText }),
  payload: v.object({ savedId: Uuid, values: v.object(v.entriesFromList(savedFields, v.string())) }),
  errors: ['FIELD-INVALID', 'CHALLENGE-EXPIRED', 'TOO-MANY-REQUESTS'],
})

export const confirmRegistration = defineCall({
  method: 'POST',
  path: `${root}/confirm`,
  summary:
    'Opens the account of a registration by the link in its e-mail (RG-1); following it again gets the same answer. A login ID that is taken by now is FIELD-INVALID with login-id.taken at `logonId`: a different one must come with a new password. CONFLICT if the member has registered in the meantime.',
  audience: anyone,
  ...changing,
  audit: { action: 'registration.confirm', record: 'account' },
  body: v.object({ ticket: ShortText, logonId: v.optional(ShortText), newPassword: v.optional(PasswordText) }),
  payload: v.object({ logonId: v.string() }),
  errors: ['FIELD-INVALID', 'CHALLENGE-EXPIRED', 'CONFLICT', 'TOO-MANY-REQUESTS'],
})

export const createLead = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/lead',
  summary: 'Asks the brand to contact someone about its plans (SH-1), by telephone or e-mail.',
  audience: anyone,
  ...changing,
  audit: { action: 'lead.create', record: 'lead' },
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
  errors: ['FIELD-INVALID', 'CONFLICT', 'TOO-MANY-REQUESTS'],
})
