import { readFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import {
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test'
import { type Contexts, createContexts, isFirefox, type LentContext } from './contexts.ts'

export { expect }

export const port = Number(process.env.PORTICO_E2E_PORT)

/** The password of every demo account. */
export const password = 'Welcome1!'

/** Host of a brand's portal; `*.localhost` needs no DNS (EN-2). */
export function buildOrigin(brand: string, onPort = port): string {
  return `http://secure.${brand}.localhost:${onPort}`
}

/** Everything a browser must never report: console lines, page errors, policy violations, failed requests. */
export interface Noise {
  /** Ignores a line that the test itself provokes, e.g. the 401 of a wrong password. */
  allow(pattern: RegExp): void
}

interface Fixtures {
  readonly noise: Noise
  /** Another separate browser, e.g. for a second member; monitored like the first. */
  readonly newVisitor: (options?: BrowserContextOptions) => Promise<Page>
}

interface OfWorker {
  readonly contexts: Contexts
}

/** Every test fails on any console output, page error, policy violation, hydration warning or failed request. */
export const test = base.extend<Fixtures & { readonly lines: string[] }, OfWorker>({
  contexts: [async ({ browser }, use) => use(createContexts(browser)), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the pattern to learn what a fixture depends on
  lines: async ({}, use) => use([]),
  noise: [
    async ({ javaScriptEnabled, lines }, use) => {
      // Without JavaScript the browser refuses to load scripts, and reports that too.
      const allowed: RegExp[] = javaScriptEnabled ? [] : [/^request failed: csp .*\.js$/]
      await use({ allow: (pattern) => allowed.push(pattern) })
      expect(
        lines.filter((line) => !allowed.some((pattern) => pattern.test(line))),
        'what the browser said',
      ).toEqual([])
    },
    { auto: true },
  ],
  newVisitor: async ({ contexts, baseURL, javaScriptEnabled, locale, timezoneId, viewport: usual, lines }, use) => {
    const own = { ...(baseURL !== undefined && { baseURL }), javaScriptEnabled, locale, timezoneId }
    const lent: LentContext[] = []
    await use(async ({ viewport = usual, ...options } = {}) => {
      const one = await contexts.lend({ ...own, ...options } as BrowserContextOptions, (line) => lines.push(line))
      lent.push(one)
      if (viewport) await one.page.setViewportSize(viewport)
      return one.page
    })
    for (const one of lent) await one.giveBack()
  },
  page: async ({ newVisitor }, use) => use(await newVisitor()),
  context: async ({ page }, use) => use(page.context()),
})

/** Skips the running test in Firefox, which lacks a command that the test needs. */
export function needChromium(what: string): void {
  test.skip(test.info().project.use.browserName === 'firefox', `Firefox cannot be told ${what}`)
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/**
 * Calls the server under any host name, without a browser: only browsers resolve names below `localhost` by themselves, Node does
 * not.
 */
export function ask(options: {
  readonly origin: string
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}): Promise<Answer> {
  const { origin, path, method = 'GET', headers = {}, body } = options
  const { host, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, method, path, headers: { host, origin, appid: 'chmmbr', ...headers } },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts).toString() }),
        )
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

/**
 * Signs in over HTTP and gives the cookies to the browser. Each test has its own session: a refresh token can be used only once, so tests
 * that shared one would sign each other out (SI-11).
 */
export async function signIn(page: Page, loginId: string, origin = buildOrigin('hmbcbs')): Promise<void> {
  const chosen = (await page.context().cookies(origin)).find(({ name }) => name === 'language')
  await page.context().addCookies(
    (await signInLines(loginId, origin, chosen?.value)).map((line) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      return { name, value, url: origin, httpOnly: /; *httponly/i.test(line), sameSite: 'Lax' as const }
    }),
  )
}

/** Signs in over HTTP; returns the cookies as for a Cookie header. */
export async function signInCookies(loginId: string, origin: string): Promise<string[]> {
  return (await signInLines(loginId, origin)).map((line) => line.split(';')[0] ?? '')
}

/** Signs in in English by default, whichever language another test has set for the person. */
async function signInLines(loginId: string, origin: string, language = 'en'): Promise<string[]> {
  const answer = await ask({
    origin,
    path: '/rbsmbl/x-services/userauth/v1/login',
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${loginId}:${password}`).toString('base64')}`,
      cookie: `language=${language}`,
    },
  })
  expect(answer.status, `sign-in of ${loginId}`).toBe(200)
  return answer.headers['set-cookie'] ?? []
}

/** Ends a browser's session without its page knowing. */
export async function endSession(page: Page, { origin } = new URL(page.url())): Promise<void> {
  const cookies = await page.context().cookies(origin)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const answer = await ask({
    origin,
    path: '/rbsmbl/x-services/userauth/v1/login',
    method: 'DELETE',
    headers: { cookie },
  })
  expect(answer.status, 'sign-out over HTTP').toBe(200)
}

