import { expect, expectAccessible, expectNoSidewaysScroll, open, port, resize, signIn, tabTo, test } from './support.ts'

const staff = `http://staff.hmbcbs.localhost:${port}`

test('LG-4 a reader reads a language beside English by area, marks it by keyboard, and reports a text', async ({
  page,
}) => {
  await signIn(page, 'ADMIN001', staff)
  // Marks are the brand's: each of several at the same time has one of its own.
  const brand = ['wi', 'fl', 'de', 'az'][test.info().parallelIndex % 4]
  await open(page, `${staff}/msg/#!/content/languages?brand=${brand}&language=ar`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Translations')
  const card = page.getByRole('region', { name: /Arabic/ })
  await expect(card).toContainText(/\d of [\d,]+ texts read/)
  await expect(card).toContainText('translated by machine, checked by no one yet')
  await expect(card).toContainText('once every text is read')
  await expect(card.getByRole('button')).toHaveCount(0)

  await page.getByLabel('Area', { exact: true }).selectOption('map')
  const rows = page.getByRole('listitem').filter({ has: page.locator('p[lang="ar"][dir="rtl"]') })
  await expect(rows.first()).toContainText('Not read')
  await tabTo(page, page.getByRole('button', { name: 'Mark this area as read' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Map: marked as read.')).toBeVisible()
  await expect(page.getByLabel('Area', { exact: true })).toContainText(/Map: (\d+) of \1 read/)
  await expectAccessible(page, 'translations')

  const report = rows.first().getByRole('button', { name: /^Report: / })
  await report.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report a text' })
  await dialog.getByRole('textbox', { name: 'What is wrong' }).press('Enter')
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/3 to 500/)
  await dialog.getByRole('textbox').fill('Says the opposite')
  await expectAccessible(page, 'reporting a text')
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(rows.first()).toContainText('Says the opposite')
  await expect(card).toContainText('1 text is reported as wrong.')
  await expect(report).toBeFocused()

  await page.getByRole('searchbox', { name: 'Find texts' }).fill('no such words at all')
  await expect(page.getByText('No text is found.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find texts' }).fill('')
  await resize(page, { width: 320, height: 800 })
  await expectNoSidewaysScroll(page, 'translations on a small phone')
  await rows
    .first()
    .getByRole('button', { name: /^Read: / })
    .click()
  await expect(card).not.toContainText('1 text is reported')
  await page.getByRole('button', { name: 'Have this area read again' }).click()
  await expect(rows.first()).toContainText('Not read')
})
