import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrandIdentity } from '@portico/rules/brand/families'
import { DEFAULT_TABS } from '@portico/rules/tabs/default-tabs'
import { tabsFor } from '@portico/rules/tabs/tabs'
import type { Group, Tab } from '@portico/rules/tabs/types'
import { expect, test } from 'vitest'
import { match } from './match.ts'
import { readPlace } from './place.ts'

const root = join(import.meta.dirname, '../../..')
const brands = globSync('brands/*/brand.json', { cwd: root }).map(
  (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as BrandIdentity,
)
const { MBR_COVERAGE_TAB: coverageContent } = JSON.parse(
  readFileSync(join(root, 'content/site/coverage-tab.json'), 'utf8'),
) as { MBR_COVERAGE_TAB: { items: { value: { label: string; url: string } }[] } }

/** Targets of HD-3 whose views others are still building; it gets shorter, and ends empty. */
const notYet: readonly string[] = ['/login/#/finder']

const group: Group = {
  ...{ groupNumber: '1', medicareIndicator: false, directPayIndicator: true, isNDMedicaid: false },
  productList: [
    {
      ...{ isBlueExtraBasic: false, isBlueExtraPlus: false, blueEdgeDentalIndv: false, drugCoverage: true },
      ...{ coverageBeginDate: '20260101', coverageConBeginDate: null, coverageEndDate: null, benefitPlanType: 'PPO' },
    },
  ],
}

/** All tabs that a brand's member with every coverage can have, of both variants, with and without the combined one. */
function tabsOf(brand: BrandIdentity): Tab[] {
  const coverageTab = coverageContent.items[0]?.value ?? null
  return (['desktop', 'mobile'] as const).flatMap((variant) =>
    [false, true].flatMap((showToAll) =>
      tabsFor({
        ...{ config: DEFAULT_TABS, variant, brand, signedIn: true, group, coverageTab, today: '20261122' },
        claimsAndSpending: { maintenance: false, showToAll, vendorDetails: null },
      }),
    ),
  )
}

const isOffline = ({ url }: Pick<Tab, 'url'>) => {
  const { kind, views } = match(readPlace(url), { role: 'MEMBER' })
  return kind !== 'view' || views.some(({ view }) => view === 'service/service-view')
}

test('HD-3 there are 31 brands, and each tab of each leads to a view that does what the tab says', () => {
  expect(brands).toHaveLength(31)
  const offline = brands.flatMap((brand) => tabsOf(brand).filter(isOffline))
  expect([...new Set(offline.map(({ url }) => url))].filter((url) => !notYet.includes(url))).toEqual([])
  // What has come since is taken off the list.
  expect(notYet.filter((url) => !isOffline({ url }))).toEqual([])
})

test('HD-3 HD-5 forms are North Dakota’s tab, and every other brand has wellness', () => {
  for (const brand of brands) {
    const ids = new Set(tabsOf(brand).map(({ id }) => id))
    expect([brand.code, ids.has('navForms') !== ids.has('navWellness')]).toEqual([brand.code, true])
  }
})
