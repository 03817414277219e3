/** A refusal of the token endpoints, in the shape of RFC 6749 section 5.2. */
export class OAuthError extends Error {
  readonly code: 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type' | 'invalid_scope'
  readonly description: string
  readonly status: number

  constructor(code: OAuthError['code'], description: string) {
    super(code)
    this.code = code
    this.description = description
    this.status = code === 'invalid_client' ? 401 : 400
  }
}
