import { expect, test } from 'vitest'
import { type Place, readPlace } from '../../base/router/place.ts'
import { pages, type RouteNode } from '../../base/router/routes.ts'
import { addresses } from './pages.ts'

/** What a view is known by; the sections of one view are told apart. */
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

/** A search finds them by the tabs of the header. */
const tabs = [
  ...['landing/landing-view', 'coverage/coverage-view', 'premium/premium-view'],
  ...['claims/claims-view', 'spending/claims-and-spending-view', 'spending/spending-view', 'finder/finder-view'],
  ...['prescriptions/prescriptions-view', 'wellness/wellness-view'],
]
/** Steps of something that is under way, what links of e-mails lead to, other ways to what is found, and the portal's own pages. */
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
/** Staff and producers find them on their home. */
const atWork = [
  ...['producer/producer-view', 'workspace/workspace-view', 'directory-work/directory-work-view'],
  ...['settings/settings-view', 'content/content-view', 'administration/administration-view'],
]

test('VA-8 a search finds every view, except those that are named here', () => {
  const views = new Set(Object.values(pages).flatMap((page) => listViews(page.views)))
  const found = new Set(Object.values(addresses).map((address) => viewAt(readPlace(address))))
  expect([...views].filter((view) => !found.has(view)).sort()).toEqual([...tabs, ...leftOut, ...atWork].sort())
})
