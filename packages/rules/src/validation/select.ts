import type { Problem } from './result.ts'

/** A required select needs a value; the empty string is its empty option (VA-9). */
export function checkRequiredSelect(value: string): Problem | null {
  return value === '' ? { code: 'field.required' } : null
}

/** A filtering select: an item of its list must be chosen, or the field is optional and nothing is typed (VA-9). */
export function checkFilteringSelect({
  typed,
  chosen,
  required = false,
}: {
  typed: string
  /** Value of the chosen item; null: the typed text is not an item of the list. */
  chosen: string | null
  required?: boolean
}): Problem | null {
  if (chosen !== null) return null
  if (typed.trim() !== '') return { code: 'select.not-chosen' }
  return required ? { code: 'field.required' } : null
}
