import type { Tab, TabId } from '@portico/rules/tabs/types'

/** Most used first; without Home, where the shortcuts are. */
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

/** The shortcuts beside the cards: only tabs that the member's coverage includes and that are shared with the viewer (MP-1, HD-5). */
export function shortcutTabs(tabs: readonly Tab[]): Tab[] {
  return order.flatMap((id) => tabs.find((tab) => tab.id === id) ?? []).slice(0, max)
}

/** The tab that shows claims: a separate one or the one shared with spending; null if the coverage includes neither (HD-4). */
export function claimsTab(tabs: readonly Tab[]): Tab | null {
  return tabs.find((tab) => tab.id === 'navClaims') ?? tabs.find((tab) => tab.id === 'navClaimsSpending') ?? null
}