/** Shows no page at all. Firefox sometimes reports its way there as another one that interrupts it. */
export async function leavePage(page: Page): Promise<void> {
  const nowhere = 'about:blank'
  await page.goto(nowhere).catch((error: Error) => {
    if (!error.message.includes(`interrupted by another navigation to "${nowhere}"`)) throw error
    return page.waitForURL(nowhere)
  })
}

/** Leaves the page before ending the browser's session, so that the page does not react to it. */
export async function leaveSession(page: Page): Promise<void> {
  const address = new URL(page.url())
  await leavePage(page)
  await endSession(page, address)
}

/** Fills in and submits the sign-in form, in any language, once it responds to input. */
export async function submitSignIn(page: Page, loginId: string, word = password): Promise<void> {
  await page.locator('#loginId').waitFor()
  await waitForHydration(page)
  const language = await page.locator('html').getAttribute('lang')
  await page.context().addCookies([{ name: 'language', value: language ?? 'en', url: new URL(page.url()).origin }])
  await page.locator('#loginId').fill(loginId)
  await page.locator('#password').fill(word)
  await page.locator('form button[type="submit"]').last().click()
}

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator, most = 40, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}

/** Whether React has hydrated the whole page; runs in the browser. */
export function isHydrated(): boolean {
  const hasReact = (element: Element | null) =>
    element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps'))
  const marks = document.createNodeIterator(document.body, NodeFilter.SHOW_COMMENT)
  // Each part that is hydrated separately is enclosed by two comments.
  for (let mark = marks.nextNode(); mark !== null; mark = marks.nextNode()) {
    if (mark.nodeValue === '$' && mark.nextSibling instanceof Element && !hasReact(mark.nextSibling)) return false
  }
  // Staff pages have no footer.
  return hasReact(document.querySelector('footer') ?? document.querySelector('main'))
}

/** Waits until the page has finished the requests that it makes by itself. */
export async function waitForQuiet(page: Page): Promise<void> {
  if (!isFirefox(page.context().browser())) return page.waitForLoadState('networkidle')
  // In Firefox the runner also waits for the stream of new messages, which ends with the page.
  let before = -1
  const findOut = async () => {
    const fetched = await page.evaluate(() => performance.getEntriesByType('resource').length)
    const isQuiet = fetched === before
    before = fetched
    return isQuiet
  }
  await expect.poll(findOut, { intervals: [500] }).toBe(true)
}

/** Waits until the page responds to input: React has hydrated all of it, and its effects have run. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated)
  await expect(page.locator('html[data-pending-view]')).toHaveCount(0)
  // Waits again if another page is replacing this one.
  await page.waitForFunction(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0, true))))
}

/** The address of a separately loaded file of the page, by its source under `web`, as a pattern for `page.route`. */
export function findChunk(source: string): string {
  const path = join(import.meta.dirname, '../web/dist/client/.vite/manifest.json')
  return `**/${JSON.parse(readFileSync(path, 'utf8'))[source].file}`
}

/** Delays a page's scripts until the server-rendered HTML has been painted. */
export async function holdScripts(page: Page): Promise<void> {
  const hasPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0
  await page.route('**/assets/*.js', async (route) => {
    await page.waitForFunction(hasPainted)
    await route.continue()
  })
}

/** Holds back a page's requests to an address, a pattern as in `page.route`; returns how to let them go. */
export async function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Holds a page's scripts back, as a slow phone does; returns how to let them come. */
export function stopScripts(page: Page): Promise<() => void> {
  return hold(page, '**/assets/*.js')
}

/** Goes to an address and waits until the page responds to input. */
export async function open(page: Page, address: string): Promise<void> {
  // To an address that differs only in its hash, the page would just change views, and still show the previous one.
  const [place] = address.split('#', 1)
  if (address.includes('#') && page.url().split('#', 1)[0] === place) await leavePage(page)
  await page.goto(address)
  await waitForHydration(page)
}

/** Makes the open page show another view of the portal, and does not wait for it. */
export function turnTo(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}

/** Shows another view of the portal in the open page, as going back to its address does, and waits for its requests. */
export async function follow(page: Page, address: string): Promise<void> {
  const requests = watchRequests(page)
  const left = await page.evaluateHandle(() => document.querySelector('main h1'))
  await turnTo(page, address)
  await page.waitForFunction((heading) => {
    const shown = document.querySelector('main h1')
    return shown !== null && shown !== heading && document.querySelector('main [aria-busy="true"]') === null
  }, left)
  await page.evaluate(awaitFrame)
  await expect.poll(requests.count, { message: `requests of ${address}`, intervals: [20] }).toBe(0)
  requests.leave()
}

