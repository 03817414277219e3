import { limits } from '../limits.ts'
import type { Problem } from './result.ts'

/** The answer to a security question as it is compared (RG-2): without regard to capital letters, accents, signs and blanks. */
export function normalizeAnswer(answer: string): string {
  return answer
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** An answer that is to be stored: enough letters and digits, and no part of the question. */
export function checkAnswer(answer: string, question: string): Problem | null {
  if (answer.trim() === '') return { code: 'field.required' }
  const normalized = normalizeAnswer(answer)
  if (normalized.length < limits.securityAnswer.min || answer.length > limits.securityAnswer.max)
    return { code: 'answer.length', params: { minimum: limits.securityAnswer.min, maximum: limits.securityAnswer.max } }
  return normalizeAnswer(question).includes(normalized) ? { code: 'answer.in-question' } : null
}

/** Which of the questions or answers repeat one before them, by their place. */
export function repeated(values: readonly string[]): readonly boolean[] {
  return values.map((value, at) => value !== '' && values.indexOf(value) < at)
}
