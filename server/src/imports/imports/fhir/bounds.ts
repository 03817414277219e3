import { Refused } from '../refused.ts'

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
