import { checkAnswer, findRepeated, normalizeAnswer } from '@portico/rules/validation/security-answer'
import { checkRequiredSelect } from '@portico/rules/validation/select'
import type { FieldProblem, Values } from './field-problems.ts'

/** Positions of the three questions. */
export const questionPlaces = [1, 2, 3] as const
export type QuestionName = `questionId${(typeof questionPlaces)[number]}` | `answer${(typeof questionPlaces)[number]}`
export const questionNames: readonly QuestionName[] = questionPlaces.flatMap(
  (place) => [`questionId${place}`, `answer${place}`] as const,
)

export type OfferedQuestions = readonly { readonly questionId: string; readonly text: string }[]

/** The rules for security questions and their answers (RG-2), shared with the server. */
export function checkQuestion(
  name: QuestionName,
  values: Values<QuestionName>,
  offered: OfferedQuestions,
): FieldProblem | null {
  const at = questionPlaces.findIndex((place) => name.endsWith(`${place}`))
  const ids = questionPlaces.map((place) => values[`questionId${place}`])
  if (name.startsWith('questionId'))
    return checkRequiredSelect(values[name]) ?? (findRepeated(ids)[at] ? { code: 'question.repeated' } : null)
  const question = offered.find(({ questionId }) => questionId === ids[at])?.text ?? ''
  const answers = questionPlaces.map((place) => normalizeAnswer(values[`answer${place}`]))
  return checkAnswer(values[name], question) ?? (findRepeated(answers)[at] ? { code: 'answer.repeated' } : null)
}
