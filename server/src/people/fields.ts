import type { BodyOf } from '@portico/contract/call'
import type { invitePerson } from '@portico/contract/calls/people'
import { completeScopes } from '@portico/rules/people/access'
import { accessRelationships, checkInvitation, type InvitationField } from '@portico/rules/people/invitation'
import { parseDate, toYyyymmdd } from '@portico/rules/validation/date'
import { easternDay, isoDate } from '../day.ts'
import { CallError, type FieldProblem } from '../http/call-error.ts'
import type { CallContext } from '../http/context.ts'

type Sent = Partial<Omit<BodyOf<typeof invitePerson>, 'invitationId'>>

/** The stored form of an access's fields as sent. Throws FIELD-INVALID with every field that the rules refuse. */
export function readFields<Field extends InvitationField>(
  fields: readonly Field[],
  sent: Pick<Required<Sent>, Field | 'scopes'>,
  { now }: Pick<CallContext, 'now'>,
) {
  const today = isoDate(easternDay(now))
  const problems: FieldProblem[] = fields.flatMap((field) => {
    const problem = checkInvitation(field, sent[field], today)
    return problem === null ? [] : [{ field, code: problem.code }]
  })
  if (sent.scopes.length === 0) problems.push({ field: 'scopes', code: 'field.required' })
  if (problems.length > 0) throw new CallError('FIELD-INVALID', { fields: problems })
  const { lastDay = '', relationship } = sent as Sent
  const day = parseDate(lastDay, today)
  return {
    scopes: JSON.stringify(completeScopes(sent.scopes)),
    last_day: day && toYyyymmdd(day).replace(/^(....)(..)(..)$/, '$1-$2-$3'),
    relationship: accessRelationships.find((one) => one === relationship) ?? 'DEPENDENT/OTHER',
  }
}
