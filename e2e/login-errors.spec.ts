import type { Locator, Page } from '@playwright/test'
import { brand, brands } from './brand-records.ts'
import { expect, expectAccessible, open, originOf, password, submitSignIn, test } from './support.ts'

interface Row {
  readonly row: string
  readonly login: string
  /** The right password by default. */
  readonly password?: string
  readonly template: string
  readonly title: string
  readonly spanish: string
  /** The next step that the error suggests. */
  readonly says: string
  /** The server's status, which the browser also logs. */
  readonly status: 401 | 500
}

const invalid = {
  template: 'login-invalid',
  title: 'That login ID and password do not match',
  spanish: 'El ID de usuario y la contraseña no coinciden',
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
    spanish: 'Inicie sesión en el sitio de empleados',
    says: 'Continue to your own portal',
    status: 401,
  },
  {
    row: 'ER-4',
    login: 'CHIP14OV',
    template: 'login-chip-over14',
    title: 'This account has to be in the member’s own name',
    spanish: 'Esta cuenta debe estar a nombre del miembro',
    says: 'they need their own login ID',
    status: 401,
  },
  {
    row: 'ER-5',
    login: 'CHIP14UN',
    template: 'login-chip-under14',
    title: 'We could not verify the guardian',
    spanish: 'No pudimos verificar al tutor',
    says: 'we first have to verify a parent or guardian',
    status: 401,
  },
  {
    row: 'ER-6',
    login: 'LOCKED01',
    template: 'login-suspended',
    title: 'Your account is locked for now',
    spanish: 'Su cuenta está bloqueada por ahora',
    says: 'Try again later',
    status: 401,
  },
  {
    row: 'ER-7',
    login: 'LDAPERR1',
    template: 'login-ldap-error',
    title: 'We could not finish signing you in',
    spanish: 'No se pudo actualizar su inicio de sesión',
    says: 'try again in a few minutes',
    status: 401,
  },
  {
    row: 'ER-8',
    login: 'CONFLICT1',
    template: 'login-brand-conflict',
    title: 'This login ID belongs to another plan',
    spanish: 'Este ID de usuario pertenece a otro plan',
    says: 'printed on your member ID card',
    status: 401,
  },
  {
    row: 'ER-9',
    login: 'BROKEN01',
    template: 'login-unexpected-error',
    title: 'Something went wrong on our side',
    spanish: 'Algo falló de nuestro lado',
    says: 'try again in a few minutes',
    status: 500,
  },
]

const inStubMode: readonly Omit<Row, 'status'>[] = [
  { row: 'ER-1', login: 'NOTFILE1', ...invalid },
  {
    row: 'ER-10',
    login: 'ODDCODE1',
    template: 'login-generic-error',
    title: 'We could not sign you in',
    spanish: 'No pudimos iniciar su sesión',
    says: 'There has been a problem accessing this service. Please contact technical support.',
  },
]

const phonePattern = /\b(?:1-)?\d{3}-\d{3}-\d{4}\b/g

/** Any number that the modal says to call must be this brand's own. */
async function expectPhoneOf(code: string, modal: Locator) {
  const phone = brand(code).customerServicePhoneNumber ?? ''
  await expect(modal.getByRole('link', { name: phone })).toHaveAttribute('href', /^tel:\+1\d{10}$/)
  const text = (await modal.textContent()) ?? ''
  expect([...new Set(text.match(phonePattern))]).toEqual([phone])
  const others = brands.filter((one) => one.code !== code).flatMap((one) => [one.name, one.spanish.name])
  expect(others.filter((name) => name !== brand(code).name && text.includes(name))).toEqual([])
  await expect(modal).not.toContainText(/[{}<>]/)
}

async function refuse(page: Page, { login, password: word = password, template, title }: Omit<Row, 'status'>) {
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
  expect(await page.evaluate(() => sessionStorage.getItem('UserData'))).toBeNull()
  const names = (await page.context().cookies()).map(({ name }) => name)
  expect(names.filter((name) => /Ltpa|SSO|oAuth|Commerce|sessionToken/.test(name))).toEqual([])
}

test('ER-1 ER-3 ER-4 ER-5 ER-6 ER-7 ER-8 ER-9 ER-13 MN-2 each demo account that is refused gets its modal, which says what to do next', async ({
  page,
  noise,
}) => {
  test.slow()
  noise.allow(/401|500/)
  await open(page, '/login/')
  for (const row of rows) {
    const modal = await refuse(page, row)
    await expect(modal).toContainText(row.says)
    await expectPhoneOf('hmbcbs', modal)
    await expectAccessible(page, row.template)
    await closeAndExpectForm(page, modal, row.login)
  }
})

test('ER-1 ER-3 ER-4 ER-5 ER-6 ER-7 ER-8 ER-9 LG-4 every modal speaks Spanish and names the phone of another brand on that one’s portal', async ({
  page,
  context,
  noise,
}) => {
  noise.allow(/401|500/)
  await context.addCookies([{ name: 'language', value: 'es', url: originOf('wybcbs') }])
  await open(page, `${originOf('wybcbs')}/login/`)
  for (const row of rows) {
    const modal = await refuse(page, { ...row, title: row.spanish })
    await expectPhoneOf('wybcbs', modal)
    await closeAndExpectForm(page, modal, row.login)
  }
})

test('ER-1 ER-10 ER-13 EN-4 in stub mode those that only other servers refuse get their modals', async ({ page }) => {
  await open(page, '/login/?stubs=true')
  for (const row of inStubMode) {
    const modal = await refuse(page, row)
    await expect(modal).toContainText(row.says)
    await expectPhoneOf('hmbcbs', modal)
    await expectAccessible(page, row.template)
    await closeAndExpectForm(page, modal, row.login)
  }
})

test('ER-10 HT-3 an unknown code clears session cookies and cache, and More Information tells the error', async ({
  page,
  context,
}) => {
  await open(page, '/login/?stubs=true')
  await context.addCookies(
    ['ObSSOCookie', 'CommerceTokens', 'HMCSRProxyToken', 'CommerceActivityToken', 'sessionToken'].map((name) => ({
      name,
      value: 'left over',
      url: originOf('hmbcbs'),
    })),
  )
  await page.evaluate(() => sessionStorage.setItem('UserData', '{}'))
  // Cookies that the page cannot reach are removed by the server.
  const asked = page.waitForRequest(/sessionCookies/)
  const modal = await refuse(page, inStubMode.find(({ row }) => row === 'ER-10') as (typeof inStubMode)[number])
  await asked
  const more = modal.getByRole('button', { name: 'More Information' })
  await more.click()
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await expect(modal).toContainText('Authorization failed.')
  await closeAndExpectForm(page, modal, 'ODDCODE1')
})
