import { isOauthClient } from '@portico/rules/oauth/clients'
import type { CallContext } from '../http/context.ts'
import { OAuthError } from '../http/oauth-error.ts'
import { parseBasic } from '../sessions/basic.ts'

/**
 * Who asks: the client id of the Basic authorization, else of the form (RFC 6749 section 2.3). All clients are public, so
 * a secret is neither needed nor looked at. Throws OAuthError for one that is not known.
 */
export function clientOf(form: { readonly client_id?: string | undefined }, context: CallContext): string {
  const basic = parseBasic(context.authorization)
  const id = basic ? formDecoded(basic.user) : form.client_id
  if (id === undefined || !isOauthClient(id)) throw new OAuthError('invalid_client', 'the client id is not known')
  return id
}

/** RFC 6749 has ids form-encoded before they are put into the header; where that cannot be, they are taken as they are. */
function formDecoded(id: string): string {
  try {
    return decodeURIComponent(id.replaceAll('+', ' '))
  } catch {
    return id
  }
}
