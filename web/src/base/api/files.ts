import type { Call, PayloadOf, SentTo } from '@portico/contract/call'
import { REQUEST_TIMEOUT_MS } from '@portico/rules/timing'
import { tellWhetherSessionEnded } from './api.ts'
import { ApiError } from './error.ts'
import { buildHeaders, callAddress, readPayload } from './send.ts'
import { stubAnswer } from './stub-mode.ts'
import { accessToken, forgetToken } from './token.ts'

interface Upload {
  readonly file: File
  readonly signal: AbortSignal
  /** Share of the file sent so far, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/**
 * Uploads a file with a call that takes one, and reports its progress. Throws ApiError, or AbortError if it was canceled. There is
 * no limit to the total time, only to the time without any progress (HT-1).
 */
export async function uploadFile<C extends Call>(call: C, sent: SentTo<C>, upload: Upload): Promise<PayloadOf<C>> {
  const stub = stubAnswer()
  if (stub) return (await readPayload(await stub(call, {}, upload.signal))) as PayloadOf<C>
  return withToken(
    call,
    async (token) => (await readPayload(await transfer(call, sent, upload, token))) as PayloadOf<C>,
  )
}

/** Fetches the file that a call answers. Throws ApiError, or AbortError if it was canceled. */
export async function fetchFile<C extends Call>(call: C, sent: SentTo<C>, signal: AbortSignal): Promise<Blob> {
  const stub = stubAnswer()
  if (stub) return stubFile(await readPayload(await stub(call, {}, signal)))
  return withToken(call, async (token) => {
    const answer = await fetch(callAddress(call, sent), { headers: buildHeaders(call, {}, token), signal }).catch(
      (error: unknown) => {
        if (signal.aborted) throw error
        throw new ApiError({ status: 0, code: 'NETWORK' })
      },
    )
    if (!answer.ok) await readPayload(answer)
    return answer.blob()
  })
}

/** A refused token is replaced by a new one and the call is retried once; calls that use the session take none. */
async function withToken<T>(call: Call, ask: (token: string | null) => Promise<T>): Promise<T> {
  try {
    if (call.audience.by !== 'bearer') return await ask(null)
    const token = await accessToken()
    return await ask(token).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      forgetToken(token)
      return ask(await accessToken())
    })
  } catch (error) {
    if (error instanceof ApiError) await tellWhetherSessionEnded(call, error)
    throw error
  }
}

/** XMLHttpRequest, since `fetch` does not report upload progress. */
function transfer<C extends Call>(
  call: C,
  sent: SentTo<C>,
  { file, signal, onProgress }: Upload,
  token: string | null,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(call.method, callAddress(call, sent))
    for (const [name, value] of Object.entries(buildHeaders(call, {}, token))) request.setRequestHeader(name, value)
    let timer = setTimeout(stall, REQUEST_TIMEOUT_MS)
    const giveUp = () => request.abort()
    function stall() {
      finish(() => reject(new ApiError({ status: 0, code: 'TIMEOUT' })))
      request.abort()
    }
    function finish(settle: () => void) {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      settle()
    }
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(timer)
      timer = setTimeout(stall, REQUEST_TIMEOUT_MS)
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onload = () => finish(() => resolve(toResponse(request)))
    request.onerror = () => finish(() => reject(new ApiError({ status: 0, code: 'NETWORK' })))
    request.onabort = () => finish(() => reject(new DOMException('The upload was given up.', 'AbortError')))
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = ['x-request-id', 'retry-after'].flatMap((name) => {
    const value = request.getResponseHeader(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
  return new Response(request.responseText, { status: request.status, headers })
}

function stubFile(payload: unknown): Blob {
  const { type, base64 } = payload as { readonly type: string; readonly base64: string }
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return new Blob([bytes], { type })
}