/** Goes to an address and waits until the page responds to input and shows everything that it has asked for. */
export async function openWhole(page: Page, address: string): Promise<void> {
  const requests = watchRequests(page)
  await open(page, address)
  const countAwaited = async () => {
    await page.evaluate(awaitFrame)
    return requests.count() + (await page.locator('main [aria-busy="true"]').count())
  }
  // What has just arrived may ask for more once it is drawn.
  const countTwice = async () => (await countAwaited()) + (await countAwaited())
  await expect.poll(countTwice, { message: `what ${address} waits for`, intervals: [20] }).toBe(0)
  requests.leave()
}

/** Counts the requests of a page that are under way, without its stream of new messages, until it is left. */
function watchRequests(page: Page) {
  const loading = new Set<Request>()
  const noteRequest = (request: Request) => {
    // Firefox calls the stream a document.
    if (request.headers().accept !== 'text/event-stream') loading.add(request)
  }
  const forgetRequest = (request: Request) => loading.delete(request)
  page.on('request', noteRequest).on('requestfinished', forgetRequest).on('requestfailed', forgetRequest)
  return {
    count: () => loading.size,
    leave: () => {
      page.off('request', noteRequest).off('requestfinished', forgetRequest).off('requestfailed', forgetRequest)
    },
  }
}

/** Resolves once the page has drawn what it has; runs in the browser. */
function awaitFrame(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))
}

/** Password fields whose form has no username field, which password managers need; runs in the browser. */
function passwordsWithoutUser(): string[] {
  return [...document.querySelectorAll<HTMLInputElement>('input[type="password"]')]
    .filter(({ form }) => form === null || form.querySelector('input[autocomplete~="username"]') === null)
    .map(({ outerHTML }) => outerHTML)
}

/** The checking library without comments and long names: half the script to pass to each document, and to parse there. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Expects no violation of WCAG 2.2 A and AA that can be found automatically, in the whole page or in one part of it: content half hidden by
 * an open menu cannot be judged. `rules`: only these rules of the checking library.
 */
export async function expectAccessible(
  page: Page,
  screen: string,
  { part, rules }: { readonly part?: string | undefined; readonly rules?: readonly string[] | undefined } = {},
): Promise<void> {
  // Nobody chose the color in the middle of a transition.
  await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
  })
  expect(await page.evaluate(passwordsWithoutUser), `password forms of ${screen}`).toEqual([])
  expect(await page.evaluate(listHiddenAnnouncements), `what ${screen} announces`).toEqual([])
  // The library crashes Firefox's page process (153, signal 11); its findings are the same in both browsers.
  if (isFirefox(page.context().browser())) return
  // The script is larger than the page under test, so each document gets it only once.
  const given = await page.evaluate(() => 'axe' in window)
  // Listing every check that passed, with its selectors, is most of the work, and no one reads it.
  const whole = new AxeBuilder({ page, axeSource: given ? 'void 0' : axe })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  if (rules === undefined) whole.withTags(wcag)
  else whole.withRules([...rules])
  const { violations } = await (part === undefined ? whole : whole.include(part)).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(found, `accessibility of ${screen}`).toEqual([])
}

/** Changes the window's shape and waits until the page has reacted: it then closes its menus. */
export async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  const noticed = page.evaluate(
    () => new Promise<void>((done) => document.addEventListener('portico:adapt-changed', () => done(), { once: true })),
  )
  await page.setViewportSize(size)
  await noticed
}

/** Empty live regions that are not displayed: later announcements there may not be read aloud. Runs in the browser. */
function listHiddenAnnouncements(): string[] {
  const places = document.querySelectorAll('[role="status"]:empty, [role="alert"]:empty, [aria-live]:empty')
  const isUndisplayed = (place: Element) =>
    getComputedStyle(place).display === 'none' && place.parentElement?.checkVisibility() === true
  return [...places].filter(isUndisplayed).map((place) => place.outerHTML.slice(0, 120))
}

/** Elements that are too wide for the window; runs in the browser. */
export function sidewaysScroll(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const wide = [...document.body.querySelectorAll('*')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 0 && (right > clientWidth + 1 || left < -1)
  })
  return [
    `${scrollWidth} px in ${clientWidth} px`,
    ...wide.slice(0, 8).map((element) => element.outerHTML.slice(0, 120)),
  ]
}

/** Expects no sideways scrolling, once the whole page has reacted to a new width; names the elements that cause it. */
export async function expectNoSidewaysScroll(page: Page, screen: string): Promise<void> {
  await expect.poll(() => page.evaluate(sidewaysScroll), { message: `sideways scrolling of ${screen}` }).toEqual([])
}

/** Expects a screen to be accessible, and to fit small windows. */
export async function expectUsable(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, screen)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, screen)
  if (size) await page.setViewportSize(size)
}
