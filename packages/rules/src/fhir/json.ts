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

/** The steps of a dotted path; cached, since only our own few paths come here. */
export function splitPath(path: string): readonly string[] {
  const kept = pathsMet.get(path)
  if (kept !== undefined) return kept
  const steps = path.split('.')
  pathsMet.set(path, steps)
  return steps
}

const pathsMet = new Map<string, readonly string[]>()

/** The values at a dotted path, through lists on the way. `extension:name` is the extension whose URL ends with that name. */
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
