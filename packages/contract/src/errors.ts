/**
 * Every code that our answers can have in `errors[].errorMessage`. The page acts on the code, never on the status alone or on prose. The
 * sign-in codes cover ER-1 to ER-10, the attachment codes MC-4.
 */
export const errorCodes = [
  // who may call (RO-4)
  'NO-SESSION',
  'WRONG-ROLE',
  'NOT-FOUND',
  'APPID-MISSING',
  'ORIGIN-REFUSED',
  // what was sent
  'BAD-REQUEST',
  'FIELD-INVALID',
  'TOO-LARGE',
  'TOO-MANY-REQUESTS',
  'METHOD-NOT-ALLOWED',
  'CONFLICT',
  // what went wrong on our side
  'UNEXPECTED',
  'UNAVAILABLE',
  // sign-in (ER)
  'USER-NOT-ON-FILE',
  'GEN-NOMATCH',
  'GEN-NORECCHMECS',
  'GEN-SUSPEND',
  'GEN-BRANDCONFLICT',
  'DEMOUSER',
  'EMP-LOGIN-SHOP',
  'OVER_CHIP14',
  'UNDER_CHIP14',
  'UPD-LDAP',
  // sessions (SI-7, CS-1)
  'PASSWORD-CHANGE-REQUIRED',
  'SECOND-FACTOR-DUE',
  'STEP-UP-REQUIRED',
  'SIMULATION-PROHIBITED',
  'SIMULATION-BLOCKED',
  // missing access of someone who views another person's information (RG-3)
  'ACCESS-NOT-GIVEN',
  // second factors
  'SECOND-FACTOR-REQUIRED',
  'CHALLENGE-EXPIRED',
  'CODE-WRONG',
  'PASSKEY-UNKNOWN',
  // a link of another brand, which the second error names (SH-6)
  'OTHER-BRAND',
  // someone on an application is on another one (SH-9)
  'APPLIED-BEFORE',
  // producers (AG-1)
  'AGENCY-NOT-CHOSEN',
  // messages
  'REPLY-NOT-ALLOWED',
  'MESSAGES-TOO-MANY',
  'ATTACHMENT-UNKNOWN',
  'ATTACHMENT-SCANNING',
  'ATTACHMENT-TOO-LARGE',
  'ATTACHMENT-COUNT',
  'ATTACHMENT-TYPE',
  'ATTACHMENT-EMPTY',
  'ATTACHMENT-VIRUS',
  'ATTACHMENT-DAY-LIMIT',
  // contact us, while it is closed for maintenance (RT-4)
  'CONTACT-US-CLOSED',
  // the staff workspace (MC-6)
  'THREAD-CHANGED',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** One entry of `errors` in a failed answer. `field` names the input field for a validation failure. */
export interface ErrorEntry {
  readonly errorMessage: string
  readonly errorKey: string
  readonly field?: string
}
