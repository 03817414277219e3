import fc from 'fast-check'
import { expect, it } from 'vitest'
import content from '../../../../content/site/tabs.json' with { type: 'json' }
import { type TabsRequest, tabsFor } from './tabs.ts'
import { listShipped } from './test-tabs.ts'
import { type ConfiguredTab, type Group, type Product, TAB_IDS, type Tab, type TabId } from './types.ts'

const shippedTabs = listShipped(content)

const highmark = { code: 'hmbcbs', sharedBrandCode: 'HMBCBS' }
const northDakota = { code: 'ndbcbs', sharedBrandCode: 'NDBCBS' }
const idaho = { code: 'idh', sharedBrandCode: 'IDH' }
const minnesota = { code: 'mincr', sharedBrandCode: 'MINCR' }
const mn = { code: 'mn', sharedBrandCode: 'MINCR' }

const product = (given: Partial<Product> = {}): Product => ({
  isBlueExtraBasic: false,
  isBlueExtraPlus: false,
  blueEdgeDentalIndv: false,
  coverageBeginDate: '20250101',
  coverageConBeginDate: null,
  coverageEndDate: null,
  benefitPlanType: 'PPO',
  drugCoverage: false,
  ...given,
})
const medical = product()
const drug = product({ drugCoverage: true })
const dental = product({ blueEdgeDentalIndv: true })
const basic = product({ isBlueExtraBasic: true })
const plus = product({ isBlueExtraPlus: true })

const buildGroup = (productList: readonly Product[], given: Partial<Group> = {}): Group => ({
  groupNumber: 'G1',
  medicareIndicator: false,
  directPayIndicator: true,
  isNDMedicaid: false,
  productList,
  ...given,
})

const off = { maintenance: false, showToAll: false, vendorDetails: false }
const on = { maintenance: false, showToAll: false, vendorDetails: true }
const member: TabsRequest = {
  config: shippedTabs.desktop,
  brand: highmark,
  signedIn: true,
  hasSession: true,
  group: buildGroup([medical, drug]),
  claimsAndSpending: off,
  coverageTab: { label: 'Coverage', url: '/login/#/coverage' },
  viewing: null,
  today: '20260601',
}

const short: Readonly<Record<string, TabId>> = {
  home: 'navHome',
  pay: 'navPayPremium',
  coverage: 'navCoverage',
  claims: 'navClaims',
  your: 'navYourSpending',
  spending: 'navSpending',
  both: 'navClaimsSpending',
  doctor: 'navFindDoctor',
  drugs: 'navPrescriptions',
  wellness: 'navWellness',
  forms: 'navForms',
}
const listIds = (tabs: readonly Pick<Tab, 'id'>[]) => tabs.map((tab) => tab.id)
const list = (names: string) => names.split(' ').map((name) => short[name])

