import { producerToken, sessionCookies } from '@portico/contract/calls/tokens'
import { parseHost } from '@portico/rules/environment/host'
import { oauthClientId } from '@portico/rules/oauth/clients'
import { REQUEST_TIMEOUT_MS } from '@portico/rules/timing'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { basicAuthorization } from '../../base/api/send.ts'

/**
 * Signs in by a token exchange (SI-11), then has the helper turn the tokens into HttpOnly cookies (SI-12): no token stays in the
 * page after this function. Returns the role in the token. Throws ApiError with the code of the refusal (ER-11).
 */
export async function signInByToken({
  loginId,
  password,
}: {
  readonly loginId: string
  readonly password: string
}): Promise<string | null> {
  const { access_token: accessToken, refresh_token: refreshToken } = await exchange({
    grant_type: 'password',
    username: loginId,
    password,
    scope: 'resource.READ',
  })
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string') throw unusable('No /tokens response')
  const claims = readTokenClaims(accessToken)
  if (claims.userId === null) throw unusable('No decoded token value exists', 'No user ID available...')
  await api.call(sessionCookies, { body: { refreshToken } })
  return claims.role
}

/** Posts a form to the token endpoint as this environment's public client; returns any answer. */
async function exchange(form: Record<string, string>): Promise<Readonly<Record<string, unknown>>> {
  const { environment } = parseHost(location.host)
  const answer = await fetch(producerToken.path, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: {
      accept: 'application/json',
      authorization: basicAuthorization({ username: oauthClientId(environment), password: '' }),
    },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch((error: DOMException) => {
    throw new ApiError({ status: 0, code: error.name === 'TimeoutError' ? 'TIMEOUT' : 'NETWORK' })
  })
  const body = await answer.json().catch(() => ({}))
  if (answer.ok) return body
  throw new ApiError({
    status: answer.status,
    code: readErrorCode(body),
    requestId: answer.headers.get('x-request-id'),
  })
}

/** A refusal with its own code has it as the description (ER-11); other descriptions are prose. */
function readErrorCode({ error, error_description: description }: Readonly<Record<string, unknown>>): string {
  const codes = [description, error].filter((text) => typeof text === 'string' && /^[\w-]+$/.test(text))
  return String(codes[0] ?? 'NO-CODE')
}

interface Claims {
  /** `uid`, else `user_id`. */
  readonly userId: string | null
  readonly role: string | null
}

/** What an access token says about its person; empty if it cannot be read. */
export function readTokenClaims(accessToken: string): Claims {
  const claims = new Map<string, unknown>(Object.entries(decodeToken(accessToken)))
  const text = (name: string) => {
    const value = claims.get(name)
    return typeof value === 'string' && value !== '' ? value : null
  }
  return { userId: text('uid') ?? text('user_id'), role: text('role') }
}

function decodeToken(token: string): object {
  try {
    const encoded = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** The error for an answer that cannot be used to sign in; the reasons go to the console. */
function unusable(...reasons: readonly string[]): ApiError {
  for (const reason of reasons) console.error(reason)
  return new ApiError({ status: 0, code: 'NO-CODE' })
}
