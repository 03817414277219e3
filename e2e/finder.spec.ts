import type { Page, Request } from '@playwright/test'
import {
  buildOrigin,
  expect,
  expectUsable,
  findChunk,
  hold,
  needChromium,
  open,
  port,
  signIn,
  tabTo,
  test,
} from './support.ts'

const main = (page: Page) => page.getByRole('main')
const results = (page: Page) => main(page).getByRole('region', { name: /^(Results|Resultados)$/ })
const finder = '/login/#/finder'

/** The demo's directory is loaded after the server has started. */
async function search(page: Page, words: string): Promise<void> {
  await expect(async () => {
    await main(page)
      .getByRole('searchbox', { name: /Name, type|Nombre, tipo/ })
      .fill(words)
    // A second search while one is under way would replace the list after it has been read.
    const answered = page.waitForResponse((one) => one.url().endsWith('/finder/v1/search'))
    await page.keyboard.press('Enter')
    await answered
    await expect(results(page).getByRole('listitem').first()).toBeVisible({ timeout: 10_000 })
  }).toPass()
}

test('RT-5 MP-22 MP-23 MP-24 MP-25 a member finds a clinic by keyboard, saves it, reports an error, and comes back', async ({
  page,
  newVisitor,
  noise,
}) => {
  needChromium('to tell what a request holds')
  await signIn(page, 'MEMBER02')
  await open(page, finder)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find a Doctor')
  await expectUsable(page, 'finder before a search')
  // Suggestions depend on the typed place; the page does not ask again for a place whose answer it still has.
  const waitForSuggestions = (place: string) =>
    page.waitForRequest((one) => one.url().endsWith('/suggest') && one.postDataJSON().payload.place === place)
  const where = main(page).getByRole('textbox', { name: 'ZIP code or town' })
  for (const place of ['15003', '16601', '16501']) {
    const asked = waitForSuggestions(place)
    await main(page).getByRole('searchbox').fill('dialys')
    await where.fill(place)
    await asked
  }
  await search(page, 'dialysis')
  await expect(main(page).getByText(/within 25 miles of Erie, PA 16501/)).toBeVisible()
  await expect(main(page).getByRole('img', { name: /Map with the places/ })).toBeVisible()
  // The words of a search reveal health information, so they never leave the page.
  expect(page.url()).not.toContain('dialysis')
  await expectUsable(page, 'finder with results')

  const first = results(page).getByRole('heading', { level: 3 }).first().getByRole('button')
  const name = ((await first.textContent()) ?? '').trim()
  // If the connection fails, the page says so, with a way back and a retry.
  noise.allow(/ERR_FAILED|dynamically imported module|request failed: .*\.js$/)
  const profile = findChunk('src/public/finder/profile.tsx')
  const failed = main(page).getByRole('alert')
  await page.route(profile, (route) => route.abort())
  await tabTo(page, first)
  await page.keyboard.press('Enter')
  await expect(failed).toContainText('This could not be loaded')
  await expectUsable(page, 'a profile that could not be loaded')
  await tabTo(page, main(page).getByRole('button', { name: 'Back to the results' }), 1)
  await page.keyboard.press('Enter')
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(failed).toBeVisible()
  await page.unroute(profile)
  await failed.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(main(page).getByRole('heading', { level: 2, name })).toBeFocused()
  await main(page)
    .getByRole('button', { name: `Save ${name}` })
    .press('Enter')
  await expect(main(page).getByRole('link', { name: 'Saved (1)' })).toBeVisible()
  await expect(main(page).getByRole('region', { name: 'What we showed you, and when' })).toBeVisible()
  await main(page).getByRole('button', { name: 'Something wrong here?' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).press('Enter')
  await expect(page.getByRole('dialog').getByText('Choose what is wrong.').first()).toBeVisible()
  await page.getByRole('dialog').getByLabel('What is wrong?').selectOption('phone')
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).press('Enter')
  await expect(
    main(page)
      .getByText(/We will check it by/)
      .first(),
  ).toBeVisible()
  await expectUsable(page, 'a profile')
  // The browser's Back closes it too: the search is still there, and Tab goes on from it.
  await page.goBack()
  await expect(first).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(first).toBeFocused()

  await main(page).getByRole('link', { name: 'Saved (1)' }).press('Enter')
  const saved = main(page).getByRole('region', { name: 'Saved' })
  await expect(saved).toContainText(name)
  await expectUsable(page, 'saved')
  // The entry disappears with its button: the focus stays in the list, and the removal is announced.
  await saved.getByRole('button', { name: `Remove ${name} from saved` }).press('Enter')
  await expect(saved.getByRole('status').filter({ hasText: 'is no longer saved' })).toBeVisible()
  await expect(saved.getByRole('heading', { level: 2 })).toBeFocused()

  // Staff see the place that the report is about; once settled, it leaves the list, and the focus stays on the page.
  const rep = await newVisitor()
  const staff = `http://staff.hmbcbs.localhost:${port}`
  await signIn(rep, 'CSRREP01', staff)
  await open(rep, `${staff}/msg/#/directory`)
  await expect(main(rep).getByRole('listitem').first()).toContainText(name)
  await main(rep).getByRole('button', { name: 'Cannot be reached' }).first().press('Enter')
  await expect(main(rep).getByRole('status').filter({ hasText: 'Settled.' })).toBeFocused()
})

