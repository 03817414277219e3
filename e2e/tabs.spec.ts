import type { Page } from '@playwright/test'
import { ask, buildOrigin, expect, open, signIn, signInCookies, test, waitForHydration } from './support.ts'

// Written by hand from HD-3 (order and targets), HD-4 and HD-5 (removals), the decisions on tabs, and each member's coverage in the demo.
const targets = {
  Home: '/mbr/#!/landing',
  'Pay Premium': '/login/#/ebill',
  Claims: '/login/#/claims/activitySummary',
  Spending: '/spa/#/spendingSummary',
  'Claims & Spending': '/login/#/claims-and-spending',
  'Find a Doctor': '/login/#/finder',
  Prescriptions: '/login/#/prescriptions',
  Wellness: '/login/#/wellness',
  'Forms & Resources': '/login/#/claims/educational-materials',
} as const

/** Label and link come from the content service (HD-3); these are the demo's. */
const coverage = { Coverage: '/login/#/coverage' } as const

type Label = keyof typeof targets | keyof typeof coverage
type Targets = Readonly<Partial<Record<Label, string>>>

/** Lines of label and target; `changed` has the targets that differ for a brand or the mobile variant. */
function tabs(labels: readonly Label[], changed: Targets = {}): string[] {
  const all: Targets = { ...targets, ...coverage, ...changed }
  return labels.map((label) => `${label} -> ${all[label]}`)
}

/** Nothing is removed except the tabs that only North Dakota has and the combination, which is off. */
const whole: readonly Label[] = [
  'Home',
  'Pay Premium',
  'Coverage',
  'Claims',
  'Spending',
  'Find a Doctor',
  'Prescriptions',
  'Wellness',
]
const without = (...gone: readonly Label[]) => whole.filter((label) => !gone.includes(label))
const northDakota: readonly Label[] = [
  'Home',
  'Coverage',
  'Claims',
  'Find a Doctor',
  'Prescriptions',
  'Forms & Resources',
]
const minnesotaHome = { Home: '/member/home' }

const members: readonly {
  readonly login: string
  readonly brand: string
  readonly why: string
  readonly tabs: readonly string[]
  /** The active tab on message pages; Claims by default (MC-1). */
  readonly onMessages?: Label | null
}[] = [
  { login: 'MEMBER01', brand: 'hmbcbs', why: 'everything', tabs: tabs(whole) },
  { login: 'MEMBER02', brand: 'hmbcbs', why: 'direct pay unknown: only an explicit false counts', tabs: tabs(whole) },
  { login: 'MEMBERND', brand: 'ndbcbs', why: 'North Dakota', tabs: tabs(northDakota) },
  { login: 'MEDICAIDND', brand: 'ndbcbs', why: 'North Dakota Medicaid', tabs: tabs(northDakota) },
  {
    login: 'MEMBERMN',
    brand: 'mincr',
    why: 'Minnesota, no direct pay, drug coverage of today',
    tabs: tabs(without('Pay Premium'), minnesotaHome),
  },
  {
    login: 'MEDICMN01',
    brand: 'mincr',
    why: 'Minnesota Medicare: Pay Premium stays without direct pay, Spending goes',
    tabs: tabs(without('Spending'), minnesotaHome),
  },
  { login: 'MEMBERWY', brand: 'wybcbs', why: 'Wyoming', tabs: tabs(whole) },
  { login: 'MEMBERWV', brand: 'ms', why: 'no direct pay', tabs: tabs(without('Pay Premium')) },
  {
    login: 'MEMBERDE',
    brand: 'de',
    why: 'vendor details combine Claims and Spending',
    tabs: tabs(['Home', 'Coverage', 'Claims & Spending', 'Find a Doctor', 'Prescriptions', 'Wellness']),
    onMessages: 'Claims & Spending',
  },
  { login: 'MEMBERID', brand: 'idh', why: 'Idaho', tabs: tabs(without('Spending')) },
  {
    login: 'BXBASIC1',
    brand: 'hmbcbs',
    why: 'Blue Extra Basic',
    tabs: tabs(without('Claims', 'Wellness')),
    onMessages: null,
  },
  { login: 'BXPLUS01', brand: 'hmbcbs', why: 'Blue Extra Plus', tabs: tabs(without('Claims')), onMessages: null },
  {
    login: 'DENTAL01',
    brand: 'hmbcbs',
    why: 'individual dental only, no drugs',
    tabs: tabs(['Home', 'Pay Premium', 'Coverage', 'Claims']),
  },
  { login: 'MEDSHOP1', brand: 'hmbcbs', why: 'Medicare group with direct pay', tabs: tabs(whole) },
]

