import type { Page } from '@playwright/test'
import { buildOrigin, expect, expectUsable, needChromium, open, signIn, tabTo, test } from './support.ts'

const main = (page: Page) => page.getByRole('main')
const claims = (page: Page) =>
  main(page)
    .getByRole('list', { name: /^(Claims|Reclamaciones)$/ })
    .getByRole('listitem')
const locateHeading = (page: Page) => page.getByRole('heading', { level: 1 })
const list = '/login/#/claims/activitySummary'

test('MP-3 MP-4 a member finds a claim by keyboard, reads why they owe what they owe, and comes back to the same list', async ({
  page,
}) => {
  needChromium('to tell what a request holds')
  await signIn(page, 'MEMBER01')
  await open(page, list)
  await expect(locateHeading(page)).toHaveText('Claims')
  await expect(claims(page)).toHaveCount(10)
  await expectUsable(page, 'claims')

  await main(page).getByText('Filter', { exact: true }).click()
  await main(page).getByLabel('Status').selectOption('denied')
  await expect(page).toHaveURL(/state=denied/)
  await expect(claims(page).filter({ hasNotText: 'Denied' })).toHaveCount(0)
  const found = main(page).getByRole('status').first()
  await expect(found).toHaveText(/^[1-9] claims? found$/)
  const denied = Number.parseInt((await found.textContent()) ?? '', 10)
  await expect(claims(page)).toHaveCount(denied)
  // The words of a search reveal health information, so they must not be in an address.
  await main(page).getByRole('searchbox').fill('dermatology')
  await main(page).getByRole('searchbox').press('Enter')
  await expect(claims(page)).toHaveCount(1)
  expect(page.url()).not.toContain('dermatology')
  const asked = page.waitForRequest(/\/claims\/export$/)
  await main(page).getByRole('button', { name: 'Download (CSV)' }).press('Enter')
  expect((await asked).postDataJSON().payload).toMatchObject({ state: 'denied', q: 'dermatology' })
  await main(page).getByRole('searchbox').fill('')
  await expect(claims(page)).toHaveCount(denied)

  await main(page).getByLabel('Provider').selectOption('Lakeside Dermatology')
  await expect(claims(page)).toHaveCount(1)
  expect(page.url()).not.toContain('Lakeside')
  await main(page).getByRole('button', { name: 'Clear all filters' }).press('Enter')
  await expect(claims(page)).toHaveCount(10)
  await expect(main(page).getByText('Filter', { exact: true })).toBeFocused()
  await main(page).getByLabel('Status').selectOption('denied')
  await expect(claims(page)).toHaveCount(denied)

  await tabTo(page, claims(page).filter({ hasText: 'Lakeside Dermatology' }).getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(locateHeading(page)).toHaveText('Lakeside Dermatology')
  await expect(main(page)).toContainText('This is not a bill')
  await expect(main(page).getByRole('region', { name: 'Why your plan did not pay' })).toContainText(
    'Your plan does not cover this care.',
  )
  await expect(main(page)).toContainText('You can appeal through')
  // Nobody is asked to pay a denial from an account before they are told how to appeal it.
  await expect(
    main(page).locator('section:has(h2:text-is("You can appeal")) ~ section:has(h2:text-is("Pay it from an account"))'),
  ).toBeVisible()
  await main(page).getByRole('button', { name: 'Show codes, amounts and remarks by line' }).press('Enter')
  await expect(main(page).getByText('Code COS')).toBeVisible()
  await expectUsable(page, 'a denied claim')
  await main(page).getByRole('link', { name: 'All claims' }).click()
  await expect(claims(page)).toHaveCount(denied)
  await expect(page).toHaveURL(/state=denied/)
})

test('MP-8 a claim that was paid after an appeal says so first, in Spanish on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'MEMBER01')
  await page.context().addCookies([{ name: 'language', value: 'es', url: buildOrigin('hmbcbs') }])
  await open(page, `${list}?state=paid-on-appeal`)
  await expect(locateHeading(page)).toHaveText('Reclamaciones')
  await expectUsable(page, 'claims in Spanish on a phone')
  await claims(page).getByRole('link').click()
  await expect(locateHeading(page)).toHaveText('Keystone Medical Supply')
  await expect(main(page)).toContainText('Su plan cambió su decisión tras una apelación')
  await expectUsable(page, 'a claim in Spanish on a phone')
  await main(page).getByRole('link', { name: 'Abrir la primera decisión' }).click()
  await expect(main(page)).toContainText('Su plan tomó una nueva decisión sobre esta reclamación')
})

test('MP-6 MP-11 the browser’s own shortcut prints every claim, as the button does, a sheet printed otherwise says what it lacks, and no sheet is blank', async ({
  page,
}) => {
  needChromium('to show what it would print')
  await signIn(page, 'MEMBER01')
  await page.addInitScript(() => {
    window.print = () => {
      const rows = document.querySelector('main ul[aria-label="Claims"], main ol[aria-label="Claims"]')
      document.documentElement.dataset.printed = String(rows?.querySelectorAll(':scope > li').length)
    }
  })
  await open(page, list)
  const found = await page.getByText(/^\d+ claims found$/).textContent()
  const total = Number.parseInt(found ?? '', 10)
  expect(total).toBeGreaterThan(10)
  const part = page.getByText(`This sheet has 10 of ${total} claims.`)
  await expect(part).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(part).toBeVisible()
  // The width that a letter sheet leaves between usual margins, and its full width.
  for (const width of [720, 816]) {
    await page.setViewportSize({ width, height: 900 })
    const rows = await page
      .getByRole('list', { name: 'Claims' })
      .getByRole('listitem')
      .evaluateAll((all) =>
        all.map((row) => {
          const [own, what, state] = [row, row.children[1], row.lastElementChild?.firstElementChild].map((one) =>
            one?.getBoundingClientRect(),
          )
          return { oneLine: (state?.top ?? 0) < (what?.bottom ?? 0), within: (state?.right ?? 0) <= (own?.right ?? 0) }
        }),
      )
    expect(rows).toEqual(rows.map(() => ({ oneLine: true, within: true })))
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('ControlOrMeta+p')
  await expect(page.locator('html')).toHaveAttribute('data-printed', String(total))
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(part).toBeAttached()
  // There are more transactions than one call returns; and space below the last card could need another sheet.
  await page.emulateMedia({ media: 'print' })
  await open(page, '/spa/#/spendingSummary')
  await expect(page.getByText(/^This sheet has 10 of \d+ transactions\./)).toBeVisible()
  await expect(main(page).getByRole('combobox').last()).toBeHidden()
  await open(page, '/login/#/coverage')
  await expect(main(page).getByRole('group', { name: 'Front of the card' })).toBeVisible()
  await expect(main(page).getByLabel('Which card')).toBeHidden()
  await open(page, '/login/#/prescriptions')
  // The last card’s script comes last: until then, a loading indicator takes its place.
  await expect(page.getByRole('region', { name: 'What a drug costs you' })).toBeVisible()
  const measureBelow = () =>
    page.evaluate(() => {
      const cards = [...document.querySelectorAll('main section')].map((card) => card.getBoundingClientRect().bottom)
      return document.body.getBoundingClientRect().bottom - Math.max(...cards)
    })
  await expect.poll(measureBelow).toBeLessThan(8)
})
