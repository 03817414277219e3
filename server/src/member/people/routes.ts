import * as calls from '@portico/contract/calls/people'
import type { Binder } from '../../platform/http/bind.ts'
import { answerInvitation, openInvitation } from './answer.ts'
import { changeAccess, endAccess } from './change.ts'
import { invitePerson, sendInvitationAgain } from './invite.ts'
import type { PeopleParts } from './parts.ts'
import { readPeople } from './standing.ts'
import { viewPerson } from './view.ts'

/** Access to members' information: what they share with others and stop sharing (RG-3). */
export function bindPeople(binder: Binder, parts: PeopleParts): void {
  binder.bind(calls.listPeople, ({ principal }, { now }, tx) => readPeople(tx, principal, now))
  binder.bind(calls.invitePerson, invitePerson(parts))
  binder.bind(calls.sendInvitationAgain, sendInvitationAgain(parts))
  binder.bind(calls.changeAccess, changeAccess(parts))
  binder.bind(calls.endAccess, endAccess(parts))
  binder.bind(calls.openInvitation, openInvitation(parts))
  binder.bind(calls.answerInvitation, answerInvitation(parts))
  binder.bind(calls.startViewing, (input, context) => viewPerson(parts, input, context))
}
