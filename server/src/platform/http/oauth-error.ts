import type { CallError } from './call-error.ts'

/** A refusal of the token endpoints, in the shape of RFC 6749 section 5.2. */
export class OAuthError extends Error {
  readonly code:
    | 'invalid_request'
    | 'invalid_client'
    | 'invalid_grant'
    | 'unsupported_grant_type'
    | 'invalid_scope'
    | 'server_error'
    | 'temporarily_unavailable'
  readonly description: string
  readonly status: number

  constructor(code: OAuthError['code'], description: string, status = code === 'invalid_client' ? 401 : 400) {
    super(code)
    this.code = code
    this.description = description
    this.status = status
  }
}

/** Refusals before a token endpoint is reached, in the endpoint's own format. */
export function asOAuthError(error: CallError): OAuthError {
  // RFC 6749 defines no code for these in token answers; this is its code for them elsewhere.
  if (error.status === 429 || error.status === 503)
    return new OAuthError('temporarily_unavailable', error.code, error.status)
  if (error.status >= 500) return new OAuthError('server_error', 'something went wrong on our side', error.status)
  const fields = error.fields.map(({ field }) => field).join(', ')
  return new OAuthError('invalid_request', fields === '' ? error.code : `not valid: ${fields}`, error.status)
}
