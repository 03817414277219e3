import type { Page } from '@playwright/test'
import { brand, foreignMarks } from '../server/test/brand-records.ts'
import { buildOrigin, expect, open, submitSignIn, test, waitForHydration } from './support.ts'

/** Checks that the page shows its brand, in its color, and nothing of another. */
async function expectBrand(page: Page, code: string, heading: string | RegExp) {
  const one = brand(code)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expect(page).toHaveTitle(new RegExp(` - ${one.name}$`))
  await expect(page.locator('html')).toHaveAttribute('data-brand', code)
  const home = page.getByRole('banner').getByRole('link', { name: `${one.name}, home` })
  await expect(home).toContainText(one.name)
  const logo = home.getByRole('img', { includeHidden: true }).or(home.locator('img'))
  await expect(logo.first()).toHaveAttribute('src', new RegExp(`^/brand/${code}/`))
  await expect
    .poll(() => logo.first().evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0)
  const primary = () => getComputedStyle(document.documentElement).getPropertyValue('--brand-primary').trim()
  expect(await page.evaluate(primary)).toBe(one.look.primary)
  expect(foreignMarks(await page.content(), code), `document of ${heading}`).toEqual([])
}

// `every-brand.pg.test.ts` tests what the server sends for each brand.
test("SI-4 BR-12 BR-13 someone who signs in at another brand's portal gets their own plan's, in every view, and nothing of the other", async ({
  page,
  context,
}) => {
  await open(page, `${buildOrigin('hmbcbs')}/`)
  await expectBrand(page, 'hmbcbs', 'Sign in')
  await submitSignIn(page, 'MEMBERND')
  await expect(page.locator('html')).toHaveAttribute('data-brand', 'ndbcbs')
  await waitForHydration(page)
  await expectBrand(page, 'ndbcbs', /^Good /)
  const cookies = await context.cookies()
  expect(cookies.find(({ name }) => name === 'brand')?.value).toBe('ndbcbs')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Language Assistance', exact: true }).click()
  await expectBrand(page, 'ndbcbs', 'Language Assistance')
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Message Center/ })
    .click()
  await expectBrand(page, 'ndbcbs', 'Message Center')
})
