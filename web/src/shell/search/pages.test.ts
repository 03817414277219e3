import type { AccessScope } from '@portico/rules/people/access'
import { expect, test } from 'vitest'
import { type Place, readPlace } from '../../base/router/place.ts'
import { pages, type RouteNode } from '../../base/router/routes.ts'
import { testPage, testSession } from '../../base/test-render.tsx'
import { rawCatalogues } from '../../base/texts/test-texts.ts'
import { addresses, findablePages } from './pages.ts'
import { allFound } from './results.ts'

/** What identifies a view; the sections of one view differ by variant. */
const formatView = ({ view, variant }: RouteNode) => [view, variant].filter(Boolean).join(' ')

/** Views that have an address without ids. */
function listViews(children: Readonly<Record<string, RouteNode>>): string[] {
  return Object.entries(children).flatMap(([segment, node]) =>
    segment.startsWith(':') ? [] : [...(node.view ? [formatView(node)] : []), ...listViews(node.children ?? {})],
  )
}

function viewAt({ page, segments }: Place): string {
  let node = page?.views[segments[0] ?? page.start]
  for (const segment of segments.slice(1)) node = node?.children?.[segment]
  const start = node?.children?.[node.start ?? '']
  return node === undefined ? '' : formatView(node.view ? node : (start ?? node))
}

/** Views that a search finds by the header's tabs. */
const tabs = [
  ...['landing/landing-view', 'coverage/coverage-view', 'premium/premium-view'],
  ...['claims/claims-view', 'spending/claims-and-spending-view', 'spending/spending-view', 'finder/finder-view'],
  ...['prescriptions/prescriptions-view', 'wellness/wellness-view'],
]
/** Steps of something under way, targets of e-mail links, other ways to found pages, and the portal's own pages. */
const leftOut = [
  ...['recovery/recovery-view new', 'profile/confirm-email-view', 'people/invitation-view', 'apps/connect-app-view'],
  ...['registration/registration-view confirm', 'registration/registration-view resume'],
  ...[
    'registration/registration-view guardian',
    'sign-in/sign-in-view',
    'sign-out/logout-view',
    'search/search-view',
    'gallery/gallery-view',
  ],
  ...['under65', 'medicare'].flatMap((market) =>
    ['compare', 'application', 'continue', 'proposal', 'propose'].map((name) => `shop/${name}-view ${market}`),
  ),
  'shop/cart-view medicare',
]
/** Views that staff and producers find on their home. */
const atWork = [
  ...['producer/producer-view', 'workspace/workspace-view', 'directory-work/directory-work-view'],
  ...['settings/settings-view', 'content/content-view', 'administration/administration-view'],
]

test('VA-8 a search finds every view, except those that are named here', () => {
  const views = new Set(Object.values(pages).flatMap((page) => listViews(page.views)))
  const found = new Set(Object.values(addresses).map((address) => viewAt(readPlace(address))))
  expect([...views].filter((view) => !found.has(view)).sort()).toEqual([...tabs, ...leftOut, ...atWork].sort())
})

function listNames(children: Readonly<Record<string, RouteNode>>): string[] {
  return Object.values(children).flatMap(({ found, children = {} }) => [
    ...(found === undefined ? [] : [found]),
    ...listNames(children),
  ])
}

test('VA-8 words for the search belong to exactly one screen each', () => {
  const ids = [...rawCatalogues('en').values()].flatMap((area) => Object.keys(area))
  const written = ids.flatMap((id) => /^search\.page\.(.+)\.title$/.exec(id)?.[1] ?? [])
  expect(written.length).toBeGreaterThan(20)
  expect(
    Object.values(pages)
      .flatMap(({ views }) => listNames(views))
      .sort(),
  ).toEqual(written.sort())
})

test('RG-3 VA-8 someone who looks at another’s information finds no page, answer or topic that was not shared', () => {
  const answer = (kind: 'answer' | 'topic', url: string | null) => {
    return { kind, title: 'Claims', text: 'A claim', url, lang: null, score: 1 }
  }
  const list = (scopes: readonly AccessScope[]) => {
    const simulation = {
      by: 'PROSPECT1',
      endsAt: '2026-11-27T20:00:00Z',
      scopes: [...scopes],
      ofChild: false,
      isBeside: false,
    }
    const page = { ...testPage, session: { ...testSession, simulation } }
    const answered = [
      answer('answer', '/login/#/claims/activitySummary'),
      answer('topic', null),
      answer('answer', '/mbr/#!/landing'),
    ]
    const from = { term: 'claim', page, t: (id: string) => id, content: true, answered, covered: null }
    return {
      pages: findablePages(page, from.t).map(({ to }) => to),
      found: allFound(from).flatMap(({ kind, score }) => (score === 1 ? [kind] : [])),
    }
  }
  const closed = ['security', 'devices', 'activity', 'people', 'apps', 'change-password', 'health-record'] as const
  const { pages, found } = list(['coverage'])
  for (const name of [...closed, 'care-cost', 'message-center'] as const) expect(pages).not.toContain(addresses[name])
  for (const name of ['library', 'contact-us', 'accessibility'] as const) expect(pages).toContain(addresses[name])
  expect(found).toEqual(['answer'])
  expect(list(['coverage', 'claims'])).toMatchObject({ found: ['answer', 'answer'] })
  expect(list(['coverage', 'claims']).pages).toContain(addresses['care-cost'])
  expect(list(['coverage', 'messages', 'write']).found).toEqual(['topic', 'answer'])
  expect(list(['coverage', 'messages']).pages).toContain(addresses['message-center'])
})
