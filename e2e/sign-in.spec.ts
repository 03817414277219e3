import type { Page } from '@playwright/test'
import { brand } from './brand-records.ts'
import {
  expect,
  expectAccessible,
  hydrated,
  open,
  originOf,
  password,
  signIn,
  submitSignIn,
  tabTo,
  test,
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
  await hydrated(page)
}

const storage = (page: Page, kind: 'localStorage' | 'sessionStorage') =>
  page.evaluate((name) => ({ ...window[name] }) as Record<string, string>, kind)

/** Storage that outlives the browser tab; the store's own list of expiry times may exist, but must be empty. */
async function kept(page: Page) {
  return Object.entries(await storage(page, 'localStorage')).filter(([, value]) => value !== '{}')
}

test('SI-1 SI-4 SI-5 SI-6 a member signs in and lands at home, with the user record in session storage alone', async ({
  page,
}) => {
  await open(page, '/')
  await submitSignIn(page, 'member01')
  await expectLanding(page, 'Mayte')
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/mbr/#!/landing')

  const { UserData = 'null', ...others } = await storage(page, 'sessionStorage')
  expect(JSON.parse(UserData)).toMatchObject({
    logonId: 'MEMBER01',
    firstName: 'Mayte',
    lastName: 'Escobar',
    dateOfBirth: expect.any(String),
    email1: 'member01@mail.example',
    zipCode: '15222',
    state: 'PA',
    isLoggedIn: true,
    temporaryPassword: false,
    phone1: expect.stringContaining('609'),
  })
  expect(await kept(page)).toEqual([])
  expect(JSON.stringify([UserData, others, await page.content(), page.url()])).not.toContain(password)
  expect(page.url()).not.toMatch(/mayte|escobar|member01/i)
})

test('SI-4 RT-3 whoever asked for a page before signing in gets it afterwards', async ({ page }) => {
  await open(page, `${originOf('ndbcbs')}/msg/#!/message-center`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await submitSignIn(page, 'MEMBERND')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Center')
  await hydrated(page)
  expect(page.url()).toBe(`${originOf('ndbcbs')}/msg/#!/message-center`)
})

for (const { code, login } of [
  { code: 'hmbcbs', login: 'MEMBER02' },
  { code: 'wybcbs', login: 'NOBODY99' },
]) {
  test(`ER-1 SI-1 MN-2 a sign-in of ${login} that does not match says what to do and keeps the typed ID`, async ({
    page,
    noise,
  }) => {
    noise.allow(/401/)
    await open(page, `${originOf(code)}/`)
    const { loginId, password: word, submit } = fields(page)
    await loginId.fill(login)
    await word.fill('wrong-1A')
    await word.press('Enter')

    const modal = page.getByRole('dialog')
    await expect(modal.getByRole('heading')).toHaveText('That login ID and password do not match')
    await expect(modal).toContainText('check both and try again')
    await expect(modal).toContainText('reset your password')
    await expect(modal.getByRole('link', { name: brand(code).customerServicePhoneNumber ?? '' })).toBeVisible()
    await expect(modal).not.toContainText(/[{}<>]/)
    await expect(modal.locator(':focus')).toHaveCount(1)

    await page.keyboard.press('Escape')
    await expect(modal).toHaveCount(0)
    await expect(word).toBeFocused()
    await expect(loginId).toHaveValue(login)

    await submit.click()
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal).toHaveCount(0)
    await expect(submit).toBeFocused()
    await expect(loginId).toHaveValue(login)
  })
}

