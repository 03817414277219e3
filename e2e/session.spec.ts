import type { BrowserContext, Page } from '@playwright/test'
import {
  ask,
  buildOrigin,
  endSession,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  open,
  password,
  signIn,
  submitSignIn,
  tabTo,
  test,
  waitForHydration,
  waitForQuiet,
} from './support.ts'

const logoutPath = '/chmptl/chm/jsp/logout/logout.jsp'
const logoutCall = '/rbsmbl/x-services/userauth/v1/login'
const keepAlivePath = '/rbsmbl/x-services/keepAlive'

interface Timers {
  readonly expiryMs?: number
  readonly warningMs?: number
  readonly checkMs?: number
  readonly keepAliveMs?: number
  readonly vendorKeepAlive?: string
}

/** Shortens the timers of this browser's pages, as a brand's configuration could; they run in real time. */
async function withTimers(context: BrowserContext, timers: Timers) {
  await context.addInitScript((short) => {
    document.addEventListener('readystatechange', () => {
      const state = document.getElementById('portico-state')
      if (document.readyState !== 'interactive' || !state) return
      const page = JSON.parse(state.textContent ?? '')
      state.textContent = JSON.stringify({ ...page, timers: { ...page.timers, ...short } })
    })
  }, timers)
}

/** From here on, time passes only in `page.clock.runFor`. */
async function stopClock(page: Page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
}

/** Performs an action in stopped time that itself waits for moments to pass: a few milliseconds in all. */
async function inStoppedTime(page: Page, work: Promise<void>) {
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  // It is awaited below.
  done.catch(() => {})
  while (!isOver) await page.clock.runFor(1)
  await done
}

/**
 * Waits for some frames of the page, whose clock may be stopped: until it has rendered the action, and noticed that a field was scrolled
 * to, which counts as activity.
 */
async function hasPainted(page: Page) {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise<void>((done) => {
        const watch = new IntersectionObserver(() => {
          watch.disconnect()
          done()
        })
        watch.observe(document.body)
      })
    }
  })
}

/** Scrolls by key, and waits until the page, which moves smoothly, is still: each of its steps counts as activity. */
async function scrollByKey(page: Page) {
  const scroll = await page.evaluateHandle(() => ({
    end: new Promise<void>((done) => addEventListener('scrollend', () => done(), { once: true })),
  }))
  await page.keyboard.press('ArrowDown')
  await scroll.evaluate(({ end }) => end)
}

/** Waits until the session guard is running: it is loaded when the page is idle. */
async function waitForGuard(page: Page) {
  await waitForHydration(page)
  await waitForQuiet(page)
}

const locateWarning = (page: Page) => page.getByRole('dialog', { name: 'Session Expiration Warning' })
const locateHeading = (page: Page) => page.getByRole('heading', { level: 1 })

async function expectLogoutPage(page: Page, why: RegExp) {
  await page.waitForURL((url) => url.pathname.endsWith(logoutPath))
  await waitForHydration(page)
  await expect(locateHeading(page)).toHaveText('You are signed out')
  await expect(page.getByRole('main')).toContainText(why)
}

/** The server's answer to an earlier session cookie. */
async function readStatus(cookies: Awaited<ReturnType<BrowserContext['cookies']>>, origin = buildOrigin('hmbcbs')) {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return (await ask({ origin, path: '/dps/x-services/validateltpa', headers: { cookie } })).status
}

async function cookieNames(page: Page): Promise<string[]> {
  return (await page.context().cookies()).map(({ name }) => name)
}

