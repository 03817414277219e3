import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { securityQuestions, setSecurityQuestions } from '@portico/contract/calls/recovery'
import { audit } from '../audit/store.ts'
import type { Database } from '../db/database.ts'
import { CallError } from '../http/call-error.ts'
import type { CallContext } from '../http/context.ts'
import type { Principal } from '../http/principal.ts'
import type { ChosenAnswers } from './chosen-answers.ts'
import type { Questions } from './questions.ts'
import { listAnswers } from './store.ts'

/** A person's own security questions (RG-2). */
export interface OwnQuestions {
  read(principal: Principal, context: CallContext): Promise<PayloadOf<typeof securityQuestions>>
  /** Throws FIELD-INVALID at `questionId1` to `answer3`. */
  set(
    principal: Principal,
    answers: BodyOf<typeof setSecurityQuestions>['answers'],
    context: CallContext,
  ): Promise<PayloadOf<typeof setSecurityQuestions>>
}

export function createOwnQuestions(parts: {
  readonly database: Database
  readonly questions: Questions
  readonly chosenAnswers: ChosenAnswers
}): OwnQuestions {
  const { database, questions, chosenAnswers } = parts
  return {
    read: async (principal, context) => {
      const offered = await questions.offered(principal.brand, context.language)
      const answers = await database.transaction(async (tx) => {
        await audit(tx, principal, { action: 'security-questions.read' }, context)
        return listAnswers(tx, principal.accountId)
      })
      return {
        offered: [...offered],
        chosen: answers.map(({ question_id }) => question_id),
        setAt: answers[0]?.set_at.toISOString() ?? null,
      }
    },
    set: async (principal, answers, context) => {
      const fields = await chosenAnswers.problems(answers, principal.brand, context.language)
      if (fields.length > 0) throw new CallError('FIELD-INVALID', { fields })
      const hashed = await chosenAnswers.hash(answers)
      await database.transaction(async (tx) => {
        await chosenAnswers.keep(tx, principal.accountId, hashed, context.now)
        await audit(tx, principal, { action: 'security-questions.set' }, context)
      })
      return { setAt: context.now.toISOString() }
    },
  }
}
