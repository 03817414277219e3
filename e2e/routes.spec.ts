import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { chunkOf, expect, holdScripts, hydrated, open, originOf, port, signIn, test } from './support.ts'

const brandName = 'Blue Plan West'
const greeting = /^Good (morning|afternoon|evening), Mayte$/
const home = { heading: greeting, title: 'Home' }
const notFound = 'The requested page was not found'

interface Row {
  readonly path: string
  /** The views in the hash, without its prefix. */
  readonly views?: string
  readonly query?: string
  readonly heading: string | RegExp
  /** Same as the heading by default. */
  readonly title?: string
  /** Also shown without a session. */
  readonly open?: true
}

// RT-6, every target of HD-3, and the views for an empty hash (RT-3). No two neighbors of one path have the same heading.
const table: readonly Row[] = [
  { path: '/', ...home },
  { path: '/home', ...home },
  { path: '/member/home', ...home },
  { path: '/mbr/', ...home },
  { path: '/mbr/', views: 'account', heading: 'Sign-in and security' },
  { path: '/mbr/', views: 'landing', ...home },
  { path: '/mbr/', views: 'account/activity', heading: 'Recent activity' },
  { path: '/mbr/', views: 'landing/', ...home },
  { path: '/mbr/', views: 'account/devices', heading: 'Devices' },
  { path: '/mbr/', views: 'overview', ...home },
  { path: '/msg/', heading: 'Message Center' },
  { path: '/msg/', views: 'contact-us', heading: 'Contact us', open: true },
  { path: '/msg/', views: 'message-center', heading: 'Message Center' },
  { path: '/login/', ...home },
  { path: '/login/', views: 'ebill', heading: 'Pay Premium' },
  { path: '/login/', views: 'coverage', heading: 'Coverage' },
  { path: '/login/', views: 'claims/activitySummary', heading: 'Claims' },
  { path: '/login/', views: 'claims/educational-materials', heading: 'Forms & Resources' },
  { path: '/login/', views: 'claims', heading: 'Claims' },
  { path: '/login/', views: 'claims-and-spending', heading: 'Claims & Spending' },
  { path: '/login/', views: 'finder', heading: 'Find a Doctor', open: true },
  { path: '/login/', views: 'finder/cost', heading: 'What care costs' },
  { path: '/login/', views: 'prescriptions', heading: 'Prescriptions' },
  { path: '/login/', views: 'wellness', heading: 'Wellness' },
  { path: '/login/', views: 'meaningful-access', heading: 'Language Assistance', open: true },
  { path: '/login/', views: 'change-password', heading: 'Change password' },
  { path: '/shop/', heading: 'Find a plan', open: true },
  { path: '/shop/', views: 'compare', heading: 'Compare plans', open: true },
  { path: '/shop/', views: 'cart', heading: 'Your cart', open: true },
  { path: '/shop/', views: 'application', heading: 'Your application', open: true },
  { path: '/medicare/', heading: 'Medicare plans', open: true },
  { path: '/login/', views: 'request-call', heading: 'Have us call you', open: true },
  { path: '/spa', heading: 'Spending' },
  { path: '/spa/', views: 'spendingSummary', heading: 'Spending' },
  { path: '/mhs/', views: 'activitySummary', heading: 'Claims' },
  {
    path: '/search-results.html',
    query: "?searchQuery=knee&productEnabled='true'&contentEnabled='true'",
    heading: 'Search results',
    open: true,
  },
]

/** Old bookmarks may use either form (RT-1). */
const forms = ['#!/', '#/']
const addressesOf = ({ path, views, query = '' }: Row) =>
  views === undefined ? [`${path}${query}`] : forms.map((form) => `${path}${query}${form}${views}`)

/** A member's window title begins with the number of unread messages, if there are any. */
const titled = (name: string | RegExp) =>
  new RegExp(`^(\\(\\d+\\) )?${typeof name === 'string' ? name : name.source} - ${brandName}$`)