function mainNavigation(page: Page) {
  return page.getByRole('navigation', { name: 'Main', exact: true })
}

async function readShownTabs(page: Page): Promise<string[]> {
  const links = mainNavigation(page).getByRole('link')
  await expect(links.first()).toBeVisible()
  return links.evaluateAll((all) => all.map((link) => `${link.textContent?.trim()} -> ${link.getAttribute('href')}`))
}

/** The main navigation as the server sends it for these cookies, and its active tabs. */
async function readTabs(origin: string, path: string, cookies: readonly string[] = []) {
  const { status, body } = await ask({ origin, path, headers: { cookie: cookies.join('; '), accept: 'text/html' } })
  expect(status, `${path} at ${origin}`).toBe(200)
  const navigation = /<nav[^>]* aria-label="Main"[^>]*>(.*?)<\/nav>/s.exec(body)?.[1] ?? ''
  const links = [...navigation.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = '', content = '']) => ({
    label: content.replace(/<[^>]*>/g, '').replaceAll('&amp;', '&'),
    href: /href="([^"]*)"/.exec(attributes)?.[1],
    active: /aria-current="(?:page|true)"/.test(attributes),
  }))
  return {
    heading: /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1],
    tabs: links.map(({ label, href }) => `${label} -> ${href}`),
    active: links.filter(({ active }) => active).map(({ label }) => label),
  }
}

test('HD-3 HD-4 HD-5 HD-6 MC-1 the tabs of every kind of member, Home active on the landing page', async () => {
  for (const { login, brand, why, tabs, onMessages = 'Claims' } of members) {
    const origin = buildOrigin(brand)
    const cookies = await signInCookies(login, origin)
    const landing = await readTabs(origin, brand === 'mincr' ? '/member/home' : '/mbr/', cookies)
    expect(landing, `${login}: ${why}`).toMatchObject({ tabs, active: ['Home'] })
    const messages = await readTabs(origin, '/msg/', cookies)
    const active = onMessages === null ? [] : [onMessages]
    expect(messages, `${login}, messages`).toEqual({ heading: 'Message Center', tabs, active })
  }
})

test('HD-5 HD-6 a member with two groups sees the selected group’s tabs, and it stays selected', async ({ page }) => {
  const first = tabs(without('Pay Premium'))
  const second = tabs(['Home', 'Pay Premium', 'Coverage', 'Claims'])
  await signIn(page, 'TWOGROUPS')
  await open(page, '/mbr/#!/landing')
  await expect.poll(() => readShownTabs(page)).toEqual(first)

  const account = page.getByRole('button', { name: /^Bonnie M\./ })
  const choose = async (group: string) => {
    await account.click()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('banner').getByRole('button', { name: group }).click()
    await reloaded
    await waitForHydration(page)
  }
  await choose('Part-time faculty, dental')
  await expect.poll(() => readShownTabs(page)).toEqual(second)
  await open(page, '/msg/')
  await expect.poll(() => readShownTabs(page)).toEqual(second)

  await choose('Employees')
  await expect.poll(() => readShownTabs(page)).toEqual(first)
})

const mobile = { Claims: '/mhs/#/activitySummary', Spending: '/spa' }

// The rules' own tests cover other members' tabs.
test('HD-1 HD-3 HD-5 FT-3 the mobile tabs of a member are in the menu of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/?mobile=true#!/landing')
  await page.getByRole('button', { name: /^Menu( |$)/ }).click()
  await expect(mainNavigation(page)).toBeVisible()
  await expect
    .poll(() => readShownTabs(page))
    .toEqual(tabs(['Home', 'Claims', 'Spending', 'Find a Doctor', 'Wellness'], mobile))
})

// Before sign-in only the rules on the brand apply, and Prescriptions is missing.
const visitor: readonly Label[] = without('Prescriptions')

const visitors = [
  { brand: 'default', tabs: tabs(visitor, { Home: '/home' }) },
  { brand: 'hmbcbs', tabs: tabs(visitor) },
  { brand: 'ndbcbs', tabs: tabs(['Home', 'Coverage', 'Claims', 'Find a Doctor', 'Forms & Resources']) },
  { brand: 'mincr', tabs: tabs(visitor, minnesotaHome) },
  { brand: 'idh', tabs: tabs(visitor.filter((label) => label !== 'Spending')) },
]

test('HD-3 HD-5 the tabs of a visitor', async () => {
  for (const { brand, tabs } of visitors) {
    expect(await readTabs(buildOrigin(brand), '/'), brand).toMatchObject({ heading: 'Sign in', tabs })
  }
})