test('SE-1 the defaults on the sign-in screen: warned after 84 s, and after 90 s what was typed is cleared at /', async ({
  page,
}) => {
  await page.clock.install()
  await open(page, '/login/')
  await waitForGuard(page)
  await stopClock(page)
  await page.locator('#loginId').fill('MEMBER01')
  await page.locator('#password').fill(password)
  await hasPainted(page)
  await page.clock.runFor(83_900)
  await expect(locateWarning(page)).toHaveCount(0)
  // The page checks once a second, and asks the other tabs.
  await page.clock.runFor(1_300)
  await expect(locateWarning(page)).toBeVisible()
  await expect(locateWarning(page)).toContainText('Your session is about to expire due to inactivity')
  await expect(locateWarning(page).getByRole('timer')).toContainText(/cleared in 0:0[56]/)
  await expect(locateWarning(page)).toContainText('Choose Close to keep what you typed.')
  await inStoppedTime(page, expectAccessible(page, 'the warning on the sign-in screen'))

  // Keys pressed behind the dialog do not count; Close does.
  await page.keyboard.press('ArrowDown')
  await locateWarning(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(locateWarning(page)).toHaveCount(0)
  await expect(page.locator('#password')).toHaveValue(password)
  await hasPainted(page)

  await page.clock.runFor(85_300)
  await expect(locateWarning(page)).toBeVisible()
  const left = page.waitForURL(`${buildOrigin('hmbcbs')}/`)
  await page.clock.resume()
  await page.clock.fastForward(6_000)
  await left
  await waitForGuard(page)
  await expect(page.getByRole('status').filter({ hasText: 'The form was cleared' })).toBeVisible()
  await expect(page.locator('#loginId')).toHaveValue('')
  await expect(page.locator('#password')).toHaveValue('')
  await expectAccessible(page, 'the sign-in screen after it was cleared')

  // An empty form stays as it is, however long, also while someone reads and scrolls.
  await scrollByKey(page)
  await page.clock.fastForward(600_000)
  await expect(locateWarning(page)).toHaveCount(0)
  await stopClock(page)
  await page.locator('#loginId').fill('MEMBER01')
  await hasPainted(page)
  await page.clock.runFor(85_300)
  await expect(locateWarning(page)).toBeVisible()
})

test('SE-1 SO-5 someone’s destination survives a cleared form', async ({ page }) => {
  await page.clock.install()
  await open(page, '/login/#/wellness')
  await waitForGuard(page)
  await page.locator('#password').fill(password)
  const left = page.waitForURL(`${buildOrigin('hmbcbs')}/`)
  await page.clock.fastForward(90_500)
  await left
  await submitSignIn(page, 'MEMBER01')
  await expect(page).toHaveURL(`${buildOrigin('hmbcbs')}/login/#/wellness`)
})

test('SE-2 SO-5 SI-9 a signed-in page: warned, ended on the server too, and signed in again everything is where it was', async ({
  page,
  context,
}) => {
  const words = 'Written before the laptop fell asleep'
  await page.clock.install()
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/#!/account/contact')
  await page.getByLabel('City').fill('Monroeville Park')
  await open(page, '/msg/#!/message-center')
  await page.getByRole('link', { name: /Your claim question/ }).click()
  const pane = page.getByRole('article')
  await pane.getByLabel('Your reply').fill(words)
  await waitForGuard(page)
  const address = page.url()
  const before = await context.cookies()
  await page.clock.fastForward(770_000)
  await expect(locateWarning(page)).toHaveCount(0)
  await page.clock.fastForward(13_000)
  await expect(locateWarning(page).getByRole('timer')).toContainText(/signed out in 1:5\d/)
  await expect(locateWarning(page)).toContainText('Choose Close to stay signed in.')
  await expect(locateWarning(page).getByRole('heading')).toBeFocused()
  await expectAccessible(page, 'the warning')
  await tabTo(page, locateWarning(page).getByRole('button', { name: 'Close' }).last(), 3)

  // The laptop sleeps: no timer fires until long after the end, but within the hour for which forms are kept.
  expect(await readStatus(before)).toBe(200)
  await page.clock.fastForward(2_400_000)
  await expectLogoutPage(page, /no activity for a while/)
  await expect(page.getByRole('main')).toContainText('What you were writing is kept in this window')
  await expect(page).toHaveURL(({ search, hash }) => search + hash === '')
  await expect.poll(() => readStatus(before)).toBe(401)
  for (const name of ['LtpaToken2', 'ObSSOCookie', 'oAuthToken', 'sessionToken'])
    await expect.poll(() => cookieNames(page)).not.toContain(name)
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).not.toContain('UserData')
  await expectAccessible(page, 'the logout page')

  await page.getByRole('link', { name: 'Sign in again' }).click()
  await submitSignIn(page, 'MEMBER01')
  await expect(pane.getByLabel('Your reply')).toHaveValue(words)
  await expect(page).toHaveURL(address)
  await open(page, '/mbr/#!/account/contact')
  await expect(page.getByLabel('City')).toHaveValue('Monroeville Park')
})