async function expectView(page: Page, address: string, { heading, title }: Pick<Row, 'heading' | 'title'>) {
  await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(heading)
  await expect(page, address).toHaveTitle(titled(title ?? heading))
}

/** Leaves the page first: going to the same path with another hash would not load a new page. */
async function openAnew(page: Page, address: string) {
  await page.goto('about:blank')
  await open(page, address)
}

const paths = [...new Set(table.map((row) => row.path))]
const large = ['/mbr/', '/login/']
for (const [title, those] of [
  ...large.map((path) => [path, [path]] as const),
  ['every other path', paths.filter((path) => !large.includes(path))] as const,
]) {
  test(`RT-1 RT-3 RT-6 HD-3 every address of ${title} leads a member to its view`, async ({ page }) => {
    await signIn(page, 'MEMBER01')
    for (const path of those) {
      const rows = table.filter((row) => row.path === path)
      for (const [at, row] of rows.entries()) {
        // Alternating: the router's own test covers that both forms mean the same.
        const addresses = addressesOf(row)
        const address = addresses[at % addresses.length] ?? ''
        // Where the heading is going to change, the address is opened in the page that is already there.
        await (rows[at - 1]?.heading === row.heading ? openAnew : open)(page, address)
        await expectView(page, address, row)
      }
    }
  })
}

test('RT-1 RT-3 RT-6 every path asks a visitor to sign in, or is open to all', async ({ page }) => {
  // The router's own test covers every address.
  for (const path of paths) {
    const rows = table.filter((row) => row.path === path)
    for (const row of [rows.find((one) => !one.open), rows.find((one) => one.open)]) {
      if (row === undefined) continue
      const [address = ''] = addressesOf(row)
      await open(page, address)
      await expectView(page, address, row.open ? row : { heading: 'Sign in' })
    }
  }
})

for (const login of ['MEMBER01', null]) {
  test(`RT-5 an unknown view is not found, ${login === null ? 'signed out' : 'signed in'}`, async ({ page, noise }) => {
    noise.allow(/404/)
    if (login !== null) await signIn(page, login)
    await open(page, '/mbr/#!/nothing-here')
    await expectView(page, 'an unknown view', { heading: notFound })
    const answer = await page.goto('/no/such/page.html')
    expect(answer?.status()).toBe(404)
    await hydrated(page)
    await expectView(page, 'an unknown path', { heading: notFound })
    await page.getByRole('main').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(login === null ? 'Sign in' : greeting)
  })
}

test('RT-2 parameters follow a question mark or are the last segment', async ({ page }) => {
  await signIn(page, 'MEMBER01')
  await open(page, '/msg/#!/message-center?folder=sent')
  const folder = (name: string) => page.getByRole('heading', { level: 2, name })
  await expect(folder('Sent')).toBeVisible()
  for (const address of [
    '/msg/#!/message-center/folder=sent',
    '/msg/#/message-center/?folder=sent',
    '/msg/#!/message-center/folder=sent&pageSize=50',
  ]) {
    await page.goto('/msg/#!/message-center')
    await expect(folder('Inbox')).toBeVisible()
    await page.goto(address)
    await expect(folder('Sent'), address).toBeVisible()
  }
})

test('RT-2 reload in the parameters loads the view anew, another hash of the same view does not', async ({ page }) => {
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/#!/account')
  const mark = () => page.evaluate(() => document.querySelector('main h1')?.setAttribute('data-mark', ''))
  const marked = page.locator('main h1[data-mark]')
  await mark()
  await page.evaluate(() => {
    location.hash = '#!/account?tab=1'
  })
  await expect.poll(() => page.evaluate(() => history.state !== null)).toBe(true)
  await expect(marked).toHaveCount(1)
  await page.evaluate(() => {
    location.hash = '#!/account?reload=true'
  })
  await expect(marked).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in and security')
})

