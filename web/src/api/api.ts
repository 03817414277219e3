import type { Call, PayloadOf, SentTo } from '@portico/contract/call'
import { validateSession } from '@portico/contract/calls/identity'
import { type ErrorEnvelope, wrap } from '@portico/contract/envelope'
import { stubPath } from '@portico/contract/stub-path'
import { REQUEST_TIMEOUT_MS } from '@portico/rules/timing'
import { currentAppId } from './app-id.ts'
import { ApiError } from './error.ts'
import { reportCritical, reportNoSession } from './problems.ts'
import { isStubMode } from './stub-mode.ts'
import { accessToken, forgetToken } from './token.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Basic credentials, for sign-in alone. */
  readonly basic?: { readonly username: string; readonly password: string }
  /** The page cannot go on without it: a failure shows the one modal of HT-3. */
  readonly critical?: boolean
}

interface Sent extends CallOptions {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** What is handed over with a call; nothing where the call takes nothing. */
type Handed<C extends Call> =
  Record<never, never> extends SentTo<C> ? [sent?: SentTo<C> & CallOptions] : [sent: SentTo<C> & CallOptions]

export const api = {
  /**
   * Makes one call of the contract and answers its payload. Throws ApiError; gives up after 90 s (HT-1). A Bearer call
   * that is refused gets one new token and one more try.
   */
  async call<C extends Call>(call: C, ...handed: Handed<C>): Promise<PayloadOf<C>> {
    const sent: Sent = handed[0] ?? {}
    try {
      return (await attempt(call, sent, true)) as PayloadOf<C>
    } catch (error) {
      if (error instanceof ApiError) {
        if (call.audience.by !== 'anyone') await tellWhetherSessionEnded(call, error)
        if (sent.critical) reportCritical(error)
      }
      throw error
    }
  },
}

/** A session call answered 401 has no session; a token can be refused for other reasons, so the session is asked for. */
async function tellWhetherSessionEnded(call: Call, { status, code }: ApiError) {
  if (status !== 401 && code !== 'invalid_grant') return
  const answer = call.audience.by === 'session' ? null : await fetch(validateSession.path).catch(() => null)
  if (call.audience.by === 'session' || answer?.status === 401) reportNoSession()
}

async function attempt(call: Call, sent: Sent, mayRenew: boolean): Promise<unknown> {
  const token = call.audience.by === 'bearer' ? await accessToken() : null
  const answer = await send(call, sent, token)
  if (answer.status === 401 && token !== null && mayRenew) {
    forgetToken(token)
    return attempt(call, sent, false)
  }
  return read(answer)
}

async function send(call: Call, sent: Sent, token: string | null): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (call.appid) headers.set('appid', currentAppId())
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (sent.basic) headers.set('authorization', basicAuthorization(sent.basic))
  if (sent.body !== undefined) headers.set('content-type', 'application/json')
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  try {
    if (isStubMode()) return await fetch(stubPath(call), { signal: timeout })
    return await fetch(addressOf(call, sent), {
      method: call.method,
      headers,
      body: sent.body === undefined ? null : JSON.stringify(wrap(sent.body)),
      signal: sent.signal ? AbortSignal.any([sent.signal, timeout]) : timeout,
    })
  } catch (error) {
    if (sent.signal?.aborted) throw error
    throw new ApiError({ status: 0, code: timeout.aborted ? 'TIMEOUT' : 'NETWORK' })
  }
}

/** Credentials as UTF-8, which `btoa` alone would not take. */
export function basicAuthorization({ username, password }: NonNullable<CallOptions['basic']>): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

/** Path and query of a call; parameters that are undefined are left out. */
export function addressOf(call: Pick<Call, 'path'>, { params, query }: Sent): string {
  const given = new Map(Object.entries(params ?? {}))
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.get(name))))
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}

async function read(answer: Response): Promise<unknown> {
  const body: Partial<ErrorEnvelope> | null = await answer.json().catch(() => null)
  if (answer.ok && body !== null && 'payload' in body) return body.payload
  const entries = body?.errors ?? []
  throw new ApiError({
    status: answer.status,
    // ER: the code is in the first error, else in the description.
    code: entries[0]?.errorMessage ?? body?.baseMessage?.returnCodeDescription ?? 'NO-CODE',
    entries,
    requestId: answer.headers.get('x-request-id'),
  })
}
