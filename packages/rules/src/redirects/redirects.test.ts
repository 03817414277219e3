import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHost } from '../environment/host.ts'
import { PROJECTS, type ProjectCode, projectAt } from '../environment/projects.ts'
import { REP_ACTOR_TYPE, ROLES, type Role } from '../roles.ts'
import { findRedirect, hasRedirects, type RedirectedUser, type RedirectTarget, redirectUrls } from './redirects.ts'

const brand = {
  domain: 'highmark.example',
  shopDomain: 'shop.west.highmark.example',
  medicareDomain: 'medicare.west.highmark.example',
  medicarePath: '/medicare/',
}
const projects = Object.keys(PROJECTS) as ProjectCode[]
const markets = [null, 'MEDICARE', 'medicare', 'INDIVIDUAL', ''] as const
const workforce: readonly Role[] = ['AGENT', 'AGENCY_ADMIN', 'INTERNAL']
const hosts = {
  development: 'secure.highmark.localhost:8080',
  test: 'secure-tenv2.highmark.example',
  production: 'secure.highmark.example',
} as const
type HostKind = keyof typeof hosts

/** RO-2 as the ledger states it, independent of the code. */
function findExpected(kind: HostKind, project: ProjectCode, user: RedirectedUser): RedirectTarget | null {
  const medicare = user.market?.toUpperCase() === 'MEDICARE'
  const isMemberOrVisitor = user.role === 'MEMBER' || user.role === 'VISITOR'
  if (project === 'chmhcr') {
    if (user.actorType === REP_ACTOR_TYPE) return 'staff-home'
    if (workforce.includes(user.role)) return 'producer-home'
    return medicare ? 'medicare-shop-home' : null
  }
  if (project !== 'chmprd' || !isMemberOrVisitor) return null
  return kind === 'production' ? 'member-login' : 'member-shop-login'
}

const users: readonly RedirectedUser[] = markets.flatMap((market) => [
  ...ROLES.map((role) => ({ role, actorType: role, market })),
  { role: 'INTERNAL' as const, actorType: REP_ACTOR_TYPE, market },
])

describe.each(Object.keys(hosts) as HostKind[])('on a %s host', (kind) => {
  const host = parseHost(hosts[kind])
  it.each(projects)('RO-2 RO-3 each cell of %s by role and market leads where the rows say', (project) => {
    for (const user of users) {
      expect([user, findRedirect({ host, project }, user)]).toEqual([user, findExpected(kind, project, user)])
    }
  })
})

it.each([
  ['shop.west.highmark.example', '/', 'AGENT', null, 'producer-home'],
  ['shop.west.highmark.example', '/', 'AGENCY_ADMIN', 'MEDICARE', 'producer-home'],
  ['shop.west.highmark.example', '/cart', 'INTERNAL', null, 'producer-home'],
  ['shop.west.highmark.example', '/', 'MEMBER', 'MEDICARE', 'medicare-shop-home'],
  ['shop.west.highmark.example', '/', 'MEMBER', null, null],
  ['shop.west.highmark.example', '/medicare/', 'MEMBER', 'MEDICARE', null],
  ['shop.west.highmark.example', '/medicare', 'AGENT', null, null],
  ['shop.west.highmark.example', '/medicareplans', 'AGENT', null, 'producer-home'],
  ['producer.highmark.example', '/', 'MEMBER', null, 'member-login'],
  ['producer.highmark.example', '/', 'VISITOR', null, 'member-login'],
  ['producer.highmark.example', '/', 'PROS', null, null],
  ['producer.highmark.example', '/', 'AGENT', null, null],
  ['producer-tenv2.highmark.example', '/', 'MEMBER', null, 'member-shop-login'],
  ['shop-tenv2.west.highmark.example', '/', 'MEMBER', 'MEDICARE', 'medicare-shop-home'],
  ['producer.highmark.localhost', '/', 'MEMBER', null, 'member-shop-login'],
  ['localhost', '/highmark.example/chmprd/', 'VISITOR', null, 'member-shop-login'],
  ['localhost', '/highmark.example/chmhcr/', 'INTERNAL', null, 'producer-home'],
  ['localhost', '/highmark.example/chmmcr/', 'MEMBER', 'MEDICARE', null],
  ['producer.highmark.localhost', '/highmark.example/chmptl/', 'MEMBER', null, null],
  ['secure.highmark.example', '/mbr/', 'MEMBER', 'MEDICARE', null],
  ['staff.highmark.example', '/', 'MEMBER', null, null],
] as const)('RO-2 %s%s for %s of market %s: %s', (name, path, role, market, target) => {
  const host = parseHost(name)
  const { project } = projectAt(host, path)
  expect(findRedirect({ host, project }, { role, actorType: role, market })).toBe(target)
})

it('RO-2 a representative goes to the staff workspace where other staff go to the producer home', () => {
  const place = { host: parseHost('shop.west.highmark.example'), project: 'chmhcr' } as const
  expect(findRedirect(place, { role: 'INTERNAL', actorType: REP_ACTOR_TYPE, market: null })).toBe('staff-home')
  expect(findRedirect(place, { role: 'MEMBER', actorType: REP_ACTOR_TYPE, market: null })).toBeNull()
})

it('RO-3 a project without redirects is known as such', () => {
  expect(projects.filter(hasRedirects).sort()).toEqual(['chmhcr', 'chmprd'])
})

const names = fc.constantFrom(
  'secure.highmark.example',
  'shop.west.highmark.example',
  'producer.highmark.example',
  'producer-tenv2.highmark.example',
  'shop-tenv2.west.highmark.localhost:8080',
  'localhost:8080',
  'producer.highmark.localhost:8080',
  '127.0.0.1:8080',
  '[::1]:8080',
)
const paths = fc.oneof(
  fc.constantFrom('/', '/medicare/', '/medicare/plans', '/login/', '/mbr/', '/cce/'),
  fc.constantFrom(...projects).map((project) => `/highmark.example/${project}/`),
)

it('RO-2 redirects end: a redirected person who signs in there is redirected at most once more, and never back', () => {
  fc.assert(
    fc.property(names, paths, fc.constantFrom(...users), (name, path, user) => {
      const seen: string[] = []
      let here = new URL(path, `https://${name}`)
      for (;;) {
        const host = parseHost(here.host)
        const { project } = projectAt(host, here.pathname)
        const target = findRedirect({ host, project }, user)
        expect(seen).not.toContain(project)
        seen.push(project)
        if (target === null) break
        here = new URL(redirectUrls({ brand, host })[target], here)
      }
      // Only a Medicare member on the producer portal of a test host takes two steps: shop sign-in, then Medicare shop.
      if (user.market?.toUpperCase() !== 'MEDICARE') expect(seen.length).toBeLessThanOrEqual(2)
      expect(seen.length).toBeLessThanOrEqual(3)
    }),
  )
})
