import { securityQuestions, setSecurityQuestions } from '@portico/contract/calls/recovery'
import type { Binder } from '../../platform/http/bind.ts'
import { refuseFields } from '../../platform/http/call-error.ts'
import type { ChosenAnswers } from './chosen-answers.ts'
import type { Questions } from './questions.ts'
import { listAnswers } from './store.ts'

/** A person's own security questions (RG-2). */
export function bindOwnQuestions(
  binder: Binder,
  parts: {
    readonly questions: Questions
    readonly chosenAnswers: ChosenAnswers
  },
): void {
  const { questions, chosenAnswers } = parts
  binder.bind(securityQuestions, {
    handle: ({ principal }, _context, tx) => listAnswers(tx, principal.accountId),
    finish: async (answers, { principal }, { language }) => ({
      offered: [...(await questions.listOffered(principal.brand, language))],
      chosen: answers.map(({ question_id }) => question_id),
      setAt: answers[0]?.set_at.toISOString() ?? null,
    }),
  })

  binder.bind(setSecurityQuestions, {
    prepare: async ({ principal, body: { answers } }, context) => {
      refuseFields(await chosenAnswers.problems(answers, principal.brand, context.language))
      return chosenAnswers.hash(answers)
    },
    handle: async ({ principal }, { now }, tx, hashed) => {
      await chosenAnswers.keep(tx, principal.accountId, hashed, now)
      return { setAt: now.toISOString() }
    },
  })
}
