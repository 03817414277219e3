import type { BodyOf } from '@portico/contract/call'
import type { invitePerson } from '@portico/contract/calls/people'
import { completeScopes } from '@portico/rules/people/access'
import { accessRelationships, checkInvitation, type InvitationField } from '@portico/rules/people/invitation'
import { parseDate } from '@portico/rules/validation/date'
import { easternDay, formatIsoDay, isoDate } from '../../platform/day.ts'
import { type FieldProblem, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'

type Sent = Partial<Omit<BodyOf<typeof invitePerson>, 'invitationId'>>

/** The stored form of an access's submitted fields. Throws FIELD-INVALID with every field that the rules refuse. */
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
  refuseFields(problems)
  const { lastDay = '', relationship } = sent as Sent
  const day = parseDate(lastDay, today)
  return {
    scopes: JSON.stringify(completeScopes(sent.scopes)),
    last_day: day && formatIsoDay(day),
    relationship: accessRelationships.find((one) => one === relationship) ?? 'DEPENDENT/OTHER',
  }
}