test('ER-2 a demo user of another brand is led to its portal', async ({ page, noise }) => {
  noise.allow(/401/)
  await open(page, '/')
  await submitSignIn(page, 'DEMOUSER1')
  await expect(page.locator('html')).toHaveAttribute('data-brand', 'wybcbs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await expect(page.getByText(/^You used a demo account of /)).toBeVisible()
  await expectAccessible(page, 'the portal that a demo user is led to')
})

test('ER-3 an employee goes on to the sign-in of the brand’s employees', async ({ page, noise }) => {
  noise.allow(/401|404/)
  await open(page, '/')
  await submitSignIn(page, 'EMPLOYEE1')
  await page.getByRole('dialog').getByRole('link', { name: 'Continue' }).press('Enter')
  await expect(page).toHaveURL(`${originOf('hmbcbs')}/highmark.example/chmcom/`)
})

test('SI-1 VA-3 missing and impossible entries are named at their fields and nothing is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await open(page, '/')
  const { loginId, password: word, submit } = fields(page)
  await submit.click()
  await expect(loginId).toBeFocused()
  await expect(loginId).toHaveAttribute('aria-invalid', 'true')
  await expect(loginId).toHaveAccessibleDescription(/Login ID must be at least 6 alphanumeric characters/)
  await expect(word).toHaveAccessibleDescription(/Field is Required/)

  await loginId.fill('abc')
  await submit.click()
  await expect(
    page.getByText('Login ID must be at least 6 alphanumeric characters and maximum 10 characters'),
  ).toBeVisible()

  await loginId.fill('MEMBER01')
  await submit.click()
  await expect(word).toBeFocused()
  await expect(loginId).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(sent).toEqual([])
})

test('SI-1 VA-3 an error is heard once: with its field if the focus moves there, and otherwise announced', async ({
  page,
}) => {
  await open(page, '/')
  const { loginId, submit } = fields(page)
  const error = page.locator('#loginId-error')
  await submit.click()
  await expect(loginId).toBeFocused()
  await expect(error).toHaveText('Login ID must be at least 6 alphanumeric characters')
  // Longer than it takes to see where the focus went.
  await page.waitForTimeout(400)
  await expect(page.locator('form [aria-live]')).toHaveCount(0)
  await loginId.fill('abc')
  await loginId.press('Enter')
  await expect(error).toHaveText('Login ID must be at least 6 alphanumeric characters and maximum 10 characters')
  await expect(error).toHaveAttribute('aria-live', 'polite')
  await expect(loginId).toHaveAccessibleDescription(/maximum 10 characters/)
})

test('SI-1 the password is shown and hidden again, and password managers know the fields', async ({ page }) => {
  await open(page, '/')
  const { loginId, password: word } = fields(page)
  await expect(loginId).toHaveAttribute('autocomplete', 'username webauthn')
  await expect(word).toHaveAttribute('autocomplete', 'current-password')
  await word.fill('s3cret-Word')
  await expect(word).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(word).toHaveAttribute('type', 'text')
  await expect(word).toHaveValue('s3cret-Word')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(word).toHaveAttribute('type', 'password')
})

test('SI-1 SI-5 remember-my-ID keeps the ID and nothing else, until it is taken back', async ({ page }) => {
  await open(page, '/')
  await fields(page).remember.check()
  await submitSignIn(page, 'MEMBER02')
  await expectLanding(page, 'Chung')
  expect(await kept(page)).toEqual([['rememberedLoginId', '"MEMBER02"']])

  await page.getByRole('button', { name: 'Logout' }).first().click()
  const { loginId, remember, password: word } = fields(page)
  await expect(loginId).toHaveValue('MEMBER02')
  await expect(remember).toBeChecked()
  await expect(word).toHaveValue('')
  await hydrated(page)
  await remember.uncheck()
  await submitSignIn(page, 'MEMBER02')
  await expectLanding(page, 'Chung')
  expect(await kept(page)).toEqual([])
})

