import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrandIdentity } from '@portico/rules/brand/families'
import { tabsFor } from '@portico/rules/tabs/tabs'
import { listShipped } from '@portico/rules/tabs/test-tabs'
import type { Group, Tab } from '@portico/rules/tabs/types'
import { expect, test } from 'vitest'
import content from '../../../../content/site/tabs.json' with { type: 'json' }
import { match } from './match.ts'
import { readPlace } from './place.ts'

const shippedTabs = listShipped(content)

const root = join(import.meta.dirname, '../../../..')
const brands = globSync('brands/*/brand.json', { cwd: root }).map(
  (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as BrandIdentity,
)
const { MBR_COVERAGE_TAB: coverageContent } = JSON.parse(
  readFileSync(join(root, 'content/site/coverage-tab.json'), 'utf8'),
) as { MBR_COVERAGE_TAB: { items: { value: { label: string; url: string } }[] } }

const group: Group = {
  groupNumber: '1',
  medicareIndicator: false,
  directPayIndicator: true,
  isNDMedicaid: false,
  productList: [
    {
      isBlueExtraBasic: false,
      isBlueExtraPlus: false,
      blueEdgeDentalIndv: false,
      drugCoverage: true,
      coverageBeginDate: '20260101',
      coverageConBeginDate: null,
      coverageEndDate: null,
      benefitPlanType: 'PPO',
    },
  ],
}

/** All tabs that a brand's member with every coverage can have, in both variants, with and without the combined one. */
function listTabs(brand: BrandIdentity): Tab[] {
  const coverageTab = coverageContent.items[0]?.value ?? null
  return (['desktop', 'mobile'] as const).flatMap((variant) =>
    [false, true].flatMap((showToAll) =>
      tabsFor({
        config: shippedTabs[variant],
        brand,
        signedIn: true,
        hasSession: true,
        group,
        coverageTab,
        viewing: null,
        today: '20261122',
        claimsAndSpending: { maintenance: false, showToAll, vendorDetails: null },
      }),
    ),
  )
}

/** Tabs that lead to the same view, since one replaces the other. */
const oneView = { navYourSpending: 'navSpending' } as const

test('HD-3 each tab of each brand leads to a different view', () => {
  expect(brands.length).toBeGreaterThan(1)
  const tabsOfView = new Map<string, Set<string>>()
  for (const brand of brands) {
    for (const { id, url } of listTabs(brand)) {
      const { kind, views } = match(readPlace(url), { role: 'MEMBER' })
      expect([brand.code, id, kind]).toEqual([brand.code, id, 'view'])
      const shown = views.at(-1)?.view ?? ''
      expect(shown).not.toBe('shell/not-found-view')
      tabsOfView.set(shown, (tabsOfView.get(shown) ?? new Set()).add(id in oneView ? 'navSpending' : id))
    }
  }
  // Otherwise several tabs would lead to a view that fits none of them.
  expect([...tabsOfView].filter(([, ids]) => ids.size > 1)).toEqual([])
  expect(tabsOfView.size).toBe(10)
})

test('HD-3 HD-5 forms are North Dakota’s tab, and every other brand has wellness', () => {
  for (const brand of brands) {
    const ids = new Set(listTabs(brand).map(({ id }) => id))
    expect([brand.code, ids.has('navForms') !== ids.has('navWellness')]).toEqual([brand.code, true])
  }
})
