import { isOauthClient } from '@portico/rules/oauth/clients'
import type { CallContext } from '../../platform/http/context.ts'
import { OAuthError } from '../../platform/http/oauth-error.ts'
import { parseBasic } from '../sessions/basic.ts'

/**
 * The client id from Basic authorization, or else from the form (RFC 6749 section 2.3). All clients are public, so a secret is neither
 * needed nor checked. Throws OAuthError for an unknown client.
 */
export function identifyClient(form: { readonly client_id?: string | undefined }, context: CallContext): string {
  const basic = parseBasic(context.authorization)
  const id = basic ? formDecoded(basic.user) : form.client_id
  if (id === undefined || !isOauthClient(id)) throw new OAuthError('invalid_client', 'the client id is not known')
  return id
}

/** RFC 6749 requires form-encoded ids in the header; an id that cannot be decoded is used as it is. */
function formDecoded(id: string): string {
  try {
    return decodeURIComponent(id.replaceAll('+', ' '))
  } catch {
    return id
  }
}
