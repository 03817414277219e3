import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { buildOrigin, expect, expectUsable, open, signIn, tabTo, test } from './support.ts'

const main = (page: Page) => page.getByRole('main')
const card = (page: Page, name: string | RegExp) => main(page).getByRole('region', { name, exact: true })
const rows = (page: Page) => main(page).getByRole('table').locator('tbody tr:has(td)')
const coverage = '/login/#/coverage'

test('MP-12 MP-1 a member reads what their plan pays, finds a benefit by plain words, and saves their card', async ({
  page,
}) => {
  await signIn(page, 'MEMBER01')
  await open(page, `${buildOrigin('hmbcbs')}/mbr/`)
  await page.getByRole('navigation').getByRole('link', { name: 'Coverage' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coverage')
  await expect(card(page, 'PPO Blue 1500')).toContainText('Ines Escobar')
  await expect(card(page, 'Your plan year so far')).toContainText('Each person has their own limit inside the family’s')
  await expect(card(page, 'Your plan year so far')).toContainText('Counted from the claims that we had')
  await expect(main(page).getByRole('meter', { name: 'Deductible, In network, Your family' })).toHaveAttribute(
    'aria-valuetext',
    /of \$3,000$/,
  )
  await expectUsable(page, 'coverage')

  await expect(rows(page).first()).toBeVisible()
  const all = await rows(page).count()
  await tabTo(page, main(page).getByRole('searchbox'))
  await page.keyboard.type('xray')
  await expect(rows(page)).not.toHaveCount(all)
  await expect(rows(page).first()).toContainText(/X-rays|Imaging/)
  // The words of a search reveal health information, so they never leave the page.
  expect(page.url()).not.toContain('xray')
  await main(page).getByRole('searchbox').fill('urgent care')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('$60')
  // Words that need immediate help are answered on the device: no request has any of them, in its address or its body.
  const sent: string[] = []
  page.on('request', (request) => sent.push(decodeURIComponent(`${request.url()} ${request.postData() ?? ''}`)))
  await main(page).getByRole('searchbox').fill('I want to kill myself')
  await expect(main(page).getByRole('alert')).toContainText('Call 988')
  await expect(main(page).getByRole('alert').getByRole('link', { name: 'text 988' })).toHaveAttribute('href', 'sms:988')
  const nurses = main(page).getByRole('alert').getByText('You can also call our nurse line:')
  await expect(nurses).toContainText('1-800-555-0181')
  await expect(nurses).toContainText('24 hours a day, 7 days a week')
  await expect(rows(page)).toHaveCount(0)
  await main(page).getByRole('searchbox').fill('urgent care')
  await expect(main(page).getByRole('alert')).toHaveCount(0)
  // Measurements are sent when the page is left; the last request is the test's own, so that there is at least one.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.evaluate(async () => void (await fetch('/version')))
  await expect.poll(() => sent.at(-1)).toContain('/version')
  expect(sent.filter((one) => /kill|myself/i.test(one))).toEqual([])
  await main(page).getByRole('searchbox').fill('zzz')
  await main(page).getByRole('button', { name: 'Show all benefits' }).press('Enter')
  await expect(rows(page)).toHaveCount(all)

  await main(page).getByLabel('Which card').selectOption({ label: 'Drug card of Ines' })
  await expect(main(page).getByRole('group', { name: 'Front of the card' })).toContainText('Ines Escobar')
  const saved = page.waitForEvent('download')
  await main(page).getByRole('button', { name: 'Save front as picture' }).press('Enter')
  const bytes = await readFile(await (await saved).path())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')

  await main(page)
    .getByRole('button', { name: /Dental Choice/ })
    .press('Enter')
  await expect(card(page, 'Dental Choice')).toContainText('in effect')
  await expect(rows(page).first()).toContainText('Dental cleaning and exam')
})

test('MP-12 a single limit for the whole family says so, in Spanish on a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'HSAFAM01')
  await page.context().addCookies([
    { name: 'language', value: 'es', url: buildOrigin('hmbcbs') },
    { name: 'fontSize', value: 'largest', url: buildOrigin('hmbcbs') },
  ])
  await open(page, coverage)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cobertura')
  await expect(card(page, 'Su año del plan hasta hoy')).toContainText('La familia comparte un solo límite')
  await expect(card(page, 'Blue HSA 3200')).toContainText('Iris Whitfield')
  await expect(rows(page).first()).toContainText('Dentro de la red')
  await expectUsable(page, 'coverage in Spanish on a small phone')
})

test('MP-12 MP-13 HT-4 the page says what a plan has not sent, what is to come and what is over, and a failed request can be tried again', async ({
  page,
  noise,
}) => {
  // From the coverage that does not load, and from the people who were signed in before.
  noise.allow(/500|stored session is stale/)
  /** Another person signs in in the same browser. */
  const becomes = async (loginId: string) => {
    await page.goto('about:blank')
    await signIn(page, loginId)
    await open(page, `${coverage}?plan=1`)
  }
  await signIn(page, 'MAILBOX1')
  await open(page, coverage)
  await expect(card(page, 'What your plan pays')).toContainText('Benefits are not loaded yet')
  await expect(card(page, 'Your plan year so far')).toContainText('These amounts are not loaded yet')
  await expect(main(page).getByRole('meter')).toHaveCount(0)
  await expectUsable(page, 'coverage without data')

  await becomes('TWOGROUPS')
  await expect(card(page, 'Individual Dental')).toContainText('once your plan has your first payment')
  await expect(card(page, 'ID cards')).toContainText('You can use this card once your plan has your first payment.')
  await card(page, 'Individual Dental').getByRole('link', { name: 'Pay your first premium' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay Premium')
  await expect(card(page, 'Individual Dental')).toContainText('Paid throughNot known')

  await becomes('MEMBERID')
  await expect(main(page).getByRole('heading', { name: 'Past coverage' })).toBeVisible()
  await expect(card(page, 'Sawtooth PPO 1500')).toContainText('Your coverage ended on December 31')

  await page.route('**/coverage/v1/benefits', (route) => route.fulfill({ status: 500, body: '{}' }))
  await becomes('MEMBER02')
  await expect(main(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/coverage/v1/benefits')
  await main(page).getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'Other insurance')).toContainText('Medicare')
  await expect(card(page, 'Other insurance')).toContainText('Pays after this plan')
})
