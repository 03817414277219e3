import { ROLES } from '@portico/rules/roles'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { ListPlace, Moment, recordId, ShortText, trimLine, Uuid } from '../fields.ts'
import { SignInPayload, signInErrors } from './identity.ts'

const signedIn = { by: 'session', roles: ROLES } as const
const account = '/rbsmbl/x-services/account'
const userAuth = '/rbsmbl/x-services/userauth/v1'

/** A WebAuthn value: base64url without padding. */
const Base64Url = v.pipe(v.string(), v.maxLength(20_000), v.regex(/^[\w-]*$/))
const Transports = v.optional(v.pipe(v.array(ShortText), v.maxLength(10)))
const SentCode = v.pipe(v.string(), v.maxLength(40))
const PasskeyName = trimLine(60, 1)
const Counted = v.pipe(v.number(), v.integer())

/** The makers' own names; null: unknown. */
const DeviceFields = {
  kind: v.picklist(['computer', 'phone', 'tablet', 'program']),
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
} as const

export const SignInMethod = v.picklist(['password', 'second-factor', 'passkey', 'provider', 'simulation', 'viewing'])

const Passkey = v.object({
  passkeyId: Uuid,
  name: v.string(),
  createdAt: Moment,
  lastUsedAt: v.nullable(Moment),
})

export const accountSecurity = defineCall({
  method: 'GET',
  path: `${account}/security`,
  summary: 'How the signed-in person proves who they are (RG-3, RG-4), and what their brand offers for it.',
  audience: signedIn,
  ...asking,
  audit: { action: 'security.read' },
  payload: v.object({
    passwordChangedAt: Moment,
    /** Since when codes from an authenticator app are required; null: they are not. */
    authenticatorSince: v.nullable(Moment),
    recoveryCodesLeft: Counted,
    passkeys: v.array(Passkey),
    rememberedDevices: v.array(
      v.object({
        deviceId: v.string(),
        ...DeviceFields,
        rememberedAt: Moment,
        expiresAt: Moment,
        current: v.boolean(),
      }),
    ),
    offered: v.object({ passkeys: v.boolean(), authenticator: v.boolean(), rememberDevice: v.boolean() }),
  }),
  errors: [],
})

export const listDevices = defineCall({
  method: 'GET',
  path: `${account}/devices`,
  summary: 'Where the person is signed in (RG-3); the calling browser comes first.',
  audience: signedIn,
  ...asking,
  audit: { action: 'devices.read' },
  payload: v.object({
    devices: v.array(
      v.object({
        sessionId: Uuid,
        ...DeviceFields,
        method: SignInMethod,
        signedInAt: Moment,
        lastActiveAt: Moment,
        /** Whether this browser made the call. */
        current: v.boolean(),
      }),
    ),
    /** Whether another phone keeps the person's ID cards, even though nobody is signed in there. */
    keptElsewhere: v.boolean(),
  }),
  errors: [],
})

const Ended = v.object({ ended: Counted })

export const endDevice = defineCall({
  method: 'DELETE',
  path: `${account}/devices/{sessionId}`,
  summary: 'Signs out one device (RG-3); its browser finds out at its next call.',
  audience: signedIn,
  ...changing,
  audit: { action: 'device.end', record: 'session' },
  params: v.object({ sessionId: recordId('session') }),
  payload: Ended,
  errors: ['NOT-FOUND'],
})

export const endOtherDevices = defineCall({
  method: 'DELETE',
  path: `${account}/devices`,
  summary: 'Signs out every device except the calling one (RG-3).',
  audience: signedIn,
  ...changing,
  audit: { action: 'device.end', record: 'session' },
  payload: Ended,
  errors: [],
})

/** The kinds of entries in an account's history (RG-4); their wording is the page's. */
export const historyKinds = [
  'account-opened',
  'signed-in',
  'signed-out',
  'signed-out-elsewhere',
  'timed-out',
  'sign-in-refused',
  'sign-in-locked',
  'sign-in-locked-by-staff',
  'sign-in-failed',
  'code-asked',
  'code-refused',
  'recovery-code-used',
  'confirmed',
  'confirm-refused',
  'password-changed',
  'recovery-asked',
  'recovery-refused',
  'password-recovered',
  'questions-chosen',
  'profile-changed',
  'data-downloaded',
  'email-asked',
  'email-withdrawn',
  'email-changed',
  'notifications-changed',
  'sharing-changed',
  'passkey-added',
  'passkey-renamed',
  'passkey-removed',
  'authenticator-on',
  'authenticator-off',
  'recovery-codes-made',
  'device-remembered',
  'device-forgotten',
  'access-invited',
  'access-changed',
  'access-accepted',
  'access-declined',
  'access-ended',
  'app-connected',
  'app-changed',
  'app-declined',
  'app-ended',
  'person-accepted',
  'person-declined',
  'person-ended-access',
  'person-began',
  'person-ended',
  'person-viewed-overview',
  'person-viewed-messages',
  'person-viewed',
  'person-changed',
  'staff-began',
  'staff-ended',
  'staff-viewed-overview',
  'staff-viewed-messages',
  'staff-answered',
  'staff-changed',
  'staff-viewed',
] as const

