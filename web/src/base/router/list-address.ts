import { readPageSize } from '@portico/rules/widgets/item-list'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const day = /^\d{4}-\d{2}-\d{2}$/

/** Reads a list's state from its address; invalid parameters are ignored. */
export function listParams(params: Readonly<Record<string, string>>) {
  const readMatching = (name: string, pattern: RegExp) => (pattern.test(params[name] ?? '') ? (params[name] ?? '') : '')
  return {
    readMatching,
    id: (name: string) => readMatching(name, uuid),
    day: (name: string) => readMatching(name, day),
    place: { page: Number(readMatching('page', /^[1-9]\d{0,4}$/) || 1), pageSize: readPageSize(params.pageSize) },
  }
}

/** An address with the parameters that differ from the list's first view. */
export function withListParams<Query extends object>(address: string, query: Query, start: Query): string {
  const usual = new Map(Object.entries(start))
  const given = Object.entries(query).filter(([name, value]) => value !== usual.get(name))
  const params = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return params === '' ? address : `${address}?${params}`
}
