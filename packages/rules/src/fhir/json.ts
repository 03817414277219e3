/** A parsed value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json | undefined
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The steps of a dotted path; only paths of our own, of which there are few. */
export function splitPath(path: string): readonly string[] {
  const kept = pathsMet.get(path)
  if (kept !== undefined) return kept
  const steps = path.split('.')
  pathsMet.set(path, steps)
  return steps
}

const pathsMet = new Map<string, readonly string[]>()

/** The values at a dotted path; lists on the way count as all that is in them. `extension:name` is the extension whose address ends with that name. */
export function valuesAt(value: unknown, path: string): unknown[] {
  let found: unknown[] = [value]
  for (const step of splitPath(path)) {
    if (found.length === 0) return found
    const [name = '', url] = step.includes(':') ? step.split(':') : [step]
    found = found.flatMap((one) => (isObject(one) ? (one[name] ?? []) : []))
    if (url !== undefined) found = found.filter((one) => isObject(one) && readText(one.url)?.endsWith(`/${url}`))
  }
  return found
}