export const accessHistory = defineCall({
  method: 'GET',
  path: `${account}/history`,
  summary: 'Who used the account and when (RG-4), newest first: the person, refused attempts, customer service.',
  audience: signedIn,
  ...asking,
  audit: { action: 'history.read' },
  query: v.object({ before: v.optional(ListPlace) }),
  payload: v.object({
    events: v.array(
      v.object({
        eventId: Uuid,
        at: Moment,
        kind: v.picklist(historyKinds),
        /** Name of the other person, if someone with access did it (RG-3); for customer service, the representative's first name. */
        person: v.nullable(v.string()),
        /** The reason that customer service had to give for acting for the person; null for everything else. */
        reason: v.nullable(v.string()),
        /** How someone signed in; null for everything else. */
        method: v.nullable(SignInMethod),
        /** Null: not recorded. */
        device: v.nullable(v.object(DeviceFields)),
        /** The network address it came from; null for customer service. */
        address: v.nullable(v.string()),
      }),
    ),
    /** Pass it as `before` to get older ones; null at the end. */
    next: v.nullable(v.string()),
  }),
  errors: ['FIELD-INVALID'],
})

export const beginAuthenticator = defineCall({
  method: 'POST',
  path: `${account}/authenticator`,
  summary: 'Starts the setup of an authenticator app (RG-4); no code is required until its first one is confirmed.',
  audience: signedIn,
  ...changing,
  audit: { action: 'authenticator.begin' },
  whileFactorDue: 'allowed',
  stepUp: true,
  payload: v.object({
    /** Base32, for typing in. */
    secret: v.string(),
    /** `otpauth://…`, for the QR code. */
    address: v.string(),
  }),
  errors: ['CONFLICT', 'NOT-FOUND'],
})

const RecoveryCodes = v.object({ recoveryCodes: v.array(v.string()) })

export const confirmAuthenticator = defineCall({
  method: 'PUT',
  path: `${account}/authenticator`,
  summary: 'Turns the authenticator app on with its first code; answers ten recovery codes, which are shown only once.',
  audience: signedIn,
  ...changing,
  audit: { action: 'authenticator.on' },
  whileFactorDue: 'allowed',
  stepUp: true,
  body: v.object({ code: SentCode }),
  payload: RecoveryCodes,
  errors: ['FIELD-INVALID', 'CODE-WRONG', 'CONFLICT', 'TOO-MANY-REQUESTS'],
})

export const removeAuthenticator = defineCall({
  method: 'DELETE',
  path: `${account}/authenticator`,
  summary: 'Turns the authenticator app off, with its recovery codes and remembered devices.',
  audience: signedIn,
  ...changing,
  audit: { action: 'authenticator.off' },
  stepUp: true,
  payload: v.object({ removed: v.boolean() }),
  errors: [],
})

export const renewRecoveryCodes = defineCall({
  method: 'POST',
  path: `${account}/recoveryCodes`,
  summary: 'Makes ten new recovery codes; the old ones stop working.',
  audience: signedIn,
  ...changing,
  audit: { action: 'recovery-codes.make' },
  stepUp: true,
  payload: RecoveryCodes,
  errors: ['CONFLICT'],
})

export const forgetDevice = defineCall({
  method: 'DELETE',
  path: `${account}/rememberedDevices/{deviceId}`,
  summary: 'Forgets a remembered browser: the next sign-in on it asks for a code again.',
  audience: signedIn,
  ...changing,
  audit: { action: 'device.forget' },
  params: v.object({ deviceId: recordId('device', Base64Url) }),
  payload: v.object({ forgotten: v.literal(true) }),
  errors: ['NOT-FOUND'],
})

const CredentialRef = v.object({ id: Base64Url, type: v.literal('public-key'), transports: v.array(v.string()) })

/** The parts of `PublicKeyCredentialCreationOptionsJSON` that we use. */
const RegistrationOptions = v.object({
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: Base64Url, name: v.string(), displayName: v.string() }),
  challenge: Base64Url,
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
  timeout: v.number(),
  excludeCredentials: v.array(CredentialRef),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  attestation: v.literal('none'),
})

/** The parts of `PublicKeyCredentialRequestOptionsJSON` that we use. */
const AuthenticationOptions = v.object({
  rpId: v.string(),
  challenge: Base64Url,
  timeout: v.number(),
  allowCredentials: v.array(CredentialRef),
  userVerification: v.literal('required'),
})

/** `RegistrationResponseJSON`. */
const RegistrationResponse = v.object({
  id: Base64Url,
  rawId: Base64Url,
  type: v.literal('public-key'),
  response: v.object({ clientDataJSON: Base64Url, attestationObject: Base64Url, transports: Transports }),
})

/** `AuthenticationResponseJSON`. */
export const PasskeyResponse = v.object({
  id: Base64Url,
  rawId: Base64Url,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: v.optional(v.nullable(Base64Url)),
  }),
})