const cases: readonly [title: string, given: Partial<TabsRequest>, expected: string][] = [
  ['HD-5 full coverage: all but Forms', {}, 'home pay coverage claims spending doctor drugs wellness'],
  [
    'HD-5 direct pay false: no Pay Premium',
    { group: buildGroup([drug], { directPayIndicator: false }) },
    'home coverage claims spending doctor drugs wellness',
  ],
  [
    'HD-5 direct pay false in a Medicare group: Pay Premium stays',
    { group: buildGroup([drug], { directPayIndicator: false, medicareIndicator: true }) },
    'home pay coverage claims spending doctor drugs wellness',
  ],
  [
    'HD-5 direct pay not known: Pay Premium stays',
    { group: buildGroup([drug], { directPayIndicator: null }) },
    'home pay coverage claims spending doctor drugs wellness',
  ],
  ['HD-5 North Dakota', { brand: northDakota }, 'home coverage claims doctor drugs forms'],
  [
    'HD-5 North Dakota Medicaid',
    { brand: northDakota, group: buildGroup([drug], { isNDMedicaid: true }) },
    'home coverage claims doctor drugs forms',
  ],
  [
    'HD-5 a Medicaid group by its flag: no Spending',
    { group: buildGroup([drug], { isNDMedicaid: true }) },
    'home pay coverage claims doctor drugs wellness',
  ],
  ['HD-5 Idaho: no Spending', { brand: idaho }, 'home pay coverage claims doctor drugs wellness'],
  ['HD-5 Minnesota: Spending', { brand: minnesota }, 'home pay coverage claims spending doctor drugs wellness'],
  [
    'HD-5 Minnesota Medicare: no Spending',
    { brand: minnesota, group: buildGroup([drug], { medicareIndicator: true }) },
    'home pay coverage claims doctor drugs wellness',
  ],
  [
    'HD-5 the second Minnesota brand, Medicare: no Spending',
    { brand: mn, group: buildGroup([drug], { medicareIndicator: true }) },
    'home pay coverage claims doctor drugs wellness',
  ],
  [
    'HD-5 Medicare elsewhere: Spending',
    { group: buildGroup([drug], { medicareIndicator: true }) },
    'home pay coverage claims spending doctor drugs wellness',
  ],
  [
    'HD-5 Blue Extra Basic, any product: no Claims, no Wellness',
    { group: buildGroup([drug, basic]) },
    'home pay coverage spending doctor drugs',
  ],
  [
    'HD-5 Blue Extra Plus, any product: no Claims',
    { group: buildGroup([drug, plus]) },
    'home pay coverage spending doctor drugs wellness',
  ],
  [
    'HD-5 individual dental only: no Spending, Find a Doctor, Wellness',
    { group: buildGroup([dental, dental]) },
    'home pay coverage claims',
  ],
  [
    'HD-5 individual dental and another product: all stay',
    { group: buildGroup([dental, drug]) },
    'home pay coverage claims spending doctor drugs wellness',
  ],
  [
    'HD-5 no product at all is not individual dental',
    { group: buildGroup([]) },
    'home pay coverage claims spending doctor wellness',
  ],
  ['HD-5 no drug coverage', { group: buildGroup([medical]) }, 'home pay coverage claims spending doctor wellness'],
  ['HD-5 signed in without a group', { group: null }, 'home pay coverage claims spending doctor wellness'],

  ['HD-4 combined', { claimsAndSpending: on }, 'home pay coverage both doctor drugs wellness'],
  [
    'HD-4 combined for all',
    { claimsAndSpending: { ...off, showToAll: true } },
    'home pay coverage both doctor drugs wellness',
  ],
  [
    'HD-4 maintenance',
    { claimsAndSpending: { maintenance: true, showToAll: true, vendorDetails: true } },
    'home pay coverage claims spending doctor drugs wellness',
  ],
  [
    'HD-4 vendor details failed: off',
    { claimsAndSpending: { ...off, vendorDetails: null } },
    'home pay coverage claims spending doctor drugs wellness',
  ],
  [
    'HD-4 HD-5 combined, Blue Extra Plus: Spending survives',
    { claimsAndSpending: on, group: buildGroup([drug, plus]) },
    'home pay coverage spending doctor drugs wellness',
  ],
  [
    'HD-4 HD-5 combined, Idaho: Claims survives',
    { claimsAndSpending: on, brand: idaho },
    'home pay coverage claims doctor drugs wellness',
  ],
  [
    'HD-4 HD-5 combined, North Dakota: Claims survives',
    { claimsAndSpending: on, brand: northDakota },
    'home coverage claims doctor drugs forms',
  ],
  [
    'HD-4 HD-5 combined, individual dental: Claims survives',
    { claimsAndSpending: on, group: buildGroup([dental]) },
    'home pay coverage claims',
  ],
  [
    'HD-4 HD-5 combined, Blue Extra Plus in Idaho: neither survives',
    { claimsAndSpending: on, brand: idaho, group: buildGroup([drug, plus]) },
    'home pay coverage doctor drugs wellness',
  ],

  [
    'HD-5 before sign-in: brand rules only, no Prescriptions',
    { signedIn: false, group: null },
    'home pay coverage claims spending doctor wellness',
  ],
  [
    'HD-5 before sign-in a group left over does not count',
    { signedIn: false, group: buildGroup([drug, basic], { directPayIndicator: false }) },
    'home pay coverage claims spending doctor wellness',
  ],
  [
    'HD-5 before sign-in, North Dakota',
    { signedIn: false, group: null, brand: northDakota },
    'home coverage claims doctor forms',
  ],
  [
    'HD-5 before sign-in, Idaho',
    { signedIn: false, group: null, brand: idaho },
    'home pay coverage claims doctor wellness',
  ],
  [
    'HD-4 before sign-in vendor details do not count',
    { signedIn: false, group: null, claimsAndSpending: on },
    'home pay coverage claims spending doctor wellness',
  ],
  [
    'HD-4 before sign-in, combined for all',
    { signedIn: false, group: null, claimsAndSpending: { ...off, showToAll: true } },
    'home pay coverage both doctor wellness',
  ],

  [
    'HD-3 without content there is no Coverage',
    { coverageTab: null },
    'home pay claims spending doctor drugs wellness',
  ],
  ['HD-3 mobile', { config: shippedTabs.mobile }, 'home claims spending doctor wellness'],
  ['HD-3 mobile, North Dakota', { config: shippedTabs.mobile, brand: northDakota }, 'home claims doctor'],
  [
    'HD-3 HD-4 mobile has no combined tab',
    { config: shippedTabs.mobile, claimsAndSpending: on },
    'home claims spending doctor wellness',
  ],
]

