import type { BodyOf } from '@portico/contract/call'
import type { setSecurityQuestions } from '@portico/contract/calls/recovery'
import type { Language } from '@portico/contract/page'
import { checkAnswer, findRepeated, normalizeAnswer } from '@portico/rules/validation/security-answer'
import type { Tx } from '../../platform/db/database.ts'
import type { FieldProblem } from '../../platform/http/call-error.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Question, Questions } from './questions.ts'
import { replaceAnswers } from './store.ts'

type Answers = BodyOf<typeof setSecurityQuestions>['answers']
type HashedAnswer = Parameters<typeof replaceAnswers>[2][number]

/** Security questions and answers as a person chooses them (RG-2). */
export interface ChosenAnswers {
  /** Problems with the choice, at `questionId1` to `answer3`. */
  problems(answers: Answers, brand: string, language: Language): Promise<readonly FieldProblem[]>
  hash(answers: Answers): Promise<readonly HashedAnswer[]>
  /** Replaces the earlier choice. */
  keep(tx: Tx, accountId: string, hashed: readonly HashedAnswer[], now: Date): Promise<void>
}

export function createChosenAnswers(parts: {
  readonly passwords: Passwords
  readonly questions: Questions
}): ChosenAnswers {
  const { passwords, questions } = parts
  return {
    problems: async (answers, brand, language) => findProblems(answers, await questions.listOffered(brand, language)),
    hash: (answers) =>
      Promise.all(
        answers.map(async ({ questionId, answer }) => ({
          question_id: questionId,
          answer_hash: await passwords.hash(normalizeAnswer(answer)),
        })),
      ),
    keep: replaceAnswers,
  }
}

function findProblems(answers: Answers, offered: readonly Question[]): FieldProblem[] {
  const again = findRepeated(answers.map(({ questionId }) => questionId))
  const sameAnswer = findRepeated(answers.map(({ answer }) => normalizeAnswer(answer)))
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
