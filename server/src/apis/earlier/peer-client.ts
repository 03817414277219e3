import { isObject, type JsonObject, readText } from '@portico/rules/fhir/json'
import { importJWK, type JWK, SignJWT } from 'jose'
import { fetchReached } from '../../platform/http/fetch-bounded.ts'
import { decodeUtf8, isDeeperThan, pathsOfBadText } from '../../platform/http/incoming-text.ts'
import { InsideAddress, type Reach } from '../../platform/http/reach.ts'
import { PeerError } from './peer-error.ts'

/** Time and size limits for another plan's server. */
export const peerLimits = {
  answerMs: 15_000,
  pauseMs: 30_000,
  fileMs: 15 * 60_000,
  answerBytes: 1024 * 1024,
  lineBytes: 4 * 1024 * 1024,
  fileBytes: 512 * 1024 * 1024,
  depth: 60,
} as const

export type PeerLimits = { readonly [Name in keyof typeof peerLimits]: number }

interface PeerCall {
  readonly reach: Reach
  readonly limits: PeerLimits
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: JsonObject | null
}

/** Our client for another plan's server: follows no redirect, calls no other host, and stops in time. */
export interface PeerClient {
  ask(address: string, more?: { readonly method?: string; readonly body?: object }): Promise<Answer>
  /** A file's lines, one at a time. */
  readLines(address: string): AsyncGenerator<string>
}

/** Signs in to another plan's server with SMART Backend Services. Throws PeerError. */
export async function openPeer(
  { base, clientId, key }: { readonly base: string; readonly clientId: string; readonly key: JWK },
  reach: Reach,
  limits: PeerLimits = peerLimits,
): Promise<PeerClient> {
  const call = { reach, limits }
  const discovered = await askJson(`${base}/.well-known/smart-configuration`, {}, call)
  const endpoint = readText(discovered.body?.token_endpoint)
  if (endpoint === undefined) throw new PeerError('garbage', 'no token endpoint is named')
  const token = await requestToken(requireSame(endpoint, base), { clientId, key }, call)
  const headers = { authorization: `Bearer ${token}`, accept: 'application/fhir+json, application/json' }
  return {
    ask: (address, { method = 'GET', body } = {}) =>
      askJson(
        requireSame(address, base),
        {
          method,
          headers: { ...headers, prefer: 'respond-async', ...(body && { 'content-type': 'application/fhir+json' }) },
          ...(body && { body: JSON.stringify(body) }),
        },
        call,
      ),
    readLines: (address) => readLines(requireSame(address, base), { authorization: headers.authorization }, call),
  }
}

