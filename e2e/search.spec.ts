import type { Page } from '@playwright/test'
import { isFirefox, nameFailure } from './contexts.ts'
import {
  buildOrigin,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hold,
  open,
  signIn,
  tabTo,
  test,
  turnTo,
  waitForHydration,
} from './support.ts'

const buildAddress = (words: string, parts = "&productEnabled='true'&contentEnabled='true'") =>
  `/search-results.html?searchQuery=${encodeURIComponent(words)}${parts}`

const main = (page: Page) => page.getByRole('main')
const locateFound = (page: Page) => main(page).getByRole('list', { name: 'Search results' }).getByRole('article')
const titles = (page: Page) => locateFound(page).getByRole('heading', { level: 2 })
const box = (page: Page) => main(page).getByRole('searchbox')

test('VA-8 RT-6 MP-28 AN-1 a member finds pages, answers, topics, products and own messages, by keyboard, with their words marked, and no request, address or title reveals the words', async ({
  page,
}) => {
  const told: string[] = []
  page.on('request', (request) => told.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/')
  const header = page.getByRole('banner').getByRole('searchbox')
  const tag = page.waitForRequest((request) => request.url().includes('/tag?') && request.url().includes('SEARCH'))
  await header.fill('doctors')
  await header.press('Enter')
  await tag
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(titles(page).first()).toHaveText('Find a Doctor')
  await expect(locateFound(page).first().locator('mark').first()).toHaveText('Doctor')
  await expect(locateFound(page).filter({ hasText: 'Write to us about it' }).first()).toContainText('Finding a doctor')
  await expect(
    main(page)
      .getByRole('status')
      .filter({ hasText: /^\d+ results for “doctors”( · |$)/ }),
  ).toHaveCount(1)
  await expect(header).toHaveValue('doctors')
  await expect(box(page)).toHaveValue('doctors')
  expect([page.url(), await page.title(), ...told].filter((line) => line.includes('doctors'))).toEqual([])

  // Another search from the box above the results; Back returns to the previous one.
  await box(page).fill('ppo')
  await box(page).press('Enter')
  await expect(titles(page)).toHaveText(['PPO Blue 1500'])
  await expect(locateFound(page)).toContainText('Your plan')
  await expect(header).toHaveValue('ppo')
  await page.goBack()
  await expect(titles(page).first()).toHaveText('Find a Doctor')
  await expect(box(page)).toHaveValue('doctors')
  await page.reload()
  await waitForHydration(page)
  await expect(titles(page).first()).toHaveText('Find a Doctor')
  await expect(box(page)).toHaveValue('doctors')
  await tabTo(page, titles(page).first().getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find a Doctor')
  await expect(header).toHaveValue('')

  // The member's own messages are a separate group, and are found despite typos, too.
  await header.fill('dentel')
  await header.press('Enter')
  const own = main(page).getByRole('region', { name: 'Your messages' })
  await expect(own).toContainText('These come close.')
  await expect(own.locator('mark').first()).toHaveText(/dental/i)
  await expectAccessible(page, 'search results with messages')
  await own.getByRole('heading', { level: 3 }).first().getByRole('link').click()
  await expect(page).toHaveURL(/#!\/message-center\/[0-9a-f-]{36}/)
  expect([page.url(), ...told].filter((line) => line.includes('dentel'))).toEqual([])
})

test('MP-28 doctors, care, drugs and claims are groups beside the content; a slow one delays no other, and no address contains the words', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await signIn(page, 'MEMBER01')
  const answer = await hold(page, '**/finder/v1/search')
  // A form that is submitted before the page runs sends its words in the body.
  await open(page, '/search-results.html')
  await box(page).fill('knee')
  await box(page).evaluate((input: HTMLInputElement) => input.form?.submit())
  await expect(box(page)).toHaveValue('knee')
  const group = (name: string) => main(page).getByRole('region', { name })
  await expect(group('Care and what it costs').getByRole('link', { name: 'Knee MRI scan' })).toBeVisible()
  await expect(group('Doctors and places of care')).toHaveCount(0)
  const answered = page.waitForResponse('**/finder/v1/search')
  answer()
  await answered
  await page.unroute('**/finder/v1/search')
  const doctors = group('Doctors and places of care')
  // The demo's directory is loaded after the server has started.
  await expect(async () => {
    await page.reload()
    await expect(doctors.getByRole('listitem').first()).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await expectAccessible(page, 'search results in groups')
  const first = doctors.getByRole('heading', { level: 3 }).first()
  const name = (await first.textContent()) ?? ''
  await first.getByRole('link').click()
  await expect(main(page).getByRole('heading', { level: 2, name })).toBeFocused()
  await main(page).getByRole('button', { name: 'Back to the results' }).press('Enter')
  await expect(main(page).getByRole('searchbox')).toHaveValue('knee')
  await page.goBack()
  await group('Care and what it costs').getByRole('link', { name: 'Knee MRI scan' }).click()
  await expect(main(page).getByRole('button', { name: /^Knee MRI scan/ })).toBeVisible()
  await page.goBack()
  await expect(group('Care and what it costs')).toBeVisible()
  await box(page).fill('metformin')
  await box(page).press('Enter')
  await group('Drugs on your plan’s list')
    .getByRole('link', { name: /metformin/i })
    .first()
    .click()
  await expect(main(page).getByRole('searchbox')).toHaveValue(/metformin/i)
  expect([page.url(), ...asked].filter((address) => /knee|metformin/i.test(address))).toEqual([])
})

test('VA-8 HD-5 a visitor finds what is open to all, sees where to sign in, and finds nothing of members', async ({
  page,
}) => {
  await open(page, `${buildOrigin('ndbcbs')}/login/`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Search this portal' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search results')
  await expect(box(page)).toHaveValue('')
  await box(page).press('Enter')
  await expect(main(page).getByRole('alert')).toHaveText('Please enter search term')
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveAccessibleDescription('Please enter search term')

  await box(page).fill('premium')
  await box(page).press('Enter')
  // North Dakota's premiums are not paid here: the tab is missing, and the answer says so.
  await expect(titles(page)).toHaveText(['Paying your premium', 'What the out-of-pocket maximum is'])
  await expect(locateFound(page).first()).toContainText('Premiums are not paid in this portal.')
  await turnTo(page, buildAddress('claims'))
  await expect(locateFound(page).first()).toContainText('You will be asked to sign in.')
  await expect(locateFound(page).filter({ hasText: 'Write to us about it' })).toHaveCount(0)
  await open(page, `${buildOrigin('ndbcbs')}${buildAddress('message center')}`)
  await expect(titles(page).filter({ hasText: /^Message Center$/ })).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, 'search results')
})

test('VA-8 LG-4 in Spanish, without its accents being typed; notices are in their own language', async ({ page }) => {
  await page.context().addCookies([{ name: 'language', value: 'es', url: buildOrigin('hmbcbs') }])
  await open(page, buildAddress('medico'))
  const list = main(page).getByRole('list', { name: 'Resultados de la búsqueda' }).getByRole('article')
  await expect(list.first()).toContainText('Buscar un médico')
  await expect(list.locator('mark').first()).toHaveText('médico')
  await turnTo(page, buildAddress('arabic'))
  const notice = list.getByRole('heading', { level: 2 })
  await expect(notice).toHaveCount(1)
  await expect(notice).toHaveAttribute('lang', 'ar')
  await expect(list).toContainText('1-800-555-0101')
  await expect(list).not.toContainText(/[{}]/)
  await notice.getByRole('link').click()
  await expect(main(page).getByRole('listitem').first()).toHaveAttribute('lang', 'ar')
})

test('VA-8 RT-6 HT-1 an address is checked at once; its flags count with or without quotes; an empty result suggests what to do; a failed search can be tried again, and one that is left is aborted and shows nothing late', async ({
  page,
  noise,
}) => {
  noise.allow(/500/)
  await signIn(page, 'MEMBER01')
  await open(page, '/search-results.html?searchQuery=%20')
  await expect(main(page).getByRole('alert')).toHaveText('Please enter search term')
  await expect(locateFound(page)).toHaveCount(0)
  await turnTo(page, `/search-results.html?searchQuery=${'x'.repeat(65)}`)
  await expect(main(page).getByRole('alert')).toHaveText(/64/)

  await turnTo(page, buildAddress('dental choice', '&productEnabled=true'))
  await expect(titles(page)).toHaveText(['Dental Choice'])
  await turnTo(page, buildAddress('dental choice', "&contentEnabled='true'"))
  await expect(main(page).getByText('Nothing was found for “dental choice”')).toBeVisible()
  await expectAccessible(page, 'a search that finds nothing')
  // Someone who needs help at once is not told to try other words, but that the search is over.
  await turnTo(page, buildAddress('i want to kill myself'))
  await expect(main(page).getByRole('alert').filter({ hasText: 'Call 988' })).toBeVisible()
  await expect(
    main(page)
      .getByRole('status')
      .filter({ hasText: /^No other results\.$/ }),
  ).toBeVisible()
  await turnTo(page, buildAddress('dental choice', "&contentEnabled='true'"))
  await main(page).getByRole('link', { name: 'Contact us' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us')

  const call = '**/search/siteSearch'
  await page.route(call, (route) => route.fulfill({ status: 500, json: {} }))
  await turnTo(page, buildAddress('card'))
  await expect(main(page).getByRole('alert').filter({ hasText: 'The search did not respond.' })).toBeVisible()
  await page.unroute(call)
  await main(page).getByRole('button', { name: 'Try again' }).click()
  await expect(titles(page).first()).toContainText('ID card')

  let answer = () => {}
  await page.route(call, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue().catch(() => {})
  })
  const begun = page.waitForRequest(call)
  await box(page).fill('claims')
  await box(page).press('Enter')
  const request = await begun
  const givenUp = page.waitForEvent('requestfailed', (failed) => failed === request)
  await page.goBack()
  // Firefox does not tell the runner that a request which it holds back was aborted.
  if (isFirefox(page.context().browser())) givenUp.catch(() => {})
  else expect(nameFailure(await givenUp)).toBe('net::ERR_ABORTED')
  answer()
  await page.unroute(call)
  await expect(box(page)).toHaveValue('card')
  await expect(main(page).getByText('“claims”')).toHaveCount(0)
})
