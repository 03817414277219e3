import type { Problem } from './result.ts'

/** A required select has some value chosen; the empty string is its empty choice (VA-9). */
export function checkRequiredSelect(value: string): Problem | null {
  return value === '' ? { code: 'field.required' } : null
}

/** A filtering select: an item of its list is chosen, or it is optional and nothing is typed (VA-9). */
export function checkFilteringSelect({
  typed,
  chosen,
  required = false,
}: {
  typed: string
  /** Value of the chosen item, or null when what is typed is no item of the list. */
  chosen: string | null
  required?: boolean
}): Problem | null {
  if (chosen !== null) return null
  if (typed.trim() !== '') return { code: 'select.not-chosen' }
  return required ? { code: 'field.required' } : null
}
