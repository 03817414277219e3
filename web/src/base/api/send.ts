import { BACKGROUND_HEADER, type Call } from '@portico/contract/call'
import { type ErrorEnvelope, wrap } from '@portico/contract/envelope'
import { headersAcrossOrigins } from '@portico/rules/environment/cross-origin'
import { ApiError } from './error.ts'
import { callSettings } from './settings.ts'
import { stubAnswer } from './stub-mode.ts'

export interface Sending {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  /** In addition to the usual headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** The page makes the call by itself, so it does not count as the person's activity (SE-4). */
  readonly background?: boolean
  /** Basic credentials, only for sign-in. */
  readonly basic?: { readonly username: string; readonly password: string }
  /** Calls this environment's API or OAuth host instead of the page's own: no session token, user id or cookie is sent there. */
  readonly host?: 'api' | 'oauth'
}

/**
 * Sends a call once and returns its payload, or its file as a Blob. Throws ApiError, or the reason with which `signal` was aborted.
 */
export async function send(
  call: Call,
  sending: Sending,
  { token, signal }: { readonly token: string | null; readonly signal: AbortSignal },
): Promise<unknown> {
  try {
    const answer = await exchange(call, sending, { token, signal })
    return await (call.file && answer.ok ? answer.blob() : readPayload(answer))
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error
    throw new ApiError({ status: 0, code: 'NETWORK' })
  }
}

function exchange(
  call: Call,
  sending: Sending,
  { token, signal }: { readonly token: string | null; readonly signal: AbortSignal },
): Promise<Response> {
  const stub = stubAnswer()
  if (stub) return stub(call, sending, signal)
  return fetch(callAddress(call, sending), {
    method: call.method,
    headers: buildHeaders(call, sending, token),
    credentials: sending.host ? 'omit' : 'same-origin',
    body: sending.body === undefined ? null : JSON.stringify(wrap(sending.body)),
    signal,
  })
}

/** The headers of a call, with the access token if it takes one. */
export function buildHeaders(
  call: Call,
  { headers, basic, body, host, background }: Sending,
  token: string | null,
): Record<string, string> {
  const { appId, services } = callSettings()
  const all = {
    accept: 'application/json',
    ...headers,
    ...(call.appid && { appid: appId }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(token !== null && services.testBackend !== null && { 'x-test-backend': services.testBackend }),
    ...(background && { [BACKGROUND_HEADER]: '1' }),
    ...(basic && { authorization: basicAuthorization(basic) }),
  }
  return host ? headersAcrossOrigins(all) : all
}

/** The credentials as UTF-8, which `btoa` alone does not accept. */
export function basicAuthorization({ username, password }: NonNullable<Sending['basic']>): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

/** Address of a call: its path and query, on another host if one is given; undefined parameters are left out. */
export function callAddress(call: Pick<Call, 'path'>, { params, query, host }: Sending): string {
  const given = new Map(Object.entries(params ?? {}))
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.get(name))))
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  const origin = host ? `${location.protocol}//${callSettings().services[host]}` : ''
  return `${origin}${path}${search && `?${search}`}`
}

/** The payload of an answer; throws ApiError for a failed one. */
export async function readPayload(answer: Response): Promise<unknown> {
  const { status, headers } = answer
  const body = parseJson(await answer.text())
  if (answer.ok && body && 'payload' in body) return body.payload
  const entries = body?.errors ?? []
  throw new ApiError({
    status,
    // ER: the code is in the first error, or else in the description.
    code:
      entries[0]?.errorMessage ??
      body?.baseMessage?.returnCodeDescription ??
      (body === null ? 'NOT-JSON' : answer.ok ? 'NO-PAYLOAD' : 'NO-CODE'),
    entries,
    requestId: headers.get('x-request-id'),
    retryAfter: headers.get('retry-after'),
  })
}

function parseJson(text: string): Partial<ErrorEnvelope> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
