import { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

/**
 * A request in the form that the library gets (OS-32): below the brand's prefix, with the origin that we know, and with parameters that
 * stock clients leave out.
 */
export function innerRequest(
  request: FastifyRequest,
  seen: {
    readonly method: string
    readonly prefix: string
    readonly url: string
    readonly body: string
    readonly withoutCookie?: string
  },
): IncomingMessage {
  const inner = new IncomingMessage(request.raw.socket)
  inner.method = seen.method
  // The library finds its own prefix by comparing the two addresses.
  Object.assign(inner, { originalUrl: `${seen.prefix}${seen.url}` })
  inner.url = seen.url
  inner.httpVersion = request.raw.httpVersion
  inner.httpVersionMajor = request.raw.httpVersionMajor
  inner.httpVersionMinor = request.raw.httpVersionMinor
  const { 'transfer-encoding': _, 'content-length': __, forwarded: ___, ...headers } = request.raw.headers
  Object.assign(inner.headers, headers, {
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
    'x-forwarded-for': request.address,
    'x-request-id': request.id,
  })
  if (seen.withoutCookie !== undefined) inner.headers.cookie = withoutCookie(headers.cookie, seen.withoutCookie)
  if (seen.method === 'POST') inner.headers['content-length'] = String(Buffer.byteLength(seen.body))
  else delete inner.headers['content-type']
  if (seen.body !== '') inner.push(seen.body)
  inner.push(null)
  inner.complete = true
  return inner
}

function withoutCookie(header: string | undefined, name: string): string {
  const cookies = (header ?? '').split(/;\s*/)
  return cookies.filter((cookie) => !cookie.startsWith(`${name}=`)).join('; ')
}
