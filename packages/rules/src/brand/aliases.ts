import type { BrandDirectory } from './directory.ts'

/** ASCII letters, digits, hyphen and underscore only, so that no look-alike letter passes for a code. */
const CODE_SHAPE = /^[A-Za-z0-9_-]{1,32}$/

/**
 * The brand code that a code, alias, shared code or number stands for, in any case (BR-3); null: unknown. The input may be hostile:
 * anything too long or of another shape is simply unknown.
 */
export function resolveCode(raw: string, directory: BrandDirectory): string | null {
  if (!CODE_SHAPE.test(raw)) return null
  return directory.names.get(raw.toLowerCase()) ?? null
}
