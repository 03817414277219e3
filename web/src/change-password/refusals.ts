import type { Problem } from '@portico/rules/validation/result'
import type { ApiError } from '../api/error.ts'
import type { MessageId } from '../messages/catalogues.ts'
import type { TextValues } from '../messages/text.tsx'
import type { PasswordRule } from './use-password-rule.ts'

export interface Told {
  readonly id: MessageId
  readonly values?: TextValues
}

/** What is wrong at which field. */
export type FieldRefusals = Partial<Record<'currentPassword' | 'newPassword', Told>>

export type Failure = 'conflict' | 'ended' | 'other' | 'tooMany'

/** Codes of the present password; all others are those of the rules. */
const ofCurrent: Readonly<Record<string, MessageId>> = {
  'GEN-NOMATCH': 'changePassword.currentWrong',
  'GEN-SUSPEND': 'changePassword.currentLocked',
}

export function told({ code, params }: Problem): Told {
  return { id: code, ...(params && { values: params }) }
}

/** The refusals of a failed change by field, or what failed as a whole. */
export function refusalsOf({ entries, code, status }: ApiError, rule: PasswordRule): FieldRefusals | Failure {
  const refusals: FieldRefusals = {}
  for (const { field, errorMessage } of entries) {
    if (field !== 'currentPassword' && field !== 'newPassword') continue
    refusals[field] = {
      id: ofCurrent[errorMessage] ?? (errorMessage as MessageId),
      // What the texts of the rules name.
      values: { count: rule.history, minimum: rule.tier.minLength },
    }
  }
  if (Object.keys(refusals).length > 0) return refusals
  if (code === 'CONFLICT') return 'conflict'
  if (code === 'TOO-MANY-REQUESTS') return 'tooMany'
  return status === 401 ? 'ended' : 'other'
}
