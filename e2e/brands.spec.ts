import type { Page } from '@playwright/test'
import { brand, foreignMarks } from './brand-records.ts'
import { ask, expect, hydrated, open, originOf, port, signIn, submitSignIn, test } from './support.ts'

/** Checks that the page shows its brand. */
async function expectBrand(page: Page, code: string) {
  const one = brand(code)
  await expect(page).toHaveTitle(new RegExp(` - ${one.name}$`))
  await expect(page.locator('html')).toHaveAttribute('data-brand', code)
  const home = page.getByRole('banner').getByRole('link', { name: `${one.name}, home` })
  await expect(home).toContainText(one.name)
  const logo = home.getByRole('img', { includeHidden: true }).or(home.locator('img'))
  await expect(logo.first()).toHaveAttribute('src', new RegExp(`^/brand/${code}/`))
  await expect
    .poll(() => logo.first().evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0)
}

async function primaryOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand-primary').trim())
}

test('BR-10 a brand without a phone shows the default text, never its braces', async ({ page }) => {
  await open(page, `${originOf('default')}/`)
  expect(brand('default').customerServicePhoneNumber).toBeNull()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /^1-800-555-01\d\d$/ })).toBeVisible()
  expect(await page.locator('body > #root').textContent()).not.toMatch(/[{}]/)
})

for (const { login, phone } of [
  { login: 'MEMBERND', phone: brand('ndbcbs').customerServiceNumber },
  { login: 'MEDICAIDND', phone: brand('ndbcbs').medicaidServiceNumber },
]) {
  test(`BR-10 ${login} of North Dakota is told the number for their group`, async ({ page }) => {
    const origin = originOf('ndbcbs')
    await signIn(page, login, origin)
    await open(page, `${origin}/mbr/`)
    await expect(page.getByRole('contentinfo')).toContainText(phone ?? 'a number')
    await expect(page.getByRole('contentinfo')).not.toContainText(brand('ndbcbs').customerServicePhoneNumber ?? '')
  })
}

test('BR-9 West Virginia is not shown as accredited and its Medicare pages are at the benefits home', async ({
  page,
}) => {
  const origin = `http://secure-tenv2.ms.localhost:${port}`
  await open(page, `${origin}/`)
  await expectBrand(page, 'ms')
  await expect(page.getByText('URAC')).toHaveCount(0)
  const state = await page.locator('#portico-state').textContent()
  expect(JSON.parse(state ?? '{}').brand).toMatchObject({ uracAccredited: false })
  expect(JSON.parse(state ?? '{}').brand.links.medicare).toContain('benefits-home')
})

/** The footer's names for the notices in other languages. */
const languageHelp = /^(Free language help|Language Assistance)$/

const brandMembers = [
  { login: 'MEMBER01', code: 'hmbcbs' },
  { login: 'MEMBERND', code: 'ndbcbs' },
  { login: 'MEMBERMN', code: 'mincr' },
  { login: 'MEMBERWY', code: 'wybcbs' },
  { login: 'MEMBERWV', code: 'ms' },
  { login: 'MEMBERDE', code: 'de' },
  { login: 'MEMBERID', code: 'idh' },
]

for (const { login, code } of brandMembers) {
  test(`BR-12 BR-13 a member of ${code} sees nothing of another brand`, async ({ page }) => {
    const origin = originOf(code)
    await signIn(page, login, origin)
    const cookie = (await page.context().cookies(origin)).map(({ name, value }) => `${name}=${value}`).join('; ')
    for (const path of ['/mbr/', '/msg/', '/login/']) {
      const { body } = await ask({ origin, path, headers: { cookie, accept: 'text/html' } })
      expect(foreignMarks(body, code), `HTML of ${path}`).toEqual([])
    }
    const expectOwn = async (heading: string | RegExp) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expectBrand(page, code)
      expect(await primaryOf(page)).toBe(brand(code).look.primary)
      expect(foreignMarks(await page.content(), code), `document of ${heading}`).toEqual([])
    }
    await open(page, `${origin}/mbr/#!/landing`)
    await expectOwn(/^Good /)
    await page.getByRole('contentinfo').getByRole('link', { name: languageHelp }).click()
    await expectOwn('Language Assistance')
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Message Center/ })
      .click()
    await expectOwn('Message Center')
  })
}

test("SI-4 BR-12 whoever signs in at another brand's portal gets their own plan's", async ({ page, context }) => {
  await open(page, `${originOf('hmbcbs')}/`)
  await expectBrand(page, 'hmbcbs')
  await submitSignIn(page, 'MEMBERND')
  await expect(page.locator('html')).toHaveAttribute('data-brand', 'ndbcbs')
  await hydrated(page)
  await expectBrand(page, 'ndbcbs')
  expect(await primaryOf(page)).toBe(brand('ndbcbs').look.primary)
  expect(foreignMarks(await page.content(), 'ndbcbs')).toEqual([])
  const cookies = await context.cookies()
  expect(cookies.find(({ name }) => name === 'brand')?.value).toBe('ndbcbs')
})