test('RT-6 the search leads to its results', async ({ page }) => {
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/')
  const box = page.getByRole('banner').getByRole('searchbox')
  await box.press('Enter')
  await expect(page.getByText('Please enter search term')).toBeVisible()
  await box.fill('knee & hip')
  await box.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search results')
  const { pathname, searchParams } = new URL(page.url())
  expect(pathname).toBe('/search-results.html')
  expect(Object.fromEntries(searchParams)).toEqual({
    productEnabled: "'true'",
    contentEnabled: "'true'",
  })
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('knee & hip')
})

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

const markWindow = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { stillTheSamePage: true })
  })
const sameWindow = (page: Page) => page.evaluate(() => 'stillTheSamePage' in window)

test('RT-5 after each view: its top, its heading with the focus, its title, a word for screen readers', async ({
  page,
}) => {
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/#!/landing')
  for (const name of ['Claims', 'Spending', 'Wellness']) {
    await page.evaluate(() => window.scrollTo(0, 400))
    await tab(page, name).evaluate((link: HTMLElement) => link.click())
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(name)
    await expect(heading).toBeFocused()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await expect(page).toHaveTitle(titled(name))
    await expect(page.getByRole('status').filter({ hasText: new RegExp(`^${name}$`) })).toHaveCount(1)
    await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
  }
})

test('RT-5 menus close when the view changes', async ({ page }) => {
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/#!/landing')
  const menu = page.getByRole('button', { name: 'Need help' })
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('banner').getByRole('link', { name: 'Write to customer service' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us')
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await menu.click()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(greeting)
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
})

test('RT-5 RT-6 moving between prefixes, back and forward never load the page anew', async ({ page }) => {
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/#!/landing')
  await markWindow(page)
  const steps = [
    { go: 'Claims', heading: 'Claims', url: '/login/#/claims/activitySummary' },
    { go: 'Spending', heading: 'Spending', url: '/spa/#/spendingSummary' },
    { go: 'Find a Doctor', heading: 'Find a Doctor', url: '/login/#/finder' },
    { go: 'Home', heading: greeting, url: '/mbr/#!/landing' },
  ]
  const at = async ({ heading, url }: { heading: string | RegExp; url: string }) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    expect(page.url()).toBe(`${originOf('hmbcbs')}${url}`)
  }
  for (const step of steps) {
    await tab(page, step.go).click()
    await at(step)
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: /Read new messages?|Open Message Center/ })
    .click()
  await at({ heading: 'Message Center', url: '/msg/#!/message-center' })
  for (const step of [...steps].reverse()) {
    await page.goBack()
    await at(step)
  }
  for (const step of steps.slice(1)) {
    await page.goForward()
    await at(step)
  }
  expect(await sameWindow(page)).toBe(true)

  await page.reload()
  await hydrated(page)
  await at(steps[3] ?? { heading: '', url: '' })
})

test('RT-5 going back finds the place on the page again', async ({ page }) => {
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/#!/landing')
  await page.evaluate(() => window.scrollTo(0, 350))
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(100)
  await tab(page, 'Wellness').evaluate((link: HTMLElement) => link.click())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wellness')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(greeting)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
})

test('CO-3 RT-1 a hash typed into the address is followed', async ({ page }) => {
  await signIn(page, 'MEMBER01')
  await open(page, '/login/#/wellness')
  await markWindow(page)
  await page.evaluate(() => {
    location.hash = '#!/prescriptions'
  })
  await expectView(page, 'a typed hash', { heading: 'Prescriptions' })
  expect(await sameWindow(page)).toBe(true)
})

