import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  ask,
  buildOrigin,
  expect,
  findChunk,
  hold,
  holdScripts,
  open,
  port,
  signIn,
  signInCookies,
  test,
  turnTo,
  waitForHydration,
  waitForQuiet,
} from './support.ts'

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
  { path: '/mbr/', views: 'account/sharing', heading: 'Sharing with doctors and plans' },
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
  { path: '/login/', views: 'health-record', heading: 'Health record' },
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
const listAddresses = ({ path, views, query = '' }: Row) =>
  views === undefined ? [`${path}${query}`] : forms.map((form) => `${path}${query}${form}${views}`)

/** A member's window title begins with the number of unread messages, if there are any. */
const matchTitle = (name: string | RegExp) =>
  new RegExp(`^(\\(\\d+\\) )?${typeof name === 'string' ? name : name.source} - ${brandName}$`)

async function expectView(page: Page, address: string, { heading, title }: Pick<Row, 'heading' | 'title'>) {
  await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(heading)
  await expect(page, address).toHaveTitle(matchTitle(title ?? heading))
}

/** Types an address into the open page, or goes to it as Back does if typing would reload the page. */
async function goTo(page: Page, address: string) {
  const { pathname, search } = new URL(page.url())
  if (address.startsWith(`${pathname}${search}#`)) await page.goto(address)
  else await turnTo(page, address)
}

/** Heading and title of the page as the server sends it, before any script has run. */
async function readHead(path: string, cookies: readonly string[], status = 200) {
  const headers = { cookie: cookies.join('; '), accept: 'text/html' }
  const answer = await ask({ origin: buildOrigin('hmbcbs'), path, headers })
  expect(answer.status, path).toBe(status)
  const [heading = '', title = ''] = [/<h1[^>]*>(.*?)<\/h1>/s, /<title>(.*?)<\/title>/s].map(
    (tag) => tag.exec(answer.body)?.[1],
  )
  return { heading, title }
}

test('RT-1 RT-3 RT-5 RT-6 every path is served with its view: to a member, and to a visitor where it is open to all', async () => {
  const member = await signInCookies('MEMBER01', buildOrigin('hmbcbs'))
  const buildExpected = ({ heading, title }: Pick<Row, 'heading' | 'title'>) => ({
    heading: expect.stringMatching(heading),
    title: expect.stringMatching(matchTitle(title ?? heading)),
  })
  for (const row of table.filter(({ views }) => views === undefined)) {
    const [address = ''] = listAddresses(row)
    expect(await readHead(address, member), address).toEqual(buildExpected(row))
    expect(await readHead(address, []), address).toEqual(buildExpected(row.open ? row : { heading: 'Sign in' }))
  }
  for (const cookies of [member, []])
    expect(await readHead('/no/such/page.html', cookies, 404)).toEqual(buildExpected({ heading: notFound }))
})

test('RT-1 RT-3 RT-6 HD-3 every address with a view leads a member to it', async ({ page }) => {
  await signIn(page, 'MEMBER01')
  await open(page, '/login/#/accessibility')
  for (const [at, row] of table.filter(({ views }) => views !== undefined).entries()) {
    // Alternating: the router's own test covers that both forms mean the same.
    const address = listAddresses(row)[at % forms.length] ?? ''
    await goTo(page, address)
    await expectView(page, address, row)
  }
})

test('RT-1 RT-3 RT-5 RT-6 every path asks a visitor to sign in, is open to all, or is not found', async ({
  page,
  noise,
}) => {
  noise.allow(/404/)
  await page.goto('/no/such/page.html')
  await waitForHydration(page)
  await expectView(page, 'an unknown path', { heading: notFound })
  await page.getByRole('main').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  // The router's own test covers every address.
  const asked = new Set<string>()
  for (const row of table.filter(({ views }) => views !== undefined)) {
    if (!row.open && asked.has(row.path)) continue
    const [address = ''] = listAddresses(row)
    if (!row.open) {
      asked.add(row.path)
      await goTo(page, '/login/#/meaningful-access')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Language Assistance')
    }
    await goTo(page, address)
    await expectView(page, address, row.open ? row : { heading: 'Sign in' })
  }
})

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

