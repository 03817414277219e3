import type { Call, PayloadOf, SentTo } from '@portico/contract/call'
import { validateSession } from '@portico/contract/calls/identity'
import { REQUEST_TIMEOUT_MS } from '@portico/rules/timing'
import { findKeptAnswer, forgetAnswer, keeper } from './cache.ts'
import { ApiError } from './error.ts'
import { httpErrorText } from './http-error-text.ts'
import { startLoading } from './loading.ts'
import { shareNoMore, shareRequest } from './pending.ts'
import { askForProof, reportCritical, reportNoSession } from './problems.ts'
import { pauseBeforeRetry } from './retry.ts'
import { untilSessionIsLeft } from './running.ts'
import { callAddress, type Sending, send } from './send.ts'
import { callSettings } from './settings.ts'
import { accessToken, forgetToken } from './token.ts'

export interface CallOptions extends Pick<Sending, 'headers' | 'basic' | 'host' | 'background'> {
  /** Aborts the call, e.g. when its view is left; it ends with the platform's AbortError. */
  readonly signal?: AbortSignal
  /** The page cannot continue without it: a failure shows the one modal of HT-3. */
  readonly critical?: boolean
  /** For reads: an answer from memory is good enough if it is less than an hour old (HT-1). */
  readonly cache?: boolean
  /** Shows the loading indicator until the call is done (MN-6). */
  readonly loading?: boolean
  /** The caller handles the end of the session; the page is not told. */
  readonly mayBeOver?: boolean
}

type Sent = CallOptions & Sending

/** The arguments of a call; none if the call takes nothing. */
type Handed<C extends Call> =
  Record<never, never> extends SentTo<C> ? [sent?: SentTo<C> & CallOptions] : [sent: SentTo<C> & CallOptions]

export const api = {
  /**
   * Makes one call of the contract and returns its payload. Throws ApiError; gives up after 90 s (HT-1). Identical reads at the
   * same time share one request, and calls that are safe to repeat are retried if the failure may be temporary. A critical failure
   * is reported to the page, any other to the console (HT-3). A sensitive change may first ask the person to prove who they are; if
   * they cancel that, the call is canceled.
   */
  async call<C extends Call>(call: C, ...handed: Handed<C>): Promise<PayloadOf<C>> {
    const sent: Sent = handed[0] ?? {}
    const endLoading = sent.loading ? startLoading() : () => {}
    try {
      return (await (call.method === 'GET' ? answerRead(call, sent) : sendChange(call, sent))) as PayloadOf<C>
    } catch (error) {
      if (error instanceof ApiError) report(call, sent, error)
      throw error
    } finally {
      endLoading()
    }
  },
}

function answerRead(call: Call, sent: Sent): Promise<unknown> {
  const key = callAddress(call, sent)
  const left = call.audience.by === 'anyone' ? [] : [untilSessionIsLeft()]
  const kept = sent.cache ? findKeptAnswer(key) : null
  if (kept) return Promise.resolve(kept.value)
  const ask = async (signal?: AbortSignal) => {
    const keep = keeper(key)
    try {
      const payload = await perform(call, sent, AbortSignal.any([...left, ...(signal ? [signal] : [])]))
      if (sent.cache) keep(payload)
      return payload
    } catch (error) {
      forgetAnswer(key)
      throw error
    }
  }
  // A call with its caller's own headers is never shared.
  return sent.headers || sent.background ? ask(sent.signal) : shareRequest(key, sent.signal, ask)
}

async function sendChange(call: Call, sent: Sent): Promise<unknown> {
  try {
    return await perform(call, sent, sent.signal).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'STEP-UP-REQUIRED') throw error
      if (!(await askForProof())) throw new DOMException('No proof was given.', 'AbortError')
      return perform(call, sent, sent.signal)
    })
  } finally {
    shareNoMore()
  }
}

/** Performs a call within its time limit, including retries. */
async function perform(call: Call, sent: Sent, leaving: AbortSignal | undefined): Promise<unknown> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), REQUEST_TIMEOUT_MS)
  const signal = leaving ? AbortSignal.any([leaving, timeout.signal]) : timeout.signal
  try {
    return await persist(call, sent, signal)
  } catch (error) {
    if (timeout.signal.aborted && !leaving?.aborted) throw new ApiError({ status: 0, code: 'TIMEOUT' })
    if (error instanceof ApiError && call.audience.by !== 'anyone' && !sent.mayBeOver)
      await tellWhetherSessionEnded(call, error)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Retries calls that may be sent twice: reads, and changes that the server makes once per id. */
async function persist(call: Call, sent: Sent, signal: AbortSignal): Promise<unknown> {
  const repeatable = call.method === 'GET' || call.onceBy !== undefined
  for (let tried = 1; ; tried += 1) {
    try {
      return await authorize(call, sent, signal)
    } catch (error) {
      const mayPass = repeatable && error instanceof ApiError && navigator.onLine !== false
      const pause = mayPass ? pauseBeforeRetry(error, { tried, now: Date.now(), chance: Math.random() }) : null
      if (pause === null) throw error
      await wait(pause, signal)
    }
  }
}

/** A Bearer call that is refused gets one new token and one more try. */
async function authorize(call: Call, sent: Sent, signal: AbortSignal): Promise<unknown> {
  if (call.audience.by !== 'bearer') return send(call, sent, { token: null, signal })
  const token = await accessToken()
  try {
    return await send(call, sent, { token, signal })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    forgetToken(token)
    return send(call, sent, { token: await accessToken(), signal })
  }
}

/**
 * A 401 for a session call means that there is no session; a token can be refused for other reasons, so the page asks about the session.
 */
export async function tellWhetherSessionEnded(call: Call, { status, code }: ApiError) {
  if (status !== 401 && code !== 'invalid_grant') return
  const answer = call.audience.by === 'session' ? null : await fetch(validateSession.path).catch(() => null)
  if (call.audience.by === 'session' || answer?.status === 401) reportNoSession()
}

/** The pattern of the address instead of the address itself, which may contain the id of someone's record. */
function report({ method, path }: Call, { critical }: Sent, error: ApiError) {
  if (critical) reportCritical(error)
  else console.warn(`${method} ${path}: ${httpErrorText(error, callSettings().t)} (${error.message})`)
}

function wait(pause: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, pause)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
