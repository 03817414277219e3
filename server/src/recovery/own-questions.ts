import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { securityQuestions, setSecurityQuestions } from '@portico/contract/calls/recovery'
import { checkAnswer, normalizeAnswer, repeated } from '@portico/rules/validation/security-answer'
import { recordAudit } from '../audit/store.ts'
import type { Database, Tx } from '../db/database.ts'
import { CallError, type FieldProblem } from '../http/call-error.ts'
import type { CallContext } from '../http/context.ts'
import type { Principal } from '../http/principal.ts'
import type { Passwords } from '../identity/passwords.ts'
import type { Question, Questions } from './questions.ts'
import { listAnswers, replaceAnswers } from './store.ts'

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
  readonly passwords: Passwords
  readonly questions: Questions
}): OwnQuestions {
  const { database, passwords, questions } = parts
  return {
    read: async (principal, context) => {
      const offered = await questions.offered(principal.brand, context.language)
      const answers = await database.transaction(async (tx) => {
        await record(tx, principal, 'security-questions.read', context)
        return listAnswers(tx, principal.accountId)
      })
      return {
        offered: [...offered],
        chosen: answers.map(({ question_id }) => question_id),
        setAt: answers[0]?.set_at.toISOString() ?? null,
      }
    },
    set: async (principal, answers, context) => {
      const fields = problemsOf(answers, await questions.offered(principal.brand, context.language))
      if (fields.length > 0) throw new CallError('FIELD-INVALID', { fields })
      const hashed = await Promise.all(
        answers.map(async ({ questionId, answer }) => ({
          question_id: questionId,
          answer_hash: await passwords.hash(normalizeAnswer(answer)),
        })),
      )
      await database.transaction(async (tx) => {
        await replaceAnswers(tx, principal.accountId, hashed, context.now)
        await record(tx, principal, 'security-questions.set', context)
      })
      return { setAt: context.now.toISOString() }
    },
  }
}

function problemsOf(
  answers: BodyOf<typeof setSecurityQuestions>['answers'],
  offered: readonly Question[],
): FieldProblem[] {
  const again = repeated(answers.map(({ questionId }) => questionId))
  const sameAnswer = repeated(answers.map(({ answer }) => normalizeAnswer(answer)))
  return answers.flatMap(({ questionId, answer }, at) => {
    const question = offered.find((one) => one.questionId === questionId)
    const wrongQuestion = question === undefined ? 'select.not-chosen' : again[at] ? 'question.repeated' : null
    const wrongAnswer = checkAnswer(answer, question?.text ?? '')?.code ?? (sameAnswer[at] ? 'answer.repeated' : null)
    return [
      ...(wrongQuestion === null ? [] : [{ field: `questionId${at + 1}`, code: wrongQuestion }]),
      ...(wrongAnswer === null ? [] : [{ field: `answer${at + 1}`, code: wrongAnswer }]),
    ]
  })
}

function record(tx: Tx, principal: Principal, action: string, { origin, now }: CallContext): Promise<void> {
  const { accountId: recordId, memberId } = principal
  const event = { action, recordType: 'account', recordId, outcome: 'done', actor: principal, memberId } as const
  return recordAudit(tx, { ...event, origin }, now)
}
