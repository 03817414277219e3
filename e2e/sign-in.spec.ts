import type { Page } from '@playwright/test'
import { brand } from '../server/test/brand-records.ts'
import {
  ask,
  buildOrigin,
  expect,
  findChunk,
  hold,
  open,
  password,
  signInCookies,
  stopScripts,
  submitSignIn,
  tabTo,
  test,
  waitForHydration,
  waitForQuiet,
} from './support.ts'

const loginPath = '/rbsmbl/x-services/userauth/v1/login'

const fields = (page: Page) => ({
  loginId: page.getByLabel('Login ID', { exact: true }),
  password: page.getByLabel('Password', { exact: true }),
  remember: page.getByLabel('Remember my login ID'),
  submit: page.getByRole('button', { name: 'Sign in', exact: true }),
})

/** Expects a member's landing page, after a sign-in. */
async function expectLanding(page: Page, firstName: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^Good \\w+, ${firstName}$`))
  await waitForHydration(page)
}

const storage = (page: Page, kind: 'localStorage' | 'sessionStorage') =>
  page.evaluate((name) => ({ ...window[name] }) as Record<string, string>, kind)

/** Storage that outlives the browser tab; the store's own list of expiry times may exist, but must be empty. */
async function readStorage(page: Page) {
  return Object.entries(await storage(page, 'localStorage')).filter(([, value]) => value !== '{}')
}

test('SI-1 LG-4 what is typed and sent before the page responds, as on a slow phone, is neither lost nor in an address', async ({
  page,
}) => {
  const release = await stopScripts(page)
  await page.goto(`${buildOrigin('hmbcbs')}/login/`, { waitUntil: 'commit' })
  await fields(page).loginId.fill('MEMBER01')
  await fields(page).password.fill(password)
  await page.keyboard.press('Enter')
  await expect(fields(page).loginId).toHaveValue('MEMBER01')
  await expect(page).toHaveURL(`${buildOrigin('hmbcbs')}/login/`)
  release()
  await expectLanding(page, 'Mayte')
})

test('SI-1 SI-4 SI-5 SI-6 pressing twice sends one request, and a member lands at home, with the user record in session storage alone', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(loginPath)) sent.push(request.method())
  })
  await open(page, '/')
  await fields(page).loginId.fill('member01')
  await fields(page).password.fill(password)
  // The answer comes after both presses: a page that is being left may not take the second one.
  const release = await hold(page, `**${loginPath}`)
  await fields(page).submit.dblclick()
  release()
  await expectLanding(page, 'Mayte')
  expect(sent).toEqual(['POST'])
  await expect(page).toHaveURL(`${buildOrigin('hmbcbs')}/mbr/#!/landing`)

  // A file of the page that loads after its first view stores it.
  await expect.poll(() => storage(page, 'sessionStorage')).toHaveProperty('UserData')
  const { UserData = 'null', ...others } = await storage(page, 'sessionStorage')
  // Only the person's identity, no date of birth, no address (SI-5).
  expect(JSON.parse(UserData)).toEqual({ logonId: 'MEMBER01', isLoggedIn: true })
  expect(await readStorage(page)).toEqual([])
  expect(JSON.stringify([UserData, others, await page.content(), page.url()])).not.toContain(password)
  expect(page.url()).not.toMatch(/mayte|escobar|member01/i)
})

