import {
  buildOrigin,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectUsable,
  open,
  signIn,
  test,
} from './support.ts'

const address = '/login/#/health-record'

test('OS-1 the health record says what it is not, by keyboard, in English and on a small phone in Spanish', async ({
  page,
}) => {
  const origin = buildOrigin('hmbcbs')
  await signIn(page, 'MEMBER01', origin)
  await open(page, `${origin}${address}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Health record')
  await expect(page.getByText('This is not your full medical record')).toBeVisible()
  const results = page.getByRole('region', { name: 'Test results and measurements' })
  // Newest first.
  await expect(results.getByRole('listitem').filter({ hasText: 'Hemoglobin A1c' })).toContainText([
    /6\.9 %.*High.*Usual range: 4 % – 5\.6 %.*Recorded by Union Laboratory/,
    '7.4 %',
    '7.9 %',
  ])
  await expect(page.getByRole('region', { name: 'Conditions' })).not.toContainText('Anxiety')
  await expect(page.getByRole('region', { name: 'Only you see these' })).toContainText('Anxiety')
  await expectUsable(page, 'a health record')
  await page.getByRole('button', { name: 'Print' }).focus()
  await expect(page.getByRole('button', { name: 'Print' })).toBeFocused()

  await page.setViewportSize({ width: 320, height: 700 })
  await page.context().addCookies([{ name: 'language', value: 'es', url: origin }])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registro de salud')
  await expect(page.getByText('Puede ser grave').first()).toBeVisible()
  await expectAccessible(page, 'a health record in Spanish')
  await expectNoSidewaysScroll(page, 'a health record at 320 px')
})

test('OS-1 someone about whom the plan has no records sees that', async ({ page }) => {
  const origin = buildOrigin('hmbcbs')
  await signIn(page, 'MAILBOX1', origin)
  await open(page, `${origin}${address}`)
  await expect(page.getByText('Your plan holds no health records yet.')).toBeVisible()
  await expectUsable(page, 'an empty health record')
})

test('OS-1 Home and the search lead to the health record', async ({ page }) => {
  const origin = buildOrigin('hmbcbs')
  await signIn(page, 'MEMBER01', origin)
  await open(page, `${origin}/`)
  await page.getByRole('link', { name: 'Health record' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Health record')
})
