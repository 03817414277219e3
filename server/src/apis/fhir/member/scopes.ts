import type { AppAccess } from '../access.ts'

/** What a token lets an app read of a type: everything, or resources that have one of some sets of tokens. */
export type Allowed = 'all' | readonly (readonly string[])[]

/** Parses what SMART 1 and 2 scopes allow for a type; null: nothing. `r` is reading by id, `s` searching. */
export function listAllowed({ scopes }: Pick<AppAccess, 'scopes'>, type: string, verb: 'r' | 's'): Allowed | null {
  const found = scopes.map((scope) => readAllowed(scope, type, verb)).filter((one) => one !== null)
  if (found.length === 0) return null
  return found.includes('all') ? 'all' : found.filter((one) => one !== 'all')
}

function readAllowed(scope: string, type: string, verb: 'r' | 's'): 'all' | readonly string[] | null {
  const [, named, rights = '', query] = /^(?:patient|user)\/(\w+|\*)\.([a-z]+|\*)(?:\?(.*))?$/.exec(scope) ?? []
  if (named === undefined || (named !== '*' && named !== type)) return null
  if (rights !== 'read' && rights !== '*' && !(/^c?r?u?d?s?$/.test(rights) && rights.includes(verb))) return null
  if (query === undefined) return 'all'
  const tokens = [...new URLSearchParams(query)].map(([name, value]) =>
    value.includes('|') ? `${name}|${value}` : `${name}:${value}`,
  )
  // A restriction that is not understood allows nothing.
  return tokens.length > 0 ? tokens : null
}
