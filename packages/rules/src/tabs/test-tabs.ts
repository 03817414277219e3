import { type ConfiguredTab, TABS_CONTENT, type Tab } from './types.ts'

/** The tabs of each variant in `content/site/tabs.json`, for tests. */
export function listShipped(
  content: Readonly<Record<string, { readonly items: readonly { readonly value: unknown }[] }>>,
) {
  const listTabs = (name: string) => content[name]?.items[0]?.value as readonly ConfiguredTab[]
  return {
    desktop: listTabs(TABS_CONTENT.desktop),
    mobile: listTabs(TABS_CONTENT.mobile),
    shop: listTabs(TABS_CONTENT.shop),
  }
}

/** The same with the addresses that the rules and Coverage's content give them. */
export function withTargets(tabs: readonly ConfiguredTab[]): Tab[] {
  const given: Readonly<Record<string, string>> = { navHome: '/mbr/#!/landing', navCoverage: '/login/#/coverage' }
  return tabs.map((tab) => ({ ...tab, label: tab.label ?? '', url: tab.url ?? given[tab.id] ?? '' }))
}
