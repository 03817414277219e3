import type { BrandDirectory } from './directory.ts'

/** Letters, digits, hyphen and underscore of ASCII only: no look-alike letter folds to a code. */
const CODE_SHAPE = /^[A-Za-z0-9_-]{1,32}$/

/**
 * The brand code behind an own code, an alias, a shared code or a number, in any case (BR-3); null where none is meant.
 * The input may be hostile: anything too long or of another shape is simply unknown.
 */
export function resolveCode(raw: string, directory: BrandDirectory): string | null {
  if (!CODE_SHAPE.test(raw)) return null
  return directory.names.get(raw.toLowerCase()) ?? null
}
