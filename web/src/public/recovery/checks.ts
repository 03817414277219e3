import type { MemberNumberForm } from '@portico/rules/brand/types'
import { type CalendarDate, checkDate } from '@portico/rules/validation/date'
import { checkEmail } from '@portico/rules/validation/email'
import { checkLoginId } from '@portico/rules/validation/login-id'
import { checkMemberId } from '@portico/rules/validation/member-id'
import type { FieldProblem, Values } from '../../kit/forms/field-problems.ts'

export type AskedName = 'email' | 'memberId' | 'dateOfBirth' | 'way'

/** Checks what someone enters who has forgotten their login ID, by the same rules as the server. */
export function checkAsked(
  name: AskedName,
  { way, email, memberId, dateOfBirth }: Values<AskedName>,
  { today, memberNumber }: { readonly today: CalendarDate; readonly memberNumber: MemberNumberForm },
): FieldProblem | null {
  const byCard = way === 'questions'
  if (name === 'email') return byCard ? null : checkEmail(email, { required: true, longTopLevel: true })
  if (name === 'memberId') return byCard ? checkMemberId(memberId.trim(), memberNumber, { required: true }) : null
  return byCard && name === 'dateOfBirth' ? checkDate(dateOfBirth.trim(), { today, required: true }) : null
}

/** Checks the login ID of someone who has forgotten the password. */
export function checkAskedLoginId(logonId: string): FieldProblem | null {
  return checkLoginId(logonId.trim())
}
