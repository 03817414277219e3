import type { Brand } from '../brand/types.ts'
import { formatAuthority, type HostInfo, isDevelopmentOrTest, type SubDomain } from './host.ts'

/** The brand's fields that a project's address is built from. */
export type BrandDomains = Pick<Brand, 'domain' | 'shopDomain' | 'medicareDomain' | 'medicarePath'>

interface Project {
  readonly subDomain: SubDomain
  /** Which of the brand's domains the project is on. */
  readonly domain: 'domain' | 'shopDomain' | 'medicareDomain'
  /** Root path, with a slash at both ends; null: the brand's own medicarePath. */
  readonly path: string | null
}

/** The one table of projects (EN-1). */
export const PROJECTS = {
  /** The portal. */
  chmptl: { subDomain: 'secure', domain: 'domain', path: '/' },
  /** Member shop. */
  chmhcr: { subDomain: 'shop', domain: 'shopDomain', path: '/' },
  /** Medicare shop. */
  chmmcr: { subDomain: 'shop', domain: 'shopDomain', path: '/medicare/' },
  /** Medicare web site. */
  chmmed: { subDomain: 'medicare', domain: 'medicareDomain', path: null },
  /** Producer portal. */
  chmprd: { subDomain: 'producer', domain: 'domain', path: '/' },
  /** Staff workspace. */
  chmstf: { subDomain: 'staff', domain: 'domain', path: '/' },
  /** Company site and its two sections. */
  chmcom: { subDomain: 'www', domain: 'domain', path: '/' },
  chmcce: { subDomain: 'www', domain: 'domain', path: '/cce/' },
  chmwts: { subDomain: 'www', domain: 'domain', path: '/wts/' },
} as const satisfies Record<string, Project>

export type ProjectCode = keyof typeof PROJECTS

/** The application id the member portal sends in the header `appid` (EN-1). */
export const MEMBER_APPLICATION = 'chmmbr'

export function isProjectCode(code: string): code is ProjectCode {
  return Object.hasOwn(PROJECTS, code)
}

/**
 * The address of a project's root, or of `page` below it, e.g. `login/#/change-password` (EN-1). In development it is a path on the
 * same host, `/{domain}/{project}/`; elsewhere an absolute address on the project's sub-domain, with the environment's suffix on
 * test hosts. Throws 'Called with no arguments.' and, for an unknown project, 'Invalid project.' (EN-3).
 */
export function projectUrl(options?: {
  readonly project: string
  readonly brand: BrandDomains
  readonly host: HostInfo
  readonly page?: string
}): string {
  if (options === undefined) throw new Error('Called with no arguments.')
  const { project: code, brand, host } = options
  if (!isProjectCode(code)) throw new Error('Invalid project.')
  const page = (options.page ?? '').replace(/^\/+/, '')
  if (host.environment === 'development') return `/${brand.domain}/${code}/${page}`

  const project: Project = PROJECTS[code]
  const suffix = host.environment === 'production' ? '' : `-${host.environment}`
  const name = `${project.subDomain}${suffix}.${withoutSubDomain(brand[project.domain], project.subDomain)}`
  const root = project.path ?? `/${brand.medicarePath}/`.replace(/\/+/g, '/')
  if (!host.name.endsWith('.localhost')) return `https://${name}${root}${page}`
  return `http://${formatAuthority(name.replace(/[^.]+$/, 'localhost'), host.port)}${root}${page}`
}

/** Projects by location, sections before the roots that contain them. */
const SECTIONS = Object.keys(PROJECTS)
  .filter(isProjectCode)
  .map((code) => ({ code, subDomain: PROJECTS[code].subDomain, root: PROJECTS[code].path ?? '/' }))
  .sort((a, b) => b.root.length - a.root.length)

/** The project that an address belongs to: `domain` is the one in a development path, `path` the rest below the project's root. */
export interface ProjectPlace {
  readonly project: ProjectCode
  readonly domain: string | null
  readonly path: string
}

/**
 * The project an address belongs to (EN-1, RO-2). Development and test hosts accept the path form `/{domain}/{project}/`; otherwise
 * sub-domain and path decide. A host without a project of its own shows the portal.
 */
export function projectAt(host: Pick<HostInfo, 'environment' | 'subDomain'>, path: string): ProjectPlace {
  const [, domain, code, rest] = /^\/([a-z0-9.-]+)\/(chm[a-z]+)(\/.*)?$/s.exec(path) ?? []
  if (isDevelopmentOrTest(host) && domain !== undefined && code !== undefined && isProjectCode(code)) {
    return { project: code, domain, path: rest ?? '/' }
  }
  const section = SECTIONS.find(({ root, subDomain }) => subDomain === host.subDomain && `${path}/`.startsWith(root))
  if (section) return { project: section.code, domain: null, path: path.slice(section.root.length - 1) || '/' }
  return { project: 'chmptl', domain: null, path }
}

function withoutSubDomain(domain: string, subDomain: string): string {
  return domain.startsWith(`${subDomain}.`) ? domain.slice(subDomain.length + 1) : domain
}