const markWindow = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { stillTheSamePage: true })
  })
const sameWindow = (page: Page) => page.evaluate(() => 'stillTheSamePage' in window)

test('RT-5 RT-6 moving between prefixes, back and forward never reload the page; each view begins at its top, its heading has the focus, its title and a word for screen readers', async ({
  page,
}) => {
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/#!/landing')
  await markWindow(page)
  const heading = page.getByRole('heading', { level: 1 })
  const steps = [
    { go: 'Claims', heading: 'Claims', url: '/login/#/claims/activitySummary' },
    { go: 'Spending', heading: 'Spending', url: '/spa/#/spendingSummary' },
    { go: 'Find a Doctor', heading: 'Find a Doctor', url: '/login/#/finder' },
  ]
  const at = async (step: { heading: string | RegExp; url: string }) => {
    await expect(heading).toHaveText(step.heading)
    await expect(page).toHaveURL(`${buildOrigin('hmbcbs')}${step.url}`)
  }
  await page.evaluate(() => window.scrollTo(0, 350))
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(100)
  for (const step of steps) {
    await tab(page, step.go).evaluate((link: HTMLElement) => link.click())
    await at(step)
    await expect(heading).toBeFocused()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await expect(page).toHaveTitle(matchTitle(step.heading))
    await expect(page.getByRole('status').filter({ hasText: new RegExp(`^${step.heading}$`) })).toHaveCount(1)
    await expect(tab(page, step.go)).toHaveAttribute('aria-current', 'page')
  }
  for (const step of [...steps].reverse().slice(1)) {
    await page.goBack()
    await at(step)
  }
  await page.goBack()
  await at({ heading: greeting, url: '/mbr/#!/landing' })
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
  for (const step of steps) {
    await page.goForward()
    await at(step)
  }
  await tab(page, 'Home').click()
  await at({ heading: greeting, url: '/mbr/#!/landing' })
  await page
    .getByRole('main')
    .getByRole('link', { name: /Read new messages?|Open Message Center/ })
    .click()
  await at({ heading: 'Message Center', url: '/msg/#!/message-center' })
  expect(await sameWindow(page)).toBe(true)
})