async function requestToken(
  endpoint: string,
  { clientId, key }: { readonly clientId: string; readonly key: JWK },
  call: PeerCall,
): Promise<string> {
  const assertion = new SignJWT({ jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: key.alg ?? 'RS384', kid: key.kid ?? '', typ: 'JWT' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(endpoint)
    .setExpirationTime('4m')
  const form = {
    ...{ grant_type: 'client_credentials', scope: 'system/*.rs' },
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await assertion.sign(await importJWK(key)),
  }
  const { status, body } = await askJson(endpoint, { method: 'POST', body: new URLSearchParams(form) }, call)
  const token = readText(body?.access_token)
  if (status !== 200 || token === undefined) throw new PeerError('refused', `no token: ${status}`)
  return token
}

/** A token goes only to the plan's own host, whatever its answers name. */
function requireSame(address: string, base: string): string {
  if (!URL.canParse(address, `${base}/`)) throw new PeerError('elsewhere', 'an address is none')
  const [to, own] = [new URL(address, `${base}/`), new URL(base)]
  if (to.origin !== own.origin) throw new PeerError('elsewhere', 'an address leads to another host')
  return to.href
}

async function askJson(address: string, options: RequestInit, { reach, limits }: PeerCall): Promise<Answer> {
  const signal = AbortSignal.timeout(limits.answerMs)
  const answer = await send(address, { ...options, signal }, reach)
  const parts: Uint8Array[] = []
  for await (const part of readParts(answer, { totalMs: limits.answerMs, bytes: limits.answerBytes, ...limits }))
    parts.push(part)
  const text = decodeUtf8(Buffer.concat(parts))
  return { status: answer.status, headers: answer.headers, body: text === '' ? null : parseObject(text, limits) }
}

function parseObject(text: string | null, { depth }: PeerLimits): JsonObject {
  const parsed = text === null || isDeeperThan(depth, text) ? undefined : parse(text)
  if (!isObject(parsed) || pathsOfBadText(parsed).length > 0) throw new PeerError('garbage', 'an answer is no JSON')
  return parsed
}

/** The resource on a line; null if it is not a resource. */
export function parseResource(line: string, { depth }: PeerLimits = peerLimits): JsonObject | null {
  const parsed = isDeeperThan(depth, line) ? undefined : parse(line)
  return isObject(parsed) && typeof parsed.resourceType === 'string' && pathsOfBadText(parsed).length === 0
    ? parsed
    : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function send(address: string, options: RequestInit, reach: Reach): Promise<Response> {
  const answer = await reachPeer(address, options, reach)
  if (answer.status >= 300 && answer.status < 400) {
    await answer.body?.cancel()
    throw new PeerError('redirected', 'it leads elsewhere')
  }
  return answer
}

/** An internal address is refused like another host's: administrators of the portal name servers, but not ones inside its network. */
function reachPeer(address: string, options: RequestInit, reach: Reach): Promise<Response> {
  return fetchReached(address, options, reach).catch((error: unknown) => {
    if (error instanceof InsideAddress) throw new PeerError('elsewhere', 'an address leads to a private network')
    throw new PeerError('silent', 'it does not answer')
  })
}

async function* readLines(
  address: string,
  headers: Record<string, string>,
  { reach, limits }: PeerCall,
): AsyncGenerator<string> {
  const stopping = new AbortController()
  let timer = setTimeout(() => stopping.abort(), limits.answerMs)
  try {
    const answer = await reachPeer(address, { headers, signal: stopping.signal }, reach)
    if (answer.status !== 200)
      throw new PeerError(answer.status < 400 ? 'redirected' : 'refused', `a file: ${answer.status}`)
    clearTimeout(timer)
    timer = setTimeout(() => stopping.abort(), limits.fileMs)
    let rest = Buffer.alloc(0)
    for await (const part of readParts(answer, { totalMs: limits.fileMs, bytes: limits.fileBytes, ...limits })) {
      let begin = 0
      for (let end = part.indexOf(10); end >= 0; end = part.indexOf(10, begin)) {
        yield decodeLine(Buffer.concat([rest, part.subarray(begin, end)]))
        rest = Buffer.alloc(0)
        begin = end + 1
      }
      rest = Buffer.concat([rest, part.subarray(begin)])
      if (rest.length > limits.lineBytes) throw new PeerError('too-large', 'a line is too long')
    }
    if (rest.length > 0) yield decodeLine(rest)
  } finally {
    clearTimeout(timer)
    stopping.abort()
  }
}

function decodeLine(bytes: Buffer): string {
  const line = decodeUtf8(bytes)
  if (line === null) throw new PeerError('garbage', 'a line is no text')
  return line
}

/** The received parts, as they arrive. */
async function* readParts(
  { body }: Response,
  { bytes, pauseMs }: { readonly totalMs: number; readonly bytes: number; readonly pauseMs: number },
): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const reader = body.getReader()
  let size = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), stopAfter(pauseMs)])
      if (done) return
      size += value.byteLength
      if (size > bytes) throw new PeerError('too-large', 'it sends too much')
      yield value
    }
  } catch (error) {
    throw error instanceof PeerError ? error : new PeerError('silent', 'it stopped in the middle')
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

async function stopAfter(ms: number): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref())
  throw new PeerError('silent', 'it stopped in the middle')
}
