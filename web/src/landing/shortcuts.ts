import type { Tab, TabId } from '@portico/rules/tabs/types'

/** Most wanted first; Home is where the shortcuts are. */
const order: readonly TabId[] = [
  'navFindDoctor',
  'navPrescriptions',
  'navPayPremium',
  'navCoverage',
  'navSpending',
  'navYourSpending',
  'navClaimsSpending',
  'navWellness',
  'navForms',
  'navClaims',
]

const max = 6

/** What the member is offered beside the cards: only tabs that coverage gives them (MP-1, HD-5). */
export function shortcutTabs(tabs: readonly Tab[]): Tab[] {
  return order.flatMap((id) => tabs.find((tab) => tab.id === id) ?? []).slice(0, max)
}

/** The tab that shows claims: its own or the one shared with spending; null when coverage gives neither (HD-4). */
export function claimsTab(tabs: readonly Tab[]): Tab | null {
  return tabs.find((tab) => tab.id === 'navClaims') ?? tabs.find((tab) => tab.id === 'navClaimsSpending') ?? null
}
