import type { ProjectCode } from '@portico/rules/environment/projects'
import { type HashForm, type HashRoute, parseHash } from '@portico/rules/routing/hash'
import { parseParameters } from '@portico/rules/text/parameters'
import { type PageRoutes, pages, sites } from './routes.ts'

/** A parsed portal address. */
export interface Place {
  /** The part before the prefix: `/{domain}/{project}` in development (EN-1), otherwise ''. */
  readonly base: string
  /** Key in the route table, e.g. `/msg/`; null if the path is not one of the portal's. */
  readonly prefix: string | null
  readonly page: PageRoutes | null
  readonly form: HashForm | null
  readonly segments: readonly string[]
  readonly params: HashRoute['params']
  /** Whether the view must be loaded again although it is already shown (RT-2). */
  readonly reload: boolean
  readonly query: Readonly<Record<string, string>>
  readonly project: ProjectCode
}

/** The pages at the root of projects whose home is not the portal's (SH-1). */
const roots: Partial<Record<ProjectCode, string>> = { chmhcr: '/shop/', chmmcr: '/medicare/', chmmed: '/medicare/' }
/** Roots of projects that are sections of a host. */
const sectionRoots: Partial<Record<ProjectCode, string>> = { chmcce: '/cce/', chmwts: '/wts/' }

/** Parses a path with query and hash; the hash may have either form (RT-1). The root depends on the project. */
export function readPlace(address: string, project: ProjectCode = 'chmptl'): Place {
  const [, path = '/', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? []
  const isSection = withSlash(path) === sectionRoots[project]
  const { base, prefix: own } = findPrefix(path) ?? { base: findBase(path), prefix: isSection ? '/' : null }
  const found = { base, prefix: own === '/' ? (roots[project] ?? own) : own }
  const site = own === '/' ? sites[project] : undefined
  return {
    ...found,
    page: found.prefix === null ? null : (site ?? pages[found.prefix] ?? null),
    ...parseHash(hash),
    query: parseParameters(search.slice(1), { plusIsSpace: true }),
    project,
  }
}

/** Whether a page is one of the shops, which have their own tabs (HD-2). */
export function isInShop({ prefix }: Pick<Place, 'prefix'>): boolean {
  return /^.(shop|medicare)/.test(`${prefix}`)
}

function findPrefix(path: string): { base: string; prefix: string } | null {
  for (const base of new Set(['', findBase(path)])) {
    const rest = path.slice(base.length)
    const prefix = Object.keys(pages).find((key) => withSlash(key) === withSlash(rest))
    if (prefix !== undefined && path.startsWith(base)) return { base, prefix }
  }
  return null
}

/** The first two segments, if the first could be a domain. */
export function findBase(path: string): string {
  return /^\/[a-z0-9-]+(\.[a-z0-9-]+)+\/[a-z]+(?=\/|$)/.exec(path)?.[0] ?? ''
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`
}
