import type { Problem } from './result.ts'

/** A required text box must not be blank (VA-9). */
export function checkRequiredText(value: string): Problem | null {
  return value.trim() === '' ? { code: 'field.required' } : null
}

/** Cuts a textarea's text to at most `max` UTF-16 units, never in the middle of a character (VA-9). */
export function trimToMax(text: string, max: number): string {
  const halvesPair = /[\uD800-\uDBFF]/.test(text.charAt(max - 1))
  return text.slice(0, halvesPair ? max - 1 : max)
}