test('RT-1 RT-2 RT-5 RT-6 CO-3 a typed hash is followed, with its parameters; menus close when the view changes; the search leads to its results', async ({
  page,
  noise,
}) => {
  noise.allow(/404/)
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/#!/account')
  await markWindow(page)
  const type = (hash: string) =>
    page.evaluate((to) => {
      location.hash = to
    }, hash)
  // The parameter `reload` reloads the view; another hash of the same view does not.
  await page.evaluate(() => document.querySelector('main h1')?.setAttribute('data-mark', ''))
  const marked = page.locator('main h1[data-mark]')
  await type('#!/account?tab=1')
  await expect.poll(() => page.evaluate(() => history.state !== null)).toBe(true)
  await expect(marked).toHaveCount(1)
  await type('#!/account?reload=true')
  await expect(marked).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in and security')
  await type('#!/nothing-here')
  await expectView(page, 'an unknown view', { heading: notFound })
  await page.getByRole('main').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(greeting)

  // Parameters follow a question mark or are the last segment.
  const folder = (name: string) => page.getByRole('heading', { level: 2, name })
  await turnTo(page, '/msg/#!/message-center?folder=sent')
  await expect(folder('Sent')).toBeVisible()
  await type('#!/message-center')
  await expect(folder('Inbox')).toBeVisible()
  await type('#/message-center/folder=sent&pageSize=50')
  await expect(folder('Sent')).toBeVisible()

  const menu = page.getByRole('button', { name: 'Need help' })
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('banner').getByRole('link', { name: 'Write to customer service' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us')
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await menu.click()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Center')
  await expect(menu).toHaveAttribute('aria-expanded', 'false')

  const box = page.getByRole('banner').getByRole('searchbox')
  await box.press('Enter')
  await expect(page.getByText('Please enter search term')).toBeVisible()
  await box.fill('knee & hip')
  await box.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search results')
  const parts = { productEnabled: "'true'", contentEnabled: "'true'" }
  await expect(page).toHaveURL(
    ({ pathname, searchParams }) =>
      pathname === '/search-results.html' && JSON.stringify(Object.fromEntries(searchParams)) === JSON.stringify(parts),
  )
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('knee & hip')
  expect(await sameWindow(page)).toBe(true)
})

test('EN-1 EN-2 the development path keeps its prefix through links and views', async ({ page }) => {
  const base = `http://localhost:${port}/bcbsndportals.example/chmptl`
  await open(page, `${base}/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await markWindow(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Free language help' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Language Assistance')
  await expect(page).toHaveURL(`${base}/login/#/meaningful-access`)
  expect(await sameWindow(page)).toBe(true)
  await page.reload()
  await waitForHydration(page)
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

test('RT-3 BR-13 no other view shows before the requested one, however slow the scripts, to a visitor or a member', async ({
  page,
}) => {
  await watchHeadings(page)
  await holdScripts(page)
  const see = async (address: string, heading: string) => {
    await page.goto(address, { waitUntil: 'commit' })
    await waitForHydration(page)
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(heading)
    await expect.poll(() => headingsSeen(page), { message: address }).toEqual([heading])
  }
  await see('/login/#/meaningful-access', 'Language Assistance')
  await see('/msg/#!/message-center', 'Sign in')
  await signIn(page, 'MEMBER01')
  await see('/mbr/#!/account', 'Sign-in and security')
  await see('/login/#/wellness', 'Wellness')
})

test('RT-1 CO-3 an address that changes while the page is still being loaded is followed', async ({ page }) => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../web/dist/client/.vite/manifest.json'), 'utf8'))
  const { file } = manifest['src/member/landing/landing-view.tsx']
  const arrive = await hold(page, `**/${file}`)
  await signIn(page, 'MEMBER01')
  await page.goto('/mbr/', { waitUntil: 'commit' })
  // Everything else has arrived, so the address has been read.
  await page.waitForFunction(
    (names) =>
      names.every((name) => performance.getEntriesByType('resource').some((entry) => entry.name.endsWith(name))),
    ['src/base/texts/en/landing.json', 'src/base/texts/en/shell.json'].map((name) => manifest[name].file),
  )
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)))
  await page.evaluate(() => {
    location.hash = '#!/account'
  })
  arrive()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in and security')
})

test('RT-3 parts that nobody asked for never reload the page, even if several fail for one file', async ({
  page,
  noise,
}) => {
  // As in Firefox, which cuts off what a page is loading as soon as somebody leaves it.
  noise.allow(/request failed: .*\.css$|Failed to load resource/)
  await signIn(page, 'MEMBER01')
  const asked: string[] = []
  const arrived: string[] = []
  page.on('request', (request) => request.method() === 'HEAD' && asked.push(request.url()))
  page.on('response', (answer) => answer.request().resourceType() === 'document' && arrived.push(answer.url()))
  const styles = /assets\/[^/]+\.css$/
  await page.route(styles, (route) => (route.request().method() === 'HEAD' ? route.continue() : route.abort()))
  await open(page, '/mbr/')
  await waitForQuiet(page)
  expect(asked).toEqual([])
  expect(arrived).toHaveLength(1)
})

test('RT-3 without the files of the requested view, the page says so, its menus work, and people can retry', async ({
  page,
  noise,
}) => {
  noise.allow(/request failed: .*\.(js|json)$|ERR_FAILED|dynamically imported module/)
  await signIn(page, 'MEMBER01')
  const claims = findChunk('src/member/claims/claims-view.tsx')
  await page.route(claims, (route) => route.abort())
  await open(page, '/login/#/claims/activitySummary')
  const failed = page.getByRole('main').getByRole('alert')
  await expect(failed.getByRole('heading')).toHaveText('This could not be loaded')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  const menu = page.getByRole('banner').getByRole('button', { name: /^Language/ })
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await page.unroute(claims)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Claims')

  // Without texts nothing can start: the server's prepared message replaces a view that does not respond.
  const texts = findChunk('src/base/texts/en/shell.json')
  await page.route(texts, (route) => route.abort())
  await page.reload()
  await expect(failed.getByRole('heading')).toHaveText('This could not be loaded')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await page.unroute(texts)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Claims')
})