it.each(cases)('%s', (_title, given, expected) => {
  expect(listIds(tabsFor({ ...member, ...given }))).toEqual(list(expected))
})

// coverageBeginDate, coverageConBeginDate, coverageEndDate; today is 20260601
it.each([
  ['20260601', null, null, true],
  ['20260602', null, null, false],
  ['20250101', null, '20260601', true],
  ['20250101', null, '20260531', false],
  ['20250101', null, '99991231', true],
  ['20250101', null, '', true],
  ['20270101', '20250101', null, true],
  ['20250101', '20270101', null, false],
  ['20250101', '', null, true],
  [null, '20260601', null, true],
  [null, null, null, false],
  ['', '', null, false],
])('HD-5 Minnesota drug coverage from %j (continuous %j) to %j: Prescriptions %j', (begin, continuous, end, shown) => {
  const dated = product({
    drugCoverage: true,
    coverageBeginDate: begin,
    coverageConBeginDate: continuous,
    coverageEndDate: end,
  })
  for (const brand of [minnesota, mn]) {
    expect(
      listIds(tabsFor({ ...member, brand, group: buildGroup([medical, dated]) })).includes('navPrescriptions'),
    ).toBe(shown)
  }
  expect(listIds(tabsFor({ ...member, group: buildGroup([dated]) }))).toContain('navPrescriptions')
})

it('HD-5 Minnesota uses the dates of the product with drug coverage', () => {
  const ended = product({ drugCoverage: true, coverageEndDate: '20251231' })
  expect(listIds(tabsFor({ ...member, brand: minnesota, group: buildGroup([medical, ended]) }))).not.toContain(
    'navPrescriptions',
  )
})

it('HD-4 HD-5 Your Spending follows Spending and Claims & Spending', () => {
  const your = { ...shippedTabs.desktop[0], id: 'navYourSpending', url: '/spa/#/yours' } as ConfiguredTab
  const config = [...shippedTabs.desktop, your]
  const ids = (given: Partial<TabsRequest>) => listIds(tabsFor({ ...member, config, ...given }))
  expect(ids({})).toContain('navYourSpending')
  expect(ids({ claimsAndSpending: on })).not.toContain('navYourSpending')
  expect(ids({ brand: idaho })).not.toContain('navYourSpending')
  expect(ids({ claimsAndSpending: on, group: buildGroup([plus]) })).toContain('navYourSpending')
})

const targets: readonly [TabId, string][] = [
  ['navHome', '/mbr/#!/landing'],
  ['navPayPremium', '/login/#/ebill'],
  ['navCoverage', '/login/#/coverage'],
  ['navClaims', '/login/#/claims/activitySummary'],
  ['navSpending', '/spa/#/spendingSummary'],
  ['navFindDoctor', '/login/#/finder'],
  ['navPrescriptions', '/login/#/prescriptions'],
  ['navWellness', '/login/#/wellness'],
]
const listUrls = (given: Partial<TabsRequest>) => tabsFor({ ...member, ...given }).map(({ id, url }) => [id, url])

