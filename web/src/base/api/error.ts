import type { ErrorEntry } from '@portico/contract/errors'

interface Failure {
  /** HTTP status; 0 without an answer. */
  readonly status: number
  /** The first code of the answer, or `NETWORK`, `TIMEOUT`, `NOT-JSON`, `NO-PAYLOAD`, `NO-CODE`. */
  readonly code: string
  readonly entries?: readonly ErrorEntry[]
  /** Identifies the request in the server's log. */
  readonly requestId?: string | null
  /** How long the service asks callers to wait, from its header. */
  readonly retryAfter?: string | null
}

/** A call that failed. The page acts on `code`, never on prose. An aborted call throws the platform's AbortError. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly entries: readonly ErrorEntry[]
  readonly requestId: string | null
  readonly retryAfter: string | null

  constructor({ status, code, entries = [], requestId = null, retryAfter = null }: Failure) {
    super(`${status} ${code}`)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.entries = entries
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}
