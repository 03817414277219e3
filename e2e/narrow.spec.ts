import type { Page } from '@playwright/test'
import { buildOrigin, expect, expectNoSidewaysScroll, open, openWhole, port, signIn, test } from './support.ts'

const staff = `http://staff.hmbcbs.localhost:${port}`
const producer = `http://producer.hmbcbs.localhost:${port}`

async function begin(page: Page, origin: string, language: string) {
  await page.setViewportSize({ width: 320, height: 640 })
  const cookies = Object.entries({ language, fontSize: 'largest' })
  await page.context().addCookies(cookies.map(([name, value]) => ({ name, value, url: origin })))
}

/** Opens each address in turn: nothing may need sideways scrolling, in either direction of writing. */
async function expectEachFits(page: Page, origin: string, addresses: readonly string[]) {
  for (const address of addresses) {
    // With only another hash, the previous screen would stay in place for a moment.
    await page.goto('about:blank')
    await openWhole(page, `${origin}${address}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const dir of ['ltr', 'rtl']) {
      await page.evaluate((to) => Object.assign(document.documentElement, { dir: to }), dir)
      await expectNoSidewaysScroll(page, `${address}, ${dir}`)
    }
  }
}

test('SH-1 HD-7 LG-4 every tab of the shops fits 320 px in the largest text, right to left too', async ({ page }) => {
  const origin = buildOrigin('hmbcbs')
  await begin(page, origin, 'es')
  const own = ['', 'plans/dental', 'plans/vision', 'compare', 'cart', 'application', 'propose']
  await expectEachFits(page, origin, [
    ...own.map((part) => `/shop/#/${part}`),
    ...['', 'plans/medigap', 'plans/part-d', 'cart'].map((part) => `/medicare/#/${part}`),
  ])
  // All the tabs themselves are in the menu.
  await open(page, `${origin}/shop/`)
  await page.getByRole('banner').getByRole('button', { name: /^Menú/ }).click()
  for (const name of ['Planes', 'Dental', 'De la vista', 'Medicare'])
    await expect(page.getByRole('banner').getByRole('link', { name, exact: true })).toBeVisible()
  await page.evaluate(() => Object.assign(document.documentElement, { dir: 'rtl' }))
  await expectNoSidewaysScroll(page, 'the menu, right to left')
})

test('MC-6 AD-3 HD-7 the desk and administration fit 320 px in the largest text, right to left too', async ({
  page,
  newVisitor,
}) => {
  await begin(page, staff, 'es')
  await signIn(page, 'INTERNAL1', staff)
  await expectEachFits(page, staff, ['/', '/msg/#!/workspace', '/msg/#!/workspace/leads', '/msg/#!/workspace/figures'])
  await open(page, `${staff}/msg/#!/workspace`)
  await page.getByRole('button', { name: 'Transferir varias' }).click()
  await expectNoSidewaysScroll(page, 'handing over several')
  await page.locator('[data-work-list]').getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Enviar y resolver' })).toBeVisible()
  await expectNoSidewaysScroll(page, 'a conversation')
  const admin = await newVisitor()
  await begin(admin, staff, 'es')
  await signIn(admin, 'ADMIN001', staff)
  const parts = ['people', 'accounts', 'provisioning', 'apps', 'connections', 'data', 'log', 'running', 'reports']
  await expectEachFits(admin, staff, [...parts.map((part) => `/msg/#!/administration/${part}`), '/msg/#!/settings'])
})

test('AG-1 HD-7 the parts of agents fit 320 px in the largest text, right to left too', async ({ page }) => {
  await begin(page, producer, 'es')
  await signIn(page, 'AGENCYADM', producer)
  const parts = ['', '/leads', '/clients', '/proposals', '/agents', '/figures', '/credentials', '/preferences']
  await expectEachFits(
    page,
    producer,
    parts.map((part) => `/mbr/#!/producer${part}`),
  )
})