test('SI-1 VA-3 ER-1 ER-3 MN-2 missing, impossible or wrong values are reported once, where it helps, and stay; an employee goes on to the employees’ sign-in', async ({
  page,
  noise,
}) => {
  noise.allow(/401|404/)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await open(page, '/')
  const { loginId, password: word, submit } = fields(page)
  // Even before any script runs, typed values never get into an address.
  await expect(page.locator('form').filter({ has: loginId })).toHaveAttribute('method', 'post')
  await expect(loginId).toHaveAttribute('autocomplete', 'username webauthn')
  await expect(word).toHaveAttribute('autocomplete', 'current-password')
  const error = page.locator('#loginId-error')
  await page.evaluate(() => {
    const announced: string[] = []
    Object.assign(window, { announced })
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof Element && target.hasAttribute('aria-live')) announced.push(target.id)
    }).observe(document.body, { subtree: true, attributeFilter: ['aria-live'] })
    // A slow device takes long to show the error after it has moved the focus.
    document.addEventListener('focusin', () => {
      const moved = performance.now()
      while (performance.now() < moved + 300);
    })
  })
  // The code that announces an error may load after the focus moves.
  const announcing = findChunk('src/ui/say-error.ts')
  await page.route(announcing, async (route) => {
    await loginId.and(page.locator(':focus')).waitFor()
    setTimeout(() => route.continue(), 300)
  })
  const arrived = page.waitForResponse(announcing)
  await submit.click()
  await expect(loginId).toBeFocused()
  await expect(loginId).toHaveAttribute('aria-invalid', 'true')
  await expect(error).toHaveText('Login ID must be at least 6 alphanumeric characters')
  await expect(loginId).toHaveAccessibleDescription(/Login ID must be at least 6 alphanumeric characters/)
  await expect(word).toHaveAccessibleDescription(/Field is Required/)
  await arrived

  // If the focus stays, the error is announced; if it moves to the field, the error is read with it.
  await loginId.fill('abc')
  await loginId.press('Enter')
  await expect(error).toHaveText('Login ID must be at least 6 alphanumeric characters and maximum 10 characters')
  await expect(error).toHaveAttribute('aria-live', 'polite')
  expect(await page.evaluate(() => Reflect.get(window, 'announced'))).toEqual(['loginId-error'])
  await expect(loginId).toHaveAccessibleDescription(/maximum 10 characters/)

  await loginId.fill('NOBODY99')
  await submit.click()
  await expect(word).toBeFocused()
  await expect(loginId).not.toHaveAttribute('aria-invalid', 'true')
  expect(sent).toEqual([])

  await word.fill('wrong-1A')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(word).toHaveAttribute('type', 'text')
  await expect(word).toHaveValue('wrong-1A')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(word).toHaveAttribute('type', 'password')
  await word.press('Enter')
  const modal = page.getByRole('dialog')
  await expect(modal.getByRole('heading')).toHaveText('That login ID and password do not match')
  await expect(modal).toContainText('reset your password')
  await expect(modal.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(modal).toHaveCount(0)
  await expect(word).toBeFocused()
  await expect(loginId).toHaveValue('NOBODY99')
  await submit.click()
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect(modal).toHaveCount(0)
  await expect(submit).toBeFocused()
  await expect(loginId).toHaveValue('NOBODY99')

  await submitSignIn(page, 'EMPLOYEE1')
  await modal.getByRole('link', { name: 'Continue' }).press('Enter')
  await expect(page).toHaveURL(`${buildOrigin('hmbcbs')}/demo/sso`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Employee sign-in')
})

test('SI-1 SI-5 remember-my-ID stores the ID and nothing else, until it is turned off; a form that is submitted twice sends one request', async ({
  page,
}) => {
  await open(page, '/')
  await fields(page).remember.check()
  await submitSignIn(page, 'MEMBER02')
  await expectLanding(page, 'Chung')
  await expect.poll(() => readStorage(page)).toEqual([['rememberedLoginId', '"MEMBER02"']])

  await page.getByRole('button', { name: 'Logout' }).first().click()
  const { loginId, remember, password: word } = fields(page)
  await expect(loginId).toHaveValue('MEMBER02')
  await expect(remember).toBeChecked()
  await expect(word).toHaveValue('')
  await waitForHydration(page)
  await remember.uncheck()
  await loginId.fill('MEMBER02')
  await word.fill(password)
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith(loginPath) && sent.push(request.method()))
  // As some password managers do.
  await loginId.evaluate((input: HTMLInputElement) => {
    input.form?.requestSubmit()
    input.form?.requestSubmit()
  })
  await expectLanding(page, 'Chung')
  await expect.poll(() => readStorage(page)).toEqual([])
  expect(sent).toEqual(['POST'])
})

