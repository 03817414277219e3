import type { ErrorCode } from '@portico/contract/errors'

/** HTTP status of each code; codes not listed here are our own failures (500). */
const statuses: Partial<Record<ErrorCode, number>> = {
  'NO-SESSION': 401,
  'WRONG-ROLE': 403,
  'NOT-FOUND': 404,
  'APPID-MISSING': 400,
  'ORIGIN-REFUSED': 403,
  'BAD-REQUEST': 400,
  'FIELD-INVALID': 400,
  'TOO-LARGE': 413,
  'TOO-MANY-REQUESTS': 429,
  'METHOD-NOT-ALLOWED': 405,
  CONFLICT: 409,
  UNAVAILABLE: 503,
  'USER-NOT-ON-FILE': 401,
  'GEN-NOMATCH': 401,
  'GEN-NORECCHMECS': 401,
  'GEN-SUSPEND': 401,
  'GEN-BRANDCONFLICT': 401,
  DEMOUSER: 401,
  'EMP-LOGIN-SHOP': 401,
  OVER_CHIP14: 401,
  UNDER_CHIP14: 401,
  'UPD-LDAP': 401,
  'PASSWORD-CHANGE-REQUIRED': 403,
  'SECOND-FACTOR-DUE': 403,
  'STEP-UP-REQUIRED': 403,
  'SIMULATION-PROHIBITED': 403,
  'SIMULATION-BLOCKED': 403,
  'ACCESS-NOT-GIVEN': 403,
  'SECOND-FACTOR-REQUIRED': 401,
  'CHALLENGE-EXPIRED': 401,
  'CODE-WRONG': 401,
  'PASSKEY-UNKNOWN': 401,
  'OTHER-BRAND': 409,
  'APPLIED-BEFORE': 409,
  'AGENCY-NOT-CHOSEN': 409,
  'REPLY-NOT-ALLOWED': 409,
  'MESSAGES-TOO-MANY': 429,
  'ATTACHMENT-UNKNOWN': 400,
  'ATTACHMENT-SCANNING': 409,
  'ATTACHMENT-TOO-LARGE': 422,
  'ATTACHMENT-COUNT': 422,
  'ATTACHMENT-TYPE': 422,
  'ATTACHMENT-EMPTY': 422,
  'ATTACHMENT-VIRUS': 422,
  'ATTACHMENT-DAY-LIMIT': 422,
  'CONTACT-US-CLOSED': 409,
  'THREAD-CHANGED': 409,
}

/** One input field that was refused; `code` is a rule's code or FIELD-INVALID. */
export interface FieldProblem {
  readonly field: string
  readonly code: string
}

/** Thrown by handlers and services to refuse a call; becomes the error envelope. */
export class CallError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: readonly FieldProblem[]
  /** Further texts after the code, e.g. the brand in the second error of ER-2. */
  readonly details: readonly string[]
  /** Seconds after which the same call may succeed. */
  readonly retryAfterS: number | null

  constructor(
    code: ErrorCode,
    more: { fields?: readonly FieldProblem[]; details?: readonly string[]; retryAfterS?: number } = {},
  ) {
    super(code)
    this.code = code
    this.status = statuses[code] ?? 500
    this.fields = more.fields ?? []
    this.details = more.details ?? []
    this.retryAfterS = more.retryAfterS ?? null
  }
}

/** The refusal of one input field. */
export function fieldError(field: string, code: string): CallError {
  return new CallError('FIELD-INVALID', { fields: [{ field, code }] })
}

/** Throws FIELD-INVALID with every problem, if there are any. */
export function refuseFields(fields: readonly FieldProblem[]): void {
  if (fields.length > 0) throw new CallError('FIELD-INVALID', { fields })
}
