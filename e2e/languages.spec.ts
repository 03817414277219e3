import { randomUUID } from 'node:crypto'
import * as languages from '@portico/contract/calls/languages'
import { changeSetting, decideSetting } from '@portico/contract/calls/settings'
import { make } from '../server/test/call.ts'
import { signInClient } from '../server/test/client.ts'
import {
  buildOrigin,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  open,
  port,
  resize,
  signIn,
  tabTo,
  test,
} from './support.ts'

const staff = `http://staff.hmbcbs.localhost:${port}`

test('LG-4 a reader reads a language beside English by area, marks it by keyboard, and reports a text', async ({
  page,
}) => {
  await signIn(page, 'ADMIN001', staff)
  // Marks belong to the brand: each of several concurrent runs uses its own brand.
  const brand = ['fl', 'az', 'hz', 'neb'][test.info().parallelIndex % 4]
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
  await expect(page.getByText('No texts found.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find texts' }).fill('')
  await resize(page, { width: 320, height: 800 })
  await expectNoSidewaysScroll(page, 'translations on a small phone')
  await rows
    .first()
    .getByRole('button', { name: /^Mark as read: / })
    .click()
  await expect(card).not.toContainText('1 text is reported')
  await page.getByRole('button', { name: 'Mark this area as unread' }).click()
  await expect(rows.first()).toContainText('Not read')
})

test('LG-4 AD-2 a language read in full is approved by one person and confirmed by another by keyboard; the brand’s pages lose the line until the approval is withdrawn', async ({
  page,
  newVisitor,
}) => {
  const brand = 'de'
  const own = `http://127.0.0.1:${port}`
  const [first, second] = [await signInClient(own, 'ADMIN001'), await signInClient(own, 'ADMIN002')]
  const changeId = randomUUID()
  const params = { brand, key: 'LANGUAGES' } as const
  await make(first, changeSetting, {
    params,
    body: { changeId, basedOn: null, value: ['zh'], reason: 'For a journey' },
  })
  const decided = await make(second, decideSetting, { params, body: { waitingId: changeId, confirm: true } })
  expect(decided.status).toBe(200)
  const { body } = await make(first, languages.listLanguageReadings, { query: { brand } })
  const { version = '', areas = [] } = body.payload.languages.find(({ language }) => language === 'zh') ?? {}
  for (const { area } of areas) {
    const read = { brand, language: 'zh', version, area, ids: null, state: 'read', note: '' } as const
    expect((await make(first, languages.markLanguageTexts, { body: read })).status).toBe(200)
  }

  const address = `${staff}/msg/#!/content/languages?brand=${brand}&language=zh`
  await signIn(page, 'ADMIN001', staff)
  await open(page, address)
  const card = page.getByRole('region', { name: /Chinese/ })
  await tabTo(page, card.getByRole('button', { name: 'Approve this language' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Approve / })
  await dialog.getByRole('textbox', { name: 'Reason' }).press('Enter')
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/3 to 200/)
  await page.keyboard.type('Read in full')
  await expectAccessible(page, 'approving a language')
  await page.keyboard.press('Enter')
  await expect(card).toContainText('You approved it on')
  await expect(card.getByRole('button', { name: 'Confirm the approval' })).toHaveCount(0)

  const visitor = await newVisitor()
  const line = visitor.getByRole('note').filter({ hasText: 'checked by no one yet' })
  // A decision takes effect within seconds.
  const readPage = (shown: number) =>
    expect(async () => {
      await visitor.goto(`${buildOrigin('hmbcbs')}/login/?defBrand=${brand}&language=zh`)
      await expect(visitor.locator('html')).toHaveAttribute('lang', 'zh-Hant', { timeout: 1_000 })
      await expect(line).toHaveCount(shown, { timeout: 1_000 })
    }).toPass()
  await readPage(1)
  const other = await newVisitor()
  await signIn(other, 'ADMIN002', staff)
  await open(other, address)
  await tabTo(other, other.getByRole('button', { name: 'Confirm the approval' }))
  await other.keyboard.press('Enter')
  await expect(other.getByText('The approval is in effect.')).toBeVisible()
  await readPage(0)

  await other.getByRole('button', { name: 'Withdraw the approval' }).press('Enter')
  await other.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Not well said')
  await other.getByRole('dialog').getByRole('button', { name: 'Withdraw the approval' }).click()
  await expect(other.getByText('The approval is withdrawn.')).toBeVisible()
  await readPage(1)
})