test('EN-5 SI-1 loginId and q fill in the ID, the explicit one wins, a malformed q is logged to the console and ignored', async ({
  page,
  noise,
  lines,
}) => {
  const told = /^console\.error: query parameter q ignored: not-base64$/
  noise.allow(told)
  const q = (value: unknown) => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'))
  for (const [query, filled] of [
    [`?q=${q({ loginId: 'MEMBER02' })}`, 'MEMBER02'],
    [
      `?q=${q({ loginId: 'MEMBER02' })}&loginId=${encodeURIComponent('"><script>alert(1)</script>')}`,
      '"><script>alert(1)</script>',
    ],
    ['?q=%%%', ''],
  ] as const) {
    await open(page, `/login/${query}`)
    await expect(fields(page).loginId, query).toHaveValue(filled)
  }
  await expect.poll(() => lines.filter((line) => told.test(line))).toHaveLength(1)
})

test('SO-1 SO-2 SO-3 SO-5 Logout ends the session here and on the server and leaves nothing behind', async ({
  page,
  context,
}) => {
  await open(page, '/')
  await submitSignIn(page, 'MEMBERWV')
  await expectLanding(page, 'Elmo')
  const before = await context.cookies()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await waitForHydration(page)
  // The home of the member's own brand.
  await expect(page.locator('html')).toHaveAttribute('data-brand', 'ms')
  expect(await storage(page, 'sessionStorage')).not.toHaveProperty('UserData')
  const names = (await context.cookies()).map(({ name }) => name)
  for (const gone of [
    'LtpaToken2',
    'ObSSOCookie',
    'CommerceTokens',
    'HMCSRProxyToken',
    'CommerceActivityToken',
    'oAuthToken',
  ]) {
    expect(names).not.toContain(gone)
  }

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await expect(page.getByText('Elmo')).toHaveCount(0)

  await context.addCookies(before)
  await page.goto('/mbr/#!/landing')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
})

test('SI-1 MN-1 HT-1 signing in takes a keyboard and nothing else; without a connection the form says so and keeps what was typed', async ({
  page,
  context,
  noise,
}) => {
  noise.allow(/ERR_INTERNET_DISCONNECTED/)
  await open(page, '/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  const { loginId, password: word } = fields(page)
  await tabTo(page, loginId)
  await page.keyboard.type('MEMBER01')
  await tabTo(page, word)
  await page.keyboard.type(password)
  await tabTo(page, fields(page).submit)
  await waitForQuiet(page)
  await context.setOffline(true)
  await page.keyboard.press('Space')
  const modal = page.getByRole('dialog')
  await expect(modal).toContainText('check your internet connection')
  await context.setOffline(false)
  await page.keyboard.press('Escape')
  await expect(modal).toHaveCount(0)
  await expect(word).toHaveValue(password)
  await expect(fields(page).submit).toBeFocused()
  await page.keyboard.press('Space')
  await expectLanding(page, 'Mayte')
})

test('SI-1 LG-4 the sign-in screen is in Spanish on request, and someone who used Spanish elsewhere gets it from the sign-in on', async ({
  page,
}) => {
  await open(page, '/')
  await page.getByRole('button', { name: /^Language/ }).click()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('banner').getByRole('button', { name: 'Español' }).click()
  await reloaded
  await waitForHydration(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('contentinfo')).toContainText(brand('hmbcbs').spanish.legalText)

  const origin = buildOrigin('hmbcbs')
  const elsewhere = (await signInCookies('BXPLUS01', origin)).filter((cookie) => !cookie.startsWith('language='))
  const headers = { cookie: [...elsewhere, 'language=es'].join('; '), accept: 'text/html' }
  expect((await ask({ origin, path: '/mbr/', headers })).body).toContain('lang="es"')
  await page.context().clearCookies()
  await open(page, '/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await fields(page).loginId.fill('BXPLUS01')
  await fields(page).password.fill(password)
  await fields(page).submit.click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Bue/)
})
