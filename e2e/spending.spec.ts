import type { Page } from '@playwright/test'
import {
  buildOrigin,
  expect,
  expectNoSidewaysScroll,
  expectUsable,
  open,
  signIn,
  tabTo,
  test,
  waitForHydration,
} from './support.ts'

const main = (page: Page) => page.getByRole('main')
const locateHeading = (page: Page) => page.getByRole('heading', { level: 1 })
const region = (page: Page, name: string | RegExp) => main(page).getByRole('region', { name })
const moves = (page: Page) => main(page).getByRole('list', { name: 'Transactions' }).getByRole('listitem')
const spending = '/spa/#/spendingSummary'

test('MP-10 MP-11 a member reads their balances and last days, filters transactions by keyboard, and gets the year as a table and as a file; a retry recovers from a failure', async ({
  page,
  noise,
}) => {
  noise.allow(/spendingAccount\/v1\/transactions|net::ERR_FAILED/)
  await signIn(page, 'HSAFAM01')
  await open(page, spending)
  await expect(locateHeading(page)).toHaveText('Spending')
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
  const year = region(page, /^20\d\d in numbers$/)
  await year.getByText('Show the months as a table').press('Enter')
  await expect(year.getByRole('table', { name: /^Money in and out by month/ }).getByRole('row')).toHaveCount(14)
  await expect(year.getByRole('table', { name: 'By person' })).toContainText('Total')
  await expectUsable(page, 'spending')
  const download = page.waitForEvent('download')
  await year.getByRole('button', { name: 'Download the year (CSV)' }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^spending-20\d\d\.csv$/)

  await tabTo(page, main(page).locator('summary', { hasText: 'Filter' }), 60)
  await page.keyboard.press('Enter')
  await main(page).getByLabel('Kind').selectOption('card')
  await expect(page).toHaveURL(/kind=card/)
  await expect(main(page).getByText(/^\d+ transactions found$/)).toBeVisible()
  await expect(moves(page).first()).toContainText('Card payment')
  await page.route('**/spendingAccount/v1/transactions*', (route) => route.abort())
  await page.reload()
  await waitForHydration(page)
  const transactions = region(page, 'Transactions')
  await expect(transactions.getByRole('alert')).toBeVisible()
  await page.unroute('**/spendingAccount/v1/transactions*')
  await transactions.getByRole('button', { name: /try again/i }).click()
  await expect(moves(page).first()).toContainText('Card payment')
  // People of 14 or older and spouses decide who learns about money spent on them.
  await main(page).getByLabel('Kind').selectOption('payment')
  await expect(moves(page).filter({ hasText: 'private to someone else' })).toHaveCount(1)
})

test('HD-4 MP-10 if claims and spending share a tab, the page has both, and each is a press away; a claim says which accounts may pay it, in Spanish on a phone too', async ({
  page,
}) => {
  await signIn(page, 'MEMBERDE', buildOrigin('de'))
  await open(page, `${buildOrigin('de')}/mbr/#!/landing`)
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Claims & Spending' })
    .click()
  await expect(locateHeading(page)).toHaveText('Claims & Spending')
  await expect(region(page, 'Recent claims').getByRole('listitem')).toHaveCount(5)
  await expect(region(page, 'Recent transactions').getByRole('listitem')).toHaveCount(5)
  await expectUsable(page, 'claims and spending')
  await region(page, 'Recent transactions').getByRole('link', { name: 'All of your spending' }).click()
  await expect(locateHeading(page)).toHaveText('Spending')
  const tab = page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Claims & Spending' })
  await expect(tab).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await region(page, 'Recent claims').getByRole('link', { name: 'All claims' }).click()
  await expect(locateHeading(page)).toHaveText('Claims')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.context().addCookies([{ name: 'language', value: 'es', url: buildOrigin('de') }])
  await page.goto('about:blank')
  await open(page, `${buildOrigin('de')}/login/#/claims-and-spending`)
  await expect(locateHeading(page)).toHaveText('Reclamaciones y gastos')
  await expect(main(page)).toContainText('Usted debe')
  await expectNoSidewaysScroll(page, 'claims and spending in Spanish on a phone')
  await region(page, 'Reclamaciones que puede pagar con una cuenta').getByRole('link').first().click()
  const card = region(page, 'Páguela con una cuenta')
  await expect(card).toContainText('HRA')
  await expect(card).toContainText('si lo permiten las reglas de su empleador')
  await expectUsable(page, 'a claim with its accounts in Spanish on a phone')
})

test('MP-10 a member sees the costs still expected this plan year, with the calculation and what is not known, at 320 px too; a retry recovers from a failure', async ({
  page,
  noise,
}) => {
  noise.allow(/spendingAccount\/v1\/outlook|net::ERR_FAILED/)
  await signIn(page, 'MEMBER01')
  await open(page, spending)
  const rest = region(page, 'The rest of your plan year')
  await expect(rest.getByText('likely still to come', { exact: true })).toBeVisible()
  const lines = rest.getByRole('region', { name: 'What is likely to come' }).getByRole('listitem')
  await expect(lines.filter({ hasText: 'Sitagliptin' })).toContainText(
    /refills? of 30 days.*The fill of .* cost \$45\.00/,
  )
  await expect(lines.filter({ hasText: 'Albuterol' })).toContainText('The out-of-pocket maximum is met')
  const limits = rest.getByRole('region', { name: 'What is left of the limits' })
  await expect(limits).toContainText(
    /\$[\d,]+ used so far, about \$[\d,]+ likely to come, \$[\d,]+ left then, of \$[\d,]+/,
  )
  const sums = rest.getByRole('region', { name: 'How we added it up' })
  await expect(sums.getByRole('listitem').first()).toContainText('Everything added up')
  await expect(sums).toContainText('Above the out-of-pocket maximum')
  await expect(sums).toContainText(/FSA ending in 0722: \$[\d,]+\.\d\d/)
  await expectUsable(page, 'year outlook')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page, 'year outlook on a small phone')
  await page.route('**/spendingAccount/v1/outlook*', (route) => route.abort())
  await page.reload()
  await waitForHydration(page)
  const alert = rest.getByRole('alert')
  await expect(alert).toBeVisible()
  await page.unroute('**/spendingAccount/v1/outlook*')
  await rest.getByRole('button', { name: /try again/i }).press('Enter')
  await expect(lines.first()).toBeVisible()
})

test('MP-10 if the plan has no accounts, the rest of the plan year shows anyway, on a phone in Spanish', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'TWOGROUPS')
  await page.context().addCookies([{ name: 'language', value: 'es', url: buildOrigin('hmbcbs') }])
  await page.goto('about:blank')
  await open(page, spending)
  const rest = region(page, 'Lo que queda de su año del plan')
  await expect(rest).toContainText('chequeos y vacunas que le tocan')
  await expect(rest).toContainText('No sabemos de ninguna cuenta a su nombre que pueda pagar atención médica.')
  await expectUsable(page, 'year outlook in Spanish on a phone')
})
