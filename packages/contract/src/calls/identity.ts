import { ROLES } from '@portico/rules/roles'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { ContactLines, Moment, ShortText, ShownContact, StoreParams } from '../fields.ts'

const signedIn = { by: 'session', roles: ROLES } as const

const ContextAttribute = v.object({
  attributeName: v.picklist(['UserRole', 'Brand', 'PreferredStore']),
  attributeValue: v.array(v.object({ storeId: v.string(), value: v.array(v.string()) })),
})

/** SI-3, to the letter. The tokens are references that are useless without the HttpOnly session cookie. */
export const SignInPayload = v.object({
  WCToken: v.string(),
  WCTrustedToken: v.string(),
  HMCSRProxyToken: v.nullable(v.string()),
  contextAttribute: v.array(ContextAttribute),
  tempPasswordFlag: v.picklist(['0', '1']),
  securityStrengthEnforcement: v.picklist(['NONE', 'FORCED']),
  shoppingBrand: v.string(),
  userAlias: v.string(),
})

export const signInErrors = [
  'GEN-NOMATCH',
  'GEN-NORECCHMECS',
  'GEN-SUSPEND',
  'GEN-BRANDCONFLICT',
  'DEMOUSER',
  'EMP-LOGIN-SHOP',
  'OVER_CHIP14',
  'UNDER_CHIP14',
  'UPD-LDAP',
  'TOO-MANY-REQUESTS',
  'SECOND-FACTOR-REQUIRED',
  'UNEXPECTED',
] as const

export const login = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/userauth/v1/login',
  summary: 'Sign-in with Basic credentials (SI-2); sets the session and refresh cookies.',
  audience: { by: 'anyone' },
  ...changing,
  body: v.object({ brand: v.optional(ShortText) }),
  payload: SignInPayload,
  errors: signInErrors,
})

export const userLogin = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/userInfo/userLogin',
  summary: 'Sign-in with the credentials in the body (SI-2), otherwise as userauth/v1/login.',
  audience: { by: 'anyone' },
  ...changing,
  body: v.object({ userId: ShortText, password: v.pipe(v.string(), v.maxLength(200)), brand: v.optional(ShortText) }),
  payload: SignInPayload,
  errors: signInErrors,
})

export const ltpaLogin = defineCall({
  method: 'POST',
  path: '/wcs/x-services/resources/store/{storeID}/login/ltpalogin',
  summary: 'Sign-in with Basic credentials and an empty body (SI-2).',
  audience: { by: 'anyone' },
  appid: false,
  changes: true,
  params: StoreParams,
  payload: SignInPayload,
  status: 200,
  errors: signInErrors,
})

const LogoutPayload = v.object({
  logoutInfo: v.object({
    nextAction: v.picklist(['stopSimulation', 'redirect', 'default']),
    redirectionUrl: v.nullable(v.string()),
    /** Where to tell the plan's provider that its session is over, too (OS-62, OS-63); it leads back. */
    provider: v.optional(v.string()),
  }),
})

export const logout = defineCall({
  method: 'DELETE',
  path: '/rbsmbl/x-services/userauth/v1/login',
  summary: 'Sign-out (SO-2): ends the session on the server and says what comes next.',
  audience: signedIn,
  ...changing,
  whileFactorDue: 'allowed',
  whilePasswordDue: 'allowed',
  whileSimulating: 'allowed',
  whileViewing: 'any',
  // What ended the session, if it was not the person: the page's inactivity timer (SE-1).
  query: v.object({ cause: v.optional(v.picklist(['inactivity'])) }),
  payload: LogoutPayload,
  errors: [],
})

export const ltpaLogout = defineCall({
  method: 'DELETE',
  path: '/wcs/x-services/resources/store/{storeID}/ltpaidentity/@self',
  summary: 'Sign-out as userauth/v1/login, addressed by store (SO-2).',
  audience: signedIn,
  appid: false,
  changes: true,
  whileFactorDue: 'allowed',
  whilePasswordDue: 'allowed',
  whileSimulating: 'allowed',
  whileViewing: 'any',
  params: StoreParams,
  payload: LogoutPayload,
  status: 200,
  errors: [],
})

