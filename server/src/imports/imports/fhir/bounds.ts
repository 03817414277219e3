import { Refused } from '../refused.ts'
import { parseClean, withoutNulls } from '../text.ts'
import { refuseNotUnderstood } from './must-understand.ts'

/**
 * How many entries a resource may have: more than any care or contract has, and few enough that no statement of a run is slow. A resource
 * beyond these limits costs only itself.
 */
export const bounds = {
  /** In one list, wherever it is. */
  list: 5000,
  /** In the list of claims that a claim names: each is searched for among the member's. */
  related: 500,
  /** In all lists together. */
  all: 100_000,
  /** In a list of a plan: plans have many. */
  planList: 2000,
} as const

/** A shorter resource cannot have that many entries with content. */
const shortest = 20_000

const reason = 'has more entries than a resource may have'

/** Throws Refused for a resource that exceeds the bounds. */
export function refuseOversized(json: unknown, length: number): void {
  if (length < shortest) return
  let all = 0
  const waiting: { readonly value: unknown; readonly path: string }[] = [{ value: json, path: '' }]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value, path } = place
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      all += value.length
      if (value.length > (path === 'related' ? bounds.related : bounds.list) || all > bounds.all)
        throw new Refused(path, reason)
      for (const one of value) if (typeof one === 'object') waiting.push({ value: one, path })
    } else
      for (const [key, one] of Object.entries(value))
        if (typeof one === 'object') waiting.push({ value: one, path: path === '' ? key : `${path}.${key}` })
  }
}

/** No resource in the standards is nested this deep: code that walks it, here or in the database, would run out of stack. */
const maxDepth = 100

/** Throws Refused for JSON that is nested too deep. */
export function refuseDeep(json: string): void {
  if (isDeeper(json, maxDepth)) throw new Refused('', `is nested more than ${maxDepth} deep`)
}

/** Whether JSON is nested deeper than `levels`. */
function isDeeper(json: string, levels: number): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at)
    // Skips a string, with its escaped characters.
    if (sign === 0x22)
      for (at += 1; at < json.length && json.charCodeAt(at) !== 0x22; at += 1)
        at += json.charCodeAt(at) === 0x5c ? 1 : 0
    else if (sign === 0x7b || sign === 0x5b) {
      depth += 1
      if (depth > levels) return true
    } else if (sign === 0x7d || sign === 0x5d) depth -= 1
  }
  return false
}

/** Parses a resource of a directory or a drug list, without unprintable characters and empty values. Throws Refused. */
export function parseCatalogResource(json: string): unknown {
  refuseDeep(json)
  const parsed = parseCatalogJson(json)
  refuseNotUnderstood(parsed, json)
  return parsed
}

/** Throws Refused. */
function parseCatalogJson(json: string): unknown {
  try {
    return withoutNulls(parseClean(json))
  } catch {
    throw new Refused('', 'is not JSON: it may be cut short')
  }
}