test('MP-22 MP-23 two places are saved at once, and a search without nearby results is widened with one press, in Spanish on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'MEMBERND')
  await page.context().addCookies([{ name: 'language', value: 'es', url: buildOrigin('hmbcbs') }])
  // A search before the page knows the member's home and networks still uses both.
  const known = Promise.withResolvers<void>()
  await page.route('**/finder/v1/mine', (route) => known.promise.then(() => route.continue()), { times: 1 })
  await open(page, finder)
  await main(page)
    .getByRole('searchbox', { name: /Nombre, tipo/ })
    .fill('farmacia')
  await page.keyboard.press('Enter')
  await expect(main(page).getByText('Buscando')).toBeVisible()
  known.resolve()
  await expect(main(page).getByText(/a 25 millas o menos de .* ND 58\d{3}/)).toBeVisible()
  await expect(main(page).locator('summary')).toHaveText('Filtrar · 1 filtro activo')
  await search(page, 'farmacia')
  // Concurrent saves are made in turn: each answer has everything that was saved before.
  const steps: string[] = []
  const isSaving = (request: Request) => request.method() === 'PUT' && request.url().endsWith('/saved')
  page.on('request', (request) => isSaving(request) && steps.push('asked'))
  page.on('response', (answer) => isSaving(answer.request()) && steps.push('answered'))
  const saves = results(page).getByRole('button', { name: /^Guardar / })
  await saves.nth(1).waitFor()
  const [one = '', other = ''] = await saves.evaluateAll((all) => [
    ...new Set(all.map((button) => button.getAttribute('aria-label') ?? '')),
  ])
  const save = (label: string) => results(page).getByRole('button', { name: label, exact: true }).first()
  await page.route(
    '**/saved',
    async (route) => {
      await expect(save(other)).toHaveAttribute('aria-disabled', 'true')
      await route.continue()
    },
    { times: 1 },
  )
  await save(one).press('Enter')
  await save(other).press('Enter')
  await expect(main(page).getByRole('link', { name: 'Guardados (2)' })).toBeVisible()
  await expect.poll(() => steps).toEqual(['asked', 'answered', 'asked', 'answered'])
  for (const label of [one, other])
    await save(label.replace(/^Guardar (.*)$/, 'Quitar a $1 de guardados')).press('Enter')
  await expect(main(page).getByRole('link', { name: 'Guardados (0)' })).toBeVisible()
  // After a reload, the results arrive before the page knows which network is the member's own.
  await page.route(
    '**/finder/v1/mine',
    async (route) => {
      await expect(results(page).getByRole('listitem').first()).toBeVisible()
      await route.continue()
    },
    { times: 1 },
  )
  await page.reload()
  await expect(results(page).getByRole('listitem').first()).toBeVisible()
  await expect(main(page).locator('summary')).toHaveText('Filtrar · 1 filtro activo')
  await expect(main(page).getByLabel('Red', { exact: true })).toBeHidden()
  await main(page)
    .getByRole('searchbox', { name: /Nombre, tipo/ })
    .fill('urólogo')
  await page.keyboard.press('Enter')
  await main(page)
    .getByRole('button', { name: /(?:Buscar|y) a \d+ millas o menos/ })
    .press('Enter')
  await expect(
    main(page)
      .getByRole('status')
      .filter({ hasText: /millas o menos/ }),
  ).toBeFocused()
  await expect(results(page).getByRole('listitem').first()).toContainText('urología')
  await expectUsable(page, 'finder in Spanish on a small phone')
})

test('RT-5 MP-24 LG-3 a visitor compares doctors side by side, and removes one', async ({ page }) => {
  await open(page, finder)
  await main(page).getByLabel(/ZIP/).fill('16501')
  await search(page, 'pharmacy')
  const compare = results(page).getByRole('checkbox', { name: /^Compare / })
  for (const at of [0, 1, 2]) await compare.nth(at).press('Space')
  await expect(main(page).getByText('3 of 4 chosen to compare')).toBeVisible()
  await main(page).getByRole('button', { name: 'Compare them' }).press('Enter')
  const table = main(page).getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveCount(3)
  await expectUsable(page, 'doctors side by side')
  await table
    .getByRole('button', { name: /^Remove / })
    .first()
    .press('Enter')
  await expect(table.getByRole('columnheader')).toHaveCount(2)
  await expect(main(page).getByText('Comparing 2')).toBeVisible()
  await page.goBack()
  await expect(main(page).getByText('2 of 4 chosen to compare')).toBeVisible()
  await main(page).getByRole('button', { name: 'Clear', exact: true }).press('Enter')
  await expect(main(page).getByRole('status').filter({ hasText: 'No one chosen to compare' })).toBeFocused()
})

test('MP-22 nothing on the page moves while another kind of care is searched for', async ({ page }) => {
  await open(page, `${buildOrigin('hmbcbs')}${finder}`)
  await main(page).getByRole('textbox', { name: 'ZIP code or town' }).fill('15222')
  await search(page, 'primary care')
  const chip = (name: string) => main(page).getByRole('button', { name, exact: true })
  // Relative to the page, because a browser may scroll to the pressed element.
  const place = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return [x, y + scrollY, width, height].map(Math.round)
  }
  const measure = () =>
    Promise.all([chip('Counseling'), main(page).locator('details').first()].map((one) => one.evaluate(place)))
  const before = await measure()
  const answer = await hold(page, '**/finder/v1/search')
  await chip('Children').click()
  await expect(main(page).getByRole('status').getByText('Searching')).toBeVisible()
  expect(await measure()).toEqual(before)
  answer()
  await expect(main(page).getByText(/Showing:.*Pediatrics/)).toBeVisible()
  expect(await measure()).toEqual(before)
})