export const validateSession = defineCall({
  method: 'GET',
  path: '/dps/x-services/validateltpa',
  summary: 'Whether the stored sign-in is still valid (SI-8); 401 if not.',
  audience: signedIn,
  ...asking,
  whileFactorDue: 'allowed',
  whileViewing: 'any',
  background: true,
  whilePasswordDue: 'allowed',
  payload: v.object({ valid: v.literal(true), logonId: v.string(), expiresAt: Moment }),
  errors: [],
})

const Agency = v.object({ agencyId: v.string(), region: v.string(), entitlements: v.array(v.string()) })

/** The fields of UserData that the server knows (SI-5). */
export const UserInfo = v.object({
  userId: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: v.nullable(v.string()),
  type: v.object({ actorType: v.string(), storeId: v.string() }),
  ldapLogonId: v.string(),
  logonId: v.string(),
  ecid: v.nullable(v.string()),
  challengeQuestion: v.nullable(v.string()),
  email1: v.nullable(v.string()),
  ...ShownContact,
  state: v.nullable(v.string()),
  npnNo: v.nullable(v.string()),
  ffmId: v.nullable(v.string()),
  certifications: v.array(v.string()),
  isLoggedIn: v.literal(true),
  temporaryPassword: v.boolean(),
  storeDefault: v.object({ uniqueID: v.string() }),
  regions: v.array(v.object({ region: v.string() })),
  agencies: v.array(Agency),
  selectedAgency: v.nullable(v.string()),
  selectedRegion: v.nullable(v.string()),
  rememberAgencyRegion: v.boolean(),
  agentId: v.nullable(v.string()),
  market: v.nullable(v.string()),
  phone1: v.nullable(v.string()),
  bus_phone: v.nullable(v.string()),
})

export const getUserInfo = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/userInfo/getUserInfo',
  summary: 'The signed-in user (SI-5, SI-10).',
  audience: signedIn,
  ...asking,
  audit: { action: 'profile.read' },
  whileFactorDue: 'allowed',
  whileViewing: 'any',
  payload: UserInfo,
  errors: [],
})

export const updatePerson = defineCall({
  method: 'PUT',
  path: '/wcs/x-services/resources/store/{storeID}/person/@self',
  summary: 'Updates the contact information of the signed-in person (SI-10); fields left out stay as they are.',
  audience: signedIn,
  ...changing,
  audit: { action: 'profile.change' },
  params: StoreParams,
  body: v.object(ContactLines),
  payload: UserInfo,
  errors: ['FIELD-INVALID'],
})

const RatingInfo = v.object({
  ratingInfo: v.pipe(v.array(v.object({ storeId: ShortText, brand: ShortText })), v.maxLength(20)),
})

export const getRatingInfo = defineCall({
  method: 'GET',
  path: '/wcs/x-services/resources/store/{storeID}/ratingInfo',
  summary: 'The rating info of the signed-in person: stores and brands (SI-10).',
  audience: signedIn,
  ...asking,
  audit: { action: 'rating-info.read' },
  whileFactorDue: 'allowed',
  params: StoreParams,
  payload: RatingInfo,
  errors: [],
})

export const putRatingInfo = defineCall({
  method: 'PUT',
  path: '/wcs/x-services/resources/store/{storeID}/ratingInfo',
  summary: 'Replaces the rating info of the signed-in person (SI-10); sending it twice changes nothing more.',
  audience: signedIn,
  ...changing,
  audit: { action: 'rating-info.change' },
  whileFactorDue: 'allowed',
  whileSimulating: 'allowed',
  params: StoreParams,
  body: RatingInfo,
  payload: RatingInfo,
  errors: ['FIELD-INVALID'],
})
