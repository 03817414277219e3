import { type HostInfo, isDevelopmentOrTest } from '../environment/host.ts'
import { type BrandDomains, type ProjectCode, projectUrl } from '../environment/projects.ts'
import { isCustomerServiceRep, type Role } from '../roles.ts'

/** Where a redirect leads: a project's home, or its sign-in, which tells people why they must sign in again. */
const TARGETS = {
  'producer-home': { project: 'chmprd', page: '?notice=for-producers' },
  'staff-home': { project: 'chmstf', page: '?notice=for-staff' },
  'medicare-shop-home': { project: 'chmmcr', page: '' },
  'member-shop-login': { project: 'chmhcr', page: 'login/?notice=for-members' },
  'member-login': { project: 'chmptl', page: 'login/?notice=for-members' },
} as const satisfies Record<string, { readonly project: ProjectCode; readonly page: string }>

export type RedirectTarget = keyof typeof TARGETS

/** What the rules know about a signed-in person; no one else is ever redirected. */
export interface RedirectedUser {
  readonly role: Role
  readonly actorType: string
  readonly market: string | null
}

/** What the rules know about an address. The project includes the host; /medicare on the shop host is a separate project. */
export interface RedirectPlace {
  readonly host: Pick<HostInfo, 'environment'>
  readonly project: ProjectCode
}

interface Rule {
  readonly project: ProjectCode
  /** Absent: the rule applies on every host. */
  readonly developmentOrTest?: true
  readonly whom: (user: RedirectedUser) => boolean
  readonly to: RedirectTarget
}

const workforce = allowRoles('AGENT', 'AGENCY_ADMIN', 'INTERNAL')
const memberOrVisitor = allowRoles('VISITOR', 'MEMBER')

/** The rows of RO-2; the first match counts. On development and test hosts a member goes from the producer portal to the shop. */
const rules: readonly Rule[] = [
  { project: 'chmhcr', whom: isCustomerServiceRep, to: 'staff-home' },
  { project: 'chmhcr', whom: workforce, to: 'producer-home' },
  { project: 'chmhcr', whom: isOfMedicareMarket, to: 'medicare-shop-home' },
  { project: 'chmprd', developmentOrTest: true, whom: memberOrVisitor, to: 'member-shop-login' },
  { project: 'chmprd', whom: memberOrVisitor, to: 'member-login' },
]

/** Where a signed-in person must go instead of their present address; null: they may stay (RO-2, RO-3). */
export function findRedirect(place: RedirectPlace, user: RedirectedUser): RedirectTarget | null {
  const isTest = isDevelopmentOrTest(place.host)
  const rule = rules.find(
    ({ project, developmentOrTest, whom }) => project === place.project && (isTest || !developmentOrTest) && whom(user),
  )
  return rule?.to ?? null
}

/** Whether a project can redirect anyone. */
export function hasRedirects(project: ProjectCode): boolean {
  return rules.some((rule) => rule.project === project)
}

/** The address of every target, for a brand on a host (EN-1). */
export function redirectUrls(options: {
  readonly brand: BrandDomains
  readonly host: HostInfo
}): Record<RedirectTarget, string> {
  const entries = Object.entries(TARGETS).map(([name, target]) => [name, projectUrl({ ...options, ...target })])
  return Object.fromEntries(entries)
}

function isOfMedicareMarket({ market }: RedirectedUser): boolean {
  return market?.toUpperCase() === 'MEDICARE'
}

function allowRoles(...roles: readonly Role[]): Rule['whom'] {
  return ({ role }) => roles.includes(role)
}
