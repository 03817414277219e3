import * as calls from '@portico/contract/calls/people'
import type { Binder } from '../../platform/http/bind.ts'
import { answerInvitation, openInvitation } from './answer.ts'
import { changeAccess, endAccess } from './change.ts'
import { invitePerson, sendInvitationAgain } from './invite.ts'
import type { PeopleParts } from './parts.ts'
import { readPeopleAudited } from './standing.ts'
import { viewPerson } from './view.ts'

/** Access to members' information: what they share with others and stop sharing (RG-3). */
export function bindPeople(binder: Binder, parts: PeopleParts): void {
  const { database } = parts
  binder.bind(calls.listPeople, ({ principal }, context) => readPeopleAudited(database, principal, context))
  binder.bind(calls.invitePerson, (input, context) => invitePerson(parts, input, context))
  binder.bind(calls.sendInvitationAgain, (input, context) => sendInvitationAgain(parts, input, context))
  binder.bind(calls.changeAccess, (input, context) => changeAccess(parts, input, context))
  binder.bind(calls.endAccess, (input, context) => endAccess(parts, input, context))
  binder.bind(calls.openInvitation, (input, context) => openInvitation(parts, input, context))
  binder.bind(calls.answerInvitation, (input, context) => answerInvitation(parts, input, context))
  binder.bind(calls.startViewing, (input, context) => viewPerson(parts, input, context))
}