it('HD-3 targets of the desktop tabs', () => {
  expect(listUrls({})).toEqual(targets)
  expect(listUrls({ claimsAndSpending: on })).toContainEqual(['navClaimsSpending', '/login/#/claims-and-spending'])
  expect(listUrls({ brand: northDakota })).toContainEqual(['navForms', '/login/#/claims/educational-materials'])
})

it('HD-3 targets of the mobile tabs', () => {
  expect(listUrls({ config: shippedTabs.mobile })).toEqual([
    ['navHome', '/mbr/#!/landing'],
    ['navClaims', '/mhs/#/activitySummary'],
    ['navSpending', '/spa'],
    ['navFindDoctor', '/login/#/finder'],
    ['navWellness', '/login/#/wellness'],
  ])
})

it.each([
  ['default', 'DEFAULT', '/home'],
  ['shop', 'SHOP', '/home'],
  ['mincr', 'MINCR', '/member/home'],
  ['mn', 'MINCR', '/member/home'],
  ['hmbcbs', 'HMBCBS', '/mbr/#!/landing'],
  ['ndbcbs', 'NDBCBS', '/mbr/#!/landing'],
])('HD-3 Home of %s (%s) leads to %s, signed in or not', (code, sharedBrandCode, url) => {
  for (const config of [shippedTabs.desktop, shippedTabs.mobile]) {
    for (const signedIn of [true, false]) {
      const [home] = tabsFor({ ...member, config, signedIn, brand: { code, sharedBrandCode } })
      expect(home).toMatchObject({ id: 'navHome', url })
    }
  }
})

it('HD-3 Coverage gets its label and link from the content service', () => {
  const tabs = tabsFor({ ...member, coverageTab: { label: 'Mi cobertura', url: 'https://benefits.example/x' } })
  expect(tabs.find((tab) => tab.id === 'navCoverage')).toMatchObject({
    label: 'Mi cobertura',
    url: 'https://benefits.example/x',
  })
  expect(tabs.filter((tab) => tab.label === 'Mi cobertura')).toHaveLength(1)
})

it.each([
  'javascript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'http://x.example',
  'data:,x',
  '',
])('HD-3 Coverage never gets the link %j', (url) => {
  expect(listIds(tabsFor({ ...member, coverageTab: { label: 'Coverage', url } }))).not.toContain('navCoverage')
})

it('HD-2 every configured tab has all its fields, and none opens a window or is active by default', () => {
  for (const tab of [...shippedTabs.desktop, ...shippedTabs.mobile]) {
    expect(TAB_IDS).toContain(tab.id)
    if (tab.id !== 'navCoverage') expect(tab.label).toMatch(/\S/)
    expect(tab.icon).toMatch(/^[a-z-]+$/)
    expect(tab).toMatchObject({ showText: true, active: false, linkTarget: '_self' })
  }
})

it('HD-2 a brand’s configuration decides the order, words, address, icon and window of a tab, not whether it shows', () => {
  const wellness: Tab = {
    id: 'navWellness',
    label: 'Live well',
    url: 'https://well.example/start',
    icon: 'apple',
    showText: false,
    active: true,
    linkTarget: '_blank',
  }
  const [home, ...others] = shippedTabs.desktop.filter(({ id }) => id !== 'navWellness')
  const config = [wellness, ...others, home as ConfiguredTab]
  const tabs = tabsFor({ ...member, config })
  expect(tabs[0]).toEqual(wellness)
  expect(tabs.at(-1)).toMatchObject({ id: 'navHome', url: '/mbr/#!/landing' })
  expect(listIds(tabsFor({ ...member, config, brand: northDakota }))).not.toContain('navWellness')
  expect(listIds(tabsFor({ ...member, config: [{ ...wellness, url: 'javascript:alert(1)' }] }))).toEqual([])
})

