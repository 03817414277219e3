import type { Locator, Page } from '@playwright/test'
import { brand, brands } from '../server/test/brand-records.ts'
import { buildOrigin, expect, expectAccessible, open, password, submitSignIn, test } from './support.ts'

interface Row {
  readonly row: string
  readonly login: string
  /** The right password by default. */
  readonly password?: string
  readonly template: string
  readonly title: string
  /** The next step that the error suggests. */
  readonly says: string
  /** The server's status, which the browser also logs. */
  readonly status: 401 | 500
}

const invalid = {
  template: 'login-invalid',
  title: 'That login ID and password do not match',
  says: 'Please check both and try again',
}

/** First the errors that demo accounts can reproduce (ER-13), then, in stub mode, those that only other servers send. */
const rows: readonly Row[] = [
  { row: 'ER-1', login: 'MEMBER02', password: 'wrong-1A', ...invalid, status: 401 },
  { row: 'ER-1', login: 'NORECORD1', ...invalid, status: 401 },
  {
    row: 'ER-3',
    login: 'EMPLOYEE1',
    template: 'login-wrong-site',
    title: 'Please sign in on the employee site',
    says: 'Continue to your own portal',
    status: 401,
  },
  {
    row: 'ER-4',
    login: 'CHIP14OV',
    template: 'login-chip-over14',
    title: 'This account has to be in the member’s own name',
    says: 'they need their own login ID',
    status: 401,
  },
  {
    row: 'ER-5',
    login: 'CHIP14UN',
    template: 'login-chip-under14',
    title: 'We could not verify the guardian',
    says: 'we first have to verify a parent or guardian',
    status: 401,
  },
  {
    row: 'ER-6',
    login: 'LOCKED01',
    template: 'login-suspended',
    title: 'Your account is locked for now',
    says: 'Try again later',
    status: 401,
  },
  {
    row: 'ER-7',
    login: 'LDAPERR1',
    template: 'login-ldap-error',
    title: 'We could not finish signing you in',
    says: 'try again in a few minutes',
    status: 401,
  },
  {
    row: 'ER-8',
    login: 'CONFLICT1',
    template: 'login-brand-conflict',
    title: 'This login ID belongs to another plan',
    says: 'printed on your member ID card',
    status: 401,
  },
  {
    row: 'ER-9',
    login: 'BROKEN01',
    template: 'login-unexpected-error',
    title: 'Something went wrong on our side',
    says: 'try again in a few minutes',
    status: 500,
  },
]

const tooMany = 'TOO-MANY-REQUESTS'

const inStubMode: readonly Omit<Row, 'status'>[] = [
  { row: 'ER-1', login: 'NOTFILE1', ...invalid },
  {
    row: 'ER-10',
    login: 'ODDCODE1',
    template: 'login-generic-error',
    title: 'We could not sign you in',
    says: 'There has been a problem accessing this service. Please contact technical support.',
  },
]

const phonePattern = /\b(?:1-)?\d{3}-\d{3}-\d{4}\b/g

/** Any number that the modal says to call must be this brand's own. */
async function expectPhone(code: string, modal: Locator) {
  const phone = brand(code).customerServicePhoneNumber ?? ''
  await expect(modal.getByRole('link', { name: phone })).toHaveAttribute('href', /^tel:\+1\d{10}$/)
  const text = (await modal.textContent()) ?? ''
  expect([...new Set(text.match(phonePattern))]).toEqual([phone])
  const others = brands.filter((one) => one.code !== code).flatMap((one) => [one.name, one.spanish.name])
  expect(others.filter((name) => name !== brand(code).name && text.includes(name))).toEqual([])
  await expect(modal).not.toContainText(/[{}<>]/)
}

async function refuse(
  page: Page,
  { login, password: word = password, template, title }: Pick<Row, 'login' | 'password' | 'template' | 'title'>,
) {
  await submitSignIn(page, login, word)
  const modal = page.getByRole('dialog')
  await expect(modal.getByRole('heading')).toHaveText(title)
  await expect(modal.locator(`[data-template="${template}"]`)).toBeVisible()
  return modal
}

