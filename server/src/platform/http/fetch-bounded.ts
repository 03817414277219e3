import { Agent, type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestSecure, Agent as SecureAgent } from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { type Reach, resolveHost } from './reach.ts'

const waitMs = 5_000
const maxBytes = 512 * 1024

/**
 * Connections stay open for a moment after an answer, because with TLS a new one costs more than most calls. Agents share them only among
 * calls to the same resolved address and the same name in its certificate.
 */
const keeping = { keepAlive: true, timeout: 4_000, maxFreeSockets: 4 }
const agents = { plain: new Agent(keeping), secure: new SecureAgent(keeping) }

/**
 * Fetches from someone else's server, which may be slow, redirect, or never stop sending: follows no redirect, stops in time, and reaches a
 * private network only if allowed. On a connection that its server ends meanwhile, a call may have arrived, and is sent again: what must not
 * arrive twice has a connection of its own.
 */
export async function fetchBounded(
  address: string,
  options: RequestInit,
  reach: Reach,
  { mayRepeat = [undefined, 'GET', 'HEAD'].includes(options.method) }: { readonly mayRepeat?: boolean } = {},
): Promise<Response> {
  const own = AbortSignal.timeout(waitMs)
  const signal = options.signal ? AbortSignal.any([options.signal, own]) : own
  const asked = await prepare(address, { ...options, signal }, reach)
  const answer = await send(asked, mayRepeat ? agents : undefined).catch((error: unknown) => {
    if (error instanceof ConnectionEnded) return send(asked)
    throw error
  })
  // Not through a stream of the web, which costs more than all the rest.
  const body = await readBounded(answer)
  return buildResponse(answer, isEmpty(answer) ? null : body)
}

/** The same for an answer read in parts: the reader bounds its size, and the signal its time. */
export async function fetchReached(address: string, options: RequestInit, reach: Reach): Promise<Response> {
  const answer = await send(await prepare(address, options, reach))
  if (isEmpty(answer)) answer.resume()
  return buildResponse(answer, isEmpty(answer) ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>))
}

interface Asked {
  readonly url: URL
  readonly options: RequestOptions
  readonly body: Buffer
}

async function prepare(address: string, options: RequestInit, reach: Reach): Promise<Asked> {
  const { type, bytes: body } = await readBody(options.body ?? null)
  const given = new Headers(options.headers)
  if (type !== null && !given.has('content-type')) given.set('content-type', type)
  const url = new URL(address)
  const isSecure = url.protocol === 'https:'
  const sent = {
    // Not Node's own fetch, which resolves the name itself.
    host: await resolveHost(url.hostname, reach),
    ...(isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 && { servername: url.hostname }),
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    method: options.method ?? 'GET',
    headers: { ...Object.fromEntries(given), host: url.host, 'content-length': String(body.length) },
    ...(options.signal && { signal: options.signal }),
  }
  return { url, options: sent, body }
}

/** A request's body, and its usual content type; the usual ones without building a request of the web. */
async function readBody(
  body: NonNullable<RequestInit['body']> | null,
): Promise<{ readonly type: string | null; readonly bytes: Buffer }> {
  if (body === null) return { type: null, bytes: Buffer.alloc(0) }
  if (typeof body === 'string') return { type: 'text/plain;charset=UTF-8', bytes: Buffer.from(body) }
  const isForm = body instanceof URLSearchParams
  if (isForm) return { type: 'application/x-www-form-urlencoded;charset=UTF-8', bytes: Buffer.from(String(body)) }
  const built = new Response(body)
  return { type: built.headers.get('content-type'), bytes: Buffer.from(await built.arrayBuffer()) }
}

/** The server ended a kept connection at the moment when it was used again. */
class ConnectionEnded extends Error {}

/** Sends on a kept connection, or a new one of its own if there are no agents. Throws ConnectionEnded. */
function send({ url, options, body }: Asked, kept?: typeof agents): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const agent = isSecure ? kept?.secure : kept?.plain
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestSecure : requestPlain)({ ...options, agent: agent ?? false })
    // The request emits another error when it is cut off later.
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isOver = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      reject(isOver ? new ConnectionEnded() : error)
    })
    request.once('response', resolve)
    request.end(body)
  })
}

function isEmpty({ statusCode = 0 }: IncomingMessage): boolean {
  return [101, 204, 205, 304].includes(statusCode)
}

function buildResponse({ statusCode = 502, headers }: IncomingMessage, body: BodyInit | null): Response {
  const lines = Object.entries(headers).map(([name, value]): [string, string] => [name, [value].flat().join(', ')])
  return new Response(body, { status: statusCode, headers: lines })
}

async function readBounded(answer: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer) {
    size += part.byteLength
    if (size > maxBytes) throw new Error(`An answer is larger than ${maxBytes} bytes.`)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
