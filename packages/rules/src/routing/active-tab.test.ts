import { expect, it } from 'vitest'
import content from '../../../../content/site/tabs.json' with { type: 'json' }
import { listShipped, withTargets } from '../tabs/test-tabs.ts'
import { activeTab, activeTabKey, isAtTab } from './active-tab.ts'
import { parseHash } from './hash.ts'

const shippedTabs = listShipped(content)

const tabs = withTargets(shippedTabs.desktop)
const mobile = withTargets(shippedTabs.mobile)
const at = (page: string, hash: string, shown = tabs) =>
  activeTab({ page, segments: parseHash(hash).segments, tabs: shown })

it('RT-3 the first segment is the key; without one, the overview', () => {
  expect(activeTabKey(['claims', 'activitySummary'])).toBe('claims')
  expect(activeTabKey([])).toBe('overview')
  expect(activeTabKey(parseHash('#!/').segments)).toBe('overview')
})

it.each([
  ['/mbr/', '#!/landing', 'navHome'],
  ['/mbr/', '#/landing', 'navHome'],
  ['/mbr/', '', 'navHome'],
  ['/mbr/', '#!/overview', 'navHome'],
  ['/home', '', 'navHome'],
  ['/login/', '#/ebill', 'navPayPremium'],
  ['/login/', '#/claims/activitySummary', 'navClaims'],
  ['/login', '#/claims/detail?id=7', 'navClaims'],
  ['/login/', '#/claims/educational-materials', 'navForms'],
  ['/login/', '#/claims-and-spending', 'navClaimsSpending'],
  ['/spa/', '#/spendingSummary', 'navSpending'],
  ['/login/', '#/finder/results', 'navFindDoctor'],
  ['/login/', '#/prescriptions', 'navPrescriptions'],
  ['/login/', '#/wellness', 'navWellness'],
  ['/login/', '#/meaningful-access', null],
  ['/mbr/', '#!/account', null],
  ['/mbr/', '#!/finder', null],
])('RT-3 %s%s selects %s', (page, hash, id) => {
  expect(at(page, hash)).toBe(id)
})

it.each([
  ['/mbr/', '#!/landing', 'navHome', true],
  ['/mbr/', '', 'navHome', true],
  ['/login/', '#/claims/activitySummary', 'navClaims', true],
  ['/login/', '#/claims/claim/0f9a', 'navClaims', false],
  ['/msg/', '#!/message-center', 'navClaims', false],
  ['/login/', '#/finder', 'navFindDoctor', true],
  ['/login/', '#/finder/saved', 'navFindDoctor', false],
])('RT-3 HD-2 %s%s, where %s is lit, is the tab’s own page: %s', (page, hash, id, isOwn) => {
  const tab = tabs.find((one) => one.id === id)
  expect(at(page, hash)).toBe(id)
  expect(tab && isAtTab(tab, parseHash(hash).segments)).toBe(isOwn)
})

it('RT-3 the mobile tabs select by their own targets', () => {
  expect(at('/mhs/', '#/activitySummary', mobile)).toBe('navClaims')
  expect(at('/login/', '#/wellness', mobile)).toBe('navWellness')
})

it.each(['#!/message-center', '#!/contact-us', '', '#!/landing'])(
  'RT-3 MC-1 message pages show Claims, else Claims & Spending, else none: %j',
  (hash) => {
    const without = (...ids: string[]) => tabs.filter((tab) => !ids.includes(tab.id))
    expect(at('/msg/', hash)).toBe('navClaims')
    expect(at('/msg', hash, without('navClaimsSpending'))).toBe('navClaims')
    expect(at('/msg/', hash, without('navClaims'))).toBe('navClaimsSpending')
    expect(at('/msg/', hash, without('navClaims', 'navClaimsSpending'))).toBeNull()
  },
)

it.each([
  ['/spa/', '#/spendingSummary'],
  ['/login/', '#/claims/claim/0f9a'],
])('RT-3 HD-4 %s%s shows Claims & Spending if the two are combined', (page, hash) => {
  const combined = tabs.filter(({ id }) => id !== 'navClaims' && id !== 'navSpending' && id !== 'navForms')
  expect(at(page, hash, combined)).toBe('navClaimsSpending')
})

it('HD-2 the configured active tab is marked only if the address selects none', () => {
  const configured = tabs.map((tab) => (tab.id === 'navWellness' ? { ...tab, active: true } : tab))
  expect(at('/mbr/', '#!/account', configured)).toBe('navWellness')
  expect(at('/login/', '#/ebill', configured)).toBe('navPayPremium')
})

it('RT-3 a place without its tab selects none', () => {
  expect(activeTab({ page: '/mbr/', segments: [], tabs: [] })).toBeNull()
  expect(
    at(
      '/login/',
      '#/wellness',
      tabs.filter((tab) => tab.id !== 'navWellness'),
    ),
  ).toBeNull()
})
