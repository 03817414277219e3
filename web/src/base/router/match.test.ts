import type { AccessScope } from '@portico/rules/people/access'
import type { Role } from '@portico/rules/roles'
import { listShipped, withTargets } from '@portico/rules/tabs/test-tabs'
import { describe, expect, test } from 'vitest'
import content from '../../../../content/site/tabs.json' with { type: 'json' }
import { leadsSomewhere, match, mayBeShown, sameViews } from './match.ts'
import { readPlace } from './place.ts'

const shippedTabs = listShipped(content)

const member = (address: string) => match(readPlace(address), { role: 'MEMBER' })
const visitor = (address: string) => match(readPlace(address), null)
const listViews = ({ views }: ReturnType<typeof match>) => views.map(({ view, variant }) => variant ?? view)

test.each([
  ['/login/#/change-password', 'change-password/change-password-view'],
  ['/mbr/#!/landing', 'sign-in/sign-in-view'],
  ['/login/#/accessibility', 'notices/accessibility-view'],
])('SI-7 of %s somebody whose password is due sees %s', (address, view) => {
  expect(listViews(match(readPlace(address), null, false, 'password'))).toEqual([view])
  expect(listViews(visitor('/login/#/change-password'))).toEqual(['sign-in/sign-in-view'])
})

describe('which view an address shows', () => {
  test.each([
    ['/', 'landing/landing-view'],
    ['/home', 'landing/landing-view'],
    ['/mbr/', 'landing/landing-view'],
    ['/mbr/#!/landing', 'landing/landing-view'],
    ['/mbr/#/landing', 'landing/landing-view'],
    ['/member/home', 'landing/landing-view'],
    ['/mbr/#!/account', 'security'],
    ['/mbr/#!/account/devices', 'devices'],
    ['/mbr/#!/account/sharing', 'sharing'],
    ['/login/#/health-record', 'health-record/health-record-view'],
    ['/msg/', 'message-center/message-center-view'],
    ['/msg/#!/message-center', 'message-center/message-center-view'],
    ['/msg/#!/contact-us', 'contact-us/contact-us-view'],
    ['/msg/#!/contact-us/write', 'contact-us/contact-us-view'],
    ['/login/#/meaningful-access', 'notices/meaningful-access-view'],
    ['/login/#/change-password', 'change-password/change-password-view'],
    ['/login/#!/ebill', 'premium/premium-view'],
    ['/login/#/claims/activitySummary', 'claims/claims-view'],
    ['/login/#/claims', 'claims/claims-view'],
    ['/login/#/claims/claim/0f9a', 'claims/claim-view'],
    ['/login/#/claims/educational-materials', 'library/library-view'],
    ['/login/#/claims/educational-materials/form/claim', 'library/form-view'],
    ['/login/#/claims/educational-materials/guide/two-plans', 'library/guide-view'],
    ['/spa', 'spending/spending-view'],
    ['/login/#/claims-and-spending', 'spending/claims-and-spending-view'],
    ['/mhs/#/activitySummary', 'claims/claims-view'],
    ["/search-results.html?searchQuery=knee&productEnabled='true'&contentEnabled='true'", 'search/search-view'],
    ['/highmark.example/chmptl/login/#/finder', 'finder/finder-view'],
  ])('RT-3 RT-6 %s', (address, view) => {
    expect(member(address).kind).toBe('view')
    expect(listViews(member(address))).toEqual([view])
  })

  test.each(withTargets([...shippedTabs.desktop, ...shippedTabs.mobile]))(
    'RT-6 HD-3 the target $url of tab $id leads to a view',
    ({ url }) => {
      expect(member(url).kind).toBe('view')
    },
  )

  test('RT-6 old addresses with further segments lead to the same service', () => {
    expect(listViews(member('/login/#/claims/activitySummary/detail/123?from=mail'))).toEqual(['claims/claims-view'])
  })

  test.each([
    '/nowhere',
    '/no/such/page.html',
    '/login/#/nowhere',
    '/mbr/#!/landing/nowhere',
    '/msg/#/nowhere',
    '/login/#/claims/nowhere',
    '/spa/#/x/y/z',
    '/mbr/#!/constructor',
  ])('RT-5 %s shows the not-found view, with a session or without: it is no reason to sign in', (address) => {
    for (const found of [member(address), visitor(address)]) {
      expect(found.kind).toBe('not-found')
      expect(listViews(found)).toEqual(['shell/not-found-view'])
    }
  })
})

