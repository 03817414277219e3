import type { Page } from '@playwright/test'
import { brand, foreignMarks } from './brand-records.ts'
import { expect, hydrated, open, originOf, port, signIn, submitSignIn, test } from './support.ts'

/** What the page shows of its brand. */
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
    for (const path of ['/mbr/#!/landing', '/msg/#!/message-center', '/login/#/meaningful-access']) {
      const answer = await page.goto(`${origin}${path}`)
      if (answer) expect(foreignMarks(await answer.text(), code), `HTML of ${path}`).toEqual([])
      await hydrated(page)
      await expectBrand(page, code)
      expect(await primaryOf(page)).toBe(brand(code).look.primary)
      expect(foreignMarks(await page.content(), code), `document of ${path}`).toEqual([])
    }
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

async function expectResolved(page: Page, address: string, code: string) {
  await page.goto(address)
  await expectBrand(page, code)
}

test.describe('which brand it is', () => {
  test.use({ javaScriptEnabled: false })

  test('BR-1 BR-2 BR-3 defBrand is read in any case, aliases resolve, an unknown code is passed over', async ({
    page,
    context,
  }) => {
    const expected = {
      MS: 'ms',
      HighmarkBcbsWV: 'ms',
      HMBCBSWV: 'ms',
      PBS: 'hbs',
      hbs: 'hbs',
      HMBS: 'hbs',
      DE: 'de',
      HMBCBSDE: 'de',
      '6011': 'ndbcbs',
      '6012': 'wybcbs',
      MiNcR: 'mincr',
      'no-such-brand': 'default',
      constructor: 'default',
    }
    const seen: Record<string, string | null> = {}
    for (const asked of Object.keys(expected)) {
      await context.clearCookies()
      await page.goto(`http://localhost:${port}/?defBrand=${asked}`)
      seen[asked] = await page.locator('html').getAttribute('data-brand')
    }
    expect(seen).toEqual(expected)
  })

  test('BR-1 the cookie goes before defBrand, defBrand before the zip code, the zip code before the host', async ({
    page,
    context,
  }) => {
    const origin = originOf('az')
    const zip = 'zipCode=58102'
    await expectResolved(page, `${origin}/`, 'az')
    await context.clearCookies()
    await expectResolved(page, `${origin}/?${zip}`, 'ndbcbs')
    await context.clearCookies()
    await expectResolved(page, `${origin}/?${zip}&defBrand=idh`, 'idh')
    await context.clearCookies()
    await context.addCookies([{ name: 'brand', value: 'FL', url: origin }])
    await expectResolved(page, `${origin}/?${zip}&defBrand=idh`, 'fl')
  })

  test('BR-1 BR-2 BR-4 a cookie that names no brand is passed over, be it brand or ddToken', async ({
    page,
    context,
  }) => {
    const origin = originOf('idh')
    for (const [name, value] of [
      ['brand', 'nonsense'],
      ['brand', '%E0%A4%A'],
      ['ddToken', '!!!'],
      ['ddToken', Buffer.from('999').toString('base64')],
    ] as const) {
      await context.clearCookies()
      await context.addCookies([{ name, value, url: origin }])
      await expectResolved(page, `${origin}/`, 'idh')
    }
  })

  test('BR-4 BR-6 ddToken means a brand by the host', async ({ page, context }) => {
    for (const [host, number, code] of [
      ['secure.highmark.localhost', 1, 'hmbcbs'],
      ['secure.highmark.localhost', 3, 'hbs'],
      ['secure.highmark.localhost', 7, 'ms'],
      ['secure.highmark.localhost', 18, 'de'],
      ['secure.salesplatform.localhost', 14, 'mincr'],
      ['secure.ccstpaonline.localhost', 14, 'ccs'],
      ['secure.bluelinktpamnonline.localhost', 14, 'bl'],
      ['secure.bcbsndportals.localhost', 16, 'ndbcbs'],
      ['secure.yourwyoblue.localhost', 17, 'wybcbs'],
    ] as const) {
      const origin = `http://${host}:${port}`
      await context.clearCookies()
      await context.addCookies([
        { name: 'ddToken', value: Buffer.from(String(number)).toString('base64'), url: origin },
      ])
      await expectResolved(page, `${origin}/`, code)
    }
  })

  test('BR-5 BR-12 a resolved brand leaves its cookies', async ({ page, context }) => {
    const left = async () =>
      Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, decodeURIComponent(value)]))
    await page.goto(`${originOf('ms')}/`)
    expect(await left()).toEqual({ brand: 'ms', umsBrand: 'HMBCBSWV', ddToken: btoa('7'), DDValue: '50' })
    await context.clearCookies()
    await page.goto(`${originOf('az')}/`)
    expect(await left()).toEqual({ brand: 'az', umsBrand: brand('az').sharedBrandCode })
  })
})