test('EN-1 EN-2 the development path keeps its prefix through links and views', async ({ page }) => {
  const base = `http://localhost:${port}/bcbsndportals.example/chmptl`
  await open(page, `${base}/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await markWindow(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Free language help' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Language Assistance')
  expect(page.url()).toBe(`${base}/login/#/meaningful-access`)
  expect(await sameWindow(page)).toBe(true)
  await page.reload()
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Language Assistance')
})

/** Records every heading of the main area that becomes visible, frame by frame from the first. */
async function watchHeadings(page: Page) {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenHeadings: seen })
    const look = () => {
      const heading = document.querySelector('main h1')
      const text = heading?.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        ? heading.textContent
        : null
      if (text && seen.at(-1) !== text) seen.push(text)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}
const headingsSeen = (page: Page) => page.evaluate(() => (window as unknown as { seenHeadings: string[] }).seenHeadings)

for (const { who, login, views } of [
  {
    who: 'a member',
    login: 'MEMBER01',
    views: [
      ['/mbr/#!/account', 'Sign-in and security'],
      ['/login/#/wellness', 'Wellness'],
      ['/msg/', 'Message Center'],
    ],
  },
  {
    who: 'a visitor',
    login: null,
    views: [
      ['/login/#/meaningful-access', 'Language Assistance'],
      ['/msg/#!/message-center', 'Sign in'],
    ],
  },
] as const) {
  test(`RT-3 BR-13 ${who} sees no other view before the asked one, however slow the scripts`, async ({ page }) => {
    if (login !== null) await signIn(page, login)
    await watchHeadings(page)
    await holdScripts(page)
    for (const [address, heading] of views) {
      await page.goto(address, { waitUntil: 'commit' })
      await hydrated(page)
      await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(heading)
      expect(await headingsSeen(page), address).toEqual([heading])
    }
  })
}

test('RT-3 a plain address shows its view before any script has run', async ({ page }) => {
  await signIn(page, 'MEMBER01')
  await page.route('**/assets/*.js', () => {})
  await page.goto('/mbr/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(greeting)
  await expect(page.getByRole('region', { name: 'Member ID card' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('RT-1 CO-3 an address that changes while the page is still being loaded is followed', async ({ page }) => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../web/dist/client/.vite/manifest.json'), 'utf8'))
  const { file } = manifest['src/landing/landing-view.tsx']
  let arrive = () => {}
  const held = new Promise<void>((done) => {
    arrive = done
  })
  await page.route(`**/${file}`, async (route) => {
    await held
    await route.continue()
  })
  await signIn(page, 'MEMBER01')
  await page.goto('/mbr/', { waitUntil: 'commit' })
  // Everything else has arrived, so the address has been read.
  await page.waitForFunction(
    (names) =>
      names.every((name) => performance.getEntriesByType('resource').some((entry) => entry.name.endsWith(name))),
    ['src/texts/en/landing.json', 'src/texts/en/shell.json'].map((name) => manifest[name].file),
  )
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)))
  await page.evaluate(() => {
    location.hash = '#!/account'
  })
  arrive()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in and security')
})

test('RT-3 without the files of the asked view the page says so, its menus work, and it can be tried again', async ({
  page,
  noise,
}) => {
  noise.allow(/request failed: .*\.(js|json)$|ERR_FAILED|Failed to fetch dynamically imported module/)
  await signIn(page, 'MEMBER01')
  const claims = chunkOf('src/claims/claims-view.tsx')
  await page.route(claims, (route) => route.abort())
  await page.goto('/login/#/claims/activitySummary')
  const failed = page.getByRole('main').getByRole('alert')
  await expect(failed.getByRole('heading')).toHaveText('This could not be loaded')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  const menu = page.getByRole('banner').getByRole('button', { name: /^Language/ })
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await page.unroute(claims)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Claims')

  // Without texts nothing can start: what the server has sent for that takes the place of a view that answers nothing.
  const texts = chunkOf('src/texts/en/shell.json')
  await page.route(texts, (route) => route.abort())
  await page.reload()
  await expect(failed.getByRole('heading')).toHaveText('This could not be loaded')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await page.unroute(texts)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Claims')
})
