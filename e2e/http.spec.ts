import type { Page } from '@playwright/test'
import { expect, expectAccessible, open, port, signIn, test } from './support.ts'

test('HT-1 EN-2 a page can read what the API host of its domain answers, and sends it no cookie', async ({ page }) => {
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/#!/landing')
  const address = `http://api-q.hmbcbs.localhost:${port}/rbsmbl/x-services/zipToBrand/getBrandInfo?zipCode=15222`
  const asked = page.waitForRequest(address)
  const brand = await page.evaluate(async (url) => {
    const answer = await fetch(url, { credentials: 'omit', headers: { appid: 'chmmbr' } })
    return (await answer.json()).payload.brand
  }, address)
  expect(brand).toBe('hmbcbs')
  expect(await (await asked).allHeaders()).not.toHaveProperty('cookie')
})

test('HT-1 what a view asked for is given up when the view is left', async ({ page }) => {
  await signIn(page, 'MEMBER01')
  await open(page, '/msg/#!/message-center')
  await page.route('**/message/messageCenter/*', () => {})
  const begun = page.waitForRequest('**/message/messageCenter/*')
  await page.getByRole('link', { name: /Your claim question/ }).click()
  const request = await begun
  const givenUp = page.waitForEvent('requestfailed', (failed) => failed === request)
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  expect((await givenUp).failure()?.errorText).toBe('net::ERR_ABORTED')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mayte')
})

test('HT-1 MN-6 the loading indicator shows while a press is being answered', async ({ page }) => {
  await signIn(page, 'MEMBER01')
  await open(page, '/msg/#!/message-center')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.getByRole('link', { name: /Your claim question/ }).click()
  const button = page.getByRole('button', { name: 'Mark as unread' })
  await expect(button).toBeVisible()
  await page.route('**/message/readFlag', async (route) => {
    await held
    await route.continue()
  })
  const status = page.getByRole('status').filter({ hasText: /^Loading$/ })
  await button.click()
  await expect(status).toHaveCount(1)
  release()
  await expect(status).toHaveCount(0)
})

test.describe('HT-4 member info', () => {
  const card = (page: Page) => page.getByRole('region', { name: 'Covered by your plan' })

  test('HT-4 the home page shows who is covered and asks once for the life of the page', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => request.url().endsWith('/memberInfo') && asked.push(request.url()))
    await signIn(page, 'MEMBER01')
    await open(page, '/mbr/#!/landing')
    await expect(card(page).getByRole('listitem')).toHaveText([
      'Mayte Escobar (you)Subscriber',
      'Ramiro EscobarSpouse',
      'Ines EscobarDependent',
    ])
    await page.getByRole('region', { name: 'Messages' }).getByRole('link').last().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Center')
    await page.goBack()
    await expect(card(page).getByRole('listitem')).toHaveCount(3)
    expect(asked).toHaveLength(1)
  })

  test('HT-4 HT-3 a failure is told in place with another try, by no modal', async ({ page, noise }) => {
    noise.allow(/500/)
    const warned: string[] = []
    page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()))
    await page.route('**/memberInfo', (route) => route.fulfill({ status: 500, json: {} }))
    await signIn(page, 'MEMBER01')
    await open(page, '/mbr/#!/landing')
    await expect(card(page).getByRole('alert')).toContainText('We could not load who is covered.')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(warned).toEqual(['GET /rbsmbl/x-services/member/v3/memberInfo: The server reported an error. (500 NO-CODE)'])
    await expectAccessible(page, 'home page without member info')
    await page.unroute('**/memberInfo')
    await card(page).getByRole('button', { name: 'Try again' }).click()
    await expect(card(page).getByRole('listitem')).toHaveCount(3)
  })
})
