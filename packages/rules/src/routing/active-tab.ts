import type { Tab, TabId } from '../tabs/types.ts'
import { parseHash } from './hash.ts'

/** Stands in for a missing first segment (RT-3). */
export const DEFAULT_TAB_KEY = 'overview'

/** The key that selects the active tab: the first segment, else the overview (RT-3). */
export function activeTabKey(segments: readonly string[]): string {
  return segments[0] || DEFAULT_TAB_KEY
}

/**
 * The tab to mark as active, or null for none (RT-3). `page` is the path before the hash, e.g. `/login/`. The first segment decides; if
 * several tabs share it (Claims, and Forms & Resources), the one that matches more segments wins. The overview is Home. Message pages
 * belong to Claims, or to Claims & Spending if there is no Claims tab (MC-1). If the address selects none, the configured active tab
 * applies (HD-2).
 */
export function activeTab(place: Place): TabId | null {
  return findSelectedTab(place) ?? place.tabs.find(({ active }) => active)?.id ?? null
}

/** Whether a page with these segments is the tab's own page, not only one that belongs under it. */
export function isAtTab({ id, url }: Pick<Tab, 'id' | 'url'>, segments: readonly string[]): boolean {
  return id === 'navHome' || url.endsWith(`/${segments.join('/')}`)
}

interface Place {
  readonly page: string
  readonly segments: readonly string[]
  readonly tabs: readonly Tab[]
}

function findSelectedTab({ page, segments, tabs }: Place): TabId | null {
  const present = (ids: readonly TabId[]) => ids.find((id) => tabs.some((tab) => tab.id === id)) ?? null
  if (trimPath(page) === '/msg') return present(['navClaims', 'navClaimsSpending'])
  if (activeTabKey(segments) === DEFAULT_TAB_KEY) return present(['navHome'])

  let best: { readonly id: TabId; readonly shared: number } | null = null
  for (const tab of tabs) {
    const shared = countSharedSegments(tab.url, trimPath(page), segments)
    if (shared > (best?.shared ?? 0)) best = { id: tab.id, shared }
  }
  return best?.id ?? (isClaimsOrSpending(trimPath(page), segments) ? present(['navClaimsSpending']) : null)
}

/** Pages that belong to Claims & Spending when it replaces their own tabs (HD-4). */
function isClaimsOrSpending(page: string, segments: readonly string[]): boolean {
  return page === '/spa' || page === '/mhs' || (page === '/login' && segments[0] === 'claims')
}

/** How many leading segments a tab's target shares with the current address; 0 on another page. */
function countSharedSegments(url: string, page: string, segments: readonly string[]): number {
  const [path = '', hash = ''] = url.split('#', 2)
  if (trimPath(path) !== page) return 0
  const target = parseHash(hash).segments
  const differs = target.findIndex((segment, at) => segment !== segments[at])
  return differs < 0 ? target.length : differs
}

function trimPath(path: string): string {
  return path.replace(/\/+$/, '')
}