test('SO-5 SE-2 SH-9 someone whose session ends on a page that visitors may see has to sign in first, and returns there', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, 'PROSPECT1')
  await open(page, '/shop/#/cart')
  await waitForGuard(page)
  await page.clock.fastForward(2_400_000)
  await expectLogoutPage(page, /no activity for a while/)
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await expect(page.getByRole('textbox', { name: 'Login ID' })).toBeVisible()
  await submitSignIn(page, 'PROSPECT1')
  await expect(page).toHaveURL(/\/shop\/#\/cart$/)
  await expect(page.getByRole('main')).toContainText('Your cart is kept in your account')
})

test('SE-1 SE-2 SO-1 SO-4 SO-5 MC-3 ST-1 one clock for all tabs: activity in one keeps the other, Close in one closes both, the end ends both; nobody else sees what was written, and a sign-out leaves nothing of it', async ({
  page,
  context,
  noise,
}) => {
  // A draft, or the token that it is sent with, may be on its way when the session ends.
  noise.allow(/^answer 401 .*\/message\/drafts/)
  noise.allow(/^answer 400 \/api\/oauth\/token$/)
  noise.allow(/^console\.error: Failed to load resource: .*40[01]/)
  const words = 'About my own health'
  await context.clock.install()
  await withTimers(context, { expiryMs: 110_000, warningMs: 60_000, checkMs: 100 })
  await signIn(page, 'MEMBER02')
  await open(page, '/mbr/#!/landing')
  await waitForGuard(page)
  await page.clock.fastForward(61_000)
  await expect(locateWarning(page).getByRole('timer')).toContainText(/signed out in 0:[34]\d/)
  await expect(locateWarning(page).getByRole('status')).toHaveText(/^\d\d seconds left$/)
  const shown = await locateWarning(page).getByRole('timer').textContent()
  await expect(locateWarning(page).getByRole('timer')).not.toHaveText(shown ?? '')
  // Other keys do not close it.
  await page.keyboard.press('Shift')
  await expect(locateWarning(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(locateWarning(page)).toHaveCount(0)

  const other = await context.newPage()
  await open(other, '/msg/#!/contact-us/write')
  await other.getByLabel('Subject').fill(words)
  await waitForGuard(other)
  for (let time = 0; time < 3; time += 1) {
    await other.keyboard.press('Shift')
    await context.clock.fastForward(40_000)
    await expect(locateWarning(other)).toHaveCount(0)
    await expect(locateWarning(page)).toHaveCount(0)
  }
  await context.clock.fastForward(61_000)
  await expect(locateWarning(page)).toBeVisible()
  await expect(locateWarning(other)).toBeVisible()
  await locateWarning(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(locateWarning(other)).toHaveCount(0)
  await expect(locateWarning(page)).toHaveCount(0)
  await context.clock.fastForward(111_000)
  await Promise.all([page, other].map((one) => expectLogoutPage(one, /no activity for a while/)))

  const readStorage = () => other.evaluate(() => JSON.stringify({ ...sessionStorage }))
  await expect.poll(readStorage).toContain(words)
  await other.getByRole('link', { name: 'Sign in again' }).click()
  await submitSignIn(other, 'MEMBER01')
  await expect(other.getByLabel('Subject')).toHaveValue('')
  await expect.poll(readStorage).not.toContain(words)

  await other.getByLabel('Subject').fill('Only for my eyes')
  await waitForGuard(other)
  await open(page, '/mbr/')
  await waitForGuard(page)
  const before = await context.cookies()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expectLogoutPage(other, /signed out in another tab/)
  await expect(locateHeading(page)).toHaveText('Sign in')
  await expect.poll(() => readStatus(before)).toBe(401)
  await expect.poll(readStorage).not.toContain('Only for my eyes')
  await expect(other.getByRole('main')).not.toContainText('kept in this window')
  await other.getByRole('link', { name: 'Sign in again' }).click()
  await expect(locateHeading(other)).toHaveText('Sign in')
  await expect(other).toHaveURL(({ pathname, hash }) => pathname + hash === '/')
})

test('SE-3 keep-alive reports whether there was activity, and a vendor that is not alive loses its cookie', async ({
  page,
  context,
}) => {
  await withTimers(context, { keepAliveMs: 700, vendorKeepAlive: 'https://alive.vendor.example/{vendor}/ping' })
  // A vendor is a third party; its origin is allowed where it is configured, which is tested over HTTP.
  let reply = 'true'
  const asked: string[] = []
  await page.route('**/mbr/', async (route) => {
    const answer = await ask({
      origin: buildOrigin('hmbcbs'),
      path: '/mbr/',
      headers: { accept: 'text/html', cookie: (await route.request().headerValue('cookie')) ?? '' },
    })
    const policy = String(answer.headers['content-security-policy'])
    await route.fulfill({
      body: answer.body,
      contentType: 'text/html',
      headers: {
        'content-security-policy': policy.replace(
          "connect-src 'self'",
          "connect-src 'self' https://alive.vendor.example",
        ),
      },
    })
  })
  await page.route('https://alive.vendor.example/**', async (route) => {
    asked.push(route.request().url())
    const headers = {
      'access-control-allow-origin': buildOrigin('hmbcbs'),
      'access-control-allow-credentials': 'true',
    }
    await route.fulfill({ body: reply, headers })
  })
  const kept: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === keepAlivePath) kept.push(search)
  })
  await signIn(page, 'MEMBER01')
  await context.addCookies([{ name: 'ssoVendor', value: 'acme', url: buildOrigin('hmbcbs') }])
  await open(page, '/mbr/')
  await expect.poll(() => kept).toContain('?active=false')
  await page.keyboard.press('Shift')
  await expect.poll(() => kept).toContain('?active=true')
  await expect.poll(() => asked).toContain('https://alive.vendor.example/acme/ping')
  expect(await cookieNames(page)).toContain('ssoVendor')
  reply = 'false'
  await expect.poll(() => cookieNames(page)).not.toContain('ssoVendor')
  // A request made together with the last question may still be on its way here.
  let calls = kept.length
  await expect.poll(() => kept.length).toBeGreaterThan(calls + 1)
  const last = asked.length
  calls = kept.length
  await expect.poll(() => kept.length).toBeGreaterThan(calls + 1)
  expect(asked.length).toBe(last)
})

