import { CannotRun } from '../../platform/command-line.ts'

/** Throws CannotRun for a code that no brand has. */
export function requireBrand(code: string | null, brands: ReadonlySet<string>): void {
  if (code !== null && !brands.has(code))
    throw new CannotRun(`There is no brand ${code}. The brands are ${[...brands].join(', ')}.`)
}
