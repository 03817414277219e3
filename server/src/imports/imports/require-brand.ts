import { CannotRun } from '../../platform/command-line.ts'

/** Throws CannotRun for an unknown brand code. */
export function requireBrand(code: string | null, brands: ReadonlySet<string>): void {
  if (code !== null && !brands.has(code))
    throw new CannotRun(`There is no brand ${code}. The brands are ${[...brands].join(', ')}.`)
}
