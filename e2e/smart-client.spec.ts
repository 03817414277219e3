import { withFirefox } from './firefox.ts'
import { startSmartApp } from './smart-client.ts'
import { buildOrigin, expect, isHydrated, open, password, submitSignIn, test, waitForHydration } from './support.ts'

const brand = 'idh'
const origin = buildOrigin(brand)

test('OS-34 OS-32 an app with the page build of fhirclient starts by itself, then opens from the connected apps, each time through the consent screen', async ({
  page,
}) => {
  test.slow()
  const name = 'Claims of strangers'
  using app = await startSmartApp(brand, name)
  await page.goto(app.address)
  await submitSignIn(page, 'MEMBERID')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(`Connect ${name}?`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(heading).toHaveText(/^Koepp: [1-9]\d* claims$/)
  await expect(page.locator('body')).toHaveAttribute('data-patient', 'true')

  await open(page, `${origin}/mbr/#!/account/apps`)
  await page.getByRole('button', { name: `Open ${name}` }).click()
  await expect(heading).toHaveText(`Connect ${name}?`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(heading).toHaveText(/^Koepp: [1-9]\d* claims$/)
  await expect(page.locator('body')).toHaveAttribute('data-patient', 'true')
})

test('OS-34 OS-32 the same app in Firefox', async () => {
  test.slow()
  using app = await startSmartApp(brand, 'Claims in Firefox')
  await withFirefox(async (page) => {
    await page.goto(app.address)
    await page.waitForFunction(isHydrated)
    await page.locator('#loginId').fill('MEMBERID')
    await page.locator('#password').fill(password)
    await page.locator('main form button[type="submit"]').click()
    await page.locator('::-p-text(Connect Claims in Firefox?)').wait()
    await page.waitForFunction(isHydrated)
    await page.locator('main ::-p-text(Allow)').wait()
    await page.locator('main button::-p-text(Allow)').click()
    await page.waitForFunction(() => document.body.dataset.patient === 'true')
    expect(await page.$eval('h1', (heading) => heading.textContent)).toMatch(/^Koepp: [1-9]\d* claims$/)
  })
})
