import * as calls from '@portico/contract/calls/recovery'
import type { Binder } from '../../platform/http/bind.ts'
import { openTicketByAnswers, tellLoginId } from './answer.ts'
import { askByCard, askByLoginId } from './ask.ts'
import { sendLoginIds, sendPasswordLink } from './forgotten.ts'
import type { RecoveryParts } from './parts.ts'
import { checkRecoveryTicket, resetPassword } from './reset.ts'

/**
 * Ways back in for people who forgot something (RG-2). Requests by login ID or e-mail address do the same work and answer the same, in the
 * same time, whether or not the account exists.
 */
export function bindRecovery(binder: Binder, parts: RecoveryParts): void {
  binder.bind(calls.forgottenUsername, sendLoginIds(parts))
  binder.bind(calls.forgottenPassword, sendPasswordLink(parts))
  binder.bind(calls.recoveryQuestions, askByLoginId(parts))
  binder.bind(calls.answerQuestions, openTicketByAnswers(parts))
  binder.bind(calls.usernameQuestions, askByCard(parts))
  binder.bind(calls.answerForUsername, tellLoginId(parts))
  binder.bind(calls.checkRecoveryTicket, (input, context) => checkRecoveryTicket(parts, input, context))
  binder.bind(calls.resetPassword, resetPassword(parts))
}