export const passkeyRegistration = defineCall({
  method: 'POST',
  path: `${account}/passkeys/options`,
  summary: 'Options for creating a passkey (RG-4), valid once and for ten minutes.',
  audience: signedIn,
  ...changing,
  audit: { action: 'passkey.begin' },
  whileFactorDue: 'allowed',
  stepUp: true,
  payload: RegistrationOptions,
  errors: ['CONFLICT', 'NOT-FOUND'],
})

export const addPasskey = defineCall({
  method: 'POST',
  path: `${account}/passkeys`,
  summary: 'Adds the passkey made with the options (RG-4).',
  audience: signedIn,
  ...changing,
  audit: { action: 'passkey.add', record: 'passkey' },
  whileFactorDue: 'allowed',
  stepUp: true,
  body: v.object({ name: PasskeyName, credential: RegistrationResponse }),
  payload: Passkey,
  status: 201,
  errors: ['FIELD-INVALID', 'CHALLENGE-EXPIRED', 'PASSKEY-UNKNOWN', 'CONFLICT', 'NOT-FOUND'],
})

export const renamePasskey = defineCall({
  method: 'PUT',
  path: `${account}/passkeys/{passkeyId}`,
  summary: 'Gives a passkey another name.',
  audience: signedIn,
  ...changing,
  audit: { action: 'passkey.rename', record: 'passkey' },
  params: v.object({ passkeyId: recordId('passkey') }),
  body: v.object({ name: PasskeyName }),
  payload: Passkey,
  errors: ['NOT-FOUND'],
})

export const removePasskey = defineCall({
  method: 'DELETE',
  path: `${account}/passkeys/{passkeyId}`,
  summary: 'Removes a passkey: it no longer opens this account.',
  audience: signedIn,
  ...changing,
  audit: { action: 'passkey.remove', record: 'passkey' },
  stepUp: true,
  params: v.object({ passkeyId: recordId('passkey') }),
  payload: v.object({ removed: v.literal(true) }),
  errors: ['NOT-FOUND'],
})

export const secondFactor = defineCall({
  method: 'POST',
  path: `${userAuth}/secondFactor`,
  summary:
    'The code that a sign-in asked for (401 SECOND-FACTOR-REQUIRED), from the app or a recovery code; opens the session.',
  audience: { by: 'anyone' },
  ...changing,
  body: v.object({ code: SentCode, rememberDevice: v.optional(v.boolean(), false) }),
  payload: SignInPayload,
  errors: [...signInErrors, 'CHALLENGE-EXPIRED', 'CODE-WRONG', 'TOO-MANY-REQUESTS'],
})

export const passkeySignInOptions = defineCall({
  method: 'POST',
  path: `${userAuth}/passkey/options`,
  summary: 'Options for signing in with a passkey (RG-4), valid once and for ten minutes in the calling browser.',
  audience: { by: 'anyone' },
  ...changing,
  payload: AuthenticationOptions,
  errors: ['NOT-FOUND', 'TOO-MANY-REQUESTS'],
})

export const passkeySignIn = defineCall({
  method: 'POST',
  path: `${userAuth}/passkey`,
  summary: 'Sign-in with a passkey (RG-4): two factors in one, otherwise as userauth/v1/login.',
  audience: { by: 'anyone' },
  ...changing,
  body: v.object({ credential: PasskeyResponse }),
  payload: SignInPayload,
  errors: [...signInErrors, 'CHALLENGE-EXPIRED', 'PASSKEY-UNKNOWN', 'NOT-FOUND'],
})

export const stepUpOptions = defineCall({
  method: 'POST',
  path: `${userAuth}/stepUp/options`,
  summary:
    'How the signed-in person can confirm who they are: with passkey options if they have a passkey, and the address of their organization’s provider if they confirm there.',
  audience: signedIn,
  ...changing,
  whileFactorDue: 'allowed',
  payload: v.object({
    password: v.boolean(),
    code: v.boolean(),
    passkey: v.nullable(AuthenticationOptions),
    /** The provider that opened the session and has their password (OS-62): its name, and where to begin in a separate tab. */
    provider: v.nullable(v.object({ name: v.string(), to: v.string() })),
    /** When they last proved who they are. */
    authenticatedAt: Moment,
  }),
  errors: [],
})

export const stepUp = defineCall({
  method: 'POST',
  path: `${userAuth}/stepUp`,
  summary:
    'Confirms the identity of the signed-in person in one of the three ways, so that sensitive changes are allowed.',
  audience: signedIn,
  ...changing,
  audit: { action: 'step-up' },
  whileFactorDue: 'allowed',
  body: v.object({
    password: v.optional(v.pipe(v.string(), v.maxLength(200))),
    code: v.optional(SentCode),
    credential: v.optional(PasskeyResponse),
  }),
  payload: v.object({ authenticatedAt: Moment }),
  errors: [
    'FIELD-INVALID',
    'GEN-NOMATCH',
    'GEN-SUSPEND',
    'SECOND-FACTOR-REQUIRED',
    'CODE-WRONG',
    'CHALLENGE-EXPIRED',
    'PASSKEY-UNKNOWN',
    'TOO-MANY-REQUESTS',
  ],
})
