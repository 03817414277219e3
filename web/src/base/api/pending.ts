import { createDeferred, type Deferred } from './deferred.ts'

interface Pending {
  readonly answer: Deferred
  readonly leaving: AbortController
  waiting: number
}

const requests = new Map<string, Pending>()

/**
 * Makes one request for all callers that want the same at the same time; each gets the answer as soon as it arrives (CO-2). A
 * caller that leaves stops waiting with the platform's AbortError, and the request is aborted when no one is waiting anymore.
 */
export function shareRequest(
  key: string,
  signal: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<unknown>,
): Promise<unknown> {
  if (signal?.aborted) return Promise.reject(signal.reason)
  const request = requests.get(key) ?? begin(key, ask)
  request.waiting += 1
  if (!signal) return request.answer.promise
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(signal.reason)
      request.waiting -= 1
      if (request.waiting > 0) return
      release(key, request)
      request.leaving.abort()
    }
    signal.addEventListener('abort', leave, { once: true })
    request.answer.promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

/** After a change, new callers never get an answer requested before it; those already waiting do. */
export function shareNoMore() {
  requests.clear()
}

function begin(key: string, ask: (signal: AbortSignal) => Promise<unknown>): Pending {
  const request: Pending = { answer: createDeferred(), leaving: new AbortController(), waiting: 0 }
  requests.set(key, request)
  // Prevents an unhandled rejection if no one is left to handle a failure.
  request.answer.promise.catch(() => {})
  ask(request.leaving.signal)
    .then(request.answer.resolve, request.answer.reject)
    .finally(() => release(key, request))
  return request
}

function release(key: string, request: Pending) {
  if (requests.get(key) === request) requests.delete(key)
}
