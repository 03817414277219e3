import type { Page } from '@playwright/test'
import { createContexts } from './contexts.ts'
import { buildOrigin, expect, needChromium, test } from './support.ts'

const origins = [buildOrigin('hmbcbs'), buildOrigin('ndbcbs')]

const nothing = { cookie: '', local: 0, session: 0, databases: 0 }

/** Everything a page can find that another page has left behind. */
async function readLeftovers(page: Page, origin: string) {
  await page.goto(`${origin}/health/live`)
  return page.evaluate(async () => ({
    cookie: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
  }))
}

test('a reused browser context knows nothing of the previous test; one that was changed for good is not reused', async ({
  browser,
}) => {
  needChromium('to clear a context')
  const heard: string[] = []
  const contexts = createContexts(browser)
  const lend = () => contexts.lend({}, (line) => heard.push(line))
  const first = await lend()
  for (const origin of origins) {
    expect(await readLeftovers(first.page, origin)).toEqual(nothing)
    await first.context.addCookies([{ name: 'left', value: 'yes', url: origin }])
    await first.page.evaluate(async () => {
      localStorage.setItem('left', 'yes')
      sessionStorage.setItem('left', 'yes')
      const opening = indexedDB.open('left')
      await new Promise((done) => opening.addEventListener('success', done))
    })
    expect(await readLeftovers(first.page, origin)).toEqual({ cookie: 'left=yes', local: 1, session: 1, databases: 1 })
  }
  await first.context.route('**/health/live', (route) => route.fulfill({ status: 404 }))
  await first.page.evaluate(() => console.log('heard'))
  await expect.poll(() => heard).toEqual(['console.log: heard'])
  await first.giveBack()

  const second = await lend()
  expect(second.context, 'the same browser').toBe(first.context)
  // The other one is parked.
  expect(second.context.pages()).toHaveLength(2)
  for (const origin of origins) {
    expect(await readLeftovers(second.page, origin)).toEqual(nothing)
  }
  expect(heard).toEqual(['console.log: heard'])
  await second.page.clock.setFixedTime('2026-01-01T00:00:00Z')
  await second.giveBack()

  const third = await lend()
  expect(third.context, 'another browser').not.toBe(first.context)
  await third.giveBack()
  await third.context.close()
})
