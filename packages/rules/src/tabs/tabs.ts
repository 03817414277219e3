import { type BrandIdentity, isIdaho, isMinnesota, isNorthDakota } from '../brand/families.ts'
import { type ClaimsAndSpendingState, isClaimsAndSpendingOn } from './claims-and-spending.ts'
import { homeUrl } from './home-url.ts'
import { isTabShared, type Viewing } from './shared.ts'
import type { ConfiguredTab, Group, Product, Tab, TabId } from './types.ts'

export interface TabsRequest {
  /** The tabs of the brand's configuration for this variant, before filtering; see `TABS_CONTENT`. */
  readonly config: readonly ConfiguredTab[]
  readonly brand: BrandIdentity
  readonly signedIn: boolean
  /** Whether anyone is signed in, a member or not. */
  readonly hasSession: boolean
  /** The selected group; null before sign-in, or if the user has none. */
  readonly group: Group | null
  readonly claimsAndSpending: ClaimsAndSpendingState
  /** Coverage's label and link from the content service; null: it has none, so the tab is left out. */
  readonly coverageTab: { readonly label: string; readonly url: string } | null
  /** Set if the person looks at someone else's information; null: at their own. */
  readonly viewing: Viewing | null
  /** yyyymmdd */
  readonly today: string
}

/**
 * The tabs that a person sees, in the order of the configuration (HD-4, HD-5). Rules on brand and coverage apply first. The combined
 * tab replaces Claims, Your Spending and Spending only if those rules left both Claims and Spending; otherwise it is removed and the
 * remaining one stays. The mobile variant has no combined tab and keeps the separate ones. People who look at someone else's
 * information get no tab that leads to what is not shared with them (RG-3).
 */
export function tabsFor(request: TabsRequest): Tab[] {
  const { brand, config: tabs, coverageTab } = request
  const removed = listRemovedTabs(request)
  const combined =
    isClaimsAndSpendingOn(request.claimsAndSpending, request.signedIn) &&
    tabs.some((tab) => tab.id === 'navClaimsSpending') &&
    !removed.has('navClaims') &&
    !removed.has('navSpending')
  for (const id of combined ? SEPARATE : COMBINED) removed.add(id)

  return tabs
    .filter((tab) => !removed.has(tab.id) && isTabShared(tab.id, request.viewing))
    .map((tab) => ({
      ...tab,
      label: tab.label ?? '',
      url: tab.url ?? '',
      ...(tab.id === 'navHome' && { url: homeUrl(brand) }),
      ...(tab.id === 'navCoverage' && coverageTab),
    }))
    .filter(({ label, url }) => label !== '' && isLink(url))
}

const SEPARATE: readonly TabId[] = ['navClaims', 'navYourSpending', 'navSpending']
const COMBINED: readonly TabId[] = ['navClaimsSpending']

/** The rules of HD-5. Before sign-in only the ones on the brand apply, and Prescriptions is hidden. */
function listRemovedTabs({ brand, config, signedIn, hasSession, group, today }: TabsRequest): Set<TabId> {
  const northDakota = isNorthDakota(brand)
  const minnesota = isMinnesota(brand)
  const coverage = signedIn ? group : null
  const products = coverage?.productList ?? []
  const basic = products.some((product) => product.isBlueExtraBasic)
  const plus = products.some((product) => product.isBlueExtraPlus)
  const dentalOnly = products.length > 0 && products.every((product) => product.blueEdgeDentalIndv)
  const drugs = products.some((product) => product.drugCoverage && (!minnesota || isCovered(product, today)))
  const medicare = coverage?.medicareIndicator === true

  const rules: readonly [boolean, readonly TabId[]][] = [
    [northDakota, ['navPayPremium', 'navSpending', 'navWellness']],
    [!northDakota, ['navForms']],
    [isIdaho(brand), ['navSpending']],
    [minnesota && medicare, ['navSpending']],
    [coverage?.isNDMedicaid === true, ['navSpending']],
    [coverage?.directPayIndicator === false && !medicare, ['navPayPremium']],
    [basic, ['navClaims', 'navWellness']],
    [plus, ['navClaims']],
    [dentalOnly, ['navSpending', 'navFindDoctor', 'navWellness']],
    [!drugs, ['navPrescriptions']],
    [hasSession, ['navSignIn']],
    // If signing in is a tab, Home would lead to the same form.
    [!hasSession && config.some(({ id }) => id === 'navSignIn'), ['navHome']],
  ]
  const removed = new Set(rules.flatMap(([applies, ids]) => (applies ? ids : [])))
  if (removed.has('navSpending')) removed.add('navYourSpending')
  return removed
}

/** Whether a day lies within a product's coverage; a product without a begin date covers no day. */
function isCovered(product: Product, today: string): boolean {
  const begin = product.coverageConBeginDate || product.coverageBeginDate
  return Boolean(begin) && (begin ?? '') <= today && (!product.coverageEndDate || today <= product.coverageEndDate)
}

/** The configuration may link within the portal or to an https address, never to a script. */
function isLink(url: string): boolean {
  return /^(\/(?![/\\\s])|https:\/\/)\S*$/.test(url)
}