describe('signed-out', () => {
  // Old bookmarks may use either form (RT-1).
  const forms = (addresses: readonly string[]) =>
    addresses.flatMap((address) =>
      address.includes('#') ? ['#!/', '#/'].map((form) => address.replace(/#!?\//, form)) : [address],
    )

  test.each(
    forms([
      '/',
      '/home',
      '/member/home',
      '/mbr/',
      '/mbr/#!/landing',
      '/mbr/#!/landing/',
      '/mbr/#!/overview',
      '/mbr/#!/account',
      '/mbr/#!/account/activity',
      '/mbr/#!/account/devices',
      '/mbr/#!/account/sharing',
      '/msg/',
      '/msg/#!/message-center',
      '/msg/#!/contact-us/write',
      '/login/',
      '/login/#/ebill',
      '/login/#/coverage',
      '/login/#/claims/activitySummary',
      '/login/#/claims',
      '/login/#/claims/educational-materials',
      '/login/#/claims-and-spending',
      '/login/#/finder/cost',
      '/login/#/prescriptions',
      '/login/#/wellness',
      '/login/#/health-record',
      '/login/#/change-password',
      '/spa',
      '/spa/#/spendingSummary',
      '/mhs/#/activitySummary',
    ]),
  )('RT-1 RT-3 RT-6 SI-1 %s shows the sign-in view at the same address', (address) => {
    const found = visitor(address)
    expect(found.kind).toBe('sign-in')
    expect(listViews(found)).toEqual(['sign-in/sign-in-view'])
    expect(found.place).toEqual(readPlace(address))
  })

  test.each(
    forms([
      '/login/#/forgot-password',
      '/login/#/new-password',
      '/login/#/register',
      '/login/#/meaningful-access',
      '/login/#/accessibility',
      '/login/#/finder',
      '/login/#/request-call',
      '/msg/#!/contact-us',
      '/shop/',
      '/shop/#/compare',
      '/shop/#/cart',
      '/shop/#/application',
      '/medicare/',
      "/search-results.html?searchQuery=knee&productEnabled='true'&contentEnabled='true'",
    ]),
  )('RT-1 RT-3 RT-6 SI-1 %s shows visitors what it shows members', (address) => {
    expect(visitor(address).kind).toBe('view')
    expect(listViews(visitor(address))).toEqual(listViews(member(address)))
  })

  test('SI-1 the signed-in see the landing page where others sign in', () => {
    expect(listViews(member('/login/'))).toEqual(['landing/landing-view'])
  })
})

describe('what else an address determines', () => {
  test('RT-3 the segments that choose the active tab', () => {
    expect(member('/mbr/#!/landing').tabSegments).toEqual([])
    expect(member('/member/home').tabSegments).toEqual([])
    expect(member('/spa/').tabSegments).toEqual(['spendingSummary'])
    expect(member('/login/#/claims/educational-materials').tabSegments).toEqual(['claims', 'educational-materials'])
  })

  test('RT-3 texts of the view are loaded with it', () => {
    expect(member('/login/#/meaningful-access').texts).toEqual(['notices'])
  })

  test('RT-5 the parts that a view shows by itself have their own titles', () => {
    const titles = (address: string, role: Role) =>
      match(readPlace(address), { role }).views.map(({ title }) => title ?? null)
    expect(titles('/mbr/#!/producer/clients', 'AGENT')).toEqual(['producer.clients.title'])
    expect(titles('/mbr/#!/producer/agents/01a2', 'AGENCY_ADMIN')).toEqual(['producer.agents.title'])
    expect(titles('/msg/#!/workspace/leads', 'INTERNAL')).toEqual(['workspace.leads.title'])
    expect(titles('/msg/#!/administration/log', 'INTERNAL')).toEqual(['administration.log.title'])
    expect(titles('/msg/#!/content/releases', 'INTERNAL')).toEqual(['content.releases.title'])
    // Any other segment, such as the id of a conversation, leaves the view's own.
    for (const address of ['/mbr/#!/producer', '/mbr/#!/producer/toString', '/mbr/#!/landing']) {
      expect(titles(address, 'AGENT'), address).toEqual([null])
    }
    expect(titles('/msg/#!/workspace/01a2', 'INTERNAL')).toEqual([null])
  })

  test('RT-2 the same view with other parameters stays; another service is another view', () => {
    expect(sameViews(member('/msg/#!/message-center'), member('/msg/#/message-center?page=2'))).toBe(true)
    expect(sameViews(member('/login/#/prescriptions'), member('/login/#/finder'))).toBe(false)
  })
})

describe('RO-1 the home of people who are not members', () => {
  test.each([
    ['AGENT', 'producer/producer-view'],
    ['AGENCY_ADMIN', 'producer/producer-view'],
    ['INTERNAL', 'staff/staff-home-view'],
    ['PROS', 'people/visitor-home-view'],
    ['VISITOR', 'people/visitor-home-view'],
  ] as const)('RO-1 %s sees %s in place of what is for members', (role, home) => {
    for (const address of ['/', '/mbr/#!/landing', '/login/', '/msg/#!/message-center/1']) {
      expect(listViews(match(readPlace(address), { role }))).toEqual([home])
    }
    expect(listViews(match(readPlace('/login/#/finder'), { role }))).toEqual(['finder/finder-view'])
  })
})

test.each([
  ['/login/#/accessibility', true, true, true],
  ['/mbr/#!/account', false, true, true],
  ['/msg/#!/message-center', false, true, false],
  ['/mbr/', false, true, false],
  ['/mbr/#!/account/people', false, true, false],
  ['/mbr/#!/producer/clients', false, false, true],
  ['/mbr/#!/nothing-here', false, false, false],
  ['/nowhere', false, false, false],
])('VA-8 RT-6 whether %s is found: visitor %s, member %s, agent %s', (address, visitors, members, agents) => {
  const place = readPlace(address)
  expect(mayBeShown(place, null)).toBe(visitors)
  expect(mayBeShown(place, { role: 'MEMBER' })).toBe(members)
  expect(mayBeShown(place, { role: 'AGENT' })).toBe(agents)
})

test.each<[string, AccessScope[], string]>([
  ['/mbr/#!/account/security', ['coverage', 'claims', 'messages', 'write'], 'people/withheld-view'],
  ['/mbr/#!/account/people', ['coverage'], 'people/withheld-view'],
  ['/login/#/change-password', ['coverage'], 'people/withheld-view'],
  ['/login/#/invitation', ['coverage'], 'people/withheld-view'],
  ['/msg/#!/message-center', ['coverage', 'claims'], 'people/withheld-view'],
  ['/login/#/claims/educational-materials/form/claim', ['coverage'], 'library/form-view'],
  ['/msg/#!/message-center', ['coverage', 'messages'], 'message-center/message-center-view'],
  ['/mbr/#!/landing', ['coverage'], 'landing/landing-view'],
  ['/login/#/claims', ['coverage'], 'people/withheld-view'],
  ['/login/#/claims', ['coverage', 'claims'], 'claims/claims-view'],
  ['/msg/#!/contact-us', ['coverage'], 'contact-us/contact-us-view'],
  ['/msg/#!/contact-us/write', ['coverage'], 'contact-us/contact-us-view'],
  ['/login/#/finder', ['coverage'], 'finder/finder-view'],
  ['/login/#/finder/cost', ['coverage', 'messages', 'write'], 'people/withheld-view'],
  ['/login/#/finder/cost', ['coverage', 'claims'], 'cost/cost-view'],
  ['/login/#/accessibility', ['coverage'], 'notices/accessibility-view'],
])('RG-3 of %s somebody who was given %j of another’s information sees %s', (address, scopes, view) => {
  const simulation = { by: 'MEMBER02', endsAt: '2026-11-22T12:00:00.000Z', scopes, ofChild: false, isBeside: false }
  expect(listViews(match(readPlace(address), { role: 'MEMBER', simulation }))).toEqual([view])
  // A representative sees all of it (CS-1).
  const rep = match(readPlace(address), { role: 'MEMBER', simulation: { ...simulation, scopes: null } })
  expect(listViews(rep)).toEqual(listViews(member(address)))
})

test.each([
  ['/login/#/claims/educational-materials', true, true, false],
  ['/login/#/finder', true, true, true],
  ['https://example.org/', true, true, true],
])('FT-2 RO-1 whether a link to %s is shown: visitor %s, member %s, prospect %s', (to, visitor, member, prospect) => {
  expect(leadsSomewhere(to, null)).toBe(visitor)
  expect(leadsSomewhere(to, { role: 'MEMBER' })).toBe(member)
  expect(leadsSomewhere(to, { role: 'PROS' })).toBe(prospect)
})

test('MC-6 RO-1 the workspace is for staff; others see their home, and the signed-out sign in', () => {
  const at = (role: Role | null, address = '/msg/#!/workspace/a1?view=mine') =>
    listViews(match(readPlace(address), role && { role }))
  expect(at('INTERNAL')).toEqual(['workspace/workspace-view'])
  expect(at('INTERNAL', '/msg/#!/workspace/figures')).toEqual(['workspace/workspace-view'])
  expect(at('MEMBER')).toEqual(['landing/landing-view'])
  expect(at('AGENT')).toEqual(['producer/producer-view'])
  expect(at(null)).toEqual(['sign-in/sign-in-view'])
})

test('AG-1 RO-1 the producers’ part is only for agents, agency admins and internal staff', () => {
  const at = (role: Role | null) => listViews(match(readPlace('/mbr/#!/producer/clients'), role && { role }))
  for (const role of ['AGENT', 'AGENCY_ADMIN', 'INTERNAL'] as const)
    expect(at(role)).toEqual(['producer/producer-view'])
  expect(at('MEMBER')).toEqual(['landing/landing-view'])
  for (const role of ['PROS', 'VISITOR'] as const) expect(at(role)).toEqual(['people/visitor-home-view'])
  expect(at(null)).toEqual(['sign-in/sign-in-view'])
})

test('RG-3 RO-1 sharing with people and apps is for members and people without a plan here; others see their home', () => {
  for (const part of ['people', 'apps']) {
    const at = (role: Role) => listViews(match(readPlace(`/mbr/#!/account/${part}`), { role }))
    for (const role of ['MEMBER', 'PROS', 'VISITOR'] as const) expect(at(role)).toEqual([part])
    for (const role of ['AGENT', 'AGENCY_ADMIN'] as const) expect(at(role)).toEqual(['producer/producer-view'])
    expect(at('INTERNAL')).toEqual(['staff/staff-home-view'])
  }
})

test('SH-10 at its root, visitors see a brand’s site, signed-in people their home, and people in the middle of a sign-in the sign-in view', () => {
  const place = readPlace('/', 'chmcom')
  const listViews = (...asked: [Parameters<typeof match>[1], boolean?, Parameters<typeof match>[3]?]) =>
    match(place, ...asked).views.map(({ view }) => view)
  expect(listViews(null)).toEqual(['site/site-view'])
  expect(listViews({ role: 'MEMBER' })).toEqual(['landing/landing-view'])
  expect(listViews(null, false, 'password')).toEqual(['sign-in/sign-in-view'])
  expect(match(readPlace('/cce/', 'chmcce'), { role: 'MEMBER' }).views[0]?.view).toBe('site/site-view')
})