const date = fc.constantFrom(null, '20250101', '20260601', '20270101')
const products = fc.array(
  fc.record({
    isBlueExtraBasic: fc.boolean(),
    isBlueExtraPlus: fc.boolean(),
    blueEdgeDentalIndv: fc.boolean(),
    coverageBeginDate: date,
    coverageConBeginDate: date,
    coverageEndDate: date,
    benefitPlanType: fc.constant('PPO'),
    drugCoverage: fc.boolean(),
  }),
  { maxLength: 3 },
)
const requests: fc.Arbitrary<TabsRequest> = fc.record({
  config: fc.constantFrom(shippedTabs.desktop, shippedTabs.mobile),
  brand: fc.constantFrom(highmark, northDakota, idaho, minnesota, mn),
  signedIn: fc.boolean(),
  hasSession: fc.boolean(),
  group: fc.option(
    fc.record({
      groupNumber: fc.constant('G1'),
      medicareIndicator: fc.boolean(),
      directPayIndicator: fc.constantFrom(true, false, null),
      isNDMedicaid: fc.boolean(),
      productList: products,
    }),
  ),
  claimsAndSpending: fc.record({
    maintenance: fc.boolean(),
    showToAll: fc.boolean(),
    vendorDetails: fc.constantFrom(true, false, null),
  }),
  coverageTab: fc.constantFrom(null, member.coverageTab),
  viewing: fc.constant(null),
  today: fc.constant('20260601'),
})

it('HD-2 SH-1 the shop has a sign-in tab for visitors in place of Home, and none for signed-in people', () => {
  const listIds = (hasSession: boolean) =>
    tabsFor({ ...member, config: shippedTabs.shop, signedIn: false, group: null, hasSession }).map(({ id }) => id)
  const plans = ['navShop', 'navDental', 'navVision', 'navMedicare', 'navCart', 'navFindDoctor']
  expect(listIds(false)).toEqual([...plans, 'navSignIn'])
  expect(listIds(true)).toEqual(['navHome', ...plans])
})

it('HD-4 HD-5 what holds for every brand, group and configuration', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const { brand, config, signedIn } = request
      const group = signedIn ? request.group : null
      const ids = listIds(tabsFor(request))
      const has = (id: TabId) => ids.includes(id)

      expect(listIds(config).filter(has)).toEqual(ids)
      expect(has('navHome')).toBe(true)
      if (brand === northDakota) {
        for (const id of ['navPayPremium', 'navSpending', 'navWellness', 'navClaimsSpending'] as const) {
          expect(has(id)).toBe(false)
        }
      }
      expect(has('navForms')).toBe(brand === northDakota && config === shippedTabs.desktop)
      expect(has('navClaimsSpending') && (has('navClaims') || has('navSpending'))).toBe(false)
      if (request.claimsAndSpending.maintenance) expect(has('navClaimsSpending')).toBe(false)
      if (brand === idaho) expect(has('navSpending') || has('navClaimsSpending')).toBe(false)
      if (!signedIn || !group?.productList.some((held) => held.drugCoverage))
        expect(has('navPrescriptions')).toBe(false)
      if (group?.productList.some((held) => held.isBlueExtraBasic || held.isBlueExtraPlus)) {
        expect(has('navClaims') || has('navClaimsSpending')).toBe(false)
      } else {
        expect(has('navClaims') || has('navClaimsSpending')).toBe(true)
      }
      if (!signedIn) expect(tabsFor({ ...request, group: null })).toEqual(tabsFor(request))
    }),
    { numRuns: 1000 },
  )
})

it('RG-3 HD-5 a viewer of someone else’s information has no tab that leads to what is not shared', () => {
  const listFor = (viewing: TabsRequest['viewing']) => tabsFor({ ...member, viewing }).map(({ id }) => id)
  const own = listFor(null)
  expect(own).toEqual(expect.arrayContaining(['navPayPremium', 'navClaims', 'navWellness', 'navPrescriptions']))
  const without = (...ids: readonly TabId[]) => own.filter((id) => !ids.includes(id))
  expect(listFor({ scopes: ['coverage', 'claims'], ofChild: false })).toEqual(without('navPayPremium', 'navWellness'))
  expect(listFor({ scopes: ['coverage', 'claims'], ofChild: true })).toEqual(without('navPayPremium'))
  const ofClaims = ['navClaims', 'navSpending', 'navYourSpending', 'navPrescriptions', 'navWellness'] as const
  expect(listFor({ scopes: ['coverage'], ofChild: true })).toEqual(without('navPayPremium', ...ofClaims))
})
