import type { Page } from '@playwright/test'
import { isFirefox, nameFailure } from './contexts.ts'
import { expect, follow, hold, open, port, signIn, test, turnTo } from './support.ts'

/** The call each view makes when it is opened, and a text that only comes with the answer. */
const reads = [
  { view: '/mbr/#!/account/devices', call: '**/rbsmbl/x-services/account/devices', late: 'This device' },
  { view: '/mbr/#!/account/activity', call: '**/rbsmbl/x-services/account/history*', late: 'Signed in' },
  { view: '/msg/#!/message-center', call: '**/message/messageCenter?*', late: 'Your claim question' },
  { view: '/msg/#!/contact-us', call: '**/categories/subCategories', late: 'Choose a category' },
  { view: '/login/#/change-password', call: '**/passwordStrength*', late: 'at least 1 uppercase' },
  { view: '/login/#/meaningful-access', call: '**/cms/languageContent*', late: 'ATENCIÓN' },
  { view: '/search-results.html?searchQuery=card', call: '**/search/siteSearch', late: 'Getting a new ID card' },
] as const

const card = (page: Page) => page.getByRole('region', { name: 'People on your plan' })

test('HT-1 HT-4 MN-6 EN-2 the calls of a view are aborted when it is left, member info is requested once, a pressed button shows that it is waiting, and the API host answers without cookies', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/memberInfo') && asked.push(request.url()))
  await signIn(page, 'MEMBER01')
  await open(page, '/login/#/accessibility')
  const heading = page.getByRole('heading', { level: 1 })
  await test.step('HT-1 what a view asked for is given up, and a late answer shows nothing', async () => {
    for (const { view, call, late } of reads) {
      let answer = () => {}
      await page.route(call, async (route) => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        await route.continue().catch(() => {})
      })
      const begun = page.waitForRequest(call)
      await turnTo(page, view)
      const request = await begun
      await expect(heading).not.toHaveText('Accessibility')
      await turnTo(page, '/login/#/accessibility')
      // Firefox does not report that a request which the test holds back was aborted.
      if (!isFirefox(page.context().browser()))
        await expect.poll(() => nameFailure(request), { message: view }).toBe('net::ERR_ABORTED')
      answer()
      await expect(heading, view).toHaveText('Accessibility')
      await page.unrouteAll({ behavior: 'wait' })
      await expect(page.getByRole('main'), view).not.toContainText(late)
    }
  })
  await test.step('HT-4 the home page shows who is on the plan and asks once for the life of the page', async () => {
    await follow(page, '/mbr/#!/landing')
    await expect(card(page).getByRole('listitem')).toHaveText([
      'Mayte Escobar (you)Subscriber',
      'Ramiro EscobarSpouse',
      'Ines EscobarDependent',
    ])
    await page.getByRole('region', { name: 'Messages' }).getByRole('link').last().click()
    await expect(heading).toHaveText('Message Center')
    await page.goBack()
    await expect(card(page).getByRole('listitem')).toHaveCount(3)
    expect(asked).toHaveLength(1)
  })
  await test.step('HT-1 EN-2 a page can read what the API host of its domain answers, and sends it no cookie', async () => {
    const address = `http://api-q.hmbcbs.localhost:${port}/rbsmbl/x-services/zipToBrand/getBrandInfo?zipCode=15222`
    const asking = page.waitForRequest(address)
    const brand = await page.evaluate(async (url) => {
      const answer = await fetch(url, { credentials: 'omit', headers: { appid: 'chmmbr' } })
      return (await answer.json()).payload.brand
    }, address)
    expect(brand).toBe('hmbcbs')
    expect(await (await asking).allHeaders()).not.toHaveProperty('cookie')
  })
  await test.step('HT-1 MN-6 the loading indicator shows while a press is being answered', async () => {
    await follow(page, '/msg/#!/message-center')
    await page.getByRole('link', { name: /Your claim question/ }).click()
    const button = page.getByRole('button', { name: 'Mark as unread' })
    await expect(button).toBeVisible()
    const release = await hold(page, '**/message/readFlag')
    const status = page.getByRole('status').filter({ hasText: /^Loading$/ })
    await button.click()
    await expect(status).toHaveCount(1)
    release()
    await expect(status).toHaveCount(0)
  })
})

test('HT-4 HT-3 a failure shows in place with a retry, never in a modal', async ({ page, noise }) => {
  noise.allow(/500/)
  const warned: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()))
  await page.route('**/memberInfo', (route) => route.fulfill({ status: 500, json: {} }))
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/#!/landing')
  await expect(card(page).getByRole('alert')).toContainText('We could not load who is on your plan.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect
    .poll(() => warned)
    .toEqual(['GET /rbsmbl/x-services/member/v3/memberInfo: The server reported an error. (500 NO-CODE)'])
  await page.unroute('**/memberInfo')
  await card(page).getByRole('button', { name: 'Try again' }).click()
  await expect(card(page).getByRole('listitem')).toHaveCount(3)
  await expect(card(page).getByRole('heading')).toBeFocused()
})