test('EN-5 SI-1 loginId and q fill in the ID, the explicit one outranks, a malformed q is told to the console and ignored', async ({
  page,
  noise,
  lines,
}) => {
  const told = /^console\.error: query parameter q ignored: (not-base64|not-an-object)$/
  noise.allow(told)
  const q = (value: unknown) => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'))
  for (const [query, filled] of [
    ['?loginId=MEMBER01', 'MEMBER01'],
    [`?q=${q({ loginId: 'MEMBER02' })}`, 'MEMBER02'],
    [`?q=${q({ loginId: 'MEMBER02' })}&loginId=MEMBER01`, 'MEMBER01'],
    ['?q=%%%', ''],
    [`?q=${q(['no', 'object'])}`, ''],
    [`?loginId=${encodeURIComponent('"><script>alert(1)</script>')}`, '"><script>alert(1)</script>'],
  ] as const) {
    await open(page, `/login/${query}`)
    await expect(fields(page).loginId, query).toHaveValue(filled)
  }
  expect(lines.filter((line) => told.test(line))).toHaveLength(2)
})

test.describe('before the page is ready', () => {
  test.use({ javaScriptEnabled: false })

  test('SI-1 what is typed never gets into an address', async ({ page }) => {
    await page.goto('/')
    await fields(page).loginId.fill('MEMBER01')
    await fields(page).password.fill(password)
    await expect(page.locator('form')).toHaveAttribute('method', 'post')
  })
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
  await hydrated(page)
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

for (const { how, press } of [
  { how: 'pressing twice', press: (page: Page) => fields(page).submit.dblclick() },
  {
    how: 'a password manager that sends twice',
    press: (page: Page) =>
      page.locator('#loginId').evaluate((input: HTMLInputElement) => {
        input.form?.requestSubmit()
        input.form?.requestSubmit()
      }),
  },
]) {
  test(`SI-1 ${how} sends one request`, async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith(loginPath)) sent.push(request.method())
    })
    await open(page, '/')
    await fields(page).loginId.fill('MEMBER01')
    await fields(page).password.fill(password)
    await press(page)
    await expectLanding(page, 'Mayte')
    expect(sent).toEqual(['POST'])
  })
}

test('SI-1 HT-1 without a connection the form says so and keeps what was typed', async ({ page, context, noise }) => {
  noise.allow(/ERR_INTERNET_DISCONNECTED/)
  await open(page, '/')
  await fields(page).loginId.fill('MEMBER01')
  await fields(page).password.fill(password)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await fields(page).submit.click()
  const modal = page.getByRole('dialog')
  await expect(modal).toContainText('check your internet connection')
  await context.setOffline(false)
  await modal.getByRole('button', { name: 'Close' }).first().click()
  await expect(fields(page).password).toHaveValue(password)
  await fields(page).submit.click()
  await expectLanding(page, 'Mayte')
})

test('SI-1 MN-1 signing in takes a keyboard and nothing else', async ({ page }) => {
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
  await page.keyboard.press('Space')
  await expectLanding(page, 'Mayte')
})

test('SI-1 LG-4 the sign-in screen speaks Spanish when asked to', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('button', { name: /^Language/ }).click()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('banner').getByRole('button', { name: 'Español' }).click()
  await reloaded
  await hydrated(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign in')
  await expect(page.getByRole('contentinfo')).toContainText(brand('hmbcbs').spanish.legalText)
})

test('LG-4 a language chosen in one browser is that of the next one from the sign-in on', async ({ newVisitor }) => {
  const [one, other] = [await newVisitor(), await newVisitor()]
  await signIn(one, 'BXPLUS01')
  await one.context().addCookies([{ name: 'language', value: 'es', url: originOf('hmbcbs') }])
  await open(one, '/mbr/#!/landing')
  await expect(one.locator('html')).toHaveAttribute('lang', 'es')
  await open(other, '/')
  await expect(other.locator('html')).toHaveAttribute('lang', 'en')
  await fields(other).loginId.fill('BXPLUS01')
  await fields(other).password.fill(password)
  await fields(other).submit.click()
  await expect(other.locator('html')).toHaveAttribute('lang', 'es')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(/^Bue/)
})

test('SI-4 a member who is signed in already sees home instead of the form', async ({ page }) => {
  await signIn(page, 'MEMBER01')
  for (const address of ['/', '/login/', '/home']) {
    await open(page, address)
    await expectLanding(page, 'Mayte')
  }
})
