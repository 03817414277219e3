import * as v from 'valibot'
import { changing, defineCall } from '../call.ts'
import { ShortText } from '../fields.ts'

/** The answer of the token endpoints: without the envelope, in the format of RFC 6749 (SI-11). */
export const TokenAnswer = v.object({
  access_token: v.string(),
  expires_in: v.number(),
  /** Absent if the browser's cookie was exchanged: the new refresh token is a cookie, too. */
  refresh_token: v.optional(v.string()),
  scope: v.string(),
  token_type: v.literal('Bearer'),
})

const longToken = v.optional(v.pipe(v.string(), v.maxLength(4000)))

/** A client that cannot send an authorization header identifies itself in the form. */
const client = { client_id: v.optional(ShortText), client_secret: v.optional(ShortText) }

const TokenRequest = v.object({
  ...client,
  grant_type: v.optional(ShortText),
  username: v.optional(ShortText),
  password: v.optional(v.pipe(v.string(), v.maxLength(200))),
  scope: v.optional(v.pipe(v.string(), v.maxLength(200))),
  refresh_token: longToken,
  access_token: longToken,
})

/** RFC 7009; the token may also come under its own name, or as the request's Bearer token. */
const RevocationRequest = v.object({
  ...client,
  token: longToken,
  token_type_hint: v.optional(ShortText),
  refresh_token: longToken,
  access_token: longToken,
})

const form = {
  audience: { by: 'anyone' },
  appid: false,
  changes: true,
  form: true,
  status: 200,
  errors: [],
} as const

const exchange = { ...form, method: 'POST', body: TokenRequest, payload: TokenAnswer } as const
const revocation = { ...form, body: RevocationRequest, payload: v.object({}) } as const
const revocationSummary =
  'Revokes a token (SI-11, RFC 7009): its family and its session end; the answer is 200 whether or not the token is known'

export const memberToken = defineCall({
  ...exchange,
  path: '/api/oauth/token',
  summary: 'Token exchange by password or refresh grant (SI-11); refresh tokens rotate, reuse revokes the family.',
})

export const producerToken = defineCall({
  ...exchange,
  path: '/api/oauth/v2/producerportal/tokens',
  summary: 'Token exchange for the producer portal (SI-11), otherwise like /api/oauth/token.',
})

export const revokeMemberToken = defineCall({
  ...revocation,
  method: 'DELETE',
  path: memberToken.path,
  summary: `${revocationSummary}.`,
})

export const revokeProducerToken = defineCall({
  ...revocation,
  method: 'DELETE',
  path: producerToken.path,
  summary: `${revocationSummary}.`,
})

export const revokeToken = defineCall({
  ...revocation,
  method: 'POST',
  path: '/api/oauth/revoke',
  summary: `${revocationSummary}; the endpoint that the metadata names.`,
})

const inDevelopment = 'The same on the development path, outside production only (SI-11).'

export const memberTokenDev = defineCall({ ...memberToken, path: '/api/dev/oauth/token', summary: inDevelopment })
export const producerTokenDev = defineCall({
  ...producerToken,
  path: '/api/dev/oauth/v2/producerportal/tokens',
  summary: inDevelopment,
})
export const revokeMemberTokenDev = defineCall({
  ...revokeMemberToken,
  path: memberTokenDev.path,
  summary: inDevelopment,
})
export const revokeProducerTokenDev = defineCall({
  ...revokeProducerToken,
  path: producerTokenDev.path,
  summary: inDevelopment,
})

/** What the page passes on after a token exchange, or what it wants revoked (SI-12). */
const SessionCookiesRequest = v.object({
  action: v.optional(v.literal('delete-token')),
  refreshToken: longToken,
})

export const sessionCookies = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/sessionCookies',
  summary:
    'Turns a refresh token into HttpOnly session cookies (SI-12); with the action delete-token, revokes the tokens in the cookies and expires the cookies.',
  audience: { by: 'anyone' },
  ownPage: true,
  ...changing,
  body: SessionCookiesRequest,
  payload: v.object({ signedIn: v.boolean() }),
  errors: ['NO-SESSION', 'FIELD-INVALID'],
})
