import { refuseScim } from './error.ts'

/** The longest attribute text that we store. */
const longest = 256

/** A text without characters that a line cannot contain; null for an empty text. Throws ScimError with `invalidValue`. */
export function readText(value: unknown, name: string): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string' || value.length > longest || !value.isWellFormed() || /\p{Cc}/u.test(value))
    throw refuseScim('invalidValue', `${name} is not as it must be.`)
  return value.trim() || null
}

/** A boolean; Entra sends it as text. */
export function readBoolean(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  if (text === 'true' || text === 'false') return text === 'true'
  throw refuseScim('invalidValue', `${name} is neither true nor false.`)
}