test('SO-1 SO-3 SO-5 the order of a sign-out: flag, timers, proxy, service, cookies and cache, event, and the logout address of the brand', async ({
  page,
  context,
}) => {
  await signIn(page, 'MEMBERWY', buildOrigin('wybcbs'))
  await context.addCookies(
    ['HMCSRProxyToken', 'CommerceTokens', 'CommerceActivityToken'].map((name) => ({
      name,
      value: 'x',
      url: buildOrigin('wybcbs'),
    })),
  )
  await open(page, `${buildOrigin('wybcbs')}/mbr/`)
  await waitForGuard(page)
  await page.evaluate(() => sessionStorage.setItem('UserData', '{}'))
  const seen = await page.evaluate(async (call) => {
    const look = (at: string) => ({
      at,
      flag: sessionStorage.getItem('UserData') !== null,
      proxy: document.cookie.includes('HMCSRProxyToken'),
      pageKey: document.cookie.includes('ObSSOCookie') || document.cookie.includes('CommerceTokens'),
      kept: sessionStorage.length > 0,
    })
    const steps = [look('before')]
    const send = window.fetch
    window.fetch = (...sent) => {
      if (String(sent[0]).startsWith(call)) steps.push(look('service'))
      return send(...sent)
    }
    const left = new Promise<void>((done) => {
      document.addEventListener('portico:logout', () => {
        steps.push(look('event'))
        done()
      })
    })
    document.querySelectorAll<HTMLButtonElement>('header button').forEach((button) => {
      if (button.textContent === 'Logout') button.click()
    })
    await left
    return steps
  }, logoutCall)
  expect(seen).toEqual([
    { at: 'before', flag: true, proxy: true, pageKey: true, kept: true },
    { at: 'service', flag: false, proxy: false, pageKey: true, kept: expect.any(Boolean) },
    { at: 'event', flag: false, proxy: false, pageKey: false, kept: false },
  ])
  await page.waitForURL((url) => url.hostname === 'www.yourwyoblue.localhost')
  // A browser may take a moment until a deletion by one page reaches all pages.
  const gone = ['LtpaToken2', 'ObSSOCookie', 'CommerceTokens', 'HMCSRProxyToken', 'CommerceActivityToken']
  const listKept = async () => {
    const names = await cookieNames(page)
    return [...gone, 'oAuthToken', 'sessionToken'].filter((name) => names.includes(name))
  }
  await expect.poll(listKept).toEqual([])
})

