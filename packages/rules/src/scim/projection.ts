import { plainName } from './names.ts'

/** Attributes in every answer. */
const always = new Set(['id', 'schemas'])
const maxNames = 50

/**
 * The parts of a resource that `attributes` names, or all except those that `excludedAttributes` names; both may name nested parts.
 * Null: not requested.
 */
export function projectResource(
  resource: Readonly<Record<string, unknown>>,
  { attributes, excluded }: { readonly attributes: string | null; readonly excluded: string | null },
): Readonly<Record<string, unknown>> {
  if (attributes !== null) {
    const names = splitNames(attributes)
    return pickParts(resource, (path) => always.has(path) || names.some((name) => isWithin(path, name)))
  }
  if (excluded === null) return resource
  const names = splitNames(excluded)
  return pickParts(resource, (path) => always.has(path) || !names.some((name) => isBelow(path, name)))
}

function splitNames(list: string): readonly string[] {
  const names = list.split(',').slice(0, maxNames)
  return names.map((name) => plainName(name.trim()).replace('producer:', 'producer.')).filter((name) => name !== '')
}

/** Whether a part is the named one, is inside it, or contains it. */
function isWithin(path: string, name: string): boolean {
  return isBelow(path, name) || name.startsWith(`${path}.`)
}

function isBelow(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`)
}

function pickParts(
  value: Readonly<Record<string, unknown>>,
  isKept: (path: string) => boolean,
  above = '',
): Readonly<Record<string, unknown>> {
  const kept: [string, unknown][] = []
  for (const [key, part] of Object.entries(value)) {
    const path = `${above}${plainName(key)}`
    if (isKept(path)) kept.push([key, pickDeeper(part, isKept, path)])
  }
  return Object.fromEntries(kept)
}

function pickDeeper(part: unknown, isKept: (path: string) => boolean, path: string): unknown {
  if (Array.isArray(part)) return part.map((one: unknown) => pickDeeper(one, isKept, path))
  if (typeof part !== 'object' || part === null) return part
  return pickParts(part as Readonly<Record<string, unknown>>, isKept, `${path}.`)
}
