import { refuseScim } from './error.ts'
import { type Filter, filterLimits, parseFilter } from './filter.ts'
import { plainName } from './names.ts'

/** The target of a patch: an attribute, optionally only the values that pass a filter, and optionally a part of each. */
export interface PatchPath {
  readonly name: string
  readonly filter: Filter | null
  readonly part: string | null
}

/** Throws ScimError with `invalidPath`. */
export function parsePath(text: string): PatchPath {
  if (text.length > filterLimits.length) throw refuseScim('invalidPath', 'The path is too long.')
  const found = /^([\w.:$-]+)(?:\[([^[\]]*)\](?:\.([\w$-]+))?)?$/.exec(text.trim())
  if (found === null) throw refuseScim('invalidPath', 'The path cannot be read.')
  const [, attribute = '', inner, part] = found
  const name = plainName(attribute)
  if (inner === undefined) return { name, filter: null, part: null }
  return { name, filter: parseFilter(`${name.replace(/^.*:/, '')}[${inner}]`), part: part?.toLowerCase() ?? null }
}
