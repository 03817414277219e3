import { decodeUtf8 } from '../../platform/http/incoming-text.ts'

/** Credentials of a Basic authorization header (RFC 7617, UTF-8); null if missing or invalid. */
export function parseBasic(header: string | undefined): { readonly user: string; readonly password: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const decoded = decodeUtf8(Buffer.from(encoded, 'base64'))
  if (decoded === null) return null
  const colon = decoded.indexOf(':')
  // Neither part may contain control characters (RFC 7617 section 2).
  if (colon < 0 || /\p{Cc}/u.test(decoded)) return null
  return { user: decoded.slice(0, colon), password: decoded.slice(colon + 1) }
}
