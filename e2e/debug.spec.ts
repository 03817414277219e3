import { expect, expectAccessible, expectNoSidewaysScroll, open, signIn, tabTo, test } from './support.ts'

test('EN-5 showConsole shows the console’s lines since the page began, and no payload', async ({
  page,
  noise,
  context,
}) => {
  noise.allow(/^console\.|^page error: oops/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, '/login/?showConsole=true&q=%25%25')
  const panel = page.getByRole('complementary', { name: 'Debug console' })
  const lines = panel.getByRole('listitem')
  // Logged before the page ran.
  await expect(lines).toHaveText([/error · sign-in\s*query parameter q ignored: not-base64/])

  await page.evaluate(() => {
    console.log('hello', 7)
    console.warn('answer:', { diagnosis: 'flu' })
    setTimeout(() => {
      throw new Error('oops')
    })
  })
  await expect(lines).toHaveText([/q ignored/, /hello 7/, /answer: \[Object\]/, /Uncaught Error: oops/])
  await expect(panel).not.toContainText('flu')
  await expect(panel.getByRole('heading', { name: 'Timings' })).toHaveCount(0)
  await expectAccessible(page, 'the debug console')

  await panel.getByLabel('Errors (2)').uncheck()
  await expect(lines).toHaveText([/hello 7/, /answer/])
  await panel.getByRole('button', { name: 'Copy' }).click()
  await expect(panel.getByRole('status')).toHaveText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^\d+\tlog\tsign-in\thello 7\n\d+\twarn\tsign-in\tanswer: \[Object\]$/,
  )
  await panel.getByRole('button', { name: 'Clear' }).click()
  await expect(panel).toContainText('Nothing to show')

  await page.keyboard.press('Escape')
  const show = panel.getByRole('button', { name: 'Show' })
  await expect(show).toBeFocused()
  await expect(show).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Nothing to show')).toBeVisible()
  await tabTo(page, panel.getByLabel('View'))

  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, 'the debug console')
})

test('EN-5 consoleToView shows one level, or the lines of one view', async ({ page, noise }) => {
  noise.allow(/^console\./)
  const lines = page.getByRole('complementary', { name: 'Debug console' }).getByRole('listitem')
  const say = () =>
    page.evaluate(() => {
      console.log('a log')
      console.warn('a warning')
    })
  await open(page, '/login/?consoleToView=warn')
  await say()
  await expect(lines).toHaveText([/a warning/])
  await open(page, '/login/?consoleToView=accessibility')
  await say()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Accessibility' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Accessibility')
  await say()
  await expect(lines).toHaveText([/log · accessibility\s*a log/, /warning · accessibility\s*a warning/])
})

test('EN-5 profiling shows how long the page, its views and its calls took', async ({ page }) => {
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/?profiling=true')
  const panel = page.getByRole('complementary', { name: 'Debug console' })
  const row = (name: string) => panel.getByRole('row', { name })
  for (const name of ['First byte of the page', 'Document ready', 'Hydration']) {
    await expect(row(name).first()).toContainText(/\d ms/)
  }
  await page.locator('main a[href="/msg/#!/message-center"]').first().click()
  await expect(row('View message-center/message-center-view')).toContainText(/\d ms/)
  await page
    .getByRole('link', { name: /Your claim question/ })
    .first()
    .click()
  await expect(row('openMessage')).toContainText(/200.*\d ms/)
  await expect(panel).not.toContainText('/rbsmbl')
  await expect(panel.getByRole('list')).toHaveCount(0)
})
