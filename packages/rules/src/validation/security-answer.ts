import { limits } from '../limits.ts'
import type { Problem } from './result.ts'

/**
 * The answer to a security question in the form used for comparison (RG-2): without regard to case, accents, punctuation and
 * spaces.
 */
export function normalizeAnswer(answer: string): string {
  return answer
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Checks an answer before it is stored: it needs enough letters and digits, and must not be part of the question. */
export function checkAnswer(answer: string, question: string): Problem | null {
  if (answer.trim() === '') return { code: 'field.required' }
  const normalized = normalizeAnswer(answer)
  if (normalized.length < limits.securityAnswer.min || answer.length > limits.securityAnswer.max)
    return { code: 'answer.length', params: { minimum: limits.securityAnswer.min, maximum: limits.securityAnswer.max } }
  return normalizeAnswer(question).includes(normalized) ? { code: 'answer.in-question' } : null
}

/** For each question or answer, by index, whether it repeats an earlier one. */
export function findRepeated(values: readonly string[]): readonly boolean[] {
  return values.map((value, at) => value !== '' && values.indexOf(value) < at)
}
