import { type InvariantKey, invariants } from './invariants.ts'
import { isObject, splitPath } from './json.ts'

/** A profile of a guide: the conditions for a resource to claim it. */
export interface Profile {
  readonly url: string
  readonly version: string
  /** Dotted paths that it requires wherever their parent exists; `value[x]` stands for an element of any type. */
  readonly needs: readonly string[]
  /** Whether a resource claims it even if its source did not. */
  readonly isDefault?: true
  /** Codes of `type` or `category`, one of which it requires. */
  readonly codes?: readonly string[]
  /** The `use` that it requires of a claim. */
  readonly use?: string
  /** What else it requires. */
  readonly invariants?: readonly InvariantKey[]
}

/** The profiles that a resource may claim: of those that its source claimed and the default ones, those whose requirements it meets. */
export function listProfiles(resource: unknown, claimed: readonly string[], profiles: readonly Profile[]): string[] {
  const urls = new Set(claimed.map((url) => url.split('|')[0]))
  return profiles
    .filter(({ url, isDefault }) => isDefault || urls.has(url))
    .filter(({ use }) => use === undefined || (isObject(resource) && resource.use === use))
    .filter(({ needs, codes }) => needs.every((path) => hasAll(resource, splitPath(path))) && hasCode(resource, codes))
    .filter(({ invariants: keys = [] }) => keys.every((key) => invariants[key](resource)))
    .map(({ url, version }) => `${url}|${version}`)
}

/** Whether every parent has the child that the path ends with; `at`: how many steps of the path are done. */
function hasAll(value: unknown, path: readonly string[], at = 0): boolean {
  if (!isObject(value)) return false
  const name = path[at] ?? ''
  if (name.endsWith('[x]')) {
    const isLast = at === path.length - 1
    return !isLast || Object.keys(value).some((key) => isChoice(key, name.slice(0, -3)))
  }
  const child = value[name]
  if (at === path.length - 1) return child !== undefined || value[`_${name}`] !== undefined
  if (Array.isArray(child)) return child.every((one) => hasAll(one, path, at + 1))
  return child === undefined || child === null || hasAll(child, path, at + 1)
}

/** Whether a key is a choice element: `valueString` for `value[x]`. */
function isChoice(key: string, name: string): boolean {
  return key.startsWith(name) && /^[A-Z]/.test(key.slice(name.length))
}

function hasCode(resource: unknown, codes: readonly string[] | undefined): boolean {
  if (codes === undefined) return true
  if (!isObject(resource)) return false
  const concepts = [resource.type ?? [], resource.category ?? [], resource.subType ?? []].flat()
  const said = concepts.flatMap((one) => (isObject(one) && Array.isArray(one.coding) ? one.coding : []))
  return said.some((coding) => isObject(coding) && codes.includes(String(coding.code)))
}
