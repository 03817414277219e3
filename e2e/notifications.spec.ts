import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@portico/rules/languages/list'
import {
  buildOrigin,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  open,
  signIn,
  tabTo,
  test,
  waitForHydration,
} from './support.ts'

test('RG-3 e-mails and their language are chosen with the keyboard, and the choice is kept', async ({ page }) => {
  await signIn(page, 'MEMBERMN', buildOrigin('mincr'))
  await open(page, `${buildOrigin('mincr')}/mbr/#!/account`)
  await page.getByRole('navigation', { name: 'Account settings' }).getByRole('link', { name: 'Notifications' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications')
  const main = page.getByRole('main')
  await expect(main).toContainText('We write to membermn@mail.example.')
  const box = main.getByRole('checkbox', { name: 'Tell me when I get a message from customer service' })
  await expect(box).toBeChecked()
  await expectAccessible(page, 'notification choices')
  await tabTo(page, box)
  await page.keyboard.press('Space')
  await tabTo(page, main.getByLabel('Language of your e-mails'))
  // The next language with this letter, after English.
  await page.keyboard.press('e')
  await tabTo(page, main.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(main.getByRole('status')).toContainText('Your choices are saved.')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, 'notification choices')
  await page.reload()
  await waitForHydration(page)
  await expect(box).not.toBeChecked()
  await expect(main.getByLabel('Language of your e-mails')).toHaveValue('es')
})

test('MC-6 the gallery shows every e-mail in the brand of the page, in a frame where nothing runs', async ({
  page,
}) => {
  await open(page, `${buildOrigin('ndbcbs')}/login/#/gallery`)
  const section = page.getByRole('region', { name: 'E-mails' })
  const [texts, spanish] = ['en', 'es'].map((language) =>
    JSON.parse(readFileSync(join(import.meta.dirname, `../server/src/mailing/email/texts/${language}.json`), 'utf8')),
  )
  const written = Object.keys(texts).filter((key) => key.endsWith('.subject'))
  const offered = written.map((key) => key.replace('.subject', ''))
  await expect(section.getByLabel('E-mail').getByRole('option')).toHaveText(offered)
  const heading = section.locator('iframe').contentFrame().getByRole('heading', { level: 1 })
  // Matches any value in the placeholders.
  const toPattern = (text: string) => (text.includes('{') ? new RegExp(text.replace(/\{\w+\}/g, '.+')) : text)
  for (const name of [offered.at(-2), offered.at(-1)] as string[]) {
    await section.getByLabel('E-mail').selectOption(name)
    await expect(heading).toHaveText(toPattern(texts[`${name}.heading`]))
  }
  await section.getByLabel('Language').selectOption('es')
  await expect(heading).toHaveText(spanish[`${offered.at(-1)}.heading`])
  expect(readdirSync(join(import.meta.dirname, '../server/src/mailing/email/texts')).sort()).toEqual(
    languages.map((code) => `${code}.json`).toSorted(),
  )
})