/** Closes the modal: the form still has what was typed, and no one is signed in. */
async function closeAndExpectForm(page: Page, modal: Locator, login: string) {
  await page.keyboard.press('Escape')
  await expect(modal).toHaveCount(0)
  await expect(page.locator('#loginId')).toHaveValue(login)
  await expect(page.locator('form button[type="submit"]').last()).toBeFocused()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('UserData'))).toBeNull()
  const names = async () => (await page.context().cookies()).map(({ name }) => name)
  await expect
    .poll(async () => (await names()).filter((name) => /Ltpa|SSO|oAuth|Commerce|sessionToken/.test(name)))
    .toEqual([])
}

test('ER-1 ER-2 ER-3 ER-4 ER-5 ER-6 ER-7 ER-8 ER-9 ER-13 SI-13 MN-2 each refused demo account, and a refused network, gets its modal, which says what to do next', async ({
  page,
  noise,
}) => {
  test.slow()
  noise.allow(/401|429|500/)
  await open(page, '/login/')
  await page.route('**/userauth/v1/login', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '900' },
      json: { baseMessage: {}, payload: null, errors: [{ errorMessage: tooMany, errorKey: tooMany }] },
    }),
  )
  const busy = await refuse(page, {
    login: 'MEMBER01',
    template: 'login-too-many',
    title: 'Too many attempts just now',
  })
  await expect(busy).toContainText('wait 15 minutes')
  await expectPhone('hmbcbs', busy)
  await closeAndExpectForm(page, busy, 'MEMBER01')
  await page.unroute('**/userauth/v1/login')
  for (const row of rows) {
    const modal = await refuse(page, row)
    await expect(modal).toContainText(row.says)
    await expectPhone('hmbcbs', modal)
    if (row.login === 'CHIP14UN') await expectAccessible(page, row.template)
    await closeAndExpectForm(page, modal, row.login)
  }

  // A demo user of another brand is led to that brand's portal.
  await submitSignIn(page, 'DEMOUSER1')
  await expect(page.locator('html')).toHaveAttribute('data-brand', 'wybcbs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await expect(page.getByText(/^You used a demo account of /)).toBeVisible()
  // The user gets in there.
  await submitSignIn(page, 'DEMOUSER1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome')
  await expect(page.locator('html')).toHaveAttribute('data-brand', 'wybcbs')
})

// The catalogues' tests check that each has its Spanish text.
test('ER-4 LG-4 a modal is in Spanish, and names another brand’s phone on that brand’s portal', async ({
  page,
  context,
  noise,
}) => {
  noise.allow(/401|500/)
  await context.addCookies([{ name: 'language', value: 'es', url: buildOrigin('wybcbs') }])
  await open(page, `${buildOrigin('wybcbs')}/login/`)
  const refused = {
    login: 'CHIP14OV',
    template: 'login-chip-over14',
    title: 'Esta cuenta debe estar a nombre del miembro',
  }
  const modal = await refuse(page, refused)
  await expectPhone('wybcbs', modal)
  await closeAndExpectForm(page, modal, refused.login)
})

test('ER-1 ER-10 ER-13 EN-4 HT-3 in stub mode, refusals that only other servers send get their modals; an unknown code clears session cookies and cache, and More Information shows the error', async ({
  page,
  context,
}) => {
  await open(page, '/login/?stubs=true')
  await context.addCookies(
    ['ObSSOCookie', 'CommerceTokens', 'HMCSRProxyToken', 'CommerceActivityToken', 'sessionToken'].map((name) => ({
      name,
      value: 'left over',
      url: buildOrigin('hmbcbs'),
    })),
  )
  await page.evaluate(() => sessionStorage.setItem('UserData', '{}'))
  for (const row of inStubMode) {
    // The server removes cookies that the page cannot reach.
    const asked = row.row === 'ER-10' ? page.waitForRequest(/sessionCookies/) : undefined
    const modal = await refuse(page, row)
    await asked
    await expect(modal).toContainText(row.says)
    await expectPhone('hmbcbs', modal)
    if (row.row === 'ER-10') {
      const more = modal.getByRole('button', { name: 'More Information' })
      await more.click()
      await expect(more).toHaveAttribute('aria-expanded', 'true')
      await expect(modal).toContainText('Authorization failed.')
      await expectAccessible(page, row.template)
    } else await page.keyboard.press('Escape')
  }
  await closeAndExpectForm(page, page.getByRole('dialog'), 'ODDCODE1')
})
