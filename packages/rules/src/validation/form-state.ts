import type { Problem } from './result.ts'

/** State of a field or form: the empty string when valid (VA-12). */
export type FormState = '' | 'Incomplete' | 'Error'

/** An invalid field is Incomplete while it is empty, otherwise in Error (VA-12). */
export function fieldState(value: string, problem: Problem | null): FormState {
  if (!problem) return ''
  return value.trim() === '' ? 'Incomplete' : 'Error'
}

/** A form is Error if any field is, else Incomplete if any field is, else valid (VA-12). */
export function formState(fields: readonly FormState[]): FormState {
  if (fields.includes('Error')) return 'Error'
  return fields.includes('Incomplete') ? 'Incomplete' : ''
}
