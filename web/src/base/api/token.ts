import { REQUEST_TIMEOUT_MS } from '@portico/rules/timing'
import { ApiError } from './error.ts'
import { stubAnswer } from './stub-mode.ts'

/** Public client id of the page; it has no secret (SI-11). */
const clientId = 'portico-web'
const tokenPath = '/api/oauth/token'

let token: Promise<string> | null = null

/**
 * An access token for message calls: obtained by the refresh grant with the HttpOnly cookie, kept only in memory, and fetched once
 * for all concurrent callers. Throws ApiError when there is no valid refresh token.
 */
export function accessToken(): Promise<string> {
  if (stubAnswer()) return Promise.resolve('stub')
  token ??= fetchToken().catch((error: unknown) => {
    token = null
    throw error
  })
  return token
}

/** Drops a refused token, so that the next call requests a new one. */
export function forgetToken(refused: string | null = null) {
  const held = token
  if (refused === null) token = null
  else held?.then((value) => value === refused && token === held && forgetToken()).catch(() => {})
}

async function fetchToken(): Promise<string> {
  const answer = await fetch(tokenPath, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId }),
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch(() => {
    throw new ApiError({ status: 0, code: 'NETWORK' })
  })
  const body: { access_token?: unknown; error?: unknown } = await answer.json().catch(() => ({}))
  if (!answer.ok || typeof body.access_token !== 'string') {
    throw new ApiError({
      status: answer.status,
      code: typeof body.error === 'string' ? body.error : 'NO-CODE',
      requestId: answer.headers.get('x-request-id'),
    })
  }
  return body.access_token
}
