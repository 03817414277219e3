import type { Page } from '@playwright/test'
import { sliceRows } from '../web/src/ui/slices.ts'
import { ask, expect, leavePage, needChromium, open, signIn, test, waitForQuiet } from './support.ts'

/** For a first view: its page, files and answers, including those that load by themselves right after it. */
const mostRequests = 35

interface Shift {
  readonly value: number
  readonly what: readonly string[]
}

/** Records everything that moves by itself, from the first paint on. */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Element | null }[]
      })[]) {
        const what = entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 100) ?? 'a text')
        if (!entry.hadRecentInput) shifts.push({ value: entry.value, what })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const visitorViews = ['/login/', '/shop/', '/medicare/'] as const
const memberViews = [
  '/mbr/',
  '/mhs/',
  '/login/#/claims/activitySummary',
  '/login/#/coverage',
  '/login/#/prescriptions',
  '/login/#/finder',
  '/msg/',
  '/spa/',
] as const

for (const { who, viewport } of [
  { who: 'a desktop', viewport: { width: 1280, height: 900 } },
  { who: 'a phone in New Zealand', viewport: { width: 390, height: 844 } },
] as const) {
  test(`BR-13 RT-3 on ${who} a first view asks for ${mostRequests} files and answers at most, and nothing in it shifts`, async ({
    newVisitor,
  }) => {
    needChromium('to tell what shifts')
    test.slow()
    const page = await newVisitor({ viewport, ...(viewport.width < 400 && { timezoneId: 'Pacific/Auckland' }) })
    await watchShifts(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    for (const path of [...visitorViews, ...memberViews]) {
      if (path === memberViews[0]) await signIn(page, 'FAMILY01')
      await leavePage(page)
      asked.length = 0
      await open(page, path)
      await waitForQuiet(page)
      expect(asked.length, `${path} asks for ${asked.join(' ')}`).toBeLessThanOrEqual(mostRequests)
      const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
      expect(shifts, `what shifts on ${path}`).toEqual([])
    }
  })
}

test('MP-3 a list of a hundred claims is drawn a few rows at a time', async ({ page }) => {
  await signIn(page, 'FAMILY01')
  await page.route('**/claims/v1/claims?*', async (route) => {
    const { host, pathname, search } = new URL(route.request().url())
    const cookie = (await route.request().headerValue('cookie')) ?? ''
    const { body: text } = await ask({ origin: `http://${host}`, path: pathname + search, headers: { cookie } })
    const body = JSON.parse(text) as { payload: { total: number; claims: { claimId: string }[] } }
    const [first] = body.payload.claims
    const claims = Array.from({ length: 100 }, (_, index) => ({ ...first, claimId: `many-${index}` }))
    await route.fulfill({ json: { ...body, payload: { ...body.payload, total: 100, claims } } })
  })
  await page.addInitScript(() => {
    const row = 'ul[aria-label="Claims"] > li'
    const counts: number[] = []
    Object.assign(window, { counts })
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element)
      const rows = added.reduce((sum, one) => sum + (one.matches(row) ? 1 : one.querySelectorAll(row).length), 0)
      if (rows > 0) counts.push(rows)
    }).observe(document, { childList: true, subtree: true })
  })
  await open(page, '/login/#/claims/activitySummary?pageSize=100')
  await expect(page.getByRole('list', { name: 'Claims', exact: true }).getByRole('listitem')).toHaveCount(100)
  const counts = await page.evaluate(() => (window as unknown as { counts: number[] }).counts)
  expect(Math.max(...counts), counts.join(' ')).toBeLessThanOrEqual(sliceRows)
})