test('SO-3 SO-4 SE-2 a sign-out that fails says so and the page still times out; without an action, or with an address that is not the brand’s, it leads home', async ({
  page,
  noise,
  lines,
}) => {
  const told = 'console.error: Could not find the logout action from service'
  noise.allow(/Logout failed, please close the browser|ERR_FAILED|Could not find the logout action/)
  await page.clock.install()
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/')
  await waitForGuard(page)
  await page.route(`**${logoutCall}`, (route) => route.abort('failed'))
  await page.getByRole('button', { name: 'Logout' }).first().click()
  const failed = page.getByRole('dialog', { name: 'Logout failed, please close the browser' })
  await expect(failed).toBeVisible()
  await expect.poll(() => lines).toContain('console.error: Logout failed, please close the browser')

  await failed.getByRole('button', { name: 'Close' }).last().click()
  await page.clock.fastForward(785_000)
  await expect(locateWarning(page)).toBeVisible()
  await locateWarning(page).getByRole('button', { name: 'Close' }).last().click()

  // Our own service never answers like this, but another one at the same address might.
  for (const logoutInfo of [{ nextAction: 'redirect', redirectionUrl: 'https://highmark.example.evil.example/' }, {}]) {
    await page.route(`**${logoutCall}`, (route) =>
      route.fulfill({ json: { baseMessage: {}, payload: { logoutInfo } } }),
    )
    const left = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await left
    await expect(page).toHaveURL(`${buildOrigin('hmbcbs')}/`)
    await waitForGuard(page)
  }
  await expect.poll(() => lines.filter((line) => line === told)).toHaveLength(1)
})

test('SO-5 SI-8 LG-4 a session that ended elsewhere leads to the logout page, which knows why, also in Spanish on a phone', async ({
  page,
  noise,
}) => {
  noise.allow(/40[014]|503|message\/events/)
  // Without the event stream, the next input finds out first.
  await page.route('**/ext/message/events', (route) => route.fulfill({ status: 503, body: '' }))
  await open(page, '/')
  await submitSignIn(page, 'MEMBER01')
  await expect(locateHeading(page)).toHaveText(/^Good \w+, Mayte$/)
  await waitForGuard(page)
  await endSession(page)
  await page
    .getByRole('link', { name: /^(Open Message Center|Read new message)/ })
    .first()
    .click()
  await expectLogoutPage(page, /You signed out/)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.context().addCookies([{ name: 'language', value: 'es', url: buildOrigin('hmbcbs') }])
  await open(page, logoutPath)
  await expect(locateHeading(page)).toHaveText('Su sesión está cerrada')
  await expectNoSidewaysScroll(page, 'the logout page on a phone')
})

test('SI-9 a session token of another sign-in is stale: it is logged, and the member’s stored data is deleted', async ({
  page,
  noise,
  lines,
}) => {
  const told = /console\.warning: The stored session is stale/
  noise.allow(told)
  await open(page, '/')
  await submitSignIn(page, 'MEMBER01')
  await expect(locateHeading(page)).toHaveText(/^Good \w+, Mayte$/)
  await waitForGuard(page)
  const token = () => page.evaluate(() => sessionStorage.getItem('sessionToken'))
  await expect.poll(token).toMatch(/^"\d{13}"$/)
  const first = await token()
  await page.reload()
  await waitForGuard(page)
  expect(await token()).toBe(first)
  expect(lines.filter((line) => told.test(line))).toEqual([])

  await signIn(page, 'MEMBER02')
  await page.reload()
  await expect
    .poll(() => page.evaluate(() => JSON.parse(sessionStorage.getItem('UserData') ?? '{}').logonId))
    .toBe('MEMBER02')
  await expect.poll(() => lines.filter((line) => told.test(line))).toHaveLength(1)
  await expect.poll(token).not.toBe(first)
})
