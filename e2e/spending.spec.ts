import type { Page } from '@playwright/test'
import { ask, expect, expectUsable, open, originOf, signIn, signInCookies, tabTo, test } from './support.ts'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const region = (page: Page, name: string | RegExp) => main(page).getByRole('region', { name })
const moves = (page: Page) => main(page).getByRole('list', { name: 'Transactions' }).getByRole('listitem')
const spending = '/spa/#/spendingSummary'

test('MP-10 MP-11 a member reads what is in their accounts and until when, and filters what moved by keyboard', async ({
  page,
}) => {
  await signIn(page, 'MEMBER01')
  await open(page, spending)
  await expect(heading(page)).toHaveText('Spending')
  const savings = region(page, 'Health savings account (HSA)')
  await expect(savings).toContainText('$8,412.67 available')
  await expect(savings.getByRole('meter', { name: 'Paid in this year' })).toHaveAttribute(
    'aria-valuetext',
    /^\$[\d,.]+ of \$[\d,.]+, the most that the IRS allows for 20\d\d$/,
  )
  await expect(savings).toContainText('This money does not run out.')
  await expect(region(page, 'Limited-purpose FSA')).toContainText(/\d+ days? left to use it|Use it today/)
  await expect(region(page, 'Claims you can pay from an account')).toContainText('May be paid from')
  await expect(moves(page)).toHaveCount(10)
  await expectUsable(page, 'spending')

  await tabTo(page, main(page).locator('summary', { hasText: 'Filter' }), 60)
  await page.keyboard.press('Enter')
  await main(page).getByLabel('Kind').selectOption('card')
  await expect(page).toHaveURL(/kind=card/)
  await expect(main(page).getByText(/^\d+ transactions found$/)).toBeVisible()
  await expect(moves(page).first()).toContainText('Card payment')
  await page.reload()
  await expect(moves(page).first()).toContainText('Card payment')
  // People of 14 or older and spouses decide who knows what money was spent on them.
  await main(page).getByLabel('Kind').selectOption('payment')
  await expect(moves(page).filter({ hasText: 'private to someone else' })).toHaveCount(1)
})

test('MP-11 the year has its months as a table beside the chart, by kind and person, and as a file', async ({
  page,
}) => {
  await signIn(page, 'FAMILY01')
  await open(page, spending)
  const year = region(page, /^20\d\d in numbers$/)
  await year.getByText('Show the months as a table').press('Enter')
  await expect(year.getByRole('table', { name: /^Money in and out by month/ }).getByRole('row')).toHaveCount(14)
  await expect(year.getByRole('table', { name: 'By person' })).toContainText('Total')
  await expectUsable(page, 'a year of spending')
  const download = page.waitForEvent('download')
  await year.getByRole('button', { name: 'Download the year (CSV)' }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^spending-20\d\d\.csv$/)
})

test('MP-10 a claim says what it may be paid from, in Spanish on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'MEMBERDE', originOf('de'))
  await page.context().addCookies([{ name: 'language', value: 'es', url: originOf('de') }])
  await open(page, `${originOf('de')}/login/#/claims-and-spending`)
  await expect(heading(page)).toHaveText('Reclamaciones y gastos')
  await expect(main(page)).toContainText('Usted debe')
  await expectUsable(page, 'claims and spending in Spanish on a phone')
  await region(page, 'Reclamaciones que puede pagar con una cuenta').getByRole('link').first().click()
  const card = region(page, 'Páguela con una cuenta')
  await expect(card).toContainText('HRA')
  await expect(card).toContainText('si lo permiten las reglas de su empleador')
  await expectUsable(page, 'a claim with its accounts in Spanish on a phone')
})

test('HD-4 MP-10 where claims and spending are one, the page has both, and each is a press away', async ({ page }) => {
  await signIn(page, 'MEMBERDE', originOf('de'))
  await open(page, `${originOf('de')}/mbr/#!/landing`)
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Claims & Spending' })
    .click()
  await expect(heading(page)).toHaveText('Claims & Spending')
  await expect(region(page, 'Recent claims').getByRole('listitem')).toHaveCount(5)
  await expect(region(page, 'Recent transactions').getByRole('listitem')).toHaveCount(5)
  await expectUsable(page, 'claims and spending')
  await region(page, 'Recent transactions').getByRole('link', { name: 'All of your spending' }).click()
  await expect(heading(page)).toHaveText('Spending')
  const tab = page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Claims & Spending' })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await region(page, 'Recent claims').getByRole('link', { name: 'All claims' }).click()
  await expect(heading(page)).toHaveText('Claims')
})

test('MP-10 a failure says so and is mended by another try', async ({ page, noise }) => {
  noise.allow(/spendingAccount\/v1\/transactions|net::ERR_FAILED/)
  await signIn(page, 'MEMBERMN', originOf('mincr'))
  await page.route('**/spendingAccount/v1/transactions*', (route) => route.abort())
  await open(page, `${originOf('mincr')}${spending}`)
  const list = region(page, 'Transactions')
  await expect(list.getByRole('alert')).toBeVisible()
  await page.unroute('**/spendingAccount/v1/transactions*')
  await list.getByRole('button', { name: /try again/i }).click()
  await expect(moves(page)).toHaveCount(10)
})

// What the demo says about each member's coverage: those with Spending, or Claims & Spending, among their tabs.
const members = [
  { login: 'MEMBER01', brand: 'hmbcbs', shows: 'Health savings account (HSA)' },
  { login: 'FAMILY01', brand: 'hmbcbs', shows: 'Dependent care account' },
  { login: 'TWOGROUPS', brand: 'hmbcbs', shows: 'You have no spending account' },
  { login: 'MEMBERMN', brand: 'mincr', shows: 'Health savings account (HSA)' },
  { login: 'MEMBERWY', brand: 'wybcbs', shows: 'Your accounts are not here yet' },
  { login: 'MEMBERWV', brand: 'ms', shows: 'left to send in bills' },
  { login: 'MEMBERDE', brand: 'de', shows: 'Health reimbursement account (HRA)' },
]

test('HD-4 MP-10 MP-11 whoever has the tab finds their accounts behind it, drawn by the server and readable without scripts', async () => {
  for (const { login, brand, shows } of members) {
    const origin = originOf(brand)
    const cookie = (await signInCookies(login, origin)).join('; ')
    const { status, body } = await ask({ origin, path: '/spa/', headers: { cookie, accept: 'text/html' } })
    expect(status, login).toBe(200)
    expect(body, login).toMatch(/<a [^>]*href="(\/spa\/#\/spendingSummary|\/login\/#\/claims-and-spending)"/)
    const shown = /<main.*<\/main>/s.exec(body)?.[0] ?? ''
    expect(shown, login).toContain(shows)
    if (!shows.startsWith('You')) {
      expect(shown.match(/<rect/g)?.length, `${login}: bars`).toBeGreaterThan(5)
      expect(shown, `${login}: the table of months`).toContain('<th scope="row">December</th>')
    }
  }
})
