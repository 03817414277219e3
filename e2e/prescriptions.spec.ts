import type { Page } from '@playwright/test'
import { countDaysLeft } from '@portico/rules/time/days-left'
import { isFirefox } from './contexts.ts'
import {
  buildOrigin,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectUsable,
  findChunk,
  open,
  signIn,
  tabTo,
  test,
  waitForHydration,
} from './support.ts'

const main = (page: Page) => page.getByRole('main')
const card = (page: Page, name: string | RegExp) => main(page).getByRole('region', { name, exact: true })
const prescriptions = '/login/#/prescriptions'

/** Of 90 days from the fill that a card names, as of now: the demo may have been prepared before midnight, and be read after it. */
function countSupply(text: string): number {
  const [, filled = ''] = /Last filled(\w+ \d+, \d{4}): 90 tablets, 90 days/.exec(text) ?? []
  const today = new Date().toLocaleDateString('en-US', { timeZone: 'America/New_York' })
  return 91 - countDaysLeft(today, filled)
}

test('MP-15 MP-16 MP-17 a member sees what they take, asks for a refill by keyboard, and finds what a mistyped drug costs', async ({
  page,
  noise,
}) => {
  await signIn(page, 'MEMBERND')
  await open(page, prescriptions)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prescriptions')
  await expect(async () => {
    const lisinopril = card(page, 'Lisinopril 10 mg tablets')
    const left = countSupply((await lisinopril.textContent()) ?? '')
    await expect(lisinopril.getByText(`${left} days left`, { exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(card(page, 'Lisinopril 10 mg tablets')).toContainText('Nora Whitfield, MD')
  await expect(card(page, 'Albuterol 90 mcg inhaler')).toContainText('Days left not known')
  await expect(card(page, 'Approvals from your plan')).toContainText('Waiting for a decision')
  await expectUsable(page, 'prescriptions')

  const ask = main(page).getByRole('button', { name: 'Ask for a refill: Lisinopril 10 mg tablets' })
  noise.allow(/ERR_FAILED|dynamically imported module|request failed: .*\.js$/)
  const form = findChunk('src/member/prescriptions/order-dialog.tsx')
  await page.route(form, (route) => route.abort())
  await tabTo(page, ask)
  await page.keyboard.press('Enter')
  const again = main(page).getByRole('alert').getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await tabTo(page, again, 1)
  await page.unroute(form)
  // Firefox remembers that the file could not be loaded, so the page reloads.
  const anew = isFirefox(page.context().browser()) ? page.waitForEvent('load') : null
  await page.keyboard.press('Enter')
  if (anew !== null) {
    await anew
    await waitForHydration(page)
    await ask.press('Enter')
  }
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Corner Pharmacy')
  await expect(dialog).toContainText('45 Example Avenue, Fargo, ND 58102')
  await expectAccessible(page, 'a request before it is sent')
  await page.keyboard.press('Escape')
  await ask.press('Enter')
  await dialog.getByRole('button', { name: 'Send the request' }).press('Enter')
  await expect(main(page).getByText(/^We have your request\. Your number is RX-/)).toBeVisible()
  await expect(card(page, 'Your requests')).toContainText('Lisinopril 10 mg tablets')
  await expect(ask).toHaveCount(0)
  // The button is gone, so the focus is on the medicine.
  await expect(card(page, 'Lisinopril 10 mg tablets').getByRole('heading')).toBeFocused()

  await main(page).getByRole('searchbox').fill('lipator 20')
  await page.keyboard.press('Enter')
  const show = main(page).getByRole('button', { name: /^Show cost and rules: Lipitor 20 mg/ })
  await show.press('Enter')
  await expect(main(page).getByText('At a pharmacy, 30 days')).toBeVisible()
  await expect(main(page).getByText(/try another drug first/)).toBeVisible()
  // A search reveals health information, so it never leaves the page.
  expect(page.url()).not.toContain('lip')
  await expectAccessible(page, 'a drug of the list')
})

test('MP-15 MP-17 the same in Spanish on a small phone, in the largest and in spaced text: unknown values are said to be unknown, and similar names are suggested', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'MEMBERMN')
  await page.context().addCookies([
    { name: 'language', value: 'es', url: buildOrigin('hmbcbs') },
    { name: 'fontSize', value: 'largest', url: buildOrigin('hmbcbs') },
  ])
  await open(page, prescriptions)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recetas')
  await expect(card(page, 'Aprobaciones de su plan')).toContainText('No aprobada')
  await main(page).getByRole('searchbox').fill('philodipine')
  await page.keyboard.press('Enter')
  await main(page).getByRole('button', { name: 'Felodipine' }).press('Enter')
  await expect(main(page).getByText(/para “Felodipine”/)).toBeVisible()
  await expectUsable(page, 'prescriptions in Spanish on a phone')
  // The spacing of WCAG 1.4.12.
  await page.evaluate(() => {
    const spaced = new CSSStyleSheet()
    spaced.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-block-end: 2em !important }`)
    document.adoptedStyleSheets.push(spaced)
    Object.assign(document.documentElement.dataset, { fontSize: 'regular' })
  })
  await page.setViewportSize({ width: 360, height: 640 })
  await expectNoSidewaysScroll(page, 'prescriptions with spaced text')
})
