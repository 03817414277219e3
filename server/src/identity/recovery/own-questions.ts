import { securityQuestions, setSecurityQuestions } from '@portico/contract/calls/recovery'
import { readAudited } from '../../platform/audit/reads.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { refuseFields } from '../../platform/http/call-error.ts'
import type { ChosenAnswers } from './chosen-answers.ts'
import type { Questions } from './questions.ts'
import { listAnswers } from './store.ts'

/** A person's own security questions (RG-2). */
export function bindOwnQuestions(
  binder: Binder,
  parts: {
    readonly database: Database
    readonly questions: Questions
    readonly chosenAnswers: ChosenAnswers
  },
): void {
  const { database, questions, chosenAnswers } = parts
  binder.bind(securityQuestions, async ({ principal }, context) => {
    const offered = await questions.listOffered(principal.brand, context.language)
    const answers = await readAudited(database, async (tx) => {
      await audit(tx, principal, { action: 'security-questions.read' }, context)
      return listAnswers(tx, principal.accountId)
    })
    return {
      offered: [...offered],
      chosen: answers.map(({ question_id }) => question_id),
      setAt: answers[0]?.set_at.toISOString() ?? null,
    }
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
