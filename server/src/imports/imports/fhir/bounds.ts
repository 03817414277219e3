import { Refused } from '../refused.ts'
import { parseClean, withoutNulls } from '../text.ts'
import { refuseNotUnderstood } from './must-understand.ts'

/**
 * How much a resource may list: more than any care or contract has, and little enough that no statement of a run waits for it. A resource beyond
 * it costs itself alone.
 */
export const bounds = {
  /** In one list, wherever it stands. */
  list: 5000,
  /** Of claims that a claim names: each is searched for among the member's. */
  related: 500,
  /** In all lists together. */
  all: 100_000,
  /** In a list of a plan, which has many. */
  planList: 2000,
} as const

/** What is shorter cannot have as many entries that say anything. */
const shortest = 20_000

const reason = 'has more entries than a resource may have'

/** Throws Refused for a resource with more entries than a resource may have. */
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

/** No resource of the standards is nested as deep: what walks through it, here or in the database, would run out of stack. */
const maxDepth = 100

/** Throws Refused for JSON that is nested deeper than a resource may be. */
export function refuseDeep(json: string): void {
  if (isDeeper(json, maxDepth)) throw new Refused('', `is nested more than ${maxDepth} deep`)
}

/** Whether JSON is nested deeper than so many levels. */
function isDeeper(json: string, levels: number): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at)
    // A text is passed over, with what is escaped in it.
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

/** A resource of a directory or a drug list, without characters that no one writes and without what says nothing. Throws Refused. */
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
