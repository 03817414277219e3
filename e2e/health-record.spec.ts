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
  await expect(page.getByText('Your doctor’s record is fuller')).toBeVisible()
  await expect(page.getByText('Your plan holds no health records for this person.')).toBeVisible()
  await expectUsable(page, 'an empty health record')
  await page.route('**/health-record/v1/entries', async (route) => {
    const person = { memberId: '0197f7a0-0000-7000-8000-000000000001', firstName: 'Mayte', lastName: 'Escobar' }
    const entry = { person, state: 'final', flag: null, isSevere: false, by: null, sensitive: false, range: null }
    const entries = [
      {
        ...{ ...entry, entryId: '0197f7a0-0000-7000-8000-0000000000e1', kind: 'result', name: 'Hemoglobin A1c' },
        ...{ day: '2026-03-02', value: '6.1 %', range: '4 % – 5.6 %', flag: 'high', by: 'Corner Laboratory' },
      },
      {
        ...{ ...entry, entryId: '0197f7a0-0000-7000-8000-0000000000e2', kind: 'allergy', name: 'Peanuts' },
        ...{ day: '2019', value: 'Hives', state: 'active', isSevere: true, sensitive: true },
      },
    ]
    const payload = { people: [person], entries, more: [], asOf: '2026-03-03T10:00:00Z' }
    await route.fulfill({ json: { baseMessage: {}, payload, errors: [] } })
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Hemoglobin A1c' })).toBeVisible()
  await expect(page.getByText('March 2, 2026 · Recorded by Corner Laboratory')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Only you see these' })).toBeVisible()
  await expectUsable(page, 'a health record')
  await page.getByRole('button', { name: 'Print' }).focus()
  await expect(page.getByRole('button', { name: 'Print' })).toBeFocused()

  await page.setViewportSize({ width: 320, height: 700 })
  await page.context().addCookies([{ name: 'language', value: 'es', url: origin }])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registro de salud')
  await expect(page.getByText('Puede ser grave')).toBeVisible()
  await expectAccessible(page, 'a health record in Spanish')
  await expectNoSidewaysScroll(page, 'a health record at 320 px')
})

test('OS-1 Home and the search lead to the health record', async ({ page }) => {
  const origin = buildOrigin('hmbcbs')
  await signIn(page, 'MEMBER01', origin)
  await open(page, `${origin}/`)
  await page.getByRole('link', { name: 'Health record' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Health record')
})
